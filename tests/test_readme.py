"""The READMEs are true: their commands and programs run, their tables are complete, both languages say the same."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from agtk_projects import synthetic
from clients import need
from mazeconv.formats import FORMATS
from mazeconv.generators import GENERATORS
from mazeconv.options.describing import describe
from mazeconv.shaping import SHAPING, parse
from mazeconv.solvers import SOLVERS
from readme_blocks import (
    FENCE,
    JAPANESE,
    PAGES,
    README,
    READMES,
    ROOT,
    anchors,
    blocks,
    commands,
    first_cells,
    links,
    section,
    typed_lines,
)

if TYPE_CHECKING:
    from mazeconv.tables import Table

both = pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
every = pytest.mark.parametrize(
    "readme", [path for pair in (READMES, *PAGES) for path in pair], ids=lambda path: path.name
)
pairs = pytest.mark.parametrize("pair", [READMES, *PAGES], ids=lambda pair: pair[0].name)
FORMAT_NAMES, GENERATOR_NAMES = list(FORMATS.builtin), list(GENERATORS.builtin)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder that looks as a checkout does to a reader: samples, and a project of Action Game Maker MV."""
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    project = tmp_path / "MyGame" / "data" / "project.json"
    project.parent.mkdir(parents=True)
    project.write_text(synthetic(), "utf-8", newline="\n")
    return tmp_path


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )


@every
def test_commands_and_programs_run_in_the_order_in_which_they_stand(readme: Path, folder: Path) -> None:
    for block in blocks(readme):
        if block.language == "python":
            done = run(["-c", block.text], folder)
            assert done.returncode == 0, f"{readme.name}:{block.line}: {done.stdout}"
        for command in commands(block):
            done = run(["-m", "mazeconv", *command.words], folder)
            at = f"{readme.name}:{command.line}: mazeconv {' '.join(command.words)}\n{done.stdout}"
            fails = command.output is not None and "error: " in command.output
            assert (done.returncode != 0) is fails, at
            if command.output is not None:
                assert done.stdout == command.output, at


@pairs
def test_both_languages_hold_the_same_commands_and_outputs(pair: tuple[Path, Path]) -> None:
    english, japanese = ([c._replace(line=0) for b in blocks(path) for c in commands(b)] for path in pair)
    assert english == japanese


@pairs
def test_both_languages_hold_the_same_programs(pair: tuple[Path, Path]) -> None:
    english, japanese = ([_code(b.text) for b in blocks(path) if b.language == "python"] for path in pair)
    assert english == japanese


def _code(text: str) -> list[str]:
    """Return the lines of a program without their remarks, which are written in the README's language."""
    return [re.sub(r"\s*#.*", "", line) for line in text.splitlines()]


@both
@pytest.mark.parametrize("name", FORMAT_NAMES + GENERATOR_NAMES)
def test_every_format_and_generator_has_a_row(readme: Path, name: str) -> None:
    assert name in first_cells(readme), f"add the row `| `{name}` | … |` to {readme.name}"


@both
@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_the_row_of_a_format_says_what_it_keeps_and_does(readme: Path, name: str) -> None:
    found = FORMATS.get(name)
    cells = next(row.split("|") for row in first_cells(readme)[name] if "`*" in row)
    assert cells[0].split() == [word for word, function in (("R", found.read), ("W", found.write)) if function]
    assert set(re.findall(r"`\*(\.[^`]+)`", cells[1])) == set(found.extensions)
    # What only some options keep stands in brackets.
    assert set(re.findall(r"`([a-z]+)`", re.sub(r"[(（].*?[)）]", "", cells[2]))) == set(found.keeps)


@both
@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_the_row_of_a_format_leads_to_its_options(readme: Path, name: str) -> None:
    found = FORMATS.get(name)
    row = next(row for row in first_cells(readme)[name] if "`*" in row)
    page = "options.md" if readme is README else "options.ja.md"
    has_options = bool(describe(found.write_options) or describe(found.read_options))
    assert (f"(docs/{page}#format-{name})" in row) == has_options


@both
@pytest.mark.parametrize("table", [SHAPING, SOLVERS], ids=lambda table: table.noun)
def test_every_shaping_step_and_solver_has_a_row(readme: Path, table: Table[Any]) -> None:
    assert [name for name in table.builtin if name not in first_cells(readme)] == []


@both
def test_the_examples_of_shaping_steps_can_be_typed(readme: Path) -> None:
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", section(readme, "shaping"), re.MULTILINE)
    assert {name: parse(example.strip('"')).step.name for name, example in rows} == {
        name: name for name in SHAPING.builtin
    }


@every
def test_what_shells_use_themselves_is_quoted(readme: Path) -> None:
    typed = [line for block in blocks(readme) for line in typed_lines(block)]
    examples = re.findall(r"`([^`\n]+)`", section(readme, "shaping")) if readme in READMES else []
    spans = re.findall(r"`((?:mazeconv|--?[A-Za-z])[^`\n]*)`", FENCE.sub("", readme.read_text("utf-8")))
    # Places that stand for what is to be typed, as X,Y, are in capitals.
    bare = [re.sub(r'"[^"]*"|\b[A-Z]+(?:,[A-Z]+)*\b', "", line) for line in (*typed, *spans, *examples)]
    assert [line for line in bare if re.search(r"\S[,;{}<>]|[,{}<>]\S", line)] == []


@every
def test_links_lead_somewhere(readme: Path) -> None:
    for link in links(readme):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = readme.parent / path if path else readme
        assert target.exists(), link
        assert not anchor or anchor in anchors(target) or f'<a id="{anchor}">' in target.read_text("utf-8"), link


def test_no_star_is_left_where_something_should_be_bold() -> None:
    """As `**「…」**で`: stars close nothing between a sign and a letter, and Japanese has no space there."""
    parser = need("markdown_it").MarkdownIt("commonmark").enable("table")
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        inline = [child for token in parser.parse(page.read_text("utf-8")) for child in token.children or ()]
        assert [child.content for child in inline if child.type == "text" and "*" in child.content] == [], page.name


@pytest.mark.parametrize("pages", PAGES, ids=lambda pages: pages[0].name)
def test_each_readme_leads_to_the_pages_in_its_language(pages: tuple[Path, Path]) -> None:
    for readme, page in zip(READMES, pages, strict=True):
        assert page.relative_to(ROOT).as_posix() in links(readme)


def test_each_readme_leads_to_the_other() -> None:
    assert JAPANESE.name in links(README)
    assert README.name in links(JAPANESE)


@both
def test_a_picture_stands_near_the_top(readme: Path) -> None:
    assert "samples/png/" in readme.read_text("utf-8")[:600]


def test_readmes_name_the_environment_variables_that_are_read() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "converter").rglob("*.py"))
    for name in set(re.findall(r"environ\.get\(\"(MAZECONV_[A-Z]+)", source)):
        assert all(name in path.read_text("utf-8") for path in READMES), name


def test_the_first_command_block_is_what_ci_runs_from() -> None:
    tests = [line for b in blocks(README) if b.language == "sh" for line in b.text.splitlines() if "-m pytest" in line]
    assert len(tests) == 1, "CI runs the one line of README.md that names pytest"
