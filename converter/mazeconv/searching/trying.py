"""Try a shard of levels: make them, measure them, judge them."""

from __future__ import annotations

import math
import warnings
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from mazeconv import __version__
from mazeconv.batches import batch_of, seeded
from mazeconv.compiling import COMPILING
from mazeconv.errors import GenerationError, MazeconvNotice
from mazeconv.generators import GENERATORS
from mazeconv.making import make
from mazeconv.measures.surveying import FARTHEST, NO_PLACE, NO_WAY, SURVEYED, Surveyor
from mazeconv.measures.taking import take
from mazeconv.searching.tally import Tally, judge
from mazeconv.shaping.ends import FARTHEST as FARTHEST_GOAL
from mazeconv.shaping.ends import parse_end

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Level, Place
    from mazeconv.searching import Aim

    Floats = npt.NDArray[np.float64]

# A shard holds so many tiles, about a tenth of a second of work: in batches, made one by one, and in plain Python.
QUICK, ALONE, PLAIN = 1 << 22, 1 << 17, 1 << 15
# Seconds after which no further level of a shard is begun: what Ctrl-C may cost.
LONGEST = 0.3


def try_shard(aim: Aim, first: int, count: int) -> Tally:
    """Return the tally of the levels from `first` on, at most `count`: `tried` says how many.

    They are fewer where levels take so long that a search would be deaf to Ctrl-C. A level's part in the tally is the
    same on every machine.
    """
    if aim.version != __version__:
        raise GenerationError(
            f"a worker has mazeconv {__version__}, and {aim.version} asks it", "install the same version on all workers"
        )
    # What is noted of each of thousands of levels helps nobody.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        warnings.filterwarnings("default", COMPILING, MazeconvNotice)
        if (ends := _ends(aim)) is not None:
            batch = batch_of(aim.recipe, aim.seeds(first, count), aim.engine)
            columns = _surveyed(aim, batch.tiles(), np.tile(np.array(ends, np.int32), (count, 1)))
            return judge(aim, np.arange(first, first + count), columns)
        return _one_by_one(aim, first, count)


def shard_size(aim: Aim) -> int:
    """Return how many levels are worth a shard."""
    width, height = aim.recipe.size
    tiles = PLAIN if aim.engine == "python" else ALONE if _ends(aim) is None else QUICK
    return max(1, tiles // (width * height))


def _ends(aim: Aim) -> tuple[int, int] | None:
    """Return the start and the goal of all levels for a `Surveyor`, or None if they cannot be made in batches."""
    recipe = aim.recipe
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    made_alone = generator.plan is None or recipe.shape or recipe.mask or recipe.plan
    if made_alone or not set(aim.names) <= set(SURVEYED):
        return None
    width, height = recipe.size
    far = (recipe.goal or generator.goal) == FARTHEST_GOAL
    start = parse_end(recipe.start, "start") if recipe.start else (1, 1)
    goal = parse_end(recipe.goal, "goal") if recipe.goal and not far else (height - 2, width - 2)
    if not all(_is_cell(place, recipe.size) for place in (start, goal)) or (recipe.start and start == goal and not far):
        return None
    at = start[0] * width + start[1]
    return at, FARTHEST if far else goal[0] * width + goal[1] if goal != start else NO_PLACE


def _is_cell(place: Place | tuple[int, int], size: tuple[int, int]) -> bool:
    """Return whether the tile is floor in every maze: what is asked for elsewhere may be a wall, which is an error."""
    row, col = place
    return row % 2 == 1 and col % 2 == 1 and row < size[1] and col < size[0]


def _surveyed(aim: Aim, tiles: npt.NDArray[np.uint8], ends: npt.NDArray[np.int32]) -> Floats:
    """Return the measures of levels of one size, where SURVEYED has them all."""
    surveyor = Surveyor(tiles.shape[1], tiles.shape[2], aim.engine)
    columns = surveyor.measure(tiles, ends)[:, [SURVEYED.index(name) for name in aim.names]].astype(np.float64)
    if "solution" in aim.names:
        solution = columns[:, aim.names.index("solution")]
        solution[solution == NO_WAY] = np.nan
    return columns


def _one_by_one(aim: Aim, first: int, count: int) -> Tally:
    """Return the tally of levels that are made one at a time; one that cannot be made is counted and left out."""
    begun = monotonic()
    at_once = set(aim.names) <= set(SURVEYED)
    made: list[Level] = []
    measured: list[list[float]] = []
    numbers: list[int] = []
    failure: tuple[int, str, str] | None = None
    tried = 0
    for number, seed in enumerate(aim.seeds(first, count), first):
        try:
            level = make(seeded(aim.recipe, seed), aim.engine)
        except GenerationError as error:
            failure = failure or (number, error.message, error.hint)
        else:
            numbers.append(number)
            if at_once:
                made.append(level)
            else:
                measured.append(_measured(aim, level))
        tried += 1
        if monotonic() - begun > LONGEST:
            break
    columns = np.array(measured, np.float64).reshape(-1, len(aim.names))
    if made:
        ends = [(_position(level, level.start), _position(level, level.goal)) for level in made]
        columns = _surveyed(aim, np.stack([level.tiles for level in made]), np.array(ends, np.int32))
    tally = judge(aim, np.array(numbers, np.int64), columns)
    return tally._replace(tried=tried, unmade=tried - len(numbers), reason=failure)


def _position(level: Level, place: Place | None) -> int:
    return NO_PLACE if place is None else place.row * level.cols + place.col


def _measured(aim: Aim, level: Level) -> list[float]:
    """Return the measures of a level; what takes long is left out unless it is asked for."""
    timed, pair = (any(name.startswith(prefix) for name in aim.names) for prefix in ("time_", "farthest_"))
    measures = take(level, engine=aim.engine, speed=aim.speed, pair=pair, **({} if timed else {"explorers": 0}))
    values = (getattr(measures, name) for name in aim.names)
    return [math.nan if value is None else float(value) for value in values]
