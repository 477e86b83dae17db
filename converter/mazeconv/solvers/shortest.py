"""The shortest way: breadth-first where every step costs the same, A* where tiles have weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from mazeconv.kernels import Buffer, Rng
from mazeconv.level import Tile
from mazeconv.rng import Stream
from mazeconv.solvers import Job, Route, Solver
from mazeconv.solvers.board import GOAL, OPEN, SEEN, Board, way_back
from mazeconv.solvers.ring import grown, ring_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

FRESH = OPEN | SEEN
UNSEEN_GOAL = OPEN | GOAL


def search(rng: Rng, state: Buffer, budget: int, field: Buffer, ring: Buffer, steps: Buffer) -> bool:
    """Search breadth-first from the tiles state[1] to state[2] - 1 of a ring until state[3] is a goal or none is left.

    Bits 3 and 4 of a seen tile keep the way back. state[4] is where the next wave begins, state[5] the steps to it. It
    stops early, with state[6] set, when the next wave may not fit into the ring: a tile has at most four neighbours.
    It writes to all four sides, fresh or not: no processor can guess which are, and wrong guesses take half the time.
    """
    head, tail, goal, wave, depth = state[1], state[2], state[3], state[4], state[5]
    wrap = len(ring) - 1
    full = 0
    north, east, south, west = steps[0], steps[1], steps[2], steps[3]
    left = budget
    while head < tail and left > 0 and goal == 0:
        if head == wave:
            if 4 * (tail - head) > wrap:
                full = 1
                break
            wave = tail
            depth += 1
        here = ring[head & wrap]
        head += 1
        left -= 1
        there = here + north
        kind = field[there]
        fresh = kind & FRESH == OPEN
        field[there] = kind | fresh * (SEEN | 2 << 3)
        ring[tail & wrap] = there
        tail += fresh
        if kind == UNSEEN_GOAL:
            goal = there
            break
        there = here + east
        kind = field[there]
        fresh = kind & FRESH == OPEN
        field[there] = kind | fresh * (SEEN | 3 << 3)
        ring[tail & wrap] = there
        tail += fresh
        if kind == UNSEEN_GOAL:
            goal = there
            break
        there = here + south
        kind = field[there]
        fresh = kind & FRESH == OPEN
        field[there] = kind | fresh * SEEN
        ring[tail & wrap] = there
        tail += fresh
        if kind == UNSEEN_GOAL:
            goal = there
            break
        there = here + west
        kind = field[there]
        fresh = kind & FRESH == OPEN
        field[there] = kind | fresh * (SEEN | 1 << 3)
        ring[tail & wrap] = there
        tail += fresh
        if kind == UNSEEN_GOAL:
            goal = there
            break
    state[0] += budget - left
    state[1], state[2], state[3], state[4], state[5], state[6] = head, tail, goal, wave, depth, full
    return head >= tail or goal != 0 or full == 1


def climb(
    rng: Rng,
    state: Buffer,
    budget: int,
    field: Buffer,
    steps: Buffer,
    weights: Buffer,
    costs: Buffer,
    guesses: Buffer,
    keys: Buffer,
    heap: Buffer,
) -> bool:
    """Search by A* with a binary heap of state[1] entries until state[2] is a goal or nothing is left.

    `keys` holds cost plus guess for the tiles in `heap`; equal keys come by position, so the way is always the same.
    `costs` is -1 where no way is known. A tile may stand in the heap several times; SEEN says that it is done.
    """
    count, goal = state[1], state[2]
    left = budget
    while count > 0 and left > 0 and goal == 0:
        here = heap[0]
        count -= 1
        key, tile = keys[count], heap[count]
        at = 0
        low = 1
        while low < count:
            if low + 1 < count and (
                keys[low + 1] < keys[low] or (keys[low + 1] == keys[low] and heap[low + 1] < heap[low])
            ):
                low += 1
            if keys[low] > key or (keys[low] == key and heap[low] >= tile):
                break
            keys[at] = keys[low]
            heap[at] = heap[low]
            at = low
            low = 2 * at + 1
        keys[at] = key
        heap[at] = tile
        if field[here] & SEEN:
            continue
        field[here] |= SEEN
        left -= 1
        if field[here] & GOAL:
            goal = here
            break
        for d in range(4):
            there = here + steps[d]
            if field[there] & FRESH != OPEN:
                continue
            cost = costs[here] + weights[there]
            if costs[there] >= 0 and costs[there] <= cost:
                continue
            costs[there] = cost
            field[there] = field[there] & 7 | (d ^ 2) << 3
            key = cost + guesses[there]
            at = count
            count += 1
            while at > 0:
                up = (at - 1) >> 1
                if keys[up] < key or (keys[up] == key and heap[up] <= there):
                    break
                keys[at] = keys[up]
                heap[at] = heap[up]
                at = up
            keys[at] = key
            heap[at] = there
    state[0] += budget - left
    state[1], state[2] = count, goal
    return count == 0 or goal != 0


def breadth_first(board: Board, job: Job, field: Buffer) -> Route:
    """Return the shortest route over the tiles that are open in `field`."""
    machine, start = board.machine, board.index(job.start)
    if field[start] & GOAL:
        return board.route(job, [], "found", examined=1)
    field[start] |= SEEN
    ring = ring_of(machine, start)
    state: Sequence[int] = (0, 0, 1)
    while True:
        end = machine.run(search, Stream(0), field, ring, board.steps, state=state, total=board.size)
        state = [int(end[i]) for i in range(7)]
        _, head, tail, goal, _, depth, full = state
        if not full:
            break
        ring = grown(machine, ring, head, tail)
    if not goal:
        return board.route(job, [], "unreachable", examined=tail)
    return _found(way_back(board, job, field, goal, depth), examined=tail)


def a_star(board: Board, job: Job, field: Buffer, weights: npt.NDArray[np.int64]) -> Route:
    """Return the cheapest route under weights, int64 of the shape of the level."""
    machine, start = board.machine, board.index(job.start)
    costs = _padded(board, np.full(job.tiles.shape, -1, np.int64), -1)
    guesses = _padded(board, _guess(job, int(weights.min())), 0)
    # Each tile is put into the heap at most once from each side.
    room = 4 * int(np.count_nonzero(job.tiles == Tile.FLOOR)) + 1
    keys, heap = machine.ints(room, wide=True), machine.ints(room)
    heap[0], costs[start] = start, 0
    end = machine.run(
        climb,
        Stream(0),
        field,
        board.steps,
        _padded(board, weights, 1),
        costs,
        guesses,
        keys,
        heap,
        state=(0, 1),
        total=board.size,
    )
    goal, examined = int(end[2]), int(end[0])
    if not goal:
        return board.route(job, [], "unreachable", examined=examined)
    return _found(way_back(board, job, field, goal, examined), examined=examined, cost=int(costs[goal]))


def _found(tiles: npt.NDArray[np.int32], *, examined: int, cost: int | None = None) -> Route:
    tiles.flags.writeable = False
    return Route(tiles=tiles, ending="found", cost=len(tiles) - 1 if cost is None else cost, examined=examined)


def _guess(job: Job, least: int) -> npt.NDArray[np.int64]:
    """Return for each tile what no way to a goal can cost less than: the steps over open ground at the least weight."""
    rows, cols = np.ogrid[: job.tiles.shape[0], : job.tiles.shape[1]]
    top, bottom = min(g.row for g in job.goals), max(g.row for g in job.goals)
    first, last = min(g.col for g in job.goals), max(g.col for g in job.goals)
    down = np.maximum(top - rows, 0) + np.maximum(rows - bottom, 0)
    across = np.maximum(first - cols, 0) + np.maximum(cols - last, 0)
    guess: npt.NDArray[np.int64] = (down + across).astype(np.int64) * least
    return guess


def _padded(board: Board, values: npt.NDArray[np.int64], edge: int) -> Buffer:
    padded = np.pad(values, 1, constant_values=edge).reshape(-1)
    return cast("Buffer", padded if board.machine.compiled else padded.tolist())


def run(job: Job) -> Route:
    """Return a shortest route, or the cheapest one where tiles have weights."""
    board = Board.of(job)
    field = board.field(job)
    if job.weights is None:
        return breadth_first(board, job, field)
    return a_star(board, job, field, job.weights)


SHORTEST = Solver(
    name="shortest",
    title="the shortest way",
    about=(
        "Breadth-first search; of several shortest ways always the same one. Where tiles have weights (in Python), A* "
        "finds the cheapest way instead."
    ),
    source="E. F. Moore 1959; Hart, Nilsson, Raphael, IEEE Trans. SSC 4 (1968), 100-107",
    run=run,
    weighs=True,
)
