"""Every solver keeps to the roads, ends as it says, and walks the same way at both speeds."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from clients import need
from guarding import guard
from mazeconv import Level, Tile
from mazeconv.errors import GenerationError, LevelError, UsageError
from mazeconv.generators import GENERATORS
from mazeconv.options.describing import describe
from mazeconv.solvers import SOLVERS
from mazeconv.solvers.mouse import MouseOptions
from shaped import level_from
from solvers.walks import check_walk, opened, reachable, scattered, scattered_levels

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

ALL = list(SOLVERS.builtin)
# These find a goal wherever there is a way.
SURE = [name for name in ALL if name not in {"pledge", "random-mouse"}]
SHORT = ["shortest", "dead-end-filling", "flood"]

levels = scattered_levels()


def maze_of(generator: str) -> Level:
    """Return a maze of the first size that the generator can fill."""
    for size in ((31, 23), (33, 25)):
        try:
            return mazeconv.generate(generator, size, seed=11)
        except GenerationError:
            continue
    pytest.fail(f"{generator} fills none of the sizes")


@pytest.mark.parametrize("solver", SURE)
@pytest.mark.parametrize("generator", GENERATORS.builtin)
def test_every_generators_mazes_are_solved(generator: str, solver: str) -> None:
    level = maze_of(generator)
    route = mazeconv.solve(level, solver)
    check_walk(level, route)
    assert route.found


@pytest.mark.parametrize("solver", ALL)
@settings(max_examples=60, deadline=None)
@given(level=levels)
def test_random_fields(solver: str, level: Level) -> None:
    route = mazeconv.solve(level, solver)
    check_walk(level, route)
    there = any(goal in reachable(level) for goal in level.goals)
    if solver in SURE:
        assert route.found == there
        assert there or route.ending == "unreachable"
    else:
        assert there or not route.found


@pytest.mark.parametrize("solver", SHORT)
@settings(max_examples=60, deadline=None)
@given(level=levels)
def test_short_ways_are_as_short_as_networkx_says(solver: str, level: Level) -> None:
    networkx = need("networkx")
    graph = networkx.grid_2d_graph(level.rows, level.cols)
    graph.remove_nodes_from([tuple(place) for place in np.argwhere(level.tiles != Tile.FLOOR).tolist()])
    lengths = networkx.single_source_shortest_path_length(graph, tuple(level.start or ()))
    best = min((lengths[goal] for goal in level.goals if goal in lengths), default=None)
    route = mazeconv.solve(level, solver)
    assert (route.steps if route.found else None) == best


@settings(max_examples=60, deadline=None)
@given(level=levels, seed=st.integers(0, 10**6), heaviest=st.sampled_from([1, 3, 50]))
def test_weighted_ways_are_as_cheap_as_networkx_says(level: Level, seed: int, heaviest: int) -> None:
    networkx = need("networkx")
    weights = np.random.default_rng(seed).integers(1, heaviest + 1, level.tiles.shape)
    graph = networkx.grid_2d_graph(level.rows, level.cols).to_directed()
    graph.remove_nodes_from([tuple(place) for place in np.argwhere(level.tiles != Tile.FLOOR).tolist()])
    for _, onto, edge in graph.edges(data=True):
        edge["weight"] = int(weights[onto])
    costs = networkx.single_source_dijkstra_path_length(graph, tuple(level.start or ()))
    best = min((costs[goal] for goal in level.goals if goal in costs), default=None)
    route = mazeconv.solve(level, weights=weights)
    check_walk(level, route)
    assert (route.cost if route.found else None) == best
    if route.found:
        onto = route.tiles[1:]
        assert route.cost == weights[onto[:, 0], onto[:, 1]].sum()


@pytest.mark.parametrize("generator", ["dig", "backtracker"])
@pytest.mark.parametrize("seed", range(5))
def test_in_a_perfect_maze_there_is_one_way_and_all_find_it(generator: str, seed: int) -> None:
    level = mazeconv.generate(generator, (41, 31), seed=seed)
    ways = [mazeconv.solve(level, solver).tiles for solver in SHORT]
    ways.append(mazeconv.solve(level, weights=np.ones(level.tiles.shape, np.int64)).tiles)
    for way in ways[1:]:
        assert np.array_equal(way, ways[0])


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("kind", ["maze", "braided", "field", "closed", "masked", "planned", "narrow"])
def test_plain_and_compiled_walk_the_same(solver: str, kind: str) -> None:
    need("numba")
    level = {
        "maze": lambda: mazeconv.generate("backtracker", (61, 41), seed=2),
        "braided": lambda: opened(mazeconv.generate("dig", (61, 41), seed=3), 0.3, 3),
        "field": lambda: scattered(40, 50, 0.3, 5, goals=2),
        "closed": lambda: scattered(40, 50, 0.5, 6),
        "masked": lambda: mazeconv.generate(
            "prim", mask=np.hypot(*np.mgrid[-9:10, -12:13]) < 11, seed=2**64 - 1, shape=["loops=0.1"]
        ),
        "planned": lambda: mazeconv.generate("eller", plan=["???????____??"] * 3 + ["?" * 13] * 8, seed=-1),
        "narrow": lambda: mazeconv.generate("dig", (41, 3), seed=0),
    }[kind]()
    plain, fast = (mazeconv.solve(level, solver, engine=engine) for engine in ("python", "numba"))
    assert np.array_equal(plain.tiles, fast.tiles)
    assert (plain.ending, plain.searched, plain.loops, plain.cost) == (
        fast.ending,
        fast.searched,
        fast.loops,
        fast.cost,
    )
    if plain.distances is not None and fast.distances is not None:
        assert np.array_equal(plain.distances, fast.distances)


@pytest.mark.parametrize("solver", ALL)
def test_no_kernel_looks_beyond_its_buffers(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [scattered(*shape, 0.3, seed, goals=2) for seed, shape in enumerate([(1, 9), (9, 1), (7, 8), (14, 11)])]
    levels.append(opened(mazeconv.generate("dig", (21, 17), seed=3), 0.3, 3))
    wanted = [mazeconv.solve(level, solver) for level in levels]
    guard(monkeypatch)
    for level, route in zip(levels, wanted, strict=True):
        assert np.array_equal(mazeconv.solve(level, solver).tiles, route.tiles)


@pytest.mark.parametrize("solver", ["shortest", "dead-end-filling"])
def test_waves_that_outgrow_their_ring(solver: str) -> None:
    need("numba")
    level = Level(np.zeros((301, 301), np.uint8))
    plain, fast = (
        mazeconv.solve(level, solver, start=(150, 150), goal=(300, 299), engine=engine)
        for engine in ("python", "numba")
    )
    assert plain.steps == 299
    assert np.array_equal(plain.tiles, fast.tiles)
    assert plain.searched == fast.searched


def test_plain_and_compiled_weigh_the_same() -> None:
    need("numba")
    level = scattered(40, 50, 0.2, 8)
    weights = np.random.default_rng(1).integers(1, 9, level.tiles.shape)
    plain, fast = (mazeconv.solve(level, weights=weights, engine=engine) for engine in ("python", "numba"))
    assert plain.found
    assert np.array_equal(plain.tiles, fast.tiles)
    assert (plain.cost, plain.searched) == (fast.cost, fast.searched)


@pytest.mark.parametrize("solver", ALL)
@pytest.mark.parametrize("picture", ["S G", "G   S", "S\n \n \nG", "SG", " S   G  "])
def test_corridors_one_tile_wide(solver: str, picture: str) -> None:
    level = level_from(picture)
    route = mazeconv.solve(level, solver)
    check_walk(level, route)
    # Pledge goes up and down a corridor that leads to the side; all others arrive.
    assert route.found or solver == "pledge"


@pytest.mark.parametrize("solver", ALL)
def test_a_start_without_neighbours_ends_at_once(solver: str) -> None:
    route = mazeconv.solve(level_from("S#G"), solver)
    assert (route.ending, route.steps, route.turns, route.visited) == ("unreachable", 0, 0, 1)


@pytest.mark.parametrize("solver", ALL)
def test_a_start_on_the_goal_is_found_without_a_step(solver: str) -> None:
    level = level_from("#####\n#S G#\n#####")
    route = mazeconv.solve(level, solver, goal=(1, 1))
    assert (route.ending, route.steps, route.visited) == ("found", 0, 1)


def test_the_nearest_of_several_goals_counts() -> None:
    level = level_from("#########\n#G  S  G#\n# ##### #\n#G     G#\n#########")
    assert mazeconv.solve(level).steps == 3
    assert mazeconv.solve(level, "flood").steps == 3


def test_flood_gives_distances_from_the_goal() -> None:
    route = mazeconv.solve(level_from("S  \n ##\n# G"), "flood")
    assert route.distances is not None
    assert route.distances.tolist() == [[-1, -1, -1], [-1, -1, -1], [-1, 1, 0]]
    assert route.ending == "unreachable"


def test_turns_are_counted_between_steps() -> None:
    assert mazeconv.solve(level_from("S  \n## \nG  ")).turns == 2


def test_start_and_goal_can_be_given_from_either_corner() -> None:
    level = mazeconv.generate(seed=1)
    top = mazeconv.solve(level, start=(1, 1), goal="13,11")
    bottom = mazeconv.solve(level, start="1,11", goal=(13, 1), origin="bottom-left")
    assert np.array_equal(top.tiles, bottom.tiles)


@pytest.mark.parametrize(
    ("ends", "message", "hint"),
    [
        ({"start": (0, 0)}, "start 0,0 is not on floor", "nearest floor is 1,1"),
        ({"goal": "99,1"}, "goal 99,1 lies outside", "X goes from 0 to 14"),
        ({"start": (0, 0), "origin": "bottom-left"}, "start 0,0 is not on floor", "nearest floor is 1,1"),
    ],
)
def test_ends_in_walls_or_outside_are_errors(ends: dict[str, object], message: str, hint: str) -> None:
    with pytest.raises(LevelError, match=message) as error:
        mazeconv.solve(mazeconv.generate(seed=1), **ends)  # type: ignore[arg-type]
    assert hint in error.value.hint


def test_a_level_without_start_or_goal_is_an_error_that_says_how_to_go_on() -> None:
    level = level_from("###\n# #\n###")
    with pytest.raises(LevelError, match="no start") as error:
        mazeconv.solve(level)
    assert "--start X,Y" in error.value.hint
    with pytest.raises(LevelError, match="no goal"):
        mazeconv.solve(level, start=(1, 1))


def test_only_a_solver_that_weighs_takes_weights() -> None:
    level = mazeconv.generate(seed=1)
    ones = np.ones(level.tiles.shape, np.int64)
    with pytest.raises(UsageError, match="tremaux takes no weights"):
        mazeconv.solve(level, "tremaux", weights=ones)
    for wrong in (ones * 0, ones[1:], ones * 0.5):
        with pytest.raises(UsageError, match="weights"):
            mazeconv.solve(level, weights=wrong)


def test_unknown_solvers_and_options_are_named() -> None:
    level = mazeconv.generate(seed=1)
    with pytest.raises(UsageError, match="no solver 'shortst'") as error:
        mazeconv.solve(level, "shortst")
    assert "shortest" in error.value.hint
    with pytest.raises(UsageError, match="has no option"):
        mazeconv.solve(level, "tremaux", chalk=3)


def test_the_mouse_is_seeded_and_bounded() -> None:
    level = mazeconv.generate("backtracker", (61, 61), seed=4)
    first, again, other = (mazeconv.solve(level, "random-mouse", seed=seed) for seed in ("1", "1", "2"))
    assert np.array_equal(first.tiles, again.tiles)
    assert not np.array_equal(first.tiles, other.tiles)
    tired = mazeconv.solve(level, "random-mouse", steps=100)
    assert (tired.ending, tired.steps) == ("out of steps", 100)
    check_walk(level, tired)


def test_the_longest_walk_of_the_mouse_fits_two_gigabytes() -> None:
    need("numba")
    level = level_from("#######\n#S  #G#\n#######")
    walked = 1_000_000
    most = next(option.maximum for option in describe(MouseOptions) if option.name == "steps")
    assert most
    mazeconv.solve(level, "random-mouse", steps=10, engine="numba")
    tracemalloc.start()
    try:
        route = mazeconv.solve(level, "random-mouse", steps=walked, engine="numba")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (route.ending, route.steps) == ("out of steps", walked)
    assert peak / walked * most <= 2e9
    with pytest.raises(UsageError, match="steps must be a whole number from 1 to 100000000"):
        mazeconv.solve(level, "random-mouse", steps=10**9)


def test_a_way_through_doors_says_so() -> None:
    level = level_from("##########\n#S  D D G#\n# ###### #\n#   K    #\n##########")
    route = mazeconv.solve(level)
    assert route.doors == 2
    assert route.notes == ("goes through 2 doors as if they were open; keys are not looked for",)
    assert mazeconv.measure(level).solution_doors == 2
    around = mazeconv.solve(level, goal=(4, 3))
    assert (around.doors, around.notes) == (0, ())
    one = mazeconv.solve(level, "right-hand", goal=(5, 1))
    assert one.notes == ("goes through a door as if it were open; keys are not looked for",)
    assert mazeconv.hunt(level).hunts[0].route.doors == 2
