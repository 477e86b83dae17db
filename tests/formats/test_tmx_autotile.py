"""Autotiled maps, in Tiled and against a slow reference of how Tiled's terrain rules choose a tile."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from lxml import etree
from PIL import Image

from mazeconv.api import encode, read, write
from mazeconv.autotile import masks
from mazeconv.errors import MazeconvError, MazeconvNotice, UsageError
from mazeconv.formats.tsx import read_tileset
from mazeconv.level import Level, Tile
from mazeconv.road_type import road_types
from mazeconv.source import Source
from tiled_client import exported, has_red, raster, run_tiled
from tmx_levels import sample, written

if TYPE_CHECKING:
    from pathlib import Path

    Wangid = tuple[int, ...]

KINDS = {"edges": 16, "blob": 47}
# (row, col) of the neighbour in each direction, clockwise from the north, as the colours of a wangid go.
STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
# The corners of a tile as steps from its upper left corner.
CORNERS = {1: (0, 1), 3: (1, 1), 5: (1, 0), 7: (0, 0)}


def plain() -> Level:
    """Return a level of which a format keeps all, with walls of every thickness."""
    rng = np.random.default_rng(7)
    tiles = (rng.random((14, 17)) < 0.62).astype(np.uint8)
    tiles[2:5, 3:9] = 2
    return Level(tiles)


def wang(path: Path, name: str) -> dict[int, Wangid]:
    """Return the wangids of a set in a TSX file."""
    root = etree.parse(path).getroot()
    return {
        int(tile.get("tileid", "")): tuple(int(v) for v in tile.get("wangid", "").split(","))
        for tile in root.iterfind(f"wangsets/wangset[@name='{name}']/wangtile")
    }


def best(desired: Wangid, known: Wangid, tiles: dict[int, Wangid]) -> set[int]:
    """Return the tiles among which Tiled chooses by chance: all that is known is right, and least of the rest wrong."""
    costs = {
        tile: sum(a != b for a, b in zip(desired, found, strict=True))
        for tile, found in tiles.items()
        if all(a == b for a, b, k in zip(desired, found, known, strict=True) if k)
    }
    least = min(costs.values(), default=0)
    return {tile for tile, cost in costs.items() if cost == least}


def around(place: tuple[int, int], shown: Any, tiles: dict[int, Wangid]) -> Wangid:
    """Return the colours that the neighbours of an erased tile turn towards it; 0 where there is none."""

    def colour(step: tuple[int, int], index: int) -> int:
        row, col = place[0] + step[0], place[1] + step[1]
        inside = 0 <= row < shown.shape[0] and 0 <= col < shown.shape[1]
        return tiles.get(int(shown[row, col]), (0,) * 8)[index] if inside else 0

    out = [0] * 8
    for side in (0, 2, 4, 6):
        out[side] = colour(STEPS[side], (side + 4) % 8)
    for corner in (1, 3, 5, 7):
        before, after = (corner - 1) % 8, (corner + 1) % 8
        # The same point is a corner of three neighbours.
        out[corner] = (
            colour(STEPS[corner], (corner + 4) % 8)
            or colour(STEPS[before], (corner + 2) % 8)
            or colour(STEPS[after], (corner - 2) % 8)
        )
    return tuple(out)


def local_ids(found: Any, number: int = 0) -> Any:
    """Return the ids of a layer of a map with one tileset, exported by Tiled; -1 is empty."""
    layer = found["layers"][number]
    return np.array(layer["data"]).reshape(layer["height"], layer["width"]) - 1


@pytest.mark.parametrize("layers", ["one", "split"])
@pytest.mark.parametrize("kind", KINDS)
def test_erased_walls_come_back_by_tileds_terrain_rules(kind: str, layers: str, tmp_path: Path) -> None:
    path = written(plain(), tmp_path, autotile=kind, layers=layers, beyond="open")
    shown = local_ids(exported(path, tmp_path), -2)
    tiles = wang(tmp_path / "maze-tiles.tsx", "wall")
    assert len(tiles) == KINDS[kind] - 1
    for place, tile in np.ndenumerate(shown):
        if int(tile) in tiles:
            erased = shown.copy()
            erased[place] = -1
            found = around((place[0], place[1]), erased, tiles)
            assert best(found, found, tiles) == {int(tile)}


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tiles=arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=9), elements=st.integers(0, 1)))
def test_painting_the_walls_again_gives_the_same_tiles(tiles: Any, tmp_path: Path) -> None:
    # Tiled's brush paints the sides and corners between tiles; each then asks for the tile that has them.
    rows, cols = tiles.shape
    for kind in KINDS:
        path = written(Level(tiles), tmp_path, autotile=kind)
        shown = local_ids(exported(path, tmp_path))
        sets = wang(tmp_path / "maze-tiles.tsx", "wall")
        wall = np.pad(tiles == 1, 1, constant_values=True)
        for row, col in product(range(rows), range(cols)):
            desired = [0] * 8
            for side in (0, 2, 4, 6):
                desired[side] = int(wall[row + 1, col + 1] and wall[row + 1 + STEPS[side][0], col + 1 + STEPS[side][1]])
            for corner, (down, right) in CORNERS.items():
                desired[corner] = int(
                    kind == "blob" and wall[row + down : row + down + 2, col + right : col + right + 2].all()
                )
            if any(desired):
                assert best(tuple(desired), (1,) * 8, sets) == {int(shown[row, col])}
            else:
                assert int(shown[row, col]) == int(tiles[row, col])


@pytest.mark.parametrize(
    ("walls", "floors"), [("blob", "none"), ("edges", "edges"), ("none", "blob"), ("blob", "blob")]
)
@pytest.mark.parametrize("name", ["tmx", "tmj"])
def test_it_opens_in_tiled_and_reads_back(walls: str, floors: str, name: str, tmp_path: Path) -> None:
    level = sample().with_(recipe=None)
    for layers, embed in (("one", False), ("split", True)):
        options = {"autotile": walls, "floor_autotile": floors, "layers": layers, "embed_tileset": embed}
        path = write(level, tmp_path / f"maze.{name}", name, force=True, **options)[0]
        found = exported(path, tmp_path)
        names = [layer["name"] for layer in found["layers"]]
        assert names == (["maze", "markers"] if layers == "one" else ["ground", "walls", "markers"])
        count = KINDS.get(walls, 1) + KINDS.get(floors, 1)
        assert found["tilesets"][0]["tilecount"] == count + (2 if count == 94 else 0)
        assert len(found["tilesets"][0].get("wangsets", [])) == (walls != "none") + (floors != "none")
        assert not has_red(raster(path, tmp_path))
        assert read(path) == level


@pytest.mark.parametrize("kind", KINDS)
def test_tiled_saves_the_tileset_as_it_is(kind: str, tmp_path: Path) -> None:
    written(sample(), tmp_path, autotile=kind, floor_autotile=kind)
    path = tmp_path / "maze-tiles.tsx"
    run_tiled("tiled", "--export-tileset", "tsx", path, tmp_path / "again.tsx", home=tmp_path)
    ours, theirs = path.read_text("utf-8"), (tmp_path / "again.tsx").read_text("utf-8")
    assert ours.partition("name=")[2] == theirs.partition("name=")[2]


@pytest.mark.parametrize("kind", KINDS)
def test_every_shape_looks_different(kind: str, tmp_path: Path) -> None:
    for theme in ("paper", "mono"):
        written(sample(), tmp_path, autotile=kind, theme=theme)
        with Image.open(tmp_path / "maze-tiles.png") as image:
            sheet = np.asarray(image.convert("RGB"))
        root = etree.parse(tmp_path / "maze-tiles.tsx").getroot()
        assert root.xpath("concat(image/@width, ' ', image/@height)") == f"{sheet.shape[1]} {sheet.shape[0]}"
        seen = {
            sheet[y : y + 24, x : x + 24].tobytes()
            for y, x in product(range(0, len(sheet), 24), range(0, sheet.shape[1], 24))
        }
        assert len(seen) == KINDS[kind] + 1


def test_split_layers_have_floor_below_walls(tmp_path: Path) -> None:
    level = plain()
    found = exported(written(level, tmp_path, layers="split"), tmp_path)
    assert (local_ids(found, 0) == np.where(level.tiles == Tile.VOID, -1, 0)).all()
    assert (local_ids(found, 1) == np.where(level.tiles == Tile.WALL, 1, -1)).all()
    paths = exported(written(level, tmp_path, layers="split", floor_autotile="edges"), tmp_path)
    assert ((local_ids(paths, 0) >= 0) == (level.tiles == Tile.FLOOR)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_isometric_shapes_open_in_tiled_and_look_different(kind: str, tmp_path: Path) -> None:
    path = written(plain(), tmp_path, orientation="isometric", autotile=kind, floor_autotile=kind)
    assert not has_red(raster(path, tmp_path))
    with Image.open(tmp_path / "maze-tiles.png") as image:
        sheet = np.asarray(image)
    root = etree.parse(tmp_path / "maze-tiles.tsx").getroot()
    assert root.xpath("concat(image/@width, ' ', image/@height)") == f"{sheet.shape[1]} {sheet.shape[0]}"
    count, columns = int(root.get("tilecount", "")), int(root.get("columns", ""))
    places = [(18 * (number // columns), 24 * (number % columns)) for number in range(count)]
    seen = {sheet[y : y + 18, x : x + 24].tobytes() for y, x in places}
    assert len(seen) == 2 * KINDS[kind] + (count > 2 * KINDS[kind])


@pytest.mark.parametrize("size", ["48", "24", "15", "21x9", "13x24", "5", "2", "1"])
def test_isometric_walls_go_on_without_a_seam(size: str, tmp_path: Path) -> None:
    """A level that is all wall is one block: its top shows no floor, no rim and no face between its tiles."""
    solid = Level(np.ones((6, 6), np.uint8))
    shaped, plain_ = (
        raster(written(solid, tmp_path, orientation="isometric", tile_size=size, autotile=kind), tmp_path)
        for kind in ("blob", "none")
    )
    assert (shaped[:, :, 3] >= plain_[:, :, 3]).all()
    for row in shaped[:, :, 3]:
        inside = np.flatnonzero(row)
        assert row[inside[0] : inside[-1] + 1].all() if inside.size else True
    # Of the top, which is lighter than wall, all but the outermost tiles: only the specks of the wall are left.
    height = shaped.shape[0]
    middle = shaped[height // 3 : height // 2, shaped.shape[1] * 2 // 5 : shaped.shape[1] * 3 // 5, :3].astype(int)
    assert not middle.size or np.ptp(middle, axis=(0, 1)).max() < 20


TSX = """<tileset version="1.10" tiledversion="1.11.2" name="rock"
 tilewidth="16" tileheight="16" tilecount="64" columns="8">
 <image source="rock.png" width="128" height="128"/>
 {tiles}
 <wangsets>{sets}</wangsets>
</tileset>
"""


def tileset(folder: Path, sets: str, tiles: str = "") -> str:
    """Write a designer's own tileset and return its path."""
    Image.new("RGB", (128, 128), "teal").save(folder / "rock.png")
    path = folder / "rock.tsx"
    path.write_text(TSX.format(sets=sets, tiles=tiles), encoding="utf-8")
    return str(path)


def wangset(kind: str, of_tile: dict[int, Wangid], *colours: str) -> str:
    names = "".join(f'<wangcolor name="{c}" color="#ff0000" tile="-1" probability="1"/>' for c in colours)
    tiles = "".join(f'<wangtile tileid="{t}" wangid="{",".join(map(str, w))}"/>' for t, w in of_tile.items())
    return f'<wangset name="ground" type="{kind}" tile="-1">{names}{tiles}</wangset>'


def bits(mask: int, on: int = 1, off: int = 0) -> Wangid:
    return tuple(on if mask >> bit & 1 else off for bit in range(8))


def test_the_designers_terrain_set_draws_walls(tmp_path: Path) -> None:
    level = plain().with_(tiles=np.where(plain().tiles == 2, 1, plain().tiles).astype(np.uint8))
    # Two colours, as designers draw them: rock on sand, and a tile between sand and water that is no wall.
    of_tile = {50 - number: bits(mask, 2, 1) for number, mask in enumerate(masks("blob")) if mask}
    sets = wangset("mixed", of_tile | {60: bits(255, 1), 61: bits(7, 1, 3), 62: bits(7, 2, 3)}, "sand", "Wall", "water")
    own = tileset(tmp_path, sets, '<tile id="60" type="floor"/>')
    path = written(level, tmp_path, tileset=own, autotile="blob", wall="63")
    shown = local_ids(exported(path, tmp_path))
    ours = local_ids(exported(written(level, tmp_path, stem="ours", autotile="blob"), tmp_path))
    expected = {0: 60, 1: 63} | {number + 1: 50 - number for number in range(1, 47)}
    assert (shown == np.vectorize(expected.get)(ours)).all()
    assert not has_red(raster(path, tmp_path))
    assert read(path) == level


@pytest.mark.parametrize(("kind", "own"), [("edge", "edges"), ("corner", "corners")])
def test_a_set_of_edges_or_corners_says_itself_what_counts(kind: Any, own: Any, tmp_path: Path) -> None:
    of_tile = {10 + number: bits(mask) for number, mask in enumerate(masks(own)) if mask}
    path = written(
        plain(), tmp_path, tileset=tileset(tmp_path, wangset(kind, of_tile, "rock")), autotile="blob", wall=10, floor=0
    )
    shown = local_ids(exported(path, tmp_path))
    assert set(shown[plain().tiles == 1].tolist()) <= set(range(10, 26))
    assert len(set(shown[plain().tiles == 1].tolist())) > 8
    assert read(path) == plain()


def test_missing_shapes_are_drawn_by_the_nearest_with_a_notice(tmp_path: Path) -> None:
    own = tileset(tmp_path, wangset("mixed", {5: bits(255), 6: bits(0b10101)}, "wall"))
    with pytest.warns(MazeconvNotice, match="no tile for 44 of 47 shapes"):
        path = written(plain(), tmp_path, tileset=own, autotile="blob", floor=0)
    assert set(local_ids(exported(path, tmp_path)).ravel().tolist()) == {-1, 0, 5, 6}
    written(plain(), tmp_path, tileset=own, autotile="blob", floor=0, wall=9)


def test_variants_of_a_shape_go_by_the_tilesets_probabilities(tmp_path: Path) -> None:
    same = {tile: bits(255) for tile in (5, 6, 7)}
    own = tileset(
        tmp_path, wangset("mixed", same, "wall"), '<tile id="6" probability="0"/><tile id="7" probability="3"/>'
    )
    level = Level(np.ones((40, 40), np.uint8))
    with pytest.warns(MazeconvNotice, match="nearest"):
        path = written(level, tmp_path, tileset=own, autotile="blob", floor=0)
    shown = local_ids(exported(path, tmp_path))
    assert set(shown.ravel().tolist()) == {5, 7}
    assert abs((shown == 7).mean() - 0.75) < 0.05


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"wall": "3:5,4:1"}, {3: 5 / 6, 4: 1 / 6}),
        ({"wall": "3,8"}, {3: 1 / 3, 8: 2 / 3}),
        ({}, {8: 1.0}),
        ({"wall": "8,9,10"}, {8: 4 / 5, 9: 1 / 5}),
    ],
)
def test_lists_of_tiles_are_mixed(options: dict[str, str], expected: dict[int, float], tmp_path: Path) -> None:
    tiles = '<tile id="8" type="wall" probability="2"/><tile id="9" probability="0.5"/><tile id="10" probability="0"/>'
    own = tileset(tmp_path, "", tiles)
    level = Level(np.ones((60, 60), np.uint8))
    path = written(level, tmp_path, tileset=own, floor=0, **options)
    shown = local_ids(exported(path, tmp_path))
    assert {tile: round((shown == tile).mean(), 1) for tile in set(shown.ravel().tolist())} == {
        tile: round(share, 1) for tile, share in expected.items()
    }
    assert read(path) == level


def test_a_seed_of_its_own_keeps_variants_whatever_the_level_is(tmp_path: Path) -> None:
    own = tileset(tmp_path, "")
    texts = [
        written(level, tmp_path, tileset=own, floor="0,1", wall="3:5,4:1", variant_seed=seed).read_bytes()
        for level in (sample(), sample().with_(recipe=None))
        for seed in ("a", "b")
    ]
    layers = [text.partition(b"<data")[2] for text in texts]
    assert layers[0] == layers[2] != layers[1] == layers[3]


def test_a_table_says_the_tiles(tmp_path: Path) -> None:
    own = tileset(tmp_path, "")
    table = tmp_path / "walls.toml"
    table.write_text('"left right" = 20\n"up down" = "21:1"\ncross = "22:3,23:1"\nalone = 24\n', encoding="utf-8")
    tiles = np.array([[0, 0, 0, 0, 0], [1, 1, 1, 0, 1], [0, 0, 0, 0, 1]], np.uint8)
    options: dict[str, Any] = {"tileset": own, "wall_table": str(table), "floor": 0, "wall": 30, "beyond": "open"}
    path = written(Level(tiles), tmp_path, **options)
    assert local_ids(exported(path, tmp_path)).tolist() == [[0] * 5, [30, 20, 30, 0, 30], [0, 0, 0, 0, 30]]
    assert read(path) == Level(tiles)
    with pytest.warns(MazeconvNotice, match="nearest"):
        near = written(Level(tiles), tmp_path, **{**options, "wall": ""})
    assert local_ids(exported(near, tmp_path)).tolist()[1] == [24, 20, 24, 0, 24]


@pytest.mark.parametrize(("word", "first"), [("roadtype", 0), ("roadtype:40", 40)])
def test_tiles_in_the_order_of_road_types_need_no_file(word: str, first: int, tmp_path: Path) -> None:
    level = plain().with_(tiles=(plain().tiles & 1))
    own = tileset(tmp_path, "")
    path = written(level, tmp_path, tileset=own, floor_table=word, wall=60, beyond="open")
    codes = road_types(level.tiles)
    assert local_ids(exported(path, tmp_path)).tolist() == np.where(codes < 0, 60, codes + first).tolist()
    assert read(path) == level
    walls = written(level, tmp_path, tileset=own, wall_table=word, floor=60, beyond="open")
    swapped = road_types(1 - level.tiles)
    assert local_ids(exported(walls, tmp_path)).tolist() == np.where(swapped < 0, 60, swapped + first).tolist()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wall_table": "roadtype:90", "floor": 0}, "wall-table=105 is not in"),
        ({"autotile": "blob", "floor": 0}, "no terrain 'wall'"),
        ({"wall_terrain": "stone", "floor": 0}, "no terrain 'stone'"),
        ({"floor_autotile": "edges", "wall": 1}, "no terrain 'floor'"),
        ({"wall": "3:0", "floor": 0}, "is no wall"),
        ({"wall": "3:5,99", "floor": 0}, "wall=99 is not in"),
        ({"wall": "3,", "floor": 0}, "is no wall"),
        ({"wall_table": b"up = 99", "floor": 0}, "wall-table=99 is not in"),
        ({"wall_table": b'up = "Walls:0,1"', "floor": 0}, "has 'Walls:0,1' for the shape 'up'"),
        ({"wall_table": b"", "floor": 0}, "has no tiles"),
        ({"wall": "3", "floor": "3"}, "3 cannot be both floor and wall"),
        ({"wall": "3,4", "floor": "4:2,5"}, "4 cannot be both floor and wall"),
        ({"wall_table": "roadtype", "floor_table": "roadtype"}, "0 cannot be both floor and wall"),
    ],
)
def test_what_the_tileset_does_not_have_is_said(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    own = tileset(tmp_path, wangset("edge", {5: bits(1)}, "rock") + wangset("edge", {6: bits(1)}, "grass"))
    options = {k: Source("walls.toml", v) if isinstance(v, bytes) else v for k, v in options.items()}
    with pytest.raises(UsageError) as caught:
        written(sample(), tmp_path, tileset=own, **options)
    assert message in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "sets",
    [
        '<wangset type="edge"><wangcolor name="a"/><wangtile tileid="0" wangid="0x10101010"/></wangset>',
        '<wangset type="edge"><wangcolor name="a"/><wangtile tileid="0" wangid="2,0,0,0,0,0,0,0"/></wangset>',
        '<wangset type="edge"><wangcolor name="a"/><wangtile tileid="0" wangid="1,0,0,0,0,0,-1,0"/></wangset>',
        '<wangset type="edge"><wangcolor name="a"/><wangtile tileid="x" wangid="1,0,0,0,0,0,0,0"/></wangset>',
        '<wangset type="edge"><wangcolor name="a"/><wangtile/></wangset>',
    ],
)
def test_broken_terrain_sets_are_refused(sets: str) -> None:
    with pytest.raises(MazeconvError, match=r"bad\.tsx"):
        read_tileset(Source("bad.tsx", TSX.format(sets=sets, tiles="").encode()))


CHEST = """<template>
 <tileset firstgid="1" source="{link}"/>
 <object name="chest" type="chest" gid="3" width="{width}" height="{height}"/>
</template>
"""


@pytest.mark.parametrize("size", [(16, 16), (24, 40), (20, 90)])
@pytest.mark.parametrize("orientation", ["orthogonal", "isometric"])
def test_templates_draw_markers(size: tuple[int, int], orientation: str, tmp_path: Path) -> None:
    tileset(tmp_path, "")
    chest = tmp_path / "key.tx"
    chest.write_text(CHEST.format(link="rock.tsx", width=size[0], height=size[1]), encoding="utf-8")
    box = tmp_path / "goal.tx"
    box.write_text('<template><object width="8" height="6"><ellipse/></object></template>', encoding="utf-8")
    level = sample().with_(recipe=None)
    templates = f"key:{chest},goal:{box}"
    for name in ("tmx", "tmj"):
        path = write(level, tmp_path / f"maze.{name}", name, template=templates, orientation=orientation, force=True)[0]
        things = exported(path, tmp_path)["layers"][1]["objects"]
        assert [thing.get("gid", 0) > 0 for thing in things] == [False, False, True]
        assert (things[2]["width"], things[2]["height"]) == size
        # The designer's own name stays; where there is none, the kind is the name.
        assert [thing["name"] for thing in things] == ["start", "goal", "chest"]
        assert read(path) == level


def test_templates_in_json_are_refused(tmp_path: Path) -> None:
    (tmp_path / "chest.tj").write_text('{"object": {}}', "utf-8")
    with pytest.raises(MazeconvError, match="is JSON") as caught:
        written(sample(), tmp_path, template=f"start:{tmp_path / 'chest.tj'}")
    assert ".tx" in caught.value.hint


def test_templates_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "chest.tx"
    path.write_text("<template/>", encoding="utf-8")
    with pytest.raises(MazeconvError, match="no object template"):
        written(sample(), tmp_path, template=f"key:{path}")
    with pytest.warns(MazeconvNotice, match="treasure"):
        written(sample(), tmp_path, template=f"treasure:{path}")
    for wrong in ("chest.tx", ":chest.tx", "key:"):
        with pytest.raises(UsageError, match="template names no file"):
            written(sample(), tmp_path, template=wrong)


def test_the_same_bytes_every_time() -> None:
    options = {"autotile": "blob", "floor_autotile": "edges", "layers": "split"}
    for name in ("tmx", "tmj"):
        one, two = (encode(sample().with_(recipe=None), name, stem="m", **options) for _ in range(2))
        assert one == two
