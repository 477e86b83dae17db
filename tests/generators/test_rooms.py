"""Rooms are clean floor, within their bounds, and every one is reachable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients import need
from generated import assert_one_piece, tiles_of
from mazeconv.errors import GenerationError, UsageError
from mazeconv.level import Place, Tile
from mazeconv.solvers.flood import distances

if TYPE_CHECKING:
    import numpy.typing as npt


pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")


def clean(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return the tiles of blocks of 3 x 3 floor: rooms without their doors and corridors."""
    floor = tiles == Tile.FLOOR
    core = np.zeros_like(floor)
    views = [floor[i : i - 2 or None, j : j - 2 or None] for i in range(3) for j in range(3)]
    core[1:-1, 1:-1] = np.logical_and.reduce(views)
    rooms: npt.NDArray[np.bool_] = np.zeros_like(floor)
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            rooms |= np.roll(core, (i, j), (0, 1))
    return rooms


def pieces(field: npt.NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """Return width, height and tiles of each connected part of `field`."""
    left = field.copy()
    found = []
    while left.any():
        row, col = np.argwhere(left)[0]
        tiles = np.where(left, np.uint8(Tile.FLOOR), np.uint8(Tile.WALL))
        part = np.argwhere(distances(tiles, Place(int(row), int(col)), "python") >= 0)
        left[part[:, 0], part[:, 1]] = False
        height, width = np.ptp(part, axis=0) + 1
        found.append((int(width), int(height), len(part)))
    return found


@given(
    width=st.integers(1, 30).map(lambda n: 2 * n + 1),
    height=st.integers(1, 30).map(lambda n: 2 * n + 1),
    seed=st.integers(0, 2**64 - 1),
    share=st.sampled_from([0, 0.3, 1]),
    loops=st.sampled_from([0, 0.2, 4]),
    dead_ends=st.sampled_from([0, 0.5, 1]),
)
def test_every_tile_can_be_reached_whatever_the_options(
    width: int, height: int, seed: int, share: float, loops: float, dead_ends: float
) -> None:
    assert_one_piece(tiles_of("rooms", width, height, seed, share=share, loops=loops, dead_ends=dead_ends))


@pytest.mark.parametrize("seed", range(5))
def test_rooms_are_whole_blocks_within_the_bounds(seed: int) -> None:
    tiles = tiles_of("rooms", 81, 61, seed, side_min=5, side_max=9)
    rooms = pieces(clean(tiles))
    assert len(rooms) > 10
    for width, height, count in rooms:
        assert 5 <= width <= 9
        assert 5 <= height <= 9
        assert count == width * height


def test_the_number_of_rooms_keeps_its_bounds() -> None:
    assert len(pieces(clean(tiles_of("rooms", 61, 61, rooms_max=3)))) == 3
    assert len(pieces(clean(tiles_of("rooms", 61, 61, rooms_min=80, side_max=3)))) >= 80
    assert not clean(tiles_of("rooms", 61, 61, rooms_max=0)).any()


def test_more_rooms_than_find_a_place_are_an_error_with_a_way_out() -> None:
    with pytest.raises(GenerationError, match="rooms found a place") as caught:
        tiles_of("rooms", 15, 13, rooms_min=50)
    assert "rooms-min" in caught.value.hint


@pytest.mark.parametrize("options", [{"rooms_min": 5, "rooms_max": 4}, {"side_min": 9, "side_max": 5}, {"side_min": 2}])
def test_bounds_that_contradict_each_other_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        tiles_of("rooms", 31, 31, **options)


def test_without_loops_and_rooms_it_is_the_maze_of_the_filling() -> None:
    tiles = tiles_of("rooms", 31, 31, share=0, loops=0)
    assert int((tiles == Tile.FLOOR).sum()) == 2 * 15 * 15 - 1


def test_loops_add_doors_but_never_two_side_by_side() -> None:
    few, many = tiles_of("rooms", 61, 61, 3, loops=0), tiles_of("rooms", 61, 61, 3, loops=4)
    added = (many == Tile.FLOOR) & (few != Tile.FLOOR)
    assert added.any()
    assert not (few == Tile.FLOOR)[many != Tile.FLOOR].any()
    assert not (added[:, 2:] & added[:, :-2])[::2].any()
    assert not (added[2:] & added[:-2])[:, ::2].any()


def test_without_dead_ends_every_corridor_leads_somewhere() -> None:
    tiles = tiles_of("rooms", 61, 61, 5, dead_ends=0)
    floor = (tiles == Tile.FLOOR).astype(int)
    ways = np.zeros_like(floor)
    ways[1:-1, 1:-1] = floor[:-2, 1:-1] + floor[2:, 1:-1] + floor[1:-1, :-2] + floor[1:-1, 2:]
    assert not ((floor == 1) & (ways == 1)).any()


@pytest.mark.parametrize(("size", "near"), [((15, 12), "15x11 or 15x13"), ((2, 2), "3x3"), ((10, 20), "9x19 or 11x21")])
def test_an_even_size_is_an_error_that_names_the_nearest(size: tuple[int, int], near: str) -> None:
    with pytest.raises(GenerationError) as caught:
        tiles_of("rooms", *size)
    assert near in caught.value.hint


def test_a_mask_is_kept_and_its_largest_piece_is_filled() -> None:
    mask = np.ones((41, 61), np.bool_)
    mask[:, 40:44] = False
    mask[10:20, 10:30] = False
    tiles = tiles_of("rooms", 61, 41, 2, mask)
    assert_one_piece(tiles)
    assert not (tiles == Tile.FLOOR)[~mask].any()
    assert not (tiles == Tile.FLOOR)[:, 44:].any()
    with pytest.raises(GenerationError, match="no room"):
        tiles_of("rooms", 61, 41, 2, np.zeros((41, 61), np.bool_))


@pytest.mark.parametrize("seed", range(4))
def test_both_speeds_make_the_same(seed: int) -> None:
    need("numba")
    options: dict[str, Any] = {"dead_ends": 0.5, "loops": 1.0, "rooms_min": 3, "side_max": 7}
    plain, fast = (tiles_of("rooms", 41, 31, seed, engine=engine, **options) for engine in ("python", "numba"))
    np.testing.assert_array_equal(plain, fast)


def test_it_does_not_depend_on_how_the_kernels_are_sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tiles_of("rooms", 41, 31, 3, dead_ends=0.5)
    monkeypatch.setattr("mazeconv.kernels.PLAIN_BUDGET", 1)
    np.testing.assert_array_equal(tiles_of("rooms", 41, 31, 3, dead_ends=0.5), whole)
