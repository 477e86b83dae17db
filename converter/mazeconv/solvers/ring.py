"""A ring of waiting tiles: the queue of a search that spreads, no longer than its longest waves need.

Place `at` of an endless queue lies in ring[at & (len(ring) - 1)], so that the length is a power of two. A queue of all
tiles would be written once and read once, far outside the processor's cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mazeconv.kernels import Buffer, Machine

# Longer than the waves in most levels; the ring grows where one is longer.
RING = 1 << 10


def ring_of(machine: Machine, first: int) -> Buffer:
    """Return a ring that begins with one waiting tile."""
    ring = machine.ints(RING)
    ring[0] = first
    return ring


def grown(machine: Machine, ring: Buffer, head: int, tail: int) -> Buffer:
    """Return a ring of twice the length with what waits from `head` to `tail - 1`."""
    size = len(ring)
    longer = machine.ints(2 * size)
    for at in range(head, tail):
        longer[at & 2 * size - 1] = ring[at & size - 1]
    return longer
