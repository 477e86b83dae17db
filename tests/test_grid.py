from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mazeconv.errors import GenerationError, LevelError
from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, VISITED, Grid, Lattice, rasterise
from mazeconv.kernels import Machine
from mazeconv.level import Tile

THICKNESSES = st.integers(1, 3)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    mask = draw(arrays(np.bool_, (rows, cols)))
    right = draw(arrays(np.bool_, (rows, cols - 1))) & mask[:, 1:] & mask[:, :-1]
    down = draw(arrays(np.bool_, (rows - 1, cols))) & mask[1:] & mask[:-1]
    return Grid(right, down, mask)


def same(one: Grid, other: Grid) -> bool:
    return all(np.array_equal(getattr(one, f), getattr(other, f)) for f in ("right", "down", "mask"))


def pictured(grid: Grid, corridor: int, wall: int) -> npt.NDArray[np.uint8]:
    """Draw a grid tile by tile: each tile asks which cell, passage or pillar it belongs to."""
    pitch = corridor + wall
    tiles = np.ones((grid.rows * pitch + wall, grid.cols * pitch + wall), np.uint8)
    for y, x in np.ndindex(tiles.shape):
        (row, i), (col, j) = divmod(y - wall, pitch), divmod(x - wall, pitch)
        in_row, in_col = row >= 0 and i < corridor, col >= 0 and j < corridor
        if in_row and in_col:
            tiles[y, x] = not grid.mask[row, col]
        elif in_row and 0 <= col < grid.cols - 1:
            tiles[y, x] = not grid.right[row, col]
        elif in_col and 0 <= row < grid.rows - 1:
            tiles[y, x] = not grid.down[row, col]
    return tiles


@given(grids(), THICKNESSES, THICKNESSES)
def test_raster_tile_by_tile(grid: Grid, corridor: int, wall: int) -> None:
    assert np.array_equal(rasterise(grid, corridor, wall), pictured(grid, corridor, wall))


@given(grids(), THICKNESSES, THICKNESSES)
def test_raster_and_back(grid: Grid, corridor: int, wall: int) -> None:
    tiles = rasterise(grid, corridor, wall)
    before = tiles.copy()
    assert same(Grid.from_level(tiles, corridor, wall), grid)
    tiles[tiles == Tile.WALL] = np.where(np.arange(np.count_nonzero(tiles)) % 2, Tile.VOID, Tile.WALL)
    assert same(Grid.from_level(tiles, corridor, wall), grid)
    assert np.array_equal(tiles == Tile.FLOOR, before == Tile.FLOOR)


@given(grids(), THICKNESSES, THICKNESSES, st.data())
def test_one_wrong_tile_is_seen(grid: Grid, corridor: int, wall: int, data: st.DataObject) -> None:
    """A changed tile is refused, or it is a cell, a passage or a pillar of another grid with this very raster."""
    tiles = rasterise(grid, corridor, wall)
    at = data.draw(st.tuples(*(st.integers(0, n - 1) for n in tiles.shape)))
    tiles[at] ^= 1
    try:
        other = Grid.from_level(tiles, corridor, wall)
    except LevelError:
        return
    assert np.array_equal(rasterise(other, corridor, wall), tiles)
    assert not same(other, grid)


@pytest.mark.parametrize("shape", [(1, 1), (2, 5), (5, 2), (1, 9), (9, 1), (4, 4), (8, 7)])
def test_shapes_that_are_no_lattice(shape: tuple[int, int]) -> None:
    with pytest.raises(LevelError):
        Grid.from_level(np.ones(shape, np.uint8))


def test_what_a_grid_refuses() -> None:
    def blank(rows: int, cols: int) -> npt.NDArray[np.bool_]:
        return np.zeros((rows, cols), np.bool_)

    Grid(blank(3, 3), blank(2, 4), blank(3, 4))
    for right, down in ((blank(3, 4), blank(2, 4)), (blank(3, 3), blank(3, 4)), (blank(2, 3), blank(2, 4))):
        with pytest.raises(LevelError, match="do not fit 3 x 4 cells"):
            Grid(right, down, blank(3, 4))
    mask = ~blank(3, 4)
    mask[1, 1] = False
    for row, col in ((1, 0), (1, 1)):
        right = blank(3, 3)
        right[row, col] = True
        with pytest.raises(LevelError, match="masked"):
            Grid(right, blank(2, 4), mask)
    for row, col in ((0, 1), (1, 1)):
        down = blank(2, 4)
        down[row, col] = True
        with pytest.raises(LevelError, match="masked"):
            Grid(blank(3, 3), down, mask)


@given(grids())
def test_passages_are_counted_once(grid: Grid) -> None:
    assert grid.passages == grid.right.sum() + grid.down.sum()
    assert (grid.rows, grid.cols) == grid.mask.shape


@given(grids())
def test_a_lattice_carves_what_its_moves_say(grid: Grid) -> None:
    """Carve each passage from either side: it is stored once and read back."""
    if not grid.mask.any():
        with pytest.raises(GenerationError):
            Lattice.blank(Machine(compiled=False), grid.rows, grid.cols, grid.mask)
        return
    for back in (0, 2):
        lattice = Lattice.blank(Machine(compiled=False), grid.rows, grid.cols, grid.mask)
        moves, links = lattice.moves, lattice.links
        assert lattice.cells == grid.mask.sum()
        assert links[lattice.first] == 0
        for passages, direction in ((grid.right, 1), (grid.down, 2)):
            for row, col in np.argwhere(passages):
                here = lattice.index(int(row), int(col))
                here, d = (here + moves[direction], direction ^ 2) if back else (here, direction)
                links[here + moves[4 + d]] |= moves[8 + d]
        assert same(lattice.grid(), grid)


def test_the_border_and_masked_cells_of_a_lattice_are_done() -> None:
    mask = np.array([[True, False, True], [True, True, False]])
    lattice = Lattice.blank(Machine(compiled=False), 2, 3, mask)
    field = np.array([lattice.links[i] for i in range(len(lattice.links))]).reshape(4, 5)
    assert np.array_equal(field == 0, np.pad(mask, 1))
    assert set(field.flat) == {0, VISITED}
    assert VISITED & (PASSAGE_EAST | PASSAGE_SOUTH) == 0
