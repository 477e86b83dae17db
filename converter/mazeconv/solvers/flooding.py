"""Distances from the goals over the whole level, and the way downhill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.kernels import Buffer, Rng
from mazeconv.solvers import Job, Route, Solver
from mazeconv.solvers.board import Board
from mazeconv.solvers.flood import distances_to

if TYPE_CHECKING:
    import numpy.typing as npt


def descend(rng: Rng, state: Buffer, budget: int, far: Buffer, steps: Buffer, trail: Buffer) -> bool:
    """Walk from state[1] to a distance of 0, of several neighbours that are nearer to the first by direction."""
    here = state[1]
    left = budget
    while far[here] > 0 and left > 0:
        d = 0
        while far[here + steps[d]] != far[here] - 1:
            d += 1
        here += steps[d]
        trail[budget - left] = here
        left -= 1
    state[0] += budget - left
    state[1] = here
    return far[here] <= 0


def run(job: Job) -> Route:
    """Return a shortest route, and the distance of every tile from the nearest goal."""
    board = Board.of(job)
    far = distances_to(job.tiles, job.goals, job.engine)
    searched = int(np.count_nonzero(far >= 0))
    if far[job.start] < 0:
        return board.route(job, np.empty(0, np.int32), "unreachable", searched, distances=far)
    padded: npt.NDArray[np.int32] = np.pad(far, 1, constant_values=-2).reshape(-1)
    buffer: Any = padded if board.machine.compiled else padded.tolist()
    trail, _ = board.walk(descend, cast("Buffer", buffer), board.steps, state=(0, board.index(job.start)))
    return board.route(job, trail, "found", searched, distances=far)


FLOOD = Solver(
    name="flood",
    title="distances from the goal everywhere, and the way downhill",
    about="Fills the level with water from the goal. Its route is a shortest one; its distances feed pictures.",
    source="C. Y. Lee, An algorithm for path connections, IRE Trans. EC-10 (1961), 346-365",
    run=run,
)
