"""The Pledge algorithm: follow walls only while the turns do not cancel out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mazeconv.directions import NAMES
from mazeconv.kernels import Buffer, Rng
from mazeconv.options import Options
from mazeconv.solvers import Job, Route, Solver
from mazeconv.solvers.board import ENDINGS, FOUND, GOAL, LOOPED, SEEN, WALKING, Board
from mazeconv.solvers.hands import TURNS, Hand


def pledge(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, trail: Buffer) -> bool:
    """Go in the heading state[3] until a wall; then keep the hand on it until the turns add up to none.

    state[4] is the turn towards the hand, state[5] the turns towards it minus those away, state[6] and state[7] the
    place and heading with which the wall was first followed, state[8] the turns then, state[9] and state[10] the
    least and the greatest count since. SEEN marks where a wall was met. state[11] is how it ended.
    """
    here, heading, main, turn, count = state[1], state[2], state[3], state[4], state[5]
    first, facing, turns, least, most = state[6], state[7], state[8], state[9], state[10]
    ending = WALKING
    left = budget
    while left > 0:
        if count == 0:
            heading = main
            first = 0
            if field[here + steps[main]] == 0:
                if field[here] & SEEN:
                    ending = LOOPED
                    break
                field[here] |= SEEN
                heading = main - turn & 3
                count = -1
        if count != 0:
            heading = heading + turn & 3
            count += 1
            while field[here + steps[heading]] == 0:
                heading = heading - turn & 3
                count -= 1
        here += steps[heading]
        trail[budget - left] = here
        left -= 1
        if field[here] & GOAL:
            ending = FOUND
            break
        if count == 0:
            continue
        if here == first and heading == facing:
            # The next round repeats this one with all counts shifted alike; if none can come to 0 it goes on for ever.
            if (count > turns and least > 0) or (count < turns and most < 0):
                ending = LOOPED
                break
            first = 0
        if first == 0:
            first, facing, turns, least, most = here, heading, count, count, count
        least = min(least, count)
        most = max(most, count)
    state[0] += budget - left
    state[1], state[2], state[5], state[6], state[7] = here, heading, count, first, facing
    state[8], state[9], state[10], state[11] = turns, least, most, ending
    return ending != WALKING


class PledgeOptions(Options, frozen=True):
    """Hold the heading and the hand of the Pledge algorithm."""

    heading: Annotated[
        Literal["north", "east", "south", "west"], Meta(description="where it goes when nothing is in the way")
    ] = "north"
    hand: Annotated[Literal["right", "left"], Meta(description="the hand that it keeps on the wall")] = "right"


def run(job: Job) -> Route:
    """Return the walk, which ends when it finds a goal or would go on for ever."""
    board = Board.of(job)
    field, start = board.field(job), board.index(job.start)
    hand: Hand = job.options.hand
    if field[start] & GOAL:
        return board.route(job, [], "found", hand=hand)
    if board.enclosed(field, start):
        return board.route(job, [], "unreachable", hand=hand)
    main = NAMES.index(job.options.heading)
    trail, end = board.walk(pledge, field, board.steps, state=(0, start, main, main, TURNS[hand]))
    return board.route(job, trail, ENDINGS[end[11]], loops=int(end[11] == LOOPED), hand=hand)


PLEDGE = Solver(
    name="pledge",
    title="a wall follower that leaves islands by counting its turns",
    about=(
        "Goes in one direction until a wall, then follows it until its turns cancel out. It leaves any inner wall and "
        "comes out of any maze; a goal that lies inside it may miss, and it notices then that it goes in a circle."
    ),
    source="H. Abelson, A. diSessa, Turtle Geometry (1980), chapter 4: the algorithm of John Pledge",
    run=run,
    options=PledgeOptions,
)
