"""The four directions of the square grid and their steps, in one place."""

from __future__ import annotations

NORTH, EAST, SOUTH, WEST = range(4)
NAMES = ("north", "east", "south", "west")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""(row, col) steps, indexed by direction; right is (d + 1) % 4, back (d + 2) % 4, left (d + 3) % 4."""


def offsets(stride: int) -> list[int]:
    """Return the four steps in a flat buffer whose rows are `stride` apart."""
    return [row * stride + col for row, col in STEPS]
