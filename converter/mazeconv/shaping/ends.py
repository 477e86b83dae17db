"""Where a level starts and where it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_args, get_type_hints

import numpy as np
from msgspec import Meta

from mazeconv.errors import GenerationError, UsageError, did_you_mean, notify
from mazeconv.kernels import below
from mazeconv.level import Marker, Place, Tile
from mazeconv.options import Options
from mazeconv.places import parse_place
from mazeconv.shaping import Step
from mazeconv.shaping.draft import place_at, places

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

FARTHEST = "farthest"
SAMPLES = 64


def place_ends(draft: Draft, engine: Engine = "auto", *, far: bool = False) -> None:
    """Place the start and the goal: where asked for, else on the first and the last floor tile in reading order.

    `far` puts the goal on the tile that is most steps away. Raises `GenerationError` where one would be in a wall.
    """
    start, goal = _given(draft, "start"), _given(draft, "goal")
    if start and goal:
        put(draft, start, goal)
        return
    first, last = _inside(draft.tiles), _inside(draft.tiles, last=True)
    start = start or _other(goal, first, last)
    put(draft, start, goal or (_farthest(draft, start, engine) if far else _other(start, last, first)))


def _other(than: Place | None, wanted: Place, else_: Place) -> Place:
    """Return the place that is wanted, or else another one, so that it is not the one that was asked for already."""
    return else_ if wanted == than else wanted


def put(draft: Draft, start: Place, goal: Place) -> None:
    """Stand the start and the goal on two tiles of the draft; a level of one tile has only a start."""
    if start == goal and "goal" in draft.given:
        at = draft.drawn(start)
        hint = "give them different tiles" if "start" in draft.given else "make a larger level, with room for a start"
        raise GenerationError(f"start and goal are both at {at.col},{at.row}", hint)
    others = [m for m in draft.markers if m.kind not in ("start", "goal")]
    rest = [m for m in others if m.place not in (start, goal)]
    if gone := [f"{m.kind} at {at.col},{at.row}" for m in others if m not in rest for at in [draft.drawn(m.place)]]:
        notice = f"the {' and the '.join(gone)} of the plan gave way to the start or the goal"
        notify(notice)
    draft.markers = [Marker("start", *start), *([Marker("goal", *goal)] if start != goal else []), *rest]


def parse_end(text: str, name: str) -> Place:
    """Return the tile that is asked for as "start" or "goal"; raise `UsageError` that knows what words are for."""
    try:
        return parse_place(text, name)
    except UsageError as error:
        policies = get_args(get_type_hints(EndsOptions)["policy"])
        hint = did_you_mean(text, [FARTHEST], ()) if name == "goal" else ""
        if not hint and text in policies:
            from mazeconv.shaping.mistyped import as_written

            hint = f"{as_written([f'ends={text}'])} to place both"
        raise UsageError(error.message, hint or error.hint) from error


def _given(draft: Draft, name: str) -> Place | None:
    """Return the tile of the draft where the start or goal was asked for, if it was."""
    asked = draft.given.get(name)
    if asked is None:
        return None
    place = draft.within(asked)
    rows, cols = draft.tiles.shape
    if not (place.row < rows and place.col < cols):
        height, width = (int(begin[-1]) for begin in draft.offsets())
        raise GenerationError(
            f"the {name} {asked.col},{asked.row} lies outside the level",
            f"X goes from 0 to {width - 1}, Y from 0 to {height - 1}",
        )
    if draft.tiles[place] != Tile.FLOOR:
        near = draft.drawn(_nearest_floor(draft.tiles, place))
        raise GenerationError(
            f"the {name} {asked.col},{asked.row} is a wall", f"the nearest road tile is {near.col},{near.row}"
        )
    return place


def _inside(tiles: npt.NDArray[np.uint8], *, last: bool = False) -> Place:
    """Return the first or the last floor tile inside the border, in reading order."""
    rows = range(1, tiles.shape[0] - 1)
    for row in reversed(rows) if last else rows:
        floor = np.flatnonzero(tiles[row, 1:-1] == Tile.FLOOR)
        if len(floor):
            return Place(row, int(floor[-1 if last else 0]) + 1)
    raise GenerationError(
        "there is no floor to start on", "make a larger level, or one of which shaping leaves more: see --shape"
    )


def _nearest_floor(tiles: npt.NDArray[np.uint8], place: Place) -> Place:
    """Return the floor tile with the fewest steps to `place`, walls ignored; of several the first in reading order."""
    reach = 8
    while True:
        top, left = max(0, place.row - reach), max(0, place.col - reach)
        near = np.argwhere(tiles[top : place.row + reach + 1, left : place.col + reach + 1] == Tile.FLOOR)
        steps = np.abs(near + np.array((top, left)) - np.array(place)).sum(axis=1)
        if len(near) and (int(steps.min()) <= reach or reach > sum(tiles.shape)):
            row, col = near[int(steps.argmin())] + np.array((top, left))
            return Place(int(row), int(col))
        reach *= 2


class EndsOptions(Options, frozen=True):
    """Hold how the start and the goal are chosen."""

    policy: Annotated[
        Literal["farthest", "farthest-pair", "corners", "random"],
        Meta(description="farthest: from the start; farthest-pair: from each other; corners: opposite ones; random"),
    ] = "farthest-pair"
    min_distance: Annotated[
        int, Meta(ge=1, description="with random: the least number of steps from the start to the goal")
    ] = 1


def move_ends(draft: Draft, task: Task) -> None:
    """Choose the start and the goal by the policy; one that was asked for stays where it is.

    The farthest pair is found by two searches: exact where there is one way between any two tiles, and else a pair at
    least half as far apart as the farthest. Raises `GenerationError` where no tile is far enough.
    """
    policy = task.options.policy
    start, goal = _given(draft, "start"), _given(draft, "goal")
    if policy == "random":
        put(draft, *_random(draft, task, start, goal))
        return
    if policy == "corners":
        rows, cols = draft.tiles.shape
        first, last = (_nearest_floor(draft.tiles, Place(*corner)) for corner in ((0, 0), (rows - 1, cols - 1)))
        start = start or _other(goal, first, last)
        put(draft, start, goal or _other(start, last, first))
        return
    placed = draft.start
    if placed is None:
        raise GenerationError("there is no start to be far from", "give one with --start")
    if policy == "farthest-pair" and not start:
        start = _farthest(draft, goal or placed, task.engine)
    start = start or placed
    put(draft, start, goal or _farthest(draft, start, task.engine))


def _random(draft: Draft, task: Task, start: Place | None, goal: Place | None) -> tuple[Place, Place]:
    """Return a start and a goal at random, at least the least distance apart."""
    from mazeconv.solvers.flood import distances

    least: int = task.options.min_distance
    if start and goal:
        return start, goal
    rng = task.stream.words()
    floor = places(draft)
    best = 0
    for sample in range(1 if start or goal else SAMPLES + 1):
        one = start or goal or place_at(draft, floor[below(rng, len(floor))])
        if sample == SAMPLES:
            # Few tiles may be so far apart, and an end of the longest way is one of them.
            one = _farthest(draft, _farthest(draft, one, task.engine), task.engine)
        reach = drawn_steps(draft, distances(draft.tiles, one, task.engine).reshape(-1)[floor])
        far = floor[reach >= least]
        best = max(best, int(reach.max()))
        if len(far):
            other = place_at(draft, far[below(rng, len(far))])
            return (other, one) if goal else (one, other)
    raise GenerationError(
        f"no two of the tiles tried are {least} steps apart: the most is {best}",
        f"try min-distance={best // 2}, a larger size, or ends=farthest-pair",
    )


def _farthest(draft: Draft, start: Place, engine: Engine) -> Place:
    # Most levels have their ends in two corners, and need no search.
    from mazeconv.solvers.flood import farthest

    return farthest(draft.tiles, start, engine)


def drawn_steps(draft: Draft, steps: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return steps of the draft as steps of the level, along the middle of its corridors; -1 stays -1."""
    width = draft.frame.pitch if draft.step > 1 else draft.frame.corridor
    return np.where(steps > 0, steps * width // draft.step, steps)


ENDS = Step(
    name="ends",
    title="where the level starts and ends: farthest pair, corners, random",
    about=(
        "Chooses the start and the goal; what --start and --goal name stays. farthest-pair gives the longest way in a "
        "perfect maze; where there are loops it is at least half of it."
    ),
    stage="ends",
    options=EndsOptions,
    run=move_ends,
)
