"""Openings in the outer wall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta

from mazeconv.errors import GenerationError
from mazeconv.kernels import below
from mazeconv.level import Place, Tile
from mazeconv.options import Options
from mazeconv.shaping import Step

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Rng
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

Side = Literal["north", "east", "south", "west"]
At = Literal["random", "first", "middle", "last"]


def entrances(draft: Draft, task: Task) -> None:
    """Open the outer wall on each side named; raise `GenerationError` where nothing lies behind that can be reached."""
    rng = task.stream.words()
    opened = [_open(draft, side, task.options.at, rng) for side in task.options.sides]
    if task.options.ends:
        for name, place in zip(("start", "goal"), opened, strict=False):
            draft.given.setdefault(name, draft.drawn(place))


def _open(draft: Draft, side: Side, at: At, rng: Rng) -> Place:
    """Open one side where the wall is thinnest and return the tile of the opening."""
    seen = _seen_from(draft.tiles, side)
    lines = np.arange(seen.shape[1])
    # Beside another opening there would be one wide one; off the cells of a lattice there is only wall.
    line = (seen[0] == Tile.WALL) & (np.roll(seen[0], 1) != Tile.FLOOR) & (np.roll(seen[0], -1) != Tile.FLOOR)
    line &= lines % draft.step == draft.step - 1
    # Along a corner runs another side, which may be open already.
    line[[0, -1]] = False
    for depth in range(1, seen.shape[0]):
        choice = np.flatnonzero(line & (seen[depth] == Tile.FLOOR))
        if len(choice):
            if at == "random":
                pick = below(rng, len(choice))
            else:
                pick = {"first": 0, "middle": len(choice) // 2, "last": len(choice) - 1}[at]
            along = int(choice[pick])
            seen[:depth, along] = Tile.FLOOR
            rows, cols = draft.tiles.shape
            return {
                "north": Place(0, along),
                "south": Place(rows - 1, along),
                "west": Place(along, 0),
                "east": Place(along, cols - 1),
            }[side]
        line &= seen[depth] == Tile.WALL
    raise GenerationError(
        f"the {side} side cannot be opened: no road lies behind its wall", "name another side, or fewer openings"
    )


def _seen_from(tiles: npt.NDArray[np.uint8], side: Side) -> npt.NDArray[np.uint8]:
    """Return a view of the tiles whose first row is that side of the border, in reading order."""
    turned = tiles if side in ("north", "south") else tiles.T
    return turned if side in ("north", "west") else turned[::-1]


class EntrancesOptions(Options, frozen=True):
    """Hold which sides are opened, and where."""

    sides: Annotated[
        tuple[Side, ...], Meta(min_length=1, description="sides of the border; one named twice is opened twice")
    ] = ("west", "east")
    at: Annotated[At, Meta(description="where on the side, from the left or from the top")] = "random"
    ends: Annotated[bool, Meta(description="put the start into the first opening and the goal into the second")] = False


ENTRANCES = Step(
    name="entrances",
    title="openings in the outer wall, on the sides named",
    about=(
        "Opens the outer wall through to the nearest road on each side named. With ends, the level is walked from the "
        "first opening to the second, unless --start or --goal say otherwise."
    ),
    stage="border",
    options=EntrancesOptions,
    run=entrances,
)
