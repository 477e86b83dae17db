"""The empty cells of a layer that draws both walls and floor: floor where a wall was erased, or void.

Erasing a wall in Tiled, with the eraser or with the terrain brush, leaves an empty cell, which is what void is too.
So the neighbours tell: cells in one piece that floor borders are floor, but not a piece that is the outside: one that
reaches the edge of the map farther from floor than a wall of one tile is thick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.generators.regions import regions_of
from mazeconv.kernels import Machine
from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.bool_]


class Holes(NamedTuple):
    """Hold where empty cells are floor, and how many others floor borders, which belong to the outside."""

    floor: Mask
    outside: int


def holes(empty: Mask, floor: Mask) -> Holes:
    """Return which of the `empty` cells of a layer are floor; `floor` says where it shows floor. Both are (rows, cols).

    What is found is floor when it is asked for again.
    """
    out = np.zeros(empty.shape, np.bool_)
    # Most layers have no empty cells, or none that floor borders.
    if not (_spread(floor, corners=False) & empty).any():
        return Holes(out, 0)
    padded = np.pad(np.where(empty, np.uint8(Tile.FLOOR), np.uint8(Tile.WALL)), 1, constant_values=Tile.WALL)
    found = regions_of(Machine.choose(empty.size), padded)
    pieces = np.repeat(found.labels, found.ends - found.starts)
    places = np.flatnonzero(empty)
    beside = _spread(floor, corners=False).ravel()[places]
    touched = np.bincount(pieces[beside], minlength=len(found.sizes)) > 0
    rows, cols = np.divmod(places, empty.shape[1])
    edge = (rows == 0) | (rows == empty.shape[0] - 1) | (cols == 0) | (cols == empty.shape[1] - 1)
    filled = np.zeros(len(found.sizes), np.bool_)
    while True:
        far = edge & ~_spread(floor | out, corners=True).ravel()[places]
        inner = touched & ~(np.bincount(pieces[far], minlength=len(filled)) > 0)
        if (inner == filled).all():
            return Holes(out, int(np.count_nonzero(beside & ~inner[pieces])))
        filled = inner
        out.reshape(-1)[places] = filled[pieces]


def _spread(mask: Mask, *, corners: bool) -> Mask:
    """Return a mask with the four neighbours of each of its cells, or with all eight."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    wide = out if corners else mask
    across = wide.copy()
    across[:, 1:] |= wide[:, :-1]
    across[:, :-1] |= wide[:, 1:]
    return out | across
