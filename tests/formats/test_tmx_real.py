"""Maps that others made: those of Debian's package of Tiled, and those inside the wheel of arcade.

They are compared with what Tiled itself exports, and with what there is to see.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clients import need
from mazeconv.api import read
from mazeconv.formats.tmx_found import find_map
from mazeconv.source import Source
from tiled_client import decoded, run_tiled
from tiled_examples import EXAMPLES, copy_examples, example_names, need_examples

LIMIT = 1 << 20
# Found without importing arcade, which would want a screen.
ARCADE = Path(*(find_spec("arcade").submodule_search_locations or [""])) if find_spec("arcade") else Path()  # type: ignore[union-attr]
ARCADE_MAPS = ARCADE / "resources" / "assets" / "tiled_maps"

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")


def names(folder: Path, *patterns: str) -> list[str]:
    return sorted(str(p.relative_to(folder)) for pattern in patterns for p in folder.rglob(pattern))


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of Tiled's examples, of which Debian compresses the larger ones."""
    return copy_examples(tmp_path_factory.mktemp("tiled") / "examples")


def flat(layers: list[Any]) -> list[Any]:
    """Return the layers of Tiled's JSON without groups, from the lowest up."""
    return [inner for layer in layers for inner in (flat(layer["layers"]) if layer["type"] == "group" else [layer])]


def as_tiled_exports(path: Path, home: Path) -> list[tuple[str, dict[int, int]]]:
    """Return the name of each tile layer and how often each GID stands in it, as Tiled exports the map."""
    out = home / "exported.json"
    run_tiled("tiled", "--export-map", "json", path, out, home=home, strict=False)
    found = json.loads(out.read_text(encoding="utf-8"))
    return [
        (layer["name"], counts(np.concatenate([decoded(layer, part["data"]) for part in layer.get("chunks", [layer])])))
        for layer in flat(found["layers"])
        if layer["type"] == "tilelayer"
    ]


def counts(gids: Any) -> dict[int, int]:
    """Return how often each GID but 0 stands, without the bits that turn a tile."""
    values, number = np.unique(gids.astype(np.uint32) & 0x0FFF_FFFF, return_counts=True)
    return {int(v): int(n) for v, n in zip(values, number, strict=True) if v}


def check(path: Path, home: Path) -> None:
    found = find_map(Source.load(path), LIMIT)
    assert [(layer.name, counts(layer.gids.ravel())) for layer in found.layers] == as_tiled_exports(path, home)
    level = read(path, "tmx")
    assert level.tiles.shape == found.size


@pytest.mark.parametrize("name", example_names())
def test_the_examples_of_tiled(name: str, examples: Path, tmp_path: Path) -> None:
    check(examples / name, tmp_path)


def test_the_examples_of_tiled_are_there() -> None:
    need_examples()


@pytest.mark.parametrize("name", names(EXAMPLES, "*.tmx.gz"))
def test_the_examples_that_debian_gzips_are_read_as_they_are(name: str, examples: Path) -> None:
    assert read(EXAMPLES / name) == read(examples / name.removesuffix(".gz"))


@pytest.mark.parametrize("name", names(ARCADE_MAPS, "*map*.json", "level*.json", "test_objects.json"))
def test_the_maps_of_arcade(name: str, tmp_path: Path) -> None:
    check(ARCADE_MAPS / name, tmp_path)


def test_the_maps_of_arcade_are_there() -> None:
    if not ARCADE_MAPS.is_dir():
        need("arcade")
    assert len(names(ARCADE_MAPS, "*.json")) > 10


def test_what_there_is_to_see(examples: Path) -> None:
    walls = read(examples / "perspective_walls.tmx").tiles
    assert walls.sum() == 78
    outside = read(examples / "orthogonal-outside.tmx")
    assert [m.kind for m in outside.markers].count("location") >= 1
    island = read(examples / "rpg" / "island.tmx", wall="layer:Over")
    assert ("exit", (14, 22)) in [(m.kind, m.place) for m in island.markers]
