"""The whole hedge-maze game: one treasure after the other, walked by a wall follower that always arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np  # noqa: TC002 - help() reads the types of fields
import numpy.typing as npt  # noqa: TC002
from msgspec import Struct

from mazeconv.arguments import checked
from mazeconv.drone import Drone
from mazeconv.hedge import side, substance
from mazeconv.level import Level, Place
from mazeconv.solvers import Job, Route
from mazeconv.solvers.doors import with_doors
from mazeconv.solvers.hands import HandOptions, choose_hand, walk

if TYPE_CHECKING:
    from mazeconv.kernels import Engine, Progress
    from mazeconv.places import Origin


class Hunt(Struct, frozen=True, eq=False):
    """Hold one hunt: its treasure, the way walked, the shortest there was, and the walls that had opened before."""

    treasure: Place
    route: Route
    shortest: int | None
    opened: npt.NDArray[np.int64]

    def __repr__(self) -> str:
        opened = f", {len(self.opened)} walls opened before" if len(self.opened) else ""
        return f"Hunt({self.route!r}, shortest {self.shortest}{opened})"


class Game(Struct, frozen=True, eq=False):
    """Hold all hunts of a game; `cost` is the substance for the maze and again for each re-use."""

    level: Level
    hunts: tuple[Hunt, ...]
    size: int
    cost: int

    def __repr__(self) -> str:
        found = sum(hunt.route.found for hunt in self.hunts)
        return f"Game({found} of {len(self.hunts)} treasures found, {self.steps} steps, substance {self.substance})"

    @property
    def steps(self) -> int:
        """Return the steps of all hunts."""
        return sum(hunt.route.steps for hunt in self.hunts)

    @property
    def substance(self) -> int:
        """Return the substance that the game charges for the maze and its re-uses."""
        return self.cost * len(self.hunts)


@checked
def hunt(
    level: Level,
    treasures: int = 1,
    *,
    seed: str | int = 0,
    open_walls: float = 0.0,
    hand: Literal["auto", "right", "left"] = "auto",
    fallback: bool = True,
    upgrade: int = 1,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    origin: Origin = "top-left",
    engine: Engine = "auto",
    progress: Progress | None = None,
) -> Game:
    """Hunt treasures in a level and return what happened.

    The treasures are those of `Drone`: the goal, the level's own treasures, then random places. `open_walls` is the
    share of the walls between roads that opens at each re-use, 0 to 1; above 0 it is at least one wall. Each hunt
    begins where the last one ended, facing north. `hand` "auto" chooses by where the treasure lies. Without `fallback`
    the plain rule walks, which ends the game where it walks in a circle. `upgrade` is the game's level, which doubles
    the substance.
    Raises `LevelError` and `UsageError`.
    """
    drone = Drone(level, seed=seed, open_walls=open_walls, start=start, goal=goal, origin=origin, engine=engine)
    hunts: list[Hunt] = []
    for number in range(treasures):
        job = Job(tiles=drone.tiles, start=drone.place, goals=(drone.treasure,), options=HandOptions(), engine=engine)
        chosen, why = (
            choose_hand(drone.place, drone.treasure, level.cols) if hand == "auto" else (hand, f"{hand} hand: as asked")
        )
        route = with_doors(level, walk(job, chosen, fallback=fallback, notes=(why,)))
        hunts.append(Hunt(drone.treasure, route, drone.shortest, drone.opened))
        drone.walk(route)
        if progress is not None:
            progress(number + 1, treasures)
        if not route.found or (number + 1 < treasures and not drone.reuse()):
            break
    size = side(level.tiles)
    return Game(level, tuple(hunts), size, substance(size, upgrade))
