"""Draw a level as a picture of few colours, in strips: rows of palette indices that `pixels.encode` takes.

A row of tiles is mostly the same row of pixels many times over. So a picture is first a list of its lines,
each with the number of its repeats; pixels are made for a few lines at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.font import GLYPH_HEIGHT, line
from mazeconv.pixels import MAX_COLOURS, Strip, encode
from mazeconv.stamps import START, code_of, stamps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from mazeconv.level import Level
    from mazeconv.stamps import RGBA, Look, Stamp

    Indices = npt.NDArray[np.unsignedinteger]

# What is drawn and packed at a time, in pixels: small enough for the cache, large enough for numpy.
BLOCK = 1 << 20
OPAQUE = 255


class Layout(NamedTuple):
    """Hold the measures of a picture in pixels: a tile, the margins for coordinates, the whole.

    `step` is the distance between two numbers in tiles, 0 without coordinates.
    """

    tile: int
    left: int
    top: int
    width: int
    height: int
    step: int


class Sheet(NamedTuple):
    """Hold what a picture is made of: for each code a square of palette indices, and the RGBA palette.

    `paper` and `ink` are the indices of the margin's colours.
    """

    squares: Indices
    palette: npt.NDArray[np.uint8]
    paper: int
    ink: int


def layout(rows: int, cols: int, tile: int, *, coordinates: bool) -> Layout:
    """Return the measures of a level's picture; nothing is drawn."""
    if not coordinates:
        return Layout(tile, 0, 0, cols * tile, rows * tile, 0)
    scale = _scale(tile)
    widest = line(str(max(rows, cols) - 1), scale).shape[1]
    left, top = line(str(rows - 1), scale).shape[1] + 6 * scale, (GLYPH_HEIGHT + 6) * scale
    steps = (base * 10**power for power in range(8) for base in (1, 2, 5))
    step = next(s for s in steps if s * tile >= widest + 3 * scale)
    return Layout(tile, left, top, left + cols * tile, top + rows * tile, step)


def draw(
    level: Level,
    places: Layout,
    colours: Look,
    tiles: Mapping[int, Stamp],
    *,
    grid: bool = False,
    text: Mapping[str, str] | None = None,
) -> bytes:
    """Return a PNG picture of the level, with the fewest bits that its colours need.

    `tiles` holds pictures for some of the codes of `stamps.stamps`; `text` goes into the file.
    """
    codes = codes_of(level)
    used = [code for code in range(START) if (codes == code).any()]
    used += sorted({code_of(m.kind) for m in level.markers})
    margin = (colours.void, colours.ink) if places.step else ()
    sheet = indexed(stamps(used, places.tile, colours, tiles, grid=grid), margin)
    strips = _strips(level, codes, sheet, places)
    if len(sheet.palette) <= MAX_COLOURS:
        return encode(strips, places.width, places.height, palette=sheet.palette, text=text)
    channels = 3 if (sheet.palette[:, 3] == OPAQUE).all() else 4
    table = sheet.palette[:, :channels]
    true = (Strip(table[strip.rows], strip.repeats) for strip in strips)
    return encode(true, places.width, places.height, channels=channels, text=text)


def indexed(pictures: Mapping[int, Stamp], margin: tuple[RGBA, ...]) -> Sheet:
    """Return the pictures as indices into one palette of the colours that they and the margin use."""
    size = len(next(iter(pictures.values())))
    pixels = np.concatenate([*(p.reshape(-1, 4) for p in pictures.values()), np.array(margin, np.uint8).reshape(-1, 4)])
    # What is clear has no colour: else the palette would tell apart what nobody can see.
    pixels[pixels[:, 3] == 0] = 0
    values, indices = np.unique(np.ascontiguousarray(pixels).view("<u4").ravel(), return_inverse=True)
    palette = values.astype("<u4").view(np.uint8).reshape(-1, 4)
    kind = np.uint8 if len(palette) <= MAX_COLOURS else np.uint32
    indices = indices.ravel()
    squares: Indices = np.zeros((max(pictures) + 1, size, size), kind)
    end = len(pictures) * size * size
    squares[list(pictures)] = indices[:end].reshape(-1, size, size)
    paper, ink = indices[end:] if margin else (0, 0)
    return Sheet(squares, palette, int(paper), int(ink))


def codes_of(level: Level) -> npt.NDArray[np.uint8]:
    """Return what is drawn on each tile: its marker's code or its own role."""
    if not level.markers:
        return level.tiles
    codes = level.tiles.copy()
    for marker in level.markers:
        codes[marker.place] = code_of(marker.kind)
    return codes


def _strips(level: Level, codes: npt.NDArray[np.uint8], sheet: Sheet, places: Layout) -> Iterator[Strip]:
    side = None
    if places.step:
        yield Strip(_head(level.cols, sheet, places))
        side = _side(level.rows, sheet, places)
    most = max(1, BLOCK // places.width)
    lines = np.flatnonzero(_breaks(level, sheet, side, most))
    repeats = np.diff(lines, append=level.rows * places.tile)
    cuts = np.flatnonzero(np.diff(lines // most)) + 1
    for ys, times in zip(np.split(lines, cuts), np.split(repeats, cuts), strict=True):
        pixels = _pixels(codes[ys // places.tile], sheet.squares, ys % places.tile)
        yield Strip(pixels if side is None else np.hstack((side[ys], pixels)), times)


def _breaks(level: Level, sheet: Sheet, side: Indices | None, most: int) -> npt.NDArray[np.bool_]:
    """Return for each line of the picture, as (rows, tile), whether it may differ from the one above.

    At least every `most` lines one is said to differ, so that no line has more repeats than can be held.
    """
    tile = sheet.squares.shape[1]
    differs = np.zeros(sheet.squares.shape[:2], bool)
    differs[:, 1:] = (sheet.squares[:, 1:] != sheet.squares[:, :-1]).any(axis=2)
    breaks = np.empty((level.rows, tile), bool)
    breaks[:] = differs[:START].any(axis=0)
    for marker in level.markers:
        breaks[marker.row] |= differs[code_of(marker.kind)]
    if side is not None:
        breaks.reshape(-1)[1:] |= (side[1:] != side[:-1]).any(axis=1)
    breaks[:, ::most] = True
    return breaks


def _pixels(codes: npt.NDArray[np.uint8], squares: Indices, ys: npt.NDArray[np.intp]) -> Indices:
    """Return lines of pixels, (lines, cols * tile).

    Line i runs through row `ys[i]` of the squares that `codes[i]`, a row of tiles, names.
    """
    count, tile = squares.shape[:2]
    if tile == 1 and squares.dtype == np.uint8:
        table = squares.tobytes() + bytes(256 - count)
        return np.frombuffer(codes.tobytes().translate(table), np.uint8).reshape(codes.shape)
    places = codes.astype(np.intp) * tile + ys[:, None]
    lines: Indices = squares.reshape(-1, tile).take(places, axis=0)
    return lines.reshape(len(codes), -1)


def _head(cols: int, sheet: Sheet, places: Layout) -> Indices:
    """Return the upper margin: the columns' numbers, each over the middle of its tile."""
    head = _blank(places.top, places.width, sheet)
    scale = _scale(places.tile)
    bottom = places.top - 4 * scale
    free = 0
    for col in range(0, cols, places.step):
        shape = line(str(col), scale)
        middle = places.left + col * places.tile + places.tile // 2
        left = _start(middle, shape.shape[1], places.width)
        if left >= free:
            free = left + shape.shape[1] + scale
            head[bottom - len(shape) : bottom, left : left + shape.shape[1]][shape == 1] = sheet.ink
            _tick(head[places.top - 3 * scale : places.top - scale], middle, sheet, places)
    return head


def _side(rows: int, sheet: Sheet, places: Layout) -> Indices:
    """Return the left margin below the upper one: the rows' numbers, each beside the middle of its tile."""
    side = _blank(rows * places.tile, places.left, sheet)
    scale = _scale(places.tile)
    right = places.left - 4 * scale
    free = 0
    for row in range(0, rows, places.step):
        shape = line(str(row), scale)
        middle = row * places.tile + places.tile // 2
        top = _start(middle, len(shape), len(side))
        if top >= free:
            free = top + len(shape) + scale
            side[top : top + len(shape), right - shape.shape[1] : right][shape == 1] = sheet.ink
            _tick(side[:, places.left - 3 * scale : places.left - scale].T, middle, sheet, places)
    return side


def _start(middle: int, length: int, room: int) -> int:
    """Return where a label around `middle` starts so that it ends within `room`; below 0 if it cannot."""
    return min(max(middle - length // 2, 0), room - length)


def _tick(band: Indices, middle: int, sheet: Sheet, places: Layout) -> None:
    """Draw the line from a number to its tile, where numbers are not on every tile."""
    if places.step > 1:
        thick = min(_scale(places.tile), places.tile)
        band[:, middle : middle + thick] = sheet.ink


def _blank(height: int, width: int, sheet: Sheet) -> Indices:
    return np.full((height, width), sheet.paper, sheet.squares.dtype)


def _scale(tile: int) -> int:
    """Return how many pixels wide a dot of the numbers is."""
    return max(1, round(tile / 20))
