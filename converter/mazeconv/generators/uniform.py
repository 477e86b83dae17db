"""Uniform spanning trees: every perfect maze of the cells is equally likely, by two kinds of random walk."""

from __future__ import annotations

from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, rnd

IN_TREE = 8
WAY = 5
"""The bit from which a cell keeps the direction in which the walk last left it."""
DRAWS = 16
"""Directions in one random word, two bits each."""
SPENT = 1 << 32
"""A bit above a word, which is all that is left when its directions are drawn."""


def wilson(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer) -> bool:
    """Walk at random from each cell in reading order until the tree is met; add the walk without its loops.

    Each cell remembers only the last way out, so that loops vanish by themselves. A step into a blocked cell is drawn
    again, which leaves the open directions equally likely. state[1] is the cell from which the walk began, state[2]
    where it is (or -1), state[3] the rest of a word. The budget is looked at when a word or a walk ends.
    """
    begin, here, word = state[1], state[2], state[3]
    end = len(links)
    left = budget
    added = 0
    done = False
    while left > 0:
        if here < 0:
            while begin < end and links[begin] & VISITED:
                begin += 1
            if begin == end:
                done = True
                break
            here = begin
        if word <= 1:
            word = rnd(rng) | SPENT
        left -= DRAWS
        while word > 1:
            d = word & 3
            word >>= 2
            there = here + moves[d]
            found = links[there]
            if found & VISITED == 0:
                links[here] = d << WAY
                here = there
            elif found & IN_TREE:
                links[here] = d << WAY
                here = begin
                while links[here] & IN_TREE == 0:
                    d = links[here] >> WAY
                    links[here] |= VISITED | IN_TREE
                    links[here + moves[4 + d]] |= moves[8 + d]
                    here = here + moves[d]
                    added += 1
                here = -1
                break
    state[0] += added
    state[1], state[2], state[3] = begin, here, word
    return done


def aldous_broder(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer) -> bool:
    """Walk at random over all cells; the way by which a cell is first entered is a passage.

    A step into a blocked cell is drawn again. state[1] counts the cells not entered, state[2] is where the walk is.
    All draws of a word are used before the budget is looked at.
    """
    missing, here = state[1], state[2]
    left = budget
    while left > 0 and missing > 0:
        word = rnd(rng)
        left -= DRAWS
        for _ in range(DRAWS):
            d = word & 3
            word >>= 2
            there = here + moves[d]
            found = links[there]
            if found & IN_TREE:
                here = there
            elif found == 0:
                links[here + moves[4 + d]] |= moves[8 + d]
                links[there] |= VISITED | IN_TREE
                here = there
                missing -= 1
                if missing == 0:
                    break
    state[0] += state[1] - missing
    state[1], state[2] = missing, here
    return missing == 0


def plan_wilson(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve a uniform spanning tree by loop-erased random walks."""
    del job, machine
    _plant(lattice)
    return Carving(wilson, (lattice.moves,), (0, lattice.first, -1))


def plan_aldous_broder(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve a uniform spanning tree by one long random walk."""
    del job, machine
    return Carving(aldous_broder, (lattice.moves,), (0, lattice.cells - 1, _plant(lattice)))


def _plant(lattice: Lattice) -> int:
    """Begin the tree with one cell, the middle one, which walks find sooner than one at the edge; return it."""
    root = lattice.index(lattice.rows // 2, lattice.cols // 2)
    if lattice.links[root] & VISITED:
        root = lattice.first
    lattice.links[root] |= VISITED | IN_TREE
    return root


WILSON = Generator(
    name="wilson",
    title="every maze equally likely, by loop-erased walks",
    about="No leaning and no habit: winding ways of every length, many short dead ends. Fast for a uniform maze.",
    source=(
        "D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC 1996; "
        "Think Labyrinth, Wilson"
    ),
    unit="cells",
    run=carving(plan_wilson),
    plan=plan_wilson,
)

ALDOUS_BRODER = Generator(
    name="aldous-broder",
    title="every maze equally likely, by one long walk",
    about="The same mazes as wilson's, each as likely; slower on small mazes, and good to watch as it grows.",
    source=(
        "D. Aldous, SIAM J. Discrete Math. 3 (1990), and A. Broder, FOCS 1989: the random walk construction of uniform "
        "spanning trees; Think Labyrinth, Aldous-Broder"
    ),
    unit="cells",
    run=carving(plan_aldous_broder),
    plan=plan_aldous_broder,
)
