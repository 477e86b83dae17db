"""Maps that Tiled itself made and saved: it opens the patched ones, and exports the level with all else as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from mazeconv import generate
from mazeconv.level import Tile
from mazeconv.tiled import patch_map
from tiled_client import exported, resaved
from tiled_examples import copy_examples
from tiled_maps import STYLES, parts

if TYPE_CHECKING:
    from pathlib import Path

    from mazeconv.level import Level

LEVEL = generate(size=(13, 11), seed=3, shape=["keys=1"])
AT = (1, 0)
BARE = 0x0FFF_FFFF


def painted(before: Any, layer: str, gids: tuple[int, int], level: Level) -> Any:
    """Return what Tiled must export after the patch: the same but for the layer's tiles."""
    (found,) = (one for one in before["layers"] if one["name"] == layer)
    tiles = np.array(found["data"], np.uint32).reshape(found["height"], found["width"])
    part = tiles[AT[1] : AT[1] + level.rows, AT[0] : AT[0] + level.cols]
    target = np.array([*gids, 0], np.uint32)[level.tiles]
    np.copyto(part, target, where=part & BARE != target)
    found["data"] = tiles.ravel().tolist()
    return before


@pytest.mark.parametrize(
    ("name", "layer", "gids"),
    [
        ("desert.tmx", "Ground", (30, 1)),
        ("sewers.tmx", "Top", (0, 5)),
        ("perspective_walls.tmx", "Walls", (0, 1)),
        ("isometric_grass_and_water.tmx", "Tile Layer 1", (1, 5)),
        ("orthogonal-outside.tmx", "Fringe", (0, 7)),
    ],
)
def test_the_examples_of_tiled(tmp_path: Path, name: str, layer: str, gids: tuple[int, int]) -> None:
    path = copy_examples(tmp_path / "maps") / name
    expected = painted(exported(path, tmp_path), layer, gids, LEVEL)
    floor, wall = (str(gid) for gid in gids)
    done = patch_map(path, LEVEL, layer=layer, floor=floor, wall=wall, at=AT, markers=False)
    assert [w.status for w in done.files] == ["written", "written"]
    assert exported(path, tmp_path) == expected
    again = patch_map(path, LEVEL, layer=layer, floor=floor, wall=wall, at=AT, markers=False)
    assert [w.status for w in again.files] == ["unchanged"]


@pytest.mark.filterwarnings("ignore:the level brings its own")
@pytest.mark.parametrize("style", STYLES, ids="-".join)
def test_a_map_that_tiled_saved_last(tmp_path: Path, style: tuple[str, str]) -> None:
    path = tmp_path / "mine.tmx"
    rng = np.random.default_rng(4)
    path.write_bytes(parts(rng.integers(0, 5, (12, 14), np.uint32), style).file(newline="\r\n"))
    from PIL import Image

    Image.new("RGB", (32, 32)).save(tmp_path / "mine.png")
    path.write_text(resaved(path, tmp_path), encoding="utf-8")
    level = LEVEL.with_(tiles=np.where(LEVEL.tiles == Tile.WALL, LEVEL.tiles, 0).astype(np.uint8))
    patch_map(path, level, layer="maze", at=AT)
    after = path.read_bytes()
    assert patch_map(path, level, layer="maze", at=AT).files[0].status == "unchanged"
    # Tiled writes the patched map as it stands, but for compressed data, of which there are many forms.
    again = resaved(path, tmp_path)
    if not style[1]:
        assert again.encode() == after
    assert again.count("<object ") == after.count(b"<object ")


@pytest.mark.filterwarnings("ignore:the level brings its own")
def test_the_markers_are_where_tiled_shows_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.tmx"
    path.write_bytes(parts(np.zeros((12, 14), np.uint32)).file())
    from PIL import Image

    Image.new("RGB", (32, 32)).save(tmp_path / "mine.png")
    patch_map(path, LEVEL, layer="maze", at=AT)
    (group,) = (one for one in exported(path, tmp_path)["layers"] if one["name"] == "level")
    (markers,) = (one for one in group["layers"] if one["name"] == "markers")
    shown = {(o["type"], o["x"] // 16 - AT[0], o["y"] // 16 - AT[1]) for o in markers["objects"] if o["id"] >= 50}
    assert shown == {(m.kind, m.col, m.row) for m in LEVEL.markers}
