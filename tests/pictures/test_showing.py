"""What is shown of a level is what it is: distances, dead ends, the solution, and every step of a walk."""

from __future__ import annotations

import warnings
from collections import Counter, deque
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from carving import carve
from mazeconv.errors import MazeconvNotice, UsageError, WriteError
from mazeconv.level import Level, Marker
from mazeconv.options.building import build
from mazeconv.pictures import codes as c
from mazeconv.pictures import lines
from mazeconv.pictures.drawing import layout
from mazeconv.pictures.layers import layers, walk_layers
from mazeconv.pictures.legend import entries
from mazeconv.pictures.showing import Shown, ShowOptions, find
from mazeconv.pictures.sketch import sketch
from mazeconv.pictures.stamps import grounds, look, mark
from mazeconv.pictures.themes import THEMES

if TYPE_CHECKING:
    import numpy.typing as npt

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
PAPER = look(THEMES["paper"], {})


def shown(level: Level, **options: Any) -> Shown:
    return find(level, build(ShowOptions, options, "test"))


def flooded(level: Level) -> dict[tuple[int, int], int]:
    """Return the distances from the start, by the book."""
    assert level.start is not None
    far: dict[tuple[int, int], int] = {(level.start.row, level.start.col): 0}
    queue = deque(far)
    while queue:
        row, col = queue.popleft()
        for r, q in STEPS:
            there = (row + r, col + q)
            inside = 0 <= there[0] < level.rows and 0 <= there[1] < level.cols
            if inside and there not in far and level.tiles[there] == 0:
                far[there] = far[row, col] + 1
                queue.append(there)
    return far


@pytest.mark.parametrize("generator", ["dig", "cave", "rooms"])
def test_distances_and_shades(generator: str) -> None:
    level = mazeconv.generate(generator, (25, 21), seed=3)
    found = shown(level, heatmap="distance")
    assert found.distances is not None
    far = flooded(level)
    ground = layers(level, found, 8).ground
    most = max(far.values())
    for (row, col), tile in np.ndenumerate(level.tiles):
        distance = far.get((row, col), -1)
        assert found.distances[row, col] == distance
        expected = int(tile) if distance < 0 else c.HEAT + round(distance * 63 / most)
        assert abs(int(ground[row, col]) - expected) <= (distance >= 0)
    assert {ground[p] for p, d in far.items() if d in (0, most)} == {c.HEAT, c.HEAT + c.HEAT_SHADES - 1}


@pytest.mark.parametrize("theme", THEMES)
def test_the_ramp_gets_steadily_darker_and_stands_out_from_the_walls(theme: str) -> None:
    colours = look(THEMES[theme], {})
    stamps = grounds(range(c.HEAT, c.HEAT + c.HEAT_SHADES), 1, colours, {}, grid=False)
    ramp = np.array([stamp[0, 0, :3] for stamp in stamps.values()], np.float64)
    light = ramp @ (0.2126, 0.7152, 0.0722)
    assert (np.diff(light) < 0).all()
    assert light[0] - light[-1] > 90
    assert np.abs(ramp - colours.wall[:3]).sum(axis=1).min() > 75


def test_dead_ends_are_floor_with_one_way_out() -> None:
    level = Level(np.array([[1, 1, 1, 1, 0], [1, 0, 0, 1, 0], [1, 1, 0, 1, 1], [1, 0, 0, 1, 0]], np.uint8))
    found = shown(level, dead_ends=True).dead_ends
    assert found is not None
    assert np.argwhere(found).tolist() == [[0, 4], [1, 1], [1, 4], [3, 1]]


def lane_points(size: int, entered: int | None, left: int | None) -> list[tuple[int, int]]:
    """Return the corners (y, x) of who crosses a tile, keeping to the right and round the middle against the clock."""
    low, high = size // 5, size - size // 5 - max(1, round(size / 9))
    thick = size - low - high
    ends = {0: (0, low), 1: (low, size - thick), 2: (size - thick, high), 3: (high, 0)}
    exits = {0: (0, high), 1: (high, size - thick), 2: (size - thick, low), 3: (low, 0)}
    corners = [(low, low), (high, low), (high, high), (low, high)]
    first = {0: 0, 3: 1, 2: 2, 1: 3}
    last = {3: 0, 2: 1, 1: 2, 0: 3}
    points = []
    if entered is not None:
        points += [ends[entered], corners[first[entered]]]
    if entered is not None and left is not None:
        at = first[entered]
        while at != last[left]:
            at = (at + 1) % 4
            points.append(corners[at])
    if left is not None:
        points += [corners[last[left]], exits[left]]
    return points


def traced(way: npt.NDArray[np.int32], shape: tuple[int, int], size: int) -> npt.NDArray[np.bool_]:
    """Draw a walk with a square pen, step by step."""
    thick = max(1, round(size / 9))
    out = np.zeros((shape[0] * size, shape[1] * size), np.bool_)
    headings = [STEPS.index((r, q)) for r, q in np.diff(way, axis=0).tolist()]
    for number, (row, col) in enumerate(way.tolist()):
        entered = (headings[number - 1] + 2) % 4 if number else None
        left = headings[number] if number < len(headings) else None
        points = lane_points(size, entered, left)
        for (y, x), (v, u) in pairwise(points):
            top, bottom = sorted((y, v))
            start, end = sorted((x, u))
            out[
                row * size + top : row * size + bottom + thick,
                col * size + start : col * size + end + thick,
            ] = True
    return out


@settings(deadline=None, max_examples=40)
@given(st.data(), st.integers(lines.SMALLEST_LANES, 40))
def test_a_walk_is_drawn_step_by_step(data: st.DataObject, size: int) -> None:
    shape = (3, 4)
    place = [1, 1]
    way = [tuple(place)]
    for d in data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=25)):
        there = (way[-1][0] + STEPS[d][0], way[-1][1] + STEPS[d][1])
        if 0 <= there[0] < 3 and 0 <= there[1] < 4:
            way.append(there)
    if len(way) == 1:
        return
    drawn = np.zeros((shape[0] * size, shape[1] * size), np.bool_)
    for layer in walk_layers(np.array(way, np.int32), shape, size):
        for (row, col), code in np.ndenumerate(layer):
            if code:
                _, cover = mark(int(code), size, PAPER, {})
                drawn[row * size : row * size + size, col * size : col * size + size] |= cover
    assert np.array_equal(drawn, traced(np.array(way), shape, size))


def test_both_ways_of_a_corridor_are_two_lines() -> None:
    way = np.array([(0, 0), (0, 1), (0, 2), (0, 1), (0, 0)], np.int32)
    for size in range(lines.SMALLEST_LANES, 50):
        middle = traced(way, (1, 3), size)[:, size + size // 2]
        assert np.count_nonzero(np.diff(np.r_[0, middle.astype(int), 0]) == 1) == 2


def test_steps_taken_again_are_told_apart() -> None:
    square = [(0, 0), (0, 1), (1, 1), (1, 0)]
    way = np.array([*square, *square, (0, 0)], np.int32)
    once = np.array([*square, (0, 0)], np.int32)
    assert max(int(layer.max()) for layer in walk_layers(once, (2, 2), 9)) < c.ROUTE_IN + c.AGAIN
    assert max(int(layer.max()) for layer in walk_layers(way, (2, 2), 9)) > c.ROUTE_IN + c.AGAIN
    (filled,) = walk_layers(np.array([(0, 0), (0, 1), (0, 0)]), (1, 3), 4)
    assert filled.tolist() == [[c.AGAIN_FILL, c.ROUTE_FILL, 0]]


def meaning(code: int) -> str:
    """Return what a code above the ground stands for, one word for all that one entry of a legend explains."""
    if code < c.SOLUTION:
        return f"mark {code}"
    if code < c.ROUTE_IN:
        return "solution"
    if code >= c.OUTLINE:
        return "outline"
    return "again" if code == c.AGAIN_FILL or c.ROUTE_IN + c.AGAIN <= code < c.ROUTE_FILL else "route"


@pytest.mark.parametrize("tile", [3, 8, 24])
@pytest.mark.parametrize("solver", ["right-hand", "left-hand", "tremaux", "random-mouse", "pledge"])
@pytest.mark.parametrize("shape", ["braid=0", "braid=1,treasures=3"])
def test_the_legend_explains_every_mark_and_nothing_else(shape: str, solver: str, tile: int) -> None:
    for seed in range(4):
        level = mazeconv.generate("dig", (21, 15), seed=seed, goal="farthest", shape=shape.split(","))
        found = shown(
            level, route=solver, solution=True, dead_ends=bool(seed % 2), heatmap=["none", "distance"][seed // 2]
        )
        lanes = tile >= lines.SMALLEST_LANES
        drawn = {
            meaning(code) for layer in layers(level, found, tile).above for code in np.unique(layer.codes).tolist()
        }
        explained = {
            meaning(code) for entry in entries(level, found, tile) for _, *above in entry.tiles for code in above
        }
        # That there are no dead ends, or none but under other marks, is said too.
        assert drawn - {"outline"} in (explained, explained - {f"mark {c.DEAD_END}"})
        assert ("outline" in drawn) == (lanes and found.distances is not None)


def test_two_turns_that_share_a_side_are_not_the_same_way_again() -> None:
    # Around the middle on three sides to the north, and back from the east to the south.
    cross = [(2, 0), (2, 1), (1, 1), (0, 1), (1, 1), (1, 2), (1, 1), (2, 1), (3, 1)]
    found = walk_layers(np.array(cross, np.int32), (4, 3), 9)
    assert "again" not in {meaning(code) for layer in found for code in np.unique(layer[layer > 0]).tolist()}


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=40))
def test_again_is_drawn_just_where_a_step_is_taken_again(headings: list[int]) -> None:
    way = [(2, 2)]
    for d in headings:
        there = (way[-1][0] + STEPS[d][0], way[-1][1] + STEPS[d][1])
        if 0 <= there[0] < 5 and 0 <= there[1] < 5:
            way.append(there)
    steps = list(pairwise(way))
    found = walk_layers(np.array(way, np.int32), (5, 5), 9)
    drawn = {meaning(code) for layer in found for code in np.unique(layer[layer > 0]).tolist()}
    assert ("again" in drawn) == (len(set(steps)) < len(steps))


@pytest.mark.parametrize("size", [5, 6, 9, 10, 16, 40])
def test_on_the_heat_a_walk_has_an_outline_all_along(size: int) -> None:
    level = mazeconv.generate("dig", (15, 11), seed=2)
    way = mazeconv.solve(level, "right-hand").tiles
    picture = {"outline": np.zeros((11 * size, 15 * size), bool), "route": np.zeros((11 * size, 15 * size), bool)}
    for layer in walk_layers(way, level.tiles.shape, size, outlined=True):
        for (row, col), code in np.ndenumerate(layer):
            if code:
                _, cover = mark(int(code), size, PAPER, {})
                picture[meaning(int(code))][row * size : row * size + size, col * size : col * size + size] |= cover
    around = picture["route"].copy()
    for axis in (0, 1):
        around |= np.roll(picture["route"], 1, axis) | np.roll(picture["route"], -1, axis)
    assert not (around & ~picture["outline"]).any()
    assert not (picture["outline"] & (np.kron(level.tiles, np.ones((size, size))) > 0)).any(), "it stays on the floor"


def test_the_left_hand_walks_in_the_mirror_of_the_right_hand() -> None:
    level = mazeconv.generate("dig", (15, 11), seed=2)
    assert level.start is not None
    ends = [Marker(m.kind, m.row, level.cols - 1 - m.col) for m in level.markers]
    mirrored = Level(level.tiles[:, ::-1].copy(), tuple(ends))
    pictures = []
    for maze, solver in ((level, "right-hand"), (mirrored, "left-hand")):
        picture = np.zeros((11 * 15, 15 * 15), bool)
        for layer in layers(maze, shown(maze, route=solver), 15).above[:-1]:
            for row, col, code in zip(layer.rows, layer.cols, layer.codes, strict=True):
                picture[row * 15 : row * 15 + 15, col * 15 : col * 15 + 15] |= mark(int(code), 15, PAPER, {})[1]
        pictures.append(picture)
    assert np.array_equal(pictures[0], pictures[1][:, ::-1])


def test_no_diamond_lies_under_another_mark() -> None:
    level = mazeconv.generate("dig", (31, 21), seed=2, shape="treasures=5,dead-ends")
    found = shown(level, dead_ends=True)
    assert found.dead_ends is not None
    diamonds, marks = layers(level, found, 16).above
    places = set(zip(diamonds.rows.tolist(), diamonds.cols.tolist(), strict=True))
    assert not places & set(zip(marks.rows.tolist(), marks.cols.tolist(), strict=True))
    assert places == {tuple(p) for p in np.argwhere(found.dead_ends).tolist()} - {m.place for m in level.markers}


def test_letters_of_a_legend_grow_with_tiles_and_with_the_picture() -> None:
    level = mazeconv.generate("dig", (101, 81), seed=7)
    found = entries(level, shown(level, solution=True), 16)
    for tile, scale in ((1, 1), (4, 1), (16, 3), (32, 6), (256, 16)):
        assert layout(81, 101, tile, coordinates=False, explained=found).legend.scale == scale
    assert layout(5, 5, 48, coordinates=False, explained=found).legend.scale == 3


def test_a_legend_says_what_the_heat_leaves_plain() -> None:
    level = Level(np.array([[0, 0, 1, 0]], np.uint8), (Marker("start", 0, 0), Marker("goal", 0, 1)))
    assert [e.text for e in entries(level, shown(level, heatmap="distance"), 16)][-1] == "cannot be reached"


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 9, 10, 16, 33])
def test_the_line_of_the_solution_is_one_piece_in_the_middle(size: int) -> None:
    level = mazeconv.generate("backtracker", (21, 15), seed=4)
    found = shown(level, solution=True)
    assert found.solution is not None
    line, _ = layers(level, found, size).above
    picture = np.zeros((level.rows * size, level.cols * size), np.bool_)
    for row, col, code in zip(line.rows.tolist(), line.cols.tolist(), line.codes.tolist(), strict=True):
        stamp, cover = mark(code, size, PAPER, {})
        inner = cover & (stamp == np.array(PAPER.solution)).all(axis=2)
        assert inner[(size - 1) // 2, (size - 1) // 2]
        picture[row * size : row * size + size, col * size : col * size + size] = inner
    on = {tuple(p) for p in found.solution.tiles.tolist()}
    assert {(y // size, x // size) for y, x in np.argwhere(picture)} == on
    reached = {tuple(np.argwhere(picture)[0])}
    queue = list(reached)
    while queue:
        y, x = queue.pop()
        for v, u in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if 0 <= v < picture.shape[0] and 0 <= u < picture.shape[1] and picture[v, u] and (v, u) not in reached:
                reached.add((v, u))
                queue.append((v, u))
    assert len(reached) == np.count_nonzero(picture)


def test_lines_lie_in_the_middle_of_any_tile() -> None:
    for size in range(1, 70):
        cross = lines.line(size, 15)
        assert np.array_equal(cross, np.rot90(cross))
        assert np.array_equal(cross, cross[::-1])
        assert (cross[0] == lines.LINE).any()


def test_what_a_level_lacks_is_said() -> None:
    bare = carve().with_(markers=())
    with pytest.raises(WriteError, match="solution needs a goal"):
        shown(bare, solution=True)
    with pytest.raises(WriteError, match="heatmap=distance needs a start"):
        shown(bare, heatmap="distance")
    with pytest.raises(WriteError, match="route=pledge needs a start"):
        shown(bare.with_(markers=carve().markers[1:]), route="pledge")
    with pytest.raises(UsageError, match="no solver 'left-hnd'") as caught:
        shown(carve(), route="left-hnd")
    assert caught.value.hint == "did you mean left-hand?"


def test_a_way_that_does_not_arrive_is_said() -> None:
    level = Level(np.array([[0, 1, 0]], np.uint8), (Marker("start", 0, 0), Marker("goal", 0, 2)))
    with pytest.warns(MazeconvNotice, match="solution: the way does not arrive at a goal, it ends as 'unreachable'"):
        assert shown(level, solution=True).solution is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert shown(level).solution is None


def test_the_terminal_shows_it_too() -> None:
    level = mazeconv.read(b"#######\n#S   G#\n### ###\n###  ##\n#######\n", "text")
    found = shown(level, solution=True, heatmap="distance", dead_ends=True, route="right-hand", legend=True)
    assert sketch(level, 80, shown=found).splitlines() == [
        "##############",
        "##S0.1.3.5G6##",
        "######:5######",
        "######:6o8####",
        "##############",
        "S  start",
        "G  goal",
        ".  shortest way: 4 steps",
        ":  right-hand: 10 steps",
        "o  3 dead ends, 2 covered",
        "0 to 9  0 to 5 steps from the start",
    ]


def test_a_way_through_a_door_is_told_in_a_notice_and_in_the_legend() -> None:
    level = mazeconv.read(b"#######\n#S D G#\n#######\n", "text")
    with pytest.warns(MazeconvNotice, match="solution: goes through a door as if it were open"):
        found = shown(level, solution=True, legend=True)
    assert ".  shortest way: 4 steps, through 1 door" in sketch(level, 80, shown=found).splitlines()


def test_the_layers_of_a_real_walk_hold_each_step_once() -> None:
    level = mazeconv.generate("dig", (31, 21), seed=2)
    found = shown(level, route="right-hand")
    assert found.walk is not None
    way = found.walk.tiles
    steps = Counter(map(tuple, np.hstack((way[:-1], way[1:])).tolist()))
    assert set(steps.values()) == {1}
    assert not found.walked_again(lanes=True)
    assert found.walked_again(lanes=False)
    (ways_out,) = (x for x in walk_layers(way, level.tiles.shape, 9) if c.ROUTE_OUT < x.max() < c.ROUTE_TURN)
    assert sum((int(code) - c.ROUTE_OUT).bit_count() for code in ways_out[ways_out > 0]) == len(steps)
