"""Kruskal's algorithm with coins instead of a full shuffle gives the trees of plain Kruskal, as often."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from generated import grid_of
from mazeconv.errors import UsageError
from mazeconv.generators.kruskal import room
from mazeconv.grid import Grid
from mazeconv.kernels import below
from mazeconv.rng import Stream
from spanning import chi_square, counted, limit, trees

SQUARE = np.ones((3, 3), np.bool_)


def run(seed: int, rows: int = 12, cols: int = 17, **options: Any) -> Grid:
    return grid_of("kruskal", rows, cols, seed, **options)


def by_the_book(rows: int, cols: int, seed: int) -> bytes:
    """Shuffle all edges, and join in their order what is not yet joined."""
    right, down = np.zeros((rows, cols - 1), np.bool_), np.zeros((rows - 1, cols), np.bool_)
    edges = [(right, at, at, (at[0], at[1] + 1)) for at in np.ndindex(right.shape)]
    edges += [(down, at, at, (at[0] + 1, at[1])) for at in np.ndindex(down.shape)]
    words = Stream.of("by the book").child("sample", seed).words()
    for last in range(len(edges) - 1, 0, -1):
        at = below(words, last + 1)
        edges[at], edges[last] = edges[last], edges[at]
    part = {at: {at} for at in np.ndindex(rows, cols)}
    for passages, place, one, other in edges:
        if part[one] is not part[other]:
            passages[place] = True
            part[one] |= part[other]
            for cell in part[other]:
                part[cell] = part[one]
    return right.tobytes() + down.tobytes()


@pytest.fixture(scope="module")
def sample() -> list[bytes]:
    return trees("kruskal", SQUARE)


def test_it_is_seen_not_to_be_uniform(sample: list[bytes]) -> None:
    """The test that the uniform generators pass would find them out."""
    assert chi_square(SQUARE, sample) > 3 * limit(191)


def test_the_trees_of_plain_kruskal_as_often(sample: list[bytes]) -> None:
    one, other = counted(sample), counted(by_the_book(3, 3, seed) for seed in range(len(sample)))
    both = sorted({*one, *other})
    # Two samples of one size: Pearson's statistic of the table of two rows.
    statistic = sum((one.get(t, 0) - other.get(t, 0)) ** 2 / (one.get(t, 0) + other.get(t, 0)) for t in both)
    assert statistic < limit(len(both) - 1)


def test_the_list_holds_the_heads_of_all_seeds() -> None:
    for cells in (1, 2, 100):
        assert room(cells) >= 2 * cells
    for cells in (1_000, 1_000_000, 16_000_000):
        deviation = (2 * cells / 4) ** 0.5
        assert room(cells) > cells + 20 * deviation


def test_leaning_opens_rows_or_columns_first() -> None:
    assert run(1, horizontal=100).right.all()
    assert run(1, horizontal=0).down.all()
    more, fair = (np.mean([np.count_nonzero(run(s, horizontal=h).right) for s in range(40)]) for h in (70, 50))
    assert more > 1.15 * fair


@pytest.mark.parametrize("horizontal", ["-1", "101", "wide"])
def test_leanings_that_are_none(horizontal: str) -> None:
    with pytest.raises(UsageError):
        run(1, horizontal=horizontal)
