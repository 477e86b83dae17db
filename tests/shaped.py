"""Mazes to shape, and what the tests of shaping ask of them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.api import encode, generate, read
from mazeconv.errors import MazeconvNotice
from mazeconv.generators import GENERATORS, nearest_sizes
from mazeconv.grid import Grid
from mazeconv.level import Level, Place, Tile
from mazeconv.shaping import parse_all
from mazeconv.shaping.thickness import frame_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    import numpy.typing as npt

NAMES = list(GENERATORS.builtin)
LATTICES = ("dig", "backtracker", "kruskal")


def made(generator: str, width: int, height: int, *shape: str, seed: str | int = 1, **rest: Any) -> Level:
    """Return a maze of about so many cells (of tiles for a generator of tiles), and let notices pass."""
    found = GENERATORS.get(generator)
    width, height = nearest_sizes((width, height), found.least, found.step)[-1]
    frame = frame_of(parse_all(shape), found)
    if found.unit == "cells":
        rest["cells"] = (width, height)
    else:
        rest["size"] = (width * frame.corridor, height * frame.corridor)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        return generate(generator, seed=seed, shape=shape, **rest)


def level_from(*rows: str) -> Level:
    """Return the level that rows of text draw: # is wall, S the start, G a goal; one text may hold many rows."""
    return read("\n".join(rows).strip("\n").encode(), "text")


def rows_of(level: Level) -> list[str]:
    """Return a level as rows of text."""
    (data,) = encode(level, "text").values()
    return data.decode().splitlines()


def neighbours(tiles: npt.NDArray[np.uint8], place: tuple[int, int]) -> Iterator[Place]:
    """Yield the floor tiles beside a tile."""
    rows, cols = tiles.shape
    for row, col in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        near = Place(place[0] + row, place[1] + col)
        if 0 <= near.row < rows and 0 <= near.col < cols and tiles[near] == Tile.FLOOR:
            yield near


def floor_of(tiles: npt.NDArray[np.uint8]) -> list[Place]:
    """Return all floor tiles."""
    return [Place(int(row), int(col)) for row, col in np.argwhere(tiles == Tile.FLOOR)]


def steps_from(tiles: npt.NDArray[np.uint8], start: Place, blocked: Collection[Place] = ()) -> dict[Place, int]:
    """Return the steps from a tile to each that it leads to, by a plain search."""
    far = {start: 0}
    queue = [start]
    for here in queue:
        for near in neighbours(tiles, here):
            if near not in far and near not in blocked:
                far[near] = far[here] + 1
                queue.append(near)
    return far


def pieces(tiles: npt.NDArray[np.uint8]) -> int:
    """Return into how many pieces the floor falls."""
    left = set(floor_of(tiles))
    count = 0
    while left:
        left -= steps_from(tiles, next(iter(left))).keys()
        count += 1
    return count


def dead_ends_of(tiles: npt.NDArray[np.uint8]) -> set[Place]:
    """Return the floor tiles inside the border with one neighbour."""
    rows, cols = tiles.shape
    return {
        place
        for place in floor_of(tiles)
        if 0 < place.row < rows - 1 and 0 < place.col < cols - 1 and len(list(neighbours(tiles, place))) == 1
    }


def is_perfect(tiles: npt.NDArray[np.uint8]) -> bool:
    """Return whether the tiles are one piece without loops."""
    grid = Grid.from_level(tiles)
    return grid.passages == int(grid.mask.sum()) - 1 and pieces(tiles) == 1


def border(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the tiles of the border."""
    return np.concatenate([tiles[0], tiles[-1], tiles[:, 0], tiles[:, -1]])
