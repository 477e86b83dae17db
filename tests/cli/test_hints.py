"""What is said of a command line that cannot be: what to type instead, and that it works."""

from __future__ import annotations

import contextlib
import io
import shlex
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeconv.cli import COMMANDS, run
from mazeconv.cli.hints import advice
from mazeconv.cli.tree import commands
from mazeconv.errors import ReadError

if TYPE_CHECKING:
    from pathlib import Path

# What was typed, what the hint holds, and the line that follows it.
FOLLOWED = [
    # A word that stands alone is the name of something, a size, a step or a file.
    ("generate prim", "write --generator prim", "generate --generator prim"),
    ("search --best turns -c 3 prim", "write --generator prim", "search --best turns -c 3 --generator prim"),
    ("sheet dungeon", "write --preset dungeon", "sheet -c 2 --preset dungeon"),
    ("generate labyrinth", "write --generator labyrinth or --preset labyrinth", "generate --preset labyrinth"),
    ("generate braid=0.5 21x21", "write --shape braid=0.5 --size 21x21", "generate --shape braid=0.5 --size 21x21"),
    ("generate png", "write mazeconv export --format png", "export --format png"),
    ("generate maze.json", "write -o maze.json", "generate -o maze.json"),
    ("generate maze.tmx", "write mazeconv export -o maze.tmx", "export -o maze.tmx"),
    ("generate level.json", "generate reads no level; write mazeconv preview level.json", "preview level.json"),
    ("preview prim", "write --generator prim", "preview --generator prim"),
    ("preview dungeon", "write --preset dungeon", "preview --preset dungeon"),
    ("preview dungon", "did you mean --preset dungeon?", "preview --preset dungeon"),
    ("solve prim", "write --generator prim", "solve --generator prim"),
    ("export tmx", "hint: write --format tmx\n", "export --format tmx"),
    ("export maze.png", "hint: write -o maze.png\n", "export -o maze.png"),
    ("export -f png night", "write -O theme=night", "export -f png -O theme=night"),
    ("export --seed 7 maze.png", "hint: write -o maze.png\n", "export --seed 7 -o maze.png"),
    ("animate --cells 3x3 maze.gif", "write -o maze.gif", "animate --cells 3x3 -o maze.gif"),
    # Or it belongs to the option before it.
    ("preview --size 21 21", "hint: write --size 21x21\n", "preview --size 21x21"),
    ("preview --size 21 x 21", "write --size 21x21", "preview --size 21x21"),
    ("preview --goal 13 11", 'write --goal "13,11"', "preview --goal 13,11"),
    (
        "generate --seed rainy day",
        'several words in double quotes: --seed "rainy day"',
        'generate --seed "rainy day"',
    ),
    ("preview --seed rainy day", '--seed "rainy day"', 'preview --seed "rainy day"'),
    ("export -f png --shape braid 0.5", "hint: write --shape braid=0.5\n", "export -f png --shape braid=0.5"),
    ("export -f png -O theme night", "hint: write -O theme=night\n", "export -f png -O theme=night"),
    ("export -f png -O theme = night", "write -O theme=night", "export -f png -O theme=night"),
    ("export -f png -O grid prim", "write --generator prim", "export -f png -O grid --generator prim"),
    ("search -c 3 -r solution 9", '-r "solution >= 9"', 'search -c 3 -r "solution >= 9"'),
    # Commands that are none.
    ("prim", "write mazeconv generate --generator prim", "generate --generator prim"),
    ("PREVIEW", "write mazeconv preview;", "preview"),
    ("prevew", "did you mean mazeconv preview?", "preview"),
    ("list", "write mazeconv presets, mazeconv formats", "presets"),
    ("patch", "write mazeconv agtk patch or mazeconv tmx patch", "tmx patch --help"),
    ("shortest", "write mazeconv solve --solver shortest", "solve --solver shortest"),
    ("maze.tmx", "write mazeconv export -o maze.tmx", "export -o maze.tmx"),
    ("level.json", "write mazeconv preview level.json", "preview level.json"),
    ("agtk lst", "did you mean mazeconv agtk list?", "agtk list --help"),
    # Options before the command.
    ("--seed 7 generate", "options stand after the command: mazeconv generate --seed 7", "generate --seed 7"),
    (
        "-o x.png --seed 7",
        "after a command: mazeconv export -o x.png --seed 7",
        "export -o x.png --seed 7",
    ),
    (
        "--preset dungeon",
        "after a command: mazeconv preview --preset dungeon",
        "preview --preset dungeon",
    ),
    ("agtk --clear patch", "options stand after the command: mazeconv agtk patch --clear", "agtk patch --help"),
    ("tmx --layer 1", "options stand after a command: mazeconv tmx patch --layer 1", "tmx patch --help"),
    # Shaping steps and other values.
    ('export -f png --shape "braid 0.5"', "write --shape braid=0.5", "export -f png --shape braid=0.5"),
    ("export -f png --shape braid:0.5", "write --shape braid=0.5", "export -f png --shape braid=0.5"),
    (
        "export -f png --shape braid=0.5,loops=0.1",
        "write --shape braid=0.5 --shape loops=0.1",
        "export -f png --shape braid=0.5 --shape loops=0.1",
    ),
    (
        'export -f png --shape "braid=0.5; keys=1"',
        "write --shape braid=0.5 --shape keys=1",
        "generate --shape braid=0.5 --shape keys=1",
    ),
    ("generate --shape braid=50", "50 is written 0.5", "generate --shape braid=0.5"),
    ("generate --shape braid=0,5", "0,5 is written 0.5", "generate --shape braid=0.5"),
    ("preview --goal furthest", "did you mean farthest?", "preview --goal farthest"),
    ("search -c 3 --best turns --goal furthest", "did you mean farthest?", "search -c 3 --best turns --goal farthest"),
    ("preview --goal random", "--shape ends=random", "preview --shape ends=random"),
    ("preview --size 21", "an x between: 21x21", "preview --size 21x21"),
    ("preview --preset dungion", "hint: did you mean dungeon?\n", "preview --preset dungeon"),
    # Names of files.
    ("export -o out.jpg", "name it out.png", "export -o out.png"),
    ("export -o out.gif", "mazeconv animate writes .gif", "animate --cells 3x3 -o out.gif"),
    ("export -o out.pmg", "did you mean out.png?", "export -o out.png"),
    # Options that a command does not have, or that are not whole.
    ("export --autotile", "-O autotile=edges", "export -f png -O autotile=edges"),
    ("export --keys 3", "--shape keys=3", "export -f png --shape keys=3"),
    ("preview --keys=2", "--shape keys=2", "preview --shape keys=2"),
    ("export --symmetry", "write --shape symmetry;", "export -f png --shape symmetry"),
    ("generate --mirror", "write --shape symmetry", "generate --shape symmetry"),
    (
        "generate --count 5",
        "of sheet, search, agtk plugin: mazeconv sheet --count 5",
        "sheet -c 5",
    ),
    ("export --width 21", "--size WxH", "export -f png --size 21x21"),
    ("export --theme night", "-O theme=night", "export -f png -O theme=night"),
    ("preview --solution", "-O solution;", "preview -O solution"),
    (
        "solve --seed 7 -o s.png",
        "preview --seed 7 -o s.png -O solution;",
        "preview --seed 7 -o s.png -O solution",
    ),
    ("preview --json", "mazeconv generate --json", "generate --json"),
    ("search --length 100", '--require "solution >= 100"', 'search -c 3 -r "solution >= 1"'),
    ("sheet -O theme=night", "write --theme night", "sheet -c 2 --theme night"),
    ("preview -size 21x21", "write two dashes: --size 21x21", "preview --size 21x21"),
    ("export --seed", "--seed TEXT: Any number or text", "export -f png --seed 7"),
    ("export --generator --seed 7", "--generator NAME: How the maze is made", "export -f png --generator dig --seed 7"),
    ("export -f png --dry-run=yes", "--dry-run stands alone", "export -f png --dry-run"),
    ("convert level.json", "write mazeconv convert IN OUT", "convert level.json out.png"),
]
# What was typed, and the hint, where there is nothing that could be typed without knowing more.
SAID = [
    ("preview --check-image x.png", "--check-image is an option of convert"),
    ("export --qwerty", "hint: mazeconv export --help lists the options"),
    ("tmx patch --threshold 3", "-I threshold=3"),
    ("export maze.tmx -f png", "hint: check the spelling and the folder"),
    ("preview maze.png", "hint: check the spelling and the folder"),
    ("preview levle.json", "did you mean level.json?"),
    # Themes are everyday words, and no guess.
    ("preview right", "hint: check the spelling and the folder"),
    # Nobody looks for the wrong one of so many.
    ("export " + "prim " * 999, "hint: mazeconv export --help lists the options"),
    ("preview --seed 7 8", "hint: leave out one of the two"),
    ("preview level.json level.json", "hint: mazeconv preview --help lists the options"),
    ("export braid=0.5", "write --shape braid=0.5; add --format"),
    ("formats prim", "hint: known: agtk"),
]
TYPED = sorted({word for line, *_ in (*FOLLOWED, *SAID) for word in shlex.split(line)})


@pytest.fixture(autouse=True)
def _beside_a_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()):
        assert run(["generate", "--cells", "3x3", "--seed", "1", "-o", "level.json"]) == 0


def said_of(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said of a line that cannot be."""
    assert run(shlex.split(line)) in (1, 2)
    return capsys.readouterr().err


@pytest.mark.parametrize(("line", "hint", "then"), FOLLOWED, ids=[line for line, _, _ in FOLLOWED])
def test_a_hint_says_what_to_type_and_that_works(
    line: str, hint: str, then: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hint in said_of(line, capsys)
    assert run(shlex.split(then)) == 0


@pytest.mark.parametrize(("line", "hint"), SAID, ids=[line[:60] for line, _ in SAID])
def test_a_hint_says_what_is_known(line: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert hint in said_of(line, capsys)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(TYPED) | st.text(max_size=6), max_size=6))
def test_whatever_is_typed_a_hint_is_a_text(words: list[str]) -> None:
    assert isinstance(advice(ReadError("is none", "nothing", source=words[-1] if words else ""), words), str)


@pytest.mark.parametrize("line", ["help", "help preview", "help agtk patch"])
def test_help_is_a_command_too(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 0
    said = capsys.readouterr().out
    assert run([*line.split()[1:], "--help"]) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("group", ["agtk", "tmx"])
def test_a_command_of_commands_alone_prints_its_help(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([group]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"Usage: mazeconv {group}")


@pytest.mark.parametrize("names", [["tmx,png"], ["tmx, png"], ["tmx", "png"]])
def test_formats_may_stand_in_one_text(names: list[str], tmp_path: Path) -> None:
    line = ["export", "--seed", "7", "-o", "out/", *(word for name in names for word in ("--format", name))]
    assert run(line) == 0
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".tmx", ".tsx", ".png"}


def test_every_command_is_told_of_with_what_it_takes() -> None:
    found = commands()
    assert {name.split()[0] for name in found} == set(COMMANDS)
    assert commands("preview") == {"preview": found["preview"]}
    for one in found.values():
        assert one.title
        assert all(taken.help and taken.names for taken in one.takes)
    assert found["export"].options["-f"] is found["export"].options["--format"]
    assert found["export"].options["--force"].takes == ""
