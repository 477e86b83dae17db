from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from clients import need
from generated import grid_of
from mazeconv.directions import STEPS
from mazeconv.errors import UsageError
from mazeconv.generators import GENERATORS
from mazeconv.grid import Grid, rasterise
from mazeconv.level import Tile
from mazeconv.options.building import build

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")


def shares(grid: Grid) -> list[float]:
    """Return which percent of the cells are dead ends, straights, turns, T junctions and crossings."""
    right, down = np.pad(grid.right, ((0, 0), (1, 1))).astype(int), np.pad(grid.down, ((1, 1), (0, 0))).astype(int)
    across, along = right[:, 1:] + right[:, :-1], down[1:] + down[:-1]
    ways = across + along
    straight = (ways == 2) & (across != 1)
    counts = [
        (ways == 1).sum(),
        straight.sum(),
        (ways == 2).sum() - straight.sum(),
        (ways == 3).sum(),
        (ways == 4).sum(),
    ]
    return [100 * float(c) / ways.size for c in counts]


def mean_shares(name: str, mazes: int, **options: Any) -> list[float]:
    need("numba")
    found = [shares(grid_of(name, 100, 100, f"{name} {i}", engine="numba", **options)) for i in range(mazes)]
    return [float(share) for share in np.mean(found, axis=0)]


def test_backtracker_has_the_known_fingerprint() -> None:
    assert mean_shares("backtracker", 60) == pytest.approx([10.0, 31, 50, 9.7, 0.2], abs=0.7)


def test_growing_tree_spans_from_backtracker_to_prim() -> None:
    newest = mean_shares("growing-tree", 60, pick="newest")
    mixed = mean_shares("growing-tree", 60, pick="newest:3,random:1")
    anywhere = mean_shares("growing-tree", 60, pick="random")
    assert newest[0] == pytest.approx(10.0, abs=0.5)
    assert anywhere[0] == pytest.approx(27.5, abs=0.5)
    assert newest[0] < mixed[0] < anywhere[0]


def test_oldest_grows_outwards_from_the_root() -> None:
    """The oldest cell is emptied first, so that every cell lies as near to the root as it can."""
    tiles = rasterise(grid_of("growing-tree", 12, 15, "1", pick="oldest"))
    far = {(1, 1): 0}
    ahead = [(1, 1)]
    for row, col in ahead:
        for r, c in STEPS:
            tile = (row + r, col + c)
            if tiles[tile] == Tile.FLOOR and tile not in far:
                far[tile] = far[row, col] + 1
                ahead.append(tile)
    assert all(steps == row - 1 + col - 1 for (row, col), steps in far.items())


def dug(rows: int, cols: int, draw: random.Random) -> Grid:
    """Dig as the article says, slowly: walk from a random dug cell that has room until a random step is blocked."""
    cells = [(0, 0)]
    right, down = np.zeros((rows, cols - 1), np.bool_), np.zeros((rows - 1, cols), np.bool_)
    taken = np.zeros((rows, cols), np.bool_)
    taken[0, 0] = True

    def room(row: int, col: int) -> bool:
        return 0 <= row < rows and 0 <= col < cols and not taken[row, col]

    while len(cells) < rows * cols:
        row, col = draw.choice(cells)
        if not any(room(row + i, col + j) for i, j in STEPS):
            continue
        while True:
            i, j = draw.choice(STEPS)
            if not room(row + i, col + j):
                break
            (down if i else right)[min(row, row + i), min(col, col + j)] = True
            row, col = row + i, col + j
            cells.append((row, col))
            taken[row, col] = True
    return Grid(right, down, np.ones((rows, cols), np.bool_))


def test_dig_is_the_articles_digging() -> None:
    draw = random.Random(1)
    slow = np.mean([shares(dug(20, 20, draw)) for _ in range(150)], axis=0)
    fast = np.mean([shares(grid_of("dig", 20, 20, str(i))) for i in range(600)], axis=0)
    assert fast == pytest.approx(slow, abs=0.7)


def test_a_single_pick_has_no_weight() -> None:
    one = rasterise(grid_of("growing-tree", 9, 9, "1", pick="random"))
    assert np.array_equal(one, rasterise(grid_of("growing-tree", 9, 9, "1", pick="random:7")))
    assert np.array_equal(one, rasterise(grid_of("growing-tree", 9, 9, "1", pick="random:7,newest:0")))


@pytest.mark.parametrize("pick", ["", "newest:0", "tallest", "newest:-1", "newest:1:2", "newest:1234567"])
def test_picks_that_are_none(pick: str) -> None:
    with pytest.raises(UsageError):
        build(GENERATORS.get("growing-tree").options, {"pick": pick}, "growing-tree")
