"""How tests start the command line as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = (sys.executable, "-m", "mazeconv")


def mazeconv(
    *arguments: str, folder: Path, stdin: bytes = b"", **environment: str | None
) -> subprocess.CompletedProcess[bytes]:
    """Run `mazeconv` in `folder`; an environment variable of None is taken away."""
    return subprocess.run(
        [*PROGRAM, *arguments], cwd=folder, input=stdin, capture_output=True, check=False, env=surroundings(environment)
    )


def python(code: str, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a Python program and return what it said; a failure is an error that shows it."""
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, **options
    )
    assert ran.returncode == 0, ran.stderr
    return ran


def surroundings(changes: dict[str, str | None]) -> dict[str, str]:
    """Return the environment with some variables changed, or taken away by None."""
    return {name: value for name, value in {**os.environ, **changes}.items() if value is not None}
