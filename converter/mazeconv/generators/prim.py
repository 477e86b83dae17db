"""Trees grown outward from one cell at random places: Prim's algorithm in its two quick forms."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, below
from mazeconv.options import Options

FRONTIER, IN_TREE = 8, 16


def prim_simplified(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer, active: Buffer) -> bool:
    """Carve from a random cell of the tree into a random new neighbour; a cell without one is taken off the list.

    active[:state[1]] lists the cells that may still have one.
    """
    north, east, south, west = moves[0], moves[1], moves[2], moves[3]
    count = state[1]
    left = budget
    while left > 0 and count > 0:
        at = below(rng, count)
        here = active[at]
        ways = 0
        n = 0
        if links[here + north] == 0:
            n = 2
        if links[here + east] == 0:
            ways |= 1 << n
            n += 2
        if links[here + south] == 0:
            ways |= 2 << n
            n += 2
        if links[here + west] == 0:
            ways |= 3 << n
            n += 2
        if n == 0:
            count -= 1
            active[at] = active[count]
            continue
        if n > 2:
            ways >>= 2 * below(rng, n >> 1)
        d = ways & 3
        links[here + moves[4 + d]] |= moves[8 + d]
        there = here + moves[d]
        links[there] |= VISITED
        active[count] = there
        count += 1
        left -= 1
    state[0] += budget - left
    state[1] = count
    return count == 0


def prim_modified(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer, frontier: Buffer) -> bool:
    """Join a random cell of the frontier to a random neighbour in the tree.

    The frontier is the cells beside the tree; frontier[:state[1]] lists them.
    """
    count = state[1]
    left = budget
    while left > 0 and count > 0:
        at = below(rng, count)
        here = frontier[at]
        count -= 1
        frontier[at] = frontier[count]
        ways = 0
        n = 0
        for d in range(4):
            there = here + moves[d]
            found = links[there]
            if found & IN_TREE:
                ways |= d << n
                n += 2
            elif found == 0:
                links[there] = FRONTIER
                frontier[count] = there
                count += 1
        if n > 2:
            ways >>= 2 * below(rng, n >> 1)
        if n > 0:
            d = ways & 3
            links[here + moves[4 + d]] |= moves[8 + d]
        links[here] |= VISITED | IN_TREE
        left -= 1
    state[0] += budget - left
    state[1] = count
    return count == 0


def plan_prim(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve by Prim's algorithm in the form of the options."""
    cells = machine.ints(lattice.cells + 1)
    cells[0] = lattice.first
    simplified = job.options.form == "simplified"
    lattice.links[lattice.first] = VISITED if simplified else FRONTIER
    return Carving(prim_simplified if simplified else prim_modified, (lattice.moves, cells), (0, 1))


class PrimOptions(Options, frozen=True):
    """Hold the form of the algorithm."""

    form: Annotated[
        Literal["simplified", "modified"],
        Meta(
            description=(
                "simplified grows a random cell of the tree; modified adds a random cell beside it, which makes more "
                "dead ends"
            )
        ),
    ] = "simplified"


PRIM = Generator(
    name="prim",
    title="grown outward from one place at random: a short way to the goal",
    about=(
        "Ways run outward from the root as in a burst, so that the solution is short and direct. There are "
        "fewer dead ends than in mazes of kruskal and wilson; with form=modified more than in any other, and the "
        "shortest. Easy to oversee. True Prim's algorithm, with random weights, makes the mazes of kruskal."
    ),
    source=(
        "R. C. Prim, Shortest connection networks and some generalizations, Bell System Tech. J. 36 (1957); the two "
        "forms as named in Think Labyrinth, Prim"
    ),
    unit="cells",
    run=carving(plan_prim),
    plan=plan_prim,
    options=PrimOptions,
    plain_memory=5,
)
