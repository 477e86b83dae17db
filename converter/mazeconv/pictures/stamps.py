"""What one tile looks like: a picture for each role and marker, from a theme's colours or a tileset image."""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeconv.errors import ReadError
from mazeconv.lettering import LETTERS
from mazeconv.level import Tile
from mazeconv.pictures import codes as c
from mazeconv.pictures.lines import SMALLEST_EDGE, SMALLEST_LANES, lanes_in, lanes_out, lanes_turn, line
from mazeconv.pictures.marks import badge, cap, cross, disc, flag, frame
from mazeconv.pictures.relief import floor_picture, wall_picture
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

    from mazeconv.pictures.themes import Theme
    from mazeconv.source import Source

    Stamp = npt.NDArray[np.uint8]

RGBA = tuple[int, int, int, int]
NONE: RGBA = (0, 0, 0, 0)
HUES = {LETTERS[kind]: hue for kind, hue in {"door": 28, "enemy": 355, "key": 190, "treasure": 285}.items()}
"""Degrees on the wheel of colours by the letter of a kind: on small tiles no letter tells them apart."""
IMAGE_FORMATS = ("PNG", "GIF", "BMP", "JPEG", "WEBP")
IMAGE_PIXELS = 1 << 24


class Look(NamedTuple):
    """Hold the colours of a picture as RGBA; the fields are those of a theme."""

    floor: RGBA
    wall: RGBA
    void: RGBA
    grid: RGBA
    start: RGBA
    goal: RGBA
    marker: RGBA
    ink: RGBA
    solution: RGBA
    route: RGBA
    dead_end: RGBA
    near: RGBA
    halfway: RGBA
    far: RGBA


def look(theme: Theme, changes: Mapping[str, RGBA]) -> Look:
    """Return a theme's colours, some of them replaced."""
    return Look(**{name: (*colour, 255) for name, colour in theme._asdict().items()} | dict(changes))


def grounds(
    codes: Iterable[int], size: int, colours: Look, tiles: Mapping[int, Stamp], *, grid: bool
) -> dict[int, Stamp]:
    """Return for each code of a ground its picture, uint8 RGBA of (size, size, 4).

    `tiles` holds pictures that take the place of plain colours; a wall's lies over the floor's.
    """
    floor = tiles.get(Tile.FLOOR, _filled(size, colours.floor))
    out = {}
    for code in codes:
        role = c.shape_of(code)[0] if code >= c.SHAPED else code
        if role == Tile.WALL and code in tiles:
            stamp = _over(tiles[code], floor)
        elif code in tiles:
            stamp = tiles[code]
        elif code >= c.SHAPED:
            stamp = _shaped(*c.shape_of(code), floor, _filled(size, colours.wall))
        else:
            stamp = _filled(size, ground_colour(code, colours))
        if grid:
            stamp = _ruled(stamp, colours.grid, floor=role not in (Tile.WALL, Tile.VOID, c.FRESH_WALL))
        out[code] = stamp
    return out


def _shaped(role: int, mask: int, floor: Stamp, wall: Stamp) -> Stamp:
    """Return floor or wall with a shape."""
    below = floor.astype(np.float64)
    walled = role == Tile.WALL
    found = wall_picture(mask, below, wall.astype(np.float64)) if walled else floor_picture(mask, below)
    return found.round().astype(np.uint8)


def wall_colours(size: int, colours: Look, shapes: Iterable[int]) -> set[RGBA]:
    """Return the colours of walls with some shapes, without the floor that shows beside them."""
    wall = _filled(size, colours.wall)
    out: set[RGBA] = set()
    for mask in shapes:
        one, other = (_shaped(Tile.WALL, mask, _filled(size, below), wall) for below in ((0,) * 4, (255,) * 4))
        same = (one == other).all(axis=2)
        out |= {(red, green, blue, alpha) for red, green, blue, alpha in unique(one[same], axis=0).tolist()}
    return out


def ground_colour(code: int, colours: Look) -> RGBA:
    """Return the plain colour of a ground."""
    if c.HEAT <= code < c.HEAT + c.HEAT_SHADES:
        share = 2 * (code - c.HEAT) / (c.HEAT_SHADES - 1)
        low, high = (colours.near, colours.halfway) if share <= 1 else (colours.halfway, colours.far)
        return mixed(low, high, share if share <= 1 else share - 1)
    if c.TRODDEN <= code < c.TRODDEN + c.TRODDEN_SHADES:
        return mixed(colours.floor, colours.route, (0.3, 0.5, 0.7)[code - c.TRODDEN])
    return {
        Tile.FLOOR: colours.floor,
        Tile.WALL: colours.wall,
        Tile.VOID: colours.void,
        c.FRESH_FLOOR: mixed(colours.floor, colours.route, 0.6),
        c.OPENED: mixed(colours.floor, colours.marker, 0.6),
        c.FRESH_WALL: mixed(colours.wall, colours.route, 0.6),
    }[code]


def mark(
    code: int, size: int, colours: Look, tiles: Mapping[int, Stamp], *, edged: bool = False
) -> tuple[Stamp, npt.NDArray[np.bool_]]:
    """Return the picture of what lies on a ground, uint8 RGBA of (size, size, 4), and which pixels it covers.

    A picture of `tiles` covers all, as it lies over the floor's. `edged` puts an edge of floor around marks, for
    grounds of other colours.
    """
    if code in tiles:
        stamp = _over(tiles[code], tiles.get(Tile.FLOOR, _filled(size, colours.floor)))
        return stamp, np.ones((size, size), np.bool_)
    is_line = c.SOLUTION <= code < c.LABELLED
    mask, first, second = (_line if is_line else _shape)(code, size, colours)
    cover = mask > 0
    if edged and not is_line and size >= SMALLEST_EDGE:
        cover = _widened(cover)
    elif edged and not is_line and code != c.DEAD_END and size >= SMALLEST_LANES:
        # There is no room for an edge: the whole tile is floor.
        cover = np.ones_like(cover)
    shades = np.array([colours.floor, first, second], np.uint8)
    # What is clear would be a hole in the ground.
    return shades[mask], cover & (shades[mask][..., 3] > 0)


def _shape(code: int, size: int, colours: Look) -> tuple[npt.NDArray[np.uint8], RGBA, RGBA]:
    """Return the mask of a mark and the colours of its 1 and 2."""
    if code in (c.START, c.WALKER):
        return disc(size), colours.start if code == c.START else colours.route, NONE
    if code == c.GOAL:
        return flag(size), colours.goal, NONE
    if code == c.DEAD_END:
        return cap(size), colours.dead_end, NONE
    if code in (c.FRAME, c.CROSS):
        return (frame if code == c.FRAME else cross)(size), colours.route, NONE
    sign = c.sign_of(code)
    colour = marker_colour(sign[0], colours)
    return badge(size, sign), colour, readable(colour, colours)


def marker_colour(letter: str, colours: Look) -> RGBA:
    """Return the colour of a marker: the theme's, in a hue of its letter's own."""
    # Steps so wide that letters near one another differ, from where shops and persons keep off the usual kinds.
    hue = HUES.get(letter, (260 + 75 * (ord(letter.lower()) - ord("a"))) % 360)
    red, green, blue, alpha = colours.marker
    _, light, strong = rgb_to_hls(red / 255, green / 255, blue / 255)
    red, green, blue = (round(255 * part) for part in hls_to_rgb(hue / 360, light, strong))
    return red, green, blue, alpha


def _line(code: int, size: int, colours: Look) -> tuple[npt.NDArray[np.uint8], RGBA, RGBA]:
    """Return the mask of a line and the colours of its 1 and 2, its edge."""
    if code < c.ROUTE_IN:
        return line(size, code - c.SOLUTION), colours.solution, colours.floor
    again = mixed(colours.route, colours.ink, 0.6)
    if code in (c.ROUTE_FILL, c.AGAIN_FILL):
        return np.ones((size, size), np.uint8), again if code == c.AGAIN_FILL else colours.route, NONE
    outlined = code >= c.OUTLINE
    part, sides = divmod(code - (c.OUTLINE if outlined else c.ROUTE_IN), 16)
    lanes = (lanes_in, lanes_out, lanes_turn)[part % 3]
    if outlined:
        mask = lanes(size, sides) > 0
        for _ in range(max(1, size // 16)):
            mask = _widened(mask)
        return mask.astype(np.uint8), colours.floor, NONE
    return lanes(size, sides), again if part >= 3 else colours.route, NONE  # noqa: PLR2004 - three parts


def _widened(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return a mask with the eight neighbours of its pixels."""
    out = np.pad(mask, 1)
    for axis in (0, 1):
        out |= np.roll(out, 1, axis) | np.roll(out, -1, axis)
    return out[1:-1, 1:-1]


def cut(source: Source, numbers: Mapping[int, int], side: int, size: int) -> dict[int, Stamp]:
    """Return pictures cut out of a tileset image, scaled to `size` pixels without smoothing.

    `numbers` says for each code which tile of `side` pixels draws it, counted row by row from 0.
    Raises `ReadError` for what is no image, is too large, or has no such tile.
    """
    image = _image(source)
    across, down = image.shape[1] // side, image.shape[0] // side
    out = {}
    pick = np.arange(size) * side // size
    for code, number in numbers.items():
        if number >= across * down:
            raise ReadError(
                f"has no tile {number}: it holds {across} x {down} tiles of {side} pixels, counted from 0",
                "choose another tile number or set tiles-size",
                source=source.name,
            )
        top, left = number // across * side, number % across * side
        out[code] = image[top : top + side, left : left + side][pick[:, None], pick]
    return out


def _image(source: Source) -> npt.NDArray[np.uint8]:
    from mazeconv.pictures.decoding import opened

    return opened(source, IMAGE_PIXELS, _rgba, IMAGE_FORMATS, wrong="is no image that can be read")


def _rgba(image: Any) -> npt.NDArray[np.uint8]:
    return np.asarray(image.convert("RGBA"))


def _filled(size: int, colour: RGBA) -> Stamp:
    return np.full((size, size, 4), colour, np.uint8)


def _over(upper: Stamp, lower: Stamp) -> Stamp:
    """Return `upper` laid over `lower`, rounded to whole values; what is clear has no colour."""
    a, b = upper.astype(np.int64), lower.astype(np.int64)
    shine = b[..., 3:] * (255 - a[..., 3:])
    alpha = 255 * a[..., 3:] + shine
    colour = (a[..., :3] * a[..., 3:] * 255 + b[..., :3] * shine + alpha // 2) // np.maximum(alpha, 1)
    return np.concatenate((colour, (alpha + 127) // 255), axis=2).astype(np.uint8)


def _ruled(stamp: Stamp, colour: RGBA, *, floor: bool) -> Stamp:
    """Return the stamp with lines along its top and left edges, full on floor and faint elsewhere."""
    size = len(stamp)
    thick = max(1, size // 48)
    line = np.zeros((size, size), bool)
    line[:thick] = line[:, :thick] = True
    out = stamp.copy()
    if floor:
        out[line] = colour
    else:
        faint = (3 * stamp[line, :3].astype(np.int64) + colour[:3] + 2) // 4
        out[line, :3] = np.where(stamp[line, 3:] > 0, faint, stamp[line, :3])
    return out


def mixed(one: RGBA, other: RGBA, share: float) -> RGBA:
    """Return a colour between two; one that is clear leaves the other."""
    if not (one[3] and other[3]):
        return one if one[3] else other
    red, green, blue, alpha = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


def readable(on: RGBA, colours: Look) -> RGBA:
    """Return the colour, of those for floor, wall and ink, that stands out most on another."""
    choices = [c for c in (colours.floor, colours.wall, colours.ink) if c[3]] or [colours.ink]
    return max(choices, key=lambda c: abs(_brightness(c) - _brightness(on)))


def _brightness(colour: RGBA) -> int:
    red, green, blue, _ = colour
    return 299 * red + 587 * green + 114 * blue
