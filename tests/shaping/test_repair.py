"""Repair joins what nothing leads to and removes lone pillars; it touches nothing else."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from clients import need
from mazeconv.errors import MazeconvNotice
from mazeconv.level import Level, Tile
from shaped import NAMES, border, level_from, made, pieces, rows_of

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")


@settings(max_examples=60)
@given(share=st.floats(0.05, 0.95), rows=st.integers(3, 24), cols=st.integers(3, 24), seed=st.integers(0, 10**6))
def test_any_scatter_becomes_one_piece(share: float, rows: int, cols: int, seed: int) -> None:
    tiles = (np.random.default_rng(seed).random((rows, cols)) < share).astype(np.uint8)
    tiles[[0, -1]] = Tile.WALL
    tiles[:, [0, -1]] = Tile.WALL
    level = mazeconv.shape(Level(tiles.copy()), "repair")
    assert pieces(level.tiles) == min(1, pieces(tiles))
    assert (border(level.tiles) == Tile.WALL).all()
    assert not ((tiles == Tile.FLOOR) & (level.tiles != Tile.FLOOR)).any()
    assert mazeconv.shape(level, "repair=no") is level
    assert mazeconv.shape(level, "repair") is level


@pytest.mark.parametrize("generator", NAMES)
def test_what_is_whole_stays_as_it_is(generator: str) -> None:
    plain = made(generator, 12, 10)
    repaired = made(generator, 12, 10, "repair=no")
    assert np.array_equal(plain.tiles, repaired.tiles)
    assert mazeconv.shape(plain, "repair=no") is plain


def test_pockets_are_joined_by_the_shortest_tunnels() -> None:
    level = level_from(
        "###########",
        "#S  #    G#",
        "#   #     #",
        "#   ## ####",
        "#   ##### #",
        "###########",
    )
    repaired = mazeconv.shape(level, "repair")
    assert pieces(repaired.tiles) == 1
    assert rows_of(repaired)[3:] == ["#   ## ## #", "#   ##### #", "###########"]
    assert np.count_nonzero(repaired.tiles != level.tiles) == 2


def test_lone_pillars_go_and_others_stay() -> None:
    level = level_from(
        "##########",
        "#S       #",
        "#  #   # #",
        "#     ## #",
        "#       G#",
        "##########",
    )
    repaired = mazeconv.shape(level, "repair")
    assert np.argwhere(repaired.tiles != level.tiles).tolist() == [[2, 3]]
    assert mazeconv.shape(level, "repair=no") is level


def test_the_outer_wall_and_the_void_stay_closed() -> None:
    level = level_from("#######", "#S ~ G#", "#  ~  #", "###~###", "#######")
    with pytest.warns(MazeconvNotice, match="1 part of the floor cannot be joined, .*: at 4,1$"):
        assert mazeconv.shape(level, "repair") is level


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("rows", [(" ####", "#S  #", "#  G#", "#####"), (" ######", "#######", "##S  G#", "#######")])
def test_floor_in_a_corner_of_the_border_is_joined_through_the_border(rows: tuple[str, ...], turns: int) -> None:
    tiles = np.rot90(level_from(*rows).tiles, turns)
    level = mazeconv.shape(Level(tiles), "repair")
    assert pieces(level.tiles) == 1
    opened = level.tiles != tiles
    assert np.count_nonzero(border(opened)) == 1
    assert np.count_nonzero(opened) == (1 if len(rows[0]) == 5 else 3)


def test_a_corner_between_void_is_named() -> None:
    level = level_from(" ~###", "~S  #", "#  G#", "#####")
    with pytest.warns(MazeconvNotice, match="1 part of the floor .*: at 0,0$"):
        assert mazeconv.shape(level, "repair") is level


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (4, 1), (2, 2), (2, 5)])
def test_levels_that_are_all_border(size: tuple[int, int]) -> None:
    tiles = np.ones(size, np.uint8)
    tiles[0, 0] = tiles[-1, -1] = Tile.FLOOR
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        level = mazeconv.shape(Level(tiles), "repair")
    assert pieces(level.tiles) == (1 if size in {(1, 1), (2, 2)} else 2)


def test_ways_along_the_edge_of_a_level_count() -> None:
    level = level_from("       ", " ##### ", " #S G# ", " ##### ", "       ")
    repaired = mazeconv.shape(level, "repair")
    assert pieces(repaired.tiles) == 1
    assert np.count_nonzero(repaired.tiles != level.tiles) == 1


def test_both_speeds_dig_the_same_tunnels() -> None:
    need("numba")
    tiles = (np.random.default_rng(5).random((90, 120)) < 0.7).astype(np.uint8)
    level = Level(np.pad(tiles, 1, constant_values=Tile.WALL))
    assert mazeconv.shape(level, "repair", engine="python") == mazeconv.shape(level, "repair", engine="numba")


def test_a_mask_and_a_plan_are_kept() -> None:
    mask = [".........", ".........", "...###...", ".........", "........."]
    plain = mazeconv.generate("dig", mask=mask, seed=1, shape="loops=0.9")
    level = mazeconv.generate("dig", mask=mask, seed=1, shape=["loops=0.9", "repair"])
    assert level != plain
    assert (level.tiles[5:6, 7:12] == Tile.WALL).all()
