"""Recursive division: an open field is halved by walls with one gap until only corridors are left."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, rnd
from mazeconv.options import Options
from mazeconv.rng import MASK32

# Of two halves the larger waits, so that the number that wait stays below the logarithm of the cells: 30 of 3 numbers.
STACK = 3 * 32


def divide(rng: Rng, state: Buffer, budget: int, links: Buffer, stack: Buffer) -> bool:
    """Halve the fields of stack[:state[1]], each (first cell, height, width), until they are narrow.

    A part keeps at least state[2] cells; state[3] says whether only the longer side is cut; rows are state[4] apart.
    """
    depth, room, longer, stride = state[1], state[2], state[3], state[4]
    east, south = PASSAGE_EAST, PASSAGE_SOUTH
    but_east, but_south = VISITED | PASSAGE_SOUTH, VISITED | PASSAGE_EAST
    least = 2 * room
    left = budget
    while left > 0 and depth > 0:
        depth -= 3
        at, height, width = stack[depth], stack[depth + 1], stack[depth + 2]
        while height > 1 and width > 1:
            across = height > width
            if height == width or longer == 0:
                across = rnd(rng) >> 31 == 0
            if room > 1 and (height if across else width) < least:
                across = not across
                if (height if across else width) < least:
                    break
            # A wall of `length` cells in steps of `step`; the halves are `part` and the rest of `side` cells.
            if across:
                side, length = height, width
                step, jump = 1, stride
                bit, keep = south, but_south
            else:
                side, length = width, height
                step, jump = stride, 1
                bit, keep = east, but_east
            # below(), written out here and for the gap, as calls are a third of the time in plain Python.
            part = room
            n = side - least + 1
            if n > 1:
                m = rnd(rng) * n
                if (m & MASK32) < n:
                    while (m & MASK32) < ((1 << 32) - n) % n:
                        m = rnd(rng) * n
                part += m >> 32
            wall = at + (part - 1) * jump
            m = rnd(rng) * length
            if (m & MASK32) < length:
                while (m & MASK32) < ((1 << 32) - length) % length:
                    m = rnd(rng) * length
            gap = wall + (m >> 32) * step
            end = wall + length * step
            passage = links[gap] & bit
            if passage == 0:
                # A mask has walls of its own: the gap is where the first passage comes, if one does.
                tries = length
                while passage == 0 and tries > 1:
                    gap += step
                    if gap == end:
                        gap = wall
                    passage = links[gap] & bit
                    tries -= 1
            if length == 2:
                links[end - step + wall - gap] &= keep
            else:
                for here in range(wall, end, step):
                    links[here] &= keep
                links[gap] |= passage
            left -= length
            there = at + part * jump
            rest = side - part
            # The smaller half comes next, from `at` on; the larger one waits.
            if part > rest:
                at, there = there, at
                part, rest = rest, part
            if across:
                height = part
                if rest > 1:
                    stack[depth] = there
                    stack[depth + 1] = rest
                    stack[depth + 2] = width
                    depth += 3
            else:
                width = part
                if rest > 1:
                    stack[depth] = there
                    stack[depth + 1] = height
                    stack[depth + 2] = rest
                    depth += 3
    state[0] += budget - left
    state[1] = depth
    return depth == 0


def plan_recursive_division(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Divide one open field by walls."""
    inner = lattice.field[1:-1, 1:-1]
    cells = lattice.mask
    east, south = np.uint8(PASSAGE_EAST), np.uint8(PASSAGE_SOUTH)
    inner[:, :-1] |= east if cells is None else (cells[:, :-1] & cells[:, 1:]) * east
    inner[:-1] |= south if cells is None else (cells[:-1] & cells[1:]) * south
    stack = machine.ints([lattice.index(0, 0), lattice.rows, lattice.cols, *[0] * (STACK - 3)])
    state = (0, 3, job.options.room, int(job.options.split == "longer"), lattice.stride)
    return Carving(divide, (stack,), state, rejoin=True)


class DivisionOptions(Options, frozen=True):
    """Hold how fields are halved, and when no more."""

    split: Annotated[
        Literal["longer", "random"],
        Meta(description="which side is cut: the longer one, or either by chance, which leaves long narrow halls"),
    ] = "longer"
    room: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            description="cells a side that no cut goes below: from 2 on halls with pillars and loops are left",
        ),
    ] = 1


RECURSIVE_DIVISION = Generator(
    name="recursive-division",
    title="fields halved again and again by long straight walls with one gap each",
    about=(
        "Long straight walls through the whole maze, each with one gap: few gaps decide the way, everything between "
        "them is short dead ends. With room above 1 it becomes a building of pillared halls. On a mask the pieces that "
        "the rule leaves are joined by random passages."
    ),
    source="recursive division; Think Labyrinth",
    unit="cells",
    run=carving(plan_recursive_division),
    plan=plan_recursive_division,
    options=DivisionOptions,
)
