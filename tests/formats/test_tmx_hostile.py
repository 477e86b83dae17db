"""Maps that are broken or made to harm: each is refused with a word on what to mend, and takes little memory."""

from __future__ import annotations

import base64
import gzip
import json
import os
import time
import tracemalloc
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from clients import need
from mazeconv.api import read
from mazeconv.errors import ReadError
from mazeconv.formats import tmx_decode
from mazeconv.formats.tmx_decode import Block, Text, decoded

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
TILESET = '<tileset firstgid="1" name="t" tilewidth="8" tileheight="8"><image source="t.png"/></tileset>\n'
ROWS = ",\n".join(["1,2,1,1,2,1"] * 4)


def tmx(rows: str = ROWS, size: str = 'width="6" height="4"', data: str = ' encoding="csv"', start: str = "") -> str:
    return (
        f'<?xml version="1.0"?>\n{start}<map {size} tilewidth="8" tileheight="8">\n{TILESET}'
        f'<layer name="walls" {size}>\n<data{data}>\n{rows}\n</data></layer></map>'
    )


def tmj(**changes: Any) -> str:
    layer = {"type": "tilelayer", "name": "walls", "width": 2, "height": 1, "data": [1, 2]}
    return json.dumps(
        {"type": "map", "width": 2, "height": 1, "tilewidth": 8, "tileheight": 8, "layers": [layer]} | changes
    )


def refused(text: str | bytes, format: str = "tmx", **options: Any) -> ReadError:
    """Return the error that a file gives, having checked that it takes little memory."""
    data = text if isinstance(text, bytes) else text.encode()
    tracemalloc.start()
    try:
        with pytest.raises(ReadError) as caught:
            read(data, format, **options)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000 + 64 * len(data)
    assert "None" not in caught.value.message
    return caught.value


def test_the_good_files_are_good() -> None:
    assert read(tmx().encode(), "tmx").tiles.shape == (4, 6)
    assert read(tmj().encode(), "tmj").tiles.shape == (1, 2)


LAUGHS = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True))
BOMB = f'<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa">{LAUGHS}]>'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("{", "JSON"),
        ("\0\0\0", "no XML"),
        ("<map>\0</map>", "no XML"),
        ("<tileset/>", "is a tileset, not a map"),
        ("<maps/>", "is no map"),
        (tmx(start=BOMB).replace("walls", "&j;"), "entities"),
        (tmx("&j;", start=BOMB), "entities"),
        (tmx(start='<!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/passwd">]>').replace("1,2", "&x;", 1), "entities"),
        (tmx(start='<!DOCTYPE map [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;]>'), "entities"),
        (tmx("&x;", start='<!DOCTYPE map SYSTEM "http://127.0.0.1:9/x.dtd">'), "ntit"),
        ("<map>" * 100_000, "no XML"),
        ("<map>" * 100_000 + "</map>" * 100_000, "no XML"),
        (tmx().replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-7"?>'), "utf-7"),
        (tmx(size='width="0" height="4"'), 'width="0"'),
        (tmx(size='width="-6" height="4"'), 'width="-6"'),
        (tmx(size='width="2147483648" height="2147483648"'), "height="),
        (tmx(size='width="1048576" height="1048576"'), "limit"),
        (tmx(size='width="8192" height="8192"'), "ends before"),
        (tmx(size='width="6"'), "no height"),
        (tmx(size='width="6.0" height="4"'), 'width="6.0"'),
        (tmx(size=f'width="{"9" * 5000}" height="4"'), 'width="999'),
        (tmx().replace('<map width="6"', '<map width="7"'), "is 6 x 4 tiles"),
        (tmx().replace('tilewidth="8"', 'tilewidth="0"', 1), 'tilewidth="0"'),
        (tmx().replace('name="t" tilewidth="8"', 'name="t" tilewidth="0"'), 'tilewidth="0"'),
        (tmx().replace('name="t" tilewidth="8"', 'name="t"'), "no tilewidth"),
        (tmx().replace('firstgid="1"', ""), "no firstgid"),
        (tmx().replace(TILESET, TILESET * 2), "two tilesets begin at GID 1"),
        (tmx().replace(TILESET, "").replace("</map>", TILESET + "</map>"), "stands after a layer"),
        (tmx(ROWS[:-1]), "row 4, column 6"),
        (tmx(ROWS[: ROWS.rindex(",")]), "ends before row 4, column 6: it holds 23 tiles of 24"),
        (tmx(ROWS + ",1"), "holds 25 tiles, but 6 x 4 is 24"),
        (tmx(ROWS + ",1,2,3"), "holds 27 tiles, but 6 x 4 is 24"),
        (tmx(""), "row 1, column 1"),
        (tmx(ROWS.replace("1,2,1,1", "1,x,1,1", 1)), "'x' in row 1, column 2"),
        (tmx(ROWS.replace("1,2,1,1", "1,,1,1", 1)), "'' in row 1, column 2"),
        (tmx(ROWS.replace("1,2,1,1", "1, ,1,1", 1)), "'' in row 1, column 2"),
        (tmx(ROWS.replace("1,2,1,1", "1,2 1,1", 1)), "'2 1' in row 1, column 2"),
        (tmx(ROWS.replace("1,2,1,1", "1,2.5,1,1", 1)), "'2.5' in row 1"),
        (tmx(ROWS.replace("1,2,1,1", "1,+2,1,1", 1)), "'+2' in row 1"),
        (tmx(ROWS.replace("1,2,1,1", "1,٣,1,1", 1)), "in row 1, column 2"),
        (tmx(ROWS.replace("1,2,1,1", "1,4294967296,1,1", 1)), "4294967296"),
        (tmx(ROWS.replace("1,2,1,1", "1,-2147483649,1,1", 1)), "-2147483649"),
        (tmx(ROWS.replace("1,2,1,1", f"1,{'9' * 30},1,1", 1)), "99999"),
        (tmx(data=' encoding="csv" compression="zlib"'), "compresses csv"),
        (tmx(data=' encoding="json"'), "unknown encoding"),
        (tmx(data=' encoding="base64" compression="lzma"'), "base64"),
        (tmx("AAAA", data=' encoding="base64" compression="lzma"'), "unknown compression"),
        (tmx("AAAA", data=' encoding="base64" compression="zlib"'), "is no zlib"),
        (tmx("AAAA", data=' encoding="base64" compression="gzip"'), "is no gzip"),
        (tmx("A", data=' encoding="base64"'), "base64"),
        (tmx("!@#$", data=' encoding="base64"'), "base64"),
        (tmx("AAAA", data=' encoding="base64"'), "holds 0 tiles"),
        (tmx("<tile/>", data=""), "it holds 1 tiles of 24"),
        (tmx('<tile gid="x"/>', data=""), 'gid="x"'),
        (tmx().replace("<map", '<map infinite="1"'), "without tiles"),
        ('<map tilewidth="8" tileheight="8" width="2" height="2"><layer name="a"/></map>', "no data"),
    ],
)
def test_broken_maps_name_what_is_wrong(text: str, words: str) -> None:
    error = refused(text)
    assert words in error.message
    assert error.source == "<bytes>"
    assert error.hint or not text.startswith("<")
    assert error.line or not text.startswith("<") or "without" in words
    assert "XML_PARSE" not in error.message


@pytest.mark.parametrize(
    ("line", "good", "wrong"),
    [
        (2, 'tilewidth="8"', 'tilewidth="x"'),
        (3, 'firstgid="1"', 'firstgid="0"'),
        (4, '<layer name="walls" width="6"', '<layer name="walls" width="-6"'),
        (5, "1,2,1", "1,x,1"),
        (6, "1,2,1,1,2,1,\n", "<1,2"),
        (2, "<map ", '<!DOCTYPE map [<!ENTITY x "y">]><map '),
    ],
)
def test_the_line_is_the_one_that_is_broken(line: int, good: str, wrong: str) -> None:
    assert refused(tmx().replace(good, wrong, 1)).line == line


def test_lines_after_a_large_layer_are_right() -> None:
    rows = ",\n".join([",".join(["1"] * 100)] * 400)
    text = tmx(rows, 'width="100" height="400"')
    text = text.replace("</map>", '\n<objectgroup>\n<object type="key" x="nan"/></objectgroup></map>')
    assert refused(text).line == text[: text.index('x="nan"')].count("\n") + 1


def packed(name: str, data: bytes) -> bytes:
    if name == "zstd":
        return bytes(need("zstandard").ZstdCompressor().compress(data))
    return gzip.compress(data) if name == "gzip" else zlib.compress(data)


@pytest.mark.parametrize("compression", ["zlib", "gzip", "zstd"])
def test_a_bomb_is_not_inflated(compression: str) -> None:
    bomb = base64.b64encode(packed(compression, bytes(200_000_000))).decode()
    error = refused(tmx(bomb, data=f' encoding="base64" compression="{compression}"'))
    assert "more tiles than 6 x 4" in error.message


@pytest.mark.parametrize("compression", ["zlib", "gzip", "zstd"])
def test_compressed_data_that_end_early(compression: str) -> None:
    data = packed(compression, np.arange(24, dtype="<u4").tobytes())
    for length in (len(data) // 2, len(data) - 12, 3):
        text = base64.b64encode(data[:length]).decode()
        refused(tmx(text, data=f' encoding="base64" compression="{compression}"'))


@pytest.mark.parametrize(
    "chunks",
    [
        '<chunk x="0" y="0" width="1048576" height="1048576">1</chunk>',
        '<chunk x="0" y="0" width="2147483648" height="1">1</chunk>',
        '<chunk x="0" y="0" width="1" height="1">1</chunk><chunk x="900000" y="900000" width="1" height="1">1</chunk>',
        '<chunk x="0" y="-1000000000" width="1" height="1">1</chunk><chunk x="0" y="0" width="1" height="1">1</chunk>',
        '<chunk x="99999999999" y="0" width="1" height="1">1</chunk>',
        '<chunk x="" y="0" width="1" height="1">1</chunk>',
        '<chunk width="1" height="1">1</chunk>',
    ],
)
def test_chunks_are_bounded(chunks: str) -> None:
    refused(tmx(chunks).replace("<map", '<map infinite="1"'))


def test_all_layers_share_one_limit() -> None:
    text = tmx()
    layer = text[text.index("<layer") : text.index("</map>")]
    many = text.replace(layer, layer * 3)
    assert read(many.encode(), "tmx", tile_limit=72).tiles.shape == (4, 6)
    assert "limit" in refused(many, tile_limit=71).message


@pytest.mark.parametrize(
    "text",
    [
        tmx(ROWS + " " * 8_000_000),
        tmx("1", 'width="1" height="1"').replace(TILESET, "<a/>" * 500_000 + TILESET),
        tmx("1", 'width="1" height="1"').replace(
            "</layer>", "</layer>" + '<layer name="b"><data encoding="csv">4000000</data></layer>' * 9000
        ),
        tmx("1", 'width="1" height="1"').replace(
            '<image source="t.png"/>', "".join(f'<tile id="{i}" type="wall"/>' for i in range(60_000))
        ),
        tmx().replace(
            "</map>", '<objectgroup><object type="goal" x="-9" y="-9" width="99" height="99"/></objectgroup>' * 9000
        )
        + "</map>",
        tmx("".join(f'<chunk x="{i}" y="0" width="1" height="1">1</chunk>' for i in range(20_000))).replace(
            "<map", '<map infinite="1"'
        ),
    ],
    ids=["spaces", "elements", "layers", "tiles", "goals", "chunks"],
)
def test_nothing_takes_more_time_than_its_size_explains(text: str) -> None:
    began = time.process_time()
    assert read(text.encode(), "tmx").tiles.size
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "JSON"),
        ('{"layers": NaN}', "JSON"),
        (tmj(width=float("nan")), "JSON"),
        ('{"type": "map",\n"width": 1e999}', "JSON"),
        (tmj(width=-2), 'width="-2"'),
        (tmj(width=2**31), 'width="2147483648"'),
        (tmj(width=2**70), 'width="1180591'),
        (tmj(width=2.5), 'width="2.5"'),
        (tmj(width=True, height=True), "is 2 x 1 tiles"),
        (tmj(width=[2]), "JSON"),
        (tmj(layers={}), "JSON"),
        (tmj(layers=[{"type": "tilelayer", "name": "a"}]), "/map/layer"),
        (tmj(layers=[{"type": "tilelayer", "name": "a", "data": "AAAA", "encoding": "base64"}]), "/map/layer/data"),
        (tmj(layers=[{"type": "tilelayer", "name": "a", "data": [1, None]}]), "'null' in row 1, column 2"),
        (tmj(layers=[{"type": "tilelayer", "name": "a", "data": [1, [2]]}]), "row 1, column 2"),
        (tmj(layers=[{"type": "tilelayer", "name": "a", "data": [1, 1.5]}]), "row 1, column 2"),
        (tmj(layers=[{"type": "tilelayer", "name": "a", "data": {"0": 1}}]), "row 1, column 1"),
        (tmj(layers=[{"type": "tilelayer", "name": "a\0b", "data": [1, 2]}]), "text"),
        (tmj(tilesets=[{"firstgid": 1}]), "no tilewidth"),
        (tmj(tilesets=[{"firstgid": 1, "source": "../t.json"}]), "folder"),
        ("[" * 100_000, "JSON"),
        ('{"layers":[{"type":"group",' + '"layers":[{"type":"group",' * 100_000, "nested"),
        ('{"a":' * 100_000, "nested"),
        ('{"type":"tileset"}', "is a tileset, not a map"),
        ("[]", "JSON"),
    ],
)
def test_broken_json_names_what_is_wrong(text: str, words: str) -> None:
    assert words in refused(text, "tmj").message


def test_a_json_error_names_the_line() -> None:
    assert refused(tmj().replace(", ", ",\n").replace("[1,", "[NaN,"), "tmj").line == 10


TILES = {"type": "tilelayer", "name": "a", "width": 2, "height": 1, "data": [1, 1]}
SHAPES = {"type": "objectgroup", "objects": [{"x": 0, "y": 0}]}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"layers": [TILES, {"type": "group", "layers": [TILES, {**TILES, "width": 7}]}]}, '"width": 7'),
        ({"layers": [{"type": "imagelayer"}, TILES, {**TILES, "data": [7, 1, 1]}]}, "7,"),
        (
            {
                "layers": [
                    TILES,
                    {**SHAPES, "objects": [{"x": 0, "y": 0, "type": "key"}, {"type": "key", "x": "seven"}]},
                ]
            },
            '"seven"',
        ),
        ({"properties": [{"name": "a", "value": 1}, {"name": "b", "type": "float", "value": "seven"}]}, '"seven"'),
        ({"tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 7}]}, '"tilewidth": 7'),
        (
            {
                "infinite": True,
                "layers": [{**TILES, "chunks": [{"x": 0, "y": 0, "width": 1, "height": 1, "data": [7, 7]}]}],
            },
            "7,",
        ),
    ],
)
def test_an_error_in_what_json_says_names_its_line(changes: dict[str, Any], wrong: str) -> None:
    text = tmj(**changes)
    text = json.dumps(json.loads(text), indent=1)
    error = refused(text, "tmj")
    assert error.line is not None
    # What begins on the line is the value that is wrong, or holds it.
    begin, _, _ = text.partition(wrong)
    assert error.line <= begin.count("\n") + 1
    assert any(sign in text.split("\n")[error.line - 1] for sign in ("{", "[", wrong.strip()))
    rest = "\n".join(text.split("\n")[error.line - 1 :])
    assert rest.index(wrong.strip()) < 400


@pytest.mark.parametrize(
    "link", ["../t.tsx", "/etc/passwd", "C:\\t.tsx", "in/../../t.tsx", "loop.tsx", "folder", "pipe.tsx", "no.tsx"]
)
def test_side_files_that_are_not_read(link: str, tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    (folder / "folder").mkdir(parents=True)
    (folder / "loop.tsx").symlink_to("loop.tsx")
    os.mkfifo(folder / "pipe.tsx")
    (tmp_path / "t.tsx").write_text("<tileset/>")
    path = folder / "m.tmx"
    path.write_text(tmx().replace(TILESET, f'<tileset firstgid="1" source="{link}"/>\n'))
    with pytest.raises(ReadError) as caught:
        read(path)
    assert caught.value.message.startswith(f"{path}:3: ")
    # Nothing is needed of it where the user says which tiles are wall.
    assert read(path, wall="2").tiles.shape == (4, 6)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "m.tmx"
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    with pytest.raises(ReadError, match="not a"):
        read(path)


@given(
    gids=arrays(np.int64, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.integers(0, (1 << 28) - 1)),
    most=st.sampled_from([9, 99, 9999, 99999, 1 << 28]),
    block=st.integers(1, 60),
    between=st.sampled_from([",\n", ",", ",\r\n", " , \n"]),
)
def test_csv_is_what_int_makes_of_it(gids: Any, most: int, block: int, between: str) -> None:
    gids %= most + 1
    text = between.join(",".join(map(str, row)) for row in gids.tolist()).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tmx_decode, "BLOCK", block)
        found = decoded(Text(text, 0, len(text)), Block(len(gids), len(gids[0]), "csv", "", ReadError))
    assert found.tolist() == gids.tolist()
