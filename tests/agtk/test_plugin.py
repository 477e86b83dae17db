"""The plugin, loaded and called as the player does, in two JavaScript engines, and compared with the model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agtk_engine import Scene, dug, es5_faults
from mazeconv import encode, generate
from mazeconv.agtk import plugin
from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.formats import Target
from mazeconv.formats.agtk import FORMAT, PLUGIN_KEEPS, AgtkOptions
from mazeconv.level import Level, Marker, Tile
from mazeconv.options.building import build
from mazeconv.recipe import Recipe
from mazeconv.road_type import road_types

GOLDEN = Path(__file__).parents[1] / "golden" / "agtk"
LOAD, RANDOM, MAKE, DIG, ROAD_TYPE, MOVE = range(6)
FINISHED, STANDS = range(2)
START, GOAL, TREASURE, KEY = range(4)
DUG, MADE = range(2)
SETTING = "Agtk.objectInstances.get(10).variables.get(one[0]).setValue"
PROJECT, SELF, PARENT = 0, -2, -7
X, Y = "X座標位置", "Y座標位置"
# The first variable that an object of the stand-in has of its own, and the second.
FIRST, SECOND = 2000, 2001


@pytest.fixture(scope="module", params=["duktape", "node"])
def scene(request: pytest.FixtureRequest) -> Iterator[Scene]:
    made = Scene({}, request.param)
    yield made
    made.close()


def text(*levels: Level, **options: Any) -> str:
    return plugin(levels, **options).decode("ascii")


def marked() -> Level:
    """Return a level with markers of every kind, two of some, in a room of floor."""
    tiles = np.ones((6, 8), np.uint8)
    tiles[1:5, 1:7] = Tile.FLOOR
    tiles[4, 6] = Tile.WALL
    places = [("start", 1, 2), ("goal", 3, 4), ("goal", 3, 5), ("treasure", 2, 1), ("treasure", 4, 1), ("key", 1, 6)]
    return Level(tiles, tuple(Marker(*place) for place in places))


def begin(scene: Scene, *levels: Level, objects: dict[str, dict[str, float]] | None = None, values: Any = ()) -> None:
    """Place objects and load the plugin as a new game does."""
    scene.place(objects or {"Digger": {"RoadType": -2, "Other": 7}}, {"Shared": 7, "Number": 2})
    scene.evaluate("(function () { plugin = null; return 0; }())")
    scene.load_plugin(text(*levels), values=values)


def steps(scene: Scene, level: Level, **values: Any) -> list[list[float]]:
    """Dig the whole level a tile a call; return [x, y, RoadType] after each."""
    found = []
    for _ in range(level.tiles.size):
        assert not scene.condition(FINISHED, "Digger")
        assert scene.command(DIG, "Digger", _1=0, _2=0, **values) == 1
        digger = scene.values("Digger")
        found.append([digger[X], digger[Y], digger["RoadType"]])
    return found


# What it is to the editor


def test_it_is_one_expression_in_ascii_without_a_mark_at_its_begin() -> None:
    data = plugin([marked(), generate(seed=1)])
    assert data.isascii()
    assert data.startswith(b"(function () {")
    assert data.endswith(b"}())\n")
    assert b"\r" not in data
    assert es5_faults(data.decode()) == []


@pytest.mark.parametrize("locale", ["ja", "ja_JP", "en_US", "zh_CN", "", None])
def test_the_editor_gets_texts_in_the_language_of_the_project(scene: Scene, locale: Any) -> None:
    told = scene.look_at_plugin(text(marked()), locale)
    japanese = str(locale).startswith("ja")
    assert told["name"] == ("迷路 (mazeconv)" if japanese else "Maze (mazeconv)")
    names = [command["name"] for command in told["actionCommand"]]
    assert names[0] == ("迷路を読み込む" if japanese else "Load a maze")
    words = json.dumps(told, ensure_ascii=False)
    assert words.isascii() is not japanese


def test_both_languages_say_everything() -> None:
    texts = json.loads((Path(__file__).parents[2] / "templates" / "agtk" / "plugin-texts.json").read_text("utf-8"))

    def shape(value: Any) -> Any:
        return {key: shape(v) for key, v in value.items()} if isinstance(value, dict) else type(value)

    assert shape(texts["ja"]) == shape(texts["en"])


def test_every_parameter_has_what_the_editor_needs(scene: Scene) -> None:
    told = scene.look_at_plugin(text(marked(), generate(seed=1)))
    lists = [
        told["parameter"],
        *(entry["parameter"] for key in ("actionCommand", "linkCondition") for entry in told[key]),
    ]
    types = set()
    for parameters in lists:
        ids = [one["id"] for one in parameters]
        assert len(set(ids)) == len(ids)
        for one in parameters:
            types.add(one["type"])
            assert one["name"]
            if one["type"] == "VariableId":
                owner = next(other for other in parameters if other["id"] == one["referenceId"])
                assert owner["type"] == "SwitchVariableObjectId"
            if one["type"] == "Number":
                assert one["minimumValue"] <= one["defaultValue"] <= one["maximumValue"]
            if one["type"] == "CustomId":
                assert one["defaultValue"] in [choice["id"] for choice in one["customParam"]]
                assert all(choice["name"] for choice in one["customParam"])
            if one["type"].endswith("Id") and one["type"] != "CustomId":
                assert one["defaultValue"] == -1
    assert types == {"Number", "SwitchVariableObjectId", "VariableId", "CustomId", "ObjectId"}
    for key in ("actionCommand", "linkCondition"):
        assert [entry["id"] for entry in told[key]] == list(range(len(told[key])))


def test_the_help_lists_the_mazes(scene: Scene) -> None:
    told = scene.look_at_plugin(text(marked(), generate(seed="夏")))
    assert told["help"].splitlines()[-3:] == ["Mazes held: 2", "1: 8 x 6", "2: 15 x 13 (dig@1, 15x13, seed 夏)"]


def test_settings_begin_with_the_options(scene: Scene) -> None:
    told = scene.look_at_plugin(text(marked(), tile_size=32, offset=(0, -3)))
    assert [one["defaultValue"] for one in told["parameter"]] == [32, 0, -3]


# Held mazes


@pytest.mark.parametrize(
    "level", [marked(), generate(seed=7), generate(size=(121, 5), seed=7)], ids=["room", "dig", "wide"]
)
def test_a_held_maze_is_dug_tile_by_tile(scene: Scene, level: Level) -> None:
    begin(scene, generate(size=(5, 5), seed=1), level)
    scene.command(LOAD, "Digger", _1=2)
    assert steps(scene, level) == dug(level)
    assert scene.condition(FINISHED, "Digger")
    scene.command(DIG, "Digger")
    assert scene.condition(FINISHED, "Digger")
    assert scene.values("Digger")["RoadType"] == -1
    assert scene.log == []


def test_settings_of_the_game_place_the_maze(scene: Scene) -> None:
    level = marked()
    begin(scene, level, values=[{"id": 1, "value": 32}, {"id": 3, "value": -2}])
    assert steps(scene, level) == dug(level, 32, (5, -2))


def test_unset_and_null_settings_are_the_defaults(scene: Scene) -> None:
    level = marked()
    for values in ([], None, [{"id": 1, "value": None}, {"id": 99, "value": 3}, None]):
        begin(scene, level, values=values)
        assert scene.command(DIG, "Digger") == int((level.tiles == Tile.FLOOR).sum()) + 1
    assert scene.log == []


def test_digging_skips_walls_and_takes_a_frame_a_road(scene: Scene) -> None:
    level = generate(seed=7)
    begin(scene, level)
    roads = [step for step in dug(level) if step[2] >= 0]
    for road in roads:
        assert scene.command(DIG, "Digger", _2=0) == 1
        digger = scene.values("Digger")
        assert [digger[X], digger[Y], digger["RoadType"]] == road
    assert not scene.condition(FINISHED, "Digger")
    scene.command(DIG, "Digger", _2=0)
    assert scene.condition(FINISHED, "Digger")


def test_loading_begins_the_digging_anew_and_every_instance_digs_for_itself(scene: Scene) -> None:
    level = generate(size=(5, 5), seed=1)
    begin(scene, level, objects={"Digger": {"RoadType": -2}, "Second": {"RoadType": -2}})
    scene.command(DIG, "Digger")
    assert scene.condition(FINISHED, "Digger")
    assert not scene.condition(FINISHED, "Second")
    scene.command(LOAD, "Second")
    assert not scene.condition(FINISHED, "Digger")


def test_the_number_may_come_from_a_variable(scene: Scene) -> None:
    begin(scene, generate(size=(5, 5), seed=1), marked(), objects={"Digger": {"Number": 2}})
    for owner, number in ((SELF, FIRST), (PROJECT, SECOND)):
        scene.command(LOAD, "Digger", _1=1)
        scene.command(LOAD, "Digger", _1=1, _2=owner, _3=number)
        assert scene.save_and_load()["maze"] == {"held": 1}


def test_a_random_maze_is_any_of_them(scene: Scene) -> None:
    begin(scene, *(generate(size=(5, 5), seed=seed) for seed in range(3)))
    found = set()
    for _ in range(80):
        scene.command(RANDOM, "Digger")
        found.add(scene.save_and_load()["maze"]["held"])
    assert found == {0, 1, 2}


# New mazes


@pytest.mark.parametrize("size", [(3, 3), (15, 13), (61, 41), (5, 99)])
@pytest.mark.parametrize("seed", [1, -7, 123456789])
def test_a_new_maze_has_the_very_tiles_of_the_python_generator(scene: Scene, size: tuple[int, int], seed: int) -> None:
    level = generate("dig", size, seed=seed)
    begin(scene, marked())
    scene.command(MAKE, "Digger", _1=size[0], _2=size[1], _3=seed)
    assert scene.save_and_load()["maze"] == {"seed": seed, "width": size[0], "height": size[1]}
    found = scene.evaluate(f'roadTypes({ROAD_TYPE}, "Digger", {size[0]}, {size[1]})')
    assert found == road_types(level.tiles).ravel().tolist()
    assert scene.condition(FINISHED, "Digger", _1=MADE)


def test_making_is_spread_over_frames(scene: Scene) -> None:
    begin(scene)
    assert not scene.condition(FINISHED, "Digger", _1=MADE)
    assert scene.command(MAKE, "Digger", _1=15, _2=13, _3=5, _8=10) == 5
    assert scene.command(MAKE, "Digger", _1=15, _2=13, _3=5, _8=0) == 1
    assert scene.command(MAKE, "Digger", _1=61, _2=41, _3=5) == 2


def test_a_new_maze_each_time_gives_its_seed(scene: Scene) -> None:
    begin(scene)
    seeds = set()
    for _ in range(4):
        scene.command(MAKE, "Digger", _6=PROJECT, _7=FIRST)
        seeds.add(scene.evaluate("Agtk.variables.get(2000).getValue()"))
    assert len(seeds) > 1
    assert scene.save_and_load()["maze"]["seed"] in seeds


def test_a_seed_may_come_from_a_variable_and_0_there_is_a_new_maze(scene: Scene) -> None:
    begin(scene, objects={"Digger": {"Seed": 77}})
    scene.command(MAKE, "Digger", _3=5, _4=SELF, _5=FIRST)
    assert scene.save_and_load()["maze"]["seed"] == 77


@pytest.mark.parametrize("size", [(4, 5), (5, 4), (1, 5)])
def test_a_size_that_no_maze_has_is_logged(scene: Scene, size: tuple[int, int]) -> None:
    begin(scene, marked())
    scene.command(MAKE, "Digger", _1=size[0], _2=size[1])
    assert scene.log == [f"mazeconv: the sides of a maze must be odd numbers from 3 on: {size[0]} x {size[1]}"]
    assert scene.save_and_load()["maze"] == {"held": 0}


# Tiles and places


def test_the_road_type_of_the_tile_on_which_the_object_stands(scene: Scene) -> None:
    level = marked()
    begin(scene, level)
    for col, row in ((2, 1), (6, 4), (0, 0)):
        x, y = (col + 5) * 24 + 3, (row + 1) * 24 + 23
        scene.evaluate(f"[[2, {x}], [3, {y}]].map(function (one) {{ {SETTING}(one[1]); }})")
        scene.command(ROAD_TYPE, "Digger", _4=SELF, _5=SECOND)
        assert scene.values("Digger")["Other"] == road_types(level.tiles)[row, col]
        assert scene.values("Digger")["RoadType"] == -2


@pytest.mark.parametrize("tile", [(-1, 0), (0, 6), (8, 0), (1000, 1000)])
def test_outside_of_the_maze_there_is_no_road(scene: Scene, tile: tuple[int, int]) -> None:
    begin(scene, marked())
    scene.command(ROAD_TYPE, "Digger", _1=1, _2=tile[0], _3=tile[1])
    assert scene.values("Digger")["RoadType"] == -1


@pytest.mark.parametrize(
    ("kind", "number", "place"),
    [(START, 1, (2, 1)), (GOAL, 1, (4, 3)), (GOAL, 2, (5, 3)), (TREASURE, 2, (1, 4)), (KEY, 1, (6, 1))],
)
def test_an_object_moves_to_a_place_and_stands_there(
    scene: Scene, kind: int, number: int, place: tuple[int, int]
) -> None:
    begin(scene, marked())
    assert not scene.condition(STANDS, "Digger", _1=kind)
    scene.command(MOVE, "Digger", _1=kind, _2=number)
    digger = scene.values("Digger")
    assert (digger[X], digger[Y]) == ((place[0] + 5.5) * 24, (place[1] + 1.5) * 24)
    assert scene.condition(STANDS, "Digger", _1=kind)
    assert scene.condition(STANDS, "Digger") is (kind == GOAL)
    assert scene.log == []


def test_another_object_may_be_named(scene: Scene) -> None:
    begin(scene, marked(), objects={"Digger": {}, "Player": {}})
    scene.command(MOVE, "Digger", _1=GOAL, _5=2)
    assert scene.values("Player")[X] > 0
    assert scene.values("Digger")[X] == 0
    assert scene.condition(STANDS, "Digger", _2=2)
    assert not scene.condition(STANDS, "Digger", _2=-1)


def test_new_mazes_have_a_start_and_a_goal(scene: Scene) -> None:
    begin(scene)
    scene.command(MAKE, "Digger", _1=21, _2=11)
    scene.command(MOVE, "Digger", _1=START)
    assert scene.values("Digger")[X] == 6.5 * 24
    scene.command(MOVE, "Digger", _1=GOAL)
    assert (scene.values("Digger")[X], scene.values("Digger")[Y]) == (24.5 * 24, 10.5 * 24)
    assert scene.condition(STANDS, "Digger")


# Saving


def test_a_saved_game_keeps_the_maze_and_how_far_it_is_dug(scene: Scene) -> None:
    begin(scene, marked())
    for make in (False, True):
        if make:
            scene.command(MAKE, "Digger", _1=9, _2=7, _3=5)
        for _ in range(11):
            scene.command(DIG, "Digger", _1=0, _2=0)
        saved = scene.save_and_load()
        assert saved["dug"] == {"10": 11}
        scene.command(DIG, "Digger", _1=0, _2=0)
        level = generate("dig", (9, 7), seed=5) if make else marked()
        digger = scene.values("Digger")
        assert digger["RoadType"] == dug(level)[11][2]


def test_a_reloaded_plugin_goes_on(scene: Scene) -> None:
    begin(scene, marked(), generate(seed=1))
    scene.command(LOAD, "Digger", _1=2)
    scene.load_plugin(text(marked(), generate(seed=1)))
    assert scene.save_and_load()["maze"] == {"held": 1}
    assert scene.evaluate("unloadPlugin()")["maze"] == {"held": 1}


@pytest.mark.parametrize(
    "saved", [None, 0, "", "x", [], {}, {"maze": 5}, {"maze": {"held": 9}}, {"maze": {"width": 4}}]
)
def test_anything_else_that_was_kept_begins_with_the_first_maze(scene: Scene, saved: Any) -> None:
    begin(scene, marked())
    scene.load_plugin(text(marked()), internal=saved)
    scene.evaluate(f"(function () {{ plugin.setInternal({json.dumps(saved)}); return 0; }}())")
    assert scene.evaluate("plugin.getInfo('internal')") == {"maze": {"held": 0}, "dug": {}}


# What is missing


@pytest.mark.parametrize("call", [RANDOM, DIG, ROAD_TYPE, MOVE])
def test_without_any_maze_a_command_says_what_to_run_first(scene: Scene, call: int) -> None:
    begin(scene)
    scene.command(call, "Digger")
    scene.command(call, "Digger")
    assert scene.log == ['mazeconv: there is no maze yet: run "Load a maze" or "Make a new maze" first']
    assert not scene.condition(FINISHED, "Digger")
    assert not scene.condition(STANDS, "Digger")


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_number_that_no_maze_has_is_logged(scene: Scene, number: int) -> None:
    begin(scene, marked())
    scene.command(LOAD, "Digger", _1=number)
    assert scene.log == [f"mazeconv: there is no maze of this number: {number}"]


def test_a_place_that_is_not_there_is_logged(scene: Scene) -> None:
    begin(scene, marked())
    scene.command(MOVE, "Digger", _1=TREASURE, _2=3)
    assert scene.log == ["mazeconv: this maze has no such place: treasure 3"]
    assert scene.values("Digger")[X] == 0


@pytest.mark.parametrize("owner", [-1, SELF, PROJECT, PARENT, 3])
def test_a_variable_that_is_not_there_is_logged(scene: Scene, owner: int) -> None:
    begin(scene, marked())
    scene.command(ROAD_TYPE, "Digger", _4=owner, _5=4444)
    assert scene.log == [
        "mazeconv: there is no such variable: choose one of the project, of this object or of its parent: 4444"
    ]
    assert scene.values("Digger")["RoadType"] == -2


def test_the_parents_variable(scene: Scene) -> None:
    begin(scene, marked(), objects={"Digger": {"RoadType": -2}, "Parent": {"n": 7}})
    scene.evaluate("[Agtk.objectInstances.get(10).variables.get(38).setValue(11)]")
    scene.command(ROAD_TYPE, "Digger", _1=1, _2=1, _3=1, _4=PARENT, _5=FIRST)
    assert scene.values("Parent")["n"] == road_types(marked().tiles)[1, 1]


def test_an_object_without_an_instance_is_logged(scene: Scene) -> None:
    begin(scene, marked(), objects={"Digger": {}, "Player": {}})
    scene.evaluate("(function () { instances[1].name = 'gone'; return 0; }())")
    scene.command(MOVE, "Digger", _5=2)
    assert not scene.condition(STANDS, "Digger", _2=2)
    assert scene.log == [
        "mazeconv: the scene has no instance of this object: place one under the object's own name: Player"
    ]


def test_an_object_without_variables_of_its_own_digs_as_well(scene: Scene) -> None:
    level = generate(size=(5, 5), seed=1)
    begin(scene, level, objects={"Digger": {}})
    scene.command(DIG, "Digger")
    assert scene.condition(FINISHED, "Digger")
    assert scene.log == []


def test_commands_that_it_does_not_have_do_nothing(scene: Scene) -> None:
    begin(scene, marked())
    assert scene.command(9, "Digger") == 1
    assert scene.condition(9, "Digger") is False


# As a format's part


def test_the_part_of_the_format_is_the_plugin_of_one_level() -> None:
    level = generate(seed=7)
    (name,) = encode(level, "agtk", parts=["plugin"], tile_size=32)
    assert name == "dig-15x13-7.agtk-plugin.js"
    assert encode(level, "agtk", parts=["plugin"], tile_size=32)[name] == plugin([level], tile_size=32)
    assert encode(level, "agtk", name="a.agtk-plugin.js") == {"a.agtk-plugin.js": plugin([level])}


def test_it_carries_what_rows_cannot() -> None:
    tiles = np.zeros((4, 60), np.uint8)
    assert encode(Level(tiles), "agtk", parts=["plugin"])


def test_it_keeps_every_marker_and_says_what_it_loses(recwarn: pytest.WarningsRecorder) -> None:
    tiles = np.zeros((3, 3), np.uint8)
    level = Level(tiles, (Marker("treasure", 0, 0), Marker("save-point", 0, 1)))
    encode(level, "agtk", parts=["plugin"])
    plugin([level])
    assert not recwarn
    with pytest.warns(MazeconvNotice, match="agtk cannot keep markers"):
        encode(
            level.with_(tiles=np.pad(tiles, 1, constant_values=1)[:3, :3], markers=(Marker("treasure", 1, 1),)), "agtk"
        )
    with pytest.warns(MazeconvNotice, match="the plugin cannot keep properties"):
        plugin([level.with_(properties={"a": 1})])
    options = build(AgtkOptions, {"parts": "plugin"}, "agtk")
    assert FORMAT.keeps_more(level, options, Target("maze", Path())) == PLUGIN_KEEPS


def test_bad_options_are_refused() -> None:
    with pytest.raises(UsageError, match="tile-size"):
        plugin([], tile_size=0)


@pytest.mark.parametrize("seed", ["*/ throw 1; /*", "MAZECONV_TEXTS", "</script>", "[\u00a01, 2 ]", "'\"\\"])
def test_no_text_breaks_out(scene: Scene, seed: str) -> None:
    level = Level(np.ones((3, 5), np.uint8), recipe=Recipe("dig", 1, seed, (5, 3)))
    told = scene.look_at_plugin(text(level))
    assert told["help"].endswith(f"1: 5 x 3 (dig@1, 5x3, seed {seed})")


def test_golden() -> None:
    levels = [generate(seed=7, shape=["treasures=2"]), marked()]
    assert plugin(levels) == (GOLDEN / "mazes.agtk-plugin.js").read_bytes()
