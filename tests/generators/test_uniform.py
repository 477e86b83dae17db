"""Wilson's and the Aldous-Broder algorithm give each spanning tree as often as any other."""

from __future__ import annotations

import numpy as np
import pytest

from spanning import chi_square, limit, number_of_trees, trees

UNIFORM = ["wilson", "aldous-broder"]
CORNERLESS = np.array([[0, 1, 1], [1, 1, 1], [1, 1, 0]], np.bool_)
RING = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.bool_)


def full(rows: int, cols: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.ones((rows, cols), np.bool_)


def test_the_trees_are_counted_right() -> None:
    known = {(1, 1): 1, (2, 2): 4, (2, 3): 15, (3, 3): 192, (4, 4): 100352}
    assert {size: number_of_trees(full(*size)) for size in known} == known
    assert number_of_trees(RING) == 8


@pytest.mark.parametrize("name", UNIFORM)
def test_uniform_over_the_192_trees_of_3_by_3(name: str) -> None:
    assert chi_square(full(3, 3), trees(name, full(3, 3))) < limit(191)


@pytest.mark.parametrize("name", UNIFORM)
@pytest.mark.parametrize("mask", [full(2, 2), full(2, 3), full(3, 2), CORNERLESS, RING], ids=str)
def test_uniform_at_borders_and_under_masks(name: str, mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> None:
    assert chi_square(mask, trees(name, mask)) < limit(number_of_trees(mask) - 1)
