"""Maps put together of a designer's own pieces, as Tiled reads them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from mazeconv.api import read, write
from mazeconv.errors import MazeconvError, MazeconvNotice
from mazeconv.road_type import road_types
from tiled_client import exported, has_red, raster
from tmx_levels import sample

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

TSX = """<tileset name="rock" tilewidth="8" tileheight="8" tilecount="256" columns="16">
 <image source="rock.png" width="128" height="128"/>
</tileset>
"""
TMX = """<map version="1.10" orientation="{orientation}" width="{cols}" height="{rows}" tilewidth="8" tileheight="8"
 infinite="0">
 <tileset firstgid="1" source="tiles/rock.tsx"/>
 <tileset firstgid="257" name="more" tilewidth="8" tileheight="8" tilecount="256" columns="16">
  <image source="tiles/rock.png" width="128" height="128"/>
 </tileset>
 <layer id="1" name="below" width="{cols}" height="{rows}"><data encoding="csv">{below}</data></layer>
 <layer id="2" name="above" width="{cols}" height="{rows}"><data encoding="csv">{above}</data></layer>
</map>
"""


def pieces(folder: Path, side: int, high: int, orientation: str = "orthogonal") -> dict[str, npt.NDArray[np.int64]]:
    """Write a map of pieces; return the GIDs of its layers."""
    (folder / "tiles").mkdir()
    Image.new("RGB", (128, 128), "teal").save(folder / "tiles" / "rock.png")
    (folder / "tiles" / "rock.tsx").write_text(TSX, encoding="utf-8")
    rows, cols = side * high, side * 4
    rng = np.random.default_rng(7)
    below = rng.integers(0, 257, (rows, cols))
    # Some of them are turned.
    above = rng.integers(257, 513, (rows, cols)) + (rng.integers(0, 2, (rows, cols)) << 31)
    texts = {name: ",".join(map(str, gids.ravel().tolist())) for name, gids in (("below", below), ("above", above))}
    text = TMX.format(rows=rows, cols=cols, orientation=orientation, **texts)
    (folder / "chunks.tmx").write_text(text, encoding="utf-8")
    return {"below": below, "above": above}


@pytest.mark.parametrize("name", ["tmx", "tmj"])
@pytest.mark.parametrize(
    ("side", "high", "orientation"), [(3, 5, "orthogonal"), (1, 5, "isometric"), (2, 4, "orthogonal")]
)
def test_each_tile_becomes_a_copy_of_its_piece(
    side: int, high: int, orientation: str, name: str, tmp_path: Path
) -> None:
    drawn = pieces(tmp_path, side, high, orientation)
    (tmp_path / "out").mkdir()
    level = sample()
    with pytest.warns(MazeconvNotice, match="keep the level"):
        path = write(level, tmp_path / "out" / f"maze.{name}", name, stamps=tmp_path / "chunks.tmx")[0]
    found = exported(path, tmp_path)
    codes = road_types(level.tiles)
    assert (found["width"], found["height"]) == (level.cols * side, level.rows * side)
    assert [layer["name"] for layer in found["layers"]] == ["below", "above", "markers"]
    for layer in found["layers"][:2]:
        gids = np.array(layer["data"], np.int64).reshape(level.rows * side, level.cols * side)
        for (row, col), role in np.ndenumerate(level.tiles):
            number = int(codes[row, col]) if role == 0 else 15 + int(role)
            down, right = divmod(number, 4)
            piece = drawn[layer["name"]][down * side : (down + 1) * side, right * side : (right + 1) * side]
            expected = piece if piece.size else np.zeros((side, side), np.int64)
            assert (gids[row * side : (row + 1) * side, col * side : (col + 1) * side] == expected).all()
    wide = 8 * side
    places = [(thing["y"] / wide, thing["x"] / wide) for thing in found["layers"][2]["objects"]]
    assert places == [(marker.row, marker.col) for marker in level.markers]
    assert not has_red(raster(path, tmp_path))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"autotile": "blob"}, "autotile exclude"),
        ({"layers": "split"}, "layers exclude"),
        ({"tile_size": "8"}, "tile-size exclude"),
        ({"orientation": "isometric"}, "is orthogonal"),
    ],
)
def test_other_ways_to_draw_are_refused(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    pieces(tmp_path, 2, 5)
    with pytest.raises(MazeconvError, match=message) as caught:
        write(sample(), tmp_path / "maze.tmx", stamps=tmp_path / "chunks.tmx", **options)
    assert caught.value.hint


@pytest.mark.parametrize(("side", "orientation"), [(3, "orthogonal"), (3, "isometric"), (2, "orthogonal")])
@pytest.mark.parametrize("gid", ['gid="1"', ""])
def test_a_template_stands_in_the_middle_of_its_piece(side: int, orientation: str, gid: str, tmp_path: Path) -> None:
    pieces(tmp_path, side, 5, orientation)
    text = f'<template>{{}}<object name="chest" {gid} width="8" height="8"/></template>'
    text = text.format('<tileset firstgid="1" source="tiles/rock.tsx"/>' if gid else "")
    (tmp_path / "chest.tx").write_text(text, encoding="utf-8")
    level = sample()
    with pytest.warns(MazeconvNotice, match="keep the level"):
        write(
            level,
            tmp_path / "maze.tmx",
            stamps=tmp_path / "chunks.tmx",
            template=f"goal:{tmp_path / 'chest.tx'}",
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        found = read(tmp_path / "maze.tmx", wall="9999", empty="floor")
    places = [(m.row, m.col) for m in found.markers if m.kind == "goal"]
    assert places == [(m.row * side + side // 2, m.col * side + side // 2) for m in level.markers if m.kind == "goal"]


def test_a_map_of_another_size_is_no_map_of_pieces(tmp_path: Path) -> None:
    pieces(tmp_path, 2, 3)
    with pytest.raises(MazeconvError, match="no map of pieces: it is 8 x 6 tiles"):
        write(sample(), tmp_path / "maze.tmx", stamps=tmp_path / "chunks.tmx")
