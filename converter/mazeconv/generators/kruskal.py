"""Trees joined from everywhere at once: Kruskal's algorithm on a uniformly random order of the passages."""

from __future__ import annotations

from math import isqrt
from typing import Annotated

from msgspec import Meta

from mazeconv.generators import Generator, Job
from mazeconv.generators.carving import Carving, carving
from mazeconv.grid import VISITED, Lattice
from mazeconv.kernels import Buffer, Machine, Rng, below, rnd
from mazeconv.options import Options

DEAL, SIFT, SHUFFLE, JOIN = range(4)
LATE_WEST, LATE_NORTH = 8, 16
BATCH = 64


def kruskal(
    rng: Rng,
    state: Buffer,
    budget: int,
    links: Buffer,
    moves: Buffer,
    parent: Buffer,
    edges: Buffer,
    cuts: Buffer,
) -> bool:
    """Join all cells by edges in random order; state[4] counts the passages still to be made.

    A shuffle of all 2N edges is not needed. Each edge tosses a coin. Heads come first, in random order; tails follow,
    in random order. That is a uniformly random order of all: give each edge a uniform number, and let heads be those
    below one half; then the orders within the halves are uniform, whatever the coins, and independent of each other.
    Before the tails are shuffled, those between cells already joined are dropped. Kruskal's algorithm would turn them
    down when their turn came, and the others keep a uniformly random order. It costs one pass in reading order, and
    half of the tails are left.

    DEAL tosses and lists the heads, SHUFFLE and JOIN do what they say, SIFT lists the tails for another SHUFFLE and
    JOIN. An edge is twice its cell, plus 0 for the one to the west, 1 for the one to the north. `cuts` holds how many
    of 256 tosses are heads, west and north. state[1] is the stage, state[2] the cell or the place in the list,
    state[3] the length of the list; state[5] is the rest of a word, good for state[6] cells.
    """
    north, west = moves[0], moves[3]
    north_bit, west_bit = moves[8], moves[11]
    stage, here, count, missing, word, tosses = state[1], state[2], state[3], state[4], state[5], state[6]
    end = len(links) + north
    left = budget
    while left > 0 and missing > 0:
        if stage == DEAL:
            stop = min(end, here + left)
            left -= stop - here
            cut_west, cut_north = cuts[0], cuts[1]
            for i in range(here, stop):
                if links[i] & VISITED:
                    continue
                parent[i] = i
                if tosses == 0:
                    word = rnd(rng)
                    tosses = 2
                edge_west = links[i + west] & VISITED == 0
                edge_north = links[i + north] & VISITED == 0
                late_west = edge_west & ((word & 255) >= cut_west)
                late_north = edge_north & ((word >> 8 & 255) >= cut_north)
                word >>= 16
                tosses -= 1
                links[i] |= late_west * LATE_WEST | late_north * LATE_NORTH
                # Writing always and counting sometimes leaves no branch to mispredict.
                edges[count] = 2 * i
                count += edge_west ^ late_west
                edges[count] = 2 * i + 1
                count += edge_north ^ late_north
            here = stop
            if here == end:
                stage = SHUFFLE
                here = count
        elif stage == SIFT:
            stop = min(end, here + left)
            left -= stop - here
            for i in range(here, stop):
                toss = links[i]
                if toss & VISITED:
                    continue
                # A root is the least of its cells, so that all before this one point at their roots already.
                root = parent[parent[i]]
                parent[i] = root
                edges[count] = 2 * i
                count += (toss & LATE_WEST != 0) & (root != parent[i + west])
                edges[count] = 2 * i + 1
                count += (toss & LATE_NORTH != 0) & (root != parent[i + north])
            here = stop
            if here == end:
                stage = SHUFFLE
                here = count
                if count == 0:
                    missing = 0
        elif stage == SHUFFLE:
            stop = max(1, here - left)
            left -= here - stop
            for last in range(here - 1, stop - 1, -1):
                at = below(rng, last + 1)
                edge = edges[at]
                edges[at] = edges[last]
                edges[last] = edge
            here = stop
            if here == 1:
                stage = JOIN
                here = 0
        elif here < count:
            stop = min(count, here + left, here + BATCH)
            left -= stop - here
            for k in range(here, stop):
                # Shortening the paths of a whole batch first lets the machine wait for many of them at a time.
                edge = edges[k]
                i = edge >> 1
                j = i + (north if edge & 1 else west)
                parent[i] = parent[parent[i]]
                parent[j] = parent[parent[j]]
            for k in range(here, stop):
                edge = edges[k]
                i = edge >> 1
                j = i + (north if edge & 1 else west)
                a = parent[i]
                while parent[a] != a:
                    parent[a] = parent[parent[a]]
                    a = parent[a]
                b = parent[j]
                while parent[b] != b:
                    parent[b] = parent[parent[b]]
                    b = parent[b]
                if a != b:
                    if a < b:
                        parent[b] = a
                    else:
                        parent[a] = b
                    links[j] |= north_bit if edge & 1 else west_bit
                    missing -= 1
                    if missing == 0:
                        break
            here = stop
        else:
            stage = SIFT
            here = -north
            count = 0
    state[0] += state[4] - missing
    state[1], state[2], state[3], state[4], state[5], state[6] = stage, here, count, missing, word, tosses
    return missing == 0


def room(cells: int) -> int:
    """Return how many edges the list must hold: all 2N of a small maze, half of them and a margin of a large one.

    The margin is 22 standard deviations of the number of heads, so that no seed can exceed it. Two places more are
    for edges that are written but not counted.
    """
    return min(2 * cells, cells + 16 * isqrt(cells)) + 2


def plan_kruskal(job: Job, machine: Machine, lattice: Lattice) -> Carving:
    """Carve by joining cells over edges in random order."""
    heads = job.options.heads()
    buffers = (
        lattice.moves,
        machine.ints(len(lattice.links)),
        machine.edges(room(lattice.cells) if heads[0] == heads[1] else 2 * lattice.cells + 2),
        machine.ints(heads),
    )
    return Carving(kruskal, buffers, (0, DEAL, lattice.first, 0, lattice.cells - 1))


class KruskalOptions(Options, frozen=True):
    """Hold which way the passages lean."""

    horizontal: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="leaning in percent: 50 favours no direction, 100 opens rows first, 0 columns",
        ),
    ] = 50

    def heads(self) -> list[int]:
        """Return how many of 256 tosses put an edge first: east-west ones, north-south ones."""
        first = (self.horizontal * 256 + 50) // 100
        return [first, 256 - first]


KRUSKAL = Generator(
    name="kruskal",
    title="joined from everywhere at once: many short dead ends",
    about=(
        "Many short dead ends spread evenly and no long corridors; the way through is rather direct. The tree is that "
        "of random edge weights, which true Prim's algorithm gives as well."
    ),
    source="J. B. Kruskal, On the shortest spanning subtree of a graph, Proc. AMS 7 (1956); Think Labyrinth, Kruskal",
    unit="cells",
    run=carving(plan_kruskal),
    plan=plan_kruskal,
    options=KruskalOptions,
    plain_memory=22,
)
