"""Each generator's mazes have the fingerprint that is known of its algorithm."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from clients import need
from mazeconv.generators import GENERATORS, Job
from mazeconv.grid import Grid
from mazeconv.options.building import build
from mazeconv.rng import Stream

SIDE = 100
MAZES = 200


class Known(NamedTuple):
    """Hold what is known: percents of the cells (None: not known), and the mean length of corridors in cells."""

    dead_ends: float
    straights: float | None
    turns: float | None
    forks: float | None
    crossings: float | None
    corridor: float | None


KNOWN: list[tuple[str, dict[str, str], Known]] = [
    ("backtracker", {}, Known(10.0, 31, 50, 9.7, 0.2, 4.0)),
    ("hunt-and-kill", {}, Known(9.4, 30, 52, 9.0, 0.2, 4.4)),
    ("recursive-division", {}, Known(27.0, 19, 30, 22, 2.7, 0.95)),
    ("binary-tree", {}, Known(25.0, 26, 25, 25, 0, 1.0)),
    ("sidewinder", {}, Known(27.7, 23, 25, 22, 2.8, 0.9)),
    ("eller", {}, Known(29.4, 20, 25, 22, 3.7, 0.8)),
    ("wilson", {}, Known(29.3, 17, 28, 22, 3.5, 0.8)),
    ("aldous-broder", {}, Known(29.3, 17, 28, 22, 3.5, 0.8)),
    ("kruskal", {}, Known(30.6, 16, 27, 23, 4.0, 0.75)),
    ("prim", {"form": "simplified"}, Known(27.5, None, None, None, None, None)),
    ("prim", {"form": "modified"}, Known(35.6, 16, 19, 23, 6.1, 0.5)),
]


def fingerprint(grid: Grid) -> Known:
    """Return what can be seen of a maze without walls at its border.

    A corridor leads from one cell that is no mere passage, a dead end or a fork, to the next; its length is the number
    of cells between them.
    """
    right, down = np.pad(grid.right, ((0, 0), (1, 1))), np.pad(grid.down, ((1, 1), (0, 0)))
    across, along = right[:, 1:].astype(int) + right[:, :-1], down[1:].astype(int) + down[:-1]
    ways = across + along
    ends, twos, threes, fours = (np.count_nonzero(ways == n) for n in (1, 2, 3, 4))
    straights = np.count_nonzero((ways == 2) & (across != 1))
    percent = 100 / ways.size
    corridors = (ends + 3 * threes + 4 * fours) / 2
    return Known(
        ends * percent,
        straights * percent,
        (twos - straights) * percent,
        threes * percent,
        fours * percent,
        twos / corridors,
    )


def mean_fingerprint(name: str, options: dict[str, str]) -> Known:
    generator = GENERATORS.get(name)
    record = build(generator.options, options, name)
    found = []
    for seed in range(MAZES):
        stream = Stream.of(name).child("fingerprint", seed)
        job = Job(rows=SIDE, cols=SIDE, options=record, stream=stream, engine="numba")
        grid: Any = generator.run(job)
        found.append(fingerprint(grid))
    return Known(*(float(x) for x in np.mean(np.array(found), axis=0)))


@pytest.mark.parametrize(("name", "options", "known"), KNOWN, ids=[" ".join([n, *o.values()]) for n, o, _ in KNOWN])
def test_fingerprint(name: str, options: dict[str, str], known: Known) -> None:
    need("numba")
    found = mean_fingerprint(name, options)
    assert found.dead_ends == pytest.approx(known.dead_ends, abs=0.5)
    for field in ("straights", "turns", "forks", "crossings"):
        if getattr(known, field) is not None:
            # Known to the nearest percent only.
            assert getattr(found, field) == pytest.approx(getattr(known, field), abs=0.75), field
    if known.corridor is not None:
        assert found.corridor == pytest.approx(known.corridor, abs=0.05)
