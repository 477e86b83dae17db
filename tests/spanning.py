"""Count which spanning trees of a small lattice a generator makes."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.generators import GENERATORS, Job
from mazeconv.grid import Grid
from mazeconv.options.building import build
from mazeconv.rng import Stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

EACH = 200
"""How many samples there are for each tree."""


def number_of_trees(mask: npt.NDArray[np.bool_]) -> int:
    """Return how many spanning trees the cells of a mask have, by Kirchhoff's theorem."""
    number = np.cumsum(mask).reshape(mask.shape) - 1
    matrix = np.zeros((mask.sum(), mask.sum()))
    for here, there in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        both = mask[here] & mask[there]
        for a, b in zip(number[here][both], number[there][both], strict=True):
            matrix[[a, b], [a, b]] += 1
            matrix[[a, b], [b, a]] -= 1
    return round(float(np.linalg.det(matrix[1:, 1:])))


def trees(name: str, mask: npt.NDArray[np.bool_], **options: Any) -> list[bytes]:
    """Return a tree for each of a fixed set of seeds, EACH as many as there are trees."""
    generator = GENERATORS.get(name)
    record = build(generator.options, options, name)
    rows, cols = mask.shape
    found = []
    for seed in range(EACH * number_of_trees(mask)):
        stream = Stream.of(name).child("sample", seed)
        grid = generator.run(Job(rows=rows, cols=cols, options=record, stream=stream, mask=mask, engine="python"))
        assert isinstance(grid, Grid)
        found.append(grid.right.tobytes() + grid.down.tobytes())
    return found


def counted(found: Iterable[bytes]) -> dict[bytes, int]:
    """Return how often each tree occurs."""
    times: dict[bytes, int] = {}
    for tree in found:
        times[tree] = times.get(tree, 0) + 1
    return times


def chi_square(mask: npt.NDArray[np.bool_], found: list[bytes]) -> float:
    """Return Pearson's statistic against the uniform distribution over all trees of the mask."""
    expected = len(found) / number_of_trees(mask)
    times = counted(found)
    missing = number_of_trees(mask) - len(times)
    return sum((n - expected) ** 2 / expected for n in times.values()) + missing * expected


def limit(degrees: int) -> float:
    """Return a bound that a chi-square of so many degrees of freedom exceeds once in some 30,000 times."""
    # Wilson and Hilferty: the cube root is nearly normal.
    root = 1 - 2 / (9 * degrees) + 4 * sqrt(2 / (9 * degrees))
    return degrees * root * root * root
