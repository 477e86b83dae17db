"""Join the pieces of an unfinished maze: the passages that are missing are opened in random order.

A mask of any shape breaks the simple rule of some generators, which then leave several trees. Opening random passages
between different trees until one is left is Kruskal's algorithm on what remains (J. Kruskal, 1956).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, below

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazeconv.rng import Stream

# Marks the cells that may be joined, for the length of one call.
CELL = 8


def unite(rng: Rng, state: Buffer, budget: int, links: Buffer, parents: Buffer) -> bool:
    """Lead the cells state[1]..state[2] to the first cell that passages reach; state[3] counts the trees found.

    Rows are state[4] apart. A parent never lies behind its child, so one pass settles a cell for good or as the root of
    what may still be joined to an earlier one.
    """
    at, end, trees, stride = state[1], state[2], state[3], state[4]
    stop = min(end, at + budget)
    for here in range(at, stop):
        if not links[here] & CELL:
            continue
        root = here
        trees += 1
        if links[here - 1] & PASSAGE_EAST:
            root = parents[here - 1]
            while parents[root] != root:
                root = parents[root]
            trees -= 1
        parents[here] = root
        if links[here - stride] & PASSAGE_SOUTH:
            above = here - stride
            while parents[above] != above:
                parents[above] = parents[parents[above]]
                above = parents[above]
            if above < root:
                parents[root] = above
                trees -= 1
            elif root < above:
                parents[above] = root
                trees -= 1
            parents[here] = min(above, root)
    state[0] += stop - at
    state[1], state[3] = stop, trees
    return stop >= end


def seams(rng: Rng, state: Buffer, budget: int, links: Buffer, parents: Buffer, edges: Buffer) -> bool:
    """List the edges between different trees, each as 2 * cell, plus 1 if it leads south; state[3] counts them.

    With an empty list they are only counted. Afterwards each parent is the root.
    """
    at, end, n, stride = state[1], state[2], state[3], state[4]
    stop = min(end, at + budget)
    keep = len(edges) > 0
    for here in range(at, stop):
        if not links[here] & CELL:
            continue
        root = here
        while parents[root] != root:
            root = parents[root]
        parents[here] = root
        for south in range(2):
            there = here - stride if south else here - 1
            if links[there] & CELL and parents[there] != root:
                if keep:
                    edges[n] = 2 * there + south
                n += 1
    state[0] += stop - at
    state[1], state[3] = stop, n
    return stop >= end


def bridge(rng: Rng, state: Buffer, budget: int, links: Buffer, parents: Buffer, edges: Buffer) -> bool:
    """Open edges in random order while they join two trees; state[3] trees are left, state[5] spare edges may be open.

    A spare edge joins what is joined already and makes a loop; none is opened beside an open parallel one, which would
    look like one wide door.
    """
    at, end, trees, stride, spare = state[1], state[2], state[3], state[4], state[5]
    left = budget
    while left > 0 and at < end and (trees > 1 or spare > 0):
        left -= 1
        pick = at + below(rng, end - at)
        edge = edges[pick]
        edges[pick] = edges[at]
        at += 1
        here = edge >> 1
        south = edge & 1
        one = here
        while parents[one] != one:
            parents[one] = parents[parents[one]]
            one = parents[one]
        other = here + stride if south else here + 1
        while parents[other] != other:
            parents[other] = parents[parents[other]]
            other = parents[other]
        if one != other:
            parents[max(one, other)] = min(one, other)
            trees -= 1
            links[here] |= PASSAGE_SOUTH if south else PASSAGE_EAST
        elif spare > 0:
            side = 1 if south else stride
            bit = PASSAGE_SOUTH if south else PASSAGE_EAST
            if not (links[here - side] | links[here + side]) & bit:
                links[here] |= bit
                spare -= 1
    state[0] += budget - left
    state[1], state[3], state[5] = at, trees, spare
    return left > 0


def join(
    machine: Machine,
    lattice: Lattice,
    stream: Stream,
    loops: float = 0.0,
    picture: Callable[[], Any] | None = None,
) -> int:
    """Open random passages of `lattice` until all cells that touch hang together; return how many trees it had.

    `loops` is the number of passages to open beyond need, as a share of the trees. `picture` gives what is shown to one
    who watches, by default the lattice.
    """
    inner = lattice.field[1:-1, 1:-1]
    inner &= PASSAGE_EAST | PASSAGE_SOUTH
    inner |= CELL if lattice.mask is None else lattice.mask * np.uint8(CELL)
    span = (lattice.index(0, 0), lattice.index(lattice.rows - 1, lattice.cols))
    parents = machine.ints((lattice.rows + 2) * lattice.stride)
    state = machine.run(unite, stream, lattice.links, parents, state=(0, *span, 0, lattice.stride))
    trees = int(state[3])
    if trees > 1:
        count = machine.run(
            seams, stream, lattice.links, parents, machine.ints(0), state=(0, *span, 0, lattice.stride)
        )[3]
        edges = machine.ints(int(count))
        machine.run(seams, stream, lattice.links, parents, edges, state=(0, *span, 0, lattice.stride))
        spare = round(loops * trees)
        machine.run(
            bridge,
            stream,
            lattice.links,
            parents,
            edges,
            state=(0, 0, int(count), trees, lattice.stride, spare),
            picture=picture or lattice.grid,
        )
    inner &= PASSAGE_EAST | PASSAGE_SOUTH
    inner |= VISITED
    return trees
