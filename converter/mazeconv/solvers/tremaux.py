"""Trémaux's method: mark the passages and take none a third time."""

from __future__ import annotations

from mazeconv.directions import NORTH
from mazeconv.kernels import Buffer, Rng
from mazeconv.solvers import Job, Route, Solver
from mazeconv.solvers.board import ENDINGS, FOUND, GOAL, UNREACHABLE, WALKING, Board


def mark(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, trail: Buffer) -> bool:
    """Walk by marks from state[3]: straight on if that is new, else right, left or back; turn round at known places.

    Bits 2 and 3 of a tile keep the way back, bits 4 to 7 the sides that were used. state[4] says that the last step led
    to a known place, state[5] is how it ended.
    """
    here, heading, root, known = state[1], state[2], state[3], state[4]
    ending = WALKING
    left = budget
    while left > 0:
        if known:
            heading ^= 2
            here += steps[heading]
            trail[budget - left] = here
            left -= 1
            known = 0
            continue
        marks = field[here] >> 4
        new = heading
        if marks >> new & 1 or field[here + steps[new]] == 0:
            new = heading + 1 & 3
            if marks >> new & 1 or field[here + steps[new]] == 0:
                new = heading + 3 & 3
                if marks >> new & 1 or field[here + steps[new]] == 0:
                    new = heading ^ 2
                    if marks >> new & 1 or field[here + steps[new]] == 0:
                        if here == root:
                            ending = UNREACHABLE
                            break
                        heading = field[here] >> 2 & 3
                        here += steps[heading]
                        trail[budget - left] = here
                        left -= 1
                        continue
        heading = new
        field[here] |= 16 << heading
        here += steps[heading]
        trail[budget - left] = here
        left -= 1
        kind = field[here]
        if kind & GOAL:
            ending = FOUND
            break
        if kind >> 4:
            known = 1
            field[here] |= 16 << (heading ^ 2)
        else:
            field[here] |= 16 << (heading ^ 2) | (heading ^ 2) << 2
    state[0] += budget - left
    state[1], state[2], state[4], state[5] = here, heading, known, ending
    return ending != WALKING


def run(job: Job) -> Route:
    """Return the walk; no passage is used more than twice, so it takes at most 4n steps on n reachable tiles."""
    board = Board.of(job)
    field, start = board.field(job), board.index(job.start)
    if field[start] & GOAL:
        return board.route(job, [], "found")
    trail, end = board.walk(mark, field, board.steps, state=(0, start, NORTH, start))
    return board.route(job, trail, ENDINGS[end[5]])


TREMAUX = Solver(
    name="tremaux",
    title="Trémaux's marks: no passage is used more than twice",
    about=(
        "What a careful person with chalk does. It marks each passage, turns round at places that it knows, and always "
        "arrives, whatever the level; if there is no way it ends where it began."
    ),
    source="Charles Pierre Trémaux, in E. Lucas, Récréations mathématiques I (1882), 47-51",
    run=run,
)
