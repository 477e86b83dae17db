"""`mazeconv animate` and what `preview` shows, from the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from mazeconv import cli

if TYPE_CHECKING:
    from pathlib import Path


def test_a_film_of_a_new_maze_and_of_a_walk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["animate", "--seed", "7", "--frames", "30", "--fps", "25", "--hold", "1", "-o", "a.gif"]) == 0
    assert capsys.readouterr().out == "dig 15x13, seed 7\nwrote a.gif\n"
    with Image.open("a.gif") as film:
        assert film.size == (360, 312)
        assert film.n_frames <= 30  # type: ignore[attr-defined]
        assert film.info["duration"] == 40
    assert cli.run(["generate", "--seed", "7", "-o", "m.json", "-q"]) == 0
    words = ["animate", "m.json", "--of", "solver", "--solver", "random-mouse", "-S", "seed=3", "--fit", "200x200"]
    assert cli.run([*words, "-o", "w.webp", "-q"]) == 0
    assert cli.run([*words, "--theme", "night", "-o", "w.png", "-q"]) == 0
    with Image.open("w.png") as film:
        assert film.size == (195, 169)
    assert cli.run(["animate", "m.json", "--of", "solver", "--start", "3,1", "--goal", "1,1", "-o", "s.gif", "-q"]) == 0
    assert cli.run(["animate", "m.json", "--of", "generation", "--goal", "3,1", "-o", "t.gif"]) == 2
    assert "goal is for a walk" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "a.mp4"], "does not say which animation to write"),
        (["-o", "a.gif", "--frames", "0"], "frames must be a whole number from 2 to 2000"),
        (["-o", "a.gif", "--solver", "left-hnd"], "there is no solver"),
        (["-o", "a.gif", "--tile-size", "4", "--fit", "9x9"], "exclude each other"),
    ],
)
def test_errors(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["animate", *words]) == 2
    assert message in capsys.readouterr().err


def test_preview_shows_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["preview", "--size", "9x5", "--seed", "1", "-O", "solution", "-O", "png.heatmap=distance", "-O", "legend"]
    assert cli.run(words) == 0
    out = capsys.readouterr().out
    assert out.startswith("##################\n##S0##")
    assert ".  shortest way: " in out


def test_a_solver_means_its_walk(tmp_path: Path) -> None:
    told, meant = tmp_path / "told.gif", tmp_path / "meant.gif"
    how = ["animate", "--seed", "3", "--size", "9x9", "--solver", "right-hand", "-o"]
    assert cli.run([*how, str(told), "--of", "solver"]) == cli.run([*how, str(meant)]) == 0
    assert told.read_bytes() == meant.read_bytes()
    assert cli.run([*how, str(told), "--of", "generation"]) == 2
