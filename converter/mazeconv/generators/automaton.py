"""The cellular automaton that makes noise smooth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.kernels import Buffer, Machine, Rng
from mazeconv.level import Tile
from mazeconv.rng import Stream

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

FLOOR, WALL = Tile.FLOOR, Tile.WALL
# Wall for ever: the border and what lies outside the mask.
CLOSED = 2
BAND = 256


def smooth_rows(
    rng: Rng, state: Buffer, budget: int, tiles: Buffer, above: Buffer, three: Buffer, cuts: Buffer
) -> bool:
    """Let each tile become wall, or stay it, if enough of its eight neighbours are; state[1] times, in place.

    cuts[0] is how many a floor tile needs and cuts[1] a wall tile. state[2] is the row and state[3] the last one, which
    stays as it is; rows are state[4] apart. `above` keeps the row above as it was, and `three` has as much room.
    """
    rounds, row, end, cols = state[1], state[2], state[3], state[4]
    birth, survive = cuts[0], cuts[1]
    left = budget
    while left > 0 and rounds > 0:
        at = row * cols
        if row == 1:
            for j in range(cols):
                above[j] = tiles[j] & WALL
        for j in range(cols):
            old = tiles[at + j] & WALL
            three[j] = above[j] + old + (tiles[at + cols + j] & WALL)
            above[j] = old
        for j in range(1, cols - 1):
            kind = tiles[at + j]
            # All in bytes: the compiler then does many tiles at once.
            walls = three[j - 1] + three[j] + three[j + 1] - above[j] & 255
            turned = WALL if walls >= (survive if above[j] else birth) else FLOOR
            tiles[at + j] = turned if kind < CLOSED else kind
        left -= cols
        row += 1
        if row == end:
            row = 1
            rounds -= 1
    state[0] += budget - left
    state[1], state[2] = rounds, row
    return rounds == 0


def smooth(machine: Machine, tiles: npt.NDArray[np.uint8], rule: Any, picture: Callable[[], Any]) -> None:
    """Let each tile become wall, or stay it, if enough of its eight neighbours are; `rule.rounds` times, in place.

    `tiles` holds wall in bit 0 and CLOSED; its border is closed. A floor tile needs `rule.birth` walls, a wall tile
    `rule.survive`. `picture` is for one who watches.
    """
    if machine.compiled:
        rows, cols = tiles.shape
        flat, cuts = cast("Buffer", tiles.reshape(-1)), machine.bytes([rule.birth, rule.survive])
        lines = machine.bytes(cols), machine.bytes(cols)
        # All rounds in one call, unless there is something to show after each.
        for rounds in [1] * rule.rounds if machine.watch else [rule.rounds]:
            machine.run(smooth_rows, Stream(0), flat, *lines, cuts, state=(0, rounds, 1, rows - 1, cols))
            machine.show(picture, milestone=True)
        return
    for _ in range(rule.rounds):
        smooth_bands(tiles, rule.birth, rule.survive)
        machine.show(picture, milestone=True)


def smooth_bands(tiles: npt.NDArray[np.uint8], birth: int, survive: int) -> None:
    """Do one round of `smooth` by vectors, which are quicker than a plain loop; in bands, as they need memory."""
    rows = len(tiles)
    above = tiles[:1] & WALL
    for top in range(1, rows - 1, BAND):
        bottom = min(top + BAND, rows - 1)
        old = np.concatenate([above, tiles[top : bottom + 1] & WALL])
        above = old[-2:-1]
        three = old[:-2] + old[1:-1] + old[2:]
        middle = old[1:-1, 1:-1]
        walls = three[:, :-2] + three[:, 1:-1] + three[:, 2:] - middle
        band = tiles[top:bottom, 1:-1]
        band[...] = np.where(band < CLOSED, np.where(middle == WALL, walls >= survive, walls >= birth), band)
