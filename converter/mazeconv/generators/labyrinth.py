"""Roads that grow tile by tile from start to goal and then fork everywhere, on any rectangle, odd or even."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

import numpy as np
from msgspec import Meta

from mazeconv.directions import STEPS, offsets
from mazeconv.errors import GenerationError
from mazeconv.generators import Generator, Job
from mazeconv.kernels import Buffer, Rng, below, rnd
from mazeconv.level import Place, Tile
from mazeconv.options import Options
from mazeconv.solvers.flood import distances

if TYPE_CHECKING:
    import numpy.typing as npt

# A tile's byte: how many of its neighbours are road, and two flags. While it is 1 the tile may become road.
ROAD, BLOCKED = 8, 16
ATTEMPTS = 20
ALWAYS = 1 << 32


def spread_roads(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, growing: Buffer) -> bool:
    """Walk from the start until the goal is joined or lost (state[3] is then 1 or 0), then fork everywhere.

    growing[:state[1]] holds the roads that may still grow: one that cannot never can again, so each is
    dropped once, at the latest when it is chosen. state[2] is the index of the one that a walk continues from, or
    -1; state[4] is the goal and state[5] the chance, out of `ALWAYS`, that a fork starts from a chosen road. The
    goal is blocked, as walks end beside it; the last tile beside it that can still be road is opened in time.
    """
    north, east, south, west = steps[0], steps[1], steps[2], steps[3]
    count, at, joined, goal, forks = state[1], state[2], state[3], state[4], state[5]
    left = budget
    done = False
    while left > 0:
        left -= 1
        tile = 0
        if joined == 0:
            if field[goal] == BLOCKED + 1:
                field[goal] += ROAD
                for d in range(4):
                    field[goal + steps[d]] += 1
                joined = 1
                at = -1
                continue
            ways = 0
            for d in range(4):
                if field[goal + steps[d]] <= 1:
                    ways += 1
                    tile = goal + steps[d]
            if ways == 0:
                done = True
                break
            if ways == 1 and field[tile] == 1:
                at = count
                count += 1
            else:
                tile = 0
        if tile == 0:
            if at < 0:
                if count == 0:
                    done = True
                    break
                at = below(rng, count)
                if joined == 1 and forks < ALWAYS and rnd(rng) >= forks:
                    count -= 1
                    growing[at] = growing[count]
                    at = -1
                    continue
            here = growing[at]
            options = 0
            n = 0
            if field[here + north] == 1:
                n = 2
            if field[here + east] == 1:
                options |= 1 << n
                n += 2
            if field[here + south] == 1:
                options |= 2 << n
                n += 2
            if field[here + west] == 1:
                options |= 3 << n
                n += 2
            if n == 0:
                count -= 1
                growing[at] = growing[count]
                at = -1
                continue
            if n > 2:
                options >>= 2 * below(rng, n >> 1)
                at = count
                count += 1
            tile = here + steps[options & 3]
        field[tile] += ROAD
        field[tile + north] += 1
        field[tile + east] += 1
        field[tile + south] += 1
        field[tile + west] += 1
        growing[at] = tile
    state[0] += budget - left
    state[1], state[2], state[3] = count, at, joined
    return done


class LabyrinthOptions(Options, frozen=True):
    """Hold how much is forked off the way to the goal."""

    forks: Annotated[
        float,
        Meta(ge=0, le=1, description="the share of the possible forks; with 0 growing ends at the goal"),
    ] = 1.0


def run_labyrinth(job: Job) -> npt.NDArray[np.uint8]:
    """Return a labyrinth as tiles; raise `GenerationError` if the start or the goal is no tile for a road.

    The roads are a tree without 2 x 2 blocks, and exactly one of them is beside the goal.
    """
    free = _free(job)
    start, goal = _ends(job, free)
    way = [] if job.mask is None else _shortest_way(job, free, start, goal)
    for attempt in range(ATTEMPTS):
        tiles = _attempt(job, free, goal, [start], attempt)
        if tiles is not None:
            return tiles
    way = way or _shortest_way(job, free, start, goal)
    return cast("npt.NDArray[np.uint8]", _attempt(job, free, goal, way, ATTEMPTS))


def _attempt(
    job: Job, free: npt.NDArray[np.bool_], goal: Place, roads: list[Place], attempt: int
) -> npt.NDArray[np.uint8] | None:
    """Return as tiles what grows from `roads` with this attempt's stream, or None if the goal is lost."""
    machine = job.machine
    rows, cols = free.shape
    field = machine.bytes(rows * cols)
    view = np.frombuffer(cast("Any", field), np.uint8).reshape(rows, cols)
    np.multiply(~free, np.uint8(BLOCKED), out=view)
    view[goal] |= BLOCKED
    steps = offsets(cols)
    growing = machine.ints(int(np.count_nonzero(free)))
    for i, place in enumerate(roads):
        growing[i] = place.row * cols + place.col
        field[growing[i]] += ROAD
        for step in steps:
            field[growing[i] + step] += 1
    state = machine.run(
        spread_roads,
        job.stream.child("labyrinth", attempt),
        field,
        machine.ints(steps),
        growing,
        state=(
            0,
            len(roads),
            len(roads) - 1,
            0,
            goal.row * cols + goal.col,
            round(job.options.forks * ALWAYS),
        ),
        total=len(growing),
        picture=lambda: _tiles(view),
    )
    return _tiles(view, view) if state[3] else None


def _tiles(field: npt.NDArray[np.uint8], into: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
    """Return the field as tiles: in new memory, or in the field's own."""
    tiles: npt.NDArray[np.uint8] = np.bitwise_and(field, np.uint8(ROAD), out=into)
    # As a number, true is Tile.WALL.
    np.equal(tiles, 0, out=tiles.view(np.bool_))
    return tiles


def _free(job: Job) -> npt.NDArray[np.bool_]:
    """Return where roads may go: within the border and the mask."""
    free = np.zeros((job.rows, job.cols), np.bool_)
    free[1:-1, 1:-1] = True if job.mask is None else job.mask[1:-1, 1:-1]
    return free


def _ends(job: Job, free: npt.NDArray[np.bool_]) -> tuple[Place, Place]:
    """Return start and goal; those not asked for are the first and the last free tile in reading order."""
    flat = free.reshape(-1)
    if np.count_nonzero(flat) < 2:
        raise GenerationError(
            f"{job.cols} x {job.rows} tiles leave no room for a start and a goal",
            "use at least 5 x 5 tiles, and a mask with two open tiles that are not on the border",
        )
    start = job.start or Place(*divmod(int(flat.argmax()), job.cols))
    goal = job.goal or Place(*divmod(flat.tobytes().rfind(1), job.cols))
    for name, place in (("start", start), ("goal", goal)):
        if not (0 < place.row < job.rows - 1 and 0 < place.col < job.cols - 1):
            raise GenerationError(
                f"the {name} {place.col},{place.row} is not inside the outer wall",
                f"choose X from 1 to {job.cols - 2} and Y from 1 to {job.rows - 2}",
            )
        if not free[place]:
            raise GenerationError(
                f"the {name} {place.col},{place.row} is masked", f"choose an open tile of the mask as {name}"
            )
    if start == goal:
        raise GenerationError(
            f"start and goal are both {start.col},{start.row}",
            f"choose two tiles, X from 1 to {job.cols - 2} and Y from 1 to {job.rows - 2}",
        )
    return start, goal


def _shortest_way(job: Job, free: npt.NDArray[np.bool_], start: Place, goal: Place) -> list[Place]:
    """Return a shortest way from `start` to just before `goal`.

    Being shortest it never touches itself, and as it keeps to the first direction that leads nearer, it is
    an L where nothing is masked.
    """
    far = distances(np.where(free, Tile.FLOOR, Tile.WALL).astype(np.uint8), goal, job.engine)
    if far[start] < 0:
        raise GenerationError(
            f"the mask lets no road from {start.col},{start.row} to {goal.col},{goal.row}",
            "choose start and goal in one piece of the mask, or open the mask between them",
        )
    way = [start]
    while far[way[-1]] > 1:
        row, col = way[-1]
        nearer = [(row + r, col + c) for r, c in STEPS if far[row + r, col + c] == far[row, col] - 1]
        way.append(Place(*nearer[0]))
    return way


LABYRINTH = Generator(
    name="labyrinth",
    title="roads tile by tile: any size, odd or even, and a goal at the end of one road",
    about=(
        "Roads without a lattice, with walls of any thickness: one walk to the goal, then forks wherever a "
        "road fits that touches no other. Exactly one road leads to the goal. Any size, any start and goal."
    ),
    source="tile-by-tile roads of the labyrinth script, made linear by a list of the roads that can grow",
    unit="tiles",
    run=run_labyrinth,
    least=(5, 5),
    options=LabyrinthOptions,
    plain_memory=23,
)
