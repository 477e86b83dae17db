"""Many mazes in one call are the same mazes, one by one."""

from __future__ import annotations

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
