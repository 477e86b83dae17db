"""The wall table as the editor counts: the sides of a wall in the bits of its wall flags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv import wall_table
from mazeconv.autotile import AGTK_WALL, LOOKS_AT, renumbered, shapes
from mazeconv.errors import UsageError
from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mazeconv.source import Source


def shape_name(shape: int) -> str:
    """Return the words for a wall shape: the sides on which wall follows."""
    return wall_table.shape_name(sum(bit for bit, flag in AGTK_WALL.items() if shape & flag))


def wall_shapes(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the shape of every tile, uint8 of the same (rows, cols): the sum of the flags of sides with wall.

    Beyond the level's edge there is no wall, so that the outer wall closes.
    """
    return renumbered(AGTK_WALL)[shapes(tiles, Tile.WALL, "edges", beyond=False)]


def read_table(source: Source) -> dict[int, str]:
    """Return TILESET:X,Y by shape from a wall table; raise `ReadError` and `UsageError`."""
    table = wall_table.read_table(source, "Walls:0,1")
    corners = [mask for mask in table if mask & ~LOOKS_AT["edges"]]
    if corners:
        raise UsageError(
            f"the wall table {source.name} names corners: {wall_table.shape_name(corners[0])!r}",
            "here only sides count: up, left, right, down",
        )
    flags = renumbered(AGTK_WALL).tolist()
    return {flags[mask]: tile for mask, tile in table.items()}
