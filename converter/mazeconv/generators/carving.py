"""How a kernel carves a lattice, said once: `carve` makes one maze of it, and `batches` makes many."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from msgspec import Struct

from mazeconv.generators import Job
from mazeconv.generators.joining import join
from mazeconv.grid import Grid, Lattice
from mazeconv.kernels import Buffer, Kernel, Machine


class Carving(Struct, frozen=True):
    """Hold a kernel and what it starts from, beside the links of the lattice; nothing of it depends on the seed.

    `rejoin` says that a mask can leave several trees, which are then joined by passages in random order.
    """

    kernel: Kernel
    buffers: tuple[Buffer, ...]
    state: tuple[int, ...]
    rejoin: bool = False


Tree = Literal[
    "backtracker",
    "growing-tree",
    "hunt-and-kill",
    "binary-tree",
    "sidewinder",
    "recursive-division",
    "spiral",
    "dig",
    "prim",
    "kruskal",
    "wilson",
    "aldous-broder",
    "eller",
]
"""The generators of perfect mazes of cells at every size and in every mask, which others can build on."""

Plan = Callable[[Job, Machine, Lattice], Carving]
"""Prepares the links of a blank lattice and returns how they are carved."""


def carve(plan: Plan, job: Job) -> Grid:
    """Return the maze that a plan makes of a job."""
    machine = job.machine
    lattice = Lattice.blank(machine, job.rows, job.cols, job.mask)
    carving = plan(job, machine, lattice)
    machine.run(
        carving.kernel,
        job.stream,
        lattice.links,
        *carving.buffers,
        state=carving.state,
        total=lattice.cells,
        picture=lattice.grid,
    )
    rejoin = carving.rejoin
    # A large maze has no room for the kernel's buffers beside the grid.
    del carving
    if rejoin and job.mask is not None:
        join(machine, lattice, job.stream.child("join"))
    return lattice.grid()


def carving(plan: Plan) -> Callable[[Job], Grid]:
    """Return the function that carves by a plan, as the table of generators wants it."""
    return partial(carve, plan)
