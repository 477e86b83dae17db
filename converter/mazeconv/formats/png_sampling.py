"""From pixels to tiles: where the tiles of a picture begin, and what most of each is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.errors import ReadError
from mazeconv.level import Tile
from mazeconv.pictures.decoding import bands

if TYPE_CHECKING:
    import numpy.typing as npt

    Yes = npt.NDArray[np.bool_]
    Edges = npt.NDArray[np.intp]

# Shares of wall between which a tile is doubtful.
DOUBT = (0.3, 0.7)
# A picture without larger steps than a pixel is taken for one of a pixel a tile up to this side.
SMALL = 256
NAMED = 6


class Lattice(NamedTuple):
    """Hold where tiles (cells, with thin lines) begin in a picture: rows + 1 and cols + 1 places in pixels."""

    down: Edges
    across: Edges


class Sampled(NamedTuple):
    """Hold what was found: tiles as uint8[rows, cols], which are doubtful, and the edges of their areas in pixels."""

    tiles: npt.NDArray[np.uint8]
    doubtful: Yes
    areas: Lattice


def box_of(dark: Yes) -> tuple[slice, slice]:
    """Return the rows and columns from the first to the last that hold anything dark, or all."""
    rows, cols = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if not rows.size:
        return slice(0, dark.shape[0]), slice(0, dark.shape[1])
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)


def of_grid(box: tuple[slice, slice], cols: int, rows: int, name: str) -> Lattice:
    """Return `cols` x `rows` areas of a box as equal as pixels allow; raise `ReadError` if these are too few."""
    height, width = (side.stop - side.start for side in box)
    if cols > width or rows > height:
        raise ReadError(f"has {width} x {height} pixels for a grid of {cols} x {rows}", source=name)
    return Lattice(
        box[0].start + np.arange(rows + 1, dtype=np.intp) * height // rows,
        box[1].start + np.arange(cols + 1, dtype=np.intp) * width // cols,
    )


def of_size(box: tuple[slice, slice], size: int, name: str) -> Lattice:
    """Return areas of `size` pixels square; raise `ReadError`, with the sizes that fit, if it does not."""
    height, width = (side.stop - side.start for side in box)
    if width % size or height % size:
        raise ReadError(
            f"is {width} x {height} pixels, which tiles of {size} do not fill", _sizes(width, height), source=name
        )
    return of_grid(box, width // size, height // size, name)


def found_size(dark: Yes, box: tuple[slice, slice], smooth: bool, name: str) -> int:
    """Return the pixels of a tile: the largest that fits all steps from light to dark.

    `smooth` says that there is much between light and dark, as in a drawing. Raises `ReadError` if there is no exact
    grid, with the sizes that would fit.
    """
    part = dark[box]
    height, width = part.shape
    across = np.zeros(width - 1, np.bool_)
    steps = []
    for band in bands(height, width):
        lines = part[band.start : band.stop + 1]
        steps += (np.flatnonzero((lines[1:] != lines[:-1]).any(axis=1)) + band.start + 1).tolist()
        across |= (part[band, 1:] != part[band, :-1]).any(axis=0)
    steps += (np.flatnonzero(across) + 1).tolist()
    size = math.gcd(*steps, height, width)
    if size > 1 or (max(height, width) <= SMALL and not smooth):
        return size
    raise ReadError(f"has no exact grid of tiles in its {width} x {height} pixels", _sizes(width, height), source=name)


def _sizes(width: int, height: int) -> str:
    whole = math.gcd(width, height)
    fitting = [s for s in range(whole, 0, -1) if whole % s == 0 and min(width, height) // s > 2][:NAMED]  # noqa: PLR2004 - a wall, a floor, a wall
    listed = ", ".join(f"{s} ({width // s} x {height // s})" for s in fitting)
    return (
        "-I grid=WxH takes what most of each tile is, with trim and lines=thin for drawings"
        f"; tile-size could be {listed}"
    )


def shares(yes: Yes, lattice: Lattice) -> npt.NDArray[np.float32]:
    """Return for each area the share of it that is true: float32[rows, cols]."""
    down, across = lattice
    rows, cols = len(down) - 1, len(across) - 1
    out = np.empty((rows, cols), np.float32)
    # numpy makes whole numbers of all that it adds up, eight bytes a pixel.
    for band in bands(rows, int((down[-1] - down[0]) * (across[-1] - across[0])) // rows):
        first = down[band.start]
        part = yes[first : down[band.stop], across[0] : across[-1]]
        sums = np.add.reduceat(part, across[:-1] - across[0], axis=1, dtype=np.int64)
        sums = np.add.reduceat(sums, down[band] - first, axis=0)
        out[band] = sums / (np.diff(down[band.start : band.stop + 1])[:, None] * np.diff(across))
    return out


def by_majority(dark: Yes, void: Yes, lattice: Lattice) -> Sampled:
    """Return tiles that are what at least half of their area is."""
    wall, outside = shares(dark, lattice), shares(void, lattice)
    tiles = np.where(wall >= 0.5, Tile.WALL, np.where(outside > 0.5, Tile.VOID, Tile.FLOOR)).astype(np.uint8)  # noqa: PLR2004 - half
    return Sampled(tiles, (wall > DOUBT[0]) & (wall < DOUBT[1]), lattice)


def by_lines(dark: Yes, cells: Lattice) -> Sampled:
    """Return tiles for cells with lines between them: a post, a wall and a cell become a tile each."""
    bands = Lattice(*(_bands(edges, side) for edges, side in zip(cells, dark.shape, strict=True)))
    down, across = bands
    rows, cols = len(down) - 1, len(across) - 1
    tiles = np.full((rows, cols), Tile.WALL, np.uint8)
    share = np.ones((rows, cols))
    tiles[1::2, 1::2] = Tile.FLOOR
    share[1::2, 1::2] = shares(dark, bands)[1::2, 1::2]
    # A line need not be straight: it is there if most of its way something in its band is dark.
    for row in range(0, rows, 2):
        level: Yes = np.logical_or.reduce(dark[down[row] : down[row + 1]], axis=0, keepdims=True)
        share[row, 1::2] = shares(level, Lattice(np.array([0, 1]), across))[0, 1::2]
    for col in range(0, cols, 2):
        upright: Yes = np.logical_or.reduce(dark[:, across[col] : across[col + 1]], axis=1, keepdims=True)
        share[1::2, col] = shares(upright, Lattice(down, np.array([0, 1])))[1::2, 0]
    tiles[share < 0.5] = Tile.FLOOR  # noqa: PLR2004 - half
    tiles[1::2, 1::2][share[1::2, 1::2] >= 0.5] = Tile.WALL  # noqa: PLR2004 - half
    return Sampled(tiles, (share > DOUBT[0]) & (share < DOUBT[1]), bands)


def _bands(edges: Edges, side: int) -> Edges:
    """Return where bands around the edges of cells, and what is left of the cells, begin and end."""
    widths = np.diff(edges)
    reach = max(1, int(widths.min()) // 4)
    starts = np.maximum(edges - reach, 0)
    ends = np.minimum(edges + reach, side)
    # At the outer edge the band may have no room outside.
    ends[0] = max(int(ends[0]), int(starts[0]) + 1)
    starts[-1] = min(int(starts[-1]), int(ends[-1]) - 1)
    return np.stack((starts, ends), axis=1).reshape(-1)
