"""A goal on an island: the walls around it touch no other walls, so that no hand on a wall ever leads there.

A walker who starts outside keeps a hand on walls outside the ring of road. Those and the walls of the island have that
ring between them, so the hand never changes over, and the only opening of the island is on its side of the ring.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import numpy as np
from msgspec import Meta

from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS, Job
from mazeconv.grid import rasterise
from mazeconv.kernels import below
from mazeconv.level import Place, Tile
from mazeconv.options import Options
from mazeconv.plans import FREE
from mazeconv.shaping import Step
from mazeconv.shaping.ends import put
from mazeconv.solvers.flood import distances

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.grid import Grid
    from mazeconv.kernels import Rng
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

    Yes = npt.NDArray[np.bool_]

NEAR = 32


def island(draft: Draft, task: Task) -> None:
    """Put the goal into a small maze with a loop of road around it; raise `GenerationError` where there is no room.

    The goal moves to the nearest place with room, unless it was asked for.
    """
    start, goal = draft.start, draft.goal
    if start is None or goal is None:
        raise GenerationError("an island needs a start and a goal", "make a larger level")
    cells: int = task.options.cells
    side = 2 * cells + 3
    fixed = "goal" in draft.given
    corner = _corner(draft, start, goal, side, fixed=fixed)
    if corner is None:
        raise _no_room(draft, cells, fixed=fixed)
    square = draft.tiles[corner.row : corner.row + side, corner.col : corner.col + side]
    square[...] = Tile.FLOOR
    rng = task.stream.words()
    square[1:-1, 1:-1] = rasterise(_maze(cells, task))
    door = _door(square, rng)
    if not fixed:
        reach = distances(square[2:-2, 2:-2], Place(door.row - 2, door.col - 2))
        row, col = np.unravel_index(int(reach.argmax()), reach.shape)
        goal = Place(corner.row + 2 + int(row), corner.col + 2 + int(col))
    put(draft, start, goal)
    # Steps that choose the goal after this one would take it off its island.
    draft.given["goal"] = draft.given["goal"] if fixed else draft.drawn(goal)


def _maze(cells: int, task: Task) -> Grid:
    """Return the maze of the island."""
    generator = GENERATORS.get("backtracker")
    stream = task.stream.child("island")
    job = Job(rows=cells, cols=cells, options=generator.options(), stream=stream, engine="python")
    return cast("Grid", generator.run(job))


def _door(square: npt.NDArray[np.uint8], rng: Rng) -> Place:
    """Open the wall of the island at random and return the cell behind."""
    last = len(square) - 3
    along = 2 + 2 * below(rng, last // 2)
    side = below(rng, 4)
    cell = (Place(2, along), Place(along, last), Place(last, along), Place(along, 2))[side]
    wall = (Place(1, along), Place(along, last + 1), Place(last + 1, along), Place(along, 1))[side]
    square[wall] = Tile.FLOOR
    return cell


def _corner(draft: Draft, start: Place, goal: Place, side: int, *, fixed: bool) -> Place | None:
    """Return the top left of the square with room whose middle is nearest to the goal, or None."""
    rows, cols = draft.tiles.shape
    reached = distances(draft.tiles, start) >= 0
    near = NEAR + side
    while True:
        top, left = max(1, goal.row - near), max(1, goal.col - near)
        bottom, right = min(rows - 1, goal.row + near + 1), min(cols - 1, goal.col + near + 1)
        if draft.step > 1:
            # Cells lie at odd rows and columns.
            top, left = top | 1, left | 1
        found = _nearest(draft, reached, (top, bottom, left, right), start, goal, side, fixed=fixed)
        whole = top <= 1 and left <= 1 and bottom == rows - 1 and right == cols - 1
        if found is not None or whole or fixed:
            return found
        near *= 2


def _nearest(
    draft: Draft,
    reached: Yes,
    window: tuple[int, int, int, int],
    start: Place,
    goal: Place,
    side: int,
    *,
    fixed: bool,
) -> Place | None:
    top, bottom, left, right = window
    if bottom - top < side or right - left < side:
        return None
    tiles = draft.tiles[top:bottom, left:right]
    step = draft.step
    good = _sums(reached[top:bottom, left:right], side) > 0
    if step > 1:
        cells = np.zeros(tiles.shape, np.bool_)
        cells[::2, ::2] = tiles[::2, ::2] == Tile.FLOOR
        # All cells must be there already: what was filled up is to stay so.
        good[::2, ::2] &= _sums(cells, side)[::2, ::2] == ((side + 1) // 2) ** 2
        good[1::2] = False
        good[:, 1::2] = False
    else:
        good &= _sums(tiles == Tile.VOID, side) == 0
    if draft.ground is not None:
        free = (draft.ground.inside & (draft.ground.plan == FREE))[top:bottom, left:right]
        good &= _sums(free, side) == side * side
    row, col = np.nonzero(good)
    row, col = row + top, col + left
    fits = ~((row <= start.row) & (start.row < row + side) & (col <= start.col) & (start.col < col + side))
    if fixed:
        down, along = goal.row - row, goal.col - col
        fits &= (down >= 2) & (down < side - 2) & (along >= 2) & (along < side - 2)
        fits &= (down % 2 == 0) & (along % 2 == 0)
    row, col = row[fits], col[fits]
    if not len(row):
        return None
    away = np.abs(2 * row + side - 1 - 2 * goal.row) + np.abs(2 * col + side - 1 - 2 * goal.col)
    at = int(away.argmin())
    return Place(int(row[at]), int(col[at]))


def _sums(yes: Yes, side: int) -> npt.NDArray[np.int64]:
    """Return for each square of that side how many of its tiles are true, by its top left."""
    total = np.pad(yes.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    sums: npt.NDArray[np.int64] = (
        total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]
    )
    return sums


def _no_room(draft: Draft, cells: int, *, fixed: bool) -> GenerationError:
    smaller = f"--shape island-goal={cells - 1}, " if cells > 1 else ""
    if fixed:
        at = draft.given["goal"]
        return GenerationError(
            f"there is no room for a road around an island with the goal {at.col},{at.row}",
            f"try {smaller}a goal away from the outer wall and the start, or one that may move: without --goal, "
            "the G of a plan, and ends in entrances",
        )
    return GenerationError(
        f"there is no room for a road around an island of {cells} x {cells} cells away from the start",
        f"try {smaller}a larger --size, or shorten fewer dead ends",
    )


class IslandOptions(Options, frozen=True):
    """Hold how large the island is."""

    cells: Annotated[int, Meta(ge=1, le=50, description="the island is a small maze of so many cells each way")] = 2


ISLAND_GOAL = Step(
    name="island-goal",
    title="the goal on an island with a road around it, where no hand on the wall leads",
    about=(
        "Puts the goal into a small maze of its own with a loop of road all around. Who keeps a hand on the wall walks "
        "past its only opening for ever. The goal moves to the nearest place with room, unless --goal names it."
    ),
    stage="ends",
    options=IslandOptions,
    run=island,
    memory=(11, 11),
)
