"""The AGTK files: names, values, which part carries which level, and what is refused."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mazeconv.errors import MazeconvNotice, UsageError, WriteError
from mazeconv.formats import FORMATS, Target
from mazeconv.formats.agtk import FORMAT, AgtkOptions, write
from mazeconv.level import Level, Marker, Tile
from mazeconv.options.building import build
from mazeconv.recipe import Recipe

GOLDEN = Path(__file__).parents[1] / "golden" / "agtk"
MAZE = """\
###############
#.....#.......#
#.###.#.#####.#
#.#...#.....#.#
#.#.#######.#.#
#.#.....#...#.#
#.#####.#.###.#
#.....#...#...#
#####.#####.#.#
#...#.#.....#.#
#.#.#.#.#####.#
#.#...#........
###############
"""


def maze(cols: int = 15, rows: int = 13) -> Level:
    return Level(np.ones((rows, cols), np.uint8))


def article() -> Level:
    lines = MAZE.splitlines()
    tiles = np.array([[glyph == "#" for glyph in line] for line in lines]).astype(np.uint8)
    markers = (Marker("start", 1, 1), Marker("goal", 11, 14))
    return Level(tiles, markers, recipe=Recipe("dig", 1, "42", (15, 13), start="1,1", goal="14,11"))


def files(level: Level, name: str = "", **options: Any) -> dict[str, bytes]:
    return write(level, build(AgtkOptions, options, "format agtk"), Target("maze", Path(), name))


def block_values(data: bytes) -> dict[str, int]:
    lines = [line for line in data.decode().splitlines() if line and not line.startswith("#")]
    return {name.strip(): int(value) for name, _, value in (line.rpartition("=") for line in lines)}


def test_it_stands_in_the_table() -> None:
    assert FORMATS.get("agtk") is FORMAT


@pytest.mark.parametrize("part", ["block", "json", "script", "dig"])
def test_golden(part: str) -> None:
    ((name, data),) = files(article(), parts=part).items()
    assert data == (GOLDEN / name).read_bytes()


def test_block_and_script_are_the_default() -> None:
    assert list(files(article())) == ["maze.agtk.txt", "maze.agtk.js"]


def test_the_parts_come_in_the_order_asked_for_and_once() -> None:
    names = ["maze.agtk-dig.js", "maze.agtk.json", "maze.agtk-plugin.js", "maze.agtk.txt", "maze.agtk.js"]
    names.append("maze.agtk-make.js")
    assert list(files(article(), parts="dig,json,plugin,block,script,dig,make")) == names
    assert set(names) == {"maze" + extension for extension in FORMAT.extensions}


def test_every_name_and_value_stands_in_the_articles_order() -> None:
    values = json.loads(files(article(), parts="json")["maze.agtk.json"])
    assert list(values.items())[:8] == [
        ("TileSize", 24),
        ("MazeNow", 0),
        ("MazeSize", 195),
        ("MazeSizeX", 15),
        ("MazeSizeY", 13),
        ("OffsetX", 5),
        ("OffsetY", 1),
        ("RoadType", -2),
    ]
    assert list(values)[8:] == [f"変数{n:03}" for n in range(1, 14)]
    # The article joins the rows' binary digits.
    digits = "".join(f"{values[name]:b}" for name in list(values)[8:])
    assert digits == MAZE.replace("\n", "").replace("#", "1").replace(".", "0")


def test_block_and_json_say_the_same() -> None:
    both = files(article(), parts="block,json", tile_size=32, offset="-3,7", row_name="Row{:03}")
    values = json.loads(both["maze.agtk.json"])
    assert list(block_values(both["maze.agtk.txt"]).items()) == list(values.items())
    assert (values["TileSize"], values["OffsetX"], values["OffsetY"], values["Row001"]) == (32, -3, 7, 32767)


def test_texts_are_utf8_with_lf_and_scripts_ascii() -> None:
    for name, data in files(article(), parts="block,json,script,dig,make,plugin").items():
        assert b"\r" not in data
        assert data.endswith(b"\n")
        assert not data.startswith(b"\xef\xbb\xbf")
        assert data.decode().isascii() == name.endswith(".js")


def test_the_equal_signs_stand_in_one_column_also_after_japanese() -> None:
    lines = files(article())["maze.agtk.txt"].decode().splitlines()
    columns = {len(line.partition("=")[0].replace("変数", "0000")) for line in lines if line and line[0] != "#"}
    assert columns == {len("MazeSizeX ")}


def test_a_text_of_the_recipe_stays_a_comment_of_the_block() -> None:
    level = maze().with_(recipe=Recipe("dig", 1, "a\nMazeNow = 9\u2028\ud800", (15, 13)))
    assert block_values(files(level)["maze.agtk.txt"])["MazeNow"] == 0


def test_void_is_written_as_wall() -> None:
    tiles = np.ones((3, 5), np.uint8)
    tiles[1, :] = (Tile.VOID, Tile.FLOOR, Tile.VOID, Tile.WALL, Tile.FLOOR)
    assert json.loads(files(Level(tiles), parts="json")["maze.agtk.json"])["変数002"] == 0b10110
    assert "void" not in FORMAT.keeps


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("a.js", "script"),
        ("A.JS", "script"),
        ("a.agtk.js", "script"),
        ("a.agtk-dig.js", "dig"),
        ("a-make.js", "make"),
        ("a.agtk-plugin.js", "plugin"),
        ("a.json", "json"),
        ("a.txt", "block"),
    ],
)
def test_the_name_of_one_file_picks_its_part(name: str, part: str) -> None:
    (want,) = files(article(), parts=part).values()
    assert files(article(), name) == {name: want}


def test_one_part_may_have_any_name() -> None:
    assert list(files(article(), "maze.dat", parts="script")) == ["maze.dat"]


def test_one_file_is_never_several_parts() -> None:
    with pytest.raises(UsageError, match=r"a\.js is one file") as caught:
        files(article(), "a.js", parts="block,script")
    assert "folder" in caught.value.hint
    with pytest.raises(UsageError, match="does not say which part") as caught:
        files(article(), "a.dat")
    assert "parts=" in caught.value.hint


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        (maze(50), r"50 tiles wide, the limit is 49"),
        (maze(51, 5), r"51 tiles wide, the limit is 49"),
        (maze(5, 1000), r"1000 rows high, the limit is 999"),
        (Level(np.array([[1, 1], [0, 1], [0, 1]], np.uint8)), r"leftmost column must be wall.* 0,1"),
    ],
)
@pytest.mark.parametrize("part", ["block", "json", "script", "block,dig"])
def test_what_rows_cannot_carry_is_refused(level: Level, reason: str, part: str) -> None:
    with pytest.raises(WriteError, match=reason) as caught:
        files(level, parts=part)
    assert caught.value.hint


@pytest.mark.parametrize("part", ["dig", "make"])
def test_these_scripts_serve_every_maze(part: str) -> None:
    assert files(maze(500, 1000), parts=part) == files(article(), parts=part)


@pytest.mark.parametrize("cols", [50, 51, 52, 53])
def test_the_script_alone_holds_up_to_53_tiles(cols: int) -> None:
    with pytest.warns(MazeconvNotice, match="block is left out.*limit is 49"):
        assert list(files(maze(cols), width_limit=53)) == ["maze.agtk.js"]
    assert f'001": {2**cols - 1},' in files(maze(cols), parts="script", width_limit="53")["maze.agtk.js"].decode()
    for part in ("block", "json", "script,block"):
        with pytest.raises(WriteError, match="limit is 49") as caught:
            files(maze(cols), parts=part, width_limit=53)
        assert "parts=script" in caught.value.hint
    with pytest.raises(WriteError, match="limit is 49"):
        files(maze(cols), "a.txt", width_limit=53)


def test_a_lower_limit_holds_for_every_part() -> None:
    assert files(maze(20), width_limit=20)
    with pytest.raises(WriteError, match="21 tiles wide, the limit is 20") as caught:
        files(maze(21), width_limit=20)
    assert "width-limit=21" in caught.value.hint


def test_999_rows_of_49_tiles_are_carried() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        values = block_values(files(maze(49, 999))["maze.agtk.txt"])
    assert values["変数999"] == 2**49 - 1 == 562949953421311


@pytest.mark.parametrize(
    "values",
    [
        {"row_name": "Row"},
        {"row_name": "{}{}"},
        {"row_name": "{:3}"},
        {"row_name": "{:03d}"},
        {"row_name": "{:00}"},
        {"row_name": "{0.__class__}"},
        {"row_name": "{!r}"},
        {"row_name": "{{}}"},
        {"row_name": "Row{}\n"},
        {"row_name": "Row\u2028{}"},
        {"object": ""},
        {"object": "Maze\nMaker"},
        {"object": "Maze\ud800"},
        {"tile_size": 0},
        {"tile_size": "24x24"},
        {"offset": "5"},
        {"offset": "5,1,2"},
        {"offset": "5,x"},
        {"offset": "5.5,1"},
        {"width_limit": 54},
        {"width_limit": 0},
        {"parts": "blocks"},
    ],
)
def test_bad_options_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        build(AgtkOptions, values, "format agtk")


def test_a_bad_row_name_gets_a_hint() -> None:
    with pytest.raises(UsageError) as caught:
        build(AgtkOptions, {"row-name": "Row"}, "format agtk")
    assert "Row{:03}" in caught.value.message
