"""Maps in Tiled's JSON: Tiled and pytiled-parser open them, and engines that read only plain ones can."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from lxml import etree
from PIL import Image

from clients import need
from mazeconv.api import encode, read, write
from mazeconv.errors import ReadError, UsageError
from mazeconv.formats.tmj_parse import parse_json
from mazeconv.formats.tmj_tree import to_json
from mazeconv.recipe import Recipe
from mazeconv.source import Source
from tiled_client import exported, has_red, raster, run_tiled
from tmx_levels import sample

if TYPE_CHECKING:
    from pathlib import Path

    from mazeconv.level import Level

OPTIONS: list[dict[str, Any]] = [
    {},
    {"profile": "engines"},
    {"encoding": "base64"},
    {"compression": "zlib", "orientation": "isometric"},
    {"compression": "gzip", "embed_tileset": True},
    {"compression": "zstd"},
]
TILESET = """<tileset name="walls" tilewidth="16" tileheight="16" spacing="1" tilecount="4" columns="2">
 <tileoffset x="0" y="-2"/>
 <transformations hflip="1" vflip="0" rotate="0" preferuntransformed="1"/>
 <properties>
  <property name="cold" type="bool" value="true"/><property name="depth" type="float" value="2"/>
 </properties>
 <image source="sheet.png" trans="ff00ff" width="33" height="33"/>
 <tile id="1" type="wall">
  <objectgroup draworder="index"><object id="1" x="0" y="2.5" width="16" height="8"/>
   <object id="2" x="1" y="1"><polygon points="0,0 4,0 2,3.5"/></object></objectgroup>
 </tile>
 <tile id="2" probability="0.5">
  <animation><frame tileid="2" duration="100"/><frame tileid="3" duration="90"/></animation>
 </tile>
 <wangsets>
  <wangset name="paths" type="edge" tile="-1"><wangcolor name="path" color="#ff0000" tile="-1" probability="1"/>
   <wangtile tileid="0" wangid="1,0,1,0,0,0,0,0"/></wangset>
 </wangsets>
</tileset>
"""


def whole() -> Level:
    return sample().with_(recipe=Recipe("dig", 1, "タイ", (9, 7)))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_tiled_reads_it(options: dict[str, Any], tmp_path: Path) -> None:
    if options.get("compression") == "zstd":
        need("zstandard")
    path, *_ = write(whole(), tmp_path / "m.tmj", **options)
    found = exported(path, tmp_path)
    assert found["layers"][0]["data"] == np.array([1, 2, 0])[whole().tiles].ravel().tolist()
    assert [(o["type"], o["x"], o["width"]) for o in found["layers"][1]["objects"]] == [
        (o["type"], o["x"], o["width"]) for o in json.loads(path.read_bytes())["layers"][1]["objects"]
    ]
    assert not has_red(raster(path, tmp_path))
    run_tiled("tiled", "--export-map", "tmx", path, tmp_path / "again.tmx", home=tmp_path)
    assert read(tmp_path / "again.tmx") == whole()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_pytiled_parser_reads_it(options: dict[str, Any], tmp_path: Path) -> None:
    if options.get("compression") == "zstd":
        need("zstandard")
    path, *_ = write(whole(), tmp_path / "m.tmj", **options)
    found = need("pytiled_parser").parse_map(path)
    maze, things = found.layers
    assert (np.array(maze.data) == np.array([1, 2, 0])[whole().tiles]).all()
    assert [(t.name, t.class_) for t in things.tiled_objects][:2] == [("start", "start"), ("goal", "goal")]
    assert found.tilesets[1].tiles[1].class_ == "wall"
    assert found.properties["floors"] == 3


def test_engines_get_all_in_one_plain_file() -> None:
    files = encode(whole(), "tmj", stem="m", profile="engines")
    assert list(files) == ["m.tmj", "m-tmj.png"]
    found = json.loads(files["m.tmj"])
    assert found["layers"][0]["data"][:3] == [2, 2, 2]
    assert not {"encoding", "compression"} & set(found["layers"][0])
    (tileset,) = found["tilesets"]
    # What Phaser takes without asking.
    assert {"firstgid", "name", "tilewidth", "tileheight", "margin", "spacing", "image"} <= set(tileset)
    assert all(isinstance(p["value"], str | int | float | bool) for p in found["properties"])


@pytest.mark.parametrize("options", [{"compression": "zlib"}, {"encoding": "base64"}])
def test_engines_get_nothing_packed(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="profile=engines"):
        encode(whole(), "tmj", profile="engines", **options)


def test_a_text_cannot_take_the_place_of_the_layer() -> None:
    level = whole().with_(properties={"a": '"data": "HOLE"', "data": "HOLE", '"data": "HOLE"': 1})
    assert read(encode(level, "tmj", stem="m", embed_tileset=True)["m.tmj"], "tmj") == level


def test_the_designers_tileset_in_the_map_is_what_tiled_makes_of_it(tmp_path: Path) -> None:
    Image.new("RGB", (33, 33), "teal").save(tmp_path / "sheet.png")
    (tmp_path / "t.tsx").write_text(TILESET)
    path, *_ = write(whole(), tmp_path / "m.tmj", tileset=tmp_path / "t.tsx", floor=0, embed_tileset=True)
    run_tiled("tiled", "--export-map", "json", path, tmp_path / "again.json", home=tmp_path)
    ours, theirs = (json.loads((tmp_path / n).read_bytes())["tilesets"][0] for n in ("m.tmj", "again.json"))
    _check_same(ours, theirs)
    assert not has_red(raster(path, tmp_path))


def _check_same(ours: Any, theirs: Any) -> None:
    """Check that all that stands in ours stands in theirs; Tiled itself adds and leaves out defaults."""
    if isinstance(ours, dict):
        for name, value in ours.items():
            _check_same(value, theirs[name])
    elif isinstance(ours, list):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            _check_same(one, other)
    else:
        assert ours == theirs


def test_both_ways_lead_to_the_same_tree() -> None:
    root = etree.fromstring(encode(whole(), "tmx", stem="m", embed_tileset=True)["m.tmx"])
    text = json.dumps(to_json(root)).replace('"data": "', '"encoding": "csv", "data": "')
    again, texts = parse_json(Source("m.tmj", text.encode()))
    assert [child.tag for child in again] == [child.tag for child in root]
    assert again.xpath("//object/@type") == root.xpath("//object/@type")
    assert again.xpath("//property/@name") == root.xpath("//property/@name")
    assert [t.strip() for t in texts] == [str(root.findtext("layer/data")).encode().strip()]


@pytest.mark.parametrize(("old", "new", "line"), [('"width": 2', '"width": -2', 3), ("5", '"x"', 9)])
def test_a_bad_value_is_said_with_its_own_line(old: str, new: str, line: int) -> None:
    text = """{
 "type": "map",
 "width": 2,
 "height": 1,
 "orientation": "orthogonal", "tilewidth": 16, "tileheight": 16, "infinite": false, "tilesets": [],
 "layers": [
  {"type": "tilelayer", "name": "a", "width": 2, "height": 1,
   "data": [1,
    5]}]
}"""
    with pytest.raises(ReadError) as caught:
        read(text.replace(old, new, 1).encode(), "tmj")
    assert caught.value.line == line
