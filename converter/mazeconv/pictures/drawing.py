"""Draw a level as a picture of few colours, in strips: rows of palette indices that `pixels.encode` takes.

A row of tiles is mostly the same row of pixels many times over. So a picture is first a list of its lines,
each with the number of its repeats; pixels are made for a few lines at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
from msgspec import Meta

from mazeconv.errors import UsageError, WriteError
from mazeconv.pictures.codes import FRESH_FLOOR, OUTLINE, SHAPED, SOLUTION, START
from mazeconv.pictures.font import GLYPH_HEIGHT, line
from mazeconv.pictures.legend import NOTHING, SYMBOL, Entry, Legend, arrange, paint
from mazeconv.pictures.pixels import MAX_COLOURS, Strip, encode
from mazeconv.pictures.sheets import Sheet, pixels, sheet_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from mazeconv.pictures.layers import Layers
    from mazeconv.pictures.sheets import Indices
    from mazeconv.pictures.stamps import Look, Stamp

MAX_TILE_SIZE = 256
# WxH in pixels, or nothing.
Fit = Annotated[str, Meta(pattern=r"^([1-9][0-9]{0,9}x[1-9][0-9]{0,9}|)\Z")]
# What is drawn and packed at a time, in pixels: small enough for the cache, large enough for numpy.
BLOCK = 1 << 20
OPAQUE = 255


class Layout(NamedTuple):
    """Hold the measures of a picture in pixels: a tile, the margins for coordinates, the whole with the legend.

    `step` is the distance between two numbers in tiles, 0 without coordinates.
    """

    tile: int
    left: int
    top: int
    width: int
    height: int
    step: int
    legend: Legend = NOTHING


def layout(rows: int, cols: int, tile: int, *, coordinates: bool, explained: Sequence[Entry] = ()) -> Layout:
    """Return the measures of a level's picture, with a legend of what is `explained`; nothing is drawn."""
    left = top = step = 0
    if coordinates:
        scale = _scale(tile)
        widest = line(str(max(rows, cols) - 1), scale).shape[1]
        left, top = line(str(rows - 1), scale).shape[1] + 6 * scale, (GLYPH_HEIGHT + 6) * scale
        steps = (base * 10**power for power in range(8) for base in (1, 2, 5))
        step = next(s for s in steps if s * tile >= widest + 3 * scale)
    width = left + cols * tile
    legend = arrange(explained, width, top + rows * tile, tile)
    return Layout(tile, left, top, max(width, legend.width), top + rows * tile + legend.height, step, legend)


def chosen_layout(of: Callable[[int], Layout], fit: str, tile: int | None, default: int, owner: str) -> Layout:
    """Return the layout with the tile that was asked for, or with the largest that fits into `fit`, WxH pixels.

    Raises `UsageError` for both, in which `owner` is named, and `WriteError` if nothing fits.
    """
    if not fit:
        return of(tile or default)
    if tile is not None:
        raise UsageError(f"{owner}: fit and tile-size exclude each other", "fit chooses the tile-size")
    width, height = (int(side) for side in fit.split("x"))
    fitting = (of(t) for t in range(MAX_TILE_SIZE, 0, -1))
    found = next((p for p in fitting if p.width <= width and p.height <= height), None)
    if found is None:
        least = of(1)
        raise WriteError(
            f"the picture does not fit into {fit} pixels, not even with 1 pixel a tile",
            f"it needs fit={least.width}x{least.height} or more",
        )
    return found


def draw(
    drawn: Layers,
    places: Layout,
    colours: Look,
    pictures: Callable[[int], Mapping[int, Stamp]],
    *,
    grid: bool = False,
    text: Mapping[str, str] | None = None,
) -> bytes:
    """Return a PNG picture of the layers, with the fewest bits that its colours need.

    `pictures` gives for a size in pixels the pictures of some codes, in place of plain ones; `text` goes into the file.
    """
    margin = (colours.void, colours.ink) if places.step or places.legend.lines else ()
    legend = paint(places.legend, colours, pictures(SYMBOL * places.legend.scale)) if places.legend.lines else None
    sheet = sheet_of(drawn, places.tile, colours, pictures(places.tile), grid=grid, margin=margin, legend=legend)
    strips = _strips(drawn, sheet, places)
    if len(sheet.palette) <= MAX_COLOURS:
        return encode(strips, places.width, places.height, palette=sheet.palette, text=text)
    channels = 3 if (sheet.palette[:, 3] == OPAQUE).all() else 4
    table = sheet.palette[:, :channels]
    true = (Strip(table[strip.rows], strip.repeats) for strip in strips)
    return encode(true, places.width, places.height, channels=channels, text=text)


def _strips(drawn: Layers, sheet: Sheet, places: Layout) -> Iterator[Strip]:
    rows, cols = drawn.ground.shape
    side = None
    if places.step:
        yield Strip(_head(cols, sheet, places))
        side = _side(rows, sheet, places)
    right = places.width - places.left - cols * places.tile
    most = max(1, BLOCK // places.width)
    lines = np.flatnonzero(_breaks(drawn, sheet, side, most))
    repeats = np.diff(lines, append=rows * places.tile)
    cuts = np.flatnonzero(np.diff(lines // most)) + 1
    for ys, times in zip(np.split(lines, cuts), np.split(repeats, cuts), strict=True):
        parts = [pixels(drawn, sheet, ys)]
        if side is not None:
            parts.insert(0, side[ys])
        if right:
            parts.append(_blank(len(ys), right, sheet))
        yield Strip(np.hstack(parts) if len(parts) > 1 else parts[0], times)
    if sheet.legend is not None:
        strip = _blank(len(sheet.legend), places.width, sheet)
        strip[:, : sheet.legend.shape[1]] = sheet.legend
        yield Strip(strip)


def _breaks(drawn: Layers, sheet: Sheet, side: Indices | None, most: int) -> npt.NDArray[np.bool_]:
    """Return for each line of the picture, as (rows, tile), whether it may differ from the one above.

    At least every `most` lines one is said to differ, so that no line has more repeats than can be held.
    """
    tile = sheet.squares.shape[1]
    differs = np.zeros(sheet.squares.shape[:2], bool)
    for squares in (sheet.squares, sheet.covers):
        differs[:, 1:] |= (squares[:, 1:] != squares[:, :-1]).any(axis=2)
    breaks = np.empty((len(drawn.ground), tile), bool)
    grounds = np.r_[:START, FRESH_FLOOR:SOLUTION, SHAPED:OUTLINE]
    breaks[:] = differs[sheet.places[grounds[grounds < len(sheet.places)]]].any(axis=0)
    for layer in drawn.above:
        rows, lines = np.unique(layer.rows, return_inverse=True)
        there = np.zeros((len(rows), len(differs)), np.uint8)
        there[lines, sheet.places[layer.codes]] = 1
        breaks[rows] |= there @ differs.astype(np.uint16) > 0
    if side is not None:
        breaks.reshape(-1)[1:] |= (side[1:] != side[:-1]).any(axis=1)
    breaks[:, ::most] = True
    return breaks


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
