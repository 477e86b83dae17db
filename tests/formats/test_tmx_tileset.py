from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lxml import etree
from PIL import Image

from mazeconv.errors import MazeconvError, MazeconvNotice, ReadError, UsageError
from mazeconv.formats.tsx import read_tileset
from mazeconv.level import Level
from mazeconv.source import Source
from tiled_client import exported, has_red, raster
from tmx_levels import sample, written

if TYPE_CHECKING:
    from pathlib import Path

ATLAS = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="石 walls" tilewidth="16" tileheight="20" tilecount="12" columns="4">
 <properties>
  <property name="notes" type="file" value="../notes.txt"/>
 </properties>
 <image source="../絵/石 sheet.png" width="64" height="60"/>
 <tile id="3" type="door"/>
</tileset>
"""
COLLECTION = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="things" tilewidth="16" tileheight="16" tilecount="2" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="2">
  <image width="16" height="16" source="two.png"/>
 </tile>
 <tile id="5">
  <image width="16" height="16" source="five.png"/>
 </tile>
</tileset>
"""


@pytest.fixture
def atlas(tmp_path: Path) -> Path:
    folder = tmp_path / "my tiles"
    folder.mkdir()
    (tmp_path / "絵").mkdir()
    Image.new("RGB", (64, 60), "teal").save(tmp_path / "絵" / "石 sheet.png")
    path = folder / "石 walls.tsx"
    path.write_text(ATLAS, encoding="utf-8")
    return path


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    folder = tmp_path / "maps" / "level 1"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("embed", [False, True])
@pytest.mark.parametrize(("wall", "floor"), [(9, "2"), (10, "0"), (11, "none")])
def test_the_designers_tiles_are_used(
    atlas: Path, maps: Path, tmp_path: Path, wall: int, floor: str, embed: bool
) -> None:
    level = sample()
    level = level.with_(tiles=np.where(level.tiles == 2, 1, level.tiles).astype(np.uint8))
    path = written(level, maps, tileset=str(atlas), wall=wall, floor=floor, embed_tileset=embed)
    found = exported(path, tmp_path)
    gids = np.array([0 if floor == "none" else int(floor) + 1, wall + 1])
    assert found["layers"][0]["data"] == gids[level.tiles].ravel().tolist()
    assert (found["tilewidth"], found["tileheight"]) == (16, 20)
    assert not has_red(raster(path, tmp_path))
    assert [p.name for p in maps.iterdir()] == ["maze.tmx"]
    told = {p["name"]: p["value"] for p in found["properties"]}
    assert (told["mazeconv.wall"], told["mazeconv.floor"]) == (str(wall), floor)
    assert told["mazeconv.tileset"] == found["tilesets"][0]["name"] == "石 walls"


def test_links_are_relative_to_the_map(atlas: Path, maps: Path) -> None:
    path = written(sample(), maps, tileset=str(atlas), wall=1, floor=0)
    assert b'<tileset firstgid="1" source="../../my tiles/' in path.read_bytes()
    root = etree.fromstring(
        written(sample(), maps, tileset=str(atlas), wall=1, floor=0, embed_tileset=True).read_bytes()
    )
    assert root.xpath("tileset/image/@source") == ["../../絵/石 sheet.png"]
    assert root.xpath("tileset/properties/property/@value") == ["../../notes.txt"]
    assert root.xpath("tileset/@version") == []


def test_a_collection_of_images(maps: Path, tmp_path: Path) -> None:
    path = tmp_path / "things.tsx"
    path.write_text(COLLECTION, encoding="utf-8")
    for name in ("two.png", "five.png"):
        Image.new("RGB", (16, 16), "teal").save(tmp_path / name)
    for embed in (False, True):
        out = written(sample(), maps, tileset=str(path), wall=5, floor=2, embed_tileset=embed)
        assert set(exported(out, tmp_path)["layers"][0]["data"]) == {0, 3, 6}
        assert not has_red(raster(out, tmp_path))
    with pytest.raises(UsageError, match="wall=3 is not in") as caught:
        written(sample(), maps, tileset=str(path), wall=3, floor=2)
    assert "2 to 5, with gaps" in caught.value.hint


def test_the_default_tileset_can_be_kept_and_used_again(maps: Path, tmp_path: Path) -> None:
    for orientation in ("orthogonal", "isometric"):
        written(sample(), tmp_path, stem="kept", orientation=orientation)
        path = written(sample(), maps, tileset=str(tmp_path / "kept-tiles.tsx"), orientation=orientation)
        found = exported(path, tmp_path)
        assert found["layers"][0]["data"] == np.array([1, 2, 0])[sample().tiles].ravel().tolist()
        assert (found["tilewidth"], found["tileheight"]) == (24, 24 if orientation == "orthogonal" else 12)


def test_tile_size_wins_over_the_tileset(atlas: Path, maps: Path, tmp_path: Path) -> None:
    path = written(sample(), maps, tileset=str(atlas), wall=1, floor=0, tile_size="8x10")
    found = exported(path, tmp_path)
    assert (found["tilewidth"], found["tileheight"]) == (8, 10)


def test_void_beside_empty_floor_is_a_notice(atlas: Path, maps: Path) -> None:
    with pytest.warns(MazeconvNotice, match="void"):
        written(sample(), maps, tileset=str(atlas), wall=1, floor="none")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wall": 12, "floor": 0}, "wall=12 is not in"),
        ({"wall": 1, "floor": 999999999}, "floor=999999999 is not in"),
        ({"wall": 1}, "is floor?"),
        ({}, "is wall and floor?"),
        ({"wall": -1, "floor": 0}, "is no wall"),
        ({"wall": "none", "floor": 0}, "is no wall"),
    ],
)
def test_ids_are_checked(options: dict[str, Any], message: str, atlas: Path, maps: Path) -> None:
    with pytest.raises(UsageError) as caught:
        written(sample(), maps, tileset=str(atlas), **options)
    assert message in caught.value.message
    assert caught.value.hint


def test_ids_without_a_tileset_are_refused(maps: Path) -> None:
    with pytest.raises(UsageError, match="your own tileset"):
        written(sample(), maps, wall=1, floor=0)


def test_a_tileset_without_a_place_is_refused(maps: Path) -> None:
    source = Source("walls.tsx", ATLAS.encode())
    with pytest.raises(UsageError, match="must be a file"):
        written(sample(), maps, tileset=source, wall=1, floor=0)


BOMB = (
    '<!DOCTYPE tileset [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True))
    + "]>"
)
GOOD = '<tileset name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2"><image source="t.png"/></tileset>'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not XML",
        "<tileset",
        "\x00\x01\x02",
        '<map version="1.10"/>',
        "<tileset/>",
        '<?xml version="1.0" encoding="nonsense"?>' + GOOD,
        BOMB + GOOD.replace('"t"', '"&j;"'),
        BOMB + GOOD.replace("</tileset>", "&j;</tileset>"),
        '<!DOCTYPE tileset [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + GOOD.replace("</tileset>", "&x;</tileset>"),
        '<!DOCTYPE tileset SYSTEM "http://127.0.0.1:9/x.dtd">' + GOOD.replace("</tileset>", "&x;</tileset>"),
        GOOD.replace('tilewidth="16"', ""),
        GOOD.replace('tilewidth="16"', 'tilewidth="0"'),
        GOOD.replace('tilewidth="16"', 'tilewidth="1e3"'),
        GOOD.replace('tilewidth="16"', f'tilewidth="{"9" * 5000}"'),
        GOOD.replace('tilecount="4"', ""),
        GOOD.replace('tilecount="4"', 'tilecount="-4"'),
        GOOD.replace('tilecount="4"', 'tilecount="999999999999"'),
        GOOD.replace('<image source="t.png"/>', ""),
        GOOD.replace("</tileset>", '<tile id="x"/></tileset>'),
        GOOD.replace("</tileset>", "<tile/></tileset>"),
        GOOD.replace("</tileset>", '<grid orientation="isometric" width="x"/></tileset>'),
        "<a>" * 100_000,
    ],
    ids=range(23),
)
def test_hostile_tilesets_are_refused(text: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_tileset(Source("bad.tsx", text.encode()))
    assert caught.value.message.startswith("bad.tsx:")
    assert "None" not in caught.value.message


def test_a_tileset_in_json_is_refused_with_the_way_to_mend_it(maps: Path, tmp_path: Path) -> None:
    (tmp_path / "t.tsj").write_text('{ "type":"tileset", "name":"t" }', encoding="utf-8")
    with pytest.raises(ReadError, match="is a tileset in JSON") as caught:
        written(sample(), maps, tileset=str(tmp_path / "t.tsj"))
    assert "export it as .tsx" in caught.value.hint


@pytest.mark.parametrize(
    "data", [GOOD.encode("utf-16"), b"\xef\xbb\xbf" + GOOD.encode(), b"<!DOCTYPE tileset>" + GOOD.encode()]
)
def test_harmless_oddities_are_read(data: bytes) -> None:
    assert read_tileset(Source("odd.tsx", data)).ids == range(4)


@pytest.mark.parametrize("link", ["/etc/x.png", "C:\\x.png", "http://127.0.0.1:9/x.png"])
def test_embedding_keeps_no_absolute_path(link: str, maps: Path, tmp_path: Path) -> None:
    path = tmp_path / "t.tsx"
    path.write_text(GOOD.replace("t.png", link), encoding="utf-8")
    with pytest.raises(UsageError, match="absolute"):
        written(sample(), maps, tileset=str(path), wall=1, floor=0, embed_tileset=True)


def test_an_embedded_tileset_cannot_take_the_place_of_the_layer(maps: Path, tmp_path: Path) -> None:
    path = tmp_path / "t.tsx"
    forged = '<image format="png"><data encoding="csv">HOLE</data></image>'
    path.write_text(GOOD.replace('<image source="t.png"/>', forged), encoding="utf-8")
    level = Level(np.ones((2, 2), np.uint8))
    root = etree.fromstring(written(level, maps, tileset=str(path), wall=1, floor=0, embed_tileset=True).read_bytes())
    assert root.findtext("layer/data") == "\n2,2,\n2,2\n"


def test_a_missing_tileset_is_an_error_and_no_crash(maps: Path) -> None:
    with pytest.raises(MazeconvError, match="cannot be read"):
        written(sample(), maps, tileset="nowhere.tsx", wall=1, floor=0)
