"""Shaping a level that is there already: read from a file, or edited by hand."""

from __future__ import annotations

import time
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from mazeconv.errors import GenerationError, MazeconvNotice, UsageError
from mazeconv.level import Level, Marker, Place, Tile
from shaped import NAMES, floor_of, level_from, made, pieces, steps_from

STEPS = ["braid=0.5", "loops=0.2", "sparsify=2", "symmetry=rotate,loops", "entrances=west,east", "repair", "ends"]
STEPS += ["keys=1", "treasures=2", "place=enemy,count=2", "island-goal=1"]


@settings(max_examples=80)
@given(
    generator=st.sampled_from(NAMES),
    steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=3),
    opened=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_steps_work_on_a_level_without_its_recipe(generator: str, steps: list[str], opened: bool, seed: int) -> None:
    before = made(generator, 11, 10, *["entrances=north,south,ends"] * opened, seed=seed).with_(
        recipe=None, properties={"music": "calm"}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        try:
            after = mazeconv.shape(before, steps, seed=seed)
        except GenerationError as error:
            assert error.hint  # noqa: PT017 - some requests cannot be met
            return
        assert mazeconv.shape(before, steps, seed=seed, engine="python") == after
    assert after.properties == before.properties
    assert after.recipe is None
    assert after.tiles.shape == before.tiles.shape
    if not any(step.startswith("symmetry") for step in steps):
        assert after.start
        assert after.goal
        assert pieces(after.tiles) == 1


def test_a_changed_level_has_no_recipe_and_a_notice_says_so() -> None:
    level = made("dig", 9, 8)
    with pytest.warns(MazeconvNotice, match="no longer what its recipe makes"):
        shaped = mazeconv.shape(level, "braid")
    assert shaped.recipe is None
    assert shaped.start == level.start
    assert shaped.goal == level.goal
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mazeconv.shape(level, ["braid=0", "repair=no"]) is level


def test_the_seed_decides() -> None:
    level = made("dig", 12, 12).with_(recipe=None)
    assert mazeconv.shape(level, "loops=0.2", seed=1) != mazeconv.shape(level, "loops=0.2", seed=2)
    assert mazeconv.shape(level, "loops=0.2") == mazeconv.shape(level, "loops=0.2", seed="0")


@pytest.mark.parametrize("step", ["corridor", "wall", "inner"])
def test_what_is_set_before_a_maze_is_made_cannot_be_set_afterwards(step: str) -> None:
    with pytest.raises(UsageError, match=f"{step} is set when a maze is made"):
        mazeconv.shape(made("dig", 9, 9), ["braid", step])


def test_markers_that_end_up_in_a_wall_are_left_out() -> None:
    level = level_from("#########", "#S     G#", "### #####", "### #####", "#########").with_(
        markers=(Marker("start", 1, 1), Marker("goal", 1, 7), Marker("chest", 3, 3))
    )
    with pytest.warns(MazeconvNotice, match="left out, as a wall is there now: chest at 3,3"):
        shaped = mazeconv.shape(level, "sparsify")
    assert [m.kind for m in shaped.markers] == ["start", "goal"]


def test_an_opening_keeps_what_lies_behind_it() -> None:
    level = level_from("#########", " S     G ", "### #####", "### #####", "#########")
    shaped = mazeconv.shape(level, "sparsify=9")
    assert floor_of(shaped.tiles) == [Place(1, col) for col in range(9)]


def test_a_level_without_ends_gets_them_only_when_asked() -> None:
    tiles = made("dig", 8, 8).tiles
    assert mazeconv.shape(Level(tiles), "braid").markers == ()
    shaped = mazeconv.shape(Level(tiles), "ends")
    assert shaped.start
    assert shaped.goal
    reach = steps_from(shaped.tiles, shaped.start)
    assert reach[shaped.goal] == max(reach.values())
    with pytest.raises(GenerationError, match="no start"):
        mazeconv.shape(Level(tiles), "treasures")


def test_ends_move_the_start_and_the_goal_of_a_level() -> None:
    level = made("dig", 8, 8)
    moved = mazeconv.shape(level.with_(recipe=None), "entrances=north,south,ends")
    assert moved.start
    assert moved.goal
    assert (moved.start.row, moved.goal.row) == (0, 16)


def test_the_level_itself_stays_as_it_was() -> None:
    level = made("dig", 8, 8).with_(recipe=None)
    before = np.array(level.tiles)
    mazeconv.shape(level, ["braid", "sparsify=2"])
    assert np.array_equal(level.tiles, before)
    assert Tile.VOID not in before


def test_a_border_that_is_all_open_takes_no_longer_than_its_length() -> None:
    level = Level(np.zeros((1, 20_000), np.uint8), (Marker("start", 0, 0), Marker("goal", 0, 19_999)))
    began = time.process_time()
    shaped = mazeconv.shape(level, "sparsify=2")
    # A fifth of a second; each opening with all the others would take most of a minute.
    assert time.process_time() - began < 5
    assert shaped.tiles.shape == level.tiles.shape
