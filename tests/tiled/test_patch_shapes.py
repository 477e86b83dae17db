"""Walls that a patch draws fit their neighbours, and walls that a designer edited are made to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mazeconv import encode, generate
from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.formats.tmx_found import find_map
from mazeconv.level import Level, Tile
from mazeconv.source import Source
from mazeconv.tiled.patching import Request, patch

if TYPE_CHECKING:
    import numpy.typing as npt

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
shaped = st.fixed_dictionaries(
    {
        "autotile": st.sampled_from(["edges", "blob"]),
        "floor_autotile": st.sampled_from(["none", "edges"]),
        "beyond": st.sampled_from(["same", "open"]),
    }
)
MAZE = generate(size=(11, 9), seed=1).with_(markers=(), recipe=None)


@st.composite
def drafts(draw: st.DrawFn) -> Level:
    return Level(draw(arrays.arrays(np.dtype(np.uint8), (9, 11), elements=st.integers(0, 1))))


def written(level: Level, **options: Any) -> bytes:
    """Return a map with its tileset in it."""
    return next(iter(encode(level, "tmx", stem="maze", embed_tileset=True, **options).values()))


def gids(data: bytes) -> npt.NDArray[np.uint32]:
    return find_map(Source("map.tmx", data), 1 << 20).layers[0].gids


def patched(data: bytes, level: Level | None, **asked: Any) -> bytes:
    return patch(Source("map.tmx", data), level, Request(**asked)).data


def painted_by_hand(data: bytes, level: Level, wall: int, floor: int) -> bytes:
    """Return the map as a designer leaves it who drew the level over it with one wall tile and one floor tile."""
    rows = [line.split(b",") for line in data.split(b"<data")[1].split(b">", 1)[1].split(b"<")[0].split()]
    old = gids(data)
    roles = gids(patched(data, level))
    for row, cells in enumerate(rows):
        for col in range(level.cols):
            # Where nothing new was drawn, the old tile is still there.
            if roles[row, col] != old[row, col]:
                cells[col] = b"%d" % (wall if level.tiles[row, col] == Tile.WALL else floor)
    head, rest = data.split(b"<data", 1)
    opening, rest = rest.split(b">", 1)
    text = b"\n".join(b",".join(cells) for cells in rows)
    return head + b"<data" + opening + b">\n" + text + b"\n<" + rest.split(b"<", 1)[1]


@given(drafts(), shaped)
def test_a_patched_map_is_drawn_as_a_written_one(level: Level, options: dict[str, str]) -> None:
    before = written(MAZE, **options)
    new = patched(before, level)
    assert (gids(new) == gids(written(level, **options))).all()
    assert patched(new, level) == new
    assert patched(before, None) == before


@given(drafts(), shaped)
def test_walls_edited_by_hand_are_fitted_together(level: Level, options: dict[str, str]) -> None:
    before = written(MAZE, **options)
    old = gids(before)
    wall, floor = (int(old[MAZE.tiles == role][0]) for role in (Tile.WALL, Tile.FLOOR))
    edited = painted_by_hand(before, level, wall, floor)
    fitted = patched(edited, None, beyond=options["beyond"])
    assert patched(fitted, None, beyond=options["beyond"]) == fitted
    assert (gids(fitted) == gids(written(level, **options))).all()


@given(st.integers(1, 7), st.integers(1, 9), shaped)
def test_an_edited_map_tells_what_lies_beyond_it(row: int, col: int, options: dict[str, str]) -> None:
    before = written(MAZE, **options)
    old = gids(before)
    tiles = MAZE.tiles.copy()
    tiles[row, col] ^= 1
    level = MAZE.with_(tiles=tiles)
    wall, floor = (int(old[MAZE.tiles == role][0]) for role in (Tile.WALL, Tile.FLOOR))
    fitted = patched(painted_by_hand(before, level, wall, floor), None)
    assert (gids(fitted) == gids(written(level, **options))).all()


def test_a_terrain_can_be_named() -> None:
    plain = written(MAZE, autotile="blob")
    for name in ("mazeconv.wall", "mazeconv.floor"):
        plain = plain.replace(name.encode(), b"other." + name[-5:].encode())
    plain = plain.replace(b' type="wall"', b"").replace(b' type="floor"', b"")
    level = generate(size=(11, 9), seed=2).with_(markers=(), recipe=None)
    expected = gids(written(level, autotile="blob"))
    floor = int(gids(plain)[MAZE.tiles == Tile.FLOOR][0])
    for wall in ("wall", "maze-tiles:wall"):
        new = gids(patched(plain, level, wall=wall, floor=str(floor)))
        # A terrain set cannot hold the tile that stands alone.
        alone = expected == 1 + floor
        assert (new[~alone] == expected[~alone]).all()
    with pytest.raises(UsageError, match="has no terrain 'hedge'"):
        patched(plain, level, wall="hedge", floor="none")


def test_one_tile_has_no_shapes_to_fit() -> None:
    with pytest.raises(UsageError, match="no shapes to fit together"):
        patched(written(MAZE), None)


def erased(data: bytes, places: set[tuple[int, int]]) -> bytes:
    """Return a map in which a designer erased some cells."""
    head, rest = data.split(b"<data", 1)
    opening, rest = rest.split(b">", 1)
    text, rest = rest.split(b"<", 1)
    rows = [line.rstrip(b",").split(b",") for line in text.split()]
    for row, col in places:
        rows[row][col] = b"0"
    return head + b"<data" + opening + b">\n" + b",\n".join(map(b",".join, rows)) + b"\n<" + rest


# Walls beside floor, in the middle and in the border.
WALLS = [(row, col) for row, col in np.argwhere(MAZE.tiles == Tile.WALL).tolist() if row % 2 or col % 2]


@given(st.sets(st.sampled_from(WALLS), min_size=1, max_size=12), shaped)
def test_erased_walls_become_floor(places: set[tuple[int, int]], options: dict[str, str]) -> None:
    before = written(MAZE, **options)
    tiles = MAZE.tiles.copy()
    tiles[tuple(zip(*places, strict=True))] = Tile.FLOOR
    edited = erased(before, places)
    for empty in ("auto", "floor"):
        fitted = patched(edited, None, beyond=options["beyond"], empty=empty)
        assert (gids(fitted) == gids(written(MAZE.with_(tiles=tiles), **options))).all()
        assert patched(fitted, None, beyond=options["beyond"]) == fitted
    left = gids(patched(edited, None, beyond=options["beyond"], empty="void"))
    assert {(row, col) for row, col in np.argwhere(left == 0).tolist()} == places


MASK = ["..#####", "..#####", "#######", "#######", "####..#", "#######"]


def masked() -> Level:
    """Return a maze with void around and inside of it."""
    mask = np.array([[sign == "#" for sign in row] for row in MASK])
    level = generate(size=(15, 13), seed=4, mask=mask).with_(markers=(), recipe=None)
    near = np.lib.stride_tricks.sliding_window_view(np.pad(level.tiles, 1, constant_values=1), (3, 3)).min(axis=(2, 3))
    return level.with_(tiles=np.where(near == Tile.WALL, np.uint8(Tile.VOID), level.tiles))


@pytest.mark.parametrize("beyond", ["same", "open"])
@pytest.mark.parametrize("autotile", ["edges", "blob"])
def test_void_stays_void(autotile: str, beyond: str) -> None:
    level = masked()
    before = written(level, autotile=autotile, beyond=beyond)
    assert (level.tiles == Tile.VOID).any()
    assert patched(before, None) == before
    inner = next(
        (row, col)
        for row, col in np.argwhere(level.tiles == Tile.WALL).tolist()
        if 0 < row < level.rows - 1
        and 0 < col < level.cols - 1
        and (level.tiles[row - 1 : row + 2, col - 1 : col + 2] != Tile.VOID).all()
        and level.tiles[row, col - 1] == level.tiles[row, col + 1] == Tile.FLOOR
    )
    tiles = level.tiles.copy()
    tiles[inner] = Tile.FLOOR
    with pytest.warns(MazeconvNotice, match="^1 empty cell became floor"):
        fitted = patched(erased(before, {inner}), None)
    assert (gids(fitted) == gids(written(level.with_(tiles=tiles), autotile=autotile, beyond=beyond))).all()


def test_the_ground_below_walls_is_left_as_it_is() -> None:
    options = {"autotile": "edges", "floor_autotile": "edges", "layers": "split"}
    before = written(MAZE, **options)
    assert patched(before, None, layer="walls", floor="none") == before
    assert patched(before, None, layer="ground", wall="none") == before
