"""The connected parts of a floor, found by the runs of its rows: few numbers even for a large level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.kernels import Buffer, Machine, Rng
from mazeconv.level import Tile
from mazeconv.rng import Stream

if TYPE_CHECKING:
    import numpy.typing as npt

BAND = 1 << 22


@dataclass(frozen=True)
class Regions:
    """Hold the runs of floor in reading order and the region of each.

    `starts` and `ends` are places in the flat tiles, `labels` the region of each run, counted from 0 in reading order;
    `firsts` is the first tile of each region and `sizes` how many it has.
    """

    starts: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    labels: npt.NDArray[np.int32]
    firsts: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int64]


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


def regions_of(machine: Machine, tiles: npt.NDArray[np.uint8]) -> Regions:
    """Return the connected parts of the floor of `tiles`, whose border must be wall."""
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
    sizes = np.zeros(len(firsts), np.int64)
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


def as_ints(machine: Machine, values: npt.NDArray[np.int32]) -> Buffer:
    """Return the values as a buffer that suits the machine."""
    return cast("Buffer", np.ascontiguousarray(values)) if machine.compiled else machine.ints(values.tolist())
