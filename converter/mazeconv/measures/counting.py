"""Kernels that count tiles by their open sides, and pieces of floor."""

from __future__ import annotations

from typing import NamedTuple

from mazeconv.kernels import Buffer, Rng
from mazeconv.solvers.flood import spread

SQUARES = 16
TALLY_SIZE = 17


def count(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, tally: Buffer) -> bool:
    """Count the floor of field[state[1]:state[2]] in tally[sides], north 1 + east 2 + south 4 + west 8 being open.

    tally[SQUARES] counts the 2 x 2 blocks of floor.
    """
    north, east, south, west = steps[0], steps[1], steps[2], steps[3]
    at, end = state[1], state[2]
    stop = min(end, at + budget)
    state[0] += stop - at
    while at < stop:
        if field[at]:
            sides = 0
            if field[at + north]:
                sides = 1
            if field[at + east]:
                sides |= 2
            if field[at + south]:
                sides |= 4
                if sides & 2 and field[at + south + east]:
                    tally[16] += 1
            if field[at + west]:
                sides |= 8
            tally[sides] += 1
        at += 1
    state[1] = at
    return at >= end


def pieces(
    rng: Rng,
    state: Buffer,
    budget: int,
    field: Buffer,
    distance: Buffer,
    queue: Buffer,
    steps: Buffer,
    inner: Buffer,
) -> bool:
    """Count in state[3] the pieces of the floor that is UNSEEN in distance[state[1]:state[2]].

    state[4] counts those that are a ring, where each tile has two open sides; state[5] and state[6] are the size and
    the first tile of the largest one.
    """
    north, east, south, west = steps[0], steps[1], steps[2], steps[3]
    at, end = state[1], state[2]
    left = budget
    while at < end and left > 0:
        if distance[at] == -1:
            distance[at] = 0
            queue[0] = at
            inner[1] = 0
            inner[2] = 1
            spread(rng, inner, len(queue) + 1, distance, queue, steps)
            size = inner[2]
            left -= size
            state[3] += 1
            if size > state[5]:
                state[5] = size
                state[6] = at
            i = 0
            while i < size:
                here = queue[i]
                open_sides = 0
                if field[here + north]:
                    open_sides += 1
                if field[here + east]:
                    open_sides += 1
                if field[here + south]:
                    open_sides += 1
                if field[here + west]:
                    open_sides += 1
                if open_sides != 2:
                    break
                i += 1
            if i == size:
                state[4] += 1
        at += 1
        left -= 1
    state[0] += budget - left
    state[1] = at
    return at >= end


class Counts(NamedTuple):
    """Hold the figures that follow from the tally of tiles by their open sides."""

    floor: int
    sides: int
    dead_ends: int
    junctions_3: int
    junctions_4: int
    turns: int
    squares: int
    ends: int

    @classmethod
    def of(cls, tally: Buffer) -> Counts:
        """Return the figures of a tally; `ends` are the ends of corridors, at junctions and in dead ends."""
        by_degree = [sum(int(tally[i]) for i in range(SQUARES) if i.bit_count() == d) for d in range(5)]
        return cls(
            floor=sum(by_degree),
            sides=sum(d * n for d, n in enumerate(by_degree)),
            dead_ends=by_degree[1],
            junctions_3=by_degree[3],
            junctions_4=by_degree[4],
            turns=sum(int(tally[i]) for i in (3, 6, 12, 9)),
            squares=int(tally[SQUARES]),
            ends=by_degree[1] + 3 * by_degree[3] + 4 * by_degree[4],
        )
