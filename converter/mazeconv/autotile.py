"""Which picture fits a tile among its neighbours: masks of the sides and corners where its like goes on.

A mask is counted as Tiled orders the colours of a wang tile: from the north clockwise, 1, 2, 4 and so on to 128.
A corner counts only where both its sides do. So 16 masks tell sides apart, and 47 sides and corners ("blob").
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np

from mazeconv.level import Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

Autotile = Literal["none", "edges", "blob"]
# Corners alone are what some tilesets of designers have.
Kind = Literal["none", "edges", "blob", "corners"]

UP, UP_RIGHT, RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT = (1 << bit for bit in range(8))
# The two sides between which each corner lies.
CORNERS = MappingProxyType({UP_RIGHT: UP | RIGHT, DOWN_RIGHT: DOWN | RIGHT, DOWN_LEFT: DOWN | LEFT, UP_LEFT: UP | LEFT})
SIDES = UP | RIGHT | DOWN | LEFT
FULL = 255
# What each kind looks at.
LOOKS_AT: Mapping[Kind, int] = MappingProxyType({"none": 0, "edges": SIDES, "blob": FULL, "corners": FULL - SIDES})
# The same four sides as others number them. A RoadType counts where floor does not go on, see `road_type`.
AGTK_WALL = MappingProxyType({UP: 1, LEFT: 2, RIGHT: 4, DOWN: 8})
EDGES = MappingProxyType({UP: 1, RIGHT: 2, DOWN: 4, LEFT: 8})
ROAD_TYPE = MappingProxyType({UP: 8, LEFT: 4, RIGHT: 2, DOWN: 1})
# Rows at a time that stay in the processor's cache, in tiles.
BLOCK = 1 << 18


def settled(mask: int) -> int:
    """Return a mask without the corners that do not count."""
    return mask & SIDES | sum(corner for corner, sides in CORNERS.items() if mask & corner and mask & sides == sides)


def filled(mask: int, kind: Kind) -> int:
    """Return a mask as it is drawn: a kind that looks at sides alone has every corner between two of them."""
    return settled(mask | FULL - SIDES) if kind == "edges" else mask


def masks(kind: Kind) -> tuple[int, ...]:
    """Return the masks that a kind tells apart, ascending: 1, 16, 47 or for corners 16."""
    return tuple(sorted({settled(mask) & LOOKS_AT[kind] for mask in range(256)}))


def renumbered(sides: Mapping[int, int]) -> npt.NDArray[np.uint8]:
    """Return the table, uint8[256], that leads from a mask to the sum of what `sides` gives for its bits."""
    table = [sum(value for bit, value in sides.items() if mask & bit) for mask in range(256)]
    return np.array(table, np.uint8)


def shapes(tiles: npt.NDArray[np.uint8], role: int, kind: Kind, *, beyond: bool) -> npt.NDArray[np.uint8]:
    """Return the mask of every tile, uint8 of the same (rows, cols): where beside it tiles of `role` are.

    `tiles` holds `Tile` values. `beyond` says whether void tiles, and all around the level, count as of the role. The
    masks are right for tiles of the role, and mean nothing elsewhere.
    """
    out = np.zeros(tiles.shape, np.uint8)
    if kind == "none":
        return out
    step = max(1, BLOCK // tiles.shape[1])
    for row in range(0, len(tiles), step):
        rows = tiles[max(0, row - 1) : row + step + 1]
        there = (rows == role) | (rows == Tile.VOID) if beyond else rows == role
        # The rows above and below the block are there but at the level's own edges.
        above, below = int(row == 0), int(row + step >= len(tiles))
        padded = np.pad(there, ((above, below), (1, 1)), constant_values=beyond)
        out[row : row + step] = _masks(padded, kind)
    return out


def _masks(padded: npt.NDArray[np.bool_], kind: Kind) -> npt.NDArray[np.uint8]:
    here = padded.view(np.uint8)
    middle, upper, lower = slice(1, -1), slice(None, -2), slice(2, None)
    up, down = here[upper, middle], here[lower, middle]
    left, right = here[middle, upper], here[middle, lower]
    out: npt.NDArray[np.uint8] = np.zeros(up.shape, np.uint8)
    if kind != "corners":
        out |= up | (right << 2) | (down << 4) | (left << 6)
    if kind != "edges":
        out |= (up & right & here[upper, lower]) << 1
        out |= (down & right & here[lower, lower]) << 3
        out |= (down & left & here[lower, upper]) << 5
        out |= (up & left & here[upper, upper]) << 7
    return out


def nearest(mask: int, among: Iterable[int]) -> int:
    """Return the mask that differs least from `mask`: in the fewest sides, then corners; of equals the least."""

    def differs(other: int) -> tuple[int, int, int]:
        wrong = mask ^ other
        return (wrong & SIDES).bit_count(), (wrong & ~SIDES).bit_count(), other

    return min(among, key=differs)
