"""The explorers walk as their model says, tile by tile, however they are computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import mazeconv
from clients import need
from mazeconv.arguments import Arguments
from mazeconv.kernels import below
from mazeconv.measures import players
from mazeconv.options import Options
from mazeconv.options.describing import describe
from mazeconv.rng import Stream
from mazeconv.solvers import Job
from solvers.walks import around, reachable, scattered_levels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazeconv import Level

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")


def walk(level: Level, words: Iterator[int], most: int) -> int:
    """Return the steps of one explorer by the rule as it is told, or -1 if it gives up."""
    place: Any = level.start
    heading, steps = -1, 0
    walked: dict[Any, int] = {}
    while True:
        walked[place] = min(walked.get(place, 0) + 1, players.MEMORY - 1)
        if place in level.goals:
            return steps
        if steps >= most:
            return -1
        back = heading ^ 2 if heading >= 0 else -1
        ways = dict(around(level.tiles, place))
        ahead = [d for d in ways if d != back]
        if len(ahead) < 2:
            heading = ahead[0] if ahead else back
        elif next(words) < players.FORGETS_BELOW:
            heading = ahead[below(words, len(ahead))]
        else:
            seen = {d: walked.get(ways[d], 0) for d in ways}
            least = min(seen[d] for d in ahead)
            if back >= 0 and seen[back] < least:
                heading = back
            else:
                equal = [d for d in ahead if seen[d] == least]
                heading = equal[0] if len(equal) == 1 else equal[below(words, len(equal))]
        place = ways[heading]
        steps += 1


def steps_of(level: Level, explorers: int, engine: str) -> list[int]:
    """Return what the explorers make of a level."""
    assert level.start is not None
    job = Job(tiles=level.tiles, start=level.start, goals=level.goals, options=Options())
    return players.explorers_steps(job, len(reachable(level)), explorers, engine)  # type: ignore[arg-type]


def told(level: Level, explorers: int) -> list[int]:
    """Return the same by the rule as it is told."""
    words = Stream(0).child("players").words()
    steps = [walk(level, words, players.PATIENCE * len(reachable(level))) for _ in range(explorers)]
    return sorted(steps, key=lambda n: (n < 0, n))


@settings(max_examples=80, deadline=None)
@given(
    level=scattered_levels(),
    patience=st.sampled_from([1, 3, 50]),
)
def test_on_random_fields(level: Level, patience: int) -> None:
    assume(any(goal in reachable(level) for goal in level.goals))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "PATIENCE", patience)
        assert steps_of(level, 6, "python") == told(level, 6)


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@pytest.mark.parametrize("engine", ["python", "numba"])
@pytest.mark.parametrize("generator", ["dig", "backtracker", "labyrinth", "rooms", "cave", "unicursal"])
def test_in_mazes(generator: str, engine: str) -> None:
    if engine == "numba":
        need("numba")
    size = (18, 14) if generator == "labyrinth" else (21, 17)
    level = mazeconv.generate(generator, size, seed=4, shape=["loops=0.1"])
    assert steps_of(level, 12, engine) == told(level, 12)


@pytest.mark.parametrize(("tiles", "explorers"), [(1, 200), (3_000, 200), (20_000, 30), (60_000, 20), (1_000_000, 20)])
def test_large_levels_are_given_fewer(tiles: int, explorers: int) -> None:
    assert players.enough(tiles) == explorers


def test_what_the_most_explorers_remember_fits_a_buffer() -> None:
    most = next(option.maximum for option in describe(Arguments) if option.name == "explorers")
    assert most
    assert most * players.MEMORY < 1 << 31
