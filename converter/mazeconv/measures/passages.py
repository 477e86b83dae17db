"""A level as one who explores it meets it: places where there is a choice, and the passages between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from msgspec import Struct

from mazeconv.kernels import Buffer, Rng
from mazeconv.rng import Stream
from mazeconv.solvers.board import GOAL

if TYPE_CHECKING:
    from mazeconv.solvers import Job
    from mazeconv.solvers.board import Board

# The bits of a place: its open sides, as 1 << direction, and this one.
ENDS_HERE = 16


def link(
    rng: Rng,
    state: Buffer,
    budget: int,
    field: Buffer,
    steps: Buffer,
    number: Buffer,
    places: Buffer,
    ends: Buffer,
    headings: Buffer,
    lengths: Buffer,
    firsts: Buffer,
    lasts: Buffer,
) -> bool:
    """Follow the passages that begin at places[state[1]:]; number[tile] is the place of a tile, or -1."""
    at = state[1]
    left = budget
    while at < len(places) and left > 0:
        for d in range(4):
            here = places[at] + steps[d]
            if field[here] == 0:
                continue
            first, before = here, here
            heading, length = d, 1
            while number[here] < 0:
                # Behind a dead end there is no way on but back.
                on = heading ^ 2
                for e in range(4):
                    if e != heading ^ 2 and field[here + steps[e]]:
                        on = e
                heading = on
                before = here
                here += steps[heading]
                length += 1
            ends[4 * at + d] = number[here]
            headings[4 * at + d] = heading
            lengths[4 * at + d] = length
            if length > 1:
                firsts[4 * at + d] = first
            if length > 2:
                lasts[4 * at + d] = before
            left -= length
        at += 1
        left -= 1
    state[0] += budget - left
    state[1] = at
    return at >= len(places)


class Passages(Struct, frozen=True):
    """Hold the places of a level and the passages between them, four for each place, one for each direction.

    Places are junctions, the start and the goals; `places` holds their tiles, and `sides` their open sides and whether
    they are goals. A passage has the place to which it leads, the heading with which one arrives there, its length in
    steps, and its first and last tile apart from both places, or 0 where it is too short to have one. One that is blind
    leads back to its own place, and its last tile is its first. Of the tiles within, these alone lie beside a place.
    """

    places: Buffer
    sides: Buffer
    ends: Buffer
    headings: Buffer
    lengths: Buffer
    firsts: Buffer
    lasts: Buffer

    def number_of(self, tile: int) -> int:
        """Return the number of the place on a tile, given as a position in the padded buffers."""
        return int(np.searchsorted(np.asarray(cast("Any", self.places)), tile))

    @classmethod
    def of(cls, board: Board, job: Job) -> Passages:
        """Return the passages of a job's level."""
        machine, field = board.machine, board.field(job)
        stride, start = board.stride, board.index(job.start)
        kinds = np.frombuffer(cast("Any", field), np.uint8)
        open_ = kinds > 0
        sides = np.zeros(board.size, np.uint8)
        inside = slice(stride, -stride)
        for d, step in enumerate((-stride, 1, stride, -1)):
            sides[inside] |= open_[stride + step : len(open_) - stride + step].astype(np.uint8) << d
        degree = (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3)
        chosen = open_ & ((degree > 2) | (kinds & GOAL > 0))
        chosen[start] = True
        tiles = np.flatnonzero(chosen)
        sides[kinds & GOAL > 0] |= ENDS_HERE
        number = np.full(board.size, -1, np.int32)
        number[tiles] = np.arange(len(tiles))

        def buffer(values: Any) -> Buffer:
            return cast("Buffer", values.astype(np.int32) if machine.compiled else values.tolist())

        places = buffer(tiles)
        found = cls(places, buffer(sides[tiles]), *(machine.ints(4 * len(tiles)) for _ in range(5)))
        buffers = (found.ends, found.headings, found.lengths, found.firsts, found.lasts)
        machine.run(link, Stream(0), field, board.steps, buffer(number), places, *buffers)
        return found
