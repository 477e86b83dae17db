"""Distances from a tile to every other, breadth first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.kernels import Buffer, Engine, Machine, Rng
from mazeconv.level import Place, Tile
from mazeconv.rng import Stream
from mazeconv.solvers.ring import grown, ring_of

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


def ebb(rng: Rng, state: Buffer, budget: int, open_: Buffer, ring: Buffer, steps: Buffer) -> bool:
    """Close the tiles of `open_` wave by wave, from those in ring[state[1]:state[2]] on.

    `ring` is as long as a power of two and holds the tiles that are waiting. state[3] is where the next wave begins,
    state[4] the first tile of this wave in reading order. It stops early, with state[5] set, when the ring is full.
    """
    head, tail, wave, least = state[1], state[2], state[3], state[4]
    wrap = len(ring) - 1
    full = 0
    left = budget
    while head < tail and left > 0:
        if tail - head > wrap - 3:
            full = 1
            break
        here = ring[head & wrap]
        if head == wave:
            wave = tail
            least = here
        elif here < least:
            least = here
        head += 1
        left -= 1
        for d in range(4):
            tile = here + steps[d]
            if open_[tile]:
                open_[tile] = 0
                ring[tail & wrap] = tile
                tail += 1
    state[0] += budget - left
    state[1], state[2], state[3], state[4], state[5] = head, tail, wave, least, full
    return head >= tail or full == 1


def farthest(tiles: npt.NDArray[np.uint8], start: Place, engine: Engine = "auto") -> Place:
    """Return the tile that is most steps away from `start`; of several the first in reading order.

    It takes one byte a tile, and what the longest wave needs: distances would take twelve.
    """
    rows, cols = tiles.shape
    stride = cols + 2
    machine = Machine.choose(rows * cols, engine)
    open_ = machine.bytes((rows + 2) * stride)
    inner = np.frombuffer(cast("Any", open_), np.uint8).reshape(rows + 2, stride)[1:-1, 1:-1]
    np.equal(tiles, Tile.FLOOR, out=inner, casting="unsafe")
    inner[start] = 0
    ring = ring_of(machine, (start.row + 1) * stride + start.col + 1)
    state: Sequence[int] = (0, 0, 1)
    while True:
        after = machine.run(ebb, Stream(0), open_, ring, machine.ints(offsets(stride)), state=state)
        state = [int(after[i]) for i in range(5)]
        if not after[5]:
            break
        ring = grown(machine, ring, state[1], state[2])
    row, col = divmod(state[4], stride)
    return Place(row - 1, col - 1)
