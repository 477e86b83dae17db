"""More doors to a room that is kept free."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.directions import offsets
from mazeconv.errors import notify
from mazeconv.kernels import Machine, below
from mazeconv.level import Tile
from mazeconv.rng import Stream
from mazeconv.shaping.ground import beside
from mazeconv.shaping.nearness import FAR, draw_near, field, padded

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.shaping.draft import Draft
    from mazeconv.shaping.ground import Room

    Yes = npt.NDArray[np.bool_]


def add_doors(draft: Draft, stream: Stream, machine: Machine) -> None:
    """Dig the shortest ways out of the rooms that have fewer doors than they should; say where no more can be.

    No door lies beside another one.
    """
    ground = draft.ground
    if ground is None:
        return
    for number, room in enumerate(ground.rooms):
        inside, ring = _ring(draft.tiles, room)
        rng = stream.child("doors", number).words()
        doors = doors_of(draft.tiles, room)
        while doors < room.doors:
            opened = np.equal(draft.tiles, Tile.FLOOR)
            soft = ground.soft(draft.tiles)
            near = _nearness(opened & ~inside & ~ring, soft & ~ring, machine)
            choice = np.flatnonzero(ring & soft & ~beside(opened & ring))
            ways = np.array([min(_around(near, int(at), draft.tiles.shape[1])) for at in choice], np.int64)
            if not len(choice) or int(ways.min()) >= FAR:
                notify(f"the inner room has {doors} of {room.doors} doors: no place is left for more")
                break
            least = choice[ways == ways.min()]
            _dig(draft.tiles, int(least[below(rng, len(least))]), near)
            doors += 1


def doors_of(tiles: npt.NDArray[np.uint8], room: Room) -> int:
    """Return how many doors a room has."""
    _, ring = _ring(tiles, room)
    return int(np.count_nonzero(tiles[ring] == Tile.FLOOR))


def _ring(tiles: npt.NDArray[np.uint8], room: Room) -> tuple[Yes, Yes]:
    """Return which tiles lie in the room, and which around it."""
    inside = np.zeros(tiles.shape, np.bool_)
    room.of(inside)[:] = True
    return inside, beside(inside) & ~inside


def _nearness(sources: Yes, open_: Yes, machine: Machine) -> npt.NDArray[np.int32]:
    """Return the steps to the nearest source through open tiles, padded by one tile and flat."""
    rows, cols = sources.shape
    near = field(open_ | sources, machine)
    queue = machine.ints(near_size := (rows + 2) * (cols + 2))
    for count, flat in enumerate(np.flatnonzero(sources).tolist()):
        queue[count] = padded(flat, cols)
        near[queue[count]] = 0
    state = (0, 0, int(np.count_nonzero(sources)))
    machine.run(draw_near, Stream(0), near, queue, machine.ints(offsets(cols + 2)), state=state)
    return np.asarray(near, np.int32).reshape(near_size)


def _around(near: npt.NDArray[np.int32], flat: int, cols: int) -> list[int]:
    """Return the steps from the neighbours of a tile, FAR from those that are closed."""
    at = padded(flat, cols)
    found = (int(near[at + step]) for step in offsets(cols + 2))
    return [steps if steps >= 0 else FAR for steps in found]


def _dig(tiles: npt.NDArray[np.uint8], flat: int, near: npt.NDArray[np.int32]) -> None:
    """Open the tile and a shortest way from it to floor."""
    cols = tiles.shape[1]
    while True:
        tiles.flat[flat] = Tile.FLOOR
        steps = _around(near, flat, cols)
        if min(steps) == 0:
            return
        flat += offsets(cols)[steps.index(min(steps))]
