"""Shaping steps on a level that is there already: one that was read, or edited by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import UsageError, notify
from mazeconv.level import Level, Place, Tile
from mazeconv.memory import check_memory
from mazeconv.rng import Stream
from mazeconv.shaping import Task, needs, staged
from mazeconv.shaping.draft import Draft
from mazeconv.shaping.ends import place_ends

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from mazeconv.kernels import Engine, Progress
    from mazeconv.shaping import Request

NAMED = 5


def reshape(
    level: Level, requests: Sequence[Request], seed: str, engine: Engine = "auto", progress: Progress | None = None
) -> Level:
    """Return the level after the steps; see `mazeconv.shape`."""
    stages = staged(requests)
    if early := stages["size"] + stages["plan"]:
        name = early[0][1].step.name
        raise UsageError(f"{name} is set when a maze is made, and this level is there already", f"leave out {name}")
    check_memory(level.tiles.size, needs(requests, "tiles"))
    draft = Draft(level.tiles.copy(), "tiles", markers=list(level.markers))
    root = Stream.of(seed)

    def run(stage: list[tuple[int, Request]]) -> None:
        for index, request in stage:
            if request.step.run is not None:
                stream = root.child(f"shape:{request.step.name}", index)
                request.step.run(draft, Task(options=request.options, stream=stream, engine=engine, progress=progress))

    opened = _open_border(draft.tiles)
    if stages["tiles"]:
        # Steps of this stage count on a closed border. What lies behind an opening stays, as the start and the goal do.
        draft.given = _ends(draft) | {f"opening {i}": at for i, at in enumerate(_behind(draft.tiles, opened))}
        draft.tiles.reshape(-1)[opened] = Tile.WALL
        run(stages["tiles"])
        draft.tiles.reshape(-1)[opened] = Tile.FLOOR
    draft.given = {}
    run(stages["border"])
    _leave_out_walled(draft)
    if draft.given or stages["ends"]:
        asked = draft.given
        draft.given = _ends(draft) | asked
        place_ends(draft, engine)
        draft.given = asked
    run(stages["ends"])
    run(stages["markers"])
    return _changed(level, draft)


def _ends(draft: Draft) -> dict[str, Place]:
    """Return the start and the goal that the draft has, as if they were asked for."""
    return {name: place for name, place in (("start", draft.start), ("goal", draft.goal)) if place is not None}


def _open_border(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Return the floor tiles of the border, as flat indices."""
    floor = tiles == Tile.FLOOR
    floor[1:-1, 1:-1] = False
    return np.flatnonzero(floor)


def _behind(tiles: npt.NDArray[np.uint8], opened: npt.NDArray[np.int64]) -> list[Place]:
    """Return the floor tiles inside the border that are neighbours of openings."""
    rows, cols = tiles.shape
    found = []
    for row, col in zip(*(part.tolist() for part in np.divmod(opened, cols)), strict=True):
        place = Place(min(max(row, 1), rows - 2), min(max(col, 1), cols - 2))
        if abs(place.row - row) + abs(place.col - col) == 1 and tiles[place] == Tile.FLOOR:
            found.append(place)
    return found


def _leave_out_walled(draft: Draft) -> None:
    """Drop the markers that no longer stand on floor."""
    lost = [m for m in draft.markers if draft.tiles[m.place] != Tile.FLOOR]
    if lost:
        named = ", ".join(f"{m.kind} at {m.col},{m.row}" for m in lost[:NAMED]) + ", …" * (len(lost) > NAMED)
        notify(f"left out, as a wall is there now: {named}")
        draft.markers = [m for m in draft.markers if m not in lost]


def _changed(level: Level, draft: Draft) -> Level:
    """Return the level of the draft, which is no longer what the recipe makes, or the old one if nothing changed."""
    shaped = Level(draft.tiles, tuple(draft.markers), level.properties)
    if shaped == level.with_(recipe=None):
        return level
    if level.recipe is not None:
        notify("the level is no longer what its recipe makes, so the recipe is left out")
    return shaped
