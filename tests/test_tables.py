from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING

import pytest

from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.formats import FORMATS, by_name
from mazeconv.generators import GENERATORS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODULE = """
from mazeconv.formats import Format

GOOD = Format(name="good", title="a good one", extensions=(".good.json",))
SHADOW = Format(name="text", title="not the built-in one", extensions=(".txt",))
MISNAMED = Format(name="other", title="under another name", extensions=(".other",))
"""
POINTS = """[mazeconv.formats]
good = fake_plugin:GOOD
broken = fake_plugin_that_is_missing:FORMAT
leaving = fake_plugin_that_leaves:FORMAT
misnamed = fake_plugin:MISNAMED
text = fake_plugin:SHADOW
"""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "fake_plugin.py").write_text(MODULE, "utf-8")
    (tmp_path / "fake_plugin_that_leaves.py").write_text("raise SystemExit(3)\n", "utf-8")
    info = tmp_path / "fake_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fake-plugin\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(POINTS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("fake_plugin", "fake_plugin_that_leaves"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("plugins")
def test_a_plugin_is_found_by_name_and_by_extension() -> None:
    assert FORMATS.get("good").title == "a good one"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        found = by_name("maze.GOOD.json")
    assert found is not None
    assert found.name == "good"


@pytest.mark.usefixtures("plugins")
def test_a_built_in_cannot_be_shadowed() -> None:
    assert FORMATS.get("text").title != "not the built-in one"
    assert FORMATS.names().count("text") == 1


@pytest.mark.usefixtures("plugins")
def test_broken_plugins_are_named_and_hide_nothing_else() -> None:
    with pytest.warns(MazeconvNotice) as caught:
        found = [one.name for one in FORMATS.all()]
    assert found == [*FORMATS.builtin, "good"]
    notices = [str(warning.message) for warning in caught]
    assert [text.split(":")[0].split()[-3] for text in notices] == ["broken", "leaving", "misnamed"]
    assert "no format called misnamed" in notices[-1]


@pytest.mark.usefixtures("plugins")
@pytest.mark.parametrize("name", ["broken", "leaving", "misnamed"])
def test_a_broken_plugin_that_is_asked_for_is_an_error(name: str) -> None:
    with pytest.raises(UsageError, match=f"the plugin for the format {name} is broken") as caught:
        FORMATS.get(name)
    assert "update or remove fake_plugin" in caught.value.hint


@pytest.mark.usefixtures("plugins")
def test_names_are_listed_without_loading_a_plugin() -> None:
    assert FORMATS.names() == [*FORMATS.builtin, "broken", "good", "leaving", "misnamed"]
    assert "fake_plugin" not in sys.modules


@pytest.mark.usefixtures("plugins")
def test_unknown_names_suggest_plugins_too() -> None:
    with pytest.raises(UsageError, match="there is no format 'goood'") as caught:
        FORMATS.get("goood")
    assert caught.value.hint == "did you mean good?"


def test_names_carry_versions() -> None:
    assert GENERATORS.get("dig@1") is GENERATORS.get("dig")
    with pytest.raises(UsageError, match="there is no generator 'dig@9'"):
        GENERATORS.get("dig@9")


@pytest.mark.parametrize("name", ["", "DIG", "dig ", "../dig", "dig:DIG", "迷路"])
def test_other_names_are_unknown(name: str) -> None:
    with pytest.raises(UsageError, match="there is no generator"):
        GENERATORS.get(name)


def test_every_built_in_is_what_the_table_says() -> None:
    for table in (FORMATS, GENERATORS):
        assert [value.name for value in (table.get(name) for name in table.builtin)] == list(table.builtin)
