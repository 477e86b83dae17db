from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.autotile import masks, shapes
from mazeconv.brushes import Brush, Painted, painted
from mazeconv.level import Tile

PLAIN = {Tile.FLOOR: Brush("none", {0: ((7, 1),)}), Tile.WALL: Brush("none", {0: ((3, 5), (4, 1), (9, 2))})}


def ids(found: Painted) -> list[list[int | None]]:
    return [[found.ids[cell] for cell in row] for row in found.cells.tolist()]


def test_one_tile_a_role_needs_no_new_cells() -> None:
    tiles = np.array([[0, 1, 2]], np.uint8)
    found = painted(tiles, PLAIN | {Tile.WALL: Brush("none", {0: ((3, 1),)})}, "", beyond=True)
    assert found.cells is tiles
    assert ids(found) == [[7, 3, None]]
    assert ids(painted(tiles, {Tile.WALL: Brush("none", {0: ((3, 1),)})}, "", beyond=True)) == [[None, 3, None]]


def test_weights_are_kept() -> None:
    tiles = np.ones((300, 300), np.uint8)
    flat = np.array(ids(painted(tiles, PLAIN, "7", beyond=True))).ravel()
    shares = [(flat == tile).mean() * 8 for tile in (3, 4, 9)]
    assert np.abs(np.array(shares) - [5, 1, 2]).max() < 0.1
    # Neither rows nor columns show a pattern.
    grid = (flat == 3).reshape(300, 300)
    for lines in (grid[1:] == grid[:-1], grid[:, 1:] == grid[:, :-1]):
        assert abs(lines.mean() - ((5 / 8) ** 2 + (3 / 8) ** 2)) < 0.02


@given(row=st.integers(0, 19), col=st.integers(0, 19), rows=st.integers(20, 30), cols=st.integers(20, 30))
def test_a_choice_depends_on_seed_and_place_alone(row: int, col: int, rows: int, cols: int) -> None:
    first = ids(painted(np.ones((20, 20), np.uint8), PLAIN, "7", beyond=True))
    tiles = np.zeros((rows, cols), np.uint8)
    tiles[row, col] = 1
    assert ids(painted(tiles, PLAIN, "7", beyond=False))[row][col] == first[row][col]


def test_the_choices_are_the_same_for_ever() -> None:
    found = ids(painted(np.ones((3, 8), np.uint8), PLAIN, "迷路", beyond=True))
    assert found == [[3, 3, 3, 9, 3, 3, 4, 3], [4, 3, 4, 3, 3, 9, 9, 4], [9, 4, 3, 3, 3, 3, 3, 9]]


@given(seed=st.integers(0, 9))
def test_more_tiles_than_a_byte_counts(seed: int) -> None:
    tiles = np.random.default_rng(seed).integers(0, 3, (30, 30)).astype(np.uint8)
    brushes = {
        Tile.FLOOR: Brush("edges", {mask: ((1000 + mask, 1),) for mask in masks("edges")}),
        Tile.WALL: Brush("blob", {mask: tuple((mask * 8 + v, 1) for v in range(7)) for mask in masks("blob")}),
    }
    found = painted(tiles, brushes, "", beyond=True)
    assert found.cells.dtype == np.uint16
    walls, floors = (shapes(tiles, role, brushes[role].kind, beyond=True) for role in (Tile.WALL, Tile.FLOOR))
    for place, role in np.ndenumerate(tiles):
        tile = found.ids[found.cells[place]]
        if role == Tile.WALL:
            assert tile is not None
            assert tile // 8 == walls[place]
        else:
            assert tile == (None if role == Tile.VOID else 1000 + int(floors[place]))
