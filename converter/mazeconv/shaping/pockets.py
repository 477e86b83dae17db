"""Parts of the floor that nothing leads to, joined to the others all at once, at a cost linear in the tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.generators.regions import regions_of
from mazeconv.kernels import Buffer, Machine, Rng
from mazeconv.level import Tile
from mazeconv.rng import Stream
from mazeconv.shaping.draft import indices
from mazeconv.shaping.symmetry import join

if TYPE_CHECKING:
    import numpy.typing as npt

    Flat = npt.NDArray[np.int64]

HARD, SOFT = -2, -1


def claim(rng: Rng, state: Buffer, budget: int, owner: Buffer, far: Buffer, queue: Buffer, steps: Buffer) -> bool:
    """Spread the owners of the tiles queue[state[1]:state[2]] over SOFT ones, and how far these are."""
    head, tail = state[1], state[2]
    left = budget
    while head < tail and left > 0:
        here = queue[head]
        head += 1
        left -= 1
        for d in range(4):
            tile = here + steps[d]
            if owner[tile] == SOFT:
                owner[tile] = owner[here]
                far[tile] = far[here] + 1
                queue[tail] = tile
                tail += 1
    state[0] += budget - left
    state[1], state[2] = head, tail
    return head >= tail


class Seams(NamedTuple):
    """Hold places where the lands of two parts touch, one for each two: the tiles on both sides, and the parts."""

    tile: Flat
    step: Flat
    one: Flat
    other: Flat


def join_pockets(tiles: npt.NDArray[np.uint8], soft: npt.NDArray[np.bool_], machine: Machine) -> tuple[int, int]:
    """Dig tunnels through `soft` tiles until all parts of the floor that tunnels can join are one, in place.

    The tunnels are the shortest that do, as a whole; of equals the first in reading order. `tiles` is uint8[rows, cols]
    and `soft` bool of that shape. Returns how many parts there were and how many are left.
    """
    padded = np.pad(tiles, 1, constant_values=Tile.WALL)
    cols = padded.shape[1]
    found = regions_of(machine, padded)
    parts = len(found.sizes)
    if parts < 2:
        return parts, parts
    owner = np.where(np.pad(soft, 1), np.int32(SOFT), np.int32(HARD)).reshape(-1)
    lengths = found.ends - found.starts
    floor = np.flatnonzero(padded.reshape(-1) == Tile.FLOOR)
    owner[floor] = np.repeat(found.labels, lengths)
    buffers = [_buffer(machine, values) for values in (owner, np.zeros(padded.size, np.int32))]
    queue = indices(machine, np.concatenate([floor, np.zeros(np.count_nonzero(soft), np.int64)]))
    machine.run(claim, Stream(0), *buffers, queue, machine.ints(offsets(cols)), state=(0, 0, len(floor)))
    owner, far = (np.asarray(cast("Any", values), np.int32) for values in buffers)
    seams = _seams(owner, far, cols, parts)
    keep = machine.bytes(len(seams.one))
    parents = indices(machine, np.arange(parts, dtype=np.int32))
    machine.run(join, Stream(0), indices(machine, seams.one), indices(machine, seams.other), keep, parents)
    kept = np.flatnonzero(np.frombuffer(cast("Any", keep), np.uint8))
    flat = padded.reshape(-1)
    for tile, step in zip(seams.tile[kept].tolist(), seams.step[kept].tolist(), strict=True):
        for end in (tile, tile + step):
            _dig(flat, owner, far, cols, end)
    tiles[...] = padded[1:-1, 1:-1]
    return parts, parts - len(kept)


def _seams(owner: npt.NDArray[np.int32], far: npt.NDArray[np.int32], cols: int, parts: int) -> Seams:
    """Return for each two parts whose lands touch the place of the shortest tunnel, the shortest tunnels first."""
    tiles, lengths, pairs, steps = [], [], [], []
    for step in (1, cols):
        a, b = owner[:-step], owner[step:]
        tile = np.flatnonzero((a >= 0) & (b >= 0) & (a != b))
        tiles.append(tile)
        lengths.append(far[tile] + far[tile + step])
        pairs.append(np.minimum(a[tile], b[tile]).astype(np.int64) * parts + np.maximum(a[tile], b[tile]))
        steps.append(np.full(len(tile), step))
    tile, length, pair, along = map(np.concatenate, (tiles, lengths, pairs, steps))
    order = np.lexsort((along, tile, length))
    _, first = np.unique(pair[order], return_index=True)
    best = order[np.sort(first)]
    one, other = np.divmod(pair[best], parts)
    return Seams(tile[best], along[best], one, other)


def _dig(
    flat: npt.NDArray[np.uint8], owner: npt.NDArray[np.int32], far: npt.NDArray[np.int32], cols: int, at: int
) -> None:
    """Make floor of the tiles from one of a part's land back to the part."""
    while far[at]:
        flat[at] = Tile.FLOOR
        at = next(
            at + step for step in offsets(cols) if owner[at + step] == owner[at] and far[at + step] == far[at] - 1
        )


def _buffer(machine: Machine, values: npt.NDArray[np.int32]) -> Buffer:
    return cast("Buffer", values if machine.compiled else values.tolist())
