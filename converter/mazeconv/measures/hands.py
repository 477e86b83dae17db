"""What wall followers make of a level, and whether it is proof against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.directions import NORTH, STEPS
from mazeconv.solvers.board import FOUND, GOAL, Board
from mazeconv.solvers.hands import TURNS, follow

if TYPE_CHECKING:
    from mazeconv.kernels import Buffer
    from mazeconv.solvers import Job
    from mazeconv.solvers.hands import Hand


def hand_steps(board: Board, field: Buffer, job: Job, hand: Hand, heading: int = NORTH) -> int | None:
    """Return the steps of a hand's walk from the start to a goal, or None if it comes round without meeting one."""
    start = board.index(job.start)
    if field[start] & GOAL:
        return 0
    if board.enclosed(field, start):
        return None
    row, col = STEPS[heading]
    behind = start - row * board.stride - col
    # Who stands with a wall behind can never come back to that state.
    first = start if field[behind] else 0
    state = (0, start, heading, TURNS[hand], first, heading if first else -1)
    trail, end = board.walk(follow, field, board.steps, state=state)
    return len(trail) if end[6] == FOUND else None


def hand_proof(board: Board, field: Buffer, job: Job) -> bool:
    """Return whether no hand, from any heading at the start, ever reaches a goal."""
    hands: tuple[Hand, ...] = ("right", "left")
    return all(hand_steps(board, field, job, hand, heading) is None for hand in hands for heading in range(len(STEPS)))
