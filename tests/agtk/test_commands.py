"""`mazeconv agtk` as a designer types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from agtk_projects import ROWS, synthetic
from mazeconv import generate, write
from mazeconv.agtk.checking import check
from mazeconv.agtk.project import Project
from mazeconv.cli import run
from mazeconv.formats.agtk_rows import RowName

PATCH = ["--scene", "Cave", "--layer", "2", "--wall", "Walls:0,0", "--floor", "Walls:2,0", "--at", "2,1"]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with a project and a maze."""
    (tmp_path / "data").mkdir()
    (tmp_path / "img").mkdir()
    (tmp_path / "data" / "project.json").write_bytes(synthetic().encode())
    Image.effect_noise((128, 64), 80).save(tmp_path / "img" / "001.png")
    write(generate(size=(15, ROWS), seed=3), tmp_path / "maze.json")
    return tmp_path


def test_list_names_what_a_patch_needs(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agtk", "list", str(place)]) == 0
    out = capsys.readouterr().out
    for line in (
        "#1 Cave: 20 x 23 tiles",
        "layer 2 (Layer 2): 3 tiles",
        "#2 Player, #3 Guard",
        "#3 Auto: 4 x 4 tiles, auto",
        "#2 MazeMaker: TileSize, MazeNow, MazeSize, MazeSizeX, MazeSizeY, OffsetX, OffsetY, RoadType, 9 rows",
    ):
        assert line in out
    assert "menu scene" not in out


def test_list_as_json_holds_the_same(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agtk", "list", str(place), "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [scene["size"] for scene in listed["scenes"]] == [[20, 23], [60, 12]]
    assert [tileset["kind"] for tileset in listed["tilesets"]] == ["normal", "gimmick", "auto"]
    assert listed["objects"][1]["rows"] == ROWS


def test_list_draws_the_tilesets(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agtk", "list", str(place), "-o", str(place / "out")]) == 0
    captured = capsys.readouterr()
    assert sorted(p.name for p in (place / "out").iterdir()) == [
        "tileset-1-Walls.png",
        "tileset-2-Dig.png",
        "tileset-3-Auto.png",
    ]
    assert "the image of the tileset Dig is left out" in captured.err
    assert "Walls is left out" not in captured.err
    with Image.open(place / "out" / "tileset-1-Walls.png") as image:
        assert image.size == (32 + 8 * 48 + 1, 32 + 4 * 48 + 1)


def test_images_outside_the_project_are_not_opened(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "data" / "project.json").write_bytes(synthetic().replace("img/001.png", "../secret.png").encode())
    assert run(["agtk", "list", str(place), "-o", str(place / "out")]) == 0
    assert "lies outside its folder" in capsys.readouterr().err


def test_names_cannot_steer_the_terminal(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = synthetic().replace('"name": "Guard"', '"name": "Gu\\u001b[2Jard"').replace("img/001", "\\u001b[2J")
    (place / "data" / "project.json").write_bytes(text.encode())
    assert run(["agtk", "list", str(place), "-o", str(place / "out")]) == 0
    captured = capsys.readouterr()
    assert "Gu?[2Jard" in captured.out
    assert "\x1b" not in captured.out + captured.err


def test_check_says_what_to_do(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agtk", "check", str(place)]) == 1
    out = capsys.readouterr().out
    assert "ok       one object MazeMaker\n" in out
    assert "missing  variable TileSize of MazeMaker: set its initial value to 16, not 24\n" in out
    assert "missing  variable MazeSize of MazeMaker: set its initial value to 135, not 0\n" in out
    assert out.count("missing") == 2


def test_check_is_content_after_a_patch(place: Path) -> None:
    assert run(["agtk", "patch", str(place), str(place / "maze.json"), "--variables", "MazeMaker"]) == 0
    assert run(["agtk", "check", str(place)]) == 0


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"name": "MazeMaker"', '"name": "Mazemaker"', "one object MazeMaker"),
        ('"name": "RoadType"', '"name": "Roadtype"', "variable RoadType of MazeMaker"),
        ('"name": "変数004"', '"name": "変数04"', "9 rows, 変数001 to 変数009"),
        ('"objectId": 2', '"objectId": 9', "MazeMaker stands in a scene"),
        ('"tilesetType": 1', '"tilesetType": 0', "a gimmick tileset"),
        ('"changeTileType": 0', '"changeTileType": 1', "a gimmick tile that disappears or becomes another tile"),
        ('"gimmickObjectGroupBit": 4', '"gimmickObjectGroupBit": 3', "the gimmick tile answers to that group"),
        ('"wallSetting": [15, 0, 0, 0]', '"wallSetting": [7, 0, 0, 0]', "a gimmick tile that is solid on all sides"),
        (', "Digger"', "", "an object group of its own"),
        ('"tileHeight": 16', '"tileHeight": 24', "square tiles (16 x 24 pixels)"),
    ],
)
def test_each_missing_thing_is_found(old: str, new: str, what: str) -> None:
    text = synthetic()
    assert old in text
    findings = check(Project(text.replace(old, new), "x"), RowName.of("変数{:03}"))
    missing = {one.what: one.todo for one in findings if not one.good}
    assert missing[what]


def test_patch_writes_once_and_keeps_a_backup(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["agtk", "patch", str(place), str(place / "maze.json"), *PATCH, "--place", "Player=start"]
    assert run([*words, "--dry-run"]) == 0
    assert "would write" in capsys.readouterr().out
    assert len(list((place / "data").iterdir())) == 1
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "Cave, layer 2 (Layer 2): 15 x 9 tiles at 2,1; 0 tiles around it stay" in out
    assert "Player at tile 3,2 of Cave" in out
    assert len(list((place / "data").iterdir())) == 2
    assert run([*words, "--json"]) == 0
    assert [f["status"] for f in json.loads(capsys.readouterr().out)["files"]] == ["unchanged"]
    assert len(list((place / "data").iterdir())) == 2


def test_patch_takes_a_wall_table(place: Path) -> None:
    (place / "walls.toml").write_text('alone = "Walls:1,0"\n"up down" = "Walls:0,0"\n', encoding="utf-8")
    words = ["agtk", "patch", str(place), str(place / "maze.json"), *PATCH, "--wall-table", str(place / "walls.toml")]
    assert run(words) == 0


@pytest.mark.parametrize(
    ("extra", "code"), [(["--place", "Player"], 2), (["--at", "x"], 2), (["--scene", "Cav"], 2), (["--at", "9,9"], 1)]
)
def test_a_refused_patch_leaves_everything_as_it_was(place: Path, extra: list[str], code: int) -> None:
    assert run(["agtk", "patch", str(place), str(place / "maze.json"), *PATCH, *extra]) == code
    assert [p.name for p in (place / "data").iterdir()] == ["project.json"]
    assert (place / "data" / "project.json").read_bytes() == synthetic().encode()
