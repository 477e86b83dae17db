"""Symmetry: the level its own image, and perfect where mathematics lets it be."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeconv.api import generate
from mazeconv.errors import GenerationError, MazeconvNotice
from mazeconv.grid import Grid
from mazeconv.level import Tile
from mazeconv.shaping.orbits import turned
from shaped import LATTICES, border, is_perfect, made, pieces

KINDS = ("mirror-x", "mirror-y", "rotate", "quarter")
sides = st.integers(1, 15)
seeds = st.integers(0, 10**6)


def possible(kind: str, width: int, height: int) -> bool:
    if kind == "quarter":
        return width == height and width % 2 == 1
    return kind != "rotate" or width % 2 == 1 or height % 2 == 1


@settings(max_examples=200)
@given(kind=st.sampled_from(KINDS), generator=st.sampled_from(LATTICES), width=sides, height=sides, seed=seeds)
def test_a_lattice_is_its_own_image_and_perfect_where_that_is_possible(
    kind: str, generator: str, width: int, height: int, seed: int
) -> None:
    height = width if kind == "quarter" else height
    if not possible(kind, width, height):
        with pytest.raises(GenerationError) as caught:
            made(generator, width, height, f"symmetry={kind}", seed=seed)
        for w, h in re.findall(r"(\d+)x(\d+)", caught.value.hint):
            assert is_perfect(generate(generator, (int(w), int(h)), shape=f"symmetry={kind}").tiles)
        return
    tiles = made(generator, width, height, f"symmetry={kind}", seed=seed).tiles
    assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    assert is_perfect(tiles)


@given(generator=st.sampled_from(LATTICES), width=sides, height=sides, seed=seeds)
def test_the_half_that_is_repeated_keeps_all_its_passages(generator: str, width: int, height: int, seed: int) -> None:
    plain = Grid.from_level(made(generator, 2 * width, height, seed=seed).tiles)
    grid = Grid.from_level(made(generator, 2 * width, height, "symmetry=mirror-x", seed=seed).tiles)
    assert not (plain.right[:, : width - 1] & ~grid.right[:, : width - 1]).any()
    assert not (plain.down[:, :width] & ~grid.down[:, :width]).any()
    assert np.count_nonzero(grid.right[:, width - 1]) == 1


@given(kind=st.sampled_from(KINDS), side=st.integers(2, 12), braid=st.booleans(), seed=seeds)
def test_with_loops_every_size_can_be(kind: str, side: int, braid: bool, seed: int) -> None:
    tiles = made("dig", side, side, *["braid"] * braid, f"symmetry={kind},loops", seed=seed).tiles
    assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    assert pieces(tiles) == 1


@given(kind=st.sampled_from(KINDS), size=st.tuples(st.integers(5, 30), st.integers(5, 30)), seed=seeds)
def test_roads_of_tiles_are_their_own_image_and_stay_joined(kind: str, size: tuple[int, int], seed: int) -> None:
    width, height = (size[0], size[0]) if kind == "quarter" else size
    tiles = made("labyrinth", width, height, f"symmetry={kind}", seed=seed).tiles
    assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    assert pieces(tiles) == 1
    assert not (border(tiles) == Tile.FLOOR).any()


@given(kind=st.sampled_from(("mirror-x", "mirror-y", "rotate")), size=st.tuples(sides, sides), seed=seeds)
def test_cells_that_are_missing_stay_so_and_all_is_joined(kind: str, size: tuple[int, int], seed: int) -> None:
    width, height = (side + 3 for side in size)
    try:
        tiles = made("backtracker", width, height, "sparsify=4", f"symmetry={kind}", seed=seed).tiles
    except GenerationError as error:
        assert "nothing lies in the half" in error.message  # noqa: PT017 - as little is left of a small maze
        return
    assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    Grid.from_level(tiles)


def test_only_a_square_has_a_quarter_turn() -> None:
    with pytest.raises(GenerationError, match="only a square"):
        generate(cells=(5, 7), shape="symmetry=quarter")


def test_a_missing_middle_is_said() -> None:
    # In a spiral from the border the middle is a dead end, which is taken away first.
    with pytest.warns(MazeconvNotice, match="it has loops"):
        generate("spiral", cells=(9, 9), seed=1, shape=["sparsify=3", "symmetry=rotate"])
