"""Damaged files of every format but Tiled's end in a level or in a `ReadError`, soon and without much memory.

CI tries some hundreds of each; `MAZECONV_FUZZ=SECONDS` tries for longer, each time other ones.
"""

from __future__ import annotations

import os
import time
import tracemalloc
import warnings
from pathlib import Path
from typing import Any

import pytest

from mazeconv.api import readable
from mazeconv.errors import ReadError
from mazeconv.formats import FORMATS, by_content, by_name
from mazeconv.source import Source
from mutating import mutants

SEEDS = Path(__file__).parent / "seeds"
SECONDS = float(os.environ.get("MAZECONV_FUZZ", "0"))
COUNT = 300
# Tiled's are tried elsewhere, and a project is a folder; see test_fuzz_tmx and the tests of agtk.
NAMES = [name for name in readable() if name not in ("tmx", "tmj", "agtk-project")]
# What a reader may take beside a multiple of the file: pictures are small when they are compressed.
PIXELS, SPARE, MULTIPLE = 1 << 14, 4_000_000, 100
SLOWEST = 2.0
BOUNDS: dict[str, dict[str, Any]] = {"png": {"pixel_limit": PIXELS}}
# A picture of another kind is read by png.
OTHERS = {".gif": "png"}


def seeds(name: str) -> list[Path]:
    def format_of(path: Path) -> str:
        found = by_name(path.name)
        return found.name if found else OTHERS.get(path.suffix, "")

    return [path for path in sorted(SEEDS.iterdir()) if format_of(path) == name]


def check(name: str, data: bytes) -> None:
    found = FORMATS.get(name)
    assert found.read
    options = found.read_options(**BOUNDS.get(name, {}))
    started = time.process_time()
    tracemalloc.start()
    try:
        found.read(Source("damaged", data), options)
    except ReadError as error:
        assert error.message.startswith("damaged")  # noqa: PT017 - both ends are good
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < SPARE + MULTIPLE * len(data)
    assert time.process_time() - started < SLOWEST


@pytest.mark.parametrize("name", NAMES)
def test_the_seeds_themselves_are_read(name: str) -> None:
    found = FORMATS.get(name)
    assert found.read
    assert seeds(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in seeds(name):
            assert found.read(Source.load(path), found.read_options()).tiles.size


@pytest.mark.parametrize("name", NAMES)
def test_damaged_files_end_well(name: str) -> None:
    given = [path.read_bytes() for path in seeds(name)]
    first = time.time_ns() if SECONDS else 0
    ends = time.monotonic() + SECONDS / len(NAMES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while True:
            for number, data in enumerate(mutants(given, COUNT, first)):
                try:
                    check(name, data)
                    by_content_ends(data)
                except Exception as error:
                    error.add_note(f"mutant {first + number}: {data!r}")
                    raise
            first += COUNT
            if time.monotonic() >= ends:
                return


def by_content_ends(data: bytes) -> None:
    try:
        by_content(Source("damaged", data))
    except ReadError as error:
        assert "--from" in error.hint  # noqa: PT017 - several may fit
