"""How long players may take: seeded explorers of a simple model, an estimate and no more.

An explorer walks tile by tile and never turns round in a passage. Where there is a choice it takes the side that it
remembers walking least; among equals one at random, but back only if all else was walked more. One time in eight it
does not remember and takes any side but back. It does not see ahead and does not stop to think: real players do both,
so the figures compare levels, and a designer's own time on one level scales them for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.kernels import Buffer, Engine, Machine, Rng, below, rnd
from mazeconv.rng import Stream
from mazeconv.solvers.board import Board

if TYPE_CHECKING:
    from mazeconv.solvers import Job

EXPLORERS = 200
SPEED = 4.0
# One draw in eight forgets.
FORGETS_BELOW = 1 << 29
# How often one tile was walked is remembered up to one less than this.
MEMORY = 1 << 10
# An explorer that has walked so many times all the floor has given up.
PATIENCE = 50
# Nobody walks a larger level, and the explorers would take minutes.
LARGEST = 1_000_000
PERCENTILES = (10, 50, 90)


def wander(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, memory: Buffer, results: Buffer) -> bool:
    """Let explorer after explorer walk from state[1] to a goal, and write the steps of each to `results`.

    state[2] is the explorer, state[3] where it is, state[4] its heading or -1, state[5] its steps and state[6] the most
    it makes; one that gives up has -1. A tile's memory below `base` is an earlier explorer's.
    """
    start, explorer, here, heading, walked, most = state[1], state[2], state[3], state[4], state[5], state[6]
    left = budget
    while explorer < len(results) and left > 0:
        base = explorer * MEMORY
        memory[here] = min(max(memory[here], base) + 1, base + MEMORY - 1)
        if field[here] & 2 or walked >= most:
            results[explorer] = walked if field[here] & 2 else -1
            explorer += 1
            here, heading, walked = start, -1, 0
            left -= 1
            continue
        back = heading ^ 2 if heading >= 0 else -1
        options = 0
        n = 0
        for d in range(4):
            if d != back and field[here + steps[d]]:
                options |= d << 2 * n
                n += 1
        if n == 0:
            heading = back
        elif n == 1:
            heading = options & 3
        elif rnd(rng) < FORGETS_BELOW:
            heading = options >> 2 * below(rng, n) & 3
        else:
            least = 1 << 30
            best = 0
            ties = 0
            for k in range(n):
                d = options >> 2 * k & 3
                seen = max(memory[here + steps[d]] - base, 0)
                if seen < least:
                    least = seen
                    best = d
                    ties = 1
                elif seen == least:
                    best |= d << 2 * ties
                    ties += 1
            if back >= 0 and memory[here + steps[back]] - base < least:
                heading = back
            else:
                heading = best & 3 if ties == 1 else best >> 2 * below(rng, ties) & 3
        here += steps[heading]
        walked += 1
        left -= 1
    state[0] += budget - left
    state[2], state[3], state[4], state[5] = explorer, here, heading, walked
    return explorer >= len(results)


def explorers_steps(job: Job, reachable: int, explorers: int = EXPLORERS, engine: Engine = "auto") -> list[int]:
    """Return the steps of each explorer from the start to a goal, in order of size; those that gave up come last as -1.

    `reachable` is the number of tiles that can be reached. The explorers are the same for every level.
    """
    rows, cols = job.tiles.shape
    # Each explorer walks about once over the floor, so it is all of them who make the work.
    machine = Machine.choose(max(rows * cols, explorers * reachable), engine)
    board = Board(rows, cols, machine)
    results, memory = machine.ints(explorers), machine.ints(board.size)
    start = board.index(job.start)
    state = (0, start, 0, start, -1, 0, PATIENCE * reachable)
    machine.run(wander, Stream(0).child("players"), board.field(job), board.steps, memory, results, state=state)
    steps = [int(results[i]) for i in range(explorers)]
    return sorted(steps, key=lambda n: (n < 0, n))


def percentiles(steps: list[int]) -> tuple[float | None, ...]:
    """Return the steps within which 10, 50 and 90 of 100 explorers arrive; None where too many gave up."""
    found = [steps[int(np.ceil(p / 100 * len(steps))) - 1] for p in PERCENTILES]
    return tuple(None if n < 0 else float(n) for n in found)
