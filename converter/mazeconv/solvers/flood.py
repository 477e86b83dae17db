"""Distances from a tile to every other, breadth first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.kernels import Buffer, Engine, Machine, Rng
from mazeconv.level import Place, Tile
from mazeconv.rng import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

UNSEEN, BLOCKED = -1, -2


def spread(rng: Rng, state: Buffer, budget: int, distance: Buffer, queue: Buffer, steps: Buffer) -> bool:
    """Spread distances over `distance` from the tiles in queue[state[1]:state[2]] on."""
    head, tail = state[1], state[2]
    north, east, south, west = steps[0], steps[1], steps[2], steps[3]
    left = budget
    while head < tail and left > 0:
        here = queue[head]
        head += 1
        left -= 1
        far = distance[here] + 1
        if distance[here + north] == UNSEEN:
            distance[here + north] = far
            queue[tail] = here + north
            tail += 1
        if distance[here + east] == UNSEEN:
            distance[here + east] = far
            queue[tail] = here + east
            tail += 1
        if distance[here + south] == UNSEEN:
            distance[here + south] = far
            queue[tail] = here + south
            tail += 1
        if distance[here + west] == UNSEEN:
            distance[here + west] = far
            queue[tail] = here + west
            tail += 1
    state[0] += budget - left
    state[1], state[2] = head, tail
    return head >= tail


def distances(tiles: npt.NDArray[np.uint8], start: Place, engine: Engine = "auto") -> npt.NDArray[np.int32]:
    """Return the steps from `start` to every tile: int32 of the shape of `tiles`, -1 where no way leads."""
    return distances_to(tiles, (start,), engine)


def distances_to(
    tiles: npt.NDArray[np.uint8], places: Sequence[Place], engine: Engine = "auto"
) -> npt.NDArray[np.int32]:
    """Return the steps from every tile to the nearest of `places`: int32 of the shape of `tiles`, -1 without a way."""
    rows, cols = tiles.shape
    machine = Machine.choose(rows * cols, engine)
    padded = np.full((rows + 2, cols + 2), BLOCKED, np.int32)
    padded[1:-1, 1:-1][tiles == Tile.FLOOR] = UNSEEN
    stride = cols + 2
    flat: Any = padded.reshape(-1) if machine.compiled else padded.reshape(-1).tolist()
    queue = machine.ints(int(np.count_nonzero(tiles == Tile.FLOOR)) + len(places))
    for at, place in enumerate(places):
        queue[at] = (place.row + 1) * stride + place.col + 1
        flat[queue[at]] = 0
    state = (0, 0, len(places))
    machine.run(spread, Stream(0), cast("Buffer", flat), queue, machine.ints(offsets(stride)), state=state)
    result = np.asarray(flat, np.int32).reshape(rows + 2, stride)[1:-1, 1:-1]
    return np.where(result == BLOCKED, UNSEEN, result)


def farthest(tiles: npt.NDArray[np.uint8], start: Place, engine: Engine = "auto") -> Place:
    """Return the tile that is most steps away from `start`; of several the first in reading order."""
    reach = distances(tiles, start, engine)
    row, col = np.unravel_index(int(np.argmax(reach)), reach.shape)
    return Place(int(row), int(col))
