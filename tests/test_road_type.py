from __future__ import annotations

import numpy as np
import pytest

from mazeconv.road_type import NO_ROAD, open_sides, road_types

TABLE = {
    7: "up",
    11: "left",
    13: "right",
    14: "down",
    3: "up left",
    5: "up right",
    6: "up down",
    9: "left right",
    10: "left down",
    12: "right down",
    1: "up left right",
    2: "up left down",
    4: "up right down",
    8: "left right down",
    0: "up left right down",
    15: "",
}
PLACES = {"up": (0, 1), "left": (1, 0), "right": (1, 2), "down": (2, 1)}


@pytest.mark.parametrize(("code", "sides"), TABLE.items())
def test_every_code_of_the_table(code: int, sides: str) -> None:
    tiles = np.ones((3, 3), np.uint8)
    tiles[1, 1] = 0
    for side in sides.split():
        tiles[PLACES[side]] = 0
    assert road_types(tiles)[1, 1] == code
    assert open_sides(code) == tuple(sides.split())


def test_void_and_the_outside_are_wall() -> None:
    got = road_types(np.array([[2, 0, 0]], np.uint8))
    assert got.dtype == np.int8
    assert got.tolist() == [[NO_ROAD, 13, 11]]


@pytest.mark.parametrize("code", [-1, -2])
def test_no_road_has_no_open_sides(code: int) -> None:
    assert open_sides(code) == ()
