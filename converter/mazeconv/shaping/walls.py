"""Walls between places removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.directions import offsets
from mazeconv.errors import notify
from mazeconv.kernels import Buffer, Rng, below
from mazeconv.level import Tile
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.draft import indices

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

FLOOR, WALL = Tile.FLOOR, Tile.WALL


def open_walls(rng: Rng, state: Buffer, budget: int, tiles: Buffer, walls: Buffer, steps: Buffer) -> bool:
    """Open state[2] of the tiles walls[state[1]:], each subset as likely as any other (Knuth's algorithm S).

    A wall that now lies beside an opening, which only happens off a lattice, is passed over.
    """
    at, wanted = state[1], state[2]
    count = len(walls)
    left = budget
    while at < count and wanted > 0 and left > 0:
        left -= 1
        if below(rng, count - at) < wanted:
            wanted -= 1
            tile = walls[at]
            ways = 0
            for d in range(4):
                if tiles[tile + steps[d]] == FLOOR:
                    ways += 1
            if ways == 2:
                tiles[tile] = FLOOR
        at += 1
    state[0] += budget - left
    state[1], state[2] = at, wanted
    return at >= count or wanted <= 0


def between(draft: Draft) -> npt.NDArray[np.int64]:
    """Return the wall tiles that part two places: floor on two opposite sides, none on the others; flat indices."""
    rows, cols = draft.tiles.shape
    found: list[npt.NDArray[np.int64]] = []
    band = max(2, (1 << 22) // cols // 2 * 2)
    for top in range(1, rows - 1, band):
        tiles = draft.tiles[top - 1 : min(top + band, rows - 1) + 1]
        floor = tiles == Tile.FLOOR
        upright = floor[:-2, 1:-1] & floor[2:, 1:-1] & ~floor[1:-1, :-2] & ~floor[1:-1, 2:]
        level = ~floor[:-2, 1:-1] & ~floor[2:, 1:-1] & floor[1:-1, :-2] & floor[1:-1, 2:]
        parts = (upright | level) & (tiles[1:-1, 1:-1] == Tile.WALL)
        if draft.unit == "cells":
            # A pillar can lie between two passages, but is no wall between cells.
            parts[1::2, 1::2] = False
        row, col = np.nonzero(parts)
        found.append((row + top) * cols + col + 1)
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def loops(draft: Draft, task: Task) -> None:
    """Remove a share of the walls between neighbouring places; that none was is a `MazeconvNotice`."""
    machine = task.machine(draft)
    walls = between(draft)
    before = np.count_nonzero(draft.tiles)
    tiles = draft.buffer(machine)
    machine.run(
        open_walls,
        task.stream,
        tiles,
        indices(machine, walls),
        machine.ints(offsets(draft.tiles.shape[1])),
        state=(0, 0, round(task.options.share * len(walls))),
        total=len(walls),
    )
    draft.take(tiles)
    if task.options.share and np.count_nonzero(draft.tiles) == before:
        notify(f"loops opened no wall: of those between two roads, one tile thick, there are {len(walls)}")


class LoopsOptions(Options, frozen=True):
    """Hold how many walls are removed."""

    share: Annotated[float, Meta(ge=0, le=1, description="the share of the walls between places to remove")] = 0.05


LOOPS = Step(
    name="loops",
    title="a share of the walls removed at random",
    about=(
        "Removes walls between neighbouring cells (or tiles) anywhere, not only at dead ends, so that several ways "
        "lead to the goal. The outer wall stays."
    ),
    stage="tiles",
    options=LoopsOptions,
    run=loops,
    memory=(6, 6),
)
