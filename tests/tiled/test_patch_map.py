"""A patched map holds the level, and all else to the byte."""

from __future__ import annotations

import os
import re
import warnings
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels import levels
from mazeconv.errors import MazeconvError, MazeconvNotice, ReadError, UsageError, WriteError
from mazeconv.formats.tmx_decode import decoded
from mazeconv.formats.tmx_layers import pieces
from mazeconv.formats.tmx_parse import parse_any
from mazeconv.level import Level, Marker, Place
from mazeconv.source import Source
from mazeconv.tiled import patch_map
from mazeconv.tiled.patching import Patched, Request, patch
from mutating import mutants
from tiled_maps import COLS, ENCODINGS, ROWS, STYLES, TILESET, Parts, as_bytes, layer_text, parts

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
FLIPPED = 0x8000_0000
GIDS = np.array([2, 3, 0], np.uint32)
NOW = datetime(2026, 11, 30, 5, 15, 0, tzinfo=UTC)


def patched(data: bytes, level: Level, **asked: Any) -> Patched:
    return patch(Source("map.tmx", data), level, Request(**{"layer": "maze"} | asked))


def start_words(seed: int = 0) -> npt.NDArray[np.uint32]:
    """Return what a designer painted: any of the tiles, some of them turned."""
    rng = np.random.default_rng(seed)
    turns = rng.choice(np.array([0, FLIPPED], np.uint32), (ROWS, COLS))
    words: npt.NDArray[np.uint32] = rng.integers(0, 5, (ROWS, COLS), np.uint32) | turns
    return words


def layer_words(data: bytes, name: str) -> npt.NDArray[np.uint32]:
    file = parse_any(Source("map.tmx", data))
    layer = next(e for e in file.root.iter("layer") if e.get("name") == name)
    (piece,) = pieces(file.source, layer, (ROWS, COLS), 1 << 20)
    return decoded(file.text(piece.element), piece.block._replace(turned=True))


def split(text: str, held: Parts) -> tuple[str, str, str]:
    """Return the tiles, the markers and the counter of objects of a map, having checked that all else stayed."""
    before, counter, after = held.head.partition('nextobjectid="50"')
    assert counter
    found = re.match(re.escape(before) + r'nextobjectid="(\d+)"' + re.escape(after), text)
    assert found
    rest = text[found.end() :]
    assert rest.endswith(held.tail)
    tiles, middle, markers = rest[: -len(held.tail)].partition(held.middle)
    assert middle
    return tiles, markers, found[1]


@st.composite
def placed(draw: st.DrawFn) -> tuple[Level, Place]:
    level = draw(levels())
    return level, Place(draw(st.integers(0, ROWS - level.rows)), draw(st.integers(0, COLS - level.cols)))


@given(
    placed(), st.sampled_from(STYLES), st.sampled_from(ENCODINGS), st.sampled_from(["\n", "\r\n"]), st.integers(0, 9)
)
def test_only_the_layer_and_the_markers_differ(
    one: tuple[Level, Place], style: tuple[str, str], encoding: str, newline: str, seed: int
) -> None:
    level, at = one
    before = start_words(seed)
    declared = {"utf-8-sig": "UTF-8", "utf-16-be-bom": "UTF-16"}.get(encoding, encoding)
    held = parts(before, style, declared)
    new = patched(held.file(encoding, newline), level, at=at).data
    codec = {"utf-16": "utf-16-le", "utf-16-be-bom": "utf-16-be"}.get(encoding, encoding)
    text = new.decode(codec).removeprefix("\ufeff").replace(newline, "\n")
    assert as_bytes(text, encoding, newline) == new
    tiles, markers, counter = split(text, held)
    after = layer_words(new, "maze")
    part = np.s_[at.row : at.row + level.rows, at.col : at.col + level.cols]
    outside = np.ones((ROWS, COLS), bool)
    outside[part] = False
    assert (after[outside] == before[outside]).all()
    target = GIDS[level.tiles]
    kept = before[part] & 0x0FFF_FFFF == target
    assert (after[part] == np.where(kept, before[part], target)).all()
    assert tiles == layer_text(after, style)
    assert markers.count("<object ") == len(level.markers)
    assert int(counter) == 50 + len(level.markers)
    assert patched(new, level, at=at).data == new


@given(placed(), placed())
def test_patches_in_any_order_end_alike(one: tuple[Level, Place], two: tuple[Level, Place]) -> None:
    level, at = one
    held = parts(start_words())
    direct = patched(held.file(), level, at=at).data
    (other, there) = two[0], at
    if other.tiles.shape != level.tiles.shape:
        other = level.with_(markers=(), tiles=1 - (level.tiles & 1))
    turned = patched(patched(held.file(), other, at=there).data, level, at=at).data
    assert (layer_words(turned, "maze") & 0x0FFF_FFFF == layer_words(direct, "maze") & 0x0FFF_FFFF).all()
    objects = [sorted(re.findall(r'type="([a-z0-9_-]+)" x="(\d+)" y="(\d+)"', d.decode())) for d in (turned, direct)]
    assert objects[0] == objects[1]


def corridor(*markers: Marker) -> Level:
    tiles = np.ones((3, 7), np.uint8)
    tiles[1, 1:6] = 0
    return Level(tiles, markers)


def test_a_marker_that_moves_keeps_its_id_and_what_the_designer_gave_it() -> None:
    thing = (
        '<object id="5" name="me" type="start" x="20.5" y="16" width="8" height="16" rotation="0"><ellipse/></object>'
    )
    held = parts(start_words())._replace(markers=f"\n   {thing}")
    new = patched(held.file(), corridor(Marker("start", 1, 4), Marker("goal", 1, 5))).data.decode()
    _, markers, counter = split(new, held)
    assert thing.replace("20.5", "68.5") in markers
    assert markers.endswith('\n   <object id="50" name="goal" type="goal" x="80" y="16" width="16" height="16"/>')
    assert counter == "51"
    gone = patched(new.encode(), corridor()).data.decode()
    assert split(gone, held)[1] == ""


def test_a_start_that_stays_elsewhere_is_told_of() -> None:
    held = parts(start_words())
    once = patched(held.file(), corridor(Marker("start", 1, 4))).data
    with pytest.warns(MazeconvNotice, match="the map keeps .*the start at 4,1"):
        patched(once, corridor(Marker("start", 1, 1)), at=Place(5, 0))


def test_markers_can_be_left_alone() -> None:
    held = parts(start_words())
    new = patched(held.file(), corridor(Marker("start", 1, 4)), markers=False)
    assert split(new.data.decode(), held)[1:] == ("", "50")
    assert len(new.summary) == 1


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        ('<objectgroup id="3" name="markers" />', ">\n  <object"),
        ('<objectgroup id="3" name="markers">\n </objectgroup>', ">\n  <object"),
        ('<objectgroup id="3" name="markers"><!-- x --></objectgroup>', ">\n  <object"),
        ("", ' </layer>\n <objectgroup id="8" name="markers">\n  <object'),
    ],
)
def test_a_layer_of_markers_is_filled_or_made(layer: str, expected: str) -> None:
    text = (
        f'<map width="7" height="3" tilewidth="16" tileheight="16" nextlayerid="8" nextobjectid="2">\n{TILESET}\n'
        ' <layer id="2" name="maze" width="7" height="3">\n'
        f'  <data encoding="csv">{",".join("0" * 21)}</data>\n </layer>'
        + (f"\n {layer}" if layer else "")
        + "\n</map>\n"
    )
    level = corridor(Marker("start", 1, 1), Marker("key", 1, 3, "赤 & <b>"))
    new = patched(text.encode(), level, layer=None).data
    assert expected.encode() in new
    assert new.endswith(b"\n </objectgroup>\n</map>\n") or b"</object><!-- x --></objectgroup>" in new
    assert new.count(b"<objectgroup") == new.count(b"</objectgroup>") == 1
    assert patched(new, level).data == new
    found = parse_any(Source("map.tmx", new)).root
    assert found.get("nextobjectid") == "4"
    assert [e.get("type") for e in found.iter("object")] == ["start", "key"]
    latin = b'<?xml version="1.0" encoding="iso-8859-1"?>\n' + text.encode()
    assert b"&#36196; &amp; &lt;b&gt;" in patched(latin, level).data


def test_chunks_of_an_infinite_map_are_patched() -> None:
    chunk = ",".join(["1"] * 16)
    chunks = [f'<chunk x="{x}" y="{y}" width="4" height="4">{chunk}</chunk>' for x in (-4, 0, 4) for y in (0, 4)]
    text = (
        f'<map width="9" height="9" tilewidth="16" tileheight="16" infinite="1">\n{TILESET}\n<layer id="1" name="maze" '
        f'width="9" height="9"><data encoding="csv">{"".join(chunks)}</data></layer></map>'
    )
    level = corridor(Marker("goal", 1, 5))
    new = patched(text.encode(), level, at=Place(2, -2)).data
    root = parse_any(Source("map.tmx", new)).root
    out = np.ones((8, 12), np.uint32)
    for e in root.iter("chunk"):
        row, col = int(e.get("y", "")), int(e.get("x", "")) + 4
        out[row : row + 4, col : col + 4] = np.array((e.text or "").split(","), np.uint32).reshape(4, 4)
    expected = np.ones((8, 12), np.uint32)
    expected[2:5, 2:9] = GIDS[level.tiles]
    assert (out == expected).all()
    (goal,) = root.iter("object")
    assert (goal.get("x"), goal.get("y")) == ("48", "48")
    with pytest.raises(WriteError, match="no chunk at 8,2"):
        patched(text.encode(), level, at=Place(2, 3))


def test_what_cannot_be_is_said() -> None:
    held = parts(start_words()).file()
    level = corridor()
    for words, asked in (
        ("has no tile layer 'mazes'", {"layer": "mazes"}),
        ("has 2 tile layers", {"layer": None}),
        ("has no tileset 'yours'", {"wall": "yours:1"}),
        ("has no tile 4", {"wall": "mine:4"}),
        ("has no terrain 'grass'", {"floor": "grass"}),
        ("has no terrain ''", {"floor": "mine:"}),
        ("has the GID 999999999", {"floor": "999999999"}),
    ):
        with pytest.raises(UsageError, match=words):
            patched(held, level, **asked)
    with pytest.raises(WriteError, match="0,-1 is not in the map of 14 x 12"):
        patched(held, level, at=Place(-1, 0))
    for at in (Place(10, 0), Place(0, 8)):
        with pytest.raises(WriteError, match="does not fit the map of 14 x 12"):
            patched(held, level, at=at)
    with pytest.raises(UsageError, match="is wall"):
        patched(held.replace(b'type="wall"', b'type="walls"'), level)
    with pytest.raises(UsageError, match="2 tile layers are called 'maze'"):
        patched(held.replace(b'name="grass"', b'name="maze"'), level)
    with pytest.raises(ReadError, match="is hexagonal"):
        patched(held.replace(b'orientation="orthogonal"', b'orientation="hexagonal"'), level)
    with pytest.raises(ReadError, match="is JSON"):
        patched(b"{}", level)


def test_the_tiles_are_named_by_the_map_or_by_the_user() -> None:
    held = parts(start_words()).file()
    level = corridor()
    assert (layer_words(patched(held, level).data, "maze")[:3, :7] & 0xFFFF == GIDS[level.tiles]).all()
    new = patched(held, level, wall="mine:3", floor="none").data
    assert (layer_words(new, "maze")[:3, :7] & 0xFFFF == np.array([0, 4])[level.tiles]).all()
    own = '<property name="mazeconv.tileset" value="mine"/><property name="mazeconv.wall" value="3,0"/>'
    own += '<property name="mazeconv.floor" value="none,1"/>'
    named = held.replace(b" <properties>\n", f" <properties>\n{own}\n".encode(), 1)
    before = layer_words(named, "maze")[:3, :7]
    after = layer_words(patched(named, level).data, "maze")[:3, :7]
    # Of the tiles that are listed, the first is drawn, and the others stay.
    stays = (level.tiles == 1) & (before & 0xFFFF == 1)
    assert stays.any()
    assert (after[stays] == before[stays]).all()
    assert (after[~stays] & 0xFFFF == np.array([0, 4])[level.tiles[~stays]]).all()


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ("entities of its own", b"?>\n", b'?>\n<!DOCTYPE map [<!ENTITY a "b">]>\n'),
        ("entities of its own", b"?>\n", b'?>\n<!DOCTYPE map [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>\n'),
        ("is no XML", b"</map>", b""),
        ("is no XML", b"</map>", b"</map><map/>"),
        ("is no XML", b"opacity='0.5'", b'name="maze"'),
        ("is no XML", b'name="maze"', b'name="maze" name="maze"'),
        ("holds '<!--", b"\n0,", b"<!-- x -->0,"),
        ("holds '<!\\[CDATA", b"\n0,", b"<![CDATA[0]]>,"),
        ("has height", b'height="12"', b'height="-12"'),
        ("ends before", b'height="12"', b'height="1200"'),
        ("is written in utf-7", b'"UTF-8"', b'"utf-7"'),
        ("is no XML", b"nextlayerid", b"\xff"),
        ("unknown encoding", b'<data encoding="csv">\n0', b'<data encoding="zip">\n0'),
        ("holds its tiles as XML", b'<data encoding="csv">\n0', b"<data>\n0"),
    ],
)
def test_hostile_maps_are_refused(words: str, old: bytes, new: bytes) -> None:
    start = start_words()
    start[0, 0] = 0
    data = parts(start).file()
    assert old in data
    with pytest.raises(ReadError, match=words):
        patched(data.replace(old, new), corridor())


def test_depth_and_bombs_are_refused() -> None:
    deep = parts(start_words()).file().replace(b"</map>", b"<a>" * 100_000 + b"</a>" * 100_000 + b"</map>")
    with pytest.raises(ReadError, match="is no XML"):
        patched(deep, corridor())
    zeros = np.zeros((4000, 4000), np.uint32)
    held = parts(start_words(), STYLES[2])
    bomb = held._replace(tiles=layer_text(zeros, STYLES[2]))
    with pytest.raises(ReadError, match="holds more tiles"):
        patched(bomb.file(), corridor())


def test_walls_that_look_like_floor_are_refused() -> None:
    with pytest.raises(UsageError, match="2 cannot be both floor and wall"):
        patched(parts(start_words()).file(), corridor(), wall="2", floor="2")


def test_damaged_maps_end_well(tmp_path: Path) -> None:
    seeds = [parts(start_words(n), style).file() for n, style in enumerate(STYLES[:4])]
    level = corridor(Marker("start", 1, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        for data in mutants(seeds, 600):
            source = Source("map.tmx", data, tmp_path)
            try:
                new = patch(source, level, Request(layer="maze")).data
            except MazeconvError:
                continue
            # What was taken for a map is one still, and holds the level.
            assert patch(Source("map.tmx", new, tmp_path), level, Request(layer="maze")).data == new


def test_a_file_is_backed_up_and_links_keep_their_place(tmp_path: Path) -> None:
    path, link = tmp_path / "real.tmx", tmp_path / "link.tmx"
    old = parts(start_words()).file()
    path.write_bytes(old)
    if os.name != "nt":
        link.symlink_to(path)
    else:
        link = path
    level = corridor(Marker("start", 1, 1))
    planned = patch_map(link, level, layer="maze", dry_run=True, now=NOW)
    assert [w.status for w in planned.files] == ["planned", "planned"]
    assert path.read_bytes() == old
    done = patch_map(link, level, layer="maze", now=NOW)
    assert [w.path.name for w in done.files] == ["real.tmx", "real.tmx.mazeconv-20261130-051500.bak"]
    assert done.summary == planned.summary
    assert done.files[1].path.read_bytes() == old
    assert link.is_symlink() or link == path
    assert [w.status for w in patch_map(link, level, layer="maze", now=NOW).files] == ["unchanged"]
