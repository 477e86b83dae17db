"""What hand edits leave behind put right: pockets that nothing leads to, and pillars that stand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.errors import notify
from mazeconv.level import Tile
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.mending import soft
from mazeconv.shaping.pieces import Pieces
from mazeconv.shaping.uniting import join

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

# So many parts that cannot be joined are named.
NAMED = 5


def repair(draft: Draft, task: Task) -> None:
    """Join all parts of the floor and remove lone pillars; what no tunnel can reach is a `MazeconvNotice`."""
    walls = soft(draft) | _beside_corners(draft)
    if draft.ground is not None:
        walls &= draft.ground.soft(draft.tiles)
    pieces = Pieces.of(draft.tiles == Tile.FLOOR, walls, task.machine(draft))
    left = join(pieces, task.stream, loops=True).left
    draft.tiles[pieces.floor] = Tile.FLOOR
    if left > 1:
        _, *lost = pieces.parts()
        places = ", ".join(f"{col},{row}" for _, row, col in lost[:NAMED]) + (" and others" if left - 1 > NAMED else "")
        parts = "1 part" if left == 2 else f"{left - 1} parts"
        notify(f"{parts} of the floor cannot be joined, as no wall that could be opened lies between: at {places}")
    # Last, as a tunnel may leave a pillar; no two pillars touch, so that none is left by removing them.
    if task.options.pillars:
        _remove_pillars(draft)


def _beside_corners(draft: Draft) -> npt.NDArray[np.bool_]:
    """Return the walls of the border beside each floor tile in a corner of it that has no floor beside it.

    All that lies beside a corner is border, so that nothing else could be opened.
    """
    tiles = draft.tiles
    walls = np.zeros(tiles.shape, np.bool_)
    for row, col, down, across in ((0, 0, 1, 1), (0, -1, 1, -2), (-1, 0, -2, 1), (-1, -1, -2, -2)):
        beside = [(row, across), (down, col)] if min(tiles.shape) > 1 else []
        if tiles[row, col] == Tile.FLOOR and all(tiles[at] != Tile.FLOOR for at in beside):
            for at in beside:
                walls[at] = tiles[at] == Tile.WALL
    return walls


def _remove_pillars(draft: Draft) -> None:
    """Make floor of each wall tile inside the border of which all eight neighbours are floor."""
    solid = (draft.tiles != Tile.FLOOR).view(np.uint8)
    rows = solid[:-2] + solid[1:-1] + solid[2:]
    around = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]
    inside = draft.tiles[1:-1, 1:-1]
    lone = (around == 1) & (inside == Tile.WALL)
    if draft.ground is not None:
        lone &= draft.ground.soft(draft.tiles)[1:-1, 1:-1]
    inside[lone] = Tile.FLOOR


class RepairOptions(Options, frozen=True):
    """Hold what is put right."""

    pillars: Annotated[bool, Meta(description="remove walls of one tile with floor all around")] = True


REPAIR = Step(
    name="repair",
    title="pockets that nothing leads to joined, lone pillars removed",
    about=(
        "Puts right what edits by hand leave behind: parts of the floor that nothing leads to are joined to the rest "
        "by the shortest tunnels, and walls of a single tile with floor all around vanish. The outer wall stays, but "
        "for a tile beside a corner that is floor and cut off: it is opened."
    ),
    stage="border",
    options=RepairOptions,
    run=repair,
    memory=(31, 31),
)
