"""Damaged files of every format, and of the side files of Tiled's, end in a level or in a `ReadError`.

They do so soon and without much memory; no file is touched and no connection is opened. CI tries some hundreds of each;
`MAZECONV_FUZZ=SECONDS` tries for that long in all, each time other ones. What C libraries take of memory is measured in
tests/formats/test_memory.py.
"""

from __future__ import annotations

import os
import time
import tracemalloc
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import watching
from mazeconv.api import readable
from mazeconv.errors import ReadError, UsageError
from mazeconv.formats import FORMATS, by_name
from mazeconv.formats.tsx import read_tileset
from mazeconv.source import Source
from mutating import mutants
from watching import HangError, end_later, ending, watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Call = Callable[[], object]

SEEDS = Path(__file__).parent / "seeds"
SIDE = SEEDS / "side"
SECONDS = float(os.environ.get("MAZECONV_FUZZ", "0"))
COUNT = 300
# What a reader may take beside a multiple of the file: what compression makes small is bounded by these limits.
PIXELS, TILES = 1 << 14, 1 << 16
SPARE, MULTIPLE = 4_000_000, 100
SLOWEST = 2.0
# Seconds that so many files may take.
SOME, END = 50, 120.0
BOUNDS: dict[str, dict[str, Any]] = {
    "png": {"pixel_limit": PIXELS},
    "tmx": {"tile_limit": TILES},
    "tmj": {"tile_limit": TILES},
    "agtk-project": {"scene": "Cave", "layer": "2"},
}
LOOKS = [look for found in FORMATS.all() for look in (found.looks_like, found.may_be) if look]
# A picture of another kind is read by png; a project is a folder of its own.
OTHERS = {".gif": "png"}


class Target(NamedTuple):
    """Hold what is damaged, and how it is read: `call(data, folder)` prepares a file and returns the call to try.

    `asked` says that the call names things in the file, and may say that they are not there.
    """

    seeds: list[Path]
    call: Callable[[bytes, Path], Call]
    asked: bool = False


def seeds_of(name: str) -> list[Path]:
    if name == "agtk-project":
        return [SEEDS / "project" / "project.json"]

    def format_of(path: Path) -> str:
        found = by_name(path.name)
        return found.name if found else OTHERS.get(path.suffix, "")

    return [path for path in sorted(SEEDS.iterdir()) if path.is_file() and format_of(path) == name]


def by_reader(name: str) -> Callable[[bytes, Path], Call]:
    """Return the way in which the reader of a format gets a damaged file."""
    found = FORMATS.get(name)
    options = found.read_options(**BOUNDS.get(name, {}))
    reader = found.read
    assert reader

    def call(data: bytes, folder: Path) -> Call:
        source = Source("damaged", data, folder)

        def both() -> None:
            assert all(looks_like(data) in (True, False) for looks_like in LOOKS)
            reader(source, options)

        return both

    return call


def by_map(tileset: str, template: str) -> Callable[[bytes, Path], Call]:
    """Return the way in which a map gets a damaged file beside it, which is called `damaged` in one of the names."""
    tmx = FORMATS.get("tmx")
    options = tmx.read_options(**BOUNDS["tmx"])
    reader = tmx.read
    assert reader
    text = (SIDE / "uses.tmx").read_text(encoding="utf-8").format(tileset=tileset, template=template)

    def call(data: bytes, folder: Path) -> Call:
        for name, whole in (("whole.tsx", "side.tsx"), ("whole.tx", "spot.tx")):
            (folder / name).write_bytes((SIDE / whole).read_bytes())
        (folder / "damaged").write_bytes(data)
        return lambda: reader(Source("damaged.tmx", text.encode(), folder), options)

    return call


def by_designer(data: bytes, folder: Path) -> Call:
    """Return the call that takes a damaged tileset for one to draw with."""
    return lambda: read_tileset(Source("damaged", data, folder))


TARGETS = {
    **{name: Target(seeds_of(name), by_reader(name), name == "agtk-project") for name in readable()},
    "tsx": Target(sorted(SIDE.glob("*.tsx")), by_map("damaged", "whole.tx")),
    "tsj": Target(sorted(SIDE.glob("*.tsj")), by_map("damaged", "whole.tx")),
    "tx": Target(sorted(SIDE.glob("*.tx")), by_map("whole.tsx", "damaged")),
    "tj": Target(sorted(SIDE.glob("*.tj")), by_map("whole.tsx", "damaged")),
    "tsx to draw with": Target(sorted(SIDE.glob("*.tsx")), by_designer, asked=True),
}


def check(call: Call, size: int, folder: Path, *, asked: bool) -> None:
    """Try a call; raise what it must not do."""
    spare = SPARE + 24 * TILES
    started = time.process_time()
    tracemalloc.start()
    try:
        with ending(), watched(folder):
            call()
    except ReadError as error:
        assert error.message.startswith(("damaged", str(folder)))  # noqa: PT017 - both ends are good
    except UsageError:
        assert asked
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < spare + MULTIPLE * size
    assert time.process_time() - started < SLOWEST


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_themselves_are_read(name: str, tmp_path: Path) -> None:
    assert TARGETS[name].seeds
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in TARGETS[name].seeds:
            TARGETS[name].call(path.read_bytes(), tmp_path)()


@pytest.fixture
def _an_end() -> Iterator[None]:
    yield
    end_later(0)


@pytest.mark.usefixtures("_an_end")
@pytest.mark.parametrize("name", TARGETS)
def test_damaged_files_end_well(name: str, tmp_path: Path) -> None:
    target = TARGETS[name]
    given = [path.read_bytes() for path in target.seeds]
    first = time.time_ns() if SECONDS else 0
    ends = time.monotonic() + SECONDS / len(TARGETS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # What is loaded at the first call is loaded unwatched.
        target.call(given[0], tmp_path)()
        for number, data in enumerate(mutants(given, 1 << 40 if SECONDS else COUNT, first)):
            if SECONDS and time.monotonic() >= ends:
                return
            if number % SOME == 0:
                end_later(END)
            call = target.call(data, tmp_path)
            before = {path: path.read_bytes() for path in tmp_path.iterdir()}
            try:
                check(call, len(data) + sum(map(len, before.values())), tmp_path, asked=target.asked)
                assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
            except (Exception, HangError) as error:
                error.add_note(f"mutant {first + number}: {data!r}")
                raise


def test_what_is_watched_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    (tmp_path / "there").write_text("")
    harms: list[Call] = [
        lambda: (tmp_path / "new").write_text(""),
        (tmp_path / "there").unlink,
        Path(os.devnull).read_bytes,
        lambda: socket.socket().close(),
    ]
    for harm in harms:
        with pytest.raises(AssertionError), watched(tmp_path):
            harm()
    with watched(tmp_path):
        (SEEDS.parent / "none").exists()
    monkeypatch.setattr(watching, "PATIENCE", 0.2)
    if os.name == "posix":
        with pytest.raises(HangError), ending():
            time.sleep(30)
