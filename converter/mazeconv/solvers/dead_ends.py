"""Fill every dead end; what is left leads to the goal."""

from __future__ import annotations

from mazeconv.kernels import Buffer, Rng
from mazeconv.rng import Stream
from mazeconv.solvers import Job, Route, Solver
from mazeconv.solvers.board import OPEN, SEEN, Board
from mazeconv.solvers.shortest import breadth_first


def fill(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer) -> bool:
    """Fill dead ends from state[1] to state[3]; state[2] is how far the one at hand was followed.

    Only tiles that are OPEN and nothing else are filled: the start and the goals stay.
    """
    at, here, end = state[1], state[2], state[3]
    north, east, south, west = steps[0], steps[1], steps[2], steps[3]
    left = budget
    while at < end and left > 0:
        left -= 1
        if field[here] == OPEN:
            ways = 0
            there = here
            if field[here + north]:
                ways += 1
                there = here + north
            if field[here + east]:
                ways += 1
                there = here + east
            if field[here + south]:
                ways += 1
                there = here + south
            if field[here + west]:
                ways += 1
                there = here + west
            if ways < 2:
                field[here] = 0
                # What lies ahead in reading order is looked at anyway.
                if there < at:
                    here = there
                    continue
        at += 1
        here = at
    state[0] += budget - left
    state[1], state[2] = at, here
    return at >= end


def run(job: Job) -> Route:
    """Return the shortest route through what is left when all dead ends are filled."""
    board = Board.of(job)
    field, start = board.field(job), board.index(job.start)
    field[start] |= SEEN
    first, last = board.stride + 1, board.size - board.stride - 1
    board.machine.run(fill, Stream(0), field, board.steps, state=(0, first, first, last), total=board.size)
    return breadth_first(board, job, field)


DEAD_END_FILLING = Solver(
    name="dead-end-filling",
    title="fills every dead end; what is left is the way",
    about=(
        "Looks at the whole level from above. In a maze without loops the way alone remains; where loops remain, the "
        "shortest way through them is taken."
    ),
    source="Think Labyrinth, dead end filler",
    run=run,
)
