"""Errors carry their hints wherever they go, and notices point at the line of those who called."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import traceback
import warnings
from typing import TYPE_CHECKING

import pytest

import mazeconv
from mazeconv.errors import MazeconvError, MazeconvNotice, ReadError, UsageError, notify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def here() -> int:
    """Return the line of the caller."""
    return sys._getframe(1).f_lineno  # noqa: SLF001 - a test of lines


def noticed(call: Callable[[], object]) -> list[tuple[str, int, str]]:
    """Return where the notices of a call point, and what they say."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MazeconvNotice)
        call()
    assert all(one.category is MazeconvNotice for one in caught)
    return [(one.filename, one.lineno, str(one.message)) for one in caught]


def test_a_notice_points_at_the_first_line_outside_the_package_however_deep_it_arose() -> None:
    level = mazeconv.generate(seed=1)
    shallow, line = (lambda: notify("said")), here()
    assert noticed(shallow) == [(__file__, line, "said")]
    deep, line = (lambda: mazeconv.generate(size=(9, 9), seed=1, shape=["treasures=99"])), here()
    ((name, at, text),) = noticed(deep)
    assert (name, at) == (__file__, line)
    assert text.startswith("99 x treasure asked for")
    saved, line = (lambda: mazeconv.encode(level, "csv")), here()
    assert [(name, at) for name, at, _ in noticed(saved)] == [(__file__, line)]


def test_a_notice_is_shown_once_for_each_line_that_it_points_at(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import mazeconv\nlevel = mazeconv.generate(seed=1)\n"
        "for _ in range(3):\n    mazeconv.encode(level, 'csv')\nmazeconv.encode(level, 'csv')\n",
        encoding="utf-8",
    )
    told = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stderr
    assert told.count("MazeconvNotice: ") == 2
    assert f"{script}:4: MazeconvNotice: csv cannot keep" in told
    assert f"{script}:5: MazeconvNotice: csv cannot keep" in told


def shown(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


@pytest.mark.parametrize(
    "error", [UsageError("bad", "do good"), ReadError("bad", "do good", source="maze.txt", line=3)], ids=repr
)
def test_a_traceback_shows_the_hint_once_in_other_processes_too(error: MazeconvError) -> None:
    for one in (error, pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 - our own
        assert shown(one).count("hint: do good") == 1
        assert shown(one).endswith("bad\nhint: do good\n")
        assert (one.message, one.hint, str(one)) == (error.message, "do good", error.message)
        assert vars(one) == vars(error)


def test_an_error_without_a_hint_shows_none() -> None:
    assert "hint" not in shown(UsageError("bad"))
