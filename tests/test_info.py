"""What `mazeconv info` promises."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from mazeconv.cli import run
from mazeconv.measures import Measures, described
from mazeconv.measures.report import clock

UNREACHABLE = "#####\n#S#G#\n#####\n"
NO_ENDS = "####\n#  #\n####\n"


@pytest.fixture
def maze(tmp_path: Path) -> Path:
    path = tmp_path / "maze.json"
    assert run(["generate", "--seed", "1", "-o", str(path), "-q"]) == 0
    return path


def test_a_table_for_people(maze: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", str(maze)]) == 0
    out = capsys.readouterr().out
    assert "15 x 13 tiles, 42 cells" in out
    assert "22 steps, 4 turns" in out
    assert "an estimate" in out
    assert "made by: mazeconv generate --generator dig --size 15x13 --seed 1" in out
    assert out.encode("cp932")


def test_json_holds_every_measure(maze: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", str(maze), "--json"]) == 0
    held = json.loads(capsys.readouterr().out)
    assert list(held["measures"]) == list(Measures.__struct_fields__)
    assert held["measures"]["solution"] == 22
    # Places are X,Y, as everywhere on the command line.
    assert held["measures"]["farthest"] == [[5, 9], [5, 11]]
    assert held["measures"]["branches"][1]["place"] == [1, 3]
    assert held["failures"] == []


def test_the_recipe_alone(maze: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", str(maze), "--recipe"]) == 0
    assert capsys.readouterr().out == "mazeconv generate --generator dig --size 15x13 --seed 1\n"
    drawn = tmp_path / "drawn.txt"
    drawn.write_text(NO_ENDS)
    assert run(["info", str(drawn), "--recipe"]) == 1
    assert "no recipe" in capsys.readouterr().err
    assert run(["info", str(drawn)]) == 0
    assert "none: the level has no start; the level has no goal" in capsys.readouterr().out


def test_checks_that_hold(maze: Path) -> None:
    assert run(["info", str(maze), "--check", "--require", "solution >= 22", "--require", "loops == 0"]) == 0


def test_each_check_that_fails_is_named(maze: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wishes = ["--require", "solution >= 40", "--require", "dead-ends < 30", "--require", "hand_proof"]
    assert run(["info", str(maze), "--check", *wishes]) == 1
    err = capsys.readouterr().err
    assert "solution >= 40 does not hold: solution is 22" in err
    assert "hand_proof == 1 does not hold: hand_proof is no" in err
    assert "dead_ends" not in err


@pytest.mark.parametrize(
    ("text", "messages"),
    [(UNREACHABLE, ["no way leads"]), (NO_ENDS, ["has no start", "has no goal"])],
)
def test_a_level_that_cannot_be_played(
    text: str, messages: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.txt"
    path.write_text(text)
    assert run(["info", str(path)]) == 0
    assert run(["info", str(path), "--check", "--json"]) == 1
    shown = capsys.readouterr()
    assert all(message in shown.err for message in messages)
    assert run(["info", str(path), "--require", "solution > 3"]) == 1
    assert "solution cannot be measured here" in capsys.readouterr().err


def test_a_wrong_condition_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", "--require", "soluton > 3"]) == 2
    assert "did you mean solution" in capsys.readouterr().err


def test_own_times_scale_the_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", "--seed", "1", "--played", "90", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["measures"]["time_p50"] == 90
    assert run(["info", "--seed", "1", "--speed", "0"]) == 2


def test_measures_are_listed_with_the_names_for_conditions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["measures", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in told] == [measure.name for measure in described()]
    assert run(["measures"]) == 0
    listed = capsys.readouterr().out
    for one in told:
        line = f"{one['name']} .*{re.escape(one['description'])}$"
        assert bool(re.search(f"(?m)^{line}", listed)) == one["number"]
        assert run(["measures", one["name"].replace("_", "-")]) == 0
        assert one["description"] in capsys.readouterr().out
        assert run(["measures", one["name"], "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == one
    assert run(["measures", "dead"]) == 2
    assert "hint: did you mean dead_ends? `mazeconv measures` lists them" in capsys.readouterr().err


def test_the_median_of_own_times_counts(capsys: pytest.CaptureFixture[str]) -> None:
    times = ["--played", "90", "--played", "21", "--played", "30"]
    assert run(["info", "--seed", "1", *times, "--require", "time_factor > 1", "--require", "time_p50 == 30"]) == 0
    assert "scaled by" in capsys.readouterr().out


def test_a_condition_that_fails_leads_to_a_search_for_such_levels(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--generator", "backtracker", "--size", "31x21", "--shape", "braid=0.5"]
    assert run(["info", *words, "--seed=-1", "--require", "solution >= 400", "-q"]) == 1
    (command,) = re.findall("hint: (.*) looks for levels", capsys.readouterr().err)
    assert shlex.split(command)[:2] == ["mazeconv", "search"]
    assert run([*shlex.split(command)[1:], "--count", "3", "--json"]) == 1
    assert " ".join(words[:4]) in " ".join(json.loads(capsys.readouterr().out)["nearest"]["command"].split())


def test_the_table_says_how_many_players_walked(capsys: pytest.CaptureFixture[str]) -> None:
    for size, players in (("15x13", 200), ("151x101", 80)):
        assert run(["info", "--size", size, "--seed", "1"]) == 0
        assert f"estimated with {players} simulated players" in capsys.readouterr().out


def test_times_are_told_in_units_for_people() -> None:
    assert [clock(t) for t in (59.94, 125, 7199, 7200, 39812)] == [
        "59.9 s",
        "2:05 min",
        "119:59 min",
        "2:00 h",
        "11:03 h",
    ]
