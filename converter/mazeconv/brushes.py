"""Which tiles of a tileset draw a level: a brush for each role says it by shape, with variants to choose from.

What is chosen for a tile depends on the seed and the tile's place alone, so that it stays when the level changes
elsewhere.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.autotile import Kind, shapes
from mazeconv.level import ROLES
from mazeconv.rng import GAMMA, Stream, mix64_array

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    Codes = npt.NDArray[np.uint8]
    Cells = Codes | npt.NDArray[np.uint16]

# Ids of tiles, each with the weight by which it is chosen.
Variants = tuple[tuple[int, float], ...]
BLOCK = 1 << 16
WORDS = 1 << 32


class Brush(NamedTuple):
    """Hold the variants for each mask of `autotile.masks(kind)`."""

    kind: Kind
    tiles: Mapping[int, Variants]

    @property
    def ids(self) -> tuple[int, ...]:
        """Return the ids of all tiles that the brush may use, ascending."""
        return tuple(sorted({tile for variants in self.tiles.values() for tile, _ in variants}))


class Painted(NamedTuple):
    """Hold the tiles of a level: `cells` leads to `ids`, in which None is an empty cell."""

    cells: Cells
    ids: tuple[int | None, ...]


def painted(tiles: Codes, brushes: Mapping[int, Brush], seed: str, *, beyond: bool) -> Painted:
    """Return the tiles that draw `tiles`, `Tile` values of shape (rows, cols); a role without a brush stays empty.

    `beyond` says whether void and all around the level count as more of the same, see `autotile.shapes`.
    """
    slots: list[Variants] = []
    codes = tiles
    if any(brush.kind != "none" for brush in brushes.values()):
        codes = np.zeros(tiles.shape, np.uint8)
    for role in range(len(ROLES)):
        brush = brushes.get(role)
        first = len(slots)
        slots += brush.tiles.values() if brush else [()]
        if codes is tiles:
            continue
        table = np.full(256, first, np.uint8)
        if brush:
            table[list(brush.tiles)] = np.arange(first, len(slots))
        there = tiles == role
        if brush and len(slots) - first > 1:
            step = max(1, BLOCK // tiles.shape[1])
            masks = shapes(tiles, role, brush.kind, beyond=beyond)
            for row in range(0, len(tiles), step):
                rows = slice(row, row + step)
                np.copyto(codes[rows], table.take(masks[rows]), where=there[rows])
        elif first:
            codes[there] = first
    ids: list[int | None] = []
    for variants in slots:
        ids += [tile for tile, _ in variants] or [None]
    varied = len(ids) > len(slots)
    return Painted(_varied(codes, slots, Stream.of(seed).child("variants")) if varied else codes, tuple(ids))


def _varied(codes: Codes, slots: list[Variants], stream: Stream) -> Cells:
    """Return for each cell the place, among the variants of all slots, of the one chosen for its slot."""
    counts = [max(1, len(variants)) for variants in slots]
    first = np.array([0, *accumulate(counts[:-1])], np.uint16)
    ends = np.full((len(slots), max(counts) - 1), WORDS, np.uint64)
    for slot, variants in enumerate(slots):
        sums = list(accumulate(weight for _, weight in variants))
        ends[slot, : max(0, len(sums) - 1)] = [round(end / sums[-1] * WORDS) for end in sums[:-1]]
    rows, cols = codes.shape
    out = np.empty(codes.shape, np.uint8 if sum(counts) <= WORDS >> 24 else np.uint16)
    # Each row has a stream of its own, of which each column takes one word.
    steps = np.arange(1, cols + 1, dtype=np.uint64) * np.uint64(GAMMA)
    block = max(1, BLOCK // cols)
    for row in range(0, rows, block):
        there = codes[row : row + block]
        seeds = stream.child_seeds("row", row, len(there))
        words = mix64_array(seeds[:, None] + steps) >> np.uint64(32)
        chosen: npt.NDArray[np.uint16] = first.take(there)
        for end in ends.T:
            chosen += words >= end.take(there)
        out[row : row + block] = chosen
    return out
