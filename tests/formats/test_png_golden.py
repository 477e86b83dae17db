"""Pictures that a person has looked at, compared decoded, as compressed bytes may differ with the zlib at hand.

Run as a program, this writes them again: look at each before you commit it.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from carving import carve, tileset
from mazeconv.formats import Target
from mazeconv.formats.png import PngOptions, write
from mazeconv.options.building import build
from mazeconv.source import Source

GOLDEN = Path(__file__).parents[1] / "golden" / "png"
IMAGE = {"tiles": Source("tiles.png", tileset(16)), "tiles_size": 16}
CASES: dict[str, tuple[dict[str, bool], dict[str, Any]]] = {
    "plain": ({}, {}),
    "grid-coordinates": ({}, {"grid": True, "coordinates": True, "tile_size": 24}),
    "coordinates-thinned": ({}, {"coordinates": True, "tile_size": 5}),
    "markers": ({"extras": True}, {"tile_size": 20}),
    "markers-small": ({"extras": True}, {"tile_size": 8, "theme": "mono"}),
    "dungeon": ({"extras": True, "void": True}, {"theme": "dungeon", "grid": True}),
    "garden": ({"extras": True, "void": True}, {"theme": "garden", "coordinates": True, "tile_size": 32}),
    "night": ({"extras": True, "void": True}, {"theme": "night"}),
    "transparent": ({"void": True}, {"transparent": True}),
    "tiles": ({"extras": True}, {**IMAGE, "goal_tile": 2, "tile_size": 32}),
    "heatmap": ({"extras": True}, {"heatmap": "distance", "solution": True, "legend": True, "tile_size": 20}),
    "heatmap-night": ({"void": True}, {"heatmap": "distance", "dead_ends": True, "theme": "night", "grid": True}),
    "heatmap-small": ({}, {"heatmap": "distance", "tile_size": 3, "theme": "garden", "coordinates": True}),
    "route": ({}, {"route": "right-hand", "solution": True, "dead_ends": True, "legend": True, "tile_size": 24}),
    "route-again": ({}, {"route": "random-mouse", "legend": True, "theme": "dungeon", "coordinates": True}),
    "route-small": ({}, {"route": "tremaux", "solution": True, "tile_size": 4, "legend": True}),
    "pairs": ({"pairs": True}, {"legend": True}),
    "pairs-larger": ({"pairs": True}, {"legend": True, "theme": "night", "tile_size": 24}),
    "pairs-small": ({"pairs": True}, {"legend": True, "tile_size": 14}),
    "shown-mono": (
        {},
        {"route": "left-hand", "heatmap": "distance", "dead_ends": True, "theme": "mono", "legend": True},
    ),
}


def make(name: str) -> bytes:
    shape, options = CASES[name]
    level = carve(11, 17, **shape)
    (data,) = write(level, build(PngOptions, options, "format png"), Target(name, Path())).values()
    return data


@pytest.mark.filterwarnings("ignore:.*goes through a door")
@pytest.mark.parametrize("name", CASES)
def test_pictures_look_as_they_did(name: str) -> None:
    with Image.open(GOLDEN / f"{name}.png") as old, Image.open(io.BytesIO(make(name))) as new:
        assert old.info["Software"] == new.info["Software"]
        assert np.array_equal(np.asarray(old.convert("RGBA")), np.asarray(new.convert("RGBA")))


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        (GOLDEN / f"{case}.png").write_bytes(make(case))
