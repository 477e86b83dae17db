"""Many mazes in one call are the same mazes, one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazeconv
from clients import need
from mazeconv.batches import Batch
from mazeconv.errors import GenerationError, UsageError
from mazeconv.generators import GENERATORS
from mazeconv.making import make

LATTICE = [name for name in GENERATORS.builtin if GENERATORS.get(name).unit == "cells"]


@pytest.mark.parametrize("engine", ["python", "numba"])
@pytest.mark.parametrize("name", LATTICE)
def test_each_maze_is_the_one_that_its_seed_makes_alone(name: str, engine: str) -> None:
    if engine == "numba":
        need("numba")
    made = mazeconv.batch(6, name, cells=(8, 6), seed="many", engine=engine)  # type: ignore[arg-type]
    assert len(made) == 6
    for index, tiles in enumerate(made.tiles()):
        alone = make(made.recipe_of(index))
        assert np.array_equal(tiles, alone.tiles)
        assert made[index] == alone
        again = mazeconv.generate(name, cells=(8, 6), seed=int(made.seeds[index]))
        assert np.array_equal(tiles, again.tiles)


@given(st.integers(1, 30), st.integers(0, 1 << 40), st.integers(1, 9), st.integers(1, 9))
def test_any_split_gives_the_same(count: int, first: int, rows: int, cols: int) -> None:
    def part(first: int, count: int) -> Batch:
        return mazeconv.batch(count, "backtracker", cells=(cols, rows), seed=1, first=first)

    whole, cut = part(first, count), count // 2
    pieces = ([part(first, cut)] if cut else []) + [part(first + cut, count - cut)]
    assert np.array_equal(whole.links, np.concatenate([p.links for p in pieces]))
    assert np.array_equal(whole.seeds, np.concatenate([p.seeds for p in pieces]))


def test_options_reach_every_maze() -> None:
    made = mazeconv.batch(3, "growing-tree", cells=(9, 9), seed=1, pick="oldest")
    alone = mazeconv.generate("growing-tree", cells=(9, 9), seed=int(made.seeds[2]), pick="oldest")
    assert np.array_equal(made.tiles()[2], alone.tiles)
    assert made.recipe_of(2).options == {"pick": "oldest"}


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(GenerationError, match="carves tiles"):
        mazeconv.batch(3, "labyrinth")
    with pytest.raises(GenerationError, match="odd"):
        mazeconv.batch(3, "dig", (14, 13))
    with pytest.raises(UsageError, match="count must be a whole number of at least 1, not 0"):
        mazeconv.batch(0)


def test_a_batch_says_what_it_cannot_take() -> None:
    with pytest.raises(UsageError, match="plain mazes, without mask, shape") as caught:
        mazeconv.batch(2, "dig", shape=["braid"], mask=["..", ".."])
    assert "one at a time with generate" in caught.value.hint


def test_batches_can_be_compared() -> None:
    one, other = (mazeconv.batch(3, "prim", (9, 7), seed=seed) for seed in (7, 8))
    assert one != other  # and no error of numpy's
    assert len({one, other}) == 2


def test_a_batch_is_a_sequence_of_levels() -> None:
    made = mazeconv.batch(5, "prim", (9, 7), seed=7)
    every = list(made)
    assert [level.recipe for level in every] == [made.recipe_of(i) for i in range(5)]
    for index in (0, 3, -1, -5, np.int64(2), np.array(4)):
        assert made[index] == every[int(index)]
    for part in (slice(2, 4), slice(None), slice(None, None, -2), slice(3, 99), slice(2, 2)):
        assert made[part] == every[part]
    for beyond in (5, -6, 10**30):
        with pytest.raises(IndexError, match="the batch holds 5"):
            made[beyond]


@pytest.mark.parametrize(
    "index", [[1, 2], (1, 2), True, np.bool_(1), "1", 1.0, None, ..., np.array([1, 2]), np.ones(5, np.bool_)], ids=repr
)
def test_what_is_no_index_of_a_batch_is_refused(index: Any) -> None:
    with pytest.raises(UsageError, match="a whole number, or several by a slice, not by") as caught:
        mazeconv.batch(5, "prim", (9, 7), seed=7)[index]
    assert "one by one" in caught.value.hint
