"""The connected parts of a floor, found by the runs of its rows: few numbers even for a large level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from msgspec import Struct

from mazeconv.kernels import Buffer, Machine, Rng
from mazeconv.level import Tile
from mazeconv.rng import Stream

if TYPE_CHECKING:
    import numpy.typing as npt

BAND = 1 << 22
FLOOR = Tile.FLOOR


class Regions(Struct, frozen=True):
    """Hold the runs of floor in reading order and the region of each.

    `starts` and `ends` are places in the flat tiles, `labels` the region of each run, counted from 0 in reading order;
    `firsts` is the first tile of each region and `sizes` how many it has.
    """

    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    labels: npt.NDArray[np.int32]
    firsts: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int32]


def count_runs(rng: Rng, state: Buffer, budget: int, tiles: Buffer) -> bool:
    """Add to state[3] how many runs of floor begin at the tiles state[1]..state[2]."""
    at, end, count = state[1], state[2], 0
    stop = min(end, at + budget)
    for here in range(at, stop):
        count += (tiles[here] == FLOOR) & (tiles[here - 1] != FLOOR)
    state[0] += stop - at
    state[1] = stop
    state[3] += count
    return stop >= end


def find_runs(rng: Rng, state: Buffer, budget: int, tiles: Buffer, starts: Buffer, ends: Buffer) -> bool:
    """List where the runs of floor begin and end at the tiles state[1]..state[2]; state[3] and state[4] count them."""
    at, end, begun, ended = state[1], state[2], state[3], state[4]
    stop = min(end, at + budget)
    before = tiles[at - 1] == FLOOR
    for here in range(at, stop):
        # Written at each tile, and kept where a run begins or ends: no branch to guess.
        is_open = tiles[here] == FLOOR
        starts[begun] = here
        ends[ended] = here
        begun += is_open & (not before)
        ended += before & (not is_open)
        before = is_open
    state[0] += stop - at
    state[1], state[3], state[4] = stop, begun, ended
    return stop >= end


def merge(rng: Rng, state: Buffer, budget: int, starts: Buffer, ends: Buffer, parents: Buffer) -> bool:
    """Lead each run from state[1] to state[3] to the first one that it touches; rows are state[4] apart.

    state[2] is the first run of the row above that may still touch the next one.
    """
    at, above, end, stride = state[1], state[2], state[3], state[4]
    stop = min(end, at + budget)
    for here in range(at, stop):
        first = starts[here] - stride
        last = ends[here] - stride
        root = here
        while ends[above] <= first:
            above += 1
        there = above
        while starts[there] < last:
            other = there
            while parents[other] != other:
                parents[other] = parents[parents[other]]
                other = parents[other]
            if other < root:
                parents[root] = other
                root = other
            else:
                parents[other] = root
            there += 1
        parents[here] = root
    state[0] += stop - at
    state[1], state[2] = stop, above
    return stop >= end


def settle(
    rng: Rng,
    state: Buffer,
    budget: int,
    starts: Buffer,
    ends: Buffer,
    parents: Buffer,
    firsts: Buffer,
    sizes: Buffer,
) -> bool:
    """Turn the parents of the runs state[1]..state[2] into labels, of which state[3] are given already.

    A parent never lies behind its run, so that its label is there when it is asked for.
    """
    at, end, count = state[1], state[2], state[3]
    stop = min(end, at + budget)
    for here in range(at, stop):
        label = parents[here]
        if label == here:
            label = count
            count += 1
            firsts[label] = starts[here]
        else:
            label = parents[label]
        parents[here] = label
        sizes[label] += ends[here] - starts[here]
    state[0] += stop - at
    state[1], state[3] = stop, count
    return stop >= end


def regions_of(machine: Machine, tiles: npt.NDArray[np.uint8]) -> Regions:
    """Return the connected parts of the floor of `tiles`, whose border must be wall."""
    # In plain Python all but the merging is quicker by vectors.
    return (_by_kernels if machine.compiled else _by_vectors)(machine, tiles)


def _by_kernels(machine: Machine, tiles: npt.NDArray[np.uint8]) -> Regions:
    flat, nothing = cast("Buffer", tiles.reshape(-1)), Stream(0)
    runs = int(machine.run(count_runs, nothing, flat, state=(0, 1, tiles.size))[3])
    # A place more, as what is written there is not always kept.
    starts, ends = machine.ints(runs + 1), machine.ints(runs + 1)
    machine.run(find_runs, nothing, flat, starts, ends, state=(0, 1, tiles.size))
    parents, firsts, sizes = machine.ints(runs), machine.ints(runs), machine.ints(runs)
    machine.run(merge, nothing, starts, ends, parents, state=(0, 0, 0, runs, tiles.shape[1]))
    count = machine.run(settle, nothing, starts, ends, parents, firsts, sizes, state=(0, 0, runs))[3]
    every = ((starts, runs), (ends, runs), (parents, runs), (firsts, count), (sizes, count))
    return Regions(*(np.asarray(cast("Any", buffer))[:length] for buffer, length in every))


def _by_vectors(machine: Machine, tiles: npt.NDArray[np.uint8]) -> Regions:
    starts, ends = _runs(tiles.reshape(-1))
    roots = machine.ints(len(starts))
    state = (0, 0, 0, len(starts), tiles.shape[1])
    machine.run(merge, Stream(0), as_ints(machine, starts), as_ints(machine, ends), roots, state=state)
    parents = np.asarray(cast("Any", roots), np.int32)
    while not np.array_equal(parents, further := parents[parents]):
        parents = further
    del further
    is_root = parents == np.arange(len(parents), dtype=np.int32)
    firsts = starts[is_root]
    labels = (np.cumsum(is_root, dtype=np.int32) - np.int32(1))[parents]
    del parents, roots
    sizes = np.zeros(len(firsts), np.int32)
    np.add.at(sizes, labels, ends - starts)
    return Regions(starts, ends, labels, firsts, sizes)


def largest_part(machine: Machine, open_: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return the largest connected part of `open_`; of several the first in reading order."""
    tiles = np.pad(np.where(open_, np.uint8(Tile.FLOOR), np.uint8(Tile.WALL)), 1, constant_values=Tile.WALL)
    found = regions_of(machine, tiles)
    part = np.zeros(tiles.size, np.bool_)
    if len(found.sizes):
        wanted = found.labels == int(np.argmax(found.sizes))
        for start, end in zip(found.starts[wanted].tolist(), found.ends[wanted].tolist(), strict=True):
            part[start:end] = True
    return part.reshape(tiles.shape)[1:-1, 1:-1]


def _runs(flat: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return where the runs of floor begin and end; in bands, as the comparison needs memory."""
    parts = [
        np.flatnonzero(np.diff(flat[at : at + BAND + 1] == Tile.FLOOR)).astype(np.int32) + np.int32(at + 1)
        for at in range(0, len(flat), BAND)
    ]
    bounds = np.concatenate(parts)
    del parts
    return bounds[::2].copy(), bounds[1::2].copy()


def as_ints(machine: Machine, values: npt.NDArray[np.int32] | npt.NDArray[np.uint8]) -> Buffer:
    """Return the values as a buffer that suits the machine."""
    return cast("Buffer", np.ascontiguousarray(values)) if machine.compiled else machine.ints(values.tolist())
