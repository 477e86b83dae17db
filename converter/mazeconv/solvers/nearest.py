"""Which of several places is nearest to one who walks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.solvers.flood import distances

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    from mazeconv.level import Place
    from mazeconv.solvers import Job


def nearest(reach: npt.NDArray[np.int32], places: Sequence[Place]) -> Place:
    """Return the place of fewest steps, of equals the first; where no way leads to any, the first of all.

    `reach` holds the steps to each tile, -1 where no way leads.
    """
    # As an unsigned number, -1 is more than any number of steps.
    return min(places, key=lambda place: int(reach[place]) & 0xFFFFFFFF)


def nearest_goal(job: Job) -> Place:
    """Return the goal of a job that is fewest steps from its start; see `nearest`."""
    goals = job.goals
    return goals[0] if len(goals) == 1 else nearest(distances(job.tiles, job.start, job.engine), goals)
