"""The AGTK scripts, run in an ES5 engine against a stand-in scene and compared with the model."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agtk_engine import Scene, dug, es5_faults
from mazeconv.formats import Target
from mazeconv.formats.agtk import AgtkOptions, variables, write
from mazeconv.level import Level, Marker, Tile
from mazeconv.options.building import build
from mazeconv.recipe import Recipe
from mazeconv.road_type import road_types

if TYPE_CHECKING:
    import numpy.typing as npt

ES6 = [
    "let a = 1;",
    "const b = 1;",
    "var f = () => 1;",
    "`x`",
    "class A {}",
    "var {x} = {x: 1};",
    "[a] = [b];",
    "for (var a of [1]) {}",
    "var o = {f() {}};",
    "var o = {a, b};",
    "var o = {[a]: 2};",
    "2 ** 3",
    "0b11",
    '"\\u{61}"',
    "a?.b",
    "a ?? b",
    "f(...[1])",
    "function* g() {}",
    "new.target",
    "Number.EPSILON",
]
DIGGER: dict[str, float] = {"MazeNow": 0, "RoadType": -2}
X, Y = "X座標位置", "Y座標位置"


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene({})


def made(level: Level, part: str, **options: Any) -> str:
    (data,) = write(level, build(AgtkOptions, {"parts": part, **options}, "agtk"), Target("maze", Path())).values()
    return data.decode("ascii")


def held(level: Level, **options: Any) -> dict[str, float]:
    return dict(variables(level, build(AgtkOptions, options, "agtk")))


def random_tiles(rows: int, cols: int, seed: int) -> npt.NDArray[np.uint8]:
    """Return any tiles at all behind a leftmost column of wall: openings in the other borders, too."""
    tiles = np.random.default_rng(seed).choice([0, 1, 1, 0, 2], (rows, cols)).astype(np.uint8)
    tiles[:, 0] = Tile.WALL
    return tiles


def expected(level: Level, tile_size: int = 24, offset: tuple[int, int] = (5, 1)) -> list[list[float]]:
    """Return [x, y, RoadType, MazeNow] after each run, from the first tile to the last."""
    return [[*step, now] for now, step in enumerate(dug(level, tile_size, offset), 1)]


@pytest.mark.parametrize("code", ES6)
def test_the_gate_finds_what_is_not_es5(code: str) -> None:
    assert es5_faults(code)


@pytest.mark.parametrize("owner", ["''", "[]", "Array", "Object", "Math", "Number", "String"])
def test_the_engine_of_these_tests_has_no_es6_methods(scene: Scene, owner: str) -> None:
    later = "repeat includes startsWith endsWith padStart codePointAt find fill from of assign entries values "
    later += "trunc sign log2 clz32 isInteger isNaN fromCodePoint"
    listed = f"{json.dumps(later)}.split(' ')"
    assert scene.evaluate(f"{listed}.filter(function (name) {{ return name in Object({owner}); }})") == []


def test_the_engine_of_these_tests_has_no_es6_objects(scene: Scene) -> None:
    assert scene.evaluate("typeof Symbol + typeof Proxy + typeof Uint8Array") == "undefined" * 3


def test_the_engine_of_these_tests_stops_at_what_is_no_number(scene: Scene) -> None:
    scene.place({"A": {"n": 1}})
    setting = 'Agtk.objectInstances.get(instanceId).variables.get(2000).setValue("2")'
    with pytest.raises(AssertionError, match="setValue"):
        scene.run(setting, "A")
    assert scene.values("A")["n"] == 1


@pytest.mark.parametrize("cols", range(3, 54))
def test_script_and_dig_give_every_tile_of_every_width(scene: Scene, cols: int) -> None:
    level = Level(random_tiles(1 + cols % 7, cols, seed=cols))
    scene.place({"MazeMaker": dict.fromkeys(held(level), 7), "Other": DIGGER})
    scene.run(made(level, "script", width_limit=53), "Other")
    assert {name: scene.values("MazeMaker")[name] for name in held(level)} == held(level)
    dig = made(level, "dig")
    assert scene.run(dig, "MazeMaker", level.tiles.size) == expected(level)
    assert scene.run(dig, "Other", level.tiles.size) == expected(level)
    assert scene.log == []


@settings(max_examples=40, deadline=None)
@given(
    rows=st.integers(1, 12),
    cols=st.integers(1, 20),
    seed=st.integers(0, 1 << 32),
    tile_size=st.integers(1, 64),
    offset=st.tuples(st.integers(-50, 50), st.integers(-50, 50)),
)
def test_sizes_and_offset_come_from_the_object(
    scene: Scene, *, rows: int, cols: int, seed: int, tile_size: int, offset: tuple[int, int]
) -> None:
    level = Level(random_tiles(rows, cols, seed))
    scene.place({"MazeMaker": held(level, tile_size=tile_size, offset=offset), "Other": DIGGER})
    steps = scene.run(made(level, "dig"), "Other", level.tiles.size)
    assert steps == expected(level, tile_size, offset)


def test_even_sizes_dig_as_well_as_odd_ones(scene: Scene) -> None:
    level = Level(random_tiles(8, 10, seed=1))
    scene.place({"MazeMaker": held(level)})
    assert scene.run(made(level, "dig"), "MazeMaker", 80) == expected(level)


def test_the_exit_link_ends_the_digging_and_further_runs_do_no_harm(scene: Scene) -> None:
    level = Level(random_tiles(5, 7, seed=2))
    scene.place({"MazeMaker": held(level)})
    steps = scene.run(made(level, "dig"), "MazeMaker", 40)
    ended = next(n for n, step in enumerate(steps) if step[3] > scene.values("MazeMaker")["MazeSize"])
    assert ended == 35
    last = expected(level)[-1]
    assert steps[35:] == [[last[0], last[1], -1, now] for now in range(36, 41)]
    assert scene.log == []


@pytest.mark.parametrize("now", [-1, -7, -1000, 35, 1e9])
def test_a_cursor_outside_the_maze_is_no_road(scene: Scene, now: float) -> None:
    level = Level(random_tiles(5, 7, seed=2))
    scene.place({"MazeMaker": held(level), "Other": {"MazeNow": now, "RoadType": 3}})
    assert scene.run(made(level, "dig"), "Other") == [[0, 0, -1, now + 1]]


def test_any_object_may_ask_for_any_tile(scene: Scene) -> None:
    level = Level(random_tiles(6, 9, seed=3))
    road_type = road_types(level.tiles)
    dig = made(level, "dig")
    for row, col in ((5, 8), (0, 1), (3, 4)):
        scene.place({"MazeMaker": held(level), "Other": {**DIGGER, "MazeNow": row * 9 + col}})
        assert scene.run(dig, "Other")[0][2] == road_type[row, col]
        assert scene.values("MazeMaker")["MazeNow"] == 0


def test_skip_walls_goes_from_road_to_road(scene: Scene) -> None:
    level = Level(random_tiles(6, 9, seed=4))
    scene.place({"MazeMaker": held(level)})
    roads = [step for step in expected(level) if step[2] >= 0]
    steps = scene.run(made(level, "dig", skip_walls=True), "MazeMaker", len(roads) + 1)
    assert steps[:-1] == roads
    assert steps[-1] == [*roads[-1][:2], -1, 55]


@pytest.mark.parametrize("skip_walls", [False, True])
def test_a_repeating_dig_needs_no_loop_and_leaves_by_the_same_link(scene: Scene, *, skip_walls: bool) -> None:
    level = Level(random_tiles(6, 9, seed=4))
    scene.place({"MazeMaker": held(level)})
    roads = sum(step[2] >= 0 for step in expected(level))
    frames = scene.run_command(made(level, "dig", repeat=True, skip_walls=skip_walls), "MazeMaker")
    assert frames == (roads if skip_walls else 54) + 1
    assert scene.values("MazeMaker")["MazeNow"] > scene.values("MazeMaker")["MazeSize"]
    # It does not run on for ever where something is missing.
    scene.place({"Other": {}})
    assert scene.run_command(made(level, "dig", repeat=True), "Other") == 1


def test_skip_walls_starts_a_negative_cursor_at_the_first_tile(scene: Scene) -> None:
    level = Level(random_tiles(6, 9, seed=4))
    scene.place({"MazeMaker": {**held(level), "MazeNow": -1e12}})
    first = next(step for step in expected(level) if step[2] >= 0)
    assert scene.run(made(level, "dig", skip_walls=True), "MazeMaker") == [first]


def test_a_missing_object_is_logged_by_name(scene: Scene) -> None:
    level = Level(random_tiles(3, 5, seed=5))
    scene.place({"Other": DIGGER})
    for part in ("script", "dig"):
        scene.run(made(level, part, object="迷路"), "Other")
    assert len(scene.log) == 2
    assert all("no object 迷路 in this scene" in line for line in scene.log)
    assert scene.values("Other") == {**DIGGER, X: 0, Y: 0}


@pytest.mark.parametrize("name", held(Level(random_tiles(3, 5, seed=5))))
def test_a_missing_variable_is_logged_by_name_and_all_others_are_set(scene: Scene, name: str) -> None:
    level = Level(random_tiles(3, 5, seed=5))
    wanted = held(level)
    value = wanted.pop(name)
    scene.place({"MazeMaker": dict.fromkeys(wanted, 7)})
    scene.run(made(level, "script"), "MazeMaker")
    assert scene.log == [f"mazeconv: MazeMaker has no variable {name}: add it, with the initial value {value:.0f}"]
    assert scene.values("MazeMaker") == {**wanted, X: 0, Y: 0}


@pytest.mark.parametrize("name", ["TileSize", "MazeSizeX", "MazeSizeY", "OffsetX", "OffsetY"])
def test_dig_stops_with_a_word_where_a_setting_is_missing(scene: Scene, name: str) -> None:
    level = Level(random_tiles(3, 5, seed=5))
    less = held(level)
    del less[name]
    scene.place({"MazeMaker": less, "Other": DIGGER})
    assert scene.run(made(level, "dig"), "Other") == [[0, 0, -2, 0]]
    assert scene.log == [f"mazeconv: MazeMaker has no variable {name}: add it"]


@pytest.mark.parametrize("name", ["MazeNow", "RoadType"])
def test_dig_stops_with_a_word_where_the_digger_lacks_a_variable(scene: Scene, name: str) -> None:
    level = Level(random_tiles(3, 5, seed=5))
    less = dict(DIGGER)
    del less[name]
    scene.place({"MazeMaker": held(level), "Other": less})
    scene.run(made(level, "dig"), "Other")
    assert scene.log == [f"mazeconv: the object that digs has no variable {name}: add it"]


def test_dig_takes_a_missing_row_for_wall_and_comes_to_its_end(scene: Scene) -> None:
    tiles = random_tiles(4, 6, seed=6)
    less = held(Level(tiles))
    del less["変数002"]
    scene.place({"MazeMaker": less})
    steps = scene.run(made(Level(tiles), "dig"), "MazeMaker", 24)
    tiles[1] = Tile.WALL
    assert steps == expected(Level(tiles))
    assert set(scene.log) == {"mazeconv: MazeMaker has no variable 変数002: add it"}


def test_start_and_goal_are_set_where_they_exist_and_never_missed(scene: Scene) -> None:
    tiles = np.ones((5, 7), np.uint8)
    tiles[1:4, 1:6] = Tile.FLOOR
    level = Level(tiles, (Marker("start", 1, 2), Marker("goal", 3, 4), Marker("goal", 3, 5)))
    scene.place({"MazeMaker": {**held(level), "StartX": 9, "GoalX": 9, "GoalY": 9}})
    scene.run(made(level, "script"), "MazeMaker")
    values = scene.values("MazeMaker")
    assert (values["StartX"], values["GoalX"], values["GoalY"]) == (2, 4, 3)
    assert scene.log == []
    scene.run(made(Level(tiles), "script"), "MazeMaker")
    assert scene.values("MazeMaker")["StartX"] == 2


@pytest.mark.parametrize("row_name", ["Row{:03}", "{}", "迷路 {:05}行", "a'\"\\{:01}*/"])
def test_rows_may_have_other_names_in_both_scripts(scene: Scene, row_name: str) -> None:
    level = Level(random_tiles(12, 6, seed=7))
    wanted = held(level, row_name=row_name)
    scene.place({"MazeMaker": dict.fromkeys(wanted, 0)})
    scene.run(made(level, "script", row_name=row_name), "MazeMaker")
    assert scene.run(made(level, "dig", row_name=row_name), "MazeMaker", 72) == expected(level)
    assert scene.log == []


NASTY = [
    "*/ throw 1; /*",
    "*//*",
    "MAZECONV_DATA */",
    "</script>",
    "迷路\u2028\n*/x",
    "'\"\\",
    "\\u002a/",
    "\ud800",
]


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("shape", ["{}", "return {}", "var done = {};", "{};"])
def test_no_text_breaks_out_of_a_comment_and_the_script_fits_every_field(scene: Scene, text: str, shape: str) -> None:
    recipe = Recipe("dig", 1, text, (5, 3), start=text, options={"bias": text}, shape=(text,))
    level = Level(random_tiles(3, 5, seed=8), recipe=recipe)
    name = re.sub(r"[\n\u2028\ud800]", "", text) or "MazeMaker"
    for one_line in (False, True):
        scene.place({name: dict.fromkeys(held(level), 7), "Other": DIGGER})
        for part in ("script", "make", "dig"):
            script = shape.replace("{}", made(level, part, object=name))
            scene.run(script.replace("\n", " ") if one_line else script, "Other")
        assert scene.log == []
        assert scene.values("Other")["MazeNow"] == 1
        assert scene.values(name)["MazeSize"] == 15


def test_the_recipe_stands_in_the_script() -> None:
    recipe = Recipe("dig", 1, "夏", (5, 3), options={"bias": "2"}, shape=("braid=0.5",))
    script = made(Level(random_tiles(3, 5, seed=8), recipe=recipe), "script")
    for text in ("dig@1, 5x3, seed \\u590f", "options: bias=2", "shape: braid=0.5"):
        assert text in script


def test_japanese_names_are_escaped() -> None:
    script = made(Level(random_tiles(3, 5, seed=8)), "script", object="迷路")
    assert json.dumps("変数001") in script
    assert json.dumps("迷路") in script
