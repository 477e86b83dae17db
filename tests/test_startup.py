"""What may be imported when: start-up time is mostly imports, and a stray one is easily added."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from commands import python

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = {"numpy", "lxml", "PIL", "numba", "msgspec", "importlib.metadata", "importlib.resources", "pydantic", "rich"}

RUN = """
import contextlib, io, json, sys
import typer
before = set(sys.modules)
from mazeconv.cli import run
with contextlib.redirect_stdout(io.StringIO()):
    code = run(sys.argv[1:])
assert code == 0, code
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def imported(*words: str) -> set[str]:
    """Return the modules that a command imports beside those that Typer does."""
    return set(json.loads(python(RUN, *words)))


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["-h"], ["export", "--help"], ["formats", "--help"]])
def test_version_and_help_import_nothing_heavy(words: list[str]) -> None:
    assert imported(*words) & HEAVY == set()


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys; before = set(sys.modules); import mazeconv; print(*set(sys.modules) - before)"
    found = set(python(code).split())
    assert {name for name in found if name.partition(".")[0] in HEAVY | {"mazeconv"}} == {"mazeconv"}


def test_the_public_names_are_there() -> None:
    code = "import mazeconv; print(all(getattr(mazeconv, name) for name in mazeconv.__all__))"
    assert python(code) == "True\n"


def test_an_agtk_export_imports_only_what_it_needs(tmp_path: Path) -> None:
    found = imported("export", "--format", "agtk", "-o", f"{tmp_path}/")
    assert found & (HEAVY - {"numpy", "msgspec"}) == set()
    formats = {name for name in found if name.startswith("mazeconv.formats.")}
    assert formats == {f"mazeconv.formats.{name}" for name in ("agtk", "agtk_rows", "agtk_scripts")}
    assert len(list(tmp_path.iterdir())) == 2


def test_what_hints_need_is_not_imported_by_what_succeeds(tmp_path: Path) -> None:
    found = imported("export", "-o", f"{tmp_path}/maze.txt", "--size", "15x13", "--shape", "braid=0.5")
    needed = ("cli.hints", "cli.meanings", "cli.strays", "cli.tree", "cli.typed", "cli.unknown", "formats.naming")
    assert found & {f"mazeconv.{name}" for name in (*needed, "options.refusing", "shaping.mistyped")} == set()


@pytest.mark.parametrize("name", ["agtk", "tmx", "png", "text", "matrix", "json"])
def test_a_small_export_loads_no_compiler(tmp_path: Path, name: str) -> None:
    assert "numba" not in imported("export", "--format", name, "-o", f"{tmp_path}/")


def test_listing_formats_and_generators_imports_no_client_library() -> None:
    for words in (["formats"], ["generators"], ["formats", "tmx"]):
        assert imported(*words) & {"lxml", "PIL", "numba"} == set()


def test_the_program_starts_no_threads_for_linear_algebra(tmp_path: Path) -> None:
    code = (
        "import os, mazeconv.cli as c\ntry: c.main(['--version'])\nfinally: print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    assert python(code, environment={"OPENBLAS_NUM_THREADS": None}).split()[-1] == "1"
    assert python(code, environment={"OPENBLAS_NUM_THREADS": "3"}).split()[-1] == "3"
    assert list(tmp_path.iterdir()) == []
