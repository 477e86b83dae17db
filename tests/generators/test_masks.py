"""A lattice generator makes a perfect maze on a mask of any shape, at both speeds the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from clients import need
from generated import grid_of
from mazeconv.generators import GENERATORS, Generator
from mazeconv.grid import Grid
from mazeconv.rng import Stream

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")

LATTICE = [g for g in GENERATORS.all() if g.unit == "cells"]


def reach(right: npt.NDArray[np.bool_], down: npt.NDArray[np.bool_], row: int, col: int) -> npt.NDArray[np.bool_]:
    """Return the cells that passages lead to from one cell."""
    seen = np.zeros((right.shape[0], down.shape[1]), np.bool_)
    seen[row, col] = True
    todo = [(row, col)]
    while todo:
        r, c = todo.pop()
        near = []
        if c < right.shape[1] and right[r, c]:
            near.append((r, c + 1))
        if c > 0 and right[r, c - 1]:
            near.append((r, c - 1))
        if r < down.shape[0] and down[r, c]:
            near.append((r + 1, c))
        if r > 0 and down[r - 1, c]:
            near.append((r - 1, c))
        for r2, c2 in near:
            if not seen[r2, c2]:
                seen[r2, c2] = True
                todo.append((r2, c2))
    return seen


def random_mask(rows: int, cols: int, seed: int) -> npt.NDArray[np.bool_]:
    """Return a connected mask full of holes and bays: the part of a random one in which its middle lies."""
    words = Stream(seed).words()
    field = np.array([next(words) >> 30 != 0 for _ in range(rows * cols)]).reshape(rows, cols)
    field[rows // 2, cols // 2] = True
    return reach(field[:, 1:] & field[:, :-1], field[1:] & field[:-1], rows // 2, cols // 2)


def scaled(generator: Generator, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return a mask of which each cell is a block as large as the generator's step, as it cannot do finer ones."""
    width, height = generator.step
    return mask.repeat(height, axis=0).repeat(width, axis=1)


def carve(generator: Generator, mask: npt.NDArray[np.bool_], seed: int, engine: Engine, **options: Any) -> Grid:
    """Return the generator's maze on the mask."""
    rows, cols = mask.shape
    return grid_of(generator.name, rows, cols, seed, mask, engine, **options)


def assert_perfect(grid: Grid, mask: npt.NDArray[np.bool_]) -> None:
    np.testing.assert_array_equal(grid.mask, mask)
    assert grid.passages == int(np.count_nonzero(mask)) - 1
    row, col = np.argwhere(mask)[0]
    np.testing.assert_array_equal(reach(grid.right, grid.down, int(row), int(col)), mask)


@pytest.mark.parametrize("generator", LATTICE, ids=lambda g: g.name)
@pytest.mark.parametrize("seed", range(12))
def test_a_maze_on_a_mask_is_perfect_and_the_same_at_both_speeds(generator: Generator, seed: int) -> None:
    rows, cols = [(1, 9), (9, 1), (4, 5), (7, 7), (12, 17), (23, 19)][seed % 6]
    mask = scaled(generator, random_mask(rows, cols, seed))
    plain = carve(generator, mask, seed, "python")
    assert_perfect(plain, mask)
    need("numba")
    fast = carve(generator, mask, seed, "numba")
    np.testing.assert_array_equal(plain.right, fast.right)
    np.testing.assert_array_equal(plain.down, fast.down)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(
            ("binary-tree", {"corner": corner, "bias": bias})
            for corner in ("nw", "ne", "sw", "se")
            for bias in (0, 0.3, 1)
        ),
        *(("sidewinder", {"run": run}) for run in (0, 0.8, 1)),
        ("recursive-division", {"split": "random"}),
        *(
            ("spiral", {"corner": corner, "turn": turn})
            for corner in ("nw", "ne", "sw", "se")
            for turn in ("right", "left")
        ),
        *(("unicursal", {"tree": tree}) for tree in ("binary-tree", "spiral", "hunt-and-kill")),
    ],
    ids=str,
)
def test_the_options_keep_it_perfect(name: str, options: dict[str, object]) -> None:
    generator = GENERATORS.get(name)
    for mask in (np.ones((6, 8), np.bool_), random_mask(12, 17, 5)):
        cells = scaled(generator, mask)
        assert_perfect(carve(generator, cells, 3, "python", **options), cells)


@pytest.mark.parametrize("generator", LATTICE, ids=lambda g: g.name)
def test_a_maze_does_not_depend_on_how_its_kernels_are_sliced(
    generator: Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    mask = scaled(generator, random_mask(9, 11, 4))
    whole = carve(generator, mask, 4, "python")
    monkeypatch.setattr("mazeconv.kernels.PLAIN_BUDGET", 1)
    sliced = carve(generator, mask, 4, "python")
    np.testing.assert_array_equal(whole.right, sliced.right)
    np.testing.assert_array_equal(whole.down, sliced.down)
