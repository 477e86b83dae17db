"""How tests run the command line: as a program of its own, or within this one."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import mazeconv as package
from mazeconv.cli import run
from mazeconv.level import Level

PROGRAM = (sys.executable, "-m", "mazeconv")
Environment = Mapping[str, str | None]


class Said(NamedTuple):
    """Hold what a command said, and its exit code."""

    code: int
    out: str
    err: str


Cli = Callable[..., Said]


def mazeconv(
    *arguments: str, folder: Path, stdin: bytes = b"", environment: Environment | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `mazeconv` in `folder`, with changes to the environment."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        check=False,
        env=surroundings(environment),
    )


def python(code: str, *arguments: str, environment: Environment | None = None) -> str:
    """Run a Python program and return what it printed; a failure is an error that shows it."""
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=surroundings(environment),
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def made_again(level: Level) -> Level:
    """Return the level that the command of a level's recipe makes, in the folder at hand."""
    assert level.recipe is not None
    _, *words = shlex.split(level.recipe.command())
    assert run([*words, "-o", "again.json", "--force"]) == 0
    return package.read("again.json")


def surroundings(changes: Environment | None = None) -> dict[str, str]:
    """Return the environment in which this package is found, with changes; None takes a variable away."""
    found = str(Path(package.__file__).parents[1])
    merged = {**os.environ, "PYTHONPATH": found, **(changes or {})}
    return {name: value for name, value in merged.items() if value is not None}
