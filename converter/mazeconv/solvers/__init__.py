"""The table of solvers: what a solver is asked, what it answers, and the built-in ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from mazeconv.kernels import Engine, Progress
from mazeconv.level import Place
from mazeconv.options import Options
from mazeconv.tables import Table

Ending = Literal["found", "unreachable", "looped", "out of steps"]


class Job(Struct, frozen=True, kw_only=True):
    """Hold one request to a solver: a way from `start` to any of `goals`.

    `weights` is int64 of the shape of `tiles`, the cost of stepping onto each, or None where every step costs 1; only a
    solver that `weighs` is given any.
    """

    tiles: npt.NDArray[np.uint8]
    start: Place
    goals: tuple[Place, ...]
    options: Any
    weights: npt.NDArray[np.int64] | None = None
    engine: Engine = "auto"
    progress: Progress | None = None


class Route(Struct, dict=True, weakref=True, frozen=True, eq=False, kw_only=True):
    """Hold a solver's answer.

    `tiles` is int32[n, 2]: (row, col) in walking order, the start first. `ending` says how it ended. `cost` is the sum
    of the weights if there were any, else the steps. `examined` counts the tiles that a search looked at; one who walks
    has None. `loops` counts how often walking in a circle was noticed; `hand` is the hand that a wall follower used;
    `notes` say what was chosen and why. `doors` counts the doors that it goes through as if they were open. `distances`
    is int32 of the level's shape, the steps from each tile to the nearest goal and -1 where no way leads, if the solver
    makes them.
    """

    tiles: npt.NDArray[np.int32]
    ending: Ending
    cost: int
    examined: int | None = None
    loops: int = 0
    hand: Literal["", "right", "left"] = ""
    notes: tuple[str, ...] = ()
    doors: int = 0
    distances: npt.NDArray[np.int32] | None = None

    def __repr__(self) -> str:
        (row, col), (last_row, last_col) = self.tiles[0].tolist(), self.tiles[-1].tolist()
        cost = f", cost {self.cost}" if self.cost != self.steps else ""
        return f"Route({self.ending}, {self.steps} steps from {col},{row} to {last_col},{last_row}{cost})"

    @property
    def found(self) -> bool:
        """Return whether the route ends on a goal."""
        return self.ending == "found"

    @property
    def steps(self) -> int:
        """Return the number of steps walked."""
        return len(self.tiles) - 1

    @cached_property
    def turns(self) -> int:
        """Return how often the direction changes from one step to the next; about-turns count once."""
        headings = np.diff(self.tiles, axis=0).astype(np.int8) @ np.array([2, 1], np.int8)
        return int(np.count_nonzero(headings[1:] != headings[:-1]))

    @cached_property
    def visited(self) -> int:
        """Return the number of different tiles walked on."""
        return distinct(self.tiles)

    @property
    def searched(self) -> int:
        """Return the number of different tiles that were looked at, which for one who walks are those walked on."""
        return self.visited if self.examined is None else self.examined


class Solver(Struct, frozen=True, kw_only=True):
    """Describe a solver and hold its function; `weighs` says that it heeds the cost of tiles."""

    name: str
    title: str
    about: str
    source: str
    run: Callable[[Job], Route]
    options: type[Options] = Options
    weighs: bool = False


def distinct(tiles: npt.NDArray[np.int32]) -> int:
    """Return the number of different tiles among int32[n, 2]."""
    seen = np.zeros(tiles.max(axis=0) + 1, np.bool_)
    seen[tiles[:, 0], tiles[:, 1]] = True
    return int(np.count_nonzero(seen))


SOLVERS: Table[Solver] = Table(
    "solver",
    "mazeconv.solvers",
    {
        "shortest": "mazeconv.solvers.shortest:SHORTEST",
        "right-hand": "mazeconv.solvers.hands:RIGHT_HAND",
        "left-hand": "mazeconv.solvers.hands:LEFT_HAND",
        "auto-hand": "mazeconv.solvers.hands:AUTO_HAND",
        "dead-end-filling": "mazeconv.solvers.dead_ends:DEAD_END_FILLING",
        "tremaux": "mazeconv.solvers.tremaux:TREMAUX",
        "pledge": "mazeconv.solvers.pledge:PLEDGE",
        "random-mouse": "mazeconv.solvers.mouse:RANDOM_MOUSE",
        "flood": "mazeconv.solvers.flooding:FLOOD",
    },
)
