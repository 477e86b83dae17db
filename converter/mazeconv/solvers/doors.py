"""The doors on a way: no solver looks for keys, and who walks through a door is told so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from mazeconv.errors import notify

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Level
    from mazeconv.solvers import Route


def doors_on(level: Level, way: npt.NDArray[np.int32]) -> int:
    """Return how many doors of a level lie on a way, int32[n, 2] of (row, col)."""
    doors = [marker.place for marker in level.markers if marker.kind == "door"]
    if not doors:
        return 0
    stepped_on = np.zeros(level.tiles.shape, np.bool_)
    stepped_on[way[:, 0], way[:, 1]] = True
    return sum(bool(stepped_on[place]) for place in doors)


def with_doors(level: Level, route: Route) -> Route:
    """Return a route with its doors counted, and noted if there are any."""
    count = doors_on(level, route.tiles)
    return replace(route, doors=count, notes=(*route.notes, note(count))) if count else route


def tell(route: Route, what: str) -> None:
    """Say by a notice that a way that is shown goes through doors, if it does; `what` names the way."""
    if route.doors:
        notify(f"{what}: {note(route.doors)}")


def note(count: int) -> str:
    """Return what is to be known of a way through so many doors."""
    doors = "a door as if it were" if count == 1 else f"{count} doors as if they were"
    return f"goes through {doors} open; keys are not looked for"
