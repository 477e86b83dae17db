"""Maps of anyone's are read: what each tile is, which objects are markers, and what is said about it."""

from __future__ import annotations

import gzip
import json
import warnings
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from levels import levels
from mazeconv.api import encode, read, write
from mazeconv.errors import MazeconvNotice, ReadError, UsageError
from mazeconv.level import Level, Marker
from mazeconv.recipe import Recipe
from tiled_client import run_tiled
from tmx_levels import sample

if TYPE_CHECKING:
    from pathlib import Path

SIDES = {"floor": " ", "wall": "#", "void": "~"}
STORAGE: list[dict[str, Any]] = [
    {},
    {"encoding": "base64"},
    {"compression": "zlib"},
    {"compression": "gzip"},
    {"compression": "zstd"},
]


def whole() -> Level:
    """Return the sample with a recipe as generators make it."""
    return sample().with_(recipe=Recipe("dig", 1, "タイ", (9, 7), options={"bias": "3"}, shape=("braid=50",)))


def quiet(*arguments: Any, **options: Any) -> Level:
    """Read a map of which nothing may be said."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", MazeconvNotice)
        return read(*arguments, **options)


def drawn(level: Level) -> list[str]:
    return ["".join(" #~"[tile] for tile in row) for row in level.tiles.tolist()]


def tmx(body: str, size: str = 'width="3" height="2"', tiles: str = "", **attributes: str) -> bytes:
    """Return a map around some layers, with one tileset."""
    more = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<map {size} tilewidth="16" tileheight="8"{more}>\n'
        f'<tileset firstgid="1" name="t" tilewidth="16" tileheight="8"><image source="t.png"/>{tiles}</tileset>\n'
        f"{body}\n</map>"
    ).encode()


def layer(rows: str, name: str = "a", attributes: str = "") -> str:
    return f'<layer name="{name}"{attributes}><data encoding="csv">{rows}</data></layer>'


def shown(data: bytes, format: str = "tmx", **options: Any) -> tuple[Level, list[str]]:
    """Return the level and the notices that reading gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        level = read(data, format, **options)
    return level, [str(w.message) for w in caught]


@pytest.mark.parametrize("name", ["tmx", "tmj"])
@pytest.mark.parametrize("orientation", ["orthogonal", "isometric"])
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(level=levels(), storage=st.sampled_from(STORAGE), embed=st.booleans())
def test_what_was_written_comes_back(
    level: Level, storage: dict[str, Any], embed: bool, orientation: str, name: str, tmp_path: Path
) -> None:
    options = {**storage, "orientation": orientation, "embed_tileset": embed}
    path, *_ = write(level, tmp_path / f"m.{name}", force=True, **options)
    assert quiet(path) == level


@pytest.mark.parametrize("name", ["tmx", "tmj"])
@pytest.mark.parametrize(("orientation", "again"), [*product(["orthogonal", "isometric"], ["tmx", "json"])])
def test_it_comes_back_through_tiled(name: str, orientation: str, again: str, tmp_path: Path) -> None:
    path, *_ = write(whole(), tmp_path / f"m.{name}", orientation=orientation)
    out = tmp_path / f"again.{again}"
    run_tiled("tiled", "--export-map", again, path, out, home=tmp_path)
    assert quiet(out, "tmx") == whole()


def test_an_edited_map_loses_its_recipe_and_says_so() -> None:
    data = encode(whole(), "tmx", stem="m", embed_tileset=True)["m.tmx"]
    assert quiet(data, "tmx") == whole()
    level, notices = shown(data.replace(b"2,1,1,1,2", b"2,1,1,2,2", 1), "tmx")
    assert level.recipe is None
    assert notices == ["the map was edited since it was made, so that its recipe no longer makes it and is left out"]


def test_a_hole_in_an_edited_map_is_told() -> None:
    data = encode(whole(), "tmx", stem="m", embed_tileset=True)["m.tmx"]
    edited = data.replace(b"2,1,1,1,2", b"2,1,0,1,2", 1)
    level, notices = shown(edited, "tmx")
    assert np.count_nonzero(level.tiles != whole().tiles) == 1
    assert [n for n in notices if "tmx patch" in n and "1 empty cell is read as void though floor is" in n]
    assert len(shown(edited, "tmx", empty="void")[1]) == 1


def test_a_designer_adds_floor_by_id_and_wall_by_class() -> None:
    data = encode(whole(), "tmx", stem="m", embed_tileset=True)["m.tmx"].decode()
    data = data.replace('"mazeconv.floor" value="0"', '"mazeconv.floor" value="0, 7"')
    data = data.replace("</tileset>", '<tile id="9" type="wall"/></tileset>')
    data = data.replace("2,1,1,1,2,1", "2,8,10,1,2,1", 1)
    level, _ = shown(data.encode())
    assert drawn(level)[1] == "# # #   #"


def test_own_tiles_with_empty_floor_come_back(tmp_path: Path) -> None:
    level = Level(np.array([[1, 0], [0, 1]], np.uint8))
    tileset = tmp_path / "t.tsx"
    tileset.write_text(
        '<tileset name="t" tilewidth="8" tileheight="8" tilecount="9" columns="3"><image source="t.png"/></tileset>'
    )
    path, *_ = write(level, tmp_path / "m.tmx", tileset=str(tileset), wall=4, floor="none")
    assert quiet(path) == level
    path, *_ = write(level, tmp_path / "n.tmj", tileset=str(tileset), wall=4, floor=2, embed_tileset=True)
    assert quiet(path) == level


@pytest.mark.parametrize(
    "body",
    [
        layer("1,2,0,\n2,1,0"),
        layer("1,2,0,\n2,1,0,\n"),
        layer("\r\n1 , 2 ,0,\r\n2,1,0\r\n"),
        layer("2147483649,1073741826,0,536870914,268435457,0"),
        '<layer name="a"><data encoding="base64">AQAAAAIAAAAAAAAAAgAAAAEAAAAAAAAA</data></layer>',
        '<layer><data><tile gid="1"/><tile gid="2"/><tile/><tile gid="2"/><tile gid="1"/><tile/></data></layer>',
        f'<group name="g"><group name="h">{layer("1,2,0,2,1,0")}</group></group>',
        f"<group>{layer('1,0,0,0,1,0')}</group>{layer('0,2,0,2,0,0')}",
        "<!-- a --><?pi?>" + layer("1,2,0,<!-- b -->2,1,0"),
    ],
)
def test_layers_of_every_kind(body: str) -> None:
    classes = '<tile id="0" type="floor"/><tile id="1" type="wall"/>'
    for tiles in (classes, classes.replace("type=", "class=")):
        level, notices = shown(tmx(body, tiles=tiles))
        assert drawn(level) == [" #~", "# ~"]
        assert len(notices) == 1
        assert "class wall" in notices[0]


def test_negative_gids_are_taken_with_a_notice() -> None:
    level, notices = shown(tmx(layer("1,-2147483646,0,0,0,0")), wall="2")
    assert drawn(level)[0] == " # "
    assert "negative" in notices[0]


def test_infinite_maps_are_cropped_to_what_is_used() -> None:
    chunks = []
    for x, y, cell in ((-16, -16, 255), (0, -16, 240), (-16, 16, 15)):
        gids = np.zeros(256, "<u4")
        gids[cell] = 1 if x else 0x80000001
        text = ",".join(map(str, gids.tolist()))
        chunks.append(f'<chunk x="{x}" y="{y}" width="16" height="16">{text}</chunk>')
    thing = '<objectgroup><object type="start" x="8" y="4"><point/></object></objectgroup>'
    body = f'<layer name="wall"><data encoding="csv">{"".join(chunks)}</data></layer>{thing}'
    level, _ = shown(tmx(body, infinite="1"))
    assert level.tiles.shape == (18, 2)
    assert [row for row in drawn(level) if "#" in row] == ["##", "# "]
    # The first tile of the map is at -1,-1.
    assert level.start == (1, 1)


def test_infinite_maps_as_tiled_exports_them(tmp_path: Path) -> None:
    data = encode(whole(), "tmx", stem="m", embed_tileset=True)
    for name, content in data.items():
        (tmp_path / name).write_bytes(content)
    text = (tmp_path / "m.tmx").read_text(encoding="utf-8").replace('infinite="0"', 'infinite="1"')
    body = text.partition('<data encoding="csv">')[2].partition("</data>")[0]
    chunk = f'<chunk x="-40" y="7" width="9" height="7">{body}</chunk>'
    (tmp_path / "i.tmx").write_text(text.replace(body, chunk), encoding="utf-8")
    run_tiled("tiled", "--export-map", "json", tmp_path / "i.tmx", tmp_path / "i.json", home=tmp_path)
    for name in ("i.tmx", "i.json"):
        level, _ = shown((tmp_path / name).read_bytes())
        assert (level.tiles == whole().tiles).all()


@pytest.mark.parametrize(
    ("wall", "floor", "expected"),
    [
        ("2", "", [" # ", " ##"]),
        ("2,3", "", [" ##", "###"]),
        ("2-9", "", [" ##", "###"]),
        ("gid:3", "", ["  #", "#  "]),
        ("class:Tree", "", ["  #", "#  "]),
        ("tree", "", ["  #", "#  "]),
        ("high", "", [" # ", " ##"]),
        ("property:high", "", [" # ", " ##"]),
        ("layer:a", "", ["###", "###"]),
        ("b", "", ["   ", "  #"]),
        ("", "1", [" ##", "###"]),
        ("tree", "b", ["  #", "#  "]),
    ],
)
def test_the_user_says_what_is_wall(wall: str, floor: str, expected: list[str]) -> None:
    tiles = (
        '<tile id="1"><properties><property name="high" type="bool" value="true"/></properties></tile>'
        '<tile id="2" class="tree"><properties><property name="high" type="bool" value="false"/></properties></tile>'
    )
    data = tmx(layer("1,2,3,3,2,1") + layer("0,0,0,0,0,2", "b"), tiles=tiles)
    level, notices = shown(data, **{k: v for k, v in {"wall": wall, "floor": floor}.items() if v})
    assert drawn(level) == expected
    assert notices == []


def test_a_name_that_is_nothing_is_refused_with_what_there_is() -> None:
    high = '<tile id="1"><properties><property name="high" type="bool" value="true"/></properties></tile>'
    body = f'<group name="upper">{layer("1,2,3,3,2,1")}</group>'
    with pytest.raises(UsageError, match="'trees'") as caught:
        read(tmx(body, tiles=f'<tile id="2" class="tree"/>{high}'), "tmx", wall="trees")
    assert "classes: tree; properties: high; layers: a, upper;" in caught.value.hint


def test_gids_of_no_tile_are_told() -> None:
    tiles = '<tile id="1" type="wall"/>'
    data = tmx(layer("1,2,3,7,12,19"), tiles=tiles).replace(b'firstgid="1"', b'firstgid="1" tilecount="6"')
    more = (
        b'<tileset firstgid="9" name="u" tilewidth="8" tileheight="8" tilecount="10"><image source="t.png"/></tileset>'
    )
    data = data.replace(b"<layer", more + b"<layer")
    _, notices = shown(data)
    assert [n for n in notices if "do not have" in n] == [
        "the map shows tiles that its tilesets do not have, and Tiled marks in red: GID 7, 19"
    ]
    _, notices = shown(data.replace(b",7,12,19", b",6,12,18"))
    assert len(notices) == 1
    _, notices = shown(data, wall="2,99,40-50")
    assert notices == ["no layer shows a tile with the GID 99, 40-50"]


def test_a_group_is_named_as_its_layers() -> None:
    stack = layer("1,1,1,1,1,1") + f'<group name="g"><group name="h">{layer("0,2,0,0,0,0")}</group></group>'
    # Of two layers with one name only that of the group is meant.
    stack += layer("0,0,0,0,3,0")
    for name in ("g", "layer:H"):
        level, notices = shown(tmx(stack), wall=name)
        assert drawn(level) == [" # ", "   "]
        assert notices == []


@pytest.mark.parametrize(
    ("body", "tiles", "expected", "told"),
    [
        (layer("1,2,0,1,1,0"), '<tile id="1" type="wall"/>', [" #~", "  ~"], "class wall"),
        (
            layer("1,2,0,1,1,0"),
            '<tile id="1"><properties><property name="Solid" type="bool" value="true"/></properties></tile>',
            [" #~", "  ~"],
            "property Solid",
        ),
        (layer("1,1,1,1,1,1") + layer("0,2,0,2,0,0", "Walls 1"), "", [" # ", "#  "], "layers Walls 1"),
        (layer("0,2,0,2,0,0", "Collision"), "", [" # ", "#  "], "layers Collision"),
        (
            layer("1,2,0,1,1,0"),
            '<tile id="1"><objectgroup><object id="1" x="0" y="0"/></objectgroup></tile>',
            [" #~", "  ~"],
            "collision shapes",
        ),
        (layer("1,1,1,1,1,1") + layer("0,2,0,2,0,0", "b"), "", [" # ", "#  "], "layer b"),
        (layer("1,1,1,1,2,1"), "", ["###", "# #"], "tile 1"),
    ],
)
def test_walls_are_found_by_a_rule_that_is_told(body: str, tiles: str, expected: list[str], told: str) -> None:
    level, notices = shown(tmx(body, tiles=tiles))
    assert drawn(level) == expected
    assert len(notices) == 1
    assert told in notices[0]
    assert "-I wall=" in notices[0]


def test_the_topmost_known_tile_decides() -> None:
    tiles = '<tile id="0" type="floor"/><tile id="1" type="wall"/><tile id="2" type="void"/>'
    stack = layer("1,2,2,0,2,2", "low") + layer("2,1,9,0,3,0", "high") + layer("9,9,9,9,9,0", "air")
    level, _ = shown(tmx(stack, tiles=tiles))
    assert drawn(level) == ["# #", " ~#"]


@pytest.mark.parametrize("empty", SIDES)
def test_empty_cells_are_what_the_user_says(empty: str) -> None:
    level, _ = shown(tmx(layer("1,2,0,1,1,0")), wall="2", empty=empty)
    assert drawn(level)[0] == " #" + SIDES[empty]


def things(*objects: str, group: str = "<objectgroup>") -> str:
    return layer("1,1,1,1,1,1") + group + "".join(objects) + "</objectgroup>"


@pytest.mark.parametrize(
    ("thing", "place"),
    [
        ('<object type="key" x="16" y="8" width="16" height="8"/>', (1, 1)),
        ('<object class="key" x="33" y="1"><point/></object>', (0, 2)),
        ('<object name="Key" x="16" y="0" width="15" height="7"><ellipse/></object>', (0, 1)),
        ('<object name="any" type="key" x="40" y="12"><polygon points="-2,0 2,0 0,3"/></object>', (1, 2)),
        ('<object type="key" gid="2147483649" x="32" y="16" width="16" height="8"/>', (1, 2)),
        ('<object type="key" gid="1" x="32" y="4" width="16" height="8" rotation="90"/>', (1, 2)),
    ],
)
def test_objects_of_every_kind_are_markers(thing: str, place: tuple[int, int]) -> None:
    level, notices = shown(tmx(things(thing)), floor="1")
    assert [(m.kind, m.place) for m in level.markers] == [("key", place)]
    assert notices == []


@pytest.mark.parametrize(
    ("thing", "place"),
    [
        ('<object type="key" x="8" y="8" width="8" height="8"/>', (1, 1)),
        ('<object type="key" x="20" y="4"><point/></object>', (0, 2)),
        ('<object type="key" gid="1" x="24" y="16" width="16" height="16"/>', (1, 2)),
    ],
)
def test_isometric_objects_count_in_tile_heights(thing: str, place: tuple[int, int]) -> None:
    level, _ = shown(tmx(things(thing), orientation="isometric"), floor="1")
    assert [m.place for m in level.markers] == [place]


def test_groups_and_layers_move_objects() -> None:
    group = '<objectgroup offsetx="16" offsety="0">'
    body = things() + f'<group offsetx="16" offsety="8">{group}<object type="key" x="1" y="1"/></objectgroup></group>'
    level, _ = shown(tmx(body), floor="1")
    assert [m.place for m in level.markers] == [(1, 2)]


def test_a_large_goal_is_an_area() -> None:
    level, _ = shown(tmx(things('<object type="goal" x="16" y="0" width="32" height="16"/>')), floor="1")
    assert level.goals == ((0, 1), (0, 2), (1, 1), (1, 2))


def test_a_goal_that_is_too_large_is_its_middle() -> None:
    goal = '<objectgroup><object name="all" type="goal" x="0" y="0" width="6400" height="3200"/></objectgroup>'
    level, notices = shown(tmx(layer(",".join(["1"] * 160_000)) + goal, 'width="400" height="400"'), floor="1")
    assert level.goals == ((200, 200),)
    assert notices == ["goals that cover too many tiles to be areas are only their middle: 1 (all)"]


def test_objects_that_cannot_be_markers_are_told() -> None:
    level, notices = shown(
        tmx(
            things(
                '<object type="start" x="1" y="1"/>',
                '<object type="start" x="17" y="1"/>',
                '<object type="key" x="1" y="1"/>',
                '<object type="key" x="-1" y="1"/>',
                '<object x="1" y="1"/>',
                '<object name="門" x="1" y="1"/>',
            )
        ),
        floor="1",
    )
    assert level.markers == (Marker("start", 0, 0),)
    assert len(notices) == 4
    assert any("second start" in n for n in notices)
    assert any("neither class nor name" in n and "2 (?, 門)" in n for n in notices)


def test_templates_give_what_an_object_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "chest.tx").write_text(
        '<template><tileset firstgid="1" source="../../no.tsx"/><object name="c" type="treasure" gid="3" width="16" '
        'height="8"><properties><property name="label" value="gold"/></properties></object></template>'
    )
    (tmp_path / "m.tmx").write_bytes(tmx(things('<object template="in/chest.tx" x="16" y="16"/>')))
    level = quiet(tmp_path / "m.tmx", floor="1")
    assert level.markers == (Marker("treasure", 1, 1, "gold"),)


def test_side_files_outside_the_folder_need_leave(tmp_path: Path) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "t.tsx").write_text(
        '<tileset name="t" tilewidth="8" tileheight="8"><tile id="0" type="wall"/></tileset>'
    )
    (tmp_path / "maps" / "link.tsx").symlink_to(tmp_path / "t.tsx")
    for link in ("../t.tsx", str(tmp_path / "t.tsx"), "link.tsx"):
        path = tmp_path / "maps" / "m.tmx"
        body = f'<tileset firstgid="20" source="{link}"/>' + layer("1,20,1,1,1,1")
        path.write_bytes(tmx(body))
        with pytest.raises(ReadError, match=r"m\.tmx:4: names") as caught:
            read(path)
        assert "-I outside=yes" in caught.value.hint
        with pytest.warns(MazeconvNotice, match="class wall"):
            assert drawn(read(path, outside=True))[0] == " # "
        # A tileset that is not asked need not be there.
        assert drawn(read(path, wall="20"))[0] == " # "


def test_properties_of_every_type_are_kept_or_told() -> None:
    properties = "".join(
        f'<property name="{name}" type="{kind}" value="{value}"/>'
        for name, kind, value in [
            ("s", "string", "a&#9;b"),
            ("c", "color", "#ff00ff00"),
            ("i", "int", "-7"),
            ("f", "float", "1e+21"),
            ("b", "bool", "true"),
            ("o", "object", "3"),
            ("k", "class", ""),
        ]
    )
    level, notices = shown(tmx(f"<properties>{properties}</properties>" + layer("1,1,1,1,1,1")), floor="1")
    assert dict(level.properties) == {"s": "a b", "c": "#ff00ff00", "i": -7, "f": 1e21, "b": True, "o": 3}
    assert notices == ["the property k of type class is left out"]


@pytest.mark.parametrize("orientation", ["staggered", "hexagonal"])
def test_other_grids_are_read_as_square_and_told(orientation: str) -> None:
    level, notices = shown(tmx(things('<object type="key" x="1" y="1"/>'), orientation=orientation), floor="1")
    assert level.markers == ()
    assert orientation in notices[0]


ROW = "1,2,1,1,2,1"


@pytest.mark.parametrize(
    ("body", "notice"),
    [
        (
            '<imagelayer name="sky"><image source="sky.png"/></imagelayer>' + layer(ROW),
            "image layers are left out: sky",
        ),
        (
            layer(ROW, attributes=' offsetx="8" offsety="0"'),
            "layers are read where their tiles stand in the grid, without their offset in pixels: a",
        ),
        (
            f'<group name="g" offsetx="8" offsety="-3.5">{layer(ROW)}</group>',
            "layers are read where their tiles stand in the grid, without their offset in pixels: a",
        ),
        (layer(ROW, attributes=' opacity="0.5"'), "opacity, tint and parallax of layers are left out: a"),
        (layer(ROW, attributes=' tintcolor="#ff0000"'), "opacity, tint and parallax of layers are left out: a"),
        (
            f'<group name="g" parallaxx="0.5">{layer(ROW)}</group>',
            "opacity, tint and parallax of layers are left out: g",
        ),
        (layer(ROW, attributes=' visible="0"'), "hidden layers are read like others: a"),
        (f'<group name="g" visible="0">{layer(ROW)}</group>', "hidden layers are read like others: a"),
        (layer(ROW, attributes=' opacity="1" offsetx="0" offsety="0" visible="1" parallaxx="1"'), ""),
    ],
)
def test_what_layers_lose_is_told(body: str, notice: str) -> None:
    level, notices = shown(tmx(body), wall="2")
    assert drawn(level) == [" # ", " # "]
    assert notices == [notice] * bool(notice)


def test_what_layers_of_json_lose_is_told() -> None:
    tiles = {"type": "tilelayer", "width": 3, "height": 2, "data": [1, 2, 1, 1, 2, 1]}
    layers = [
        {"type": "imagelayer", "name": "sky", "image": "sky.png"},
        {**tiles, "name": "a", "opacity": 0.5, "visible": False},
        {**tiles, "name": "b", "offsetx": 4, "opacity": 1, "visible": True},
        {"type": "group", "name": "g", "parallaxx": 0.5, "layers": [{**tiles, "name": "c", "tintcolor": "#ff0000"}]},
    ]
    found = {"type": "map", "width": 3, "height": 2, "tilewidth": 8, "tileheight": 8, "layers": layers}
    assert shown(json.dumps(found).encode(), "tmj", wall="2")[1] == [
        "image layers are left out: sky",
        "layers are read where their tiles stand in the grid, without their offset in pixels: b",
        "opacity, tint and parallax of layers are left out: a, g, c",
        "hidden layers are read like others: a",
    ]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ('<?xml version="1.0"?>\n<tileset name="t" tilewidth="8" tileheight="8"/>', "2: is a tileset, not a map"),
        ('<template><object name="x"/></template>', "1: is an object template, not a map"),
        ('{"type": "tileset", "tilewidth": 8, "tilecount": 1}', "is a tileset, not a map"),
        (
            '{"name": "t", "type": "tileset", "tilewidth": 8, "tilecount": 1, "image": "t.png"}',
            "is a tileset, not a map",
        ),
        ('{"a": 1, "tilewidth": 8, "tilecount": 1}', "is JSON, but no map"),
    ],
)
def test_what_else_tiled_saves_is_no_map(data: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "thing"
    path.write_text(data, encoding="utf-8")
    with pytest.raises(ReadError, match=what) as caught:
        read(path)
    assert "give a" in caught.value.hint


@pytest.mark.parametrize("name", ["tmx", "tmj"])
def test_gzipped_maps_and_tilesets_are_read(name: str, tmp_path: Path) -> None:
    level = whole()
    paths = write(level, tmp_path / f"maze.{name}", name)
    for path in paths:
        if path.suffix != ".png":
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes()))
            path.unlink()
    assert quiet(tmp_path / f"maze.{name}.gz") == level


@pytest.mark.parametrize("encode_as", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-1"])
def test_other_encodings_are_read(encode_as: str) -> None:
    text = tmx(layer("1,2,3,3,2,1")).decode()
    text = text.replace("UTF-8", "UTF-16" if "16" in encode_as else encode_as.removesuffix("-sig"))
    level, _ = shown(text.encode(encode_as), wall="2")
    assert drawn(level) == [" # ", " # "]


def test_crlf_and_a_plain_doctype_are_read() -> None:
    data = tmx(layer("1,2,3,\n3,2,1\n")).replace(b"\n", b"\r\n")
    data = data.replace(b"<map", b'<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\r\n<map', 1)
    level, _ = shown(data, wall="2")
    assert drawn(level) == [" # ", " # "]


def test_json_as_older_versions_wrote_it() -> None:
    found = {
        "width": 3,
        "height": 1,
        "tilewidth": 8,
        "tileheight": 8,
        "properties": {"author": "x", "depth": 3, "dark": True},
        "tilesets": [
            {"firstgid": 1, "name": "t", "tilewidth": 8, "tileheight": 8, "tiles": {"1": {"type": "wall"}}},
        ],
        "layers": [{"type": "tilelayer", "name": "a", "width": 3, "height": 1, "data": [1, 2, 1]}],
    }
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        level, _ = shown(json.dumps(found).encode(encoding), "tmj")
        assert drawn(level) == [" # "]
        assert dict(level.properties) == {"author": "x", "depth": 3, "dark": True}
