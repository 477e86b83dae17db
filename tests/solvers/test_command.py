"""`mazeconv solve` and `mazeconv solvers`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import mazeconv
from mazeconv import cli
from mazeconv.solvers import SOLVERS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("solver", SOLVERS.builtin)
def test_every_solver_can_be_named(solver: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "--seed", "3", "--solver", solver]) == 0
    out = capsys.readouterr().out
    assert ". " in out
    assert f"{solver}: " in out


def test_the_answer_in_words_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "level.txt"
    path.write_text("#####\n#S  #\n### #\n#  G#\n#####\n")
    assert cli.run(["solve", str(path), "--from", "text"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "##########",
        "##S . . ##",
        "######. ##",
        "##    G ##",
        "##########",
        f"{path}: 5x5, start, goal",
        "shortest: found, 4 steps, 1 turn, 5 tiles visited",
    ]
    assert cli.run(["solve", str(path), "--from", "text", "--json", "--goal", "1,3"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["tiles"] == [[1, 1], [2, 1], [3, 1], [3, 2], [3, 3], [2, 3], [1, 3]]
    assert (result["ending"], result["steps"], result["turns"], result["visited"]) == ("found", 6, 2, 7)
    assert cli.run(["solve", str(path), "--from", "text", "--json", "--start", "1,1", "--origin", "bottom-left"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["tiles"] == [[1, 1], [2, 1], [3, 1]]
    assert (result["level"]["start"], result["level"]["goals"]) == ([1, 3], [[3, 1]])


def test_options_reach_the_solver(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "--seed", "3", "--solver", "random-mouse", "-S", "steps=5", "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert (result["ending"], result["steps"]) == ("out of steps", 5)


def test_a_new_maze_keeps_the_ends_that_were_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "--seed", "3", "--goal", "farthest", "--start", "3,1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["tiles"][0] == [3, 1]
    assert "--goal farthest" in result["level"]["command"]


@pytest.mark.parametrize(
    ("picture", "words", "ending", "hint"),
    [
        ("S#G", [], "unreachable", "--shape repair"),
        ("S#G", ["--solver", "tremaux"], "unreachable", "--shape repair"),
        ("S  \n   \n## \n  G", ["--solver", "random-mouse", "-S", "steps=1"], "out of steps", "more steps"),
        ("#   \n#S# \nG   ", ["--solver", "right-hand", "-S", "fallback=no"], "looped", "--solver shortest"),
    ],
)
def test_a_way_that_is_not_found_is_told_and_exits_with_1(
    picture: str, words: list[str], ending: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.txt"
    path.write_text(picture)
    assert cli.run(["solve", str(path), *words]) == 1
    said = capsys.readouterr()
    assert f": {ending}, " in said.out
    assert said.err.startswith("error: ")
    assert f"found no way to a goal: {ending}\nhint: " in said.err
    assert hint in said.err
    assert cli.run(["solve", str(path), *words, "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["ending"] == ending
    assert said.err.startswith("error: ")


def test_wrong_ends_are_errors_that_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "level.json"
    mazeconv.write(mazeconv.generate(seed=1), path, "json")
    assert cli.run(["solve", str(path), "--from", "json", "--start", "0,0"]) == 1
    assert "the nearest floor is 1,1" in capsys.readouterr().err


def test_solvers_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solvers"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in SOLVERS.builtin)
    assert cli.run(["solvers", "random-mouse"]) == 0
    assert "-S key=value" in capsys.readouterr().out
    assert cli.run(["solvers", "--json"]) == 0
    assert [s["name"] for s in json.loads(capsys.readouterr().out)] == list(SOLVERS.builtin)
