"""Levels and calls that the tests of the Tiled format share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.formats import FORMATS, Target
from mazeconv.level import Level, Marker
from mazeconv.options.building import build
from mazeconv.recipe import Recipe

if TYPE_CHECKING:
    from pathlib import Path

PLAN = """\
#########
#S..#...#
#.#.#.#.#
#.#...#G#
#.#######
#..K#
##### .
"""
TMX = FORMATS.get("tmx")


def sample() -> Level:
    """Return a small level that is wider than high and has everything: void, labels, properties, a recipe."""
    rows = [row.ljust(9) for row in PLAN.splitlines()]
    tiles = np.array([[{"#": 1, " ": 2}.get(tile, 0) for tile in row] for row in rows], np.uint8)
    return Level(
        tiles,
        (Marker("start", 1, 1), Marker("goal", 3, 7), Marker("key", 5, 3, "赤 & <red>")),
        {
            "title": '迷路 "1" & <2>',
            "depth": 3.5,
            "wide": 1e21,
            "floors": 3,
            "score": 1 << 40,
            "dark": True,
            "story": "a\nb",
        },
        Recipe("dig", 1, "タイ\x01\ud800", (9, 7), options={"bias": "3"}, shape=("braid=50",)),
    )


def written(level: Level, folder: Path, stem: str = "maze", **options: Any) -> Path:
    """Write the files of a level into a folder and return the path of the map."""
    assert TMX.write is not None
    files = TMX.write(level, build(TMX.write_options, options, "format tmx"), Target(stem, folder))
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder / next(iter(files))
