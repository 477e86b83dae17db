"""Pictures in which walls and floor are drawn by their neighbours."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from PIL import Image

from mazeconv.api import encode, read
from mazeconv.autotile import masks, shapes
from mazeconv.errors import MazeconvNotice, ReadError, UsageError
from mazeconv.level import Level, Marker, Tile
from mazeconv.pictures.themes import THEMES
from mazeconv.road_type import road_types
from mazeconv.source import Source
from pngs import decoded, picture

if TYPE_CHECKING:
    import numpy.typing as npt

TILES = arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=8), elements=st.integers(0, 2))


def drawn(level: Level, **options: Any) -> npt.NDArray[np.uint8]:
    return decoded(picture(level, **options))


def squares(picture: npt.NDArray[np.uint8], tile: int) -> npt.NDArray[np.uint8]:
    """Return the pixels of each tile: (rows, cols, tile, tile, 4)."""
    rows, cols = picture.shape[0] // tile, picture.shape[1] // tile
    return picture.reshape(rows, tile, cols, tile, 4).swapaxes(1, 2)


@settings(max_examples=25)
@given(tiles=TILES, kind=st.sampled_from(["edges", "blob"]), floors=st.sampled_from(["none", "edges", "blob"]))
def test_a_tile_looks_as_its_shape_says_and_no_other(tiles: Any, kind: Any, floors: Any) -> None:
    kinds: list[tuple[int, Any]] = [(Tile.WALL, kind), (Tile.FLOOR, floors), (Tile.VOID, "none")]
    for tile, beyond in ((16, "same"), (9, "open")):
        shown = squares(drawn(Level(tiles), tile_size=tile, autotile=kind, floor_autotile=floors, beyond=beyond), tile)
        of_shape: dict[tuple[int, int], bytes] = {}
        for role, how in kinds:
            found = shapes(tiles, role, how, beyond=beyond == "same")
            for row, col in np.argwhere(tiles == role).tolist():
                looks = shown[row, col].tobytes()
                assert of_shape.setdefault((int(role), int(found[row, col])), looks) == looks
        if tile == 16:
            walls = [looks for (role, _), looks in of_shape.items() if role == Tile.WALL]
            assert len(set(walls)) == len(walls)


def test_an_image_has_the_shapes_in_order() -> None:
    numbers = np.arange(64, dtype=np.uint8).reshape(8, 8).repeat(4, axis=0).repeat(4, axis=1)
    out = BytesIO()
    Image.fromarray(np.dstack([numbers, numbers, numbers])).save(out, "PNG")
    image = Source("tiles.png", out.getvalue())
    tiles = np.random.default_rng(3).integers(0, 2, (9, 9)).astype(np.uint8)
    shown = drawn(Level(tiles), tiles=image, tiles_size=4, tile_size=4, autotile="blob", wall_tile=10)[::4, ::4, 0]
    found = shapes(tiles, Tile.WALL, "blob", beyond=True)
    order = {mask: 10 + number for number, mask in enumerate(masks("blob"))}
    assert shown.tolist() == np.where(tiles, np.vectorize(order.get)(found), 0).tolist()
    table = Source("walls.toml", b'"up down" = 40\n"left right" = 41')
    options: dict[str, Any] = {"tiles": image, "tiles_size": 4, "tile_size": 4, "autotile": "edges", "beyond": "open"}
    told = drawn(Level(tiles), **options, wall_table=table, wall_tile=50)[::4, ::4, 0]
    sides = shapes(tiles, Tile.WALL, "edges", beyond=False)
    assert told.tolist() == np.where(tiles, np.select([sides == 17, sides == 68], [40, 41], 50), 0).tolist()
    words = drawn(Level(tiles), **options, wall_table="roadtype:20", floor_tile=63)[::4, ::4, 0]
    codes = road_types(1 - tiles)
    assert words.tolist() == np.where(tiles, 20 + codes, 63).tolist()
    with pytest.raises(ReadError, match="no tile 64"):
        drawn(Level(tiles), **options | {"autotile": "blob"}, wall_tile=18)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wall_table": b"up = 1"}, "image"),
        ({"wall_table": b"up = 1", "tiles": b""}, "autotile"),
        ({"wall_table": b'up = "1:2"', "tiles": b"", "autotile": "blob"}, "no tile by '1:2'"),
    ],
)
def test_tables_are_checked(options: dict[str, Any], message: str) -> None:
    given = {k: Source("walls.toml", v) if isinstance(v, bytes) else v for k, v in options.items()}
    with pytest.raises(UsageError, match=message) as caught:
        drawn(Level(np.ones((2, 2), np.uint8)), **given)
    assert caught.value.hint


def test_small_tiles_are_plain_with_a_notice() -> None:
    level = Level(np.eye(5, dtype=np.uint8))
    with pytest.warns(MazeconvNotice, match="too small for autotile"):
        shown = drawn(level, tile_size=5, autotile="blob")
    assert (shown == drawn(level, tile_size=5)).all()


def test_markers_lines_heat_and_grid_go_with_it() -> None:
    tiles = np.ones((5, 9), np.uint8)
    tiles[1:4, 1:8] = 0
    tiles[2, 3:6] = 1
    level = Level(tiles, (Marker("start", 1, 1), Marker("goal", 3, 7)))
    plain = squares(drawn(level, tile_size=16, solution=True, heatmap="distance", grid=True), 16)
    shown = squares(
        drawn(
            level, tile_size=16, solution=True, heatmap="distance", grid=True, autotile="blob", floor_autotile="blob"
        ),
        16,
    )
    assert (plain[tiles == 0] == shown[tiles == 0]).all()
    assert not (plain[2, 4] == shown[2, 4]).all()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["edges", "blob"])
@pytest.mark.parametrize("beyond", ["same", "open"])
@pytest.mark.parametrize("tile", [6, 7, 8, 11, 12, 16, 40])
def test_it_is_read_back(theme: str, kind: str, beyond: str, tile: int) -> None:
    tiles = np.random.default_rng(tile).integers(0, 3, (9, 9)).astype(np.uint8)
    tiles[1, 1] = Tile.FLOOR
    level = Level(tiles, markers=(Marker("goal", 1, 1),))
    options: dict[str, Any] = {
        "tile_size": tile,
        "autotile": kind,
        "floor_autotile": kind,
        "beyond": beyond,
        "theme": theme,
    }
    data = next(iter(encode(level, "png", stem="m", **options).values()))
    found = read(data, "png")
    assert (found.tiles.tolist(), found.markers) == (tiles.tolist(), level.markers)


def test_transparent_floor_shows_no_shadow() -> None:
    shown = drawn(Level(np.eye(5, dtype=np.uint8)), tile_size=16, autotile="edges", transparent=True)
    assert set(np.unique(shown[..., 3]).tolist()) == {0, 255}


def test_few_colours_are_enough() -> None:
    level = Level(np.random.default_rng(1).integers(0, 2, (30, 30)).astype(np.uint8))
    data = next(iter(encode(level, "png", stem="m", autotile="blob", floor_autotile="blob").values()))
    with Image.open(BytesIO(data)) as image:
        assert image.mode == "P"
