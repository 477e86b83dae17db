"""What one tile looks like: a picture for each role and marker, from a theme's colours or a tileset image."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.errors import ReadError
from mazeconv.level import Tile
from mazeconv.marks import badge, disc, flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

    from mazeconv.source import Source
    from mazeconv.themes import Theme

    Stamp = npt.NDArray[np.uint8]

RGBA = tuple[int, int, int, int]
NONE: RGBA = (0, 0, 0, 0)
START = 3
GOAL = 4
LETTERS = 5
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


def look(theme: Theme, changes: Mapping[str, RGBA]) -> Look:
    """Return a theme's colours, some of them replaced."""
    return Look(**{name: (*colour, 255) for name, colour in theme._asdict().items()} | dict(changes))


def code_of(kind: str) -> int:
    """Return the code under which a marker of `kind` is drawn; codes below `START` are the roles of tiles."""
    return {"start": START, "goal": GOAL}.get(kind) or LETTERS + ord(kind[0]) - ord("a")


def stamps(
    codes: Iterable[int], size: int, colours: Look, tiles: Mapping[int, Stamp], *, grid: bool
) -> dict[int, Stamp]:
    """Return for each code its picture, uint8 RGBA of (size, size, 4).

    `tiles` holds pictures that take the place of plain colours; a wall's and a marker's lie over the floor's.
    """
    plain = {Tile.FLOOR: colours.floor, Tile.WALL: colours.wall, Tile.VOID: colours.void}
    floor = tiles.get(Tile.FLOOR, _filled(size, colours.floor))
    out = {}
    for code in codes:
        if code == Tile.VOID or code not in tiles:
            stamp = floor if code > Tile.VOID else tiles.get(code, _filled(size, plain[Tile(code)]))
        else:
            stamp = _over(tiles[code], floor)
        if grid:
            stamp = _ruled(stamp, colours.grid, floor=code not in (Tile.WALL, Tile.VOID))
        out[code] = _marked(stamp, code, colours) if code > Tile.VOID and code not in tiles else stamp
    return out


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
    from io import BytesIO

    from PIL import Image

    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures from a limit of its own; ours is lower and is an error.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(source.data), formats=IMAGE_FORMATS) as image:
                width, height = image.size
                if width * height <= IMAGE_PIXELS:
                    return np.asarray(image.convert("RGBA"))
    except Exception as error:  # Pillow's decoders raise whatever a damaged file makes them stumble over
        raise ReadError(
            "is no image that can be read", "use a " + ", ".join(IMAGE_FORMATS) + " file", source=source.name
        ) from error
    raise ReadError(
        f"is too large: {width} x {height} pixels, the limit is {IMAGE_PIXELS:,} in all", source=source.name
    )


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


def _marked(stamp: Stamp, code: int, colours: Look) -> Stamp:
    size = len(stamp)
    if code in (START, GOAL):
        mask, colour = (disc(size), colours.start) if code == START else (flag(size), colours.goal)
    else:
        mask, colour = badge(size, chr(code - LETTERS + ord("a"))), colours.marker
    out = stamp.copy()
    out[mask == 1] = colour
    out[mask == 2] = readable(colour, colours)  # noqa: PLR2004 - the letter in a badge
    return out


def readable(on: RGBA, colours: Look) -> RGBA:
    """Return the colour, of those for floor, wall and ink, that stands out most on another."""
    choices = [c for c in (colours.floor, colours.wall, colours.ink) if c[3]] or [colours.ink]
    return max(choices, key=lambda c: abs(_brightness(c) - _brightness(on)))


def _brightness(colour: RGBA) -> int:
    red, green, blue, _ = colour
    return 299 * red + 587 * green + 114 * blue
