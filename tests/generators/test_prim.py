from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from generated import grid_of
from mazeconv.errors import UsageError
from mazeconv.grid import Grid

SHAPE = np.array([[0, 1, 1, 0, 0], [1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 0, 1, 1]], np.bool_)


def run(seed: int, mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]], **options: Any) -> Grid:
    rows, cols = mask.shape
    return grid_of("prim", rows, cols, seed, mask, **options)


@pytest.mark.parametrize("mask", [SHAPE, np.ones((9, 6), np.bool_), np.ones((1, 1), np.bool_)], ids=str)
def test_the_modified_form_is_a_tree_too(mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> None:
    for seed in range(20):
        # Passages, one fewer than cells, that leave no cell without any, from one root outward, are a tree.
        assert run(seed, mask, form="modified").passages == mask.sum() - 1


def test_the_forms_differ() -> None:
    square = np.ones((20, 20), np.bool_)
    one, other = (run(1, square, form=form) for form in ("simplified", "modified"))
    assert not np.array_equal(one.right, other.right)
    assert np.array_equal(one.right, run(1, square).right)


def test_a_form_that_is_none() -> None:
    with pytest.raises(UsageError) as caught:
        run(1, SHAPE, form="modifid")
    assert "modified" in caught.value.hint
