"""Pieces of floor joined into one: by single walls between them first, in random order, then by shortest tunnels.

Walls are opened as Kruskal opens them: only where all the floor beside one belongs to different pieces, so that no loop
is made while there is another way. What is left apart is joined by the shortest tunnels, found by one search that
spreads from all pieces at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from msgspec import Struct, field

from mazeconv.directions import offsets
from mazeconv.kernels import Buffer, Machine, Rng
from mazeconv.unique import unique

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.rng import Stream

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


def reach(
    rng: Rng, state: Buffer, budget: int, kind: Buffer, owner: Buffer, far: Buffer, queue: Buffer, steps: Buffer
) -> bool:
    """Spread from the tiles in queue[state[1]:state[2]] over soft walls; each gets the piece that is nearest.

    With state[3] a wall beside two floor tiles is no way, as a tunnel through it would make a loop.
    """
    head, tail, strict = state[1], state[2], state[3]
    left = budget
    while head < tail and left > 0:
        here = queue[head]
        head += 1
        left -= 1
        for d in range(4):
            there = here + steps[d]
            if kind[there] != SOFT or owner[there] != 0:
                continue
            if strict:
                ways = 0
                for e in range(4):
                    if kind[there + steps[e]] == FLOOR:
                        ways += 1
                if ways > 1:
                    continue
            owner[there] = owner[here]
            far[there] = far[here] + 1
            queue[tail] = there
            tail += 1
    state[0] += budget - left
    state[1], state[2] = head, tail
    return head >= tail


class Pieces(Struct):
    """Hold tiles that are hard, soft or floor, padded by one hard tile, and the piece of each floor tile.

    `forced` are the tiles, as flat indices without the padding, that were opened though they may have made a loop.
    """

    machine: Machine
    stream: Stream
    shape: tuple[int, int]
    kind: Buffer
    parent: Buffer
    rounds: int = 0
    forced: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, floor: Yes, soft: Yes, stream: Stream, machine: Machine) -> Pieces:
        """Return the pieces of `floor`, with walls that may be opened where `soft`; both are bool[rows, cols]."""
        kind = np.zeros((floor.shape[0] + 2, floor.shape[1] + 2), np.uint8)
        kind[1:-1, 1:-1][soft] = SOFT
        kind[1:-1, 1:-1][floor] = FLOOR
        flat: Any = kind.reshape(-1) if machine.compiled else bytearray(kind)
        found = cls(machine, stream, kind.shape, cast("Buffer", flat), machine.ints(kind.size))
        machine.run(label, stream, found.kind, found.parent, state=(0, 0, kind.shape[1]))
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

    def seams(self, among: Yes | None = None) -> None:
        """Open single walls in random order while they join pieces without a loop; `among` is bool[rows, cols]."""
        tiles = self.tiles
        floor = (tiles == FLOOR).view(np.uint8)
        beside = np.zeros(self.shape, np.uint8)
        beside[1:-1, 1:-1] = floor[:-2, 1:-1] + floor[2:, 1:-1] + floor[1:-1, :-2] + floor[1:-1, 2:]
        wanted = (tiles == SOFT) & (beside > 1)
        if among is not None:
            wanted[1:-1, 1:-1] &= among
        order = self._shuffled(np.flatnonzero(wanted))
        self.machine.run(
            open_seams,
            self.stream,
            self.kind,
            self.parent,
            self._ints(order),
            self.machine.ints(offsets(self.shape[1])),
            self.machine.ints(4),
        )

    def unite(self, first: Yes | None = None, *, loops: bool = False) -> int:
        """Join the pieces and return how many are left, as no soft wall leads from one to another.

        Walls `first` go before all others. With `loops` tunnels are the shortest, whether they make a loop or not.
        """
        if first is not None:
            self.seams(first)
        while (count := self.count()) > 1:
            if not loops:
                self.seams()
                count = self.count()
            if count == 1:
                break
            dug = 0 if loops else self._tunnels(strict=True)
            if not dug and not self._tunnels(strict=False, all_=loops):
                break
        return count

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

    def _tunnels(self, *, strict: bool, all_: bool = True) -> int:
        """Dig the shortest tunnels between neighbouring pieces, or only one, and return how many."""
        roots = self.roots()
        stride = self.shape[1]
        owner: Any = roots.astype(np.int32) if self.machine.compiled else roots.tolist()
        far, queue = self.machine.ints(len(roots)), self.machine.ints(len(roots))
        sources = np.flatnonzero(roots)
        if self.machine.compiled:
            np.asarray(queue)[: len(sources)] = sources
        else:
            cast("Any", queue)[: len(sources)] = sources.tolist()
        steps = self.machine.ints(offsets(stride))
        state = (0, 0, len(sources), int(strict))
        self.machine.run(reach, self.stream, self.kind, owner, far, queue, steps, state=state)
        ends = self._meetings(np.asarray(owner, np.int64), np.asarray(far, np.int64))
        dug = 0
        for one, other in ends.tolist():
            way = [*self._way_back(one, owner, far), *self._way_back(other, owner, far)]
            dug += self._dig(way, roots=[owner[one], owner[other]], strict=strict)
            if dug and not all_:
                break
        return dug

    def _meetings(self, owner: Flat, far: Flat) -> Flat:
        """Return pairs of tiles at which two searches met, the shortest way for each pair of pieces, shortest first."""
        stride = self.shape[1]
        pairs = []
        for step in (1, stride):
            one = np.arange(len(owner) - step)
            met = (owner[:-step] != owner[step:]) & (owner[:-step] > 0) & (owner[step:] > 0)
            one = one[met]
            pairs.append(np.stack([one, one + step], axis=1))
        ends = self._shuffled(np.concatenate(pairs))
        length = far[ends[:, 0]] + far[ends[:, 1]]
        ends = ends[np.argsort(length, kind="stable")]
        both = np.sort(owner[ends], axis=1)
        _, first = np.unique(both[:, 0] * len(owner) + both[:, 1], return_index=True)
        chosen: Flat = ends[np.sort(first)]
        return chosen

    def _way_back(self, at: int, owner: Buffer, far: Buffer) -> list[int]:
        """Return the walls from a tile back to the piece whose search came there."""
        way = []
        while far[at] > 0:
            way.append(at)
            at = next(
                at + step
                for step in offsets(self.shape[1])
                if owner[at + step] == owner[at] and far[at + step] == far[at] - 1
            )
        return way

    def _dig(self, way: list[int], roots: list[int], *, strict: bool) -> bool:
        """Open the tiles if they join different pieces, and in strict mode make no loop; return whether they do."""
        beside = [
            self._root(tile + step)
            for tile in way
            for step in offsets(self.shape[1])
            if tile + step not in way and self.kind[tile + step] == FLOOR
        ]
        if self._root(roots[0]) == self._root(roots[1]) or (strict and len(set(beside)) < len(beside)):
            return False
        root = self._root(roots[0])
        for other in beside:
            self.parent[self._root(other)] = root
        if not strict:
            width = self.shape[1]
            self.forced += [(tile // width - 1) * (width - 2) + tile % width - 1 for tile in way]
        for tile in way:
            self.kind[tile] = FLOOR
            self.parent[tile] = root
        return True

    def _root(self, at: int) -> int:
        while self.parent[at] != at:
            at = int(self.parent[at])
        return at

    def _shuffled(self, values: Flat) -> Flat:
        """Return the values in a random order, another one at each call."""
        self.rounds += 1
        keys = self.stream.child("order", self.rounds).block(1, len(values))
        shuffled: Flat = values[np.argsort(keys, kind="stable")]
        return shuffled

    def _ints(self, values: Flat) -> Buffer:
        return cast("Buffer", values.astype(np.int32) if self.machine.compiled else values.tolist())
