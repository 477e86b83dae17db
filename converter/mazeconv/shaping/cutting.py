"""A loop that a forced opening has made, cut again at another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.directions import STEPS
from mazeconv.kernels import below
from mazeconv.level import Tile

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt

    from mazeconv.kernels import Rng


def cut(
    tiles: npt.NDArray[np.uint8], opened: list[int], may_close: npt.NDArray[np.bool_], rng: Rng
) -> npt.NDArray[np.uint8]:
    """Return the tiles with the loops through the tiles `opened` closed, where one tile between two others can be.

    `opened` are flat indices; `may_close` is bool[rows, cols]. What is joined stays so: a tile is only closed on a way
    around that does not need it. A loop that consists of other tiles only, as in a hall, stays.
    """
    out = tiles.copy()
    flat, free = out.reshape(-1), may_close.reshape(-1)
    rows, cols = tiles.shape

    def near(at: int) -> list[int]:
        row, col = divmod(at, cols)
        ways = ((row + down, col + across) for down, across in STEPS)
        inside = (there * cols + aside for there, aside in ways if 0 <= there < rows and 0 <= aside < cols)
        return [there for there in inside if flat[there] == Tile.FLOOR]

    for tile in opened:
        for _ in range(len(STEPS) - 1):
            ways = near(tile)
            around = _way_around(tile, ways, near)
            choice = [at for at in around if free[at] and at not in opened and len(near(at)) == 2]
            if not choice:
                break
            flat[choice[below(rng, len(choice))]] = Tile.WALL
    return out


def _way_around(tile: int, ways: list[int], near: Callable[[int], list[int]]) -> list[int]:
    """Return a way from one neighbour of the tile to another that does not pass it, or nothing."""
    for first in ways[:-1]:
        back = {tile: tile, first: first}
        queue = [first]
        for here in queue:
            if here != first and here in ways:
                way = [here]
                while way[-1] != first:
                    way.append(back[way[-1]])
                return way
            for there in near(here):
                if there not in back:
                    back[there] = here
                    queue.append(there)
    return []
