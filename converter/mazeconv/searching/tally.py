"""What is known after trying some levels; tallies of parts add up to that of the whole, in any order."""

from __future__ import annotations

import math
from heapq import nsmallest
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.measures.conditions import Condition
    from mazeconv.searching import Aim

    Floats = npt.NDArray[np.float64]


class Row(NamedTuple):
    """Hold a level by its rank (less is better) and number, so that rows are in order, and its measures, NaN for none.

    The rank of one that misses conditions is how many of them cannot be measured and by how much the others are missed.
    """

    rank: tuple[float, ...]
    number: int
    values: tuple[float, ...]


class Tally(NamedTuple):
    """Hold how many levels were tried, met the conditions, failed each, or could not be made (and why the first not).

    `hits` are the best rows, `nearest` the one that misses by least.
    """

    tried: int = 0
    met: int = 0
    failed: tuple[int, ...] = ()
    unmade: int = 0
    reason: tuple[int, str, str] | None = None
    hits: tuple[Row, ...] = ()
    nearest: Row | None = None

    def add(self, other: Tally, top: int) -> Tally:
        """Return the tally of both parts, with the best `top` rows."""
        return Tally(
            self.tried + other.tried,
            self.met + other.met,
            tuple(a + b for a, b in zip(self.failed, other.failed, strict=True)) if self.failed else other.failed,
            self.unmade + other.unmade,
            min((r for r in (self.reason, other.reason) if r), default=None),
            tuple(nsmallest(top, chain(self.hits, other.hits))),
            min((row for row in (self.nearest, other.nearest) if row), default=None),
        )


def judge(aim: Aim, numbers: npt.NDArray[np.int64], columns: Floats) -> Tally:
    """Return the tally of levels by their measures, float64[n, measures] in the order of `aim.names`, NaN for none."""
    column = {name: columns[:, i] for i, name in enumerate(aim.names)}
    misses = [_misses(c, column[c.name]) for c in aim.conditions]
    missed = np.array(misses, np.float64).reshape(len(misses), len(numbers))
    meets = np.flatnonzero((missed == 0).all(axis=0))
    ranks = np.zeros(len(meets))
    if aim.best:
        score = column[aim.best][meets]
        ranks = np.where(np.isnan(score), np.inf, score if aim.least else -score)
    order = np.lexsort((numbers[meets], ranks))[: aim.top]
    hits = tuple(_row((float(ranks[i]),), numbers, columns, int(meets[i])) for i in order)
    nearest = None
    if len(numbers) and not len(meets):
        unknown = np.isinf(missed)
        by = np.where(unknown, 0, missed).sum(axis=0)
        count = unknown.sum(axis=0)
        at = int(np.lexsort((numbers, by, count))[0])
        nearest = _row((float(count[at]), float(by[at])), numbers, columns, at)
    failed = tuple(int(np.count_nonzero(miss)) for miss in misses)
    return Tally(len(numbers), len(meets), failed, hits=hits, nearest=nearest)


def _misses(condition: Condition, values: Floats) -> Floats:
    """Return by how much each value misses the condition; a search meets few different values."""
    distinct, which = np.unique(values, return_inverse=True)
    distances = [condition.distance(None if math.isnan(value) else value) for value in distinct.tolist()]
    return np.array(distances, np.float64)[which]


def _row(rank: tuple[float, ...], numbers: npt.NDArray[np.int64], columns: Floats, at: int) -> Row:
    return Row(rank, int(numbers[at]), tuple(columns[at].tolist()))
