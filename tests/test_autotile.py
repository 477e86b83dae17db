from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from mazeconv import autotile
from mazeconv.autotile import AGTK_WALL, ROAD_TYPE, filled, masks, nearest, renumbered, settled, shapes
from mazeconv.level import Tile

TILES = arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(0, 2))
# (row, col) of each bit, clockwise from the north.
STEPS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]


def mask_by_hand(tiles: Any, role: int, kind: str, place: tuple[int, int], beyond: bool) -> int:
    """Return a tile's mask, found one neighbour at a time."""

    def there(row: int, col: int) -> bool:
        if not (0 <= row < tiles.shape[0] and 0 <= col < tiles.shape[1]):
            return beyond
        return bool(tiles[row, col] == role or (beyond and tiles[row, col] == Tile.VOID))

    on = [there(place[0] + row, place[1] + col) for row, col in STEPS]
    counts = [on[i] and (i % 2 == 0 or (on[i - 1] and on[(i + 1) % 8])) for i in range(8)]
    looks = {"none": (), "edges": (0, 2, 4, 6), "corners": (1, 3, 5, 7), "blob": range(8)}[kind]
    return sum(1 << i for i in looks if counts[i])


def test_there_are_16_and_47_shapes() -> None:
    assert [len(masks(kind)) for kind in ("none", "edges", "blob", "corners")] == [1, 16, 47, 16]
    assert set(masks("edges")) < set(masks("blob"))
    assert masks("blob")[0] == 0
    assert masks("blob")[-1] == 255


@pytest.mark.parametrize("kind", ["none", "edges", "blob", "corners"])
@given(tiles=TILES, role=st.sampled_from([Tile.FLOOR, Tile.WALL]), beyond=st.booleans(), block=st.integers(1, 40))
def test_shapes_are_what_looking_around_each_tile_gives(
    kind: Any, tiles: Any, role: int, beyond: bool, block: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autotile, "BLOCK", block)
        found = shapes(tiles, role, kind, beyond=beyond)
    assert found.dtype == np.uint8
    assert found.tolist() == [
        [mask_by_hand(tiles, role, kind, (row, col), beyond) for col in range(tiles.shape[1])]
        for row in range(tiles.shape[0])
    ]
    assert set(found.ravel().tolist()) <= set(masks(kind))


@given(mask=st.integers(0, 255))
def test_settling_drops_only_corners_that_do_not_count(mask: int) -> None:
    assert settled(mask) in masks("blob")
    assert settled(settled(mask)) == settled(mask)
    assert settled(mask) & 0b01010101 == mask & 0b01010101


def test_shapes_by_edges_are_drawn_with_their_corners() -> None:
    assert [filled(mask, "edges") for mask in (0, 1, 5, 85)] == [0, 1, 7, 255]
    assert filled(5, "blob") == 5


def test_other_numberings() -> None:
    assert renumbered(AGTK_WALL)[[1, 4, 16, 64, 255]].tolist() == [1, 4, 8, 2, 15]
    assert renumbered(ROAD_TYPE)[[1, 4, 16, 64, 255]].tolist() == [8, 2, 1, 4, 15]
    for sides in (AGTK_WALL, ROAD_TYPE):
        assert sorted(renumbered(sides)[list(masks("edges"))].tolist()) == list(range(16))


def test_the_nearest_shape_has_the_same_sides_first() -> None:
    assert nearest(0b0000_0111, [0b101, 0b10101]) == 0b101
    assert nearest(255, [0, 0b0101_0101, 0b0111_1111]) == 0b0111_1111
    assert nearest(0, [64, 1, 4]) == 1
