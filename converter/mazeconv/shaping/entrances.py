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
    """Open the outer wall on each side named; raise `GenerationError` where nothing lies behind that can be reached.

    Walls that a plan fixes stay, but for the border itself.
    """
    rng = task.stream.words()
    opened = [_open(draft, side, task.options.at, rng) for side in task.options.sides]
    if task.options.ends:
        for name, place in zip(("start", "goal"), opened, strict=False):
            draft.given.setdefault(name, draft.drawn(place))


def _open(draft: Draft, side: Side, at: At, rng: Rng) -> Place:
    """Open one side where the wall is thinnest and return the tile of the opening."""
    seen = _seen_from(draft.tiles, side)
    hard = _hard(draft, side)
    middle = _axis(draft, side) if at == "middle" else []
    if middle and _open_axis(seen, hard, middle):
        return _at(draft, side, middle[0])
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
            return _at(draft, side, along)
        line &= (seen[depth] == Tile.WALL) & ~hard[depth]
    hint = "name another side, or fewer openings"
    if hard.any():
        hint += "; walls of the plan stay, so draw ? where an opening may lead through"
    raise GenerationError(f"the {side} side cannot be opened: no road lies behind its wall", hint)


def _hard(draft: Draft, side: Side) -> npt.NDArray[np.bool_]:
    """Return which walls behind that side are fixed, in the order of `_seen_from`."""
    if draft.ground is None:
        return np.zeros(_seen_from(draft.tiles, side).shape, np.bool_)
    # Few levels have a plan, and all would wait for what reads one.
    from mazeconv.plans import WALL

    hard: npt.NDArray[np.bool_] = np.equal(_seen_from(draft.ground.plan, side), WALL)
    return hard


def _axis(draft: Draft, side: Side) -> list[int]:
    """Return the one or two lines of a side in its middle, where an opening is its own image and may make a loop."""
    crossed = {"mirror-x": ("north", "south"), "mirror-y": ("west", "east")}.get(draft.symmetry or "", ())
    if side not in crossed or not draft.loops:
        return []
    length = draft.tiles.shape[1 if side in ("north", "south") else 0]
    return sorted({(length - 1) // 2, length // 2})


def _open_axis(seen: npt.NDArray[np.uint8], hard: npt.NDArray[np.bool_], axis: list[int]) -> bool:
    """Open the lines of the axis up to the first road that they touch; return whether that can be."""
    if (seen[0, axis[0] - 1 : axis[-1] + 2] == Tile.FLOOR).any():
        return False
    for depth in range(1, seen.shape[0] - 1):
        if seen[depth, axis[0]] == Tile.FLOOR:
            seen[:depth, axis] = Tile.FLOOR
            return True
        if seen[depth, axis[0]] != Tile.WALL or hard[depth, axis].any():
            return False
        if seen[depth, axis[0] - 1] == Tile.FLOOR:
            seen[: depth + 1, axis] = Tile.FLOOR
            return True
    return False


def _at(draft: Draft, side: Side, along: int) -> Place:
    rows, cols = draft.tiles.shape
    return {
        "north": Place(0, along),
        "south": Place(rows - 1, along),
        "west": Place(along, 0),
        "east": Place(along, cols - 1),
    }[side]


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
