"""Several doors with one letter that lock the way together, where no single tile does.

All tiles at one distance from the start lock the way to what lies farther. Those of them that border on what the goal
can reach without them are a gate: whoever goes to the goal passes one of its tiles. Gates at different distances lie
one behind the other, as tiles that cannot be walked round do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.level import Tile
from mazeconv.rng import Stream
from mazeconv.shaping.draft import degrees, is_free
from mazeconv.shaping.ground import beside
from mazeconv.solvers.board import OPEN, SEEN
from mazeconv.solvers.dead_ends import fill
from mazeconv.solvers.flood import distances

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from mazeconv.level import Place
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

    Yes = npt.NDArray[np.bool_]

# A wider gate looks like a fence; and where the narrowest distances have none, others hardly do.
WIDEST = 4
TRIED = 32
# A door stands where one goes straight on or round a corner, not in a hall or at a fork.
DOORWAY = 2


class Gate(NamedTuple):
    """Hold a gate: its distance from the start, its tiles as flat indices, and where one can go before it opens."""

    distance: int
    tiles: npt.NDArray[np.int64]
    before: Yes


def gates(draft: Draft, start: Place, goal: Place, task: Task, taken: list[int]) -> Iterator[Gate]:
    """Yield the narrowest gates, none next to one whose distance is among `taken`; those yielded are added there."""
    reach = distances(draft.tiles, start, task.engine)
    way = _without_dead_ends(draft, start, goal, task) & (reach > 0)
    last = int(reach[goal])
    width, open_ = (
        np.bincount(reach[tiles], minlength=last)[:last] for tiles in (way, way & (degrees(draft.tiles) > DOORWAY))
    )
    order = np.argsort(task.stream.child("gates").block(1, last), kind="stable")
    order = order[np.lexsort((width[order], open_[order]))]
    tried = 0
    for distance in order.tolist():
        if distance == 0 or any(abs(distance - other) < 2 * draft.step for other in taken):
            continue
        tried += 1
        if tried > TRIED:
            return
        gate = _gate(draft, start, goal, task, distance, reach)
        if gate is not None:
            taken.append(distance)
            yield gate


def _gate(
    draft: Draft, start: Place, goal: Place, task: Task, distance: int, reach: npt.NDArray[np.int32]
) -> Gate | None:
    """Return the gate at a distance, unless it is too wide or something stands there."""
    closed = reach == distance
    tiles = np.where(closed, np.uint8(Tile.WALL), draft.tiles)
    beyond = distances(tiles, goal, task.engine) >= 0
    gate = closed & beside(beyond)
    flat = np.flatnonzero(gate)
    row, col = np.divmod(flat, draft.tiles.shape[1])
    off = draft.step > 1 and bool(((row + col) % 2 == 0).any())
    narrow = len(flat) <= WIDEST and bool((degrees(draft.tiles)[gate] <= DOORWAY).all())
    if off or not narrow or not is_free(draft, flat).all():
        return None
    tiles = np.where(gate, np.uint8(Tile.WALL), draft.tiles)
    return Gate(distance, flat, distances(tiles, start, task.engine) >= 0)


def _without_dead_ends(draft: Draft, start: Place, goal: Place, task: Task) -> Yes:
    """Return the floor tiles that are left when all dead ends but the start and the goal are filled."""
    machine = task.machine(draft)
    rows, stride = draft.tiles.shape[0], draft.tiles.shape[1] + 2
    field = np.zeros((rows + 2, stride), np.uint8)
    field[1:-1, 1:-1][draft.tiles == Tile.FLOOR] = OPEN
    for place in (start, goal):
        field[place.row + 1, place.col + 1] |= SEEN
    flat: Any = field.reshape(-1) if machine.compiled else bytearray(field)
    steps, last = machine.ints(offsets(stride)), field.size - stride - 1
    machine.run(fill, Stream(0), flat, steps, state=(0, stride + 1, stride + 1, last), total=field.size)
    left: Yes = np.frombuffer(cast("Any", flat), np.uint8).reshape(field.shape)[1:-1, 1:-1] > 0
    return left
