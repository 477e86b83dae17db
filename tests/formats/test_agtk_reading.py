"""What is written for AGTK is read again, and nothing of it is ever run."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carving import carve
from mazeconv.api import encode, read
from mazeconv.errors import ReadError
from mazeconv.formats import reduced
from mazeconv.level import Level


def written(part: str, level: Level | None = None, **options: str) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (data,) = encode(level or carve(extras=True), "agtk", stem="x", parts=part, **options).values()
    return data


@pytest.mark.parametrize("part", ["block", "script"])
@pytest.mark.parametrize("row_name", ["変数{:03}", "Row{}"])
def test_variables_come_back(part: str, row_name: str) -> None:
    data = written(part, row_name=row_name)
    assert read(data, "agtk", row_name=row_name) == reduced(carve(), {"start", "goal"})


def test_the_json_has_neither_start_nor_goal() -> None:
    assert read(written("json"), "agtk") == reduced(carve(), set())


def test_the_plugin_keeps_all_markers() -> None:
    assert read(written("plugin"), "agtk") == reduced(carve(extras=True), {"start", "goal", "markers"})
    with pytest.raises(ReadError, match="holds 1 mazes, and number 2 is asked for"):
        read(written("plugin"), "agtk", maze=2)


def test_line_ends_and_encodings_of_windows() -> None:
    data = written("block").replace(b"\n", b"\r\n")
    assert read(data, "agtk") == read(data.decode().encode("utf-16"), "agtk")


@pytest.mark.parametrize("part", ["dig", "make"])
def test_scripts_that_serve_every_maze_hold_none(part: str) -> None:
    with pytest.raises(ReadError, match="is no variable") as caught:
        read(written(part), "agtk")
    assert "hold no maze" in caught.value.hint


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"MazeSizeX = 3\n", "the variable MazeSizeY is missing"),
        (b"MazeSizeX = 54\nMazeSizeY = 1\n", "the variable MazeSizeX is 54"),
        (b"MazeSizeX = 3\nMazeSizeY = 2147483648\n", "MazeSizeY is 2147483648"),
        ("MazeSizeX = 3\nMazeSizeY = 1\n変数001 = 8\n".encode(), "the variable 変数001 is 8"),
        ("MazeSizeX = 3\nMazeSizeY = 1\n変数001 = -1\n".encode(), "the variable 変数001 is -1"),
        (b"MazeSizeX: 3\n", "1: 'MazeSizeX: 3' is no variable"),
        (b"\0", "is no variable"),
        (b'{"MazeSizeX": 1e999, "MazeSizeY": 1}', "MazeSizeX is inf"),
        (b'{"MazeSizeX": NaN, "MazeSizeY": 1}', "MazeSizeX is nan"),
        (b'{"MazeSizeX": true, "MazeSizeY": 1}', "MazeSizeX is True"),
        (b'{"MazeSizeX": ' + b"9" * 10_000 + b"}", "holds no maze"),
        (b'{"MazeSizeX": ' + b"[" * 100_000, "holds no maze"),
        (b'{"MazeSizeX": 3,', "1: holds no maze"),
        (b"var maze = alert(1);", "1: holds no maze"),
        (b"var maze = [1];", "holds no maze"),
        (b'var maze = {"variables": 3};', "holds no maze"),
        (b"var data = {};", "the dig and make scripts serve every maze"),
        (b'var data = {"mazes": [{"rows": ["##", "#"]}]};', "row 1 is not 2 characters"),
        (b'var data = {"mazes": [{"rows": []}]};', "both sides must be at least 1"),
        (b'var data = {"mazes": [{"rows": [1]}]};', "without rows"),
        (b'var data = {"mazes": [7]};', "without rows"),
        (b'var data = {"mazes": [{"rows": ["."], "places": {"start": [[0, 1]]}}]};', "outside the level"),
        (b'var data = {"mazes": [{"rows": ["."], "places": {"START!": [[0, 0]]}}]};', "is no marker kind"),
        (b'var data = {"mazes": [{"rows": ["."], "places": {"start": 0}}]};', "are no X,Y"),
        (b'var data = {"mazes": [{"rows": ["."], "places": {"start": [[true, 0]]}}]};', "are no X,Y"),
    ],
)
def test_what_holds_no_maze_is_an_error(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        read(data, "agtk")


@pytest.mark.parametrize("place", ["true", "99", "-1", "1.5", "null", '"1"', "[1]"])
def test_a_start_that_is_no_place_is_none(place: str) -> None:
    data = f'{{"MazeSizeX": 2, "MazeSizeY": 1, "変数001": 2, "StartX": {place}, "StartY": 0}}'
    assert read(data.encode(), "agtk") == Level(np.array([[1, 0]], np.uint8))


@given(st.dictionaries(st.sampled_from(["MazeSizeX", "MazeSizeY", "変数001", "StartX", "StartY"]), st.integers()))
def test_any_numbers_are_a_maze_or_an_error(values: dict[str, int]) -> None:
    try:
        assert read(json.dumps(values).encode(), "agtk").tiles.size
    except ReadError:
        return
