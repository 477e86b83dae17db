"""What is measured, on levels counted by hand, and against slow and obvious references."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import mazeconv
from clients import need
from guarding import guard
from mazeconv.errors import UsageError
from mazeconv.level import Level, Marker, Place, Tile
from mazeconv.measures import Measures, described
from mazeconv.measures.surveying import NO_WAY, SURVEYED, Surveyor
from mazeconv.measures.taking import take
from shaped import level_from

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

TREE = """
#######
#S # G#
# ### #
#   # #
# # # #
# #   #
#######
"""
RING = """
#########
#S  #   #
# # # # #
# #   # #
# ##### #
#      G#
#########
"""
INNER_ROOM = """
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
TWO_PIECES = """
######
#S # #
#  #G#
######
"""


def of(text: str) -> Measures:
    return mazeconv.measure(level_from(text), explorers=20)


def given_fields(measures: Measures, **expected: object) -> None:
    assert {name: getattr(measures, name) for name in expected} == expected


def test_a_tree_counted_by_hand() -> None:
    m = of(TREE)
    given_fields(m, width=7, height=7, floor=17, wall=32, void=0, floor_percent=34.694, components=1)
    # A dead end that leads into a filled cell is none of a lattice.
    given_fields(m, cells=None)
    given_fields(m, reachable=17, reachable_percent=100.0, dead_ends=3, dead_ends_percent=17.647)
    given_fields(m, junctions=1, junctions_3=1, junctions_4=0, turns=5, corridors=3, corridor_mean=5.333)
    given_fields(m, loops=0, squares=0, islands=0, solution=12, solution_turns=4, solution_percent=76.471)
    given_fields(m, seen_percent=100.0, farthest=(Place(1, 2), Place(1, 4)), farthest_steps=14, farthest_exact=True)
    given_fields(m, right_hand=18, left_hand=14, right_hand_ratio=1.5, left_hand_ratio=1.167, hand_proof=False)
    given_fields(m, forks=3, false_branches=3, false_branch_mean=1.333, false_branch_max=2)
    assert [(b.step, b.place, b.tiles, b.mouths, b.complexity) for b in m.branches] == [
        (0, (1, 1), 1, 1, 0.5),
        (2, (3, 1), 2, 1, 0.5),
        (12, (1, 5), 1, 1, 0.5),
    ]
    # The way has legs of 2, 2, 2, 2 and 4 steps: 12 * (4 / 4 + 1 / 8) = 13.5.
    assert m.difficulty == round(math.log(13.5 * 1.5**3), 3)


def test_a_ring_counted_by_hand() -> None:
    m = of(RING)
    given_fields(
        m, floor=24, cells=12, components=1, dead_ends=0, junctions=0, turns=8, corridors=1, corridor_mean=24.0
    )
    given_fields(m, loops=1, squares=0, islands=1, solution=10, solution_turns=1, seen_percent=70.833)
    given_fields(m, farthest_steps=12, farthest_exact=True, right_hand=14, left_hand=14, hand_proof=False)
    given_fields(m, forks=1, false_branches=1, false_branch_max=13)
    assert [(b.step, b.tiles, b.mouths, b.complexity) for b in m.branches] == [(0, 13, 2, 14 * (5 / 4 + 1 / 8))]
    assert m.difficulty == round(math.log(10 * (1 / 8 + 1 / 12) * 20.25), 3)


def test_a_goal_that_no_hand_finds() -> None:
    m = of(INNER_ROOM)
    given_fields(m, hand_proof=True, right_hand=None, left_hand=None, right_hand_ratio=None, solution=12)
    # The room holds 4 blocks of 2 x 2 tiles; one can walk round the walls of the inner room.
    given_fields(m, loops=5, squares=4, islands=1, cells=None)


def test_a_goal_that_cannot_be_reached() -> None:
    m = of(TWO_PIECES)
    given_fields(m, components=2, reachable=4, reachable_percent=66.667, solution=None, hand_proof=None, forks=None)
    given_fields(m, difficulty=None, time_p50=None, farthest_steps=2, farthest_exact=True, loops=1, branches=())


def test_levels_with_hardly_anything() -> None:
    nothing = take(Level(np.full((3, 4), Tile.VOID, np.uint8)))
    given_fields(nothing, floor=0, void=12, components=0, farthest=None, corridor_mean=None, reachable=None, cells=None)
    one = take(Level(np.zeros((1, 1), np.uint8), (Marker("start", 0, 0),)))
    given_fields(one, floor=1, components=1, reachable=1, farthest=((0, 0), (0, 0)), farthest_steps=0, solution=None)
    corridor = take(Level(np.zeros((1, 9), np.uint8), (Marker("start", 0, 0), Marker("goal", 0, 8))))
    given_fields(corridor, solution=8, solution_turns=0, right_hand=8, dead_ends=2, corridors=1, corridor_mean=8.0)
    # One straight leg: 8 * 1 / (2 * 8).
    given_fields(corridor, difficulty=round(math.log(0.5), 3), false_branches=0, false_branch_mean=None, time_p90=2.0)


def test_of_several_goals_the_nearest_counts() -> None:
    text = TREE.replace("# #   #", "# #  G#")
    given_fields(of(text), solution=8)
    assert [b.tiles for b in of(text).branches] == [1, 2, 3]


def test_without_a_start_the_largest_piece_has_the_pair() -> None:
    tiles = level_from(TWO_PIECES).tiles
    given_fields(take(Level(tiles)), farthest=((1, 1), (2, 2)), reachable=None, components=2)


def around(floor: npt.NDArray[np.bool_], place: tuple[int, int]) -> list[tuple[int, int]]:
    row, col = place
    near = ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1))
    return [(r, c) for r, c in near if 0 <= r < floor.shape[0] and 0 <= c < floor.shape[1] and floor[r, c]]


def far_from(floor: npt.NDArray[np.bool_], place: tuple[int, int]) -> dict[tuple[int, int], int]:
    far, ahead = {place: 0}, deque([place])
    while ahead:
        here = ahead.popleft()
        for tile in around(floor, here):
            if tile not in far:
                far[tile] = far[here] + 1
                ahead.append(tile)
    return far


def backgrounds(floor: npt.NDArray[np.bool_]) -> int:
    """Return the pieces of what is no floor, the outside included, joined by sides and corners."""
    left = {(int(r), int(c)) for r, c in np.argwhere(~np.pad(floor, 1))}
    found = 0
    while left:
        found += 1
        ahead = [left.pop()]
        while ahead:
            r, c = ahead.pop()
            near = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            ahead += near
    return found


def visible(floor: npt.NDArray[np.bool_], way: set[tuple[int, int]]) -> set[tuple[int, int]]:
    out = set(way)
    for place in way:
        for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            row, col = place
            while 0 <= row < floor.shape[0] and 0 <= col < floor.shape[1] and floor[row, col]:
                out.add((row, col))
                row, col = row + step[0], col + step[1]
    return out


Edge = frozenset[tuple[int, int]]


def edges_of(floor: npt.NDArray[np.bool_], places: Iterable[tuple[int, int]]) -> set[Edge]:
    return {frozenset((a, b)) for a in places for b in around(floor, a)}


def chains(
    floor: npt.NDArray[np.bool_], edges: set[Edge], ends: Iterable[tuple[int, int]] = (), *, straight: bool = False
) -> list[set[Edge]]:
    """Return pieces of edges, joined at tiles that have two and are no end; if `straight`, only where these go on."""
    left, out = set(edges), []
    while left:
        piece = {left.pop()}
        ahead = list(piece)
        while ahead:
            for tile in ahead.pop():
                sides = around(floor, tile)
                opposite = len({r for r, _ in sides}) == 1 or len({c for _, c in sides}) == 1
                if len(sides) == 2 and tile not in ends and (opposite or not straight):
                    joined = {frozenset((tile, other)) for other in sides} & left
                    left -= joined
                    piece |= joined
                    ahead += joined
        out.append(piece)
    return out


@st.composite
def levels(draw: st.DrawFn) -> Level:
    shape = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    mostly = draw(st.sampled_from(([0, 1], [0, 0, 1], [0, 0, 0, 1, 2], [0, 1, 1])))
    tiles = draw(arrays(np.uint8, shape, elements=st.sampled_from(mostly)))
    places = np.argwhere(tiles == Tile.FLOOR).tolist()
    markers = []
    if len(places) > 1:
        ends = draw(st.lists(st.sampled_from(places), min_size=2, max_size=2, unique_by=tuple))
        markers = [Marker(kind, row, col) for kind, (row, col) in zip(("start", "goal"), ends, strict=True)]
    return Level(tiles, tuple(markers))


@given(levels())
@settings(max_examples=150)
def test_against_slow_references(made: Level) -> None:
    m = mazeconv.measure(made, explorers=0)
    floor = made.tiles == Tile.FLOOR
    places = [(int(r), int(c)) for r, c in np.argwhere(floor)]
    degrees = [len(around(floor, p)) for p in places]
    given_fields(m, floor=len(places), dead_ends=degrees.count(1), junctions_3=degrees.count(3))
    given_fields(m, junctions_4=degrees.count(4), junctions=degrees.count(3) + degrees.count(4))
    fars = {p: far_from(floor, p) for p in places}
    components = len({min(far) for far in fars.values()})
    given_fields(m, components=components, loops=sum(degrees) // 2 - len(places) + components)
    # Euler: each hole of the floor is a piece of background of its own.
    assert m.islands == backgrounds(floor) - 1
    assert m.corridors == len(chains(floor, edges_of(floor, places)))
    if m.corridors:
        assert m.corridor_mean == round(sum(degrees) / 2 / m.corridors, 3)
    if made.start is None or made.goal is None:
        return
    far = fars[made.start]
    given_fields(m, reachable=len(far), solution=far.get(made.goal))
    assert m.farthest_exact
    assert m.farthest is not None
    assert fars[m.farthest[0]][m.farthest[1]] == m.farthest_steps == max(max(fars[p].values()) for p in far)
    if m.solution is not None:
        way = {(int(r), int(c)) for r, c in mazeconv.solve(made).tiles}
        assert m.seen_percent == round(100 * len(visible(floor, way)) / len(far), 3)
        assert sum(b.tiles for b in m.branches) == len(far) - len(way)
        assert all(a.step <= b.step for a, b in pairwise(m.branches))
        assert all(b.complexity > 0 and b.mouths > 0 for b in m.branches)
        assert m.loops or all(b.mouths == 1 for b in m.branches)
        hallways = chains(floor, {e for e in edges_of(floor, far) if not e <= way}, way)
        figure = sum(len(h) * sum(1 / (2 * len(leg)) for leg in chains(floor, h, way, straight=True)) for h in hallways)
        assert sum(b.complexity for b in m.branches) == pytest.approx(figure)


@pytest.mark.parametrize("shape", ["braid=1", "loops=0.1", "braid=1,corridor=2"])
@pytest.mark.parametrize("searches", [2, 5, None])
def test_the_farthest_pair_is_exact_or_said_to_be_a_lower_bound(
    shape: str, searches: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved = 0
    for seed in range(12):
        made = mazeconv.generate(
            "backtracker", (22, 16) if "corridor" in shape else (21, 15), seed=seed, shape=shape.split(",")
        )
        floor = made.tiles == Tile.FLOOR
        true = max(max(far_from(floor, (int(r), int(c))).values()) for r, c in np.argwhere(floor))
        if searches is not None:
            monkeypatch.setattr("mazeconv.measures.pair.WORK", searches * int(floor.sum()))
        m = take(made, explorers=0)
        assert m.farthest is not None
        assert m.farthest_steps == far_from(floor, m.farthest[0])[m.farthest[1]]
        assert m.farthest_steps == true if m.farthest_exact else (m.farthest_steps or 0) <= true
        proved += bool(m.farthest_exact)
    assert (proved == 12) == (searches is None)


def test_a_search_looks_for_the_farthest_pair_only_if_it_is_asked_for() -> None:
    given_fields(take(level_from(RING), pair=False), farthest=None, farthest_steps=None, reachable=24, solution=10)
    asked = {"shape": ["braid=1"], "cells": (9, 7), "top": 2}
    for hit in mazeconv.search(8, "backtracker", best="farthest_steps", **asked).hits:  # type: ignore[arg-type]
        assert hit.measures == {"farthest_steps": mazeconv.measure(hit.level(), explorers=0).farthest_steps}


@given(levels())
@settings(max_examples=40)
def test_compiled_is_plain(made: Level) -> None:
    need("numba")
    assert take(made, explorers=10, engine="numba") == take(made, explorers=10, engine="python")


@given(levels())
@settings(max_examples=30)
def test_no_kernel_looks_beyond_its_buffers(made: Level) -> None:
    wanted = take(made, explorers=3)
    with pytest.MonkeyPatch.context() as monkeypatch:
        guard(monkeypatch)
        assert take(made, explorers=3) == wanted


@pytest.mark.parametrize("budget", [1, 7])
def test_interrupted_at_every_step_the_measures_are_the_same(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [take(level_from(t), explorers=10) for t in (TREE, RING, INNER_ROOM, TWO_PIECES)]
    monkeypatch.setattr("mazeconv.kernels.PLAIN_BUDGET", budget)
    monkeypatch.setattr("mazeconv.solvers.board.SLICE", budget)
    assert [take(level_from(t), explorers=10) for t in (TREE, RING, INNER_ROOM, TWO_PIECES)] == whole


@pytest.mark.parametrize("engine", ["python", "numba"])
def test_a_survey_is_the_measures(engine: str) -> None:
    if engine == "numba":
        need("numba")
    made = [mazeconv.generate(seed=seed) for seed in range(10)] + [mazeconv.generate("backtracker", seed=3)]
    made += [level_from(TREE.replace("# #   #", "# # # #")).with_(tiles=made[0].tiles, markers=()) for _ in range(2)]
    rng = np.random.default_rng(1)
    made += [Level((rng.random((13, 15)) < 0.5).astype(np.uint8)) for _ in range(5)]
    cut = rng.random((13, 15)) < 0.3
    cut[0, 0] = cut[12, 14] = False
    made.append(Level(cut.astype(np.uint8), (Marker("start", 0, 0), Marker("goal", 12, 14))))
    ends = [[-1 if p is None else p.row * one.cols + p.col for p in (one.start, one.goal)] for one in made]
    surveyor = Surveyor(13, 15, engine)  # type: ignore[arg-type]
    for _ in range(2):
        table = surveyor.measure(np.stack([one.tiles for one in made]), np.array(ends, np.int32))
        for one, row in zip(made, table.tolist(), strict=True):
            measures = take(one, explorers=0)
            for name, value in zip(SURVEYED, row, strict=True):
                expected = getattr(measures, name)
                assert value == ((NO_WAY if name == "solution" else 0) if expected is None else expected), name


def test_explorers_are_the_same_each_time_and_scale_with_the_speed() -> None:
    one = mazeconv.generate(seed=4)
    slow, fast = mazeconv.measure(one, speed=2), mazeconv.measure(one, speed=8)
    assert slow == mazeconv.measure(one, speed=2)
    for name in ("time_p10", "time_p50", "time_p90"):
        assert getattr(slow, name) == pytest.approx(4 * getattr(fast, name), rel=1e-3)
    assert slow.solution is not None
    assert slow.solution / 2 <= slow.time_p10 <= slow.time_p50 <= slow.time_p90  # type: ignore[operator]


def test_the_designers_own_time_becomes_the_median() -> None:
    one = mazeconv.generate(seed=4)
    plain, scaled = mazeconv.measure(one), mazeconv.measure(one, played=10)
    assert plain.time_p50 is not None
    assert plain.time_p90 is not None
    given_fields(scaled, time_p50=10.0, time_factor=round(10 / plain.time_p50, 3))
    assert scaled.time_p90 == pytest.approx(plain.time_p90 * 10 / plain.time_p50, rel=1e-3)
    assert mazeconv.measure(one, played=[90, 10, 7]) == scaled, "the median of several"


@pytest.mark.parametrize(
    "wrong",
    [{"speed": 0.0}, {"speed": -1.0}, {"speed": math.nan}, {"played": 0.0}, {"played": [3.0, 0.0]}, {"explorers": -1}],
)
def test_speeds_and_times_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        mazeconv.measure(level_from(TREE), **wrong)  # type: ignore[arg-type]


def test_every_measure_is_described() -> None:
    assert [m.name for m in described()] == list(Measures.__struct_fields__)
    assert all(m.description and m.description.encode("cp932") for m in described())
    assert {m.name for m in described() if not m.number} == {"farthest", "branches"}
