"""Mazes made row by row: Eller's algorithm, which needs to know only one row."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mazeconv.generators import Generator, Job
from mazeconv.generators.kruskal import LATE_NORTH, LATE_WEST, SIFT, kruskal
from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, VISITED, Grid, Lattice
from mazeconv.kernels import PLACE, Buffer, Machine, Rng, rnd
from mazeconv.options import Options
from mazeconv.rng import Stream


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
    east, south = moves[1] & PLACE, moves[2] & PLACE
    join_bit, open_bit = moves[9], moves[10]
    first, end = state[1], state[2]
    join_cut, open_cut = cuts[0], cuts[1]
    cols = south - 2
    left = budget
    while left > 0 and first < end:
        word = 0
        for c in range(cols):
            i = first + c & PLACE
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
            i = first + c & PLACE
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


def label(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer, parent: Buffer) -> bool:
    """Find the parts that passages join, for the kernel of Kruskal's algorithm, and let all edges be its tails.

    state[1] is the cell, state[2] counts the parts. A part's root is its first cell.
    """
    north, west = moves[0], moves[3]
    parts = state[2]
    stop = min(state[1] + budget, len(links) + north)
    for i in range(state[1], stop):
        if links[i] & VISITED:
            continue
        parent[i] = i
        parts += 1
        for d in range(2):
            j = i + (north if d else west)
            if links[j] & VISITED:
                continue
            links[i] |= LATE_NORTH if d else LATE_WEST
            if links[j] & (PASSAGE_SOUTH if d else PASSAGE_EAST):
                a = i
                while parent[a] != a:
                    a = parent[a]
                b = j
                while parent[b] != b:
                    parent[b] = parent[parent[b]]
                    b = parent[b]
                parent[max(a, b)] = min(a, b)
                parts -= 1
    state[0] += stop - state[1]
    state[1], state[2] = stop, parts
    return stop == len(links) + north


def run_eller(job: Job) -> Grid:
    """Return a maze made row by row.

    Under a mask, a part can come to its end between masked cells while the others go on, and no rule that looks at one
    row can know. Such parts are joined afterwards, by passages in random order.
    """
    machine = job.machine
    lattice = Lattice.blank(machine, job.rows, job.cols, job.mask)
    before, after = machine.indices(job.cols + 1), machine.indices(job.cols + 1)
    for col in range(job.cols + 1):
        before[col] = after[col] = col
    machine.run(
        eller,
        job.stream,
        lattice.links,
        lattice.moves,
        before,
        after,
        machine.ints(job.options.cuts()),
        state=(0, lattice.index(0, 0), lattice.index(job.rows, 0)),
        total=job.rows * job.cols,
    )
    if job.mask is not None:
        _join_parts(machine, lattice, job.stream.child("parts"))
    return lattice.grid()


def _join_parts(machine: Machine, lattice: Lattice, stream: Stream) -> None:
    parent = machine.indices(len(lattice.links))
    parts = machine.run(label, stream, lattice.links, lattice.moves, parent, state=(0, lattice.first))[2]
    # Few edges lie between parts, but each cell's could: the list must hold them all.
    edges = machine.indices(2 * lattice.cells + 2)
    state = (0, SIFT, lattice.first, 0, parts - 1)
    machine.run(kruskal, stream, lattice.links, lattice.moves, parent, edges, machine.ints([0, 0]), state=state)


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
    run=run_eller,
    options=EllerOptions,
)
