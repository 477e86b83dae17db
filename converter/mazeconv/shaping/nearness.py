"""Distances to the nearest of several tiles, lowered as more tiles are added."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.kernels import Buffer, Machine, Rng

if TYPE_CHECKING:
    import numpy.typing as npt

FAR, BLOCKED = 1 << 30, -1


def draw_near(rng: Rng, state: Buffer, budget: int, near: Buffer, queue: Buffer, steps: Buffer) -> bool:
    """Lower the distances in `near` to those from the tiles in queue[state[1]:state[2]], where these are less."""
    head, tail = state[1], state[2]
    left = budget
    while head < tail and left > 0:
        here = queue[head]
        head += 1
        left -= 1
        far = near[here] + 1
        for d in range(4):
            tile = here + steps[d]
            if near[tile] > far:
                near[tile] = far
                queue[tail] = tile
                tail += 1
    state[0] += budget - left
    state[1], state[2] = head, tail
    return head >= tail


def field(open_: npt.NDArray[np.bool_], machine: Machine) -> Buffer:
    """Return distances for `draw_near`, padded by one tile: all far where `open_`, and blocked elsewhere."""
    rows, cols = open_.shape
    values = np.full((rows + 2, cols + 2), BLOCKED, np.int32)
    values[1:-1, 1:-1][open_] = FAR
    flat: Any = values.reshape(-1) if machine.compiled else values.reshape(-1).tolist()
    return cast("Buffer", flat)


def padded(flat: int, cols: int) -> int:
    """Return where the tile of a flat index lies in a padded field."""
    row, col = divmod(flat, cols)
    return (row + 1) * (cols + 2) + col + 1
