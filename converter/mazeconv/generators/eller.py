"""Mazes made row by row: Eller's algorithm, which needs to know only one row."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, rnd
from mazeconv.options import Options


def eller(
    rng: Rng,
    state: Buffer,
    budget: int,
    links: Buffer,
    moves: Buffer,
    before: Buffer,
    after: Buffer,
    cuts: Buffer,
) -> bool:
    """Join neighbours of a row at random, then open some ways down, at least one for each set of joined cells.

    `before` and `after` link the columns of a set in a ring, in order, so that two neighbours are of one set just when
    the ring leads from one to the other. A cell that cannot go down leaves its ring once its turn to join has passed;
    if it is the last of its set, it must join. That closes the last row with no rule of its own. `cuts` holds how many
    of 256 tosses join and open. state[1] is the row's first cell, state[2] the end. Budgets are spent in whole rows.
    """
    east, south = moves[1], moves[2]
    join_bit, open_bit = moves[9], moves[10]
    first, end = state[1], state[2]
    join_cut, open_cut = cuts[0], cuts[1]
    cols = south - 2
    left = budget
    while left > 0 and first < end:
        word = 0
        for c in range(cols):
            i = first + c
            if c & 3 == 0:
                word = rnd(rng)
            toss = word & 255
            word >>= 8
            if links[i] & VISITED:
                continue
            stuck = links[i + south] & VISITED != 0
            follower = after[c]
            if (toss < join_cut or (stuck and follower == c)) and follower != c + 1 and links[i + east] & VISITED == 0:
                leader = before[c + 1]
                before[follower] = leader
                after[leader] = follower
                after[c] = c + 1
                before[c + 1] = c
                links[i] |= join_bit
            if stuck:
                before[after[c]] = before[c]
                after[before[c]] = after[c]
                before[c] = c
                after[c] = c
        for c in range(cols):
            i = first + c
            if c & 3 == 0:
                word = rnd(rng)
            toss = word & 255
            word >>= 8
            if (links[i] | links[i + south]) & VISITED:
                continue
            if toss < open_cut or after[c] == c:
                links[i] |= open_bit
            else:
                before[after[c]] = before[c]
                after[before[c]] = after[c]
                before[c] = c
                after[c] = c
        first += south
        left -= cols
    state[0] += budget - left
    state[1] = first
    return first >= end


def plan_eller(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve row by row.

    Under a mask, a part can come to its end between masked cells while the others go on, and no rule that looks at one
    row can know. Such parts are joined afterwards.
    """
    before, after = (machine.ints(range(lattice.cols + 1)) for _ in range(2))
    state = (0, lattice.index(0, 0), lattice.index(lattice.rows, 0))
    return Carving(eller, (lattice.moves, before, after, machine.ints(job.options.cuts())), state, rejoin=True)


class EllerOptions(Options, frozen=True):
    """Hold how readily cells are joined to the right and opened downward."""

    horizontal: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="chance in percent that neighbours in a row are joined where they may be",
        ),
    ] = 50
    vertical: Annotated[
        int, Meta(ge=0, le=100, description="chance in percent of a way down where there need not be one")
    ] = 50

    def cuts(self) -> list[int]:
        """Return how many of 256 tosses join and open."""
        return [(share * 256 + 50) // 100 for share in (self.horizontal, self.vertical)]


ELLER = Generator(
    name="eller",
    title="made row by row: long rows or long columns at will",
    about=(
        "Much like a uniform maze. More horizontal makes long rows, more vertical long columns; little of both makes "
        "straight ways and few forks."
    ),
    source="M. Eller (1982); Think Labyrinth, Eller; the ring of columns after J. Tromp",
    unit="cells",
    run=carving(plan_eller),
    plan=plan_eller,
    options=EllerOptions,
)
