"""The random mouse: straight on, and at every junction a way by chance."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mazeconv.directions import NORTH
from mazeconv.kernels import Buffer, Rng, below
from mazeconv.options import Options
from mazeconv.rng import Stream
from mazeconv.solvers import Job, Route, Solver
from mazeconv.solvers.board import ENDINGS, FOUND, GOAL, OUT_OF_STEPS, WALKING, Board


def scurry(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, trail: Buffer) -> bool:
    """Walk at random, turning round only in dead ends, for at most state[3] steps more; state[4] is how it ended."""
    here, heading, rest = state[1], state[2], state[3]
    ending = WALKING
    left = budget
    while left > 0:
        if rest == 0:
            ending = OUT_OF_STEPS
            break
        options = 0
        n = 0
        for d in range(4):
            if d != heading ^ 2 and field[here + steps[d]]:
                options |= d << n
                n += 2
        if n == 0:
            heading ^= 2
        else:
            if n > 2:
                options >>= 2 * below(rng, n >> 1)
            heading = options & 3
        here += steps[heading]
        trail[budget - left] = here
        left -= 1
        rest -= 1
        if field[here] & GOAL:
            ending = FOUND
            break
    state[0] += budget - left
    state[1], state[2], state[3], state[4] = here, heading, rest, ending
    return ending != WALKING


class MouseOptions(Options, frozen=True):
    """Hold the mouse's luck and its patience."""

    seed: Annotated[str, Meta(description="any number or text; the same seed makes the same walk", min_length=1)] = "0"
    # The whole walk is kept, which takes up to 20 bytes a step.
    steps: Annotated[int, Meta(description="steps after which it gives up", ge=1, le=100_000_000)] = 1_000_000


def run(job: Job) -> Route:
    """Return the walk, which ends on a goal or out of steps."""
    board = Board.of(job)
    field, start = board.field(job), board.index(job.start)
    if field[start] & GOAL:
        return board.route(job, [], "found")
    if board.enclosed(field, start):
        return board.route(job, [], "unreachable")
    # A mouse that faces a wall with its only way behind it turns round at once.
    stream = Stream.of(job.options.seed).child("random-mouse")
    trail, end = board.walk(scurry, field, board.steps, state=(0, start, NORTH, job.options.steps), stream=stream)
    return board.route(job, trail, ENDINGS[end[4]])


RANDOM_MOUSE = Solver(
    name="random-mouse",
    title="a mouse that takes a way by chance at every junction",
    about="Turns round only in dead ends and remembers nothing; a measure of how a level treats the clueless.",
    source="Think Labyrinth, random mouse",
    run=run,
    options=MouseOptions,
)
