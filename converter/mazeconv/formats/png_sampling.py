"""From pixels to tiles: where the tiles of a picture begin, and what most of each is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.errors import ReadError
from mazeconv.level import Tile
from mazeconv.pictures.decoding import bands

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    Yes = npt.NDArray[np.bool_]
    Edges = npt.NDArray[np.intp]
    Box = tuple[slice, slice]

HALF = 0.5
# Shares of wall between which a tile is doubtful.
DOUBT = (0.3, 0.7)
# A picture without larger steps than a pixel is taken for one of a pixel a tile up to this side.
SMALL = 256
# The least tiles a side of a level: a wall, a floor, a wall.
LEAST = 3
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


def box_of(dark: Yes) -> Box:
    """Return the rows and columns from the first to the last that hold anything dark, or all."""
    rows, cols = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if not rows.size:
        return slice(0, dark.shape[0]), slice(0, dark.shape[1])
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(cols[0]), int(cols[-1]) + 1)


def of_grid(box: Box, cols: int, rows: int, name: str) -> Lattice:
    """Return `cols` x `rows` areas of a box as equal as pixels allow; raise `ReadError` if these are too few."""
    height, width = (side.stop - side.start for side in box)
    if cols > width or rows > height:
        raise ReadError(f"has {width} x {height} pixels for a grid of {cols} x {rows}", source=name)
    return Lattice(
        box[0].start + np.arange(rows + 1, dtype=np.intp) * height // rows,
        box[1].start + np.arange(cols + 1, dtype=np.intp) * width // cols,
    )


def of_size(box: Box, size: int, name: str) -> Lattice:
    """Return areas of `size` pixels square; raise `ReadError`, with the sizes that fit, if it does not."""
    height, width = (side.stop - side.start for side in box)
    if width % size or height % size:
        raise ReadError(
            f"is {width} x {height} pixels, which tiles of {size} do not fill", _sizes(width, height), source=name
        )
    return of_grid(box, width // size, height // size, name)


class Steps(NamedTuple):
    """Hold where a picture changes from light to dark: rows and columns in pixels, in order, and its sides."""

    down: Edges
    across: Edges
    shape: tuple[int, int]

    @classmethod
    def of(cls, dark: Yes) -> Steps:
        """Return the steps of a picture."""
        height, width = dark.shape
        across = np.zeros(width - 1, np.bool_)
        down = []
        for band in bands(height, width):
            lines = dark[band.start : band.stop + 1]
            down.append(np.flatnonzero((lines[1:] != lines[:-1]).any(axis=1)) + band.start + 1)
            across |= (dark[band, 1:] != dark[band, :-1]).any(axis=0)
        return cls(np.concatenate(down), np.flatnonzero(across) + 1, (height, width))

    def hull(self) -> Box:
        """Return the rows and columns from the first step to the last, or all if there are none."""
        if not self.down.size or not self.across.size:
            return slice(0, self.shape[0]), slice(0, self.shape[1])
        return slice(int(self.down[0]), int(self.down[-1])), slice(int(self.across[0]), int(self.across[-1]))

    def size(self, box: Box) -> int:
        """Return the pixels of the largest square tiles that fit a box and all steps."""
        places = [(steps - side.start).tolist() for steps, side in zip((self.down, self.across), box, strict=True)]
        return math.gcd(*places[0], *places[1], *(side.stop - side.start for side in box))


class Found(NamedTuple):
    """Hold the box of a picture that is read, the pixels of its tiles, and what is to be said of it."""

    box: Box
    size: int
    notice: str = ""


def found_grid(dark: Yes, marks: Iterable[Yes], *, trim: bool, smooth: bool, name: str) -> Found:
    """Return which part of a picture has tiles, and how large they are: the largest that fit all steps.

    A margin without a step in it is left out if tiles are larger without it and what is inside has walls around it.
    `marks` say where each marker's colour is, which a margin has none of. `smooth` says that there is much between
    light and dark, as in a drawing. Raises `ReadError` if there is no exact grid, with the sizes that would fit.
    """
    steps = Steps.of(dark)
    inside = box_of(dark)
    if trim:
        return Found(inside, _exact(steps, inside, smooth, name))
    whole = slice(0, dark.shape[0]), slice(0, dark.shape[1])
    size = steps.size(whole)
    walled = _walls_around(dark)
    part = inside if walled < 1 else steps.hull()
    larger = steps.size(part)
    top, bottom, left, right = (
        n for side, to in zip(part, dark.shape, strict=True) for n in (side.start, to - side.stop)
    )
    notice = ""
    a_level = part != whole and all(side.stop - side.start >= LEAST * larger for side in part)
    if a_level and walled == 1:
        if larger > size and min(top, bottom, left, right) >= larger:
            notice = f"tiles of {size} pixels fit all, tiles of {larger} all but a margin of wall; cut off what is none"
    elif a_level and _walls_around(dark[part]) > HALF and all(mark[part].sum() == mark.sum() for mark in marks):
        said = f"{left} pixels at the left, {right} at the right, {top} above and {bottom} below"
        if larger > size:
            return Found(part, larger, f"a plain margin is left out: {said}")
        notice = f"a plain margin is read as floor: {said}; -I trim leaves it out"
    return Found(whole, _exact(steps, whole, smooth, name), notice)


def _exact(steps: Steps, box: Box, smooth: bool, name: str) -> int:
    size = steps.size(box)
    height, width = (side.stop - side.start for side in box)
    if size > 1 or (max(height, width) <= SMALL and not smooth):
        return size
    raise ReadError(f"has no exact grid of tiles in its {width} x {height} pixels", _sizes(width, height), source=name)


def _walls_around(dark: Yes) -> float:
    """Return the share of the pixels at the edge of a picture that are dark."""
    return float(np.concatenate((dark[0], dark[-1], dark[:, 0], dark[:, -1])).mean())


def _sizes(width: int, height: int) -> str:
    whole = math.gcd(width, height)
    fitting = [s for s in range(whole, 0, -1) if whole % s == 0 and min(width, height) // s >= LEAST][:NAMED]
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
    wall = shares(dark, lattice)
    tiles = np.full(wall.shape, Tile.FLOOR, np.uint8)
    tiles[shares(void, lattice) > HALF] = Tile.VOID
    tiles[wall >= HALF] = Tile.WALL
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
    tiles[share < HALF] = Tile.FLOOR
    tiles[1::2, 1::2][share[1::2, 1::2] >= HALF] = Tile.WALL
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
