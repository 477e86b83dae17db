"""The rules of the hedge-maze game: where treasures appear, which walls open, what a maze costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import LevelError
from mazeconv.grid import Grid
from mazeconv.kernels import below
from mazeconv.level import Place, Tile

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.rng import Stream

MAX_REUSES = 300


def is_lattice(tiles: npt.NDArray[np.uint8]) -> bool:
    """Return whether the tiles are cells and passages one tile wide between walls one tile thick."""
    try:
        Grid.from_level(tiles)
    except LevelError:
        return False
    return True


def side(tiles: npt.NDArray[np.uint8]) -> int:
    """Return the size that the game would name: the longer side, in cells for a lattice and else in tiles."""
    longer = int(max(tiles.shape))
    return longer // 2 if is_lattice(tiles) else longer


def substance(size: int, level: int = 1) -> int:
    """Return what a maze of `size`, and each re-use of it, costs at an upgrade `level` from 1 on."""
    return size << (level - 1)


def openable(tiles: npt.NDArray[np.uint8], *, lattice: bool) -> npt.NDArray[np.bool_]:
    """Return which walls may open, bool of the shape of `tiles`: those with floor on two opposite sides.

    The outermost tiles stay; of a lattice the pillars stay too, so that it remains one.
    """
    floor, inner = tiles == Tile.FLOOR, np.zeros(tiles.shape, np.bool_)
    inner[1:-1, 1:-1] = (tiles[1:-1, 1:-1] == Tile.WALL) & (
        (floor[:-2, 1:-1] & floor[2:, 1:-1]) | (floor[1:-1, :-2] & floor[1:-1, 2:])
    )
    if lattice:
        inner[::2, ::2] = False
    return inner


def walls_to_open(
    tiles: npt.NDArray[np.uint8], share: float, stream: Stream, *, lattice: bool
) -> npt.NDArray[np.int64]:
    """Return int64[n, 2] of (row, col): a random share of the walls that may open, in reading order.

    The share is rounded, but above 0 it is at least one wall if there is any.
    """
    choice = np.argwhere(openable(tiles, lattice=lattice))
    order = list(range(len(choice)))
    words = stream.words()
    count = max(round(share * len(order)), min(1, len(order))) if share > 0 else 0
    for at in range(count):
        other = at + below(words, len(order) - at)
        order[at], order[other] = order[other], order[at]
    picked: npt.NDArray[np.int64] = choice[sorted(order[:count])]
    return picked


def treasure_place(reach: npt.NDArray[np.int32], stream: Stream, *, lattice: bool) -> Place:
    """Return a random tile that can be reached in at least one step, on a cell if it is a lattice.

    `reach` holds the steps to each tile, -1 where no way leads. Raises `LevelError` if there is no such tile.
    """
    choice = reach > 0
    if lattice:
        choice[::2] = False
        choice[:, ::2] = False
    at = np.flatnonzero(choice)
    if not len(at):
        raise LevelError("no treasure can be set: no other place can be reached", "let the drone start on a road")
    row, col = divmod(int(at[below(stream.words(), len(at))]), reach.shape[1])
    return Place(row, col)
