"""`mazeconv tmx patch` as a designer types it."""

from __future__ import annotations

import gzip
import json
import warnings
from typing import TYPE_CHECKING

import pytest

from mazeconv import generate, read, write
from mazeconv.cli import run
from mazeconv.errors import MazeconvNotice

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with a map and a level."""
    write(generate(size=(15, 13), seed=1), tmp_path / "map.tmx")
    write(generate(size=(15, 13), seed=2), tmp_path / "new.json")
    return tmp_path


def test_a_new_maze_comes_into_the_map(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tmx", "patch", str(place / "map.tmx"), str(place / "new.json"), "--layer", "maze"]
    assert run([*words, "--dry-run"]) == 0
    assert "would write" in capsys.readouterr().out
    assert len(list(place.glob("*.bak"))) == 0
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "layer maze: 15 x 13 tiles at 0,0" in out
    assert "markers: " in out
    assert f"wrote {place / 'map.tmx'}" in out
    assert len(list(place.glob("*.bak"))) == 1
    assert run([*words, "--json"]) == 0
    assert [f["status"] for f in json.loads(capsys.readouterr().out)["files"]] == ["unchanged"]
    new = read(place / "new.json")
    with pytest.warns(match="was edited since it was made"):
        found = read(place / "map.tmx")
    assert (found.tiles == new.tiles).all()
    assert found.markers == new.markers


@pytest.mark.parametrize(
    ("name", "summary", "notice"),
    [
        ("new.csv", "markers: 6 left alone", "holds no door, goal, key, start, treasure, so the map's stay"),
        ("new.agtk.js", "markers: 2 as they were, 4 left alone", "holds no door, key, treasure, so the map's stay"),
        ("new.txt", "markers: 6 as they were", ""),
        ("new.json", "markers: 6 as they were", ""),
    ],
)
def test_markers_that_the_format_cannot_hold_stay(
    name: str, summary: str, notice: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = generate(size=(15, 13), seed=1, shape=["keys=1", "place=treasure,count=2"])
    path = tmp_path / "map.tmx"
    write(level, path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        write(level, tmp_path / name)
    before = path.read_bytes()
    assert run(["tmx", "patch", str(path), str(tmp_path / name)]) == 0
    said = capsys.readouterr()
    assert summary in said.out
    assert notice in said.err
    assert ("stay where they are" in said.err) == bool(notice)
    assert path.read_bytes() == before


@pytest.mark.parametrize("with_level", [True, False])
def test_a_tile_that_no_tileset_has_is_told(
    with_level: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = generate(size=(9, 7), seed=1)
    path = tmp_path / "map.tmx"
    write(level, path, autotile="edges")
    level = level.with_(tiles=level.tiles[:, :7], markers=(), recipe=None)
    write(level, tmp_path / "new.json")
    text = path.read_text(encoding="utf-8")
    head, data, rest = text.partition('<data encoding="csv">\n')
    row, newline, rows = rest.partition("\n")
    path.write_text(head + data + ",".join([*row.split(",")[:8], "99", ""]) + newline + rows, encoding="utf-8")
    assert run(["tmx", "patch", str(path), *([str(tmp_path / "new.json")] if with_level else [])]) == 0
    assert "its tilesets do not have, and Tiled marks in red: GID 99" in capsys.readouterr().err


def test_a_marker_that_stays_on_what_is_wall_now_is_named(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.warns(match="csv cannot keep markers"):
        write(read(place / "map.tmx"), place / "map.csv")
    lines = (place / "map.csv").read_text().splitlines()
    lines[1] = "1,1" + lines[1][3:]
    (place / "map.csv").write_text("\n".join(lines) + "\n")
    assert run(["tmx", "patch", str(place / "map.tmx"), str(place / "map.csv")]) == 0
    assert "no floor is now under start at 1,1" in capsys.readouterr().err
    assert 'type="start"' in (place / "map.tmx").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "words", "hint"),
    [
        ("map.tmj", "is JSON, and only XML can be patched", "save it as .tmx in Tiled"),
        ("map.tmx.gz", "is gzipped", "unpack it with gunzip"),
    ],
)
def test_what_cannot_be_patched_leads_to_what_can(
    name: str, words: str, hint: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place / name
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress((place / "map.tmx").read_bytes()))
    else:
        write(generate(size=(15, 13), seed=1), path)
    before = path.read_bytes()
    assert run(["tmx", "patch", str(path), str(place / "new.json")]) == 1
    told = capsys.readouterr().err
    assert words in told
    assert hint in told
    assert path.read_bytes() == before


def test_a_maze_that_does_not_fit_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (place / "map.tmx").read_bytes()
    assert run(["tmx", "patch", str(place / "map.tmx"), str(place / "new.json"), "--at", "2,0"]) == 1
    assert "there is room for 13 x 13" in capsys.readouterr().err
    assert (place / "map.tmx").read_bytes() == before


CHUNKS = """<map width="4" height="4" tilewidth="8" tileheight="8" infinite="1">
 <tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="2" columns="2">
  <image source="t.png"/><tile id="0" type="floor"/><tile id="1" type="wall"/></tileset>
 <layer name="a"><data encoding="csv"><chunk x="-16" y="-16" width="16" height="16">
{}
</chunk></data></layer>
</map>"""


@pytest.mark.parametrize("at", [["--at=-16,-14"], ["--at", "-16,-14"]])
def test_infinite_maps_have_negative_places(place: Path, at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = place / "big.tmx"
    path.write_text(CHUNKS.format(",".join(["0"] * 256)), encoding="utf-8")
    assert run(["tmx", "patch", str(path), str(place / "new.json"), *at]) == 0
    assert "15 x 13 tiles at -16,-14" in capsys.readouterr().out
    assert run(["tmx", "patch", str(place / "map.tmx"), str(place / "new.json"), *at]) == 1
    assert "only infinite maps" in capsys.readouterr().err


def test_tiles_as_xml_elements_are_refused_with_the_way_to_mend_them(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place / "old.tmx"
    tiles = "<data>" + '<tile gid="1"/>' * 400 + "</data>"
    text = CHUNKS.format("").replace(' infinite="1"', "").replace('"4"', '"20"')
    path.write_text(text[: text.index("<data")] + tiles + "</layer></map>", encoding="utf-8")
    assert run(["tmx", "patch", str(path), str(place / "new.json")]) == 1
    assert "Map Properties" in capsys.readouterr().err


def test_erased_walls_become_floor_and_are_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = place / "shapes.tmx"
    level = generate(size=(15, 13), seed=1)
    write(level, path, autotile="blob")
    text = path.read_text("utf-8")
    rows = text.split("<data", 1)[1].split("\n")
    col = next(c for c in range(2, 13, 2) if level.tiles[1, c] == 1)
    cells = rows[2].split(",")
    cells[col] = "0"
    path.write_text(text.replace(rows[2], ",".join(cells)), encoding="utf-8")
    assert run(["tmx", "patch", str(path), str(place / "new.json"), "--empty", "floor"]) == 2
    assert "without LEVEL" in capsys.readouterr().err
    assert run(["tmx", "patch", str(path), "--layer", "maze"]) == 0
    assert "note: 1 empty cell became floor" in capsys.readouterr().err
    with pytest.warns(match="was edited"):
        found = read(path)
    assert [(row, col) for row, col in zip(*(found.tiles != level.tiles).nonzero(), strict=True)] == [(1, col)]
    assert found.tiles[1, col] == 0
