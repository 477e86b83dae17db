"""RoadType: the number by which a maze tile says on which sides it is walled, as AGTK mazes count."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy.typing as npt

NO_ROAD = -1
NOT_DUG = -2
# What a wall on each side adds.
SIDES = MappingProxyType({"up": 8, "left": 4, "right": 2, "down": 1})


def road_types(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.int8]:
    """Return the RoadType of every tile.

    `tiles` holds `Tile` values, shape (rows, cols). The result is int8 of that shape: on floor the sum of the
    `SIDES` that are walled, 0 to 15, and -1 elsewhere. Void and all around the level count as wall.
    """
    solid = np.pad(tiles != Tile.FLOOR, 1, constant_values=True).astype(np.int8)
    codes = (
        SIDES["up"] * solid[:-2, 1:-1]
        + SIDES["left"] * solid[1:-1, :-2]
        + SIDES["right"] * solid[1:-1, 2:]
        + SIDES["down"] * solid[2:, 1:-1]
    )
    return np.where(tiles == Tile.FLOOR, codes, NO_ROAD).astype(np.int8)


def open_sides(code: int) -> tuple[str, ...]:
    """Return the names of the open sides that a RoadType stands for; none for -1, -2 and 15."""
    return tuple(side for side, wall in SIDES.items() if code >= 0 and not code & wall)
