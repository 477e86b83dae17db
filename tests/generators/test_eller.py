from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from generated import grid_of
from mazeconv.errors import UsageError
from mazeconv.grid import Grid, rasterise
from mazeconv.level import Place
from mazeconv.solvers.flood import distances


def run(seed: int, rows: int, cols: int, **rest: Any) -> Grid:
    return grid_of("eller", rows, cols, seed, **rest)


@pytest.mark.parametrize("horizontal", [0, 30, 100])
@pytest.mark.parametrize("vertical", [0, 30, 100])
def test_a_tree_at_every_share(horizontal: int, vertical: int) -> None:
    grid = run(1, 14, 11, horizontal=horizontal, vertical=vertical)
    assert grid.passages == 14 * 11 - 1
    assert distances(rasterise(grid), Place(1, 1)).max() > 0
    assert np.count_nonzero(distances(rasterise(grid), Place(1, 1)) >= 0) == 2 * 14 * 11 - 1


def test_all_of_a_share_opens_all() -> None:
    assert run(1, 9, 13, horizontal=100, vertical=0).right.all()
    assert run(1, 9, 13, vertical=100).down.all()


def test_legs_that_never_meet_again_are_joined() -> None:
    """Under a mask like a table, the legs part in the first row, and no later row can join them."""
    mask = np.zeros((6, 5), np.bool_)
    mask[0] = mask[:, 0] = mask[:, 4] = True
    for seed in range(30):
        grid = run(seed, 6, 5, mask=mask, horizontal=10)
        assert grid.passages == mask.sum() - 1
        assert np.count_nonzero(distances(rasterise(grid), Place(1, 1)) >= 0) == 2 * mask.sum() - 1


@pytest.mark.parametrize("option", [{"horizontal": "-1"}, {"vertical": "101"}, {"vertical": "tall"}])
def test_shares_that_are_none(option: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        run(1, 3, 3, **option)
