"""Damaged maps end in a level or in a `ReadError`: no crash, no hang, and no more memory than is stated.

CI tries some thousands; `MAZECONV_FUZZ=SECONDS` tries for longer, each time other ones.
"""

from __future__ import annotations

import os
import time
import tracemalloc
import warnings
from pathlib import Path

import pytest

from mazeconv.errors import ReadError
from mazeconv.formats.tmx_read import ReadOptions, read
from mazeconv.source import Source
from mutating import mutants

SEEDS = sorted((Path(__file__).parent / "seeds").glob("*.tm*"))
SECONDS = float(os.environ.get("MAZECONV_FUZZ", "0"))
COUNT = 1500
# What a file may take beside its own size: tiles that compression hides are bounded by the limit on tiles.
LIMIT = 1 << 16
SPARE = 24 * LIMIT + 2_000_000
MULTIPLE = 64
SLOWEST = 2.0


def check(data: bytes, folder: Path) -> None:
    started = time.process_time()
    tracemalloc.start()
    try:
        read(Source("damaged.tmx", data, folder), ReadOptions(tile_limit=LIMIT))
    except ReadError as error:
        assert error.message.startswith(("damaged.tmx", str(folder)))  # noqa: PT017 - both ends are good
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < SPARE + MULTIPLE * len(data)
    assert time.process_time() - started < SLOWEST


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.name)
def test_the_seeds_themselves_are_read(path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert read(Source.load(path), ReadOptions()).tiles.size


def test_damaged_maps_end_well(tmp_path: Path) -> None:
    seeds = [path.read_bytes() for path in SEEDS]
    first = time.time_ns() if SECONDS else 0
    ends = time.monotonic() + SECONDS
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while True:
            for number, data in enumerate(mutants(seeds, COUNT, first)):
                try:
                    check(data, tmp_path)
                except Exception as error:
                    error.add_note(f"mutant {first + number}: {data!r}")
                    raise
            first += COUNT
            if time.monotonic() >= ends:
                return
