"""Mazes made cell by cell in reading order, without looking back: binary tree and sidewinder."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mazeconv.directions import EAST, NORTH, SOUTH, WEST
from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, below, rnd
from mazeconv.options import Options

WORDS = 1 << 32
CORNERS = {"nw": (NORTH, WEST), "ne": (NORTH, EAST), "sw": (SOUTH, WEST), "se": (SOUTH, EAST)}


def lean(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer) -> bool:
    """Open from each cell of state[1]..state[2] one of two ways: state[3], if a word is below state[5], or state[4]."""
    at, end, upright, level, share = state[1], state[2], state[3], state[4], state[5]
    up, up_store = moves[upright], moves[4 + upright]
    side, side_store = moves[level], moves[4 + level]
    stop = min(end, at + budget)
    for here in range(at, stop):
        if links[here] & VISITED:
            continue
        if links[here + up] & VISITED:
            if not links[here + side] & VISITED:
                links[here + side_store] |= PASSAGE_EAST
        elif links[here + side] & VISITED or rnd(rng) < share:
            links[here + up_store] |= PASSAGE_SOUTH
        else:
            links[here + side_store] |= PASSAGE_EAST
    state[0] += stop - at
    state[1] = stop
    return stop >= end


def wind(rng: Rng, state: Buffer, budget: int, links: Buffer) -> bool:
    """Draw runs to the east over the cells state[1]..state[2]; a run that ends opens one of its cells to the north.

    A run goes on while a word is below state[3], and as long as no cell of it has a northern neighbour. It began at
    state[4]; state[5] of its cells have such a neighbour. Rows are state[6] apart.
    """
    at, end, share, run, norths, stride = state[1], state[2], state[3], state[4], state[5], state[6]
    stop = min(end, at + budget)
    for here in range(at, stop):
        if links[here] & VISITED:
            run = here + 1
            continue
        if not links[here - stride] & VISITED:
            norths += 1
        if not links[here + 1] & VISITED and (norths == 0 or rnd(rng) < share):
            links[here] |= PASSAGE_EAST
            continue
        if norths > 0:
            pick = here
            if here > run:
                pick -= below(rng, here - run + 1)
            while links[pick - stride] & VISITED:
                pick = pick - 1 if pick > run else here
            links[pick - stride] |= PASSAGE_SOUTH
            norths = 0
        run = here + 1
    state[0] += stop - at
    state[1], state[4], state[5] = stop, run, norths
    return stop >= end


def _span(lattice: Lattice) -> tuple[int, int]:
    return lattice.index(0, 0), lattice.index(lattice.rows - 1, lattice.cols)


def plan_binary_tree(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve a maze that leans to the corner of the options."""
    del machine
    upright, level = CORNERS[job.options.corner]
    state = (0, *_span(lattice), upright, level, round(job.options.bias * WORDS))
    return Carving(lean, (lattice.moves,), state, rejoin=True)


def plan_sidewinder(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve rows of runs, each with one way up."""
    del machine
    first, end = _span(lattice)
    state = (0, first, end, round(job.options.run * WORDS), first, 0, lattice.stride)
    return Carving(wind, (), state, rejoin=True)


class BinaryTreeOptions(Options, frozen=True):
    """Hold where the maze leans to."""

    corner: Annotated[
        Literal["nw", "ne", "sw", "se"],
        Meta(description="the corner that every way leads to; two straight corridors run along its sides"),
    ] = "nw"
    bias: Annotated[
        float,
        Meta(ge=0, le=1, description="share of the upright passages: 0 makes long rows, 1 long columns"),
    ] = 0.5


class SidewinderOptions(Options, frozen=True):
    """Hold how long the runs are."""

    run: Annotated[
        float,
        Meta(ge=0, le=1, description="chance that a run goes on by one more cell: 0 makes columns, 1 long rows"),
    ] = 0.5


BINARY_TREE = Generator(
    name="binary-tree",
    title="every cell opens one of two ways: quick, slanted, easy to solve",
    about=(
        "A grain runs through the whole maze towards one corner, along whose sides lie two straight corridors. Short "
        "dead ends, never a way back towards the far corner: whoever knows that walks straight through. On a mask the "
        "pieces that the rule leaves are joined by random passages."
    ),
    source="binary tree algorithm; Think Labyrinth",
    unit="cells",
    run=carving(plan_binary_tree),
    plan=plan_binary_tree,
    options=BinaryTreeOptions,
)

SIDEWINDER = Generator(
    name="sidewinder",
    title="rows of short runs, each with one way up",
    about=(
        "Reads from top to bottom: a straight corridor along the top, below it rows of runs that each open north once. "
        "From below there is always exactly one way up, so it is solved without a wrong turn from the bottom. On a "
        "mask the pieces that the rule leaves are joined by random passages."
    ),
    source="sidewinder algorithm; Think Labyrinth",
    unit="cells",
    run=carving(plan_sidewinder),
    plan=plan_sidewinder,
    options=SidewinderOptions,
)
