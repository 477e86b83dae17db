"""The shortest tunnels between pieces of floor, found by one search that spreads from all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.kernels import Buffer, Rng
from mazeconv.rng import Stream
from mazeconv.shaping.pieces import FLOOR, SOFT

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.shaping.pieces import Pieces

    Flat = npt.NDArray[np.int64]
    Shuffle = Callable[[Flat], Flat]


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


def dig_shortest(pieces: Pieces, shuffled: Shuffle, *, strict: bool, every: bool = True) -> list[int]:
    """Dig the shortest tunnels between neighbouring pieces, or only one, and return the tiles that were opened.

    In strict mode no tunnel makes a loop. Tunnels of one length are dug in the order of `shuffled`. The tiles are
    indices in the flat buffers of `pieces`.
    """
    machine = pieces.machine
    roots = pieces.roots()
    stride = pieces.shape[1]
    owner: Any = roots.astype(np.int32) if machine.compiled else roots.tolist()
    far, queue = machine.ints(len(roots)), machine.ints(len(roots))
    sources = np.flatnonzero(roots)
    if machine.compiled:
        np.asarray(queue)[: len(sources)] = sources
    else:
        cast("Any", queue)[: len(sources)] = sources.tolist()
    steps = offsets(stride)
    state = (0, 0, len(sources), int(strict))
    machine.run(reach, Stream(0), pieces.kind, owner, far, queue, machine.ints(steps), state=state)
    dug: list[int] = []
    for one, other in _meetings(np.asarray(owner, np.int64), np.asarray(far, np.int64), stride, shuffled).tolist():
        way = [tile for end in (one, other) for tile in _way_back(end, owner, far, steps)]
        if _open(pieces, way, owner[one], owner[other], strict=strict):
            dug += way
            if not every:
                break
    return dug


def _meetings(owner: Flat, far: Flat, stride: int, shuffled: Shuffle) -> Flat:
    """Return pairs of tiles at which two searches met, the shortest way for each pair of pieces, shortest first."""
    pairs = []
    for step in (1, stride):
        one = np.arange(len(owner) - step)
        met = (owner[:-step] != owner[step:]) & (owner[:-step] > 0) & (owner[step:] > 0)
        one = one[met]
        pairs.append(np.stack([one, one + step], axis=1))
    ends = shuffled(np.concatenate(pairs))
    length = far[ends[:, 0]] + far[ends[:, 1]]
    ends = ends[np.argsort(length, kind="stable")]
    both = np.sort(owner[ends], axis=1)
    _, first = np.unique(both[:, 0] * len(owner) + both[:, 1], return_index=True)
    chosen: Flat = ends[np.sort(first)]
    return chosen


def _way_back(at: int, owner: Buffer, far: Buffer, steps: Sequence[int]) -> list[int]:
    """Return the walls from a tile back to the piece whose search came there."""
    way = []
    while far[at] > 0:
        way.append(at)
        at = next(at + step for step in steps if owner[at + step] == owner[at] and far[at + step] == far[at] - 1)
    return way


def _open(pieces: Pieces, way: Sequence[int], one: int, other: int, *, strict: bool) -> bool:
    """Open a way if it joins different pieces, and in strict mode makes no loop; return whether it does.

    `one` and `other` are floor tiles of the pieces at its ends.
    """
    beside = [
        pieces.root(tile + step)
        for tile in way
        for step in offsets(pieces.shape[1])
        if tile + step not in way and pieces.kind[tile + step] == FLOOR
    ]
    root = pieces.root(one)
    if root == pieces.root(other) or (strict and len(set(beside)) < len(beside)):
        return False
    for near in beside:
        pieces.parent[pieces.root(near)] = root
    for tile in way:
        pieces.kind[tile] = FLOOR
        pieces.parent[tile] = root
    return True
