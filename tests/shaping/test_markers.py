"""Where a level starts and ends, and what lies in it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients import need
from mazeconv.api import generate
from mazeconv.errors import GenerationError, MazeconvNotice
from mazeconv.level import Place
from mazeconv.rng import Stream
from mazeconv.shaping import Task, parse
from mazeconv.shaping.draft import Draft
from mazeconv.shaping.ends import place_ends
from mazeconv.shaping.placing import place
from mazeconv.solvers.flood import distances, farthest
from shaped import LATTICES, NAMES, dead_ends_of, floor_of, made, neighbours, steps_from

if TYPE_CHECKING:
    from mazeconv.kernels import Engine
    from mazeconv.level import Level

sides = st.integers(3, 12)
# A cave of a few tiles is too small for distances, and a wide one has no tiles that doors can lock.
winding = st.sampled_from([name for name in NAMES if name != "cave"])
seeds = st.integers(0, 10**6)


def of_kind(level: Level, kind: str) -> list[Place]:
    return [m.place for m in level.markers if m.kind == kind]


@given(generator=st.sampled_from(LATTICES), size=st.tuples(sides, sides), seed=seeds)
def test_the_farthest_pair_of_a_perfect_maze_is_the_farthest(generator: str, size: tuple[int, int], seed: int) -> None:
    level = made(generator, *size, "ends", seed=seed)
    assert level.start
    assert level.goal
    longest = max(max(steps_from(level.tiles, place).values()) for place in dead_ends_of(level.tiles))
    assert steps_from(level.tiles, level.start)[level.goal] == longest


@given(size=st.tuples(sides, sides), seed=seeds)
def test_with_loops_the_pair_is_at_least_half_as_far_apart(size: tuple[int, int], seed: int) -> None:
    level = made("dig", *size, "loops=0.3", "ends", seed=seed)
    assert level.start
    assert level.goal
    longest = max(max(steps_from(level.tiles, place).values()) for place in floor_of(level.tiles))
    assert 2 * steps_from(level.tiles, level.start)[level.goal] >= longest


@given(generator=winding, least=st.integers(1, 12), seed=seeds)
def test_random_ends_keep_their_distance(generator: str, least: int, seed: int) -> None:
    level = made(generator, 9, 8, f"ends=random,min-distance={least}", seed=seed)
    assert level.start
    assert level.goal
    assert steps_from(level.tiles, level.start)[level.goal] >= least


def test_ends_that_cannot_be_that_far_apart_are_an_error() -> None:
    with pytest.raises(GenerationError, match="are 500 steps apart") as caught:
        generate(seed=1, shape="ends=random,min-distance=500")
    assert "farthest-pair" in caught.value.hint


def test_ends_in_the_corners_and_farthest_from_the_start() -> None:
    corners = made("dig", 9, 7, "sparsify=3", "ends=corners", seed=2)
    floor = np.array(floor_of(corners.tiles))
    assert corners.start
    assert sum(corners.start) == floor.sum(axis=1).min()
    assert corners.goal
    assert sum(corners.goal) == floor.sum(axis=1).max()
    far = generate(cells=(9, 7), seed=2, shape="ends=farthest")
    assert far.markers == generate(cells=(9, 7), seed=2, goal="farthest").markers


@pytest.mark.parametrize("policy", ["farthest", "farthest-pair", "corners", "random"])
def test_an_end_that_is_given_stays(policy: str) -> None:
    level = generate(cells=(9, 7), seed=2, start=(5, 5), shape=f"ends={policy}")
    assert level.start == (5, 5)
    level = generate(cells=(9, 7), seed=2, goal=(5, 5), shape=f"ends={policy}")
    assert level.goal == (5, 5)


@given(generator=st.sampled_from(NAMES), count=st.integers(1, 8), seed=seeds)
def test_treasures_lie_in_dead_ends_first(generator: str, count: int, seed: int) -> None:
    level = made(generator, 9, 8, f"treasures={count}", seed=seed)
    treasures = of_kind(level, "treasure")
    assert level.start
    free = steps_from(level.tiles, level.start).keys() - {level.start, *level.goals}
    nooks = dead_ends_of(level.tiles) & free
    # A cave of this size can have fewer tiles than are asked for.
    assert len(treasures) == min(count, len(free))
    assert len(set(treasures) & nooks) == min(count, len(nooks))


@given(size=st.tuples(sides, sides), seed=seeds)
def test_each_treasure_is_the_farthest_from_all_before_it(size: tuple[int, int], seed: int) -> None:
    draft = Draft(made("kruskal", *size, seed=seed).tiles, "cells")
    place_ends(draft)
    taken = {marker.place for marker in draft.markers}
    nooks = dead_ends_of(draft.tiles) - taken
    place(draft, Task(options=parse("treasures=4").options, stream=Stream(seed)))
    for gem in [marker.place for marker in draft.markers if marker.kind == "treasure"][: len(nooks)]:
        ways = [steps_from(draft.tiles, source) for source in taken]
        near = {nook: min(way[nook] for way in ways) for nook in nooks}
        assert near[gem] == max(near.values())
        taken.add(gem)
        nooks.discard(gem)


@given(generator=winding, low=st.integers(0, 10), more=st.integers(6, 20), seed=seeds)
def test_markers_keep_within_their_distance(generator: str, low: int, more: int, seed: int) -> None:
    level = made(generator, 9, 8, f"place=enemy,count=3,distance={low}-{low + more}", seed=seed)
    assert level.start
    far = steps_from(level.tiles, level.start)
    assert of_kind(level, "enemy")
    assert all(low <= far[place] <= low + more for place in of_kind(level, "enemy"))


def test_too_many_are_a_notice_and_none_is_one_too() -> None:
    with pytest.warns(MazeconvNotice, match="500 x treasure asked for, but there are only"):
        level = generate(seed=1, shape="treasures=500")
    assert len(level.markers) == len(of_kind(level, "treasure")) + 2 == 42
    with pytest.warns(MazeconvNotice, match="only 0 dead ends in reach: leave out dead-ends"):
        generate("unicursal", (17, 13), seed=1, shape="treasures=1,dead-ends")
    with pytest.warns(MazeconvNotice, match="only 0 free tiles at a distance of 900-: ask for another distance"):
        assert not of_kind(generate(seed=1, shape="treasures=1,distance=900-"), "treasure")


def solvable(level: Level, without: str = "") -> bool:
    """Return whether the goal can be reached, by a search over tiles and keys held; the key `without` is lost."""
    doors = {m.place: m.label for m in level.markers if m.kind == "door"}
    held = {m.place: m.label for m in level.markers if m.kind == "key" and m.label != without}
    assert level.start
    seen = {(level.start, frozenset[str]())}
    queue = list(seen)
    for here, keys in queue:
        if here in level.goals:
            return True
        for near in neighbours(level.tiles, here):
            if doors.get(near, "") in ({""} | keys):
                now = (near, keys | {held[near]} if near in held else keys)
                if now not in seen:
                    seen.add(now)
                    queue.append(now)
    return False


@settings(max_examples=100)
@given(
    generator=winding,
    size=st.tuples(st.integers(5, 10), st.integers(5, 10)),
    before=st.lists(st.sampled_from(["braid=0.3", "loops=0.1", "ends", "treasures=3", "keys=1"]), max_size=3),
    thick=st.sampled_from([(), ("corridor=2", "wall=2"), ("corridor=3", "wall=3")]),
    count=st.integers(1, 3),
    seed=seeds,
)
def test_a_level_with_doors_can_be_solved_and_every_door_needs_its_key(
    generator: str, size: tuple[int, int], before: list[str], thick: tuple[str, ...], count: int, seed: int
) -> None:
    level = made(generator, *size, *before, *thick, f"keys={count}", seed=seed)
    labels = [m.label for m in level.markers if m.kind == "key"]
    assert sorted(labels) == sorted({m.label for m in level.markers if m.kind == "door"})
    assert solvable(level)
    for label in labels:
        assert not solvable(level, without=label)


def test_keys_lie_in_dead_ends_where_there_are_some() -> None:
    level = made("kruskal", 20, 20, "keys=3", seed=5)
    assert set(of_kind(level, "key")) <= dead_ends_of(level.tiles)


def test_fewer_doors_are_a_notice() -> None:
    with pytest.warns(MazeconvNotice, match=r"room for only \d: ask for a larger level"):
        generate(cells=(4, 4), seed=1, shape="keys=20")
    with pytest.warns(MazeconvNotice, match=r"room for only \d: ask for fewer loops or a larger level"):
        generate(cells=(4, 4), seed=1, shape=["braid", "keys=20"])
    with pytest.warns(MazeconvNotice, match="room for only 0: ask for fewer loops, narrower ways"):
        assert not of_kind(generate("cave", (15, 13), seed=1, shape=["ends", "keys=1"]), "door")


def test_where_ways_run_side_by_side_a_door_stands_on_each() -> None:
    gates = 0
    for seed in range(60):
        level = made("backtracker", 9, 7, "loops=0.25", "keys=2", seed=seed)
        keys = {m.label for m in level.markers if m.kind == "key"}
        doors = [m for m in level.markers if m.kind == "door"]
        assert keys == {m.label for m in doors}
        gates += len(doors) > len(keys)
        assert all(len(list(neighbours(level.tiles, m.place))) == 2 for m in doors)
        assert solvable(level)
        assert not any(solvable(level, without=label) for label in keys)
    assert gates > 5


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32), st.sampled_from(["python", "numba"]))
def test_the_farthest_tile_is_that_of_the_distances(rows: int, cols: int, seed: int, engine: Engine) -> None:
    if engine == "numba":
        need("numba")
    words = np.random.default_rng(seed)
    tiles = (words.random((rows, cols)) < words.random() / 2).astype(np.uint8)
    start = Place(int(words.integers(rows)), int(words.integers(cols)))
    with mock.patch("mazeconv.solvers.ring.RING", 8):
        found = farthest(tiles, start, engine)
    far = distances(tiles, start)
    assert found == Place(*(int(i) for i in np.unravel_index(int(far.argmax()), far.shape)))


def test_ends_that_were_not_asked_for_keep_off_one_that_was() -> None:
    for policy in ("", "ends=corners"):
        steps = [policy] if policy else []
        assert generate(size=(15, 13), seed=1, start=(13, 11), shape=steps).goals == (Place(1, 1),)
        assert generate(size=(15, 13), seed=1, goal=(1, 1), shape=steps).start == Place(11, 13)
    level = generate("eller", cells=(7, 23), seed=1, shape=["entrances=south,at=last,ends", "ends=corners"])
    assert level.start
    assert level.goals == (Place(1, 1),)
    alone = generate("eller", cells=(1, 1), seed=1, start=(1, 1))
    assert (alone.start, alone.goal) == (Place(1, 1), None)
    with pytest.raises(GenerationError, match="start and goal are both at 1,1") as caught:
        generate("eller", cells=(1, 1), seed=1, goal=(1, 1))
    assert "larger level" in caught.value.hint
