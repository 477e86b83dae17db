"""What every format promises, checked for each one in the table."""

from __future__ import annotations

import sys
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pytest

from carving import carve
from commands import python
from mazeconv.api import encode, read, write
from mazeconv.errors import UsageError
from mazeconv.formats import EVERYTHING, EXTENSIONS, FORMATS, Target, by_name, losses, reduced
from mazeconv.options.building import build
from mazeconv.options.describing import describe

NAMES = list(FORMATS.builtin)
WRITERS = [name for name in NAMES if FORMATS.get(name).write]
BOTH = [name for name in WRITERS if FORMATS.get(name).read]
# A matrix says nothing of the start, so by default one is guessed.
READING: dict[str, dict[str, Any]] = {"matrix": {"start": "none"}}

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")


def level(name: str) -> Any:
    """Return a level with all that a format can be given; agtk refuses what is not wall at the left."""
    return carve(extras=True, void=name != "agtk").with_(properties={"author": "迷路", "depth": 3})


def digest(name: str) -> str:
    """Return a hash of all that a format writes, in order."""
    files = encode(level(name), name, stem="maze")
    return blake2b(b"".join(n.encode() + b"\0" + data for n, data in files.items())).hexdigest()


@pytest.mark.parametrize("name", BOTH)
def test_what_a_format_keeps_comes_back(name: str, tmp_path: Path) -> None:
    given = level(name)
    paths = write(given, tmp_path / f"maze{FORMATS.get(name).extensions[0]}", name)
    assert read(paths[0], name, **READING.get(name, {})) == reduced(given, FORMATS.get(name).keeps)


@pytest.mark.parametrize("name", WRITERS)
def test_the_name_of_another_format_is_refused_unless_many_use_it(name: str, tmp_path: Path) -> None:
    others = {e for other in FORMATS.all() for e in other.extensions if not e.endswith((".txt", ".json"))}
    for ending in others - set(FORMATS.get(name).extensions):
        with pytest.raises(UsageError, match=r"its name says|does not say which part") as caught:
            write(level(name), tmp_path / f"maze{ending}", name)
        assert f"end the name in {FORMATS.get(name).extensions[0]}" in caught.value.hint or name == "agtk"
    assert not list(tmp_path.iterdir())
    for other, ending in (("matrix", ".txt"), ("csv", ".txt"), ("tmj", ".json"), ("png", ".level")):
        assert write(level(other), tmp_path / f"{other}{ending}", other)


@pytest.mark.parametrize("name", WRITERS)
def test_the_level_is_not_changed(name: str) -> None:
    given, before = level(name), level(name)
    encode(given, name, stem="maze")
    assert given == before


@pytest.mark.parametrize("name", WRITERS)
def test_the_same_level_gives_the_same_bytes(name: str) -> None:
    assert digest(name) == digest(name)
    tests = str(Path(__file__).parents[1])
    code = (
        "import sys; sys.path[:0] = sys.argv[2:]; from formats import test_contract as t; print(t.digest(sys.argv[1]))"
    )
    for seed in ("1", "2"):
        assert python(code, name, tests, *sys.path, environment={"PYTHONHASHSEED": seed}).strip() == digest(name)


@pytest.mark.parametrize("name", WRITERS)
def test_no_file_knows_where_or_when_it_was_written(name: str, tmp_path: Path) -> None:
    given = level(name)
    here = encode(given, name, stem="maze", target=tmp_path)
    assert here == encode(given, name, stem="maze", target=tmp_path / "elsewhere")
    assert not any(str(tmp_path).encode() in data for data in here.values())


@pytest.mark.parametrize("name", WRITERS)
def test_names_are_relative_and_begin_with_the_stem(name: str) -> None:
    files = encode(level(name), name, stem="maze")
    for relative in files:
        path = PurePosixPath(relative)
        assert not path.is_absolute()
        assert ".." not in path.parts
        assert path.name.startswith("maze")
        assert relative == relative.lower()
    main = next(iter(files))
    assert any(main.endswith(extension) for extension in FORMATS.get(name).extensions)
    found = by_name(main)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("name", WRITERS)
def test_the_main_file_takes_the_name_that_the_user_gives(name: str) -> None:
    extension = FORMATS.get(name).extensions[0]
    named = f"my own{extension}"
    files = encode(level(name), name, stem="my own", name=named)
    assert next(iter(files)) == named


def test_formats_written_into_one_folder_do_not_collide() -> None:
    claimed = [relative for name in WRITERS for relative in encode(level("agtk"), name, stem="maze")]
    assert len({relative.lower() for relative in claimed}) == len(claimed)


def test_extensions_are_claimed_once() -> None:
    assert {name: FORMATS.get(name).extensions for name in FORMATS.builtin} == EXTENSIONS
    claimed = [extension for name in NAMES for extension in FORMATS.get(name).extensions]
    assert len(set(claimed)) == len(claimed)
    assert all(extension.startswith(".") and extension == extension.lower() for extension in claimed)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_described(name: str) -> None:
    found = FORMATS.get(name)
    assert found.name == name
    assert found.title
    assert found.read or found.write
    assert found.keeps <= EVERYTHING
    records = [r for r, used in ((found.read_options, found.read), (found.write_options, found.write)) if used]
    for option in (option for record in records for option in describe(record)):
        assert option.help, option.name
        assert option.help[-1] != "."


@pytest.mark.parametrize("name", NAMES)
def test_options_do_not_take_the_names_of_the_api(name: str) -> None:
    found = FORMATS.get(name)
    taken = {"level", "format", "source", "stem", "target", "name", "path", "force", "read_options"}
    assert not taken & {*found.write_options.__struct_fields__, *found.read_options.__struct_fields__}


@pytest.mark.parametrize("name", NAMES)
def test_defaults_pass_the_checks_of_options(name: str) -> None:
    for record in (FORMATS.get(name).write_options, FORMATS.get(name).read_options):
        defaults = {field: getattr(record(), field) for field in record.__struct_fields__}
        assert build(record, defaults, name) == record()


@pytest.mark.parametrize("name", WRITERS)
def test_a_single_tile_can_be_written(name: str) -> None:
    found = FORMATS.get(name)
    assert found.write
    tile = np.ones((1, 1), np.uint8)
    assert found.write(carve().with_(tiles=tile, markers=()), found.write_options(), Target("x", Path()))


def test_losses_are_what_reduced_drops() -> None:
    given = level("json")
    for name in NAMES:
        keeps = FORMATS.get(name).keeps
        less = reduced(given, keeps)
        assert (losses(given, keeps) == []) == (less.with_(recipe=None) == given.with_(recipe=None))
        assert losses(less, keeps) == []
