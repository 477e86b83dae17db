"""Cells and the passages between them: what lattice generators carve, and how it becomes tiles."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from mazeconv.directions import EAST, NORTH, SOUTH, STEPS, WEST, offsets
from mazeconv.errors import GenerationError, LevelError
from mazeconv.kernels import Buffer
from mazeconv.level import Tile, check_size

if TYPE_CHECKING:
    from mazeconv.kernels import Machine

PASSAGE_EAST, PASSAGE_SOUTH, VISITED = 1, 2, 4
PAIR = np.dtype("<u2")
"""Two bytes side by side, the left one the lower half: arithmetic is as quick as with half as many bytes."""
BAND = 1 << 16


class Grid(Struct, frozen=True):
    """Hold cells and passages, each stored once: one-sided walls and holes in the border cannot be written down.

    `right` is bool[rows, cols - 1], true where a cell is joined to the one on its right; `down` is
    bool[rows - 1, cols]; `mask` is bool[rows, cols], true where there is a cell.
    """

    right: npt.NDArray[np.bool_]
    down: npt.NDArray[np.bool_]
    mask: npt.NDArray[np.bool_]

    def __post_init__(self) -> None:
        rows, cols = self.mask.shape
        if self.right.shape != (rows, cols - 1) or self.down.shape != (rows - 1, cols):
            raise LevelError(
                f"passages of shape {self.right.shape} and {self.down.shape} do not fit {rows} x {cols} cells"
            )
        if not self.mask.all() and (
            (self.right & ~(self.mask[:, 1:] & self.mask[:, :-1])).any()
            or (self.down & ~(self.mask[1:] & self.mask[:-1])).any()
        ):
            raise LevelError("a passage leads into a masked cell")

    @property
    def rows(self) -> int:
        """Return the number of rows of cells."""
        return int(self.mask.shape[0])

    @property
    def cols(self) -> int:
        """Return the number of columns of cells."""
        return int(self.mask.shape[1])

    @property
    def passages(self) -> int:
        """Return the number of passages."""
        return int(np.count_nonzero(self.right)) + int(np.count_nonzero(self.down))

    def begun(self) -> Grid:
        """Return the grid without the cells that no passage reaches."""
        mask = np.zeros(self.mask.shape, np.bool_)
        mask[:, 1:] |= self.right
        mask[:, :-1] |= self.right
        mask[1:] |= self.down
        mask[:-1] |= self.down
        return Grid(self.right, self.down, mask)

    @classmethod
    def from_level(cls, tiles: npt.NDArray[np.uint8], corridor: int = 1, wall: int = 1) -> Grid:
        """Return the grid of which `tiles` is the raster; raise `LevelError` unless it is so exactly."""
        pitch = corridor + wall
        if (tiles.shape[0] - wall) % pitch or (tiles.shape[1] - wall) % pitch:
            raise LevelError(
                f"{tiles.shape[1]} x {tiles.shape[0]} tiles are no lattice of corridor {corridor}, wall {wall}"
            )
        floor = tiles == Tile.FLOOR
        # With no wall tile between two cells there would be nothing to read a passage from; wall >= 1 always.
        grid = cls(
            right=floor[wall::pitch, pitch::pitch][:, : (tiles.shape[1] - wall) // pitch - 1],
            down=floor[pitch::pitch, wall::pitch][: (tiles.shape[0] - wall) // pitch - 1],
            mask=floor[wall::pitch, wall::pitch],
        )
        walls = np.where(tiles == Tile.VOID, Tile.WALL, tiles)
        if not np.array_equal(rasterise(grid, corridor, wall), walls):
            raise LevelError("the tiles are not the raster of a lattice maze")
        return grid


def rasterise(grid: Grid, corridor: int = 1, wall: int = 1) -> npt.NDArray[np.uint8]:
    """Return the grid as tiles: uint8 of shape (rows * (corridor + wall) + wall, the same for cols).

    `corridor` and `wall` are thicknesses in tiles, at least 1. Masked cells are wall.
    """
    rows, cols = grid.rows, grid.cols
    shape = tuple(n * (corridor + wall) + wall for n in (rows, cols))
    check_size(shape[0], shape[1])
    tiles = np.empty((2 * rows + 1, 2 * cols + 1), np.uint8)
    tiles[0] = tiles[:, 0] = Tile.WALL
    right, down, mask = (part.view(np.uint8) for part in (grid.right, grid.down, grid.mask))
    # A band stays in the processor's cache.
    for top in range(0, rows, band := max(1, BAND // cols)):
        bottom = min(top + band, rows)
        # A cell and the tile to its right are one number of 16 bits, in two lines: the cells', and the one below it.
        pairs = np.zeros((bottom - top, 2, cols), PAIR)
        np.multiply(right[top:bottom], PAIR.type(256), out=pairs[:, 0, :-1])
        pairs[:, 0] |= mask[top:bottom]
        pairs[: len(down) - top, 1] = down[top:bottom]
        pairs ^= PAIR.type(257)
        tiles[2 * top + 1 : 2 * bottom + 1, 1:] = pairs.view(np.uint8).reshape(-1, 2 * cols)
    if corridor == wall == 1:
        return tiles
    wide = np.empty((2 * rows + 1, shape[1]), np.uint8)
    for i in range(corridor + wall):
        wide[:, i :: corridor + wall] = tiles[:, int(i >= wall) :: 2]
    return wide.repeat([wall, *[corridor, wall] * rows], axis=0)


def tiles_of(carved: Grid | npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return what a generator carved as tiles: a grid with corridors and walls of one tile, tiles as they are."""
    return rasterise(carved) if isinstance(carved, Grid) else carved


class Lattice(Struct, frozen=True):
    """Hold the buffers on which kernels carve: cells padded by a border that counts as visited.

    `links` has one byte a cell: PASSAGE_EAST and PASSAGE_SOUTH are passages, VISITED marks cells that are done, the
    border and masked cells. `moves` holds, for the four directions, the step to the neighbour (0 to 3), the
    step to the cell that stores the passage (4 to 7) and the passage's bit (8 to 11).
    """

    rows: int
    cols: int
    mask: npt.NDArray[np.bool_] | None
    links: Buffer
    moves: Buffer

    @classmethod
    def blank(cls, machine: Machine, rows: int, cols: int, mask: npt.NDArray[np.bool_] | None = None) -> Lattice:
        """Return a lattice in which nothing is carved; raise `GenerationError` if all is masked."""
        if mask is not None and not mask.any():
            raise GenerationError("the mask leaves no cell for a maze", "open at least one cell of the mask")
        links = machine.bytes((rows + 2) * (cols + 2))
        field = _as_array(links).reshape(rows + 2, cols + 2)
        field[:: rows + 1] = VISITED
        field[:, :: cols + 1] = VISITED
        if mask is not None:
            np.multiply(~mask, np.uint8(VISITED), out=field[1:-1, 1:-1])
        return cls(rows, cols, mask, links, machine.ints(moves(cols + 2)))

    @classmethod
    def of(cls, machine: Machine, grid: Grid) -> Lattice:
        """Return a lattice in which the passages of `grid` are carved."""
        lattice = cls.blank(machine, grid.rows, grid.cols, grid.mask)
        inner = lattice.field[1:-1, 1:-1]
        inner[:, :-1] |= grid.right
        inner[:-1] |= grid.down.view(np.uint8) << np.uint8(1)
        return lattice

    @property
    def stride(self) -> int:
        """Return the length of a padded row."""
        return self.cols + 2

    @property
    def cells(self) -> int:
        """Return how many cells can be carved."""
        return self.rows * self.cols if self.mask is None else int(np.count_nonzero(self.mask))

    @property
    def first(self) -> int:
        """Return where the first cell in reading order lies in the padded buffers."""
        at = 0 if self.mask is None else int(np.argmax(self.mask))
        return self.index(*divmod(at, self.cols))

    @property
    def field(self) -> npt.NDArray[np.uint8]:
        """Return the links as a writable view: uint8 of shape (rows + 2, cols + 2), border included."""
        return _as_array(self.links).reshape(self.rows + 2, self.stride)

    def index(self, row: int, col: int) -> int:
        """Return where the cell lies in the padded buffers."""
        return (row + 1) * self.stride + col + 1

    def grid(self) -> Grid:
        """Return what is carved, as a grid."""
        links = self.field[1:-1, 1:-1]
        mask = np.ones((self.rows, self.cols), np.bool_) if self.mask is None else self.mask
        return Grid((links[:, :-1] & PASSAGE_EAST).view(np.bool_), (links[:-1] & PASSAGE_SOUTH) != 0, mask)


@cache
def moves(stride: int) -> tuple[int, ...]:
    """Return the table of moves of a padded lattice whose rows are `stride` apart; see `Lattice`."""
    step = offsets(stride)
    stored = {
        NORTH: (step[NORTH], PASSAGE_SOUTH),
        EAST: (0, PASSAGE_EAST),
        SOUTH: (0, PASSAGE_SOUTH),
        WEST: (step[WEST], PASSAGE_EAST),
    }
    return (*step, *(stored[d][0] for d in range(len(STEPS))), *(stored[d][1] for d in range(len(STEPS))))


def _as_array(buffer: Buffer) -> npt.NDArray[np.uint8]:
    return np.frombuffer(cast("Any", buffer), np.uint8)
