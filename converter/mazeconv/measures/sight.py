"""What one sees of a level from a way through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.kernels import Buffer, Rng
from mazeconv.rng import Stream
from mazeconv.solvers.board import OPEN

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.solvers.board import Board

ON, LIT = 8, 16


def look(rng: Rng, state: Buffer, budget: int, field: Buffer, shape: Buffer, steps: Buffer) -> bool:
    """Make LIT each run of floor, along rows and then along columns, that holds a tile which is ON; state[2] counts."""
    rows, cols = shape[0], shape[1]
    east, south = steps[1], steps[2]
    line, lit = state[1], state[2]
    left = budget
    while line < rows + cols and left > 0:
        at = (line + 1) * south + 1
        along = east
        length = cols
        if line >= rows:
            at = south + line - rows + 1
            along = south
            length = rows
        first = at
        on = 0
        # The padding ends the last run.
        for _ in range(length + 1):
            kind = field[at]
            if kind == 0:
                if on:
                    while first != at:
                        if field[first] & 16 == 0:
                            field[first] |= 16
                            lit += 1
                        first += along
                on = 0
                first = at + along
            elif kind & 8:
                on = 1
            at += along
        line += 1
        left -= length
    state[0] += budget - left
    state[1], state[2] = line, lit
    return line >= rows + cols


def seen(board: Board, field: Buffer, way: npt.NDArray[np.int32]) -> int:
    """Return how many floor tiles lie on a way, int32[n, 2], or in a row or column with it and only floor between.

    `field` is the board's; its marks are lost.
    """
    marks = np.frombuffer(cast("Any", field), np.uint8)
    marks &= OPEN
    marks[(way[:, 0] + 1) * board.stride + way[:, 1] + 1] |= ON
    shape = board.machine.ints([board.rows, board.cols])
    return int(board.machine.run(look, Stream(0), field, shape, board.steps)[2])
