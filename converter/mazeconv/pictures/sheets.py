"""What pictures are put together of: a square of palette indices for each code, and how layers become lines.

The palette holds the colours that are seen and no others, so that the picture needs as few bits as can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.level import Tile
from mazeconv.pictures.codes import HEAT, SOLUTION, START
from mazeconv.pictures.layers import Layers, Overlay
from mazeconv.pictures.pixels import MAX_COLOURS
from mazeconv.pictures.stamps import grounds, mark
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

    from mazeconv.pictures.layers import Ground
    from mazeconv.pictures.stamps import RGBA, Look, Stamp

    Indices = npt.NDArray[np.unsignedinteger]

# Tiles counted at a time.
BAND = 1 << 20
# As many codes as a byte can hold.
BYTES = 256


class Sheet(NamedTuple):
    """Hold what a picture is made of: squares of palette indices, and the RGBA palette.

    `places` says for each code at which of the squares it is; the first is for codes that are not there. `covers` says
    which pixels of a square hide what lies below. `paper` and `ink` are the indices of the margin's colours; `legend`
    is the strip below, in indices.
    """

    squares: Indices
    places: npt.NDArray[np.intp]
    covers: npt.NDArray[np.bool_]
    palette: npt.NDArray[np.uint8]
    paper: int = 0
    ink: int = 0
    legend: Indices | None = None


def sheet_of(
    drawn: Layers,
    size: int,
    colours: Look,
    tiles: Mapping[int, Stamp],
    *,
    grid: bool = False,
    margin: tuple[RGBA, ...] = (),
    legend: Stamp | None = None,
) -> Sheet:
    """Return the sheet for layers drawn with tiles of `size` pixels; `margin` holds the colours of paper and ink."""
    counts = _counts(drawn.ground)
    marked = {code for layer in drawn.above for code in unique(layer.codes).tolist()}
    below = grounds(np.flatnonzero(counts).tolist(), size, colours, tiles, grid=grid)
    edged = bool(counts[HEAT:SOLUTION].any())
    above = {code: mark(code, size, colours, tiles, edged=edged) for code in sorted(marked)}
    return _sheet(drawn, counts, below, above, margin, legend)


def samples(grounds: Iterable[int], marks: Iterable[int]) -> Layers:
    """Return a row of tiles on which all these codes are seen: the grounds bare, then the marks on floor."""
    bare, marked = sorted(grounds), sorted(marks)
    ground = np.array([[*bare, *[Tile.FLOOR] * len(marked)]], np.uint8)
    return Layers(ground, (Overlay.of(np.array([[*[0] * len(bare), *marked]], np.uint16)),))


def _sheet(
    drawn: Layers,
    counts: npt.NDArray[np.int64],
    below: Mapping[int, Stamp],
    above: Mapping[int, tuple[Stamp, npt.NDArray[np.bool_]]],
    margin: tuple[RGBA, ...],
    legend: Stamp | None,
) -> Sheet:
    stamps = {**below, **{code: stamp for code, (stamp, _) in above.items()}}
    size = len(next(iter(stamps.values())))
    strip = _colours(np.zeros((0, 0, 4), np.uint8) if legend is None else legend)
    pixels = _colours(np.concatenate([*stamps.values(), np.array(margin, np.uint8)], axis=None).reshape(-1, 4))
    # A legend may be large, and an index for each of its pixels would be larger; it has few colours.
    values, found = np.unique(np.concatenate([pixels.ravel(), unique(strip)]), return_inverse=True)
    indices = found.ravel()
    end = len(stamps) * size * size
    codes = list(stamps)
    places = np.zeros(max(BYTES, max(codes) + 1), np.intp)
    places[codes] = np.arange(1, len(codes) + 1)
    squares = np.zeros((len(codes) + 1, size, size), np.uint32)
    squares[1:] = indices[:end].reshape(-1, size, size)
    covers = np.zeros(squares.shape, np.bool_)
    for code, (_, cover) in above.items():
        covers[places[code]] = cover
    seen = np.zeros(len(values), np.bool_)
    seen[indices[end:]] = True
    _see(drawn, counts, places, squares, covers, seen)
    entry = np.cumsum(seen) - 1
    palette = values[seen].astype("<u4").view(np.uint8).reshape(-1, 4)
    kind = np.uint8 if len(palette) <= MAX_COLOURS else np.uint32
    paper, ink = entry[indices[end : end + len(margin)]].tolist() if margin else (0, 0)
    explained: Indices | None = None
    if legend is not None:
        explained = np.array([entry[np.searchsorted(values, line)] for line in strip], kind)
    return Sheet(entry[squares].astype(kind), places, covers, palette, paper, ink, explained)


def _colours(pixels: Stamp) -> npt.NDArray[np.uint32]:
    """Return RGBA pixels as one number each; what is clear has no colour, as nobody can tell its colours apart."""
    out: npt.NDArray[np.uint32] = np.ascontiguousarray(pixels).view("<u4")[..., 0]
    return np.where(pixels[..., 3] > 0, out, np.uint32(0))


def _see(
    drawn: Layers,
    counts: npt.NDArray[np.int64],
    places: npt.NDArray[np.intp],
    squares: Indices,
    covers: npt.NDArray[np.bool_],
    seen: npt.NDArray[np.bool_],
) -> None:
    """Mark the colours that are seen, mix by mix of what lies on a tile."""
    ground = drawn.ground.reshape(-1)
    flat = [layer.rows * drawn.ground.shape[1] + layer.cols for layer in drawn.above]
    tiles = unique(np.concatenate([np.zeros(0, np.intp), *flat]))
    kind = np.result_type(ground, *(layer.codes for layer in drawn.above))
    stacks = np.zeros((len(tiles), 1 + len(flat)), kind)
    stacks[:, 0] = ground[tiles]
    for number, (at, layer) in enumerate(zip(flat, drawn.above, strict=True), 1):
        stacks[np.searchsorted(tiles, at), number] = layer.codes
    bare = counts - np.bincount(stacks[:, 0], minlength=len(counts))
    for code in np.flatnonzero(bare):
        seen[squares[places[code]]] = True
    for lowest, *above in places[unique(stacks, axis=0)].tolist():
        square = squares[lowest].copy()
        for number in above:
            square[covers[number]] = squares[number][covers[number]]
        seen[square] = True


def _counts(codes: Ground) -> npt.NDArray[np.int64]:
    """Return how often each code is there, int64[256] or more."""
    counts = np.zeros(max(256, int(codes.max()) + 1), np.int64)
    band = max(1, BAND // codes.shape[1])
    for top in range(0, len(codes), band):
        rows = codes[top : top + band]
        least = int(rows.max()) + 1
        if least <= START:
            # A comparison for each of few codes is much quicker than counting.
            counts[:least] += [np.count_nonzero(rows == code) for code in range(least)]
        else:
            counts += np.bincount(rows.reshape(-1), minlength=len(counts))
    return counts


def pixels(drawn: Layers, sheet: Sheet, ys: npt.NDArray[np.intp]) -> Indices:
    """Return the lines `ys` of a picture, counted in pixels from the top of the first tile: (lines, cols * tile)."""
    tile = sheet.squares.shape[1]
    rows, within = ys // tile, ys % tile
    lines = _ground(drawn.ground[rows], sheet, within)
    for layer in drawn.above:
        first, end = (np.searchsorted(layer.rows, rows, side) for side in ("left", "right"))
        line = np.repeat(np.arange(len(rows)), end - first)
        if len(line):
            lines = lines if lines.flags.writeable else lines.copy()
            # The k-th mark of a line: where its row's marks begin, and how many lines' marks lie before.
            marks = np.arange(len(line)) + np.repeat(first - np.cumsum(end - first) + (end - first), end - first)
            numbers, y = sheet.places[layer.codes[marks]], within[line]
            squares = lines.reshape(len(lines), -1, tile)
            places = (line, layer.cols[marks])
            squares[places] = np.where(sheet.covers[numbers, y], sheet.squares[numbers, y], squares[places])
    return lines


def _ground(codes: Ground, sheet: Sheet, ys: npt.NDArray[np.intp]) -> Indices:
    """Return lines of pixels, (lines, cols * tile).

    Line i runs through row `ys[i]` of the squares that `codes[i]`, a row of tiles, names.
    """
    squares, tile = sheet.squares, sheet.squares.shape[1]
    if tile == 1 and squares.dtype == codes.dtype == np.uint8:
        table = squares[sheet.places[:BYTES]].tobytes()
        return np.frombuffer(codes.tobytes().translate(table), np.uint8).reshape(codes.shape)
    places = (sheet.places * tile).take(codes) + ys[:, None]
    lines: Indices = squares.reshape(-1, tile).take(places, axis=0)
    return lines.reshape(len(codes), -1)
