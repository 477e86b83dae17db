"""The wall followers: the plain rule step by step, the circles it walks, and that ours always arrives."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import mazeconv
from mazeconv import Level
from mazeconv.solvers.hands import bound
from shaped import level_from
from solvers.walks import check_walk, opened, plain_rule, reachable, scattered, scattered_levels

HANDS = ["right", "left"]

levels = scattered_levels(side=14, goals=2)

# The goal stands free in a hall: whoever keeps a hand on a wall walks round it for ever.
ISLAND = """
#########
#S      #
# ##### #
# #   # #
# # G   #
# #   # #
# ##### #
#       #
#########
"""
LOOP = """
#########
#S      #
# ## ## #
# #   # #
#   G   #
# #   # #
# ## ## #
#       #
#########
"""


@pytest.mark.parametrize("hand", HANDS)
@settings(max_examples=150, deadline=None)
@given(level=levels)
def test_the_rule_is_walked_as_it_is_told(hand: str, level: Level) -> None:
    ending, walked = plain_rule(level, hand)
    route = mazeconv.solve(level, f"{hand}-hand", fallback=False)
    assert route.ending == ending
    assert [tuple(tile) for tile in route.tiles.tolist()] == walked
    assert route.loops == (ending == "looped")
    assert route.hand == hand


@pytest.mark.parametrize("hand", HANDS)
@settings(max_examples=150, deadline=None)
@given(level=levels)
def test_every_reachable_goal_is_reached_within_the_bound(hand: str, level: Level) -> None:
    there = reachable(level)
    route = mazeconv.solve(level, f"{hand}-hand")
    check_walk(level, route)
    assert route.found == any(goal in there for goal in level.goals)
    assert route.steps <= bound(len(there))


@settings(max_examples=80, deadline=None)
@given(level=levels)
def test_tremaux_uses_no_passage_more_than_twice(level: Level) -> None:
    route = mazeconv.solve(level, "tremaux")
    uses: dict[frozenset[tuple[int, int]], int] = {}
    places = [(int(row), int(col)) for row, col in route.tiles]
    for step in pairwise(places):
        uses[frozenset(step)] = uses.get(frozenset(step), 0) + 1
    assert max(uses.values(), default=0) <= 2
    assert route.steps <= 4 * len(reachable(level))


@pytest.mark.parametrize("hand", HANDS)
def test_walking_in_a_circle_is_noticed_and_left(hand: str) -> None:
    level = level_from(LOOP)
    plain = mazeconv.solve(level, f"{hand}-hand", fallback=False)
    assert plain.ending == "looped"
    assert plain.loops == 1
    ours = mazeconv.solve(level, f"{hand}-hand")
    check_walk(level, ours)
    assert (ours.ending, ours.loops) == ("found", 1)
    assert np.array_equal(ours.tiles[: len(plain.tiles)], plain.tiles)
    assert ours.notes == (f"walking in a circle was noticed after {plain.steps} steps; explored from there",)


def test_a_circle_is_noticed_when_a_state_comes_back_not_when_a_place_does() -> None:
    # The way leads out of a dead end over the same tiles, which is no circle.
    level = level_from("#####\n# S #\n# # #\n# #G#\n#####")
    route = mazeconv.solve(level, "left-hand", fallback=False)
    assert (route.ending, route.loops) == ("found", 0)


@pytest.mark.parametrize(
    ("start", "goal", "hand", "why"),
    [
        ((4, 4), (7, 7), "right", "the goal lies 3 tiles to the east"),
        ((4, 4), (3, 7), "left", "the goal lies 1 tile to the west"),
        ((3, 7), (3, 1), "left", "straight ahead, and the nearer outer wall, in the west, is on that side"),
        ((3, 1), (3, 7), "right", "straight behind, and the nearer outer wall, in the west, is on that side"),
        ((7, 7), (7, 1), "right", "straight ahead, and the nearer outer wall, in the east, is on that side"),
        ((7, 1), (7, 7), "left", "straight behind, and the nearer outer wall, in the east, is on that side"),
        ((4, 7), (4, 1), "right", "straight ahead, and both outer walls are as near"),
    ],
)
def test_auto_hand_takes_the_side_of_the_goal_and_says_why(
    start: tuple[int, int], goal: tuple[int, int], hand: str, why: str
) -> None:
    level = Level(np.zeros((9, 9), np.uint8))
    route = mazeconv.solve(level, "auto-hand", start=start, goal=goal)
    assert route.found
    assert route.hand == hand
    assert route.notes[0].startswith(f"{hand} hand: the goal lies")
    assert why in route.notes[0]


@pytest.mark.parametrize("generator", ["backtracker", "kruskal"])
def test_auto_hand_is_much_the_better_one_where_the_goal_lies_straight_ahead_or_behind(generator: str) -> None:
    ours = other = 0
    for seed in range(80):
        level = mazeconv.generate(generator, (31, 31), seed=seed)
        col = 1 + 2 * (seed % 15)
        ends: dict[str, Any] = {"start": (col, 1 + 28 * (seed & 1)), "goal": (col, 29 - 28 * (seed & 1))}
        auto = mazeconv.solve(level, "auto-hand", **ends)
        ours += auto.steps
        other += mazeconv.solve(level, "left-hand" if auto.hand == "right" else "right-hand", **ends).steps
    assert ours < 0.9 * other


def test_auto_hand_goes_by_the_nearest_goal_that_can_be_reached() -> None:
    free = Level(np.zeros((9, 9), np.uint8), tuple(mazeconv.Marker("goal", *place) for place in [(0, 0), (8, 5)]))
    route = mazeconv.solve(free, "auto-hand", start=(4, 8))
    assert (route.hand, route.steps) == ("right", 1)
    walled = level_from("###########\n#G#   S  G#\n###########")
    assert mazeconv.solve(walled, "auto-hand").notes == ("right hand: the goal lies 3 tiles to the east",)


def test_the_plain_rule_seldom_arrives_where_walls_are_gone_and_ours_always_does() -> None:
    # As in the game: from any cell to a treasure on any other.
    cells = [(2 * x + 1, 2 * y + 1) for y in range(32) for x in range(32)]
    arrived = 0
    for seed in range(100):
        level = opened(mazeconv.generate("backtracker", cells=(32, 32), seed=seed), 0.2, seed)
        start, goal = random.Random(seed).sample(cells, 2)
        arrived += mazeconv.solve(level, "right-hand", start=start, goal=goal, fallback=False).found
        ours = mazeconv.solve(level, "right-hand", start=start, goal=goal)
        assert ours.found
        assert ours.steps <= bound(len(reachable(level)))
    assert arrived <= 6


@pytest.mark.parametrize("heading", ["north", "east", "south", "west"])
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("seed", range(6))
def test_pledge_comes_out_of_any_maze(heading: str, hand: str, seed: int) -> None:
    # A labyrinth with islands in an open field, and the whole border of the field as the goal.
    inner = scattered(15, 15, 0.45, seed)
    tiles = np.zeros((21, 21), np.uint8)
    tiles[3:18, 3:18] = inner.tiles
    assert inner.start is not None
    rim = [(r, c) for r in range(21) for c in range(21) if {r, c} & {0, 20}]
    level = Level(
        tiles,
        (
            mazeconv.Marker("start", inner.start.row + 3, inner.start.col + 3),
            *(mazeconv.Marker("goal", *place) for place in rim),
        ),
    )
    route = mazeconv.solve(level, "pledge", heading=heading, hand=hand)
    check_walk(level, route)
    assert route.found == any(goal in reachable(level) for goal in level.goals)


def test_pledge_notices_that_it_goes_in_a_circle() -> None:
    for picture in (LOOP, ISLAND):
        route = mazeconv.solve(level_from(picture), "pledge")
        assert (route.ending, route.loops) == ("looped", 1)
