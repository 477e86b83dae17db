"""Which empty cells are floor where a wall was erased, and which are void."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from mazeconv.holes import holes

# `.` floor, `#` wall, `~` a cell that stays empty, `o` one that becomes floor, `x` one beside floor that stays.
PICTURES = {
    "a wall in the middle": ["#####", "#.o.#", "#####"],
    "a post with its arms": ["#######", "#..o..#", "#ooooo#", "#..o..#", "#######"],
    "an opening in the outer wall": ["#o###", "#...#", "#####"],
    "several tiles of the outer wall": ["ooooo", "o...#", "o####"],
    "void around and a hole": ["~~~~~~", "~#####", "~#.o.#", "~#####", "~~~~~~"],
    "void inside the walls": ["#####", "##~##", "##~##", "#####", "#...#", "#####"],
    "a wall to the void around": ["~~~~~~~", "~~~~~~~", "~####~~", "~#..x~~", "~####~~", "~~~~~~~"],
    "thick walls": ["#########", "#.ooo.###", "#.ooo.###", "#.ooo.###", "#########"],
    "nothing": ["~"],
    "floor alone": ["..", ".."],
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_neighbours_tell(name: str) -> None:
    cells = np.array([list(row) for row in PICTURES[name]])
    found = holes(np.isin(cells, ["~", "o", "x"]), cells == ".")
    assert found.floor.tolist() == (cells == "o").tolist()
    assert found.outside == np.count_nonzero(cells == "x")


@given(arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(0, 2)))
def test_asked_again_nothing_is_found(tiles: np.ndarray) -> None:
    empty, floor = tiles == 2, tiles == 0
    before = empty.copy(), floor.copy()
    found = holes(empty, floor)
    assert not (found.floor & ~empty).any()
    again = holes(empty & ~found.floor, floor | found.floor)
    assert not again.floor.any()
    assert again.outside == found.outside
    assert (empty == before[0]).all()
    assert (floor == before[1]).all()
