"""Shaping on the command line: given as typed, listed, completed."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

from mazeconv.api import read
from mazeconv.cli import run
from mazeconv.cli.parameters import step_names
from mazeconv.shaping import SHAPING
from shaped import made, pieces

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_command_of_a_recipe_makes_the_same_level(tmp_path: Path) -> None:
    level = made("dig", 9, 8, "corridor=2", "braid=0.5", "entrances=west,east,ends", "place=enemy,count=2,distance=3-")
    assert level.recipe is not None
    program, *words = shlex.split(level.recipe.command())
    assert program == "mazeconv"
    assert run([*words, "-q", "-o", str(tmp_path / "maze.json")]) == 0
    assert read(tmp_path / "maze.json") == level


def test_a_bad_step_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["preview", "--shape", "bread=1"]) == 2
    said = capsys.readouterr().err
    assert "there is no shaping step 'bread'" in said
    assert "did you mean braid?" in said


def test_a_level_that_is_read_can_be_shaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "drawn.txt"
    drawn.write_text("#######\n#S    #\n### ###\n#    G#\n#######\n##   ##\n#######\n")
    assert run(["convert", str(drawn), str(tmp_path / "whole.json"), "--shape", "repair"]) == 0
    assert pieces(read(tmp_path / "whole.json").tiles) == 1
    assert run(["export", str(drawn), "-f", "json", "-o", f"{tmp_path}/", "--shape", "treasures=2", "--seed", "7"]) == 0
    assert sum(m.kind == "treasure" for m in read(tmp_path / "drawn.json").markers) == 2
    assert "error" not in capsys.readouterr().err


def test_a_seed_for_a_level_that_is_read_needs_something_to_shape(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["preview", "maze.json", "--seed", "1"]) == 2
    assert "--seed makes a new maze" in capsys.readouterr().err
    assert run(["preview", "maze.json", "--size", "9x9", "--shape", "braid"]) == 2
    assert "--size makes a new maze" in capsys.readouterr().err


def test_shapes_lists_the_steps(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["shapes"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in SHAPING.builtin)
    assert run(["shapes", "entrances"]) == 0
    assert "--shape entrances=VALUE sets sides" in capsys.readouterr().out
    assert run(["shapes", "--json"]) == 0
    assert [step["name"] for step in json.loads(capsys.readouterr().out)] == list(SHAPING.builtin)


def test_names_of_steps_are_completed() -> None:
    assert list(step_names("s")) == ["symmetry", "sparsify"]
