"""`--preset`, `mazeconv presets` and `mazeconv sheet` on the command line."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from PIL import Image

from commands import Cli
from mazeconv import api
from mazeconv.cli import run
from mazeconv.cli.parameters import preset_names, theme_names
from mazeconv.pictures.themes import THEMES


def test_a_preset_says_how_a_level_is_made_and_drawn(cli: Cli) -> None:
    assert cli("export", "--preset", "garden", "--seed", "7", "-f", "png", "-f", "json", "-o", "out/").code == 0
    level = api.generate(preset="garden", seed=7)
    assert api.read("out/backtracker-42x34-7.json") == level
    with Image.open("out/backtracker-42x34-7.png") as image:
        assert image.convert("RGB").getpixel((0, 0)) == THEMES["garden"].wall
    assert cli("preview", "-p", "garden", "--seed", "7", "-O", "theme=night", "-o", "n.png").code == 0
    with Image.open("n.png") as image:
        assert image.convert("RGB").getpixel((0, 0)) == THEMES["night"].wall


def test_other_options_count_before_a_preset(cli: Cli) -> None:
    said = cli(
        "info", "--recipe", "-p", "cave", "--seed", "7", "--size", "31x21", "-G", "rounds=4", "--shape", "treasures=1"
    )
    words = shlex.split(said.out)
    assert words[words.index("--size") + 1] == "31x21"
    assert [words[at + 1] for at, word in enumerate(words) if word == "--shape"] == [
        "ends=farthest-pair",
        "treasures=1",
    ]
    assert [words[at + 1] for at, word in enumerate(words) if word == "-G"] == ["fill=0.47", "rounds=4"]
    said = cli("info", "--recipe", "-p", "cave", "--seed", "7", "-g", "dig")
    assert "-G" not in said.out


@pytest.mark.parametrize(
    "words",
    [
        ["generate", "-o", "-"],
        ["preview"],
        ["solve", "--json"],
        ["hunt"],
        ["info"],
        ["export", "-f", "text", "-o", "-"],
    ],
)
def test_every_command_that_makes_a_level_takes_a_preset(cli: Cli, words: list[str]) -> None:
    said = cli(*words, "--preset", "labyrinth", "--seed", "7")
    assert said.code == 0, said.err
    assert "unicursal" in said.out + said.err


def test_the_recipe_needs_no_preset(cli: Cli) -> None:
    cli("generate", "-p", "dungeon", "--seed", "it's", "-o", "a.json")
    command = shlex.split(cli("info", "a.json", "--recipe").out)
    assert cli(*command[1:], "-o", "b.json").code == 0
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()


def test_a_preset_of_ones_own(cli: Cli) -> None:
    Path("mine.toml").write_text('title = "mine"\nabout = "Mine."\nsize = "9x9"\n', encoding="utf-8")
    assert cli("preview", "--preset", "mine.toml", "--seed", "1").out.endswith("dig 9x9, seed 1\n")
    Path("home/presets").mkdir(parents=True)
    Path("mine.toml").rename("home/presets/mine.toml")
    assert cli("preview", "--preset", "mine", "--seed", "1").out.endswith("dig 9x9, seed 1\n")
    assert "mine" in [line.split()[0] for line in cli("presets").out.splitlines() if line]


def test_a_preset_makes_a_new_level(cli: Cli) -> None:
    cli("generate", "-o", "a.json")
    said = cli("preview", "a.json", "--preset", "cave")
    assert (said.code, said.err.splitlines()[0]) == (
        2,
        "error: --preset makes a new maze, but the level a.json is given",
    )
    said = cli("preview", "--preset", "cav")
    assert (said.code, "did you mean cave?" in said.err) == (2, True)


def test_presets_are_listed_and_shown(cli: Cli) -> None:
    said = cli("presets")
    assert [line.split()[0] for line in said.out.splitlines()[:6]] == list(preset_names(""))
    listing = json.loads(cli("presets", "--json").out)
    assert [one["name"] for one in listing] == list(preset_names(""))
    assert json.loads(cli("presets", "cave", "--json").out) == listing[0]
    shown = cli("presets", "cave").out
    assert listing[0]["about"] in shown
    assert listing[0]["about-ja"] not in shown
    line = next(line for line in shown.splitlines() if line.startswith("the same in options: "))
    words = shlex.split(line.partition(": ")[2])
    assert cli("generate", *words, "--seed", "7", "-o", "a.json").code == 0
    assert api.read("a.json") == api.generate(preset="cave", seed=7)


def test_names_are_completed() -> None:
    assert list(preset_names("d")) == ["dungeon"]
    assert list(theme_names("n")) == ["night"]


def test_a_sheet_is_drawn_and_its_seeds_are_listed(cli: Cli) -> None:
    said = cli("sheet", "--count", "5", "--columns", "3", "--seed", "9", "-o", "sheet.png")
    assert (said.code, said.err) == (0, "")
    assert said.out == "9   10  11\n12  13\nwrote sheet.png\n"
    assert cli("sheet", "--count", "5", "--columns", "3", "--seed", "9", "-o", "sheet.png").out.endswith(
        "unchanged sheet.png\n"
    )
    said = cli("sheet", "--count", "6", "--seed", "9", "-o", "sheet.png")
    assert (said.code, "exists and is different" in said.err) == (1, True)
    said = cli("sheet", "-c", "2", "--seed", "a/b", "-p", "cave", "--dry-run")
    assert said.out == "a/b-1  a/b-2\nwould write sheet-a_b-1.png\n"
    assert not Path("sheet-a_b-1.png").exists()


def test_a_sheet_for_programs(cli: Cli) -> None:
    said = json.loads(cli("sheet", "-c", "3", "--seed", "迷路", "--json", "-o", "s.png").out)
    assert [(cell["seed"], cell["caption"]) for cell in said["cells"]] == [
        ("迷路-1", "#1"),
        ("迷路-2", "#2"),
        ("迷路-3", "#3"),
    ]
    command = shlex.split(said["cells"][2]["command"])
    assert cli(*command[1:], "-o", "a.json").code == 0
    assert api.read("a.json") == api.generate(seed="迷路-3")
    assert (said["path"], said["status"]) == ("s.png", "written")


def test_a_sheet_on_standard_output(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["sheet", "-c", "2", "--seed", "5", "-o", "-"]) == 0
    said = capfdbinary.readouterr()
    assert said.out.startswith(b"\x89PNG")
    assert said.err.split() == [b"5", b"6"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "sheet.jpg"], "does not end in .png"),
        (["-o", "-", "--json"], "both want standard output"),
        (["--theme", "pink"], "theme must be one of"),
        (["--background", "pink"], "#rrggbb"),
        (["--count", "0"], "not in the range"),
        (["--thumb", "0"], "not in the range"),
    ],
)
def test_a_sheet_that_cannot_be(cli: Cli, words: list[str], message: str) -> None:
    said = cli("sheet", *words)
    assert said.code == 2
    assert message in said.err
