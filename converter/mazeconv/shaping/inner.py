"""A room in the middle of the level that the maze leaves free."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.errors import GenerationError
from mazeconv.generators import nearest_sizes
from mazeconv.level import Place
from mazeconv.options import Options
from mazeconv.plans import FREE, ROAD
from mazeconv.shaping import Step
from mazeconv.shaping.ground import Ground, Room

if TYPE_CHECKING:
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft


class InnerOptions(Options, frozen=True):
    """Hold how large the room is and how many doors it has."""

    size: Annotated[
        str, Meta(pattern=r"^[0-9]{1,6}x[0-9]{1,6}$", description="width x height of the room in tiles, such as 7x5")
    ] = "5x5"
    doors: Annotated[int, Meta(ge=1, le=64, description="how many doors it has")] = 1


def reserve(draft: Draft, task: Task) -> None:
    """Reserve the room; raise `GenerationError` with sizes that fit, or where something is in its way."""
    width, height = (int(side) for side in task.options.size.split("x"))
    unit = (draft.frame.corridor + draft.frame.wall) if draft.step > 1 else draft.frame.corridor
    least = draft.frame.corridor
    rows, cols = draft.tiles.shape
    # Between the room and the outer wall lie at least its own wall and one tile more.
    most = [(side - 3 - draft.step) // draft.step for side in (cols, rows)]
    if min(most) < 1:
        raise GenerationError("the level is too small for a room inside", "make it larger, or leave out inner")
    fitting = [
        min(max(side, least), (many - 1) * unit + least) for side, many in zip((width, height), most, strict=True)
    ]
    near = nearest_sizes((fitting[0], fitting[1]), (least, least), (unit, unit))
    if near != [(width, height)]:
        raise GenerationError(
            f"an inner room of {width} x {height} tiles does not fit here",
            "try --shape inner=" + " or inner=".join(f"{w}x{h}" for w, h in near),
        )
    sides = [((side - least) // unit) * draft.step + 1 for side in (height, width)]
    # Both sides of a room of cells are odd, and so is the tile at which it begins.
    top, left = (
        (whole - side) // 2 if draft.step == 1 else 1 + (whole - side - 2) // 4 * 2
        for whole, side in zip((rows, cols), sides, strict=True)
    )
    room = Room(top, left, sides[0], sides[1], task.options.doors)
    if draft.ground is None:
        draft.ground = Ground.of((rows, cols), None, None, draft.step)
    taken = (room.of(draft.ground.plan) != FREE) | ~room.of(draft.ground.inside)
    if taken.any():
        row, col = np.argwhere(taken)[0].tolist()
        place = draft.drawn(Place(room.top + row, room.left + col))
        raise GenerationError(
            f"the inner room lies where a mask, a plan or another such room has something, at {place.col},{place.row}",
            "make the room smaller, or keep the middle free",
        )
    room.of(draft.ground.plan)[:] = ROAD
    draft.ground.rooms.append(room)


INNER = Step(
    name="inner",
    title="a room in the middle, which the maze leaves free",
    about=(
        "Keeps a room of clean floor in the middle (half a cell off where the sides do not match), with a wall around "
        "it and one door or several. Every generator fills the rest."
    ),
    stage="plan",
    options=InnerOptions,
    run=reserve,
    memory=(44, 44),
)
