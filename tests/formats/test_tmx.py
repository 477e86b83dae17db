from __future__ import annotations

import json
import warnings
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from lxml import etree

from clients import need
from mazeconv.errors import MazeconvNotice, UsageError, WriteError
from mazeconv.formats import Target
from mazeconv.formats.tmx_map import check_of
from mazeconv.level import ROLES, Level, Marker, Tile
from mazeconv.options.building import build
from mazeconv.pictures.themes import THEMES
from mazeconv.recipe import Recipe
from tiled_client import exported, has_red, raster, resaved
from tmx_levels import TMX, sample, written

if TYPE_CHECKING:
    from pathlib import Path

STORAGE = [
    {},
    {"encoding": "csv"},
    {"encoding": "base64"},
    {"compression": "zlib"},
    {"compression": "gzip"},
    {"encoding": "base64", "compression": "zstd"},
]
COMBINATIONS = [
    {**storage, "orientation": orientation, **embed}
    for storage, orientation, embed in product(STORAGE, ("orthogonal", "isometric"), ({}, {"embed-tileset": True}))
]


def label(options: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" for key, value in options.items())


def roles(found: Any) -> Any:
    """Return the tiles that a map exported by Tiled shows, as roles, from the classes of its tileset."""
    of_gid = {0: Tile.VOID}
    for tileset in found["tilesets"]:
        for tile in tileset["tiles"]:
            of_gid[tileset["firstgid"] + tile["id"]] = ROLES.index(tile["type"])
    layer = next(layer for layer in found["layers"] if layer["type"] == "tilelayer")
    return np.array([of_gid[gid] for gid in layer["data"]]).reshape(layer["height"], layer["width"])


def markers(found: Any) -> list[Marker]:
    """Return the markers that a map exported by Tiled shows, by the middle of each object."""
    isometric = found["orientation"] == "isometric"
    wide, high = (found["tileheight"] if isometric else found["tilewidth"]), found["tileheight"]
    layer = next(layer for layer in found["layers"] if layer["type"] == "objectgroup")
    out = []
    for thing in layer["objects"]:
        col, row = (thing["x"] + thing["width"] / 2) / wide, (thing["y"] + thing["height"] / 2) / high
        assert col % 1 == row % 1 == 0.5
        text = {p["name"]: p["value"] for p in thing.get("properties", [])}.get("label", "")
        out.append(Marker(thing["type"], int(row), int(col), text))
    return out


@pytest.mark.parametrize("options", COMBINATIONS, ids=label)
def test_tiled_reads_what_the_level_holds(options: dict[str, Any], tmp_path: Path) -> None:
    if options.get("compression") == "zstd":
        need("zstandard")
    level = sample()
    path = written(level, tmp_path, **options)
    found = exported(path, tmp_path)
    assert (roles(found) == level.tiles).all()
    assert markers(found) == list(level.markers)
    assert not has_red(raster(path, tmp_path))


@pytest.mark.parametrize("options", COMBINATIONS, ids=label)
def test_pytmx_reads_it(options: dict[str, Any], tmp_path: Path) -> None:
    if options.get("compression") == "zstd":
        pytest.skip("pytmx does not read zstd")
    level = sample()
    found = need("pytmx").TiledMap(str(written(level, tmp_path, **options)))
    gids = np.array(found.get_layer_by_name("maze").data)
    classes = {0: Tile.VOID} | {g: ROLES.index(found.get_tile_properties_by_gid(g)["type"]) for g in {*gids.flat} - {0}}
    assert [[classes[gid] for gid in row] for row in gids.tolist()] == level.tiles.tolist()
    assert found.get_object_by_name("start").type == "start"
    assert found.properties["floors"] == 3
    assert found.properties["dark"] is True


@pytest.mark.parametrize("options", COMBINATIONS, ids=label)
def test_pytiled_parser_reads_it(options: dict[str, Any], tmp_path: Path) -> None:
    if options.get("compression") == "zstd":
        need("zstandard")
    level = sample()
    found = need("pytiled_parser").parse_map(written(level, tmp_path, **options))
    maze, things = found.layers
    assert (np.array(maze.data) == np.array([1, 2, 0])[level.tiles]).all()
    assert [(t.name, t.class_) for t in things.tiled_objects] == [
        ("start", "start"),
        ("goal", "goal"),
        ("key 赤 & <red>", "key"),
    ]
    assert found.tilesets[1].tiles[1].class_ == "wall"


@pytest.mark.parametrize("options", [{}, {"orientation": "isometric", "embed-tileset": True}], ids=label)
def test_tiled_saves_the_same_bytes_but_for_its_version(options: dict[str, Any], tmp_path: Path) -> None:
    # Tiled itself writes 1e21 with an exponent, on which some readers fail.
    level = sample().with_(properties={k: v for k, v in sample().properties.items() if k != "wide"})
    path = written(level, tmp_path, **options)
    ours, theirs = path.read_bytes().decode("utf-8"), resaved(path, tmp_path)
    head = 'version="1.10" tiledversion="1.11.2"'
    assert head in ours
    assert ours.replace(head, "", 1) == theirs.replace('version="1.8" tiledversion="1.8.2"', "", 1)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    tiles=arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(0, 2)),
    isometric=st.booleans(),
    size=st.sampled_from(["", "1", "7", "9x4", "3x11", "64"]),
)
def test_any_level_of_any_tile_size_opens(tiles: Any, isometric: bool, size: str, tmp_path: Path) -> None:
    places = np.argwhere(tiles == Tile.FLOOR)
    level = Level(tiles, tuple(Marker("goal", int(row), int(col)) for row, col in places[::3]))
    orientation = "isometric" if isometric else "orthogonal"
    path = written(level, tmp_path, orientation=orientation, tile_size=size)
    found = exported(path, tmp_path)
    assert (roles(found) == level.tiles).all()
    assert markers(found) == list(level.markers)
    assert not has_red(raster(path, tmp_path))


def test_names_with_spaces_and_japanese(tmp_path: Path) -> None:
    folder = tmp_path / "地図 フォルダ"
    folder.mkdir()
    path = written(sample(), folder, stem="迷路 1 (小)")
    assert sorted(p.name for p in folder.iterdir()) == [
        "迷路 1 (小)-tiles.png",
        "迷路 1 (小)-tiles.tsx",
        "迷路 1 (小).tmx",
    ]
    assert (roles(exported(path, tmp_path)) == sample().tiles).all()
    assert not has_red(raster(path, tmp_path))


def test_properties_come_back(tmp_path: Path) -> None:
    level = sample()
    found = {p["name"]: p["value"] for p in exported(written(level, tmp_path), tmp_path)["properties"]}
    recipe = json.loads(found.pop("mazeconv.recipe"))
    assert Recipe(**recipe | {"size": tuple(recipe["size"]), "shape": tuple(recipe["shape"])}) == level.recipe
    for name in json.loads(found.pop("mazeconv.integers")):
        found[name] = int(found[name])
    ours = {name: found.pop(f"mazeconv.{name}") for name in ("floor", "wall", "tileset")}
    assert ours == {"floor": "0", "wall": "1", "tileset": "maze-tiles"}
    assert found.pop("mazeconv.check") == check_of(level)
    assert found == dict(level.properties)


def test_the_map_comes_first_and_no_byte_changes(tmp_path: Path) -> None:
    for options in COMBINATIONS:
        if options.get("compression") == "zstd":
            continue
        record = build(TMX.write_options, options, "format tmx")
        assert TMX.write is not None
        first, second = (TMX.write(sample(), record, Target("maze", folder)) for folder in (tmp_path, tmp_path / "b"))
        assert list(first.items()) == list(second.items())
        names = (
            ["maze.tmx", "maze-tiles.png"]
            if options.get("embed-tileset")
            else ["maze.tmx", "maze-tiles.tsx", "maze-tiles.png"]
        )
        assert list(first) == names
        assert all(type(data) is bytes for data in first.values())


def test_the_file_is_plain(tmp_path: Path) -> None:
    data = written(sample(), tmp_path).read_bytes()
    assert data.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" tiledversion="1.11.2" ')
    assert data.endswith(b"\n</map>\n")
    assert b"\r" not in data
    assert b"e+" not in data
    root = etree.fromstring(data)
    assert root.get("nextlayerid") == "3"
    assert root.get("nextobjectid") == "4"


@pytest.mark.parametrize("theme", THEMES)
def test_floor_and_wall_show_their_colours(theme: str, tmp_path: Path) -> None:
    pixels = raster(written(sample(), tmp_path, theme=theme), tmp_path).astype(int)
    for name, (row, col) in {"floor": (1, 2), "wall": (0, 0)}.items():
        middle = pixels[row * 24 + 6 : row * 24 + 18, col * 24 + 6 : col * 24 + 18, :3].mean(axis=(0, 1))
        assert np.abs(middle - getattr(THEMES[theme], name)).max() < 4


def test_isometric_floor_leaves_no_gap(tmp_path: Path) -> None:
    for size in ("32", "15", "21x9", "24x13", "13x24", "3", "2", "1"):
        path = written(Level(np.zeros((8, 8), np.uint8)), tmp_path, orientation="isometric", tile_size=size)
        shown = raster(path, tmp_path)[:, :, 3]
        for row in shown:
            inside = np.flatnonzero(row)
            assert row[inside[0] : inside[-1] + 1].all() if inside.size else True


@pytest.mark.parametrize("size", ["0", "5x", "x5", "1025", "24x2000", "9999999", "-3", "1.5"])
def test_bad_tile_sizes_are_refused(size: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="tile-size"):
        written(sample(), tmp_path, tile_size=size)


@pytest.mark.parametrize(
    ("size", "orientation", "expected"),
    [
        ("", "orthogonal", (24, 24)),
        ("", "isometric", (24, 12)),
        ("33", "isometric", (33, 16)),
        ("7x9", "isometric", (7, 9)),
    ],
)
def test_tile_sizes(size: str, orientation: str, expected: tuple[int, int], tmp_path: Path) -> None:
    found = exported(written(sample(), tmp_path, tile_size=size, orientation=orientation), tmp_path)
    assert (found["tilewidth"], found["tileheight"]) == expected


def test_compressed_csv_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="csv"):
        written(sample(), tmp_path, encoding="csv", compression="zlib")


def test_a_property_that_looks_like_ours_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"mazeconv\.wall"):
        written(sample().with_(properties={"mazeconv.wall": "7"}), tmp_path)


def test_a_name_that_xml_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="XML"):
        written(sample(), tmp_path, stem="a\x01b")


def test_nothing_is_said_of_a_good_map(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", MazeconvNotice)
        written(sample(), tmp_path)
