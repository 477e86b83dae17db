"""The command line, run in this process and in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import Cli, Said
from mazeconv.cli import run


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Cli:
    """Give a function that runs a command in an empty folder, without presets of the user's, and what it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAZECONV_HOME", str(tmp_path / "home"))

    def said(*arguments: str) -> Said:
        code = run(list(arguments))
        return Said(code, *capfd.readouterr())

    return said
