"""Doors on the way to the goal, and keys that can be reached before them.

A door stands on a cut tile of the way: one without which the goal cannot be reached. Where there are too few of these,
several tiles that are one together do as well. Its key lies in what can be reached from the start without passing it.
Walking along the way one therefore finds the key of each door before the door, so that the level can always be solved,
however many such steps are taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.errors import GenerationError, notify
from mazeconv.kernels import Rng, below
from mazeconv.level import Marker, Place
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.cuts import Way, way_of
from mazeconv.shaping.draft import dead_ends, free, is_free, place_at, places

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft


def keys(draft: Draft, task: Task) -> None:
    """Put doors on the way from the start to the goal and their keys before them.

    Where no single tile locks the way, several do together. Fewer than asked for are a `MazeconvNotice`.
    """
    start, goal = draft.start, draft.goal
    if start is None or goal is None:
        raise GenerationError("doors need a way from a start to a goal", "make a larger level")
    way = way_of(draft, start, goal, task)
    stage = way.stage.reshape(-1)
    nooks = dead_ends(draft.tiles)
    rng = task.stream.words()
    taken: list[int] = []
    for window in np.array_split(_sites(draft, way), task.options.count):
        offset = below(rng, len(window)) if len(window) else 0
        for site in window[offset:].tolist():
            key = _nook(draft, rng, nooks, (stage >= (taken[-1] if taken else 0)) & (stage < site))
            if key is not None:
                _lock(draft, [way.tiles[site]], key)
                taken.append(site)
                break
    if len(taken) < task.options.count:
        _add_gates(draft, task, rng, way, nooks, taken)
    if len(taken) < task.options.count:
        notify(
            f"{task.options.count} doors asked for, but the way to the goal has room for only {len(taken)}: "
            f"ask for {_wanting(draft, way)}"
        )


def _wanting(draft: Draft, way: Way) -> str:
    """Return what would make room for more doors."""
    if way.cuts.all():
        return "a larger level"
    if draft.step > 1:
        return "fewer loops or a larger level"
    return "fewer loops, narrower ways (of a cave: -G fill=0.55) or another seed"


def _add_gates(draft: Draft, task: Task, rng: Rng, way: Way, nooks: npt.NDArray[np.int64], taken: list[int]) -> None:
    """Lock the way by several tiles at once, where single ones were too few; `taken` are distances of doors."""
    from mazeconv.shaping.gates import gates

    start, goal = draft.start, draft.goal
    if start is None or goal is None:
        return
    stage = way.stage.reshape(-1)
    behind = {site: (stage >= site) for site in taken}
    for gate in gates(draft, start, goal, task, taken):
        before = gate.before.reshape(-1)
        last = max((site for site in behind if site < gate.distance), default=None)
        key = _nook(draft, rng, nooks, before if last is None else before & behind[last], gate.tiles)
        if key is None:
            taken.remove(gate.distance)
            continue
        _lock(draft, gate.tiles, key)
        behind[gate.distance] = ~before
        if len(taken) >= task.options.count:
            return


def _lock(draft: Draft, tiles: Iterable[int], key: Place) -> None:
    """Stand doors on tiles, and their key on another one."""
    label = _label(sum(m.kind == "key" for m in draft.markers))
    draft.markers += [Marker("door", *place_at(draft, tile), label) for tile in tiles]
    draft.markers.append(Marker("key", *key, label))


def _sites(draft: Draft, way: Way) -> npt.NDArray[np.int64]:
    """Return the numbers of the tiles of the way on which a door can stand: cuts, and of a lattice its passages."""
    cuts = way.cuts.copy()
    cuts[[0, -1]] = False
    sites = np.flatnonzero(cuts)
    row, col = np.divmod(way.tiles[sites], draft.tiles.shape[1])
    if draft.step > 1:
        # The border and what lies off the lattice are no passages between cells.
        sites = sites[(row + col) % 2 == 1]
    return sites[is_free(draft, way.tiles[sites])]


def _nook(
    draft: Draft,
    rng: Rng,
    nooks: npt.NDArray[np.int64],
    among: npt.NDArray[np.bool_],
    besides: Iterable[int] = (),
) -> Place | None:
    """Return a tile for a key among those given but `besides`, in a dead end if there is one, or None."""
    for pool in (nooks, None):
        flat = places(draft) if pool is None else pool
        here = free(draft, flat[among[flat]])
        here = here[np.isin(here, [*besides], invert=True)]
        if len(here):
            return place_at(draft, here[below(rng, len(here))])
    return None


def _label(number: int) -> str:
    """Return A, B, … Z, AA, AB and so on."""
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("A") + letter) + text
    return text


class KeysOptions(Options, frozen=True):
    """Hold how many doors there are."""

    count: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            description="how many doors, each with its key; ways side by side get a door each, with one letter",
        ),
    ] = 1


KEYS = Step(
    name="keys",
    title="doors on the way to the goal, each with a key before it",
    about=(
        "Locks the way to the goal with doors that cannot be walked round; where ways run side by side, with one door "
        "on each. The key lies in what its doors leave open, in a dead end if there is one, and shares their letter: "
        "KA opens DA. It can always be solved."
    ),
    stage="markers",
    options=KeysOptions,
    run=keys,
    memory=(14, 15),
)
