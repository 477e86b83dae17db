"""What differs between two levels is found, told and drawn, and nothing else is."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from levels import levels
from mazeconv import diff, generate, write
from mazeconv.cli import run
from mazeconv.differences import ABSENT, Property, lines
from mazeconv.level import Level, Marker, Tile
from mazeconv.pictures.differences_picture import TILE_SIZE, picture
from mazeconv.pictures.drawing import layout
from mazeconv.pictures.stamps import look
from mazeconv.pictures.themes import THEMES

if TYPE_CHECKING:
    from pathlib import Path


MIDDLE = TILE_SIZE // 2


def plain(level: Level) -> Level:
    return level.with_(markers=(), properties={}, recipe=None)


@given(levels())
def test_a_level_does_not_differ_from_itself(level: Level) -> None:
    found = diff(level, level.with_(recipe=None))
    assert not found
    assert lines(found, 10) == []
    assert found.counts == {}


@given(levels(), levels())
def test_what_differs_leads_from_one_level_to_the_other(a: Level, b: Level) -> None:
    found = diff(a, b)
    assert bool(found) == bool(diff(b, a)) == bool(lines(found, 3))
    if not found:
        assert a.with_(recipe=None) == b.with_(recipe=None)
    tiles = np.full(found.changed.shape, ABSENT, np.uint8)
    tiles[: a.rows, : a.cols] = a.tiles
    for change in found.places():
        assert tiles[change.place] == change.before
        tiles[change.place] = change.after
    assert (tiles[: b.rows, : b.cols] == b.tiles).all()
    assert sum(found.counts.values()) == np.count_nonzero(found.changed) == len(list(found.places()))
    moved, gone, new = found.markers
    left = set(a.markers) - {m for m, _ in moved} - set(gone)
    assert left | {m for _, m in moved} | set(new) == set(b.markers)
    assert all((m.kind, m.label) == (n.kind, n.label) for m, n in moved)
    properties = dict(a.properties)
    for name, _, after in found.properties:
        properties.pop(name, None)
        if after is not None:
            properties[name] = after
    assert properties == dict(b.properties)


def test_true_is_not_one() -> None:
    level = generate(size=(5, 5), seed=1)
    found = diff(level.with_(properties={"dark": True}), level.with_(properties={"dark": 1}))
    assert found.properties == (Property("dark", True, 1),)  # noqa: FBT003 - a value


def test_the_lines_say_what_and_where() -> None:
    tiles = np.ones((3, 7), np.uint8)
    tiles[1, 1:6] = 0
    a = Level(tiles, (Marker("start", 1, 1), Marker("key", 1, 3, "A")), {"depth": 3})
    changed = tiles.copy()
    changed[0, 2:4] = 0
    b = Level(changed[:, :6], (Marker("start", 0, 2), Marker("goal", 1, 3)), {"title": "x"})
    assert lines(diff(a, b), 2) == [
        "size: 7x3 -> 6x3",
        "tiles: 5 differ: 3 wall -> nothing, 2 wall -> floor",
        "  2,0 wall -> floor",
        "  3,0 wall -> floor",
        "  and 3 more",
        "markers: 1 moved, 1 gone, 1 new",
        "  start 1,1 -> 2,0",
        "  key A 3,1 is gone",
        "  and 1 more",
        "properties: 2 differ",
        "  depth: 3 -> nothing",
        "  title: nothing -> 'x'",
    ]


@given(levels(), levels(), st.booleans())
def test_the_picture_colours_what_changed_and_nothing_else(a: Level, b: Level, marked: bool) -> None:
    found = diff(a, b) if marked else diff(plain(a), plain(b))
    data = picture(found)
    assert data == picture(found)
    with Image.open(BytesIO(data)) as image:
        pixels = np.asarray(image.convert("RGB"))
    if marked:
        return
    colours = look(THEMES["paper"], {})
    quiet = {c[:3] for c in (colours.floor, colours.wall, colours.void)}
    # Void and what lies beyond a level look alike.
    seen = found.changed & (np.minimum(*found.roles) < Tile.VOID)
    rows, cols = seen.shape
    places = layout(rows, cols, TILE_SIZE, coordinates=True)
    for row in range(rows):
        for col in range(cols):
            shown = tuple(
                int(v) for v in pixels[places.top + row * TILE_SIZE + MIDDLE, places.left + col * TILE_SIZE + MIDDLE]
            )
            assert (shown in quiet) != bool(seen[row, col]), (row, col)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with levels of two seeds, one of them in two formats."""
    write(generate(size=(15, 13), seed=1), tmp_path / "a.json")
    write(generate(size=(15, 13), seed=1), tmp_path / "a.tmx")
    write(generate(size=(15, 13), seed=2), tmp_path / "b.json")
    return tmp_path


def test_the_exit_code_says_whether_anything_differs(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", str(place / "a.json"), str(place / "a.tmx")]) == 0
    assert capsys.readouterr().out == "no difference\n"
    assert run(["diff", str(place / "a.json"), str(place / "b.json"), "--places", "0"]) == 1
    assert capsys.readouterr().out.startswith("tiles: ")
    assert run(["diff", str(place / "a.json"), str(place / "c.json")]) == 1
    assert run(["diff", "-", "-", "--from", "json"]) == 2
    assert run(["diff", str(place / "a.json"), str(place / "b.json"), "-o", "x.txt"]) == 2


def test_a_picture_and_json(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = place / "diff.png"
    assert run(["diff", str(place / "a.json"), str(place / "b.json"), "-o", str(out), "--json"]) == 1
    held = json.loads(capsys.readouterr().out)
    assert held["differs"]
    assert held["sizes"] == [[15, 13], [15, 13]]
    assert len(held["tiles"]["places"]) == 10
    assert held["tiles"]["count"] == sum(c["count"] for c in held["tiles"]["changes"])
    assert held["files"] == [{"path": str(out), "bytes": out.stat().st_size, "status": "written"}]
