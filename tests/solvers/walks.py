"""Levels to solve, and slow, obvious solvers to compare with."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

import mazeconv
from mazeconv import Level, Marker, Place, Tile
from shaped import steps_from

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

SIDES = {0: (-1, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1)}


def scattered(rows: int, cols: int, share: float, seed: int, goals: int = 1) -> Level:
    """Return a level with walls strewn at random, cave-like, with pockets that cannot be reached."""
    chance = random.Random(seed)
    tiles = np.array([[chance.random() < share for _ in range(cols)] for _ in range(rows)], np.uint8)
    places = chance.sample([(r, c) for r in range(rows) for c in range(cols)], goals + 1)
    for place in places:
        tiles[place] = Tile.FLOOR
    kinds = ["start", *["goal"] * goals]
    return Level(tiles, tuple(Marker(k, *p) for k, p in zip(kinds, places, strict=True)))


def scattered_levels(side: int = 12, goals: int = 3) -> st.SearchStrategy[Level]:
    """Give levels of at most `side` x `side` tiles with walls strewn at random, and up to so many goals."""
    return st.builds(
        scattered,
        st.integers(1, side),
        st.integers(4, side),
        st.floats(0, 0.6),
        st.integers(0, 10**6),
        st.integers(1, goals),
    )


def opened(level: Level, share: float, seed: int) -> Level:
    """Return a lattice maze with a share of its inner walls removed at random."""
    chance = random.Random(seed)
    tiles = level.tiles.copy()
    walls = [
        (r, c)
        for r in range(1, level.rows - 1)
        for c in range(1, level.cols - 1)
        if (r + c) % 2 and tiles[r, c] == Tile.WALL
    ]
    for place in chance.sample(walls, round(share * len(walls))):
        tiles[place] = Tile.FLOOR
    return level.with_(tiles=tiles, recipe=None)


def around(tiles: npt.NDArray[np.uint8], place: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the headings in which one can go from a place, and where they lead."""
    for heading, (down, across) in SIDES.items():
        row, col = place[0] + down, place[1] + across
        if 0 <= row < tiles.shape[0] and 0 <= col < tiles.shape[1] and tiles[row, col] == Tile.FLOOR:
            yield heading, (row, col)


def reachable(level: Level) -> set[Place]:
    """Return all tiles that can be reached from the start."""
    assert level.start is not None
    return set(steps_from(level.tiles, level.start))


def plain_rule(level: Level, hand: str) -> tuple[str, list[tuple[int, int]]]:
    """Walk as the rule is told, with a set of all states met; return how it ended and the places."""
    assert level.start is not None
    place, heading = (level.start.row, level.start.col), 0
    walked = [place]
    met = {(place, heading)}
    order = (1, 0, 3, 2) if hand == "right" else (3, 0, 1, 2)
    while Place(*place) not in level.goals:
        ways = dict(around(level.tiles, place))
        headings = [(heading + turn) % 4 for turn in order if (heading + turn) % 4 in ways]
        if not headings:
            return "unreachable", walked
        heading = headings[0]
        place = ways[heading]
        walked.append(place)
        if (place, heading) in met and Place(*place) not in level.goals:
            return "looped", walked
        met.add((place, heading))
    return "found", walked


def check_walk(level: Level, route: mazeconv.Route) -> None:
    """Assert that a route begins on the start, keeps to the roads, steps tile by tile, and ends as it says."""
    tiles = route.tiles
    assert tiles.dtype == np.int32
    assert tiles.ndim == 2
    assert tuple(tiles[0]) == level.start
    assert (level.tiles[tiles[:, 0], tiles[:, 1]] == Tile.FLOOR).all()
    assert (np.abs(np.diff(tiles, axis=0)).sum(axis=1) == 1).all()
    assert (Place(*map(int, tiles[-1])) in level.goals) == route.found
    goals = {tuple(goal) for goal in level.goals}
    assert not any(tuple(tile) in goals for tile in tiles[:-1].tolist()), "it walked past a goal"
    assert route.steps == len(tiles) - 1
    assert route.visited == len({tuple(tile) for tile in tiles.tolist()})
    headings = [tuple(step) for step in np.diff(tiles, axis=0).tolist()]
    assert route.turns == sum(a != b for a, b in pairwise(headings))
