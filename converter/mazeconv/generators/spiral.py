"""A single corridor that winds to the middle."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mazeconv.generators import Generator, Job
from mazeconv.generators.joining import join
from mazeconv.grid import VISITED, Grid, Lattice
from mazeconv.kernels import Buffer, Rng
from mazeconv.options import Options

CORNERS = ("nw", "ne", "se", "sw")


def coil(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer) -> bool:
    """Walk from state[1] in direction state[2], turning by state[3], until all state[6] cells are done.

    The next run has state[4] cells and the one after it state[5]; each run is shorter by state[7], which is 0 for the
    first, than the one before last. The budget is looked at when a straight run ends.
    """
    here, heading, turn = state[1], state[2], state[3]
    ahead, aside, rest, shorter = state[4], state[5], state[6], state[7]
    left = budget
    while left > 0 and rest > 0:
        step, bit = moves[heading], moves[8 + heading]
        there = here + step * ahead
        if heading & 1:
            first = (here if step > 0 else there - 1) + 1
            for i in range(ahead):
                links[first + i] = VISITED | bit
        else:
            at = here + step
            for _ in range(ahead):
                links[at] = VISITED | bit
                at += step
        if step > 0 and ahead > 0:
            # Passages to the east and south belong to the cell that is left, not to the one that is entered.
            links[here] |= bit
            links[there] ^= bit
        here = there
        left -= ahead
        rest -= ahead
        if rest > 0:
            heading = (heading + turn) & 3
            ahead, aside, shorter = aside, ahead - shorter, 1
    state[0] += budget - left
    state[1], state[2] = here, heading
    state[4], state[5], state[6], state[7] = ahead, aside, rest, shorter
    return left > 0


def coil_around(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer) -> bool:
    """Walk from state[1] in direction state[2] until blocked, then turn by state[3], or else the other way.

    Where no way is left, a new walk begins at the next cell of state[4]..state[5] that is left out. The budget is
    looked at when a straight run ends.
    """
    here, heading, turn, at, end = state[1], state[2], state[3], state[4], state[5]
    left = budget
    done = False
    while left > 0:
        turns = 0
        while turns < 3 and links[here + moves[heading]]:
            heading = (heading + turn * (1 + turns)) & 3
            turns += 1
        if turns < 3:
            step, bit = moves[heading], moves[8 + heading]
            first = here
            there = here + step
            while links[there] == 0:
                links[there] = VISITED | bit
                there += step
            here = there - step
            left -= (here - first) // step
            if step > 0:
                # Passages to the east and south belong to the cell that is left, not to the one that is entered.
                links[first] |= bit
                links[here] ^= bit
        else:
            while at < end and links[at]:
                at += 1
            if at >= end:
                done = True
                break
            here = at
            links[here] |= VISITED
            left -= 1
    state[0] += budget - left
    state[1], state[2], state[4] = here, heading, at
    return done


def run_spiral(job: Job) -> Grid:
    """Return a spiral from a corner to the middle."""
    machine = job.machine
    lattice = Lattice.blank(machine, job.rows, job.cols, job.mask)
    word = job.stream.word()
    corner = word >> 30 if job.options.corner == "any" else CORNERS.index(job.options.corner)
    right = word >> 29 & 1 == 0 if job.options.turn == "any" else job.options.turn == "right"
    start = lattice.index(job.rows - 1 if corner > 1 else 0, job.cols - 1 if corner in (1, 2) else 0)
    if lattice.links[start]:
        start = lattice.first
    lattice.links[start] |= VISITED
    # With the corners counted clockwise, the wall on the outer hand runs in the direction one or two further on.
    heading, turn = ((corner + 1) & 3, 1) if right else ((corner + 2) & 3, 3)
    if job.mask is None:
        along, across = (job.cols, job.rows) if heading & 1 else (job.rows, job.cols)
        kernel, state = coil, (0, start, heading, turn, along - 1, across - 1, job.rows * job.cols - 1, 0)
    else:
        end = lattice.index(job.rows - 1, job.cols)
        kernel, state = coil_around, (0, start, heading, turn, lattice.first, end, 0, 0)
    machine.run(
        kernel, job.stream, lattice.links, lattice.moves, state=state, total=lattice.cells, picture=lattice.grid
    )
    if job.mask is not None:
        join(machine, lattice, job.stream.child("join"))
    return lattice.grid()


class SpiralOptions(Options, frozen=True):
    """Hold where the spiral begins and which way it turns."""

    corner: Annotated[
        Literal["any", "nw", "ne", "se", "sw"],
        Meta(description="where the corridor begins; any: the seed decides"),
    ] = "any"
    turn: Annotated[
        Literal["any", "right", "left"],
        Meta(description="which way it turns on the way in; any: the seed decides"),
    ] = "any"


SPIRAL = Generator(
    name="spiral",
    title="one corridor that winds to the middle",
    about=(
        "No choice and no dead end but the middle: a long walk round and round. The seed chooses among the four "
        "corners and the two turns only. On a mask several spirals fill the bays, joined by random passages."
    ),
    source="the wall-following walk along the outer wall, turned inwards",
    unit="cells",
    run=run_spiral,
    options=SpiralOptions,
    goal="farthest",
    plain_memory=11,
)
