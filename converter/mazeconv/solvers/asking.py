"""From a level and a wish to a solver's job: which start, which goals, which weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.errors import LevelError, UsageError
from mazeconv.level import Level, Place, Tile
from mazeconv.options.building import build
from mazeconv.places import Origin, from_xy, parse_place, to_xy
from mazeconv.solvers import SOLVERS, Job, Route
from mazeconv.solvers.doors import with_doors

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine, Progress

MAX_WEIGHT = 1_000_000


def ask(
    level: Level,
    solver: str,
    options: dict[str, Any],
    *,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    origin: Origin = "top-left",
    weights: npt.ArrayLike | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
) -> Route:
    """Return a solver's route through a level; see `mazeconv.solve`."""
    found = SOLVERS.get(solver)
    if weights is not None and not found.weighs:
        raise UsageError(
            f"{found.name} takes no weights",
            "solvers that do: " + ", ".join(s.name for s in SOLVERS.all() if s.weighs),
        )
    job = Job(
        tiles=level.tiles,
        start=start_of(level, start, origin),
        goals=goals_of(level, goal, origin),
        options=build(found.options, options, f"solver {found.name}"),
        weights=None if weights is None else _checked_weights(weights, level),
        engine=engine,
        progress=progress,
    )
    return with_doors(level, found.run(job))


def start_of(level: Level, start: tuple[int, int] | str | None = None, origin: Origin = "top-left") -> Place:
    """Return the tile of the start that was asked for, else the level's; raise `LevelError` if there is none."""
    if start is not None:
        return _on_floor(level, start, "start", origin)
    if level.start is None:
        raise LevelError("the level has no start", "say where with --start X,Y (in Python start=(x, y))")
    return level.start


def goals_of(level: Level, goal: tuple[int, int] | str | None = None, origin: Origin = "top-left") -> tuple[Place, ...]:
    """Return the goal that was asked for, else all goal tiles of the level; raise `LevelError` if there is none."""
    if goal is not None:
        return (_on_floor(level, goal, "goal", origin),)
    if not level.goals:
        raise LevelError("the level has no goal", "say where with --goal X,Y (in Python goal=(x, y))")
    return level.goals


def _on_floor(level: Level, at: tuple[int, int] | str, what: str, origin: Origin) -> Place:
    if isinstance(at, str):
        if at.replace("-", "").isalpha():
            raise UsageError(
                f"the {what} of a level that is there must be X,Y such as 1,1, not {at!r}",
                "--shape ends=farthest moves start and goal; `mazeconv shapes ends` lists the ways",
            )
        row, col = parse_place(at, what)
        at = col, row
    x, y = at
    place = from_xy(x, y, level.rows, origin)
    if not (0 <= place.row < level.rows and 0 <= place.col < level.cols):
        raise LevelError(
            f"the {what} {x},{y} lies outside the level",
            f"X goes from 0 to {level.cols - 1}, Y from 0 to {level.rows - 1}",
        )
    if level.tiles[place] != Tile.FLOOR:
        floor = np.argwhere(level.tiles == Tile.FLOOR)
        if not len(floor):
            raise LevelError(f"the {what} {x},{y} is not on floor", "the level has no floor at all")
        row, col = floor[int(np.abs(floor - np.array(place)).sum(axis=1).argmin())]
        near = to_xy(Place(int(row), int(col)), level.rows, origin)
        raise LevelError(f"the {what} {x},{y} is not on floor", "the nearest floor is {},{}".format(*near))
    return place


def _checked_weights(weights: npt.ArrayLike, level: Level) -> npt.NDArray[np.int64]:
    try:
        array = np.asarray(weights)
    except ValueError:
        array = np.empty(0, object)
    if array.shape != level.tiles.shape or array.dtype.kind not in "iu":
        raise UsageError(
            f"weights must be whole numbers of shape {level.tiles.shape}, not {array.dtype} of shape {array.shape}",
            "give one for each tile, rows before columns, as level.tiles has them",
        )
    if int(array.min()) < 1 or int(array.max()) > MAX_WEIGHT:
        raise UsageError(f"weights go from 1 to {MAX_WEIGHT:,}", "what cannot be entered is a wall, not a weight")
    return array.astype(np.int64)
