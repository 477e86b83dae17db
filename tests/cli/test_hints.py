"""What to write instead of an option that a command does not have, and what it takes."""

from __future__ import annotations

import pytest

from mazeconv.cli import COMMANDS, run
from mazeconv.cli.tree import commands


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("export --autotile", "-O autotile=edges"),
        ("export --keys 3", "--shape keys=3"),
        ("export --width 21", "--size WxH"),
        ("export --theme night", "-O theme=night"),
        ("preview --solution", "-O solution;"),
        ("solve -o solved.png", "-o is an option of export, generate, preview"),
        ("search --length 100", '--require "solution >= 100"'),
        ("sheet -O theme=night", "write --theme night"),
        ("preview --check-image x.png", "--check-image is an option of convert"),
        ("export --qwerty", "hint: mazeconv export --help lists the options"),
        ("tmx patch --threshold 3", "-I threshold=3"),
    ],
)
def test_an_unknown_option_is_looked_up(line: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    assert hint in capsys.readouterr().err


def test_every_command_is_told_of_with_what_it_takes() -> None:
    found = commands()
    assert {name.split()[0] for name in found} == set(COMMANDS)
    for one in found.values():
        assert one.title
        assert all(taken.help and taken.names for taken in one.takes)
    assert found["export"].options["-f"] is found["export"].options["--format"]
    assert found["export"].options["--force"].takes == ""
