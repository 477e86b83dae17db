"""Parts of a level that nothing leads to, joined to the rest by the shortest tunnels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from mazeconv.directions import offsets
from mazeconv.kernels import below
from mazeconv.level import Place, Tile
from mazeconv.shaping.draft import place_at
from mazeconv.shaping.nearness import FAR, draw_near, field
from mazeconv.solvers.flood import distances

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from mazeconv.kernels import Rng
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft


Digging = Literal["walls", "cells", "all"]
DIGGING: tuple[Digging, ...] = get_args(Digging)


def mend(draft: Draft, task: Task, rng: Rng, images: Callable[[Place], Iterator[Place]], digging: Digging) -> None:
    """Join all that the first floor tile does not lead to, where a tunnel through what may be dug can.

    Each tunnel is a shortest one, and every tile of it is dug together with its `images`.
    """
    while len(tunnel := _tunnel(draft, task, rng, digging)):
        for place in tunnel:
            for image in images(place):
                draft.tiles[image] = Tile.FLOOR


def lost(draft: Draft, task: Task) -> npt.NDArray[np.bool_]:
    """Return the floor tiles to which the first of them does not lead."""
    floor = draft.tiles == Tile.FLOOR
    apart: npt.NDArray[np.bool_] = floor & (
        distances(draft.tiles, place_at(draft, int(floor.argmax())), task.engine) < 0
    )
    return apart


def _tunnel(draft: Draft, task: Task, rng: Rng, digging: Digging) -> list[Place]:
    """Return the wall tiles between the first part and the nearest other one, or nothing."""
    cols = draft.tiles.shape[1]
    apart = lost(draft, task)
    if not apart.any():
        return []
    joined = (draft.tiles == Tile.FLOOR) & ~apart
    walls = soft(draft, digging)
    if draft.ground is not None:
        walls &= draft.ground.soft(draft.tiles)
    machine = task.machine(draft)
    near = field(apart | walls, machine)
    queue = machine.ints(draft.tiles.size)
    row, col = np.nonzero(joined)
    sources = ((row + 1) * (cols + 2) + col + 1).tolist()
    for at, tile in enumerate(sources):
        near[tile] = 0
        queue[at] = tile
    machine.run(draw_near, task.stream, near, queue, machine.ints(offsets(cols + 2)), state=(0, 0, len(sources)))
    values = np.asarray(near, np.int32).reshape(-1, cols + 2)[1:-1, 1:-1]
    least = int(values[apart].min())
    if least == FAR:
        return []
    found = np.flatnonzero(apart & (values == least))
    at = int(found[below(rng, len(found))])
    tunnel = []
    for steps in range(least - 1, 0, -1):
        at = next(at + step for step in offsets(cols) if values.flat[at + step] == steps)
        tunnel.append(place_at(draft, at))
    return tunnel


def soft(draft: Draft, digging: Digging = "walls") -> npt.NDArray[np.bool_]:
    """Return which walls inside the border may be dug.

    In a lattice "walls" are those between two cells, "cells" are missing cells too, and "all" pillars as well.
    """
    soft: npt.NDArray[np.bool_] = draft.tiles == Tile.WALL
    soft[[0, -1]] = False
    soft[:, [0, -1]] = False
    if draft.unit == "cells":
        soft[::2, ::2] &= digging == "all"
        soft[1::2, 1::2] &= digging != "walls"
    return soft
