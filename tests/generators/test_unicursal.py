"""The unicursal labyrinth is one path through every cell."""

from __future__ import annotations

import numpy as np
import pytest

from generated import grid_of
from mazeconv.errors import GenerationError
from mazeconv.generators.unicursal import UNICURSAL
from mazeconv.grid import Grid
from mazeconv.making import unit_size
from mazeconv.shaping.draft import Frame


def ways(grid: Grid) -> np.ndarray:
    """Return how many passages each cell has."""
    count = np.zeros(grid.mask.shape, int)
    count[:, 1:] += grid.right
    count[:, :-1] += grid.right
    count[1:] += grid.down
    count[:-1] += grid.down
    return count


@pytest.mark.parametrize("size", [(2, 2), (2, 12), (12, 2), (6, 8), (30, 40)])
def test_it_is_one_path_whose_ends_lie_side_by_side(size: tuple[int, int]) -> None:
    for seed in range(10):
        grid = grid_of("unicursal", *size, seed)
        count = ways(grid)
        assert grid.passages == count.size - 1
        assert sorted(map(tuple, np.argwhere(count == 1).tolist())) == [(0, 0), (1, 0)]
        assert (count[count != 1] == 2).all()
        assert walk(grid) == count.size


def walk(grid: Grid) -> int:
    """Return how many cells the path from the first cell leads through."""
    at, before, seen = (0, 0), None, 1
    while True:
        row, col = at
        near = []
        if col < grid.cols - 1 and grid.right[row, col]:
            near.append((row, col + 1))
        if col > 0 and grid.right[row, col - 1]:
            near.append((row, col - 1))
        if row < grid.rows - 1 and grid.down[row, col]:
            near.append((row + 1, col))
        if row > 0 and grid.down[row - 1, col]:
            near.append((row - 1, col))
        onward = [place for place in near if place != before]
        if not onward:
            return seen
        at, before, seen = onward[0], at, seen + 1


@pytest.mark.parametrize(("size", "near"), [((5, 6), "6x4 or 6x6"), ((1, 1), "2x2"), ((7, 3), "2x6 or 4x8")])
def test_an_odd_size_is_an_error_that_names_the_nearest(size: tuple[int, int], near: str) -> None:
    with pytest.raises(GenerationError) as caught:
        grid_of("unicursal", *size)
    assert near in caught.value.hint


def test_a_size_in_tiles_that_does_not_fit_names_the_nearest_in_tiles() -> None:
    assert unit_size(UNICURSAL, (17, 13), Frame()) == (6, 8)
    with pytest.raises(GenerationError) as caught:
        unit_size(UNICURSAL, (15, 13), Frame())
    assert caught.value.hint == "try --size 13x13 or 17x13"


def test_a_mask_finer_than_the_blocks_is_an_error() -> None:
    mask = np.ones((6, 6), np.bool_)
    mask[3, 3] = False
    with pytest.raises(GenerationError, match="2x2") as caught:
        grid_of("unicursal", 6, 6, mask=mask)
    assert caught.value.hint


def test_the_tree_changes_the_path() -> None:
    assert not np.array_equal(grid_of("unicursal", 12, 12).right, grid_of("unicursal", 12, 12, tree="spiral").right)
