"""Levels of every kind for hypothesis: any tiles, any markers on floor, properties and recipes."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mazeconv.level import ROLES, Level, Marker, Tile
from mazeconv.recipe import CONTROL, Recipe

lines = st.text(max_size=12).filter(lambda text: not CONTROL.search(text))
seeds = st.integers().map(str) | lines.filter(bool)
kinds = st.sampled_from(["goal", "treasure", "key", "door", "save-point", "npc_2"])
numbers = st.integers(-(1 << 53), 1 << 53) | st.floats(allow_nan=False, allow_infinity=False)
properties = st.dictionaries(lines.filter(bool), st.booleans() | numbers | lines, max_size=3)
recipes = st.builds(
    Recipe,
    generator=st.sampled_from(["dig", "backtracker"]),
    version=st.integers(1, 3),
    seed=seeds,
    size=st.tuples(st.integers(1, 99), st.integers(1, 99)),
    start=st.sampled_from(["", "1,1"]),
    goal=st.sampled_from(["", "farthest", "3,5"]),
    options=st.dictionaries(st.sampled_from(["pick", "bias"]), lines, max_size=2),
    shape=st.lists(lines, max_size=2).map(tuple),
)


@st.composite
def levels(draw: st.DrawFn, side: int = 9) -> Level:
    """Give a level of at most `side` x `side` tiles."""
    shape = draw(st.tuples(st.integers(1, side), st.integers(1, side)))
    tiles = draw(arrays.arrays(np.dtype(np.uint8), shape, elements=st.integers(0, len(ROLES) - 1)))
    floor = np.argwhere(tiles == Tile.FLOOR).tolist()
    places = draw(st.lists(st.sampled_from(floor), unique_by=tuple, max_size=5)) if floor else []
    markers = [Marker(draw(kinds), row, col, draw(lines)) for row, col in places]
    begins = draw(st.booleans())
    if markers and begins:
        markers[0] = Marker("start", markers[0].row, markers[0].col)
    return Level(tiles, tuple(markers), draw(properties), draw(st.none() | recipes))
