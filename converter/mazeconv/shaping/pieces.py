"""Pieces of floor: which tiles hang together, how many pieces there are, and how large each is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from msgspec import Struct

from mazeconv.kernels import Buffer, Machine, Rng
from mazeconv.rng import Stream
from mazeconv.unique import unique

if TYPE_CHECKING:
    import numpy.typing as npt

    Yes = npt.NDArray[np.bool_]
    Flat = npt.NDArray[np.int64]

HARD, SOFT, FLOOR = 0, 1, 2


def label(rng: Rng, state: Buffer, budget: int, kind: Buffer, parent: Buffer) -> bool:
    """Lead the floor tiles from state[1] on to the first of their piece; rows are state[2] apart."""
    at, stride = state[1], state[2]
    stop = min(len(kind), at + budget)
    for here in range(at, stop):
        if kind[here] != FLOOR:
            continue
        root = here
        if kind[here - 1] == FLOOR:
            root = parent[here - 1]
            while parent[root] != root:
                parent[root] = parent[parent[root]]
                root = parent[root]
        if kind[here - stride] == FLOOR:
            above = parent[here - stride]
            while parent[above] != above:
                parent[above] = parent[parent[above]]
                above = parent[above]
            if above < root:
                parent[root] = above
                root = above
            else:
                parent[above] = root
        parent[here] = root
    state[0] += stop - at
    state[1] = stop
    return stop >= len(kind)


class Pieces(Struct):
    """Hold tiles that are hard, soft or floor, padded by one hard tile, and the piece of each floor tile.

    `parent` leads each floor tile to another one of its piece, and in the end to the piece's root.
    """

    machine: Machine
    shape: tuple[int, int]
    kind: Buffer
    parent: Buffer

    @classmethod
    def of(cls, floor: Yes, soft: Yes, machine: Machine) -> Pieces:
        """Return the pieces of `floor`, with walls that may be opened where `soft`; both are bool[rows, cols]."""
        kind = np.zeros((floor.shape[0] + 2, floor.shape[1] + 2), np.uint8)
        kind[1:-1, 1:-1][soft] = SOFT
        kind[1:-1, 1:-1][floor] = FLOOR
        flat: Any = kind.reshape(-1) if machine.compiled else bytearray(kind)
        found = cls(machine, kind.shape, cast("Buffer", flat), machine.ints(kind.size))
        machine.run(label, Stream(0), found.kind, found.parent, state=(0, 0, kind.shape[1]))
        return found

    @property
    def tiles(self) -> npt.NDArray[np.uint8]:
        """Return what the tiles are, as a view of shape (rows + 2, cols + 2)."""
        return np.frombuffer(cast("Any", self.kind), np.uint8).reshape(self.shape)

    @property
    def floor(self) -> Yes:
        """Return where floor is, bool[rows, cols]."""
        return np.equal(self.tiles[1:-1, 1:-1], FLOOR)

    def roots(self) -> Flat:
        """Return for every floor tile a number that all of its piece share, from 1 on; 0 elsewhere; padded and flat."""
        root = np.asarray(self.parent, np.int64)
        while not np.array_equal(root, further := root[root]):
            root = further
        return np.where(self.tiles.reshape(-1) == FLOOR, root, 0)

    def count(self) -> int:
        """Return how many pieces there are."""
        return len(unique(self.roots()[self.tiles.reshape(-1) == FLOOR]))

    def parts(self) -> list[tuple[int, int, int]]:
        """Return (size, row, col) of every piece, with its first tile in reading order; the largest first."""
        numbers, firsts, sizes = np.unique(self.roots(), return_index=True, return_counts=True)
        stride = self.shape[1]
        found = [
            (int(size), int(first) // stride - 1, int(first) % stride - 1)
            for number, first, size in zip(numbers, firsts, sizes, strict=True)
            if number
        ]
        return sorted(found, key=lambda part: (-part[0], part[1:]))

    def root(self, at: int) -> int:
        """Return the root of a floor tile's piece, as flat indices."""
        while self.parent[at] != at:
            at = int(self.parent[at])
        return at
