"""A drone in a hedge maze, for solvers of one's own: look, move, harvest, re-use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.arguments import check, checked
from mazeconv.directions import STEPS
from mazeconv.errors import LevelError, notify
from mazeconv.hedge import MAX_REUSES, is_lattice, treasure_place, walls_to_open
from mazeconv.level import Level, Place, Tile
from mazeconv.places import Origin, to_xy
from mazeconv.rng import Stream
from mazeconv.solvers.asking import goals_of, start_of
from mazeconv.solvers.flood import distances
from mazeconv.solvers.nearest import nearest

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine
    from mazeconv.solvers import Route


class Drone:
    """Fly over the roads of a level after treasures.

    It begins on the level's start. The first treasure lies on the goal, of several on the nearest that can be reached;
    the next lie on the level's own treasures, in reading order, and all others on random tiles that can be reached.
    Each `reuse` sets the next one and opens the share `open_walls` of the walls between roads, at least one wall. The
    same `seed` gives the same treasures and walls for the same moves. Headings are 0 north, 1 east, 2 south, 3 west.
    Places are (x, y) in tiles, as in the game from 0 at the bottom left with y upwards, or from the top left with
    `origin="top-left"`.
    """

    @checked
    def __init__(
        self,
        level: Level,
        *,
        seed: str | int = 0,
        open_walls: float = 0.0,
        start: tuple[int, int] | str | None = None,
        goal: tuple[int, int] | str | None = None,
        origin: Origin = "bottom-left",
        engine: Engine = "auto",
    ) -> None:
        self._tiles = level.tiles.copy()
        self._place = start_of(level, start, origin)
        self._stream = Stream.of(str(seed))
        self._share = open_walls
        self._origin: Origin = origin
        self._engine: Engine = engine
        self._lattice = is_lattice(level.tiles)
        self.moves = 0
        self.reuses = 0
        self.over = False
        self.opened: npt.NDArray[np.int64] = np.empty((0, 2), np.int64)
        goals = goals_of(level, goal, origin) if goal is not None or level.goals else ()
        reach = distances(self._tiles, self._place, engine)
        first = [nearest(reach, goals)] if goals else []
        self._waiting = first + [place for place in _treasures(level, reach) if place not in first]
        self._hide(reach)

    @property
    def position(self) -> tuple[int, int]:
        """Return (x, y) of the tile on which the drone is."""
        return to_xy(self._place, self._tiles.shape[0], self._origin)

    @property
    def place(self) -> Place:
        """Return the same as row and column from the top left."""
        return self._place

    @property
    def treasure(self) -> Place:
        """Return the row and column of the treasure."""
        return self._treasure

    @property
    def tiles(self) -> npt.NDArray[np.uint8]:
        """Return the level as it is now, uint8[rows, cols] and read-only."""
        view = self._tiles.view()
        view.flags.writeable = False
        return view

    @property
    def shortest(self) -> int | None:
        """Return the steps of the shortest way to this treasure from where it was set, or None without a way."""
        return self._shortest

    def measure(self) -> tuple[int, int]:
        """Return (x, y) of the treasure."""
        return to_xy(self._treasure, self._tiles.shape[0], self._origin)

    def can_move(self, heading: int) -> bool:
        """Return whether the next tile in that heading is road."""
        return self._is_road(self._next(heading)) and not self.over

    def move(self, heading: int) -> bool:
        """Move one tile and return True, or stay and return False where there is no road.

        Raises `LevelError` when the maze is over.
        """
        if self.over:
            raise LevelError(
                "the drone cannot move: the maze is over",
                "reuse() goes on to the next treasure where harvest() ends it",
            )
        if not self.can_move(heading):
            return False
        self._place = self._next(heading)
        self.moves += 1
        return True

    @checked
    def walk(self, route: Route) -> None:
        """Walk a solver's route, which must begin where the drone is and keep to the roads."""
        rows, cols = route.tiles[:, 0], route.tiles[:, 1]
        begins_here = not self.over and tuple(route.tiles[0]) == self._place
        inside = (route.tiles.max(axis=0) < self._tiles.shape).all()
        if not (begins_here and inside and (self._tiles[rows, cols] == Tile.FLOOR).all()):
            raise LevelError(
                "the drone cannot walk this route", "solve the level as it is now, from where the drone is"
            )
        self._place = Place(*(int(n) for n in route.tiles[-1]))
        self.moves += route.steps

    def harvest(self) -> bool:
        """End the maze and return whether the treasure was here."""
        here = not self.over and self._place == self._treasure
        self.over = True
        return here

    def reuse(self) -> bool:
        """Take the treasure that is here, open walls, set the next treasure, and return True.

        Return False and change nothing where no treasure is, and after 300 re-uses.
        """
        if self.over or self._place != self._treasure or self.reuses == MAX_REUSES:
            return False
        self.reuses += 1
        walls = self._stream.child("open-walls", self.reuses)
        self.opened = (
            walls_to_open(self._tiles, self._share, walls, lattice=self._lattice) if self._share else self.opened
        )
        self._tiles[self.opened[:, 0], self.opened[:, 1]] = Tile.FLOOR
        self._hide(distances(self._tiles, self._place, self._engine))
        return True

    def _hide(self, reach: npt.NDArray[np.int32]) -> None:
        if self._waiting:
            self._treasure = self._waiting.pop(0)
        else:
            stream = self._stream.child("treasure", self.reuses)
            self._treasure = treasure_place(reach, stream, lattice=self._lattice)
        steps = int(reach[self._treasure])
        self._shortest = None if steps < 0 else steps

    def _next(self, heading: int) -> Place:
        # A solver asks this for each step: what is right is not checked at length.
        if type(heading) is not int or not 0 <= heading < len(STEPS):
            heading = check("heading", heading, "Drone")
        row, col = STEPS[heading]
        return Place(self._place.row + row, self._place.col + col)

    def _is_road(self, place: Place) -> bool:
        rows, cols = self._tiles.shape
        return 0 <= place.row < rows and 0 <= place.col < cols and bool(self._tiles[place] == Tile.FLOOR)


def _treasures(level: Level, reach: npt.NDArray[np.int32]) -> list[Place]:
    """Return the level's own treasures to which a way leads, in reading order; a notice says how many are left out."""
    places = [marker.place for marker in level.markers if marker.kind == "treasure"]
    found = [place for place in places if reach[place] >= 0]
    if len(found) < len(places):
        notice = f"{len(places) - len(found)} of the level's {len(places)} treasures cannot be reached and are left out"
        notify(notice)
    return found
