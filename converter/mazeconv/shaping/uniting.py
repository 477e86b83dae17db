"""Pieces of floor joined into one: by single walls between them first, in random order, then by shortest tunnels.

Walls are opened as Kruskal opens them: only where all the floor beside one belongs to different pieces, so that no loop
is made while there is another way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from msgspec import Struct

from mazeconv.directions import offsets
from mazeconv.kernels import Buffer, Rng
from mazeconv.rng import Stream
from mazeconv.shaping.pieces import FLOOR, SOFT
from mazeconv.shaping.tunnels import dig_shortest

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.shaping.pieces import Pieces

    Yes = npt.NDArray[np.bool_]
    Flat = npt.NDArray[np.int64]


def open_seams(
    rng: Rng, state: Buffer, budget: int, kind: Buffer, parent: Buffer, tiles: Buffer, steps: Buffer, roots: Buffer
) -> bool:
    """Open those of tiles[state[1]:] around which all floor belongs to different pieces; state[2] counts them."""
    at, opened = state[1], state[2]
    count = len(tiles)
    left = budget
    while at < count and left > 0:
        left -= 1
        here = tiles[at]
        at += 1
        n = 0
        twice = kind[here] != SOFT
        for d in range(4):
            there = here + steps[d]
            if kind[there] != FLOOR:
                continue
            while parent[there] != there:
                parent[there] = parent[parent[there]]
                there = parent[there]
            for i in range(n):
                if roots[i] == there:
                    twice = True
            roots[n] = there
            n += 1
        if n < 2 or twice:
            continue
        kind[here] = FLOOR
        parent[here] = roots[0]
        for i in range(1, n):
            # The roots are all different, and the last one stays a root.
            parent[roots[i - 1]] = roots[i]
        opened += 1
    state[0] += budget - left
    state[1], state[2] = at, opened
    return at >= count


class Joined(NamedTuple):
    """Hold how many pieces are left, and the tiles that were opened though they may have made a loop.

    These are flat indices in the tiles without their padding.
    """

    left: int
    forced: list[int]


class Order(Struct):
    """Hold what puts values in order by chance, another one at each call."""

    stream: Stream
    rounds: int = 0

    def shuffled(self, values: Flat) -> Flat:
        """Return the values in a random order."""
        self.rounds += 1
        keys = self.stream.child("order", self.rounds).block(1, len(values))
        shuffled: Flat = values[np.argsort(keys, kind="stable")]
        return shuffled


def join(pieces: Pieces, stream: Stream, first: Yes | None = None, *, loops: bool = False) -> Joined:
    """Join the pieces in place; several are left where no soft wall leads from one to another.

    Walls `first`, bool[rows, cols], go before all others. With `loops` tunnels are the shortest, whether they make a
    loop or not.
    """
    order = Order(stream)
    forced: list[int] = []
    if first is not None:
        _open_walls(pieces, order, first)
    while (count := pieces.count()) > 1:
        if not loops:
            _open_walls(pieces, order)
            count = pieces.count()
        if count == 1:
            break
        if loops or not dig_shortest(pieces, order.shuffled, strict=True):
            dug = dig_shortest(pieces, order.shuffled, strict=False, every=loops)
            if not dug:
                break
            forced += dug
    width = pieces.shape[1]
    return Joined(count, [(tile // width - 1) * (width - 2) + tile % width - 1 for tile in forced])


def _open_walls(pieces: Pieces, order: Order, among: Yes | None = None) -> None:
    """Open single walls in random order while they join pieces without a loop; `among` is bool[rows, cols]."""
    tiles, machine = pieces.tiles, pieces.machine
    floor = (tiles == FLOOR).view(np.uint8)
    beside = np.zeros(pieces.shape, np.uint8)
    beside[1:-1, 1:-1] = floor[:-2, 1:-1] + floor[2:, 1:-1] + floor[1:-1, :-2] + floor[1:-1, 2:]
    wanted = (tiles == SOFT) & (beside > 1)
    if among is not None:
        wanted[1:-1, 1:-1] &= among
    walls = order.shuffled(np.flatnonzero(wanted))
    machine.run(
        open_seams,
        Stream(0),
        pieces.kind,
        pieces.parent,
        cast("Buffer", walls.astype(np.int32) if machine.compiled else walls.tolist()),
        machine.ints(offsets(pieces.shape[1])),
        machine.ints(4),
    )
