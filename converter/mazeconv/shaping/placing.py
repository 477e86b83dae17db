"""Things that lie about in a level: treasures and whatever else has a name, in dead ends first and spread out."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.directions import offsets
from mazeconv.errors import GenerationError, notify
from mazeconv.level import Marker, Tile
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.draft import dead_ends, free, place_at, places
from mazeconv.shaping.ends import drawn_steps
from mazeconv.shaping.nearness import FAR, draw_near, field, padded
from mazeconv.solvers.flood import distances
from mazeconv.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import numpy.typing as npt

    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

# The farthest among so many tiles drawn at random is far enough, and choosing stays quick.
POOL = 1 << 13


class Spread:
    """Choose tiles far from one another and from what is there: each the farthest from all before it.

    A tile's distance only falls while others are chosen, so each search goes only as far as it brings something nearer.
    """

    def __init__(self, draft: Draft, task: Task) -> None:
        self.cols = draft.tiles.shape[1]
        self.machine = task.machine(draft)
        floor = draft.tiles == Tile.FLOOR
        self.near = field(floor, self.machine)
        self.queue = self.machine.ints(int(np.count_nonzero(floor)) + 1)
        self.steps = self.machine.ints(offsets(self.cols + 2))
        self.stream = task.stream
        self.seen = 0
        self.mark([m.row * self.cols + m.col for m in draft.markers])

    def mark(self, flat: Iterable[int]) -> None:
        """Take tiles as chosen."""
        count = 0
        for tile in flat:
            at = padded(tile, self.cols)
            self.near[at] = 0
            self.queue[count] = at
            count += 1
        self.machine.run(draw_near, self.stream, self.near, self.queue, self.steps, state=(0, 0, count))

    def choose(self, flat: npt.NDArray[np.int64], count: int) -> list[int]:
        """Return up to `count` of the tiles in `flat`, the farthest first."""
        keys = self.stream.block(1 + self.seen, len(flat))
        self.seen += len(flat)
        pool = flat[np.argsort(keys, kind="stable")][: max(POOL, 4 * count)].tolist()
        heap = [(-self._near(tile), order) for order, tile in enumerate(pool)]
        heapq.heapify(heap)
        chosen: list[int] = []
        while heap and len(chosen) < count:
            was, order = heap[0]
            now = -self._near(pool[order])
            if now != was:
                heapq.heapreplace(heap, (now, order))
                continue
            heapq.heappop(heap)
            chosen.append(pool[order])
            self.mark([pool[order]])
        return chosen

    def _near(self, flat: int) -> int:
        return int(self.near[padded(flat, self.cols)])


def place(draft: Draft, task: Task) -> None:
    """Stand markers on free tiles that the start leads to: in dead ends first, and far from one another.

    Fewer than asked for are a `MazeconvNotice`.
    """
    options = task.options
    start = draft.start
    if start is None:
        raise GenerationError("there is no start from which to reach anything", NO_START)
    reach = distances(draft.tiles, start, task.engine).reshape(-1)
    spread = Spread(draft, task)
    chosen: list[int] = []
    pools = (dead_ends,) if options.dead_ends else (dead_ends, None)
    for pool in pools:
        if len(chosen) < options.count:
            flat = free(draft, places(draft) if pool is None else pool(draft.tiles))
            flat = flat[_within(draft, reach[flat], options.distance)]
            flat = flat[~np.isin(flat, chosen)]
            chosen += spread.choose(flat, options.count - len(chosen))
    if len(chosen) < options.count:
        found = counted(len(chosen), "dead end" if options.dead_ends else "free tile")
        where = " in reach" * (not options.distance)
        where += f" at a distance of {options.distance}" if options.distance else ""
        only = f"there {'is' if len(chosen) == 1 else 'are'} only {found}{where}"
        short = f"{options.count} x {options.kind} asked for, but {only}"
        notify(short + _more(options, len(chosen)))
    draft.markers += [Marker(options.kind, *place_at(draft, flat)) for flat in chosen]


def _more(options: Any, chosen: int) -> str:
    """Return what would make room for more, after a colon, if that is not plain."""
    if options.dead_ends:
        return ": leave out dead-ends" + (", or ask for another distance" if options.distance else "")
    if chosen:
        return ""
    return ": ask for " + ("another distance" if options.distance else "a larger level")


def _within(draft: Draft, reach: npt.NDArray[np.int32], distance: str) -> npt.NDArray[np.bool_]:
    low, _, high = distance.partition("-")
    steps = drawn_steps(draft, reach)
    return (steps >= int(low or 0)) & (steps <= int(high or FAR))


NO_START = "mark a start in the level, or let --shape ends choose one"
Count = Annotated[int, Meta(ge=1, le=1 << 20, description="how many")]
DeadEnds = Annotated[bool, Meta(description="only in dead ends, rather than there first")]
Distance = Annotated[
    str,
    Meta(
        pattern=r"^([0-9]{1,9}(-([0-9]{1,9})?)?)?$",
        description="least and greatest distance from the start in steps, such as 10-40 or 10-",
    ),
]


def _require_order(distance: str) -> None:
    low, dash, high = distance.partition("-")
    if low and not dash:
        raise ValueError(
            f"distance {distance} has no end\nwrite distance={low}- for at least so many, "
            f"or distance={low}-{low} for just so many"
        )
    if high and int(low) > int(high):
        raise ValueError(f"distance {distance}: the least is above the greatest\nwrite distance={high}-{low}")


class TreasuresOptions(Options, frozen=True):
    """Hold how many treasures there are and where they may lie."""

    count: Count = 3
    dead_ends: DeadEnds = False
    distance: Distance = ""

    def __post_init__(self) -> None:
        _require_order(self.distance)

    @property
    def kind(self) -> str:
        """Return what is placed."""
        return "treasure"


class PlaceOptions(Options, frozen=True):
    """Hold what is placed, how often and where."""

    kind: Annotated[
        str,
        Meta(
            pattern=r"^(?!(start|goal)$)[a-z][a-z0-9_-]{0,31}$",
            description="what is placed: a lower-case word such as enemy or save-point, but not start or goal",
        ),
    ] = "treasure"
    count: Count = 1
    dead_ends: DeadEnds = False
    distance: Distance = ""

    def __post_init__(self) -> None:
        _require_order(self.distance)


TREASURES = Step(
    name="treasures",
    title="treasures, in dead ends first and spread out",
    about="Lays out treasures where the start leads to: in dead ends first, each as far as can be from all the others.",
    stage="markers",
    options=TreasuresOptions,
    run=place,
    memory=(13, 13),
)

PLACE = Step(
    name="place",
    title="markers of any kind: how many, only in dead ends, how far from the start",
    about="Lays out markers as treasures are, of any kind: enemies, save points, whatever the engine knows by name.",
    stage="markers",
    options=PlaceOptions,
    run=place,
    memory=(13, 13),
)
