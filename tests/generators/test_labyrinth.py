from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients import need
from mazeconv.directions import STEPS, offsets
from mazeconv.errors import GenerationError, UsageError
from mazeconv.generators import Job, labyrinth
from mazeconv.generators.labyrinth import BLOCKED, LABYRINTH, ROAD, LabyrinthOptions, spread_roads
from mazeconv.kernels import Machine, below
from mazeconv.level import Place, Tile
from mazeconv.options.building import build
from mazeconv.rng import Stream
from mazeconv.solvers.flood import BLOCKED as SHUT
from mazeconv.solvers.flood import UNSEEN, spread

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

# The proof: this many labyrinths of each size. 400 sizes make 100,000 seeds.
SIDES = range(5, 25)
PER_SIZE = 250


def make(rows: int, cols: int, seed: str | int, *, forks: float = 1.0, **rest: Any) -> npt.NDArray[np.uint8]:
    job = Job(rows=rows, cols=cols, options=LabyrinthOptions(forks=forks), stream=Stream.of(str(seed)), **rest)
    tiles = LABYRINTH.run(job)
    assert isinstance(tiles, np.ndarray)
    return tiles


def faults(tiles: npt.NDArray[np.uint8], start: Place, goal: Place, free: npt.NDArray[np.bool_]) -> list[str]:
    """Return how a labyrinth breaks its promise, found tile by tile and without the generator's own means."""
    roads = {(int(r), int(c)) for r, c in np.argwhere(tiles == Tile.FLOOR)}
    beside = {
        t: [(t[0] + r, t[1] + c) for r, c in STEPS if (t[0] + r, t[1] + c) in roads] for t in np.ndindex(tiles.shape)
    }
    found = [f"road on {t}, where none may go" for t in roads if not free[t]]
    found += [f"{name} {t} is no road" for name, t in (("start", start), ("goal", goal)) if t not in roads]
    seen, ahead = {tuple(start)}, [tuple(start)]
    while ahead:
        for tile in beside[ahead.pop()]:
            if tile not in seen:
                seen.add(tile)
                ahead.append(tile)
    if seen != roads:
        found.append("roads that are not joined")
    if sum(len(beside[t]) for t in roads) != 2 * (len(roads) - 1):
        found.append("a loop")
    found += [f"a block at {r, c}" for r, c in roads if {(r + 1, c), (r, c + 1), (r + 1, c + 1)} <= roads]
    if len(beside[goal]) != 1:
        found.append(f"{len(beside[goal])} roads to the goal")
    return found


def unfinished(tiles: npt.NDArray[np.uint8], goal: Place, free: npt.NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return the walls in which a fork could still have grown."""
    roads = np.pad(tiles == Tile.FLOOR, 1)
    near = np.sum([np.roll(roads, step, (0, 1)) for step in STEPS], axis=0)[1:-1, 1:-1]
    places = np.argwhere((tiles == Tile.WALL) & free & (near == 1))
    return [(int(r), int(c)) for r, c in places if abs(r - goal.row) + abs(c - goal.col) != 1]


def inside(rows: int, cols: int) -> npt.NDArray[np.bool_]:
    free = np.zeros((rows, cols), np.bool_)
    free[1:-1, 1:-1] = True
    return free


@st.composite
def requests(draw: st.DrawFn) -> tuple[int, int, Place, Place]:
    rows, cols = draw(st.integers(5, 16)), draw(st.integers(5, 16))
    places = st.builds(Place, st.integers(1, rows - 2), st.integers(1, cols - 2))
    start, goal = draw(st.lists(places, min_size=2, max_size=2, unique=True))
    return rows, cols, start, goal


@given(requests(), st.integers(0, 2**64 - 1))
def test_promise_tile_by_tile(request: tuple[int, int, Place, Place], seed: int) -> None:
    rows, cols, start, goal = request
    tiles = make(rows, cols, seed, start=start, goal=goal)
    assert tiles.shape == (rows, cols)
    assert tiles.dtype == np.uint8
    assert faults(tiles, start, goal, inside(rows, cols)) == []
    assert unfinished(tiles, goal, inside(rows, cols)) == []


@given(requests(), st.integers(0, 2**64 - 1), st.data())
def test_promise_within_masks(request: tuple[int, int, Place, Place], seed: int, data: st.DataObject) -> None:
    rows, cols, start, goal = request
    bits = data.draw(st.lists(st.integers(0, 9), min_size=rows * cols, max_size=rows * cols))
    mask = (np.array(bits) < 8).reshape(rows, cols)
    mask[start] = mask[goal] = True
    free = inside(rows, cols) & mask
    seen, ahead = {start}, [start]
    while ahead:
        row, col = ahead.pop()
        for r, c in STEPS:
            tile = Place(row + r, col + c)
            if free[tile] and tile not in seen:
                seen.add(tile)
                ahead.append(tile)
    if goal not in seen:
        with pytest.raises(GenerationError, match="the mask lets no road") as caught:
            make(rows, cols, seed, start=start, goal=goal, mask=mask)
        assert caught.value.hint
        return
    tiles = make(rows, cols, seed, start=start, goal=goal, mask=mask)
    assert faults(tiles, start, goal, free) == []
    assert unfinished(tiles, goal, free) == []


@pytest.mark.parametrize("rows", SIDES)
def test_promise_over_a_hundred_thousand_seeds(rows: int) -> None:
    need("numba")
    for cols in SIDES:
        words = Stream.of("ends").child(f"{cols}x{rows}").words()
        stack = np.empty((PER_SIZE, rows, cols), np.uint8)
        starts = np.empty((PER_SIZE, 2), np.intp)
        goals = np.empty((PER_SIZE, 2), np.intp)
        for i in range(PER_SIZE):
            ends: dict[str, Any] = {}
            if i % 3 > 0:
                ends["goal"] = Place(1 + below(words, rows - 2), 1 + below(words, cols - 2))
            if i % 3 > 1:
                ends["start"] = Place(1 + below(words, rows - 2), 1 + below(words, cols - 2))
            start, goal = ends.get("start", Place(1, 1)), ends.get("goal", Place(rows - 2, cols - 2))
            if start == goal:
                start, goal, ends = Place(1, 1), Place(rows - 2, cols - 2), {}
            stack[i] = make(rows, cols, f"{cols}x{rows} {i}", engine="numba", **ends)
            starts[i], goals[i] = start, goal
        check_stack(stack, starts, goals)


def check_stack(stack: npt.NDArray[np.uint8], starts: npt.NDArray[np.intp], goals: npt.NDArray[np.intp]) -> None:
    """Check many labyrinths of one size at once: one flood from all starts, the rest by slices."""
    n, rows, cols = stack.shape
    each = np.arange(n)
    assert set(np.unique(stack)) <= {Tile.FLOOR, Tile.WALL}
    roads = stack == Tile.FLOOR
    assert not roads[:, [0, -1]].any()
    assert not roads[:, :, [0, -1]].any()
    assert roads[each, starts[:, 0], starts[:, 1]].all()
    assert roads[each, goals[:, 0], goals[:, 1]].all()
    assert not (roads[:, 1:, 1:] & roads[:, 1:, :-1] & roads[:, :-1, 1:] & roads[:, :-1, :-1]).any()
    nodes = roads.sum((1, 2))
    edges = (roads[:, 1:] & roads[:, :-1]).sum((1, 2)) + (roads[:, :, 1:] & roads[:, :, :-1]).sum((1, 2))
    assert (edges == nodes - 1).all()
    near = np.zeros(stack.shape, np.uint8)
    near[:, 1:] += roads[:, :-1]
    near[:, :-1] += roads[:, 1:]
    near[:, :, 1:] += roads[:, :, :-1]
    near[:, :, :-1] += roads[:, :, 1:]
    assert (near[each, goals[:, 0], goals[:, 1]] == 1).all()
    open_ends = ~roads & (near == 1)
    open_ends[:, [0, -1]] = False
    open_ends[:, :, [0, -1]] = False
    for row, col in STEPS:
        open_ends[each, goals[:, 0] + row, goals[:, 1] + col] = False
    assert not open_ends.any()
    # Every labyrinth has its own border, so that one flood over the stack cannot run from one into the next.
    machine = Machine(compiled=True)
    distance: Any = np.where(roads, UNSEEN, SHUT).astype(np.int32).reshape(-1)
    queue: Any = machine.ints(int(nodes.sum()))
    queue[:n] = (each * rows + starts[:, 0]) * cols + starts[:, 1]
    distance[queue[:n]] = 0
    machine.run(spread, Stream(0), distance, queue, machine.ints(offsets(cols)), state=(0, 0, n))
    assert not (distance == UNSEEN).any()


def test_the_checks_see_faults() -> None:
    need("numba")
    rows, cols = 9, 9
    start, goal = Place(1, 1), Place(7, 7)
    good = make(rows, cols, 1)
    free = inside(rows, cols)
    for place in np.argwhere(free):
        bad = good.copy()
        bad[tuple(place)] ^= 1
        assert faults(bad, start, goal, free) + unfinished(bad, goal, free)
        with pytest.raises(AssertionError):
            check_stack(bad[None], np.array([start]), np.array([goal]))
    check_stack(good[None], np.array([start]), np.array([goal]))


@pytest.mark.parametrize("engine", ["python", "numba"])
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(
    ("roads", "opened"),
    [
        pytest.param([(-1, -1), (-2, 0)], (0, -1), id="diagonal and two above opens left"),
        pytest.param([(-1, -1), (0, -2)], (-1, 0), id="diagonal and two to the left opens above"),
    ],
)
def test_shapes_that_would_lock_the_goal(
    engine: Engine, turns: int, roads: list[tuple[int, int]], opened: tuple[int, int]
) -> None:
    """The goal stands in the bottom-right inner corner, or, turned, in one of the other three."""
    if engine == "numba":
        need("numba")
    side = 9
    picture = np.zeros((side, side), np.uint8)
    for row, col in roads:
        picture[7 + row, 7 + col] = ROAD
    wanted = picture.copy()
    wanted[7 + opened[0], 7 + opened[1]] = ROAD
    wanted[7, 7] = ROAD
    at = np.zeros((side, side), np.bool_)
    at[7, 7] = True
    picture, wanted, at = np.rot90(picture, turns), np.rot90(wanted, turns), np.rot90(at, turns)
    near = np.sum([np.roll(picture, step, (0, 1)) // ROAD for step in STEPS], axis=0)
    field = (picture + near).astype(np.uint8)
    field[~inside(side, side)] |= BLOCKED
    field[at] |= BLOCKED
    machine = Machine.choose(1, engine)
    flat: Any = field.reshape(-1).copy() if machine.compiled else bytearray(field.tobytes())
    known = np.flatnonzero(picture).tolist()
    growing = machine.ints([*known, *[0] * side * side])
    state = (0, len(known), -1, 0, int(np.argmax(at)), 0)
    steps = machine.steps(spread_roads, Stream(1), flat, machine.ints(offsets(side)), growing, state=state, budget=2)
    assert next(steps)[3] == 1
    assert np.array_equal(np.frombuffer(flat, np.uint8).reshape(side, side) & ROAD, wanted)


@given(requests(), st.integers(0, 99))
def test_at_last_a_straight_l(request: tuple[int, int, Place, Place], seed: int) -> None:
    rows, cols, start, goal = request
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(labyrinth, "ATTEMPTS", 0)
        bare = make(rows, cols, seed, start=start, goal=goal, forks=0)
        full = make(rows, cols, seed, start=start, goal=goal)
    roads = np.argwhere(bare == Tile.FLOOR)
    assert len(roads) == abs(start.row - goal.row) + abs(start.col - goal.col) + 1
    corners = [Place(start.row, goal.col), Place(goal.row, start.col)]
    assert any(all(row == c.row or col == c.col for row, col in roads) and bare[c] == Tile.FLOOR for c in corners)
    assert faults(full, start, goal, inside(rows, cols)) == []
    assert unfinished(full, goal, inside(rows, cols)) == []
    assert (full <= bare).all()


def test_a_lost_goal_is_tried_again_from_a_fresh_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = range(400)
    usual = [make(8, 10, s).tobytes() for s in seeds]
    monkeypatch.setattr(labyrinth, "ATTEMPTS", 1)
    lost = [s for s in seeds if make(8, 10, s).tobytes() != usual[s]]
    assert 0 < len(lost) < 100
    monkeypatch.setattr(labyrinth, "ATTEMPTS", 2)
    assert any(make(8, 10, s).tobytes() == usual[s] for s in lost)


def test_a_narrow_mask_is_never_given_up() -> None:
    """Where walks lose the goal again and again, the shortest way is there at last."""
    mask = np.array([[c == "." for c in row] for row in ("#######", "#.....#", "#.###.#", "#.....#", "#######")])
    for seed in range(200):
        tiles = make(5, 7, seed, start=Place(1, 1), goal=Place(3, 5), mask=mask)
        assert faults(tiles, Place(1, 1), Place(3, 5), inside(5, 7) & mask) == []


def test_start_beside_the_goal() -> None:
    for goal in (Place(3, 4), Place(4, 3), Place(5, 4), Place(4, 5)):
        tiles = make(9, 9, 1, start=Place(4, 4), goal=goal, forks=0)
        assert np.argwhere(tiles == Tile.FLOOR).tolist() == sorted([[4, 4], list(goal)])
        tiles = make(9, 9, 1, start=Place(4, 4), goal=goal)
        assert faults(tiles, Place(4, 4), goal, inside(9, 9)) == []


def test_ends_not_asked_for_are_the_first_and_the_last_open_tile() -> None:
    tiles = make(12, 15, 1)
    assert faults(tiles, Place(1, 1), Place(10, 13), inside(12, 15)) == []
    mask = np.hypot(*np.mgrid[-6:7, -6:7]) < 5.5
    tiles = make(13, 13, 1, mask=mask)
    first, last = (Place(*map(int, np.argwhere(mask)[i])) for i in (0, -1))
    assert faults(tiles, first, last, mask) == []


@pytest.mark.parametrize(
    ("rest", "message", "hint"),
    [
        ({"start": Place(0, 3)}, "start 3,0 is not inside", "X from 1 to 8 and Y from 1 to 6"),
        ({"goal": Place(7, 3)}, "goal 3,7 is not inside", "X from 1 to 8 and Y from 1 to 6"),
        ({"goal": Place(3, 9)}, "goal 9,3 is not inside", "X from 1 to 8 and Y from 1 to 6"),
        ({"goal": Place(-1, 99)}, "goal 99,-1 is not inside", "X from 1 to 8 and Y from 1 to 6"),
        ({"goal": Place(1, 1)}, "start and goal are both 1,1", "two tiles, X from 1 to 8"),
        ({"mask": np.zeros((8, 10), np.bool_)}, "leave no room", "at least 5 x 5"),
        ({"mask": ~inside(8, 10)}, "leave no room", "two open tiles"),
        ({"mask": np.eye(8, 10, dtype=np.bool_)}, "no road from 1,1 to 6,6", "one piece of the mask"),
        ({"mask": np.eye(8, 10, dtype=np.bool_), "goal": Place(2, 1)}, "goal 1,2 is masked", "open tile"),
    ],
)
def test_requests_that_cannot_be_met(rest: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(GenerationError, match=message) as caught:
        make(8, 10, 1, **rest)
    assert hint in caught.value.hint


def test_forks_can_be_left_out() -> None:
    shares = (0.0, 0.3, 0.7, 1.0)
    lengths = [sum(np.count_nonzero(make(30, 30, s, forks=f) == Tile.FLOOR) for s in range(20)) for f in shares]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[1] < lengths[3]
    for share in shares:
        assert faults(make(30, 30, 5, forks=share), Place(1, 1), Place(28, 28), inside(30, 30)) == []
    with pytest.raises(UsageError):
        build(LabyrinthOptions, {"forks": "1.5"}, "generator labyrinth")
