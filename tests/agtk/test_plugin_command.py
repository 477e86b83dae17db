"""`mazeconv agtk plugin` as a designer types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mazeconv import generate, write
from mazeconv.agtk import plugin
from mazeconv.cli import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with two levels."""
    monkeypatch.chdir(tmp_path)
    write(generate(seed=1), tmp_path / "one.json")
    write(generate(size=(21, 5), seed=2), tmp_path / "two.json")
    return tmp_path


def test_several_levels_go_into_one_file_in_their_order(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agtk", "plugin", "two.json", "one.json", "--tile-size", "32", "--offset", "0,0"]) == 0
    want = plugin([generate(size=(21, 5), seed=2), generate(seed=1)], tile_size=32, offset=(0, 0))
    assert (folder / "mazes.agtk-plugin.js").read_bytes() == want
    assert capsys.readouterr().out.splitlines() == [
        "1: dig 21x5, seed 2",
        "2: dig 15x13, seed 1",
        "wrote mazes.agtk-plugin.js",
    ]


def test_one_level_gives_its_name(folder: Path) -> None:
    assert run(["agtk", "plugin", "one.json", "-o", "out/"]) == 0
    assert (folder / "out" / "one.agtk-plugin.js").read_bytes() == plugin([generate(seed=1)])


def test_many_new_mazes_have_the_seeds_of_a_sheet(folder: Path) -> None:
    assert run(["agtk", "plugin", "--count", "3", "--size", "21x11", "--seed", "5", "-o", "a.js"]) == 0
    assert (folder / "a.js").read_bytes() == plugin([generate(size=(21, 11), seed=seed) for seed in (5, 6, 7)])


def test_a_preset_may_be_named(folder: Path) -> None:
    assert run(["agtk", "plugin", "--preset", "garden", "--seed", "5", "-o", "a.js"]) == 0
    assert (folder / "a.js").read_bytes() == plugin([generate(preset="garden", seed=5)])


def test_new_mazes_are_shaped(folder: Path) -> None:
    words = ["--count", "2", "--seed", "5", "-g", "kruskal", "--shape", "treasures=3", "-o", "a.js"]
    assert run(["agtk", "plugin", *words]) == 0
    assert (folder / "a.js").read_text().count('"treasure": [') == 2


def test_without_anything_it_holds_one_new_maze(folder: Path) -> None:
    assert run(["agtk", "plugin", "--seed", "7", "-o", "a.js"]) == 0
    assert (folder / "a.js").read_bytes() == plugin([generate(seed=7)])


def test_it_may_hold_none(folder: Path) -> None:
    assert run(["agtk", "plugin", "--count", "0", "-o", "a.js"]) == 0
    assert (folder / "a.js").read_bytes() == plugin([])


def test_json_lists_levels_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agtk", "plugin", "--count", "2", "--seed", "5", "--json", "--dry-run"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [level["seed"] for level in listed["levels"]] == ["5", "6"]
    assert [(file["path"], file["status"]) for file in listed["files"]] == [("mazes.agtk-plugin.js", "planned")]


def test_it_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["agtk", "plugin", "one.json", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out == plugin([generate(seed=1)])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["one.json", "--count", "2"], "--count makes new mazes, but levels are given"),
        (["one.json", "--seed", "2"], "--seed makes a new maze, but the level one.json is given"),
        (["-o", "-", "--json"], "both want standard output"),
        (["-o", ""], "-o names no file"),
        (["--tile-size", "0"], "tile-size must be a whole number from 1 to 4096"),
        (["--from", "json"], "--from and -I are for reading"),
    ],
)
def test_what_does_not_go_together_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["agtk", "plugin", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_different_file_is_not_replaced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.js").write_text("mine")
    assert run(["agtk", "plugin", "one.json", "-o", "a.js"]) == 1
    assert "use --force" in capsys.readouterr().err
    assert run(["agtk", "plugin", "one.json", "-o", "a.js", "--force"]) == 0
