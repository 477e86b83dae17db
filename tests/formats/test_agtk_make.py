"""The AGTK script that makes mazes in the game: the very tiles of the Python generator, in two JavaScript engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agtk_engine import Scene
from mazeconv import encode, generate
from mazeconv.formats.agtk import AgtkOptions, variables
from mazeconv.level import Level
from mazeconv.options.building import build

GOLDEN = Path(__file__).parents[1] / "golden" / "agtk"
ARTICLE = ["TileSize", "MazeNow", "MazeSize", "MazeSizeX", "MazeSizeY", "OffsetX", "OffsetY", "RoadType"]
EXTRA = ["StartX", "StartY", "GoalX", "GoalY"]


@pytest.fixture(scope="module", params=["duktape", "node"])
def scene(request: pytest.FixtureRequest) -> Iterator[Scene]:
    made = Scene({}, request.param)
    yield made
    made.close()


@pytest.fixture(scope="module")
def duktape() -> Scene:
    return Scene({})


def script(**options: Any) -> str:
    (data,) = encode(generate(seed=1), "agtk", parts=["make"], **options).values()
    return data.decode("ascii")


def wanted(level: Level, **options: Any) -> dict[str, float]:
    """Return all that the script sets for this level."""
    values: dict[str, float] = dict(variables(level, build(AgtkOptions, options, "agtk")))
    places = {"Start": level.start, "Goal": level.goal}
    for name, place in places.items():
        if place:
            values |= {f"{name}X": place.col, f"{name}Y": place.row}
    return values


def maker(level: Level, seed: float, **more: float) -> dict[str, float]:
    """Return an object that has all variables, with nothing of use in them but the size and the seed."""
    values = dict.fromkeys([*wanted(level), "MazeSeedUsed"], 7.0)
    return values | {"MazeSizeX": level.cols, "MazeSizeY": level.rows, "MazeSeed": seed, "MazeReady": 0} | more


def made(scene: Scene, level: Level) -> dict[str, float]:
    """Return what stands in the variables that the script must set."""
    values = scene.values("MazeMaker")
    kept = {"TileSize", "OffsetX", "OffsetY"}
    return {name: values[name] for name in wanted(level) if name not in kept}


def expected(level: Level) -> dict[str, float]:
    return {name: value for name, value in wanted(level).items() if name not in {"TileSize", "OffsetX", "OffsetY"}}


SIZES = [(3, 3), (3, 5), (5, 3), (15, 13), (49, 3), (3, 99), (21, 45), (49, 49)]
SEEDS = [1, 2, 7, 42, -1, 999_999_999, 2**32, 2**32 - 1, 2**53 - 1, -(2**53), 123_456_789_012_345]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", SEEDS)
def test_it_makes_the_very_tiles_of_the_python_generator(scene: Scene, size: tuple[int, int], seed: int) -> None:
    level = generate("dig", size, seed=seed)
    scene.place({"MazeMaker": maker(level, seed)})
    scene.run(script(), "MazeMaker")
    assert made(scene, level) == expected(level)
    assert (scene.values("MazeMaker")["MazeSeedUsed"], scene.values("MazeMaker")["MazeReady"]) == (seed, 1)
    assert scene.log == []


@settings(max_examples=60, deadline=None)
@given(
    cells=st.tuples(st.integers(1, 24), st.integers(1, 20)),
    seed=st.integers(-(2**53), 2**53).filter(bool),
    spread=st.sampled_from([0, 1, 5, 40, 10_000]),
)
def test_any_size_any_seed_and_any_pace_make_the_same(
    duktape: Scene, *, cells: tuple[int, int], seed: int, spread: int
) -> None:
    level = generate("dig", cells=cells, seed=seed)
    duktape.place({"MazeMaker": maker(level, seed)})
    duktape.run_command(script(spread=spread), "MazeMaker")
    assert made(duktape, level) == expected(level)
    assert duktape.values("MazeMaker")["MazeReady"] == 1


def test_the_greatest_maze_of_the_article(scene: Scene) -> None:
    level = generate("dig", (49, 199), seed=3)
    scene.place({"MazeMaker": maker(level, 3)})
    scene.run(script(), "MazeMaker")
    assert made(scene, level) == expected(level)


def test_53_tiles_are_exact_where_the_limit_is_raised(scene: Scene) -> None:
    level = generate("dig", (53, 9), seed=3)
    scene.place({"MazeMaker": maker(level, 3)})
    scene.run(script(width_limit=53), "MazeMaker")
    assert made(scene, level) == expected(level)


def test_spread_over_frames_it_does_a_little_in_each(scene: Scene) -> None:
    level = generate("dig", (15, 13), seed=3)
    scene.place({"MazeMaker": maker(level, 3)})
    # 42 cells, of which the first is dug from the start, then 13 rows.
    assert scene.run_command(script(spread=7), "MazeMaker") == 6 + 13
    scene.place({"MazeMaker": maker(level, 3)})
    assert scene.run_command(script(spread=14), "MazeMaker") == 3 + 7
    scene.place({"MazeMaker": maker(level, 3)})
    assert scene.run_command(script(), "MazeMaker") == 1


def test_maze_ready_says_that_it_is_being_made(scene: Scene) -> None:
    level = generate("dig", (15, 13), seed=3)
    scene.place({"MazeMaker": maker(level, 3, MazeReady=1)})
    ready = []
    for _ in range(19):
        scene.run(script(spread=7), "MazeMaker")
        ready.append(scene.values("MazeMaker")["MazeReady"])
    assert ready == [*range(-1, -19, -1), 1]


def test_what_is_half_made_is_begun_again_for_a_new_object(scene: Scene) -> None:
    level = generate("dig", (15, 13), seed=3)
    scene.place({"MazeMaker": maker(level, 3)})
    for _ in range(12):
        scene.run(script(spread=7), "MazeMaker")
    # The scene begins anew: the object has its first values, the engine still holds what was being made.
    kept = scene.evaluate("Agtk.mazeconvMaking") is not None
    assert kept
    scene.evaluate("(function () { making = Agtk.mazeconvMaking; return 0; }())")
    scene.place({"MazeMaker": maker(level, 3)})
    scene.evaluate("(function () { Agtk.mazeconvMaking = making; return 0; }())")
    assert scene.run_command(script(spread=7), "MazeMaker") == 19
    assert made(scene, level) == expected(level)


def test_another_size_or_seed_meanwhile_begins_again(scene: Scene) -> None:
    level = generate("dig", (15, 13), seed=4)
    scene.place({"MazeMaker": maker(level, 3)})
    scene.run(script(spread=7), "MazeMaker", 3)
    setting = (
        'Agtk.objectInstances.get(10).variables.get(Agtk.objectInstances.get(10).variables.getIdByName("MazeSeed"))'
    )
    scene.run(f"{setting}.setValue(4);", "MazeMaker")
    scene.run_command(script(spread=7), "MazeMaker")
    assert made(scene, level) == expected(level)


def test_an_engine_that_keeps_nothing_gets_the_maze_in_one_run(scene: Scene) -> None:
    level = generate("dig", (15, 13), seed=3)
    scene.place({"MazeMaker": maker(level, 3)})
    scene.evaluate("Object.preventExtensions(Agtk) === Agtk")
    assert scene.run_command(script(spread=7), "MazeMaker") == 1
    assert made(scene, level) == expected(level)


@pytest.mark.parametrize("spread", [0, 9])
def test_without_a_seed_every_play_has_another_maze_which_its_seed_makes_again(scene: Scene, spread: int) -> None:
    level = generate("dig", (15, 13), seed=1)
    seeds = set()
    for seed in (0, 0, 0, None):
        objects = maker(level, 0)
        if seed is None:
            del objects["MazeSeed"]
        scene.place({"MazeMaker": objects})
        scene.run_command(script(spread=spread), "MazeMaker")
        used = scene.values("MazeMaker")["MazeSeedUsed"]
        assert used == int(used)
        assert 1 <= used <= 999_999_999
        assert made(scene, level) == expected(generate("dig", (15, 13), seed=int(used)))
        seeds.add(used)
    assert len(seeds) > 1
    assert scene.log == []


def test_it_runs_on_any_object_and_names_are_shared_with_the_other_parts(scene: Scene) -> None:
    level = generate("dig", (9, 7), seed=5)
    shared = {"object": "迷路", "row_name": "Row{:02}"}
    values = dict.fromkeys([*ARTICLE, *(f"Row{n:02}" for n in range(1, 8))], 7.0)
    scene.place({"迷路": values | {"MazeSizeX": 9, "MazeSizeY": 7, "MazeSeed": 5}, "Other": {}})
    scene.run(script(**shared), "Other")
    found = scene.values("迷路")
    want = wanted(level, row_name="Row{:02}")
    assert {name: found[name] for name in want if name.startswith("Row")} == {
        name: value for name, value in want.items() if name.startswith("Row")
    }
    assert scene.log == []


def test_a_missing_object_is_logged_by_name(scene: Scene) -> None:
    scene.place({"Other": {}})
    scene.run(script(), "Other")
    assert scene.log == ["mazeconv: no object MazeMaker in this scene: place an object of exactly this name"]


@pytest.mark.parametrize("name", ["MazeSizeX", "MazeSizeY", "MazeSize", "MazeNow", "RoadType", "MazeReady"])
def test_a_missing_variable_is_logged_with_what_to_add_and_nothing_is_changed(scene: Scene, name: str) -> None:
    level = generate("dig", (9, 7), seed=5)
    values = maker(level, 5)
    del values[name]
    scene.place({"MazeMaker": values})
    scene.run_command(script(spread=5), "MazeMaker")
    (line,) = scene.log
    assert line.startswith(f"mazeconv: MazeMaker has no variable {name}: add it")
    assert {key: scene.values("MazeMaker")[key] for key in values} == values


@pytest.mark.parametrize("name", ["MazeSeed", "MazeSeedUsed", *EXTRA])
def test_the_rest_may_be_missing(scene: Scene, name: str) -> None:
    level = generate("dig", (9, 7), seed=5)
    values = maker(level, 5)
    del values[name]
    scene.place({"MazeMaker": values})
    scene.run(script(), "MazeMaker")
    assert scene.log == []
    if name != "MazeSeed":
        rows = {key: value for key, value in expected(level).items() if key.startswith("変数")}
        assert {key: scene.values("MazeMaker")[key] for key in rows} == rows


def test_missing_rows_are_logged_by_name_and_all_others_are_set(scene: Scene) -> None:
    level = generate("dig", (9, 7), seed=5)
    values = maker(level, 5)
    del values["変数003"]
    scene.place({"MazeMaker": values})
    scene.run(script(), "MazeMaker")
    assert scene.log == ["mazeconv: MazeMaker has no variable 変数003: add it, with the initial value 0"]
    assert scene.values("MazeMaker")["変数004"] == expected(level)["変数004"]


@pytest.mark.parametrize("side", ["MazeSizeX", "MazeSizeY"])
@pytest.mark.parametrize("value", [0, 1, 2, 14, -15, 7.5, 1001])
def test_a_size_that_no_maze_has_is_logged(scene: Scene, side: str, value: float) -> None:
    values = maker(generate("dig", (9, 7), seed=5), 5, **{side: value})
    scene.place({"MazeMaker": values})
    scene.run(script(), "MazeMaker")
    (line,) = scene.log
    assert f"{side} of MazeMaker is {value:g}: set it to an odd number from 3 to " in line
    assert {key: scene.values("MazeMaker")[key] for key in values} == values


def test_the_maze_is_dug_by_the_dig_script(scene: Scene) -> None:
    level = generate("dig", (9, 7), seed=5)
    scene.place({"MazeMaker": maker(level, 5, TileSize=24, OffsetX=0, OffsetY=0)})
    scene.run(script(), "MazeMaker")
    (dig,) = encode(level, "agtk", parts=["dig"]).values()
    steps = scene.run(dig.decode(), "MazeMaker", 63)
    roads = [number for number, step in enumerate(steps) if step[2] >= 0]
    assert roads == [number for number, tile in enumerate(level.tiles.flat) if tile == 0]
    assert scene.log == []


def test_it_serves_every_maze() -> None:
    level = generate("backtracker", (21, 5), seed=9)
    assert next(iter(encode(level, "agtk", parts=["make"]).values())).decode() == script()


@pytest.mark.parametrize(("name", "options"), [("make", {}), ("make-spread", {"spread": 50})])
def test_golden(name: str, options: dict[str, Any]) -> None:
    assert script(**options).encode() == (GOLDEN / f"maze.agtk-{name}.js").read_bytes()


def test_only_the_spread_script_returns_to_the_engine() -> None:
    assert script().startswith("(function () {")
    assert script(spread=1).startswith("return (function () {")
