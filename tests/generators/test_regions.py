"""The connected parts of a floor are the same by kernels and by vectors, and they are what a flood finds."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import astuple

from clients import need
from mazeconv.generators.regions import regions_of
from mazeconv.kernels import Machine
from mazeconv.level import Place, Tile
from mazeconv.rng import Stream
from mazeconv.solvers.flood import distances

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")

SHAPES = [(3, 3), (3, 40), (40, 3), (31, 47)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.7, 1.0])
def test_both_speeds_find_the_same_regions(shape: tuple[int, int], share: float) -> None:
    need("numba")
    tiles = np.full(shape, Tile.WALL, np.uint8)
    inner = tiles[1:-1, 1:-1]
    inner[...] = Stream(7).block(1, inner.size).reshape(inner.shape) >= round(share * 2**32)
    plain, fast = (regions_of(Machine(compiled=compiled), tiles) for compiled in (False, True))
    for one, other in zip(astuple(plain), astuple(fast), strict=True):
        np.testing.assert_array_equal(one, other)
    assert plain.sizes.sum() == np.count_nonzero(tiles == Tile.FLOOR)
    for first, size in zip(plain.firsts.tolist(), plain.sizes.tolist(), strict=True):
        reached = distances(tiles, Place(*divmod(first, shape[1])), "python") >= 0
        assert np.count_nonzero(reached) == size
        assert int(np.argmax(reached)) == first
