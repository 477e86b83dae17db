from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from commands import PROGRAM, Cli, mazeconv, surroundings
from mazeconv import __version__, api
from mazeconv.cli import COMMANDS as EVERY
from mazeconv.formats import FORMATS
from mazeconv.generators import GENERATORS

# The others are groups of commands.
COMMANDS = [name for name in EVERY if name not in ("agtk", "tmx")]


def names() -> list[str]:
    return sorted(path.name for path in Path().rglob("*") if path.is_file())


# --- the main job


def test_the_shortest_export_makes_the_maze_of_the_article(cli: Cli) -> None:
    said = cli("export", "--format", "agtk")
    assert said.code == 0
    found = re.match(r"dig 15x13, seed ([0-9]+) \(chosen for you; the same seed makes the same maze\)\n", said.out)
    assert found
    stem = f"dig-15x13-{found[1]}"
    assert names() == [f"{stem}.agtk.js", f"{stem}.agtk.txt"]
    assert said.out.splitlines()[1:] == [f"wrote {stem}.agtk.txt", f"wrote {stem}.agtk.js"]
    assert said.err == ""
    assert "unchanged" in cli("export", "--format", "agtk", "--seed", found[1]).out


def test_chosen_seeds_differ(cli: Cli) -> None:
    assert cli("export", "-f", "text", "-o", "-").out != cli("export", "-f", "text", "-o", "-").out


def test_every_generating_option_reaches_the_maze(cli: Cli) -> None:
    said = cli(
        *("export", "-f", "json", "--generator", "growing-tree", "--size", "21x11", "--seed", "迷路"),
        *("--start", "3,1", "--goal", "farthest", "-G", "pick=newest:3,random", "--engine", "python", "-o", "m.json"),
    )
    assert said.code == 0, said.err
    level = api.read("m.json")
    assert level.recipe
    assert (level.cols, level.rows, level.start) == (21, 11, (1, 3))
    assert level.recipe.options == {"pick": "newest:3,random"}
    assert (level.recipe.seed, level.recipe.goal) == ("迷路", "farthest")


def test_cells_are_another_way_to_say_the_size(cli: Cli) -> None:
    assert cli("export", "-f", "text", "--cells", "7x6", "--seed", "1", "-o", "-").out == (
        cli("export", "-f", "text", "--seed", "1", "-o", "-").out
    )


def test_several_formats_go_to_one_folder(cli: Cli) -> None:
    words = ("export", "-f", "text", "-f", "matrix", "-f", "text", "--seed", "1", "--start", "1,3", "-o", "two formats")
    said = cli(*words)
    assert said.code == 0
    assert names() == ["dig-15x13-1.matrix.txt", "dig-15x13-1.txt"]
    assert Path("two formats/dig-15x13-1.txt").exists()
    assert said.err.startswith("note: matrix cannot keep")


def test_every_format_writes_into_one_folder(cli: Cli) -> None:
    chosen = [word for name in api.writable() for word in ("--format", name)]
    said = cli("export", *chosen, "--seed", "1", "--json")
    assert said.code == 0, said.err
    listed = json.loads(said.out)["files"]
    assert sorted(Path(file["path"]).name for file in listed) == names()
    assert {file["format"] for file in listed} == set(api.writable())
    for file in listed:
        assert file["bytes"] == Path(file["path"]).stat().st_size
        assert file["status"] == "written"


def test_the_output_names_file_folder_or_stream(cli: Cli) -> None:
    assert cli("export", "--seed", "1", "-o", "my maze.agtk.js").code == 0
    assert cli("export", "-f", "text", "--seed", "1", "-o", "new/").code == 0
    assert cli("export", "-f", "text", "--seed", "1", "-o", "deep/er/plain").code == 0
    Path("old").mkdir()
    assert cli("export", "-f", "text", "--seed", "2", "-o", "old").code == 0
    for path in ("my maze.agtk.js", "new/dig-15x13-1.txt", "deep/er/plain", "old/dig-15x13-2.txt"):
        assert Path(path).is_file(), path
    said = cli("export", "-f", "text", "--seed", "1", "-o", "-")
    assert said.out == Path("deep/er/plain").read_text("utf-8")
    assert said.err == "dig 15x13, seed 1\n"


def test_options_for_writing(cli: Cli) -> None:
    said = cli(
        *("export", "-f", "agtk", "--seed", "1", "--tile-size", "32", "--offset", "2,3"),
        *("-O", "object=Maze", "-O", "agtk.parts=json,script"),
    )
    assert said.code == 0, said.err
    text = Path("dig-15x13-1.agtk.json").read_text("utf-8")
    assert '"Maze"' in Path("dig-15x13-1.agtk.js").read_text("utf-8")
    assert re.search(r'"TileSize"\D+32\b', text)
    assert re.search(r'"OffsetX"\D+2\b', text)


def test_options_for_reading(cli: Cli) -> None:
    Path("m.txt").write_text("0 0 0\n0 1 1\n0 0 0\n", "utf-8")
    said = cli("export", "m.txt", "--from", "matrix", "-I", "start=2,1", "-f", "text", "-o", "-")
    assert said.out == "###\n# S\n###\n"


def test_a_different_file_is_replaced_only_by_force(cli: Cli) -> None:
    Path("m.txt").write_text("mine", "utf-8")
    said = cli("export", "--seed", "1", "-o", "m.txt")
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        "error: m.txt exists and is different\n"
        "hint: use --force (in Python force=True) to replace it, or -o for another place\n"
    )
    assert Path("m.txt").read_text("utf-8") == "mine"
    assert cli("export", "--seed", "1", "-o", "m.txt", "--force").code == 0
    assert Path("m.txt").read_text("utf-8") != "mine"


def test_a_dry_run_says_what_would_be_written(cli: Cli) -> None:
    said = cli("export", "-f", "text", "--seed", "1", "--dry-run")
    assert said.out == "dig 15x13, seed 1\nwould write dig-15x13-1.txt (208 bytes)\n"
    assert names() == []
    listed = json.loads(cli("export", "-f", "text", "--seed", "1", "-n", "--json").out)
    assert [file["status"] for file in listed["files"]] == ["planned"]


def test_json_says_all_and_nothing_else(cli: Cli) -> None:
    said = cli("generate", "--seed", "7", "--json")
    told = json.loads(said.out)
    assert said.err == ""
    assert told["level"] == {
        "width": 15,
        "height": 13,
        "start": [1, 1],
        "goals": [[13, 11]],
        "generator": "dig",
        "seed": "7",
        "command": "mazeconv generate --generator dig --size 15x13 --seed 7",
    }
    assert told["notices"] == []
    cli("generate", "--start", "1,3", "-o", "moved.json")
    told = json.loads(cli("convert", "moved.json", "m.matrix.txt", "--json", "-q").out)
    assert told["notices"] == ["matrix cannot keep markers (start)"]


@pytest.mark.parametrize("words", [("-v", "generate"), ("generate", "-v"), ("-v", "generate", "-v")])
def test_verbose_works_before_and_after_the_command(cli: Cli, words: tuple[str, ...]) -> None:
    said = cli(*words, "--seed", "7")
    assert said.err == "mazeconv generate --generator dig --size 15x13 --seed 7\n"
    assert re.search(r"wrote dig-15x13-7.json \([0-9,]+ bytes\)", said.out)


@pytest.mark.parametrize("words", [("-q", "generate"), ("generate", "--quiet")])
def test_quiet_works_before_and_after_the_command(cli: Cli, words: tuple[str, ...]) -> None:
    assert cli(*words) == (0, "", "")
    assert len(names()) == 1
    assert cli("generate").out, "quiet must not outlive its command"


@pytest.mark.parametrize("seed", ["7", "-7", "--seed", "迷路 その1", "it's", "$(id)", "a/b\\c:d", "COM1"])
def test_the_command_of_a_recipe_makes_the_level_again(cli: Cli, seed: str) -> None:
    said = cli(
        *("generate", "-v", f"--seed={seed}", "-g", "growing-tree", "-s", "31x9", "--goal", "farthest"),
        *("-G", "pick=oldest", "-o", "first.json"),
    )
    assert said.code == 0, said.err
    words = shlex.split(said.err)
    assert words[0] == "mazeconv"
    assert cli(*words[1:], "-o", "second.json").code == 0
    assert Path("first.json").read_bytes() == Path("second.json").read_bytes()


def test_preview_draws_and_can_be_cut(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = cli("preview", "--size", "101x5", "--seed", "1").out.splitlines()
    assert len(wide[0]) == 202, "what goes to a file is not cut"
    assert wide[-1] == "dig 101x5, seed 1"
    monkeypatch.setenv("COLUMNS", "40")
    assert {len(line) for line in cli("preview", "--size", "101x5", "--seed", "1").out.splitlines()[:-1]} == {40}
    assert cli("preview", "--size", "15x5", "--seed", "1").out.startswith("#" * 30 + "\n##S")


def test_preview_does_not_say_that_what_it_shows_is_lost(cli: Cli) -> None:
    words = ("--seed", "7", "--shape", "keys=1", "-o", "m.png", "--force")
    assert cli("preview", *words).err == ""
    assert cli("export", *words).err == "note: png cannot keep labels\n"


def test_preview_makes_a_picture(cli: Cli) -> None:
    assert cli("preview", "--seed", "1", "-o", "m.png").code == 0
    assert Path("m.png").read_bytes().startswith(b"\x89PNG")


def test_convert(cli: Cli) -> None:
    cli("generate", "--seed", "1", "-o", "m.json")
    assert cli("convert", "m.json", "m.txt").out == "dig 15x13, seed 1\nwrote m.txt\n"
    assert cli("convert", "m.txt", "-", "--format", "matrix", "-q").out.startswith("0 0 0")
    assert cli("convert", "m.txt", "out", "-f", "text", "-f", "matrix").code == 0
    assert names() == ["m.json", "m.matrix.txt", "m.txt", "m.txt"]


def test_a_level_names_the_files_that_are_made_of_it(cli: Cli) -> None:
    Path("in").mkdir()
    cli("generate", "--seed", "1", "-o", "in/迷路 1.json")
    assert cli("export", "in/迷路 1.json", "-f", "text").out.endswith("wrote 迷路 1.txt\n")
    assert Path("迷路 1.txt").exists()


# --- help and lists


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(cli: Cli, command: str, flag: str) -> None:
    said = cli(*([command] if command else []), flag)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"Usage: mazeconv {command}".rstrip())
    assert "--color <auto|always|never>" in said.out
    assert "..." not in said.out.partition("Commands:")[2], "each summary fits its line"


def test_no_command_shows_the_help(cli: Cli) -> None:
    said = cli()
    assert (said.code, said.out) == (2, "")
    assert said.err == cli("--help").out


def test_version(cli: Cli) -> None:
    assert cli("--version") == (0, f"mazeconv {__version__}\n", "")


@pytest.mark.parametrize(("command", "table"), [("formats", FORMATS), ("generators", GENERATORS)])
def test_lists(cli: Cli, command: str, table: Any) -> None:
    listed = cli(command).out
    told = json.loads(cli(command, "--json").out)
    assert [one["name"] for one in told] == list(table.builtin)
    for one in told:
        assert re.search(rf"(?m)^{one['name']} .*{re.escape(one['title'])}$", listed)
        shown = cli(command, one["name"])
        assert shown.code == 0
        assert one["title"] in shown.out
        assert json.loads(cli(command, one["name"], "--json").out) == one
        for options in (one.get("options"), one.get("write_options"), one.get("read_options")):
            assert all(f"  {option['name']}: " in shown.out and option["help"] in shown.out for option in options or [])


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("dig", "at least 3 x 3 tiles with odd sides (at least 1 x 1 cells)"),
        ("labyrinth", "at least 5 x 5 tiles"),
        ("rooms", "at least 3 x 3 tiles with odd sides"),
        ("unicursal", "at least 5 x 5 tiles in steps of 4 x 4 (at least 2 x 2 cells in steps of 2 x 2)"),
    ],
)
def test_a_generator_tells_its_sizes_in_tiles(cli: Cli, name: str, sizes: str) -> None:
    assert f"\nsizes: {sizes}\n" in cli("generators", name).out


def test_a_wall_of_a_map_is_no_colour_of_a_picture(cli: Cli) -> None:
    tileset = Path(__file__).parents[2] / "samples" / "tiled" / "maze-tiles.tsx"
    tiles = ("-O", f"tileset={tileset}", "-O", "wall=1", "-O", "floor=0")
    assert cli("export", "-f", "png", "-f", "tmx", *tiles, "-O", "wall-colour=#123", "-o", "both").code == 0


def test_a_level_that_was_read_is_told_by_its_file_and_markers(cli: Cli) -> None:
    Path("m.txt").write_text("#######\n#STTKG#\n#######\n", "utf-8")
    Path("bare.txt").write_text("###\n# #\n###\n", "utf-8")
    assert cli("convert", "m.txt", "m.json").out == "m.txt: 7x3, start, goal, key, treasure x2\nwrote m.json\n"
    assert cli("preview", "bare.txt").out.splitlines()[-1] == "bare.txt: 3x3, no markers"
    assert cli("info", "m.txt").out.startswith("m.txt: 7x3, start, goal, ")


# --- errors


USAGE = [
    (("exprot",), "No such command 'exprot'", "mazeconv --help"),
    (("export", "--sead", "1"), "--sead", "mazeconv export --help"),
    (("export",), "no format is named", "add --format with one of agtk, tmx"),
    (("export", "-f", "akgt"), "there is no format 'akgt'", "did you mean agtk?"),
    (("export", "-f", "text", "-g", "digg"), "there is no generator 'digg'", "did you mean dig?"),
    (("export", "-f", "text", "-g", ""), "there is no generator ''", "known: "),
    (("export", "-f", "text", "-g", "dig@2"), "there is no generator 'dig@2'", ""),
    (("generate", "-o", "c.png"), "generate writes level files, and c.png is the name of a png", "export -o c.png"),
    (("preview", "-o", "c.tmx"), "c.tmx would hold png, and its name says tmx", "end the name in .png"),
    (("preview", "-o", "c.gif"), "c.gif would hold png, and its name says gif", "end the name in .png"),
    (("preview", "-o", "c.txt"), "c.txt would hold png, and its name says text", "export -o c.txt"),
    (("export", "-f", "tmx", "-o", "c.PNG"), "c.PNG would hold tmx, and its name says png", "export -o c.PNG"),
    (("export", "-f", "tmx", "-o", "c.json"), "c.json would hold tmx, and its name says json", "end the name in .tmx"),
    (("export", "-o", "maze.doc"), "does not say which format to write", "--format"),
    (("export", "-f", "text", "-o", ""), "-o names no file or folder", "leave it out"),
    (("export", "-f", "text", "--size", "15"), "--size must be WIDTHxHEIGHT such as 15x13, not '15'", ""),
    (("export", "-f", "text", "--size", ""), "--size must be WIDTHxHEIGHT such as 15x13, not ''", ""),
    (("export", "-f", "text", "--cells", "axb"), "--cells must be WIDTHxHEIGHT", ""),
    (("export", "-f", "text", "--size", "15x13", "--cells", "7x6"), "size and cells exclude each other", "size counts"),
    (("export", "-f", "text", "--start", "1"), "must be X,Y such as 1,1", ""),
    (("export", "-f", "text", "--goal", ""), "a place must be X,Y", ""),
    (("export", "-f", "text", "--seed", ""), "a seed must be a number or a text", ""),
    (("export", "-f", "text", "--seed", "a\nb"), "a seed must be", ""),
    (("export", "-f", "text", "--engine", "rust"), "engine", "mazeconv export --help"),
    (("export", "-f", "text", "--color", "pink"), "--color", "mazeconv export --help"),
    (
        ("export", "-f", "text", "-G", "pick=newest"),
        "generator dig has no option 'pick'",
        "pick belongs to the generator growing-tree",
    ),
    (("export", "-f", "text", "-G", "seed=3"), "generator dig has no option 'seed'", "it has no options"),
    (("export", "-f", "text", "-G", "corner=nw"), "", "corner belongs to the generators binary-tree, spiral"),
    (
        ("export", "-f", "text", "-g", "growing-tree", "-G", "pick=fifo"),
        "'fifo' is no pick: which cell grows next: newest",
        "leave it out",
    ),
    (("export", "-f", "text", "-g", "growing-tree", "-G", "pick"), "pick needs a value", "pick=…"),
    (("export", "-f", "text", "-O", "stem=x"), "format text has no option 'stem'", ""),
    (("export", "-f", "text", "-O", "text.stem=x"), "format text has no option 'stem'", ""),
    (("export", "-f", "text", "-O", "agtk.object=x"), "is for the format agtk, which is not used here", ""),
    (
        ("export", "-f", "text", "--offset", "1,1"),
        "format text has no option 'offset'",
        "offset belongs to the format agtk",
    ),
    (("export", "-f", "png", "-O", "offset=1,1"), "format png has no option 'offset'", "belongs to the format agtk"),
    (("export", "-f", "agtk", "--tile-size", "0"), "tile-size must be a whole number", ""),
    (("export", "-f", "text", "-I", "start=1,1"), "are for reading a LEVEL, and none is given", "name the file"),
    (("export", "-f", "text", "--from", "text"), "are for reading a LEVEL, and none is given", "name the file"),
    (("export", "-f", "text", "-o", "-", "--json"), "both want standard output", "leave out one"),
    (("export", "-f", "text", "-f", "json", "-o", "-"), "-o - takes one format", "folder"),
    (("export", "-f", "agtk", "-o", "-"), "agtk makes 2 files", "parts="),
    (("export", "-f", "text", "-f", "json", "-o", "m.txt"), "names one file, but several formats", "give a folder"),
    (("preview", "-O", "theme=night"), "theme is for a picture, and no file is named", "-o maze.png"),
    (("convert", "in.txt"), "Missing argument 'OUT'", "mazeconv convert --help"),
    (("convert", "in.txt", "out.doc"), "does not say which format to write", ""),
    (("formats", "tmxx"), "there is no format 'tmxx'", "did you mean tmx?"),
    (("generators", "backtrack"), "there is no generator 'backtrack'", "did you mean backtracker?"),
]


@pytest.mark.parametrize("words", [("export", "-f"), ("export", "--seed=1", "--size"), ("convert",), ()], ids=str)
def test_what_was_typed_too_long_is_said_shortly(cli: Cli, words: tuple[str, ...]) -> None:
    said = cli(*words, "long" * 1250)
    assert said.code
    assert said.err.startswith("error: ")
    assert len(said.err) < 1000


@pytest.mark.parametrize(("words", "message", "hint"), USAGE, ids=[" ".join(words) for words, _, _ in USAGE])
def test_what_was_typed_wrong_is_said_with_a_hint(cli: Cli, words: tuple[str, ...], message: str, hint: str) -> None:
    said = cli(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("error: ")
    assert message in said.err
    assert hint in said.err.partition("hint: ")[2]
    assert names() == []


@pytest.mark.parametrize(
    "words", [("--size", "9x9"), ("--cells", "4x4"), ("--seed", "1"), ("--seed", ""), ("--start", "1,1"), ("-G", "a=1")]
)
def test_a_level_and_a_new_maze_exclude_each_other(cli: Cli, words: tuple[str, str]) -> None:
    Path("m.txt").write_text("# S\n", "utf-8")
    said = cli("export", "m.txt", "-f", "json", *words)
    assert said.code == 2
    assert said.err.startswith(f"error: {words[0]} makes a new maze, but the level m.txt is given\n")


FAILURES = [
    (("export", "none.json", "-f", "text"), "none.json: cannot be read: no such file", "check the spelling"),
    (("export", "folder.json", "-f", "text"), "folder.json: is a folder", "name a file in it"),
    (("export", "-f", "tmx", "-O", "tileset=picture.png"), "picture.png:1: is no XML", "New Tileset makes one"),
    (("export", "-f", "agtk", "--size", "55x31"), "the limit is 49", "mazeconv export -f agtk -O parts=plugin"),
    (("export", "empty.json", "-f", "text"), "empty.json: is empty", "was it saved"),
    (("export", "picture.png", "-f", "text"), "picture.png: is no picture that can be read", "use a PNG"),
    (("export", "-f", "text", "--size", "14x13"), "dig cannot fill 14 x 13 tiles", "try --size 13x13 or 15x13"),
    (("export", "-f", "text", "--size", "999999999x3"), "too many", "the limit is"),
    (("export", "-f", "text", "--start", "0,0"), "the start 0,0 is a wall", "the nearest road tile is 1,1"),
    (("export", "-f", "text", "--goal", "99,0"), "the goal 99,0 lies outside", "X goes from 0 to 14"),
    (("export", "-f", "text", "--start", "1,1", "--goal", "1,1"), "start and goal are both at 1,1", "different"),
    (("export", "-f", "agtk", "--size", "51x13"), "", ""),
    (("export", "-f", "text", "-o", "folder.json/"), "", ""),
    (("export", "-f", "text", "-o", "empty.json/below.txt"), "not a directory", ""),
    (("export", "-f", "text", "-o", "x" * 300), "too long", ""),
]


@pytest.mark.parametrize(("words", "message", "hint"), FAILURES, ids=[" ".join(w)[:60] for w, _, _ in FAILURES])
def test_what_cannot_be_done_is_said_with_a_hint(cli: Cli, words: tuple[str, ...], message: str, hint: str) -> None:
    Path("folder.json").mkdir()
    Path("empty.json").touch()
    Path("picture.png").write_bytes(b"no picture")
    said = cli(*words)
    if message:
        assert said.code == 1
        assert said.err.startswith("error: ")
    assert message in said.err
    assert hint in said.err
    assert "Traceback" not in said.err
    assert "mazeconv failed" not in said.err


def test_debug_shows_where_an_error_arose(cli: Cli) -> None:
    for words in (("--debug", "export", "none.json", "-f", "text"), ("export", "none.json", "-f", "text", "--debug")):
        said = cli(*words)
        assert said.code == 1
        assert "Traceback (most recent call last)" in said.err
        assert said.err.endswith("hint: check the spelling and the folder\n")
        assert said.err.count("hint: ") == 1


def test_a_fault_of_ours_is_said_without_a_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "encode", lambda *_, **__: 1 / 0)
    said = cli("export", "-f", "text")
    assert said.code == 1
    assert said.err == (
        "error: mazeconv failed: ZeroDivisionError: division by zero\n"
        "hint: run it again with --debug and report what it prints\n"
    )


def test_messages_show_no_control_characters_of_a_file(cli: Cli) -> None:
    Path("evil.json").write_text('{"\\u001b]0;owned\\u0007": 1}', "utf-8")
    said = cli("export", "evil.json", "-f", "text")
    assert said.code == 1
    assert "\x1b" not in said.err
    assert "\\x1b]0;owned\\x07" in said.err


def test_colours(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in cli("export").err
    assert "\x1b[" in cli("export", "--color", "always").err
    assert "\x1b[" in cli("--color", "always", "export").err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("WT_SESSION", "1")
    assert "\x1b[" in cli("export").err
    assert "\x1b[" not in cli("export", "--color", "never").err
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in cli("export").err
    assert "\x1b[" in cli("export", "--color", "always").err


# --- as a program of its own


def test_exit_codes_of_the_program(tmp_path: Path) -> None:
    assert mazeconv("--version", folder=tmp_path).returncode == 0
    assert mazeconv("export", "none.json", "-f", "text", folder=tmp_path).returncode == 1
    assert mazeconv("export", folder=tmp_path).returncode == 2
    assert mazeconv(folder=tmp_path).returncode == 2


def test_standard_input_is_a_level(tmp_path: Path) -> None:
    ran = mazeconv("export", "-", "--from", "text", "-f", "matrix", "-o", "-", folder=tmp_path, stdin=b"###\n# G\n")
    assert (ran.returncode, ran.stdout) == (0, b"0 0 0\n0 1 2\n")
    ran = mazeconv("convert", "-", "m.json", "--from", "text", "--json", folder=tmp_path, stdin=b"###\n# G\n")
    assert json.loads(ran.stdout)["files"][0]["path"] == "m.json"


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp932"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": None, "PYTHONIOENCODING": None},
    ],
    ids=["cp932", "ascii", "C"],
)
def test_every_console_can_show_what_is_said(tmp_path: Path, environment: dict[str, str | None]) -> None:
    for words in (
        ("formats",),
        ("formats", "agtk"),
        ("generators", "dig"),
        ("preview", "--seed", "§ £ \N{SNOWMAN} 迷路"),
        ("export", "-f", "agtk", "-f", "tmx", "-f", "text", "--seed", "☃迷路", "-v"),
        ("--help",),
    ):
        ran = mazeconv(*words, folder=tmp_path, environment=environment)
        assert ran.returncode == 0, ran.stderr
        assert b"Traceback" not in ran.stderr
    ran = mazeconv("export", "☃.json", "-f", "text", folder=tmp_path, environment=environment)
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"error: ")


def test_cp932_output_is_japanese(tmp_path: Path) -> None:
    ran = mazeconv("generate", "--seed", "迷路", folder=tmp_path, environment={"PYTHONIOENCODING": "cp932"})
    assert "seed 迷路" in ran.stdout.decode("cp932")


@pytest.mark.skipif(os.name != "posix", reason="about pipes of POSIX systems")
@pytest.mark.parametrize("reader", ["head -c 1", "true"])
@pytest.mark.parametrize(
    "words",
    [
        ("preview", "--size", "401x401", "-q"),
        ("formats", "--json"),
        ("generate", "--seed", "1"),
        ("info", "--seed", "1"),
        ("export", "-f", "text", "-o", "-", "-q", "--size", "801x801"),
        ("export", "-f", "text", "-o", "-", "-q"),
        ("--help",),
        ("--version",),
    ],
    ids=" ".join,
)
def test_a_reader_that_leaves_early_has_what_it_wanted(tmp_path: Path, words: tuple[str, ...], reader: str) -> None:
    command = f"{shlex.join([*PROGRAM, *words])} | {reader}; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False, env=surroundings())
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_behind_standard_output_is_a_failure(tmp_path: Path) -> None:
    for words in (("formats",), ("export", "-f", "text", "-o", "-", "-q")):
        with Path("/dev/full").open("wb") as full:
            ran = subprocess.run(
                [*PROGRAM, *words], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False, env=surroundings()
            )
        assert ran.returncode == 1
        assert b"error: cannot write to standard output: No space left" in ran.stderr
        assert b"Exception ignored" not in ran.stderr


@pytest.mark.skipif(os.name != "posix", reason="about streams of POSIX systems")
def test_a_level_from_a_closed_standard_input_is_an_error(tmp_path: Path) -> None:
    command = f"{shlex.join([*PROGRAM, 'export', '-', '--from', 'text', '-f', 'json'])} <&-"
    ran = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False, env=surroundings())
    assert (ran.returncode, ran.stderr) == (
        1,
        b"error: standard input is closed\nhint: pipe a level into it, or name a file\n",
    )


@pytest.mark.skipif(os.name != "posix", reason="about streams of POSIX systems")
def test_a_seed_that_the_terminal_cannot_spell_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    ran = mazeconv("generate", os.fsdecode(b"--seed=\xff"), folder=tmp_path)
    assert ran.returncode == 2
    assert b"PYTHONUTF8=1" in ran.stderr


@pytest.mark.skipif(os.name != "posix", reason="about signals of POSIX systems")
def test_ctrl_c_while_the_program_loads_is_an_interruption() -> None:
    code = """
import builtins, os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
real = builtins.__import__
def interrupted(name, *rest):
    if name == "typer":
        os.kill(os.getpid(), signal.SIGINT)
    return real(name, *rest)
builtins.__import__ = interrupted
from mazeconv.__main__ import main
main()
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=surroundings())
    assert (ran.returncode, ran.stderr) == (130, b"error: interrupted\n")


@pytest.mark.parametrize("start", ["from mazeconv.__main__ import main", "from mazeconv.cli import main"])
def test_ctrl_c_inside_code_made_at_run_time_is_an_interruption(tmp_path: Path, start: str) -> None:
    # Python marks such an interrupt as one that nobody has caught, and ends a module by the signal after a plain exit.
    code = f"""
import os, signal, sys, warnings
signal.signal(signal.SIGINT, signal.default_int_handler)
from mazeconv import cli
real = cli.app_for
def interrupted(words):
    print("said", end="")
    exec("import os, signal; os.kill(os.getpid(), signal.SIGINT); sum(range(9999))")
    return real(words)
cli.app_for = interrupted
{start}
main()
"""
    (tmp_path / "interrupted_early.py").write_text(code)
    command = [sys.executable, "-m", "interrupted_early"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, env=surroundings())
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"said", b"error: interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="about streams of POSIX systems")
@pytest.mark.parametrize("closed", ["2>&-", "<&-"])
def test_closed_streams_that_are_not_needed_do_not_matter(tmp_path: Path, closed: str) -> None:
    for expected, words in ((0, ("generate", "--seed", "1", "-v")), (1, ("export", "none.json", "-f", "text"))):
        command = f"{shlex.join([*PROGRAM, *words])} {closed}"
        ran = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False, env=surroundings()
        )
        assert ran.returncode == expected
        assert b"error" not in ran.stdout
        assert b"Traceback" not in ran.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["dig-15x13-1.json"]


@pytest.mark.skipif(os.name != "posix", reason="about streams of POSIX systems")
@pytest.mark.parametrize(
    "words",
    [
        ("generate", "--seed", "1"),
        ("info", "--seed", "1"),
        ("formats",),
        ("export", "-f", "text", "-o", "-", "-q"),
        ("--help",),
        ("--version",),
    ],
    ids=" ".join,
)
def test_a_closed_standard_output_is_a_failure(tmp_path: Path, words: tuple[str, ...]) -> None:
    told = (
        b"error: cannot write to standard output: it is closed\nhint: send it to a file where there is room: > FILE\n"
    )
    for closed, expected in ((">&-", told), (">&- 2>&- <&-", b"")):
        command = f"{shlex.join([*PROGRAM, *words])} {closed}"
        ran = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False, env=surroundings()
        )
        assert (ran.returncode, ran.stderr) == (1, expected)


@pytest.mark.skipif(os.name != "posix", reason="about streams of POSIX systems")
def test_who_prints_nothing_needs_no_standard_output(tmp_path: Path) -> None:
    command = f"{shlex.join([*PROGRAM, 'generate', '--seed', '1', '-q'])} >&-"
    ran = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False, env=surroundings())
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["dig-15x13-1.json"]


@pytest.mark.skipif(os.name != "posix", reason="about signals of POSIX systems")
def test_an_interrupt_ends_it_with_130_and_no_file(tmp_path: Path) -> None:
    # A shell may start jobs with interrupts ignored; this program wants to hear of them in any case.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from mazeconv.cli import main; main()"
    )
    words = ("generate", "--size", "4001x4001", "--engine", "python", "-g", "backtracker", "-o", "m.json")
    command = [sys.executable, "-c", code, *words]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, env=surroundings()) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        assert process.stderr
        assert process.stderr.read() == b"error: interrupted\n"
    assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


# --- completion


def completed(shell: str, line: str, folder: Path) -> str:
    words = line.split(" ")
    asked = {
        "bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
        "powershell": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_WORD_TO_COMPLETE": words[-1]},
    }[shell]
    ran = mazeconv(folder=folder, environment={"_MAZECONV_COMPLETE": f"complete_{shell}", **asked})
    assert ran.stderr == b""
    return ran.stdout.decode()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
@pytest.mark.parametrize(
    ("line", "found", "other"),
    [
        ("mazeconv ", ["export", "generate", "formats"], "matrix"),
        ("mazeconv gen", ["generate", "generators"], "export"),
        ("mazeconv export --format ", list(FORMATS.builtin), "dig"),
        ("mazeconv export -f t", ["tmx", "text"], "agtk"),
        ("mazeconv export --generator ", list(GENERATORS.builtin), "agtk"),
        ("mazeconv convert --from m", ["matrix"], "text"),
        ("mazeconv formats a", ["agtk"], "tmx"),
        ("mazeconv generators back", ["backtracker"], "growing-tree"),
        ("mazeconv export --engine n", ["numba"], "python"),
        ("mazeconv export --dry", ["--dry-run"], "--force"),
    ],
)
def test_completion(tmp_path: Path, shell: str, line: str, found: list[str], other: str) -> None:
    said = completed(shell, line, tmp_path)
    assert [name for name in found if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", said)] == []
    assert not re.search(rf"(?m)(^|\")({re.escape(other)})\b", said)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_of_completion(tmp_path: Path, shell: str) -> None:
    ran = mazeconv(folder=tmp_path, environment={"_MAZECONV_COMPLETE": f"source_{shell}"})
    assert ran.returncode == 0
    assert f"complete_{shell}" in ran.stdout.decode()


def test_bash_completes_in_earnest(tmp_path: Path) -> None:
    program = tmp_path / "mazeconv"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(PROGRAM)} "$@"\n', "utf-8")
    program.chmod(0o755)
    script = mazeconv(folder=tmp_path, environment={"_MAZECONV_COMPLETE": "source_bash"}).stdout.decode()
    ask = 'COMP_WORDS=(mazeconv export -f matr); COMP_CWORD=3; _mazeconv_completion mazeconv; echo "${COMPREPLY[@]}"'
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env=surroundings({"PATH": path}),
    )
    assert ran.stdout == "matrix\n"
