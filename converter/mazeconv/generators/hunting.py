"""Hunt and kill: random walks, each begun where the last cells were left out."""

from __future__ import annotations

from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, below

# Tells a carved cell from the border and from masked cells, which are VISITED as well.
CARVED = 8


def hunt(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer) -> bool:
    """Walk at random from state[1] until blocked, then hunt on from state[2] to state[3] for a cell left out.

    The first cell left out has, without a mask, always a carved neighbour before it: the hunt never goes back.
    """
    here, at, end = state[1], state[2], state[3]
    left = budget
    done = False
    while left > 0:
        options = 0
        n = 0
        if here > 0:
            for d in range(4):
                if links[here + moves[d]] == 0:
                    options |= d << n
                    n += 2
        if n > 0:
            if n > 2:
                options >>= 2 * below(rng, n >> 1)
            d = options & 3
            links[here + moves[4 + d]] |= moves[8 + d]
            here += moves[d]
        else:
            while at < end and links[at]:
                at += 1
            if at >= end:
                done = True
                break
            here = at
            for d in range(4):
                if links[here + moves[d]] & CARVED:
                    options |= d << n
                    n += 2
            if n > 0:
                if n > 2:
                    options >>= 2 * below(rng, n >> 1)
                d = options & 3
                links[here + moves[4 + d]] |= moves[8 + d]
        links[here] |= VISITED | CARVED
        left -= 1
    state[0] += budget - left
    state[1], state[2] = here, at
    return done


def plan_hunt_and_kill(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve by walks, each begun at the first cell that can still be joined."""
    del job, machine
    state = (0, 0, lattice.first, lattice.index(lattice.rows - 1, lattice.cols))
    return Carving(hunt, (lattice.moves,), state, rejoin=True)


HUNT_AND_KILL = Generator(
    name="hunt-and-kill",
    title="random walks begun from the top: long corridors, a short way through",
    about=(
        "Winding corridors as long as the backtracker's and as few dead ends, but branches everywhere, so that the way "
        "through is far shorter. On a mask a walk may begin apart from the others; random passages join them."
    ),
    source="hunt and kill; Think Labyrinth",
    unit="cells",
    run=carving(plan_hunt_and_kill),
    plan=plan_hunt_and_kill,
)
