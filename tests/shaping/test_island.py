"""A goal on an island is proof against both hands, with every generator, and nothing else is lost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from mazeconv.errors import GenerationError
from mazeconv.grid import Grid
from mazeconv.level import Place
from shaped import LATTICES, NAMES, level_from, made, pieces

EXTRA = st.sampled_from(["", "braid=0.5", "loops=0.1", "entrances=north,east", "ends", "sparsify=1"])


@settings(max_examples=80)
@given(
    generator=st.sampled_from(NAMES),
    extra=EXTRA,
    cells=st.integers(1, 3),
    size=st.tuples(st.integers(12, 20), st.integers(12, 20)),
    thick=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_no_hand_ever_arrives_though_a_way_leads_there(
    generator: str, extra: str, cells: int, size: tuple[int, int], thick: bool, seed: int
) -> None:
    shape = [*([extra] if extra else []), f"island-goal={cells}", *["corridor=2", "wall=2"] * thick]
    try:
        level = made(generator, *size, *shape, seed=seed)
    except GenerationError as error:
        assert "no room" in error.message or "cannot be opened" in error.message  # noqa: PT017 - some have no room
        return
    measures = mazeconv.measure(level, explorers=0)
    assert measures.hand_proof
    assert measures.components == 1
    assert measures.solution


@pytest.mark.parametrize("generator", LATTICES)
def test_a_lattice_stays_one_and_keeps_its_cells(generator: str) -> None:
    level = made(generator, 10, 9, "island-goal", seed=4)
    grid = Grid.from_level(level.tiles)
    assert grid.mask.all()
    assert grid.passages >= 90
    plain = made(generator, 10, 9, seed=4)
    changed = np.argwhere(level.tiles != plain.tiles)
    height, width = changed.max(axis=0) - changed.min(axis=0) + 1
    assert height <= 7
    assert width <= 7


def test_the_goal_that_was_asked_for_stays() -> None:
    for x, y in ((9, 9), (3, 11), (21, 5)):
        level = made("dig", 12, 10, "island-goal", goal=(x, y))
        assert level.goal == Place(y, x)
        assert mazeconv.measure(level, explorers=0).hand_proof
    with pytest.raises(GenerationError, match="no room for a road around an island with the goal 23,19") as caught:
        made("dig", 12, 10, "island-goal", goal=(23, 19))
    assert "away from the outer wall" in caught.value.hint


def test_the_goal_stays_on_its_island_whatever_chooses_ends_later() -> None:
    level = made("dig", 12, 10, "island-goal", "ends=farthest-pair")
    assert mazeconv.measure(level, explorers=0).hand_proof


def test_the_start_is_left_alone() -> None:
    for start in ((11, 9), (1, 9), (23, 19)):
        level = made("dig", 12, 10, "island-goal=3", start=start, goal="farthest")
        assert level.start == Place(start[1], start[0])
        assert mazeconv.measure(level, explorers=0).hand_proof


def test_too_little_room_is_an_error() -> None:
    with pytest.raises(GenerationError, match="no room") as caught:
        made("dig", 4, 4, "island-goal")
    assert "island-goal=1" in caught.value.hint
    assert mazeconv.measure(made("dig", 4, 3, "island-goal=1"), explorers=0).hand_proof


def test_a_level_that_was_drawn_gets_its_island_too() -> None:
    rows = ["#" * 13, "#S" + " " * 10 + "#", *["#" + " " * 11 + "#"] * 8, "#" + " " * 10 + "G#", "#" * 13]
    level = mazeconv.shape(level_from(*rows), "island-goal")
    assert mazeconv.measure(level, explorers=0).hand_proof
    assert pieces(level.tiles) == 1


@pytest.mark.parametrize("generator", ["dig", "cave"])
def test_an_island_lies_within_the_mask(generator: str) -> None:
    mask = np.ones((20, 30), np.bool_)
    mask[:, 15:] = False
    plain = mazeconv.generate(generator, mask=mask, seed=2)
    level = mazeconv.generate(generator, mask=mask, seed=2, shape="island-goal")
    assert mazeconv.measure(level, explorers=0).hand_proof
    half = level.cols // 2 + 1
    assert np.array_equal(level.tiles[:, half:], plain.tiles[:, half:])
