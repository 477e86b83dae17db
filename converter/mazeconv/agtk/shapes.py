"""The wall table: which tile draws a wall, by the sides on which it goes on."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import ReadError, UsageError, did_you_mean
from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.source import Source

# As the editor counts the sides of a tile in its wall flags.
SIDES = {"up": 1, "left": 2, "right": 4, "down": 8}
ALONE, CROSS = "alone", "cross"


def shape_name(shape: int) -> str:
    """Return the words for a wall shape: the sides on which wall follows."""
    return " ".join(side for side, bit in SIDES.items() if shape & bit) or ALONE


def wall_shapes(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the shape of every tile, uint8 of the same (rows, cols): the sum of the `SIDES` on which wall follows.

    Beyond the level's edge there is no wall, so that the outer wall closes.
    """
    wall = np.pad(tiles == Tile.WALL, 1).astype(np.uint8)
    shapes: npt.NDArray[np.uint8] = (
        wall[:-2, 1:-1] * SIDES["up"]
        + wall[1:-1, :-2] * SIDES["left"]
        + wall[1:-1, 2:] * SIDES["right"]
        + wall[2:, 1:-1] * SIDES["down"]
    ).astype(np.uint8)
    return shapes


def read_table(source: Source) -> dict[int, str]:
    """Return TILESET:X,Y by shape from a TOML file of lines such as `"up down" = "Walls:0,1"`.

    The sides stand in any order; "alone" is a wall without neighbours, "cross" one with four. Raises `ReadError`
    and `UsageError`.
    """
    try:
        lines = tomllib.loads(source.data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        hint = 'write lines such as "up down" = "Walls:0,1"'
        raise ReadError(f"is no wall table: {error}", hint, source=source.name) from error
    table: dict[int, str] = {}
    for key, picture in lines.items():
        words = [] if key == ALONE else list(SIDES) if key == CROSS else key.split()
        for word in words:
            if word not in SIDES:
                hint = did_you_mean(word, [*SIDES, ALONE, CROSS])
                raise UsageError(f"the wall table {source.name} names no shape by {key!r}", hint)
        shape = sum({SIDES[word] for word in words})
        if not isinstance(picture, str) or shape in table or not (words or key == ALONE):
            raise UsageError(
                f"the wall table {source.name} names the shape {key!r} twice or without a tile",
                'write each shape once, such as "up down" = "Walls:0,1"',
            )
        table[shape] = picture
    return table
