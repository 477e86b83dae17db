"""What wall followers make of a level, and whether it is proof against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.directions import NORTH, STEPS
from mazeconv.solvers.board import FOUND, GOAL, Board
from mazeconv.solvers.hands import keep_hand

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
    _, end = keep_hand(board, field, start, hand, heading)
    return int(end[0]) if end[6] == FOUND else None


def hand_proof(board: Board, field: Buffer, job: Job) -> bool:
    """Return whether no hand, from any heading at the start, ever reaches a goal."""
    hands: tuple[Hand, ...] = ("right", "left")
    return all(hand_steps(board, field, job, hand, heading) is None for hand in hands for heading in range(len(STEPS)))
