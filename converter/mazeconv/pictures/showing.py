"""What a picture can show of a level beside its tiles: the solution, a walk, distances, dead ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta, Struct

from mazeconv.errors import WriteError, notify
from mazeconv.level import Tile
from mazeconv.options import Options
from mazeconv.unique import unique

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Level, Place
    from mazeconv.solvers import Route


class ShowOptions(Options, frozen=True, kw_only=True):
    """Say what is shown beside the tiles."""

    solution: Annotated[bool, Meta(description="draw a shortest way from the start to a goal")] = False
    route: Annotated[
        str, Meta(description="draw the walk of a solver, such as right-hand; `mazeconv solvers` lists them")
    ] = ""
    heatmap: Annotated[
        Literal["none", "distance"], Meta(description="colour floor by the steps that it is away from the start")
    ] = "none"
    dead_ends: Annotated[bool, Meta(description="mark floor that has one way out")] = False
    legend: Annotated[bool, Meta(description="explain all marks below")] = False


class Shown(Struct, frozen=True):
    """Hold what was found out about a level; what was not asked for is None.

    `distances` is int32 of the level's shape, the steps from the start or -1; `dead_ends` is bool of that shape.
    `walk` is the route of the solver `walker`.
    """

    solution: Route | None = None
    walk: Route | None = None
    walker: str = ""
    distances: npt.NDArray[np.int32] | None = None
    dead_ends: npt.NDArray[np.bool_] | None = None
    legend: bool = False

    @property
    def farthest(self) -> int:
        """Return the largest distance, 0 without distances."""
        return 0 if self.distances is None else max(0, int(self.distances.max()))

    def walked_again(self, *, lanes: bool) -> bool:
        """Return whether the walk comes to a tile again, or with `lanes`, takes a step again."""
        if self.walk is None:
            return False
        way = self.walk.tiles
        seen = np.hstack((way[:-1], way[1:])) if lanes else way
        return len(unique(seen, axis=0)) < len(seen)


NOTHING = Shown()


def find(level: Level, options: ShowOptions) -> Shown:
    """Return what the options ask for; raise `WriteError` if the level has no start or goal for it.

    A notice says when a way does not arrive.
    """
    return Shown(
        solution=_way(level, "shortest", "solution") if options.solution else None,
        walk=_way(level, options.route, f"route={options.route}") if options.route else None,
        walker=options.route,
        distances=_distances(level) if options.heatmap == "distance" else None,
        dead_ends=_dead_ends(level) if options.dead_ends else None,
        legend=options.legend,
    )


def _way(level: Level, solver: str, option: str) -> Route | None:
    from mazeconv.solvers import SOLVERS
    from mazeconv.solvers.asking import ask
    from mazeconv.solvers.doors import tell

    SOLVERS.get(solver)
    if not level.goals:
        raise WriteError(f"{option} needs a goal, and the level has none", "mark one in the level, or leave it out")
    _start_of(level, option)
    route = ask(level, solver, {})
    if not route.found:
        notice = f"{option}: the way does not arrive at a goal, it ends as {route.ending!r}"
        notify(notice)
    tell(route, option)
    # Who does not take a step leaves nothing to draw.
    return route if route.steps else None


def _distances(level: Level) -> npt.NDArray[np.int32]:
    from mazeconv.solvers.flood import distances

    return distances(level.tiles, _start_of(level, "heatmap=distance"))


def _start_of(level: Level, option: str) -> Place:
    if level.start is None:
        raise WriteError(f"{option} needs a start, and the level has none", "mark one in the level, or leave it out")
    return level.start


def _dead_ends(level: Level) -> npt.NDArray[np.bool_]:
    from mazeconv.shaping.draft import degrees

    found: npt.NDArray[np.bool_] = (degrees(level.tiles) == 1) & (level.tiles == Tile.FLOOR)
    return found
