"""Levels out of projects: what a patch put in comes out again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agtk_projects import ROWS, WALL, synthetic
from mazeconv import Level, Place, generate, read
from mazeconv.agtk.patching import Request, patch
from mazeconv.errors import MazeconvError, ReadError, UsageError
from mazeconv.source import Source

LEVEL = generate(size=(15, ROWS), seed=8)
PUT = Request(
    scene="Cave", layer="2", wall="Walls:0,0", floor="Walls:2,1", at=Place(1, 3), variables="MazeMaker", clear=True
)
PATCHED = patch(synthetic(), LEVEL, PUT, "x").text.encode()


def level_in(data: bytes = PATCHED, **options: Any) -> Level:
    return read(data, "agtk-project", **options)


@pytest.mark.parametrize("wall", ["solid", "Walls:0,0", "#1:0,0", "Dig; Walls:0,0", "Auto;Dig:1,1;Walls:0,0"])
def test_a_layer_is_read_where_its_walls_are(wall: str) -> None:
    assert np.array_equal(level_in(scene="Cave", layer=2, wall=wall).tiles, LEVEL.tiles)


def test_a_whole_tileset_can_be_wall() -> None:
    tiles = level_in(scene="Cave", layer="2", wall="Walls").tiles
    assert tiles.shape == (ROWS, 15)
    assert tiles.all()


def test_a_part_of_a_layer_can_be_read() -> None:
    level = level_in(scene="#1", layer="Layer 2", at="4,2", size="5x3")
    assert np.array_equal(level.tiles, LEVEL.tiles[1:4, 1:6])


def test_places_without_a_tile_are_floor_or_void() -> None:
    bare = patch(synthetic(), LEVEL, Request(scene="Cave", wall="1:0,0"), "x").text.encode()
    assert np.array_equal(level_in(bare, scene="Cave").tiles, LEVEL.tiles)
    void = level_in(bare, scene="Cave", empty="void").tiles
    assert np.array_equal(void, np.where(LEVEL.tiles == 1, 1, 2))


def test_an_objects_variables_are_read() -> None:
    level = level_in(object="MazeMaker")
    assert np.array_equal(level.tiles, LEVEL.tiles)
    assert level.start == LEVEL.start


def test_a_project_is_read_by_either_file(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "Game.pgmproject").write_bytes(b"PGMMV 1.0.6")
    (tmp_path / "data" / "project.json").write_bytes(PATCHED)
    for name, format_ in (("Game.pgmproject", None), ("data/project.json", "agtk-project")):
        level = read(tmp_path / name, format_, object="MazeMaker")
        assert np.array_equal(level.tiles, LEVEL.tiles)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "either a scene or an object"),
        ({"scene": "Cave", "object": "MazeMaker"}, "either a scene or an object"),
        ({"scene": "Cave", "layer": "1"}, "has no wall tile"),
        ({"scene": "Cave", "layer": "2", "wall": "Wals:0,0"}, "there is no tileset 'Wals'"),
        ({"scene": "Cave", "layer": "2", "wall": "Wals"}, "there is no tileset 'Wals'"),
        ({"scene": "Cave", "layer": "2", "size": "50x50"}, "do not lie in the scene"),
        ({"object": "Player"}, "the variable MazeSizeX of Player is missing"),
    ],
)
def test_what_cannot_be_read_is_said(options: dict[str, Any], words: str) -> None:
    with pytest.raises((ReadError, UsageError), match=words) as caught:
        level_in(**options)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MazeSizeX", "0"),
        ("MazeSizeX", "54"),
        ("MazeSizeY", "1e9"),
        ("変数002", "32768"),
        ("変数002", "-1"),
        ("変数002", '"5"'),
    ],
)
def test_variables_that_hold_no_maze_are_refused(name: str, value: str) -> None:
    text = PATCHED.decode()
    end = text.index(f'"name": "{name}"')
    start = text.rindex('"initialValue": ', 0, end)
    text = text[:start] + f'"initialValue": {value}' + text[text.index(",", start) :]
    with pytest.raises(MazeconvError, match=f"the variable {name} of MazeMaker is"):
        level_in(text.encode(), object="MazeMaker")


def test_a_tile_that_names_a_number_twice_is_refused() -> None:
    text = synthetic(tiles={"1,1": WALL}).replace('"x": 0,', '"x": 0, "x": 1,', 1)
    with pytest.raises(ReadError, match="holds a tile that mazeconv cannot read") as caught:
        read(Source("project.json", text.encode()), "agtk-project", scene="Cave", layer="2")
    assert caught.value.line
