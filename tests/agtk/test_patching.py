"""What a patch promises: what was asked for and nothing else, in the file's own manner, and once only."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agtk_projects import AUTO_TILE, REAL, ROWS, synthetic, with_tilesets
from mazeconv import Level, Marker, MazeconvNotice, Place, generate
from mazeconv.agtk.patching import Request, patch
from mazeconv.agtk.project import Project
from mazeconv.agtk.shapes import read_table, wall_shapes
from mazeconv.agtk.tiles import read_tiles
from mazeconv.errors import MazeconvError, ReadError, UsageError, WriteError
from mazeconv.source import Source

LEVEL = generate(size=(15, ROWS), seed=3)
PROJECTS = {
    "tabs": (synthetic(), "Cave", 2),
    "spaces": (synthetic(tabs=False), "Cave", 2),
    "empty layer": (synthetic(), "Cave", 1),
    "crlf": (synthetic().replace("\n", "\r\n"), "Cave", 2),
    "one line": (json.dumps(json.loads(synthetic())), "Cave", 2),
    "no spaces": (json.dumps(json.loads(synthetic()), separators=(",", ":")), "Cave", 2),
}
for name, scene, layer in (("object-filter", "Test Scene 001", 2), ("show-choices", "Field", 1)):
    if name in REAL:
        PROJECTS[name] = (with_tilesets(REAL[name]), scene, layer)
pytestmark = pytest.mark.filterwarnings("ignore:the scene .* does not list", "ignore:not solid", "ignore:auto tiles")


def parsed(text: str) -> Any:
    """Return a document in which no member is lost, not even one that stands twice."""
    return json.loads(text, object_pairs_hook=lambda pairs: ("object", pairs))


def scene_in(document: Any, name: str) -> dict[str, Any]:
    found = [scene for one in document["sceneList"] for scene in one.get("children", [one])]
    return next(scene for scene in found if scene["name"] == name)


def tile_span(text: str, scene: str, number: int) -> tuple[int, int]:
    project = Project(text, "x")
    layer = next(s for s in project.scenes if s.name == scene).layers[number - 1]
    return layer.tile.start, layer.tile.end


def expected_tiles(level: Level, at: Place, floor: bool) -> dict[str, Any]:
    wall = {"tilesetId": 1, "x": 0, "y": 0}
    road = {"tilesetId": 1, "x": 2, "y": 1}
    return {
        f"{at.col + col},{at.row + row}": wall if level.tiles[row, col] else road
        for row in range(level.rows)
        for col in range(level.cols)
        if level.tiles[row, col] or floor
    }


@pytest.mark.parametrize("name", PROJECTS)
@pytest.mark.parametrize("floor", ["none", "Walls:2,1"])
@pytest.mark.parametrize("clear", [False, True])
def test_tiles_change_where_asked_and_nowhere_else(name: str, floor: str, clear: bool) -> None:
    text, scene, layer = PROJECTS[name]
    at = Place(2, 3)
    request = Request(scene=scene, layer=str(layer), wall="Walls:0,0", floor=floor, at=at, clear=clear)
    new = patch(text, LEVEL, request, "x").text

    before, after = json.loads(text), json.loads(new)
    rectangle = {f"{at.col + c},{at.row + r}" for r in range(LEVEL.rows) for c in range(LEVEL.cols)}
    old = scene_in(before, scene)[f"layer{layer}"]["tile"]
    want = {} if clear else {spot: tile for spot, tile in old.items() if spot not in rectangle}
    want |= expected_tiles(LEVEL, at, floor != "none")
    assert scene_in(after, scene)[f"layer{layer}"].pop("tile") == want
    del scene_in(before, scene)[f"layer{layer}"]["tile"]
    assert after == before

    start, end = tile_span(text, scene, layer)
    new_start, new_end = tile_span(new, scene, layer)
    assert text[:start] == new[:new_start]
    assert text[end:] == new[new_end:]

    again = patch(new, LEVEL, request, "x")
    assert again.text == new
    assert not again.changed


@pytest.mark.parametrize("name", ["tabs", "spaces", *REAL])
def test_new_tiles_stand_one_a_line_as_deep_as_the_file_indents(name: str) -> None:
    text, scene, layer = PROJECTS[name]
    one = Level(np.array([[1, 0, 1]], np.uint8))
    new = patch(text, one, Request(scene=scene, layer=str(layer), wall="1:0,0", clear=True), "x").text
    start, end = tile_span(new, scene, layer)
    line = new[new.rindex("\n", 0, start) + 1 : start]
    indent = line[: len(line) - len(line.lstrip())]
    unit = "\t" if "\n\t" in text else "  "
    entry = '{ "tilesetId": 1, "x": 0, "y": 0 }'
    assert new[start:end] == f'{{\n{indent}{unit}"0,0": {entry},\n{indent}{unit}"2,0": {entry}\n{indent}}}'


def test_tiles_already_there_keep_their_bytes_and_their_order() -> None:
    text = synthetic(
        tiles={"1,0": {"y": 0, "x": 0, "tilesetId": 1}, "9,9": AUTO_TILE, "0,0": {"tilesetId": 2, "x": 0, "y": 0}}
    )
    new = patch(text, Level(np.array([[1, 1]], np.uint8)), Request(scene="Cave", layer="2", wall="1:0,0"), "x").text
    lines = [line.strip().rstrip(",") for line in new.splitlines() if "tilesetId" in line]
    assert lines[0] == '"1,0": { "y": 0, "x": 0, "tilesetId": 1 }'
    assert "subtileInfo" in lines[1]
    assert lines[2] == '"0,0": { "y": 0, "x": 0, "tilesetId": 1 }'


def test_a_layer_that_loses_all_its_tiles_is_written_as_other_empty_ones() -> None:
    text = synthetic(tiles={"0,0": {"tilesetId": 1, "x": 0, "y": 0}})
    floor = Level(np.zeros((1, 1), np.uint8))
    new = patch(text, floor, Request(scene="Cave", layer="2", wall="1:0,0"), "x").text
    assert new == synthetic(tiles={})


def test_void_leaves_no_tile() -> None:
    level = Level(np.array([[1, 2, 0]], np.uint8))
    new = patch(synthetic(tiles={}), level, Request(scene="Cave", wall="1:0,0", floor="1:1,0"), "x").text
    assert set(scene_in(json.loads(new), "Cave")["layer1"]["tile"]) == {"0,0", "2,0"}


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_any_tiles_are_written_as_they_are(rows: int, cols: int, data: st.DataObject) -> None:
    flat = data.draw(st.lists(st.integers(0, 1), min_size=rows * cols, max_size=rows * cols))
    level = Level(np.array(flat, np.uint8).reshape(rows, cols))
    request = Request(scene="Cave", layer="2", wall="1:0,0", floor="1:2,1", at=Place(1, 2), clear=True)
    new = patch(synthetic(), level, request, "x").text
    assert scene_in(json.loads(new), "Cave")["layer2"]["tile"] == expected_tiles(level, Place(1, 2), floor=True)


def test_variables_hold_the_maze_and_nothing_else_changes() -> None:
    text = synthetic()
    new = patch(text, LEVEL, Request(variables="MazeMaker", at=Place(4, 3)), "x").text
    before, after = json.loads(text), json.loads(new)
    values = {v["name"]: v["initialValue"] for v in after["objectList"][1]["variableList"]}
    rows = ["".join(map(str, row)) for row in LEVEL.tiles.tolist()]
    assert values == {
        "TileSize": 16, "MazeNow": 0, "MazeSize": 15 * ROWS, "MazeSizeX": 15, "MazeSizeY": ROWS, "OffsetX": 3,
        "OffsetY": 4, "RoadType": -2, "StartX": 1, "StartY": 1,
        **{f"変数{n:03}": int(row, 2) for n, row in enumerate(rows, 1)},
    }  # fmt: skip
    for variable, old in zip(
        after["objectList"][1]["variableList"], before["objectList"][1]["variableList"], strict=True
    ):
        variable["initialValue"] = old["initialValue"]
    assert after == before
    changed = [line for line, old in zip(new.splitlines(), text.splitlines(), strict=True) if line != old]
    assert all('"initialValue": ' in line for line in changed)
    assert patch(new, LEVEL, Request(variables="MazeMaker", at=Place(4, 3)), "x").text == new


def test_variables_alone_leave_the_offset_to_the_designer() -> None:
    new = json.loads(patch(synthetic(), LEVEL, Request(variables="MazeMaker"), "x").text)
    values = {v["name"]: v["initialValue"] for v in new["objectList"][1]["variableList"]}
    assert (values["OffsetX"], values["OffsetY"]) == (5, 1)


def test_a_value_that_is_right_in_another_notation_stays() -> None:
    text = synthetic().replace('"initialValue": -2', '"initialValue": -2.000000')
    assert '"initialValue": -2.000000' in patch(text, LEVEL, Request(variables="MazeMaker"), "x").text


@pytest.mark.skipif("object-filter" not in REAL, reason="the real project lies beside the checkout only at its makers'")
def test_an_instance_moves_to_the_middle_of_its_tile() -> None:
    text = with_tilesets(REAL["object-filter"])
    request = Request(scene="Test Scene 001", at=Place(1, 2), places=[("noise", "start"), ("#3", "3,1")])
    new = patch(text, LEVEL, request, "x").text
    before, after = parsed(text), parsed(new)
    assert before != after
    parts = {p["name"]: p for p in scene_in(json.loads(new), "Test Scene 001")["scenePartList"]}
    assert (parts["noise"]["x"], parts["noise"]["y"]) == ((2 + 1.5) * 16, (1 + 1.5) * 16)
    assert (parts["mosaic"]["x"], parts["mosaic"]["y"]) == ((2 + 3.5) * 16, (1 + 1.5) * 16)
    changed = [(a, b) for a, b in zip(text.splitlines(), new.splitlines(), strict=True) if a != b]
    assert changed == [
        ('          "x": 32,', '          "x": 56,'),
        ('          "y": 32,', '          "y": 40,'),
        ('          "x": 96,', '          "x": 88,'),
        ('          "y": 32,', '          "y": 40,'),
    ]


def test_half_pixels_and_numbered_markers() -> None:
    text = synthetic().replace('"tileWidth": 16', '"tileWidth": 15')
    level = Level(np.zeros((1, 4), np.uint8), (Marker("treasure", 0, 1), Marker("treasure", 0, 3)))
    new = patch(text, level, Request(scene="Cave", places=[("Player", "treasure:2")]), "x").text
    part = scene_in(json.loads(new), "Cave")["scenePartList"][0]
    assert (part["x"], part["y"]) == (52.5, 8)


def test_an_object_names_its_only_instance() -> None:
    new = patch(synthetic(), LEVEL, Request(scene="Cave", places=[("MazeMaker", "start")]), "x").text
    assert scene_in(json.loads(new), "Cave")["scenePartList"][3]["x"] == 24


def test_a_wall_table_picks_a_tile_by_shape() -> None:
    toml = b'"up down" = "Walls:0,1"\n"left right" = "Walls:1,1"\ncross = "Walls:2,1"\nalone = "Walls:3,1"\n'
    table = read_table(Source("walls.toml", toml))
    level = Level(np.array([[0, 1, 0, 0, 0], [1, 1, 1, 1, 0], [0, 1, 0, 0, 1], [0, 1, 0, 0, 0]], np.uint8))
    new = patch(synthetic(tiles={}), level, Request(scene="Cave", wall="Walls:0,0", wall_table=table), "x").text
    tiles = scene_in(json.loads(new), "Cave")["layer1"]["tile"]
    at = {spot: (tile["x"], tile["y"]) for spot, tile in tiles.items()}
    assert at["1,1"] == (2, 1)
    assert at["1,2"] == (0, 1)
    assert at["2,1"] == (1, 1)
    assert at["4,2"] == (3, 1)
    assert at["1,0"] == at["1,3"] == at["0,1"] == (0, 0)
    with pytest.raises(UsageError, match="no tile for the shape 'up'"):
        patch(synthetic(tiles={}), level, Request(scene="Cave", wall_table=table), "x")


def test_shapes_count_the_sides_as_wall_flags_do() -> None:
    tiles = np.array([[1, 1], [1, 0]], np.uint8)
    assert wall_shapes(tiles).tolist() == [[4 + 8, 2], [1, 1 + 2]]


@pytest.mark.parametrize(
    "toml",
    [b"up = 1", b'"up left up-left" = "1:0,0"', b'over = "1:0,0"', b'up = "1:0,0"\n"up up" = "1:0,0"', b"up", b"\xff"],
)
def test_bad_wall_tables_are_refused(toml: bytes) -> None:
    with pytest.raises(MazeconvError, match="wall table"):
        read_table(Source("walls.toml", toml))


@pytest.mark.parametrize(
    ("request_", "error", "words"),
    [
        (Request(), UsageError, "nothing is to be patched"),
        (Request(wall="1:0,0"), UsageError, "no scene is named"),
        (Request(scene="Cav", wall="1:0,0"), UsageError, "there is no scene 'Cav'|did you mean Cave"),
        (Request(scene="99999999", wall="1:0,0"), UsageError, "the menu scene holds no maze"),
        (Request(scene="menu scene", wall="1:0,0"), UsageError, "there is no scene"),
        (Request(scene="Cave", layer="3", wall="1:0,0"), UsageError, "has no layer '3'"),
        (Request(scene="Cave", wall="Wall:0,0"), UsageError, "there is no tileset 'Wall'|did you mean Walls"),
        (Request(scene="Cave", wall="Walls:8,0"), UsageError, "has no tile 8,0"),
        (Request(scene="Cave", wall="Walls"), UsageError, "must be TILESET:X,Y|agtk list"),
        (Request(scene="Cave", wall="Auto:0,0"), UsageError, "of the auto kind"),
        (Request(scene="Cave", clear=True, places=[("Player", "start")]), UsageError, "no wall tile is named"),
        (Request(scene="Field", wall="1:0,0", at=Place(4, 0)), WriteError, "does not fit the scene Field of 60 x 12"),
        (Request(scene="Field", wall="1:0,0", at=Place(0, 46)), WriteError, "room for 14 x 12"),
        (Request(scene="Cave", places=[("Guard", "start")]), UsageError, "#3, #4"),
        (Request(scene="Cave", places=[("Nobody", "start")]), UsageError, "there is no instance 'Nobody'"),
        (Request(scene="Cave", places=[("Player", "treasure")]), UsageError, "the level has no 'treasure'"),
        (Request(scene="Cave", places=[("Player", "start:2")]), UsageError, "it has 1 of them"),
        (Request(scene="Cave", places=[("Player", "0,0")]), UsageError, "is no floor of the maze"),
        (Request(scene="Cave", places=[("Player", "1,1"), ("#2", "goal")]), UsageError, "to different places"),
        (Request(variables="Player"), UsageError, "lacks 15 variables: TileSize"),
        (Request(variables="MazeMakr"), UsageError, "did you mean MazeMaker"),
        (Request(variables="MazeMaker", row_name="Row"), UsageError, "row-name"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_a_hint(request_: Request, error: type[MazeconvError], words: str) -> None:
    with pytest.raises(error) as caught:
        patch(synthetic(), LEVEL, request_, "x")
    for word in words.split("|"):
        assert word in caught.value.message + "\n" + caught.value.hint
    assert caught.value.hint


def test_a_maze_too_wide_for_numbers_is_refused() -> None:
    with pytest.raises(WriteError, match="51 tiles wide"):
        patch(synthetic(), generate(size=(51, 9), seed=1), Request(variables="MazeMaker"), "x")


def test_names_that_two_share_are_told_apart_by_id() -> None:
    text = synthetic().replace('"name": "Field"', '"name": "Cave"')
    with pytest.raises(UsageError, match="2 scenes are called 'Cave'") as caught:
        patch(text, LEVEL, Request(scene="Cave", wall="1:0,0"), "x")
    assert "#1, #2" in caught.value.hint
    assert patch(text, LEVEL, Request(scene="#1", wall="1:0,0"), "x").changed


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Request(scene="Field", wall="Dig:0,0"), "does not list the tileset Dig"),
        (Request(scene="Cave", wall="Walls:1,0"), "not solid on all sides: the wall tile Walls:1,0"),
        (Request(scene="Cave", wall="Walls:0,0", floor="Dig:0,0"), "has wall flags"),
        (Request(scene="Cave", layer="2", wall="Walls:0,0"), "auto tiles of Layer 2 meet the maze"),
    ],
)
@pytest.mark.filterwarnings("default")
def test_odd_choices_are_done_with_a_notice(request_: Request, words: str) -> None:
    with pytest.warns(MazeconvNotice, match=words):
        assert patch(synthetic(), LEVEL, request_, "x").changed


def broken(old: str, new: str) -> str:
    text = synthetic()
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "7",
        "\ufeff" + synthetic(),
        synthetic()[:-200],
        broken('"tileWidth": 16', '"tileWidth": 0'),
        broken('"tileWidth": 16', '"tileWidth": "16"'),
        broken('"tileWidth": 16', '"tileWidth": ' + "9" * 5000),
        broken('"tileWidth": 16', '"tileWidth": 1e999'),
        broken('"tileWidth": 16', '"tileWidth": NaN'),
        broken('"tileWidth": 16', '"tileWidth": 16, "tileWidth": 17'),
        broken('"vertScreenCount": 2', '"vertScreenCount": -1'),
        broken('"vertScreenCount": 2', '"vertScreenCount": true'),
        broken('"9,1": {', '"9;1": {'),
        broken('"9,1": {', '"10,1": {'),
        broken('"9,1": {', '"9,1": [], "8,1": {'),
        broken('"name": "Layer 2"', '"name": 2'),
        broken('"name": "Layer 2"', '"name": "Layer 2", "tile": {}'),
        broken('"tileset": [1, 2]', '"tileset": [1, "2"]'),
        broken('"wallSetting": [15', '"wallSetting": [null'),
        broken('"sceneList": [', '"sceneList": 5, "other": ['),
        broken('"sceneList": [', '"sceneList": [3,'),
        broken('"sceneList": [', '"sceneList": [' + "[" * 50_000),
        broken('"sceneList": [', '"sceneList": [' + '{"folder": true, "children": [' * 200),
        broken('"version": "1.0.5"', '"version": ' + "[" * 100_000),
    ],
)
def test_hostile_projects_end_in_a_clear_error(text: str) -> None:
    with pytest.raises(ReadError) as caught:
        patch(text, LEVEL, Request(scene="Cave", layer="2", wall="1:0,0"), "project.json")
    assert caught.value.message.startswith("project.json:")
    assert len(caught.value.message) < 200


def test_tiles_beside_the_maze_may_be_of_any_kind() -> None:
    project = Project(synthetic(), "x")
    assert len(read_tiles(project, project.scenes[0].layers[1]).entries) == 3
