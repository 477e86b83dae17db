"""RoadType: the number by which a maze tile says on which sides it is walled, as AGTK mazes count."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.autotile import ROAD_TYPE, renumbered, shapes
from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy.typing as npt

NO_ROAD = -1
NOT_DUG = -2
# What a wall on each side adds.
SIDES = MappingProxyType(dict(zip(("up", "left", "right", "down"), ROAD_TYPE.values(), strict=True)))


def road_types(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.int8]:
    """Return the RoadType of every tile.

    `tiles` holds `Tile` values, shape (rows, cols). The result is int8 of that shape: on floor the sum of the
    `SIDES` that are walled, 0 to 15, and -1 elsewhere. Void and all around the level count as wall.
    """
    walled = sum(ROAD_TYPE.values()) - renumbered(ROAD_TYPE)[shapes(tiles, Tile.FLOOR, "edges", beyond=False)]
    return np.where(tiles == Tile.FLOOR, walled.astype(np.int8), np.int8(NO_ROAD))


def open_sides(code: int) -> tuple[str, ...]:
    """Return the names of the open sides that a RoadType stands for; none for -1, -2 and 15."""
    return tuple(side for side, wall in SIDES.items() if code >= 0 and not code & wall)
