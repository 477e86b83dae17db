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
from mazeconv.measures.passages import Passages
from mazeconv.rng import Stream
from mazeconv.solvers.board import Board

if TYPE_CHECKING:
    from mazeconv.solvers import Job

EXPLORERS, FEWEST = 200, 20
# So many tiles they may have to see all together.
WORK = 600_000
SPEED = 4.0
# One draw in eight forgets.
FORGETS_BELOW = 1 << 29
# How often one tile was walked is remembered up to one less than this.
MEMORY = 1 << 10
# An explorer that has walked so many times all the floor has given up.
PATIENCE = 50
# Nobody walks a larger level.
LARGEST = 1_000_000
PERCENTILES = (10, 50, 90)


def wander(
    rng: Rng,
    state: Buffer,
    budget: int,
    steps: Buffer,
    choices: Buffer,
    places: Buffer,
    sides: Buffer,
    ends: Buffer,
    headings: Buffer,
    lengths: Buffer,
    firsts: Buffer,
    lasts: Buffer,
    memory: Buffer,
    results: Buffer,
) -> bool:
    """Let explorer after explorer walk from state[1] to a goal, and write the steps of each to `results`.

    state[2] is the explorer, state[3] the place where it is, state[4] its heading or -1, state[5] its steps and
    state[6] the most it makes; one that gives up has -1. A tile's memory below `base` is an earlier explorer's. Of a
    passage only the tiles beside a place are remembered, as nobody asks for the others.
    """
    start, explorer, place, heading, walked, most = state[1], state[2], state[3], state[4], state[5], state[6]
    count = len(results)
    left = budget
    while explorer < count and left > 0:
        left -= 1
        base = explorer * MEMORY
        top = base + MEMORY - 1
        here = places[place]
        seen = memory[here]
        memory[here] = base + 1 if seen < base else seen + (seen < top)
        at_goal = sides[place] >> 4
        if at_goal or walked >= most:
            results[explorer] = walked if at_goal and walked <= most else -1
            explorer += 1
            place, heading, walked = start, -1, 0
            continue
        options = choices[(sides[place] & 15) * 5 + heading + 1]
        n = options >> 8
        if n == 0:
            heading ^= 2
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
                seen = memory[here + steps[d]] - base
                # What max() gives, at a third of its time in plain Python.
                seen = seen if seen > 0 else 0  # noqa: FURB136
                if seen < least:
                    least = seen
                    best = d
                    ties = 1
                elif seen == least:
                    best |= d << 2 * ties
                    ties += 1
            if heading >= 0 and memory[here + steps[heading ^ 2]] - base < least:
                heading ^= 2
            else:
                heading = best & 3 if ties == 1 else best >> 2 * below(rng, ties) & 3
        passage = 4 * place + heading
        tile = firsts[passage]
        if tile:
            seen = memory[tile]
            memory[tile] = base + 1 if seen < base else seen + (seen < top)
            tile = lasts[passage]
            if tile:
                seen = memory[tile]
                memory[tile] = base + 1 if seen < base else seen + (seen < top)
        walked += lengths[passage]
        heading = headings[passage]
        place = ends[passage]
    state[0] += budget - left
    state[2], state[3], state[4], state[5] = explorer, place, heading, walked
    return explorer >= count


def enough(reachable: int) -> int:
    """Return how many explorers a level of so many tiles is given, where nobody says how many.

    They are EXPLORERS, and so many fewer that all together they have about WORK tiles to see, but at least FEWEST.
    """
    return max(FEWEST, min(EXPLORERS, WORK // max(1, reachable)))


def explorers_steps(job: Job, reachable: int, explorers: int = EXPLORERS, engine: Engine = "auto") -> list[int]:
    """Return the steps of each explorer from the start to a goal, in order of size; those that gave up come last as -1.

    `reachable` is the number of tiles that can be reached. The explorers have the same seeds on every level.
    """
    rows, cols = job.tiles.shape
    # Each explorer walks about once over the floor, so it is all of them who make the work.
    machine = Machine.choose(max(rows * cols, explorers * reachable), engine)
    board = Board(rows, cols, machine)
    results, memory = machine.ints(explorers), machine.ints(board.size)
    passages = Passages.of(board, job)
    start = passages.number_of(board.index(job.start))
    machine.run(
        wander,
        Stream(0).child("players"),
        board.steps,
        machine.ints([_choices(sides, heading) for sides in range(16) for heading in range(-1, 4)]),
        passages.places,
        passages.sides,
        passages.ends,
        passages.headings,
        passages.lengths,
        passages.firsts,
        passages.lasts,
        memory,
        results,
        state=(0, start, 0, start, -1, 0, PATIENCE * reachable),
    )
    steps = [int(results[i]) for i in range(explorers)]
    return sorted(steps, key=lambda n: (n < 0, n))


def _choices(sides: int, heading: int) -> int:
    """Return the open sides but back, two bits each in order, and from bit 8 on how many they are."""
    ways = [d for d in range(4) if sides >> d & 1 and (heading < 0 or d != heading ^ 2)]
    return len(ways) << 8 | sum(d << 2 * k for k, d in enumerate(ways))


def percentiles(steps: list[int]) -> tuple[float | None, ...]:
    """Return the steps within which 10, 50 and 90 of 100 explorers arrive; None where too many gave up."""
    found = [steps[int(np.ceil(p / 100 * len(steps))) - 1] for p in PERCENTILES]
    return tuple(None if n < 0 else float(n) for n in found)
