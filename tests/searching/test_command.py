"""`mazeconv search`: what it prints and writes, and what Ctrl-C and other signals do."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

import pytest

import mazeconv
from commands import PROGRAM, surroundings
from mazeconv.cli import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

ASKED = ["search", "-g", "backtracker", "--cells", "8x6", "--count", "200", "--best", "dead_ends"]


def test_the_levels_are_listed_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ASKED, "--require", "solution >= 40", "--top", "2", "-o", f"{tmp_path}/out"]) == 0
    said = capsys.readouterr()
    found = mazeconv.search(
        200, "backtracker", cells=(8, 6), require="solution >= 40", best="dead_ends", top=2, workers=1
    )
    lines = said.out.splitlines()
    assert lines[0] == f"tried 200 levels: {found.met} meet the conditions"
    assert [line for line in lines if line.startswith("mazeconv")] == [hit.recipe.command() for hit in found.hits]
    files = sorted((tmp_path / "out").iterdir())
    recipes = [mazeconv.read(file).recipe for file in files]
    assert len(recipes) == 2
    assert all(hit.recipe in recipes for hit in found.hits)
    assert said.err == ""


def test_a_printed_command_makes_the_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ASKED, "--shape", "braid=0.3", "--json", "-o", f"{tmp_path}/best.json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["tried"], result["met"], result["interrupted"], result["nearest"]) == (200, 200, False, None)
    _, *words = shlex.split(result["levels"][0]["command"])
    assert run([*words, "-q", "-o", str(tmp_path / "again.json")]) == 0
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "best.json").read_bytes()
    assert [file["path"] for file in result["files"]] == [str(tmp_path / "best.json")]


def test_other_formats_go_to_a_folder(tmp_path: Path) -> None:
    assert run([*ASKED, "--top", "2", "-f", "png", "-f", "text", "--tile-size", "4", "-o", f"{tmp_path}/"]) == 0
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".png", ".png", ".txt", ".txt"]


@pytest.mark.parametrize("top", ["1", "2"])
def test_a_name_without_an_ending_is_a_folder_for_any_number_found(tmp_path: Path, top: str) -> None:
    assert run([*ASKED, "--top", top, "-o", f"{tmp_path}/out"]) == 0
    assert [file.suffix for file in (tmp_path / "out").iterdir()] == [".json"] * int(top)


def test_what_was_found_is_said_even_if_it_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").write_text("a file")
    assert run([*ASKED, "-o", f"{tmp_path}/out"]) == 1
    said = capsys.readouterr()
    assert "mazeconv generate --generator backtracker" in said.out
    assert "error: " in said.err


def test_nothing_found_says_why_and_shows_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ASKED, "-r", "solution >= 900", "-r", "dead_ends >= 0"]) == 1
    said = capsys.readouterr()
    assert "solution >= 900  failed 200 times (100.0 %)" in said.out
    assert "dead_ends >= 0   failed 0 times (0.0 %)" in said.out
    assert "the nearest level is\nseed " in said.out
    assert "mazeconv generate --generator backtracker" in said.out
    assert said.err.startswith("error: none of 200 levels meets the conditions\nhint: ")


def test_nothing_found_without_a_generator_names_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search", "--size", "31x21", "--count", "20", "-r", "solution >= 120", "--workers", "1"]
    assert run([*words, "--json"]) == 1
    said = capsys.readouterr()
    assert "hint: try --generator spiral: " in said.err
    assert "; backtracker: " in said.err
    assert json.loads(said.out)["advice"] in said.err


def test_own_times_scale_those_of_a_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "--seed", "3", "-q", "-o", f"{tmp_path}/mine.json"]) == 0
    words = ["search", "--count", "3", "--best", "time_p50", "--json"]
    best = []
    for more in ([], ["--speed", "2"], ["--played", f"{tmp_path}/mine.json=10"]):
        assert run([*words, *more]) == 0
        best.append(json.loads(capsys.readouterr().out)["levels"][0]["measures"]["time_p50"])
    factor = mazeconv.measure(mazeconv.generate(seed=3), played=10).time_factor
    assert best == pytest.approx([best[0], 2 * best[0], (factor or 0) * best[0]], rel=2e-3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "-"], "a search prints what it finds"),
        (["-f", "png"], "no folder is named"),
        (["--top", "2", "-o", "one.json"], "names one file"),
        (["--require", "hand_proof"], "always falls to one hand"),
        (["--least", "turns"], "exclude each other"),
        (["--played", "45"], "does not say on which level"),
        (["--played", "maze.json=soon"], "does not say on which level"),
    ],
)
def test_what_was_typed_wrong_is_said(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ASKED, *words]) == 2
    assert message in capsys.readouterr().err


class Searching(NamedTuple):
    """Hold a search that runs, and the terminal on which it says so."""

    program: subprocess.Popen[bytes]
    screen: int

    def said(self) -> bytes:
        """Return what it has said since it began to search."""
        return os.read(self.screen, 10_000)


@contextmanager
def searching(workers: str, *words: str) -> Iterator[Searching]:
    """Begin a search without end, and go on when it searches.

    It is not compiled, so that nothing but the search takes time. It leads a group of its processes, so that all of
    them can be sent a signal, as from a terminal, or one.
    """
    asked = ["search", "--engine", "python", "--count", "1000000000", "--best", "dead_ends", "--cells", "5x5"]
    screen, stderr = os.openpty()
    # A shell may have started this program to ignore interrupts; the search is to hear of them in any case.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with subprocess.Popen(
            [*PROGRAM, *asked, "--workers", workers, "--color", "never", *words],
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=surroundings(),
            start_new_session=True,
        ) as program:
            os.close(stderr)
            shown = b""
            try:
                while b"searching [" not in shown:
                    shown += os.read(screen, 100)
                yield Searching(program, screen)
            finally:
                # Or else one that did not end would be waited for without end.
                with suppress(ProcessLookupError):
                    os.killpg(program.pid, signal.SIGKILL)
    finally:
        signal.signal(signal.SIGINT, before)
        os.close(screen)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one program")
@pytest.mark.parametrize("send", [os.killpg, os.kill])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_returns_the_best_so_far(workers: str, send: Callable[[int, int], None], tmp_path: Path) -> None:
    with searching(workers, "--top", "3", "-o", f"{tmp_path}/", "--json") as search:
        send(search.program.pid, signal.SIGINT)
        out, _ = search.program.communicate(timeout=60)
        rest = search.said()
    assert search.program.returncode == 130
    assert rest.replace(b"\r", b"").endswith(b"error: interrupted\n")
    assert b"Traceback" not in rest
    result = json.loads(out)
    assert result["interrupted"]
    assert result["tried"] > 100
    assert len(list(tmp_path.iterdir())) == len(result["levels"]) == 3
    if workers == "1":
        found = mazeconv.search(result["tried"], cells=(5, 5), best="dead_ends", top=3)
        assert [hit.number for hit in found.hits] == [level["number"] for level in result["levels"]]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one program")
@pytest.mark.parametrize("send", [os.killpg, os.kill])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_again_and_again_ends_it_as_well(workers: str, send: Callable[[int, int], None]) -> None:
    with searching(workers, "--json") as search:
        for _ in range(3):
            with suppress(ProcessLookupError):
                send(search.program.pid, signal.SIGINT)
            time.sleep(0.05)
        search.program.communicate(timeout=60)
        rest = search.said()
    assert search.program.returncode == 130
    assert rest.endswith(b"error: interrupted\r\n")
    assert b"Traceback" not in rest
    assert b"Exception ignored" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without a signal")
@pytest.mark.parametrize(
    ("send", "name", "code"),
    [(os.kill, "SIGTERM", 143), (os.killpg, "SIGTERM", 143), (os.kill, "SIGKILL", -9)],
)
def test_no_worker_outlives_a_search(send: Callable[[int, int], None], name: str, code: int) -> None:
    with searching("2") as search:
        send(search.program.pid, signal.Signals[name])
        # It ends when the last process that has the output has ended.
        search.program.communicate(timeout=20)
        rest = search.said()
    assert search.program.returncode == code
    if name == "SIGTERM":
        assert b"Traceback" not in rest
        assert b"error" not in rest
        assert b"leaked" not in rest
