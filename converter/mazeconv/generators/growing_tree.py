"""Trees grown cell by cell from one root: depth-first, by a choice of the growing cell, and the article's digging."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta

from mazeconv.directions import STEPS
from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, below, rnd
from mazeconv.options import Options
from mazeconv.rng import MASK32

LEFT, MET = 15, 19
PICKS = ("newest", "oldest", "random")


def backtrack(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer, ways: Buffer) -> bool:
    """Carve depth-first from state[1]; bits 3 and 4 of a cell keep the way back, so that no stack is needed.

    `ways` is the table of `ways_table`: a look is quicker than to put the open directions together.
    """
    north, east, south, west = moves[0], moves[1], moves[2], moves[3]
    root, here = state[1], state[2]
    left = budget
    done = False
    while left > 0:
        is_open = 0
        if links[here + north] == 0:
            is_open = 1
        if links[here + east] == 0:
            is_open += 2
        if links[here + south] == 0:
            is_open += 4
        if links[here + west] == 0:
            is_open += 8
        if is_open:
            d = ways[is_open]
            if d > 3:
                # below(), written out for up to four ways, as a call is a good part of the time in plain Python.
                count = d >> 6
                m = rnd(rng) * count
                while count == 3 and m & MASK32 == 0:
                    m = rnd(rng) * count
                d = d >> (m >> 31 & 6) & 3
            # One of the two holds the passage between them.
            links[here] |= ways[LEFT + d]
            here += moves[d]
            links[here] = ways[MET + d]
            left -= 1
        elif here == root:
            done = True
            break
        else:
            here += moves[links[here] >> 3]
    state[0] += budget - left
    state[2] = here
    return done


def grow(
    rng: Rng,
    state: Buffer,
    budget: int,
    links: Buffer,
    moves: Buffer,
    active: Buffer,
    shares: Buffer,
    ways: Buffer,
) -> bool:
    """Carve from a chosen active cell into a random new neighbour; a cell without one is no longer active.

    active[state[1]:state[2]] holds the active cells by age, dead ones (-1) among them; state[3] counts the living.
    `shares` holds the weights of newest, oldest and random, and their sum; `ways` is the table of `ways_table`.
    """
    north, east, south, west = moves[0], moves[1], moves[2], moves[3]
    newest, older, tickets = shares[0], shares[0] + shares[1], shares[3]
    head, tail, living = state[1], state[2], state[3]
    left = budget
    done = False
    while left > 0:
        if living == 0:
            done = True
            break
        ticket = below(rng, tickets) if tickets > 1 else 0
        if ticket < newest:
            while active[tail - 1] < 0:
                tail -= 1
            at = tail - 1
        elif ticket < older:
            while active[head] < 0:
                head += 1
            at = head
        else:
            at = head + below(rng, tail - head)
            while active[at] < 0:
                at = head + below(rng, tail - head)
        here = active[at]
        is_open = 0
        if links[here + north] == 0:
            is_open = 1
        if links[here + east] == 0:
            is_open += 2
        if links[here + south] == 0:
            is_open += 4
        if links[here + west] == 0:
            is_open += 8
        if is_open:
            d = ways[is_open]
            if d > 3:
                d = d >> 2 * below(rng, d >> 6) & 3
            links[here + moves[4 + d]] |= moves[8 + d]
            here = here + moves[d]
            links[here] |= VISITED
            active[tail] = here
            tail += 1
            living += 1
            left -= 1
        else:
            active[at] = -1
            living -= 1
            if tail - head > 2 * living + 8:
                # Closing the gaps keeps the random choice quick and, as each gap is closed once, the cost linear.
                to = head
                for i in range(head, tail):
                    if active[i] >= 0:
                        active[to] = active[i]
                        to += 1
                tail = to
    state[0] += budget - left
    state[1], state[2], state[3] = head, tail, living
    return done


def dig(rng: Rng, state: Buffer, budget: int, links: Buffer, moves: Buffer, active: Buffer) -> bool:
    """Walk from random dug cells in random directions until blocked; state[1] counts the cells that may still start."""
    north, east, south, west = moves[0], moves[1], moves[2], moves[3]
    count, here = state[1], state[2]
    left = budget
    done = False
    while left > 0:
        if here < 0:
            if count == 0:
                done = True
                break
            at = below(rng, count)
            here = active[at]
            # All at once, as none of the four can be foreseen.
            if links[here + north] & links[here + east] & links[here + south] & links[here + west] & VISITED:
                count -= 1
                active[at] = active[count]
                here = -1
                continue
        while left > 0:
            d = rnd(rng) >> 30
            there = here + moves[d]
            if links[there]:
                here = -1
                break
            links[here + moves[4 + d]] |= moves[8 + d]
            links[there] |= VISITED
            active[count] = there
            count += 1
            here = there
            left -= 1
    state[0] += budget - left
    state[1], state[2] = count, here
    return done


def plan_backtracker(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve depth-first."""
    del job
    lattice.links[lattice.first] |= VISITED
    return Carving(backtrack, (lattice.moves, machine.bytes(ways_table())), (0, lattice.first, lattice.first))


@cache
def ways_table() -> bytes:
    """Return for each set of up to three directions, as bits, its members in order, two bits each.

    Of more than one member, the bits from the seventh on say how many they are. Never are all four open: the first cell
    in reading order has none to the north, and any other has been come to.
    Behind them stand, for each direction, what a step adds to the byte of the cell that it leaves and,
    from `MET` on, the whole byte of the cell that it meets.
    """
    members = [[d for d in range(len(STEPS)) if bits >> d & 1] for bits in range(LEFT)]
    table = [sum(d << 2 * i for i, d in enumerate(of)) + 64 * len(of) * (len(of) > 1) for of in members]
    left = [0, PASSAGE_EAST, PASSAGE_SOUTH, 0]
    met = [VISITED | (d + 2) % 4 << 3 | (PASSAGE_SOUTH, 0, 0, PASSAGE_EAST)[d] for d in range(len(STEPS))]
    return bytes([*table, *left, *met])


def plan_growing_tree(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve from the active cells that the options pick."""
    shares = machine.ints(job.options.shares())
    return Carving(grow, (lattice.moves, _active(machine, lattice), shares, machine.bytes(ways_table())), (0, 0, 1, 1))


def plan_dig(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve as the article digs."""
    del job
    return Carving(dig, (lattice.moves, _active(machine, lattice)), (0, 1, -1))


def _active(machine: Machine, lattice: Lattice) -> Buffer:
    """Return room for the active cells; the first cell is one."""
    active = machine.ints(lattice.cells)
    active[0] = lattice.first
    lattice.links[lattice.first] |= VISITED
    return active


class GrowingTreeOptions(Options, frozen=True):
    """Hold which active cell grows next."""

    pick: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^(newest|oldest|random)(:[0-9]{1,6})?$")], ...],
        Meta(
            description=(
                "which cell grows next: newest, oldest, random, or a mix with weights such as newest:3,random:1, which "
                "are whole numbers"
            )
        ),
    ] = ("newest:1", "random:1")

    def __post_init__(self) -> None:
        if not any(self.shares()):
            raise ValueError("pick needs a weight above 0\nwrite pick=newest:3,random:1, for example")

    def shares(self) -> list[int]:
        """Return the weights of newest, oldest and random, and their sum."""
        weights = [0, 0, 0]
        for part in self.pick:
            name, _, weight = part.partition(":")
            weights[PICKS.index(name)] += int(weight or 1)
        if sum(map(bool, weights)) == 1:
            weights = [int(bool(w)) for w in weights]
        return [*weights, sum(weights)]


DIG = Generator(
    name="dig",
    title="the article's maze: walks that start anywhere and stop when blocked",
    about=(
        "Many short, twisted branches with a medium-long way through. From a random dug cell it walks in random "
        "directions until one is blocked, then starts again from another."
    ),
    source="growing-tree method of the AGTK maze article; see also Think Labyrinth, growing tree",
    unit="cells",
    run=carving(plan_dig),
    plan=plan_dig,
    plain_memory=4,
)

BACKTRACKER = Generator(
    name="backtracker",
    title="depth-first: long winding corridors and few dead ends",
    about="Long, winding corridors, few but deep dead ends, a long solution. Hard to oversee, pleasant to walk.",
    source="recursive backtracking (depth-first search) with the way back kept in the cells; Think Labyrinth",
    unit="cells",
    run=carving(plan_backtracker),
    plan=plan_backtracker,
    plain_memory=4,
)

GROWING_TREE = Generator(
    name="growing-tree",
    title="between depth-first and Prim, by the choice of the growing cell",
    about=(
        "newest makes long corridors as the backtracker does, random short ones with many branches as prim does, "
        "oldest straight rays from the root; a mix lies between."
    ),
    source="growing tree algorithm; Think Labyrinth",
    unit="cells",
    run=carving(plan_growing_tree),
    plan=plan_growing_tree,
    options=GrowingTreeOptions,
    plain_memory=5,
)
