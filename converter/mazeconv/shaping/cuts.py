"""The shortest way through a level, and the tiles of it that cannot be walked round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.errors import GenerationError
from mazeconv.kernels import Buffer, Machine, Rng
from mazeconv.rng import Stream
from mazeconv.solvers.flood import distances

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Place
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

UNSEEN, BLOCKED, ON_WAY = -1, -2, -3


def descend(rng: Rng, state: Buffer, budget: int, distance: Buffer, way: Buffer, steps: Buffer) -> bool:
    """Follow falling distances from way[state[1]] to the tile of distance 0, in the first direction that leads on."""
    at = state[1]
    left = budget
    while left > 0 and distance[way[at]] > 0:
        left -= 1
        here = way[at]
        at += 1
        for d in range(4):
            if distance[here + steps[d]] == distance[here] - 1:
                way[at] = here + steps[d]
                break
    state[0] += budget - left
    state[1] = at
    return distance[way[at]] == 0


def find_cuts(
    rng: Rng, state: Buffer, budget: int, stage: Buffer, queue: Buffer, steps: Buffer, way: Buffer, cuts: Buffer
) -> bool:
    """Flood from the tiles of the way in turn, without entering those ahead, and mark those that cannot be passed by.

    stage[tile] becomes the number of the tile of the way from which it was first reached; before, the i-th tile of the
    way holds ON_WAY - i. state[1] is the number of the tile of the way, state[2] the farthest one touched so far: the
    i-th is a cut where none beyond it has been touched.
    """
    at, ahead, head, tail = state[1], state[2], state[3], state[4]
    left = budget
    done = False
    while left > 0:
        left -= 1
        if head == tail:
            at += 1
            if at == len(way):
                done = True
                break
            if ahead == at:
                cuts[at] = 1
            head, tail = 0, 1
            queue[0] = way[at]
            stage[way[at]] = at
        here = queue[head]
        head += 1
        for d in range(4):
            tile = here + steps[d]
            seen = stage[tile]
            if seen == UNSEEN:
                stage[tile] = at
                queue[tail] = tile
                tail += 1
            elif seen <= ON_WAY and ON_WAY - seen > ahead:
                ahead = ON_WAY - seen
    state[0] += budget - left
    state[1], state[2], state[3], state[4] = at, ahead, head, tail
    return done


class Way(NamedTuple):
    """Hold a shortest way: its tiles, which of them are cuts, and for every tile whence it is first reached.

    `tiles` are flat indices; `stage` is int32 of the shape of the level, the number of a tile of the way, negative
    where nothing leads.
    """

    tiles: npt.NDArray[np.int64]
    cuts: npt.NDArray[np.bool_]
    stage: npt.NDArray[np.int32]


def way_of(draft: Draft, start: Place, goal: Place, task: Task) -> Way:
    """Return the way from start to goal; raise `GenerationError` if there is none."""
    rows, cols = draft.tiles.shape
    machine = task.machine(draft)
    reach = distances(draft.tiles, goal, task.engine)
    length = int(reach[start])
    if length < 0:
        raise GenerationError(
            "there is no way from the start to the goal to put doors on", "--shape repair joins what lies apart"
        )
    stride = cols + 2
    steps = machine.ints(offsets(stride))
    padded = np.pad(reach, 1, constant_values=UNSEEN)
    way = machine.ints(length + 1)
    way[0] = (start.row + 1) * stride + start.col + 1
    machine.run(descend, Stream(0), _flat(padded, machine), way, steps)
    tiles = np.asarray(way, np.int64)
    stage = np.where(padded < 0, np.int32(BLOCKED), np.int32(UNSEEN))
    stage.reshape(-1)[tiles] = ON_WAY - np.arange(length + 1)
    flooded = _flat(stage, machine)
    cuts = machine.bytes(length + 1)
    queue = machine.ints(int(np.count_nonzero(padded >= 0)) + 1)
    machine.run(find_cuts, Stream(0), flooded, queue, steps, way, cuts, state=(0, -1, 0, 0, 0))
    row, col = np.divmod(tiles, stride)
    return Way(
        tiles=(row - 1) * cols + col - 1,
        cuts=np.frombuffer(cast("Any", cuts), np.uint8).astype(np.bool_),
        stage=np.asarray(flooded, np.int32).reshape(rows + 2, stride)[1:-1, 1:-1],
    )


def _flat(values: npt.NDArray[np.int32], machine: Machine) -> Buffer:
    return cast("Buffer", values.reshape(-1) if machine.compiled else values.reshape(-1).tolist())
