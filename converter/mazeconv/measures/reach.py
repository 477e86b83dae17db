"""How far one can go from a tile, and which pieces the floor falls into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from mazeconv.kernels import STATE_SIZE, Buffer
from mazeconv.level import Place, Tile
from mazeconv.measures.counting import TALLY_SIZE, Counts, count, pieces
from mazeconv.rng import Stream
from mazeconv.solvers.flood import BLOCKED, UNSEEN, spread

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.solvers import Job
    from mazeconv.solvers.board import Board


class Pieces(NamedTuple):
    """Hold how many pieces of floor there are, how many of them are rings, and the first tile of the largest."""

    number: int
    rings: int
    largest: Place | None


class Reach:
    """Hold the distances over a board, which one search after another writes anew."""

    def __init__(self, board: Board, job: Job) -> None:
        self.board = board
        self.field = board.field(job)
        padded = np.full((board.rows + 2, board.stride), BLOCKED, np.int32)
        floor = job.tiles == Tile.FLOOR
        padded[1:-1, 1:-1][floor] = UNSEEN
        flat: Any = padded.reshape(-1)
        self.distance: Buffer = flat if board.machine.compiled else flat.tolist()
        self.queue = board.machine.ints(int(np.count_nonzero(floor)) + 1)
        self.inside = (board.stride + 1, board.size - board.stride - 1)

    def counts(self) -> Counts:
        """Return the counts of the whole floor."""
        tally = self.board.machine.ints(TALLY_SIZE, wide=True)
        self.board.machine.run(count, Stream(0), self.field, self.board.steps, tally, state=(0, *self.inside))
        return Counts.of(tally)

    def pieces(self) -> Pieces:
        """Return the pieces of the floor."""
        self._forget()
        machine = self.board.machine
        inner = machine.ints(STATE_SIZE, wide=True)
        buffers = (self.field, self.distance, self.queue, self.board.steps, inner)
        end = machine.run(pieces, Stream(0), *buffers, state=(0, *self.inside))
        return Pieces(int(end[3]), int(end[4]), self.place(int(end[6])) if end[3] else None)

    def spread(self, start: Place) -> int:
        """Write the distances from a tile and return how many tiles can be reached, itself included."""
        self._forget()
        machine, first = self.board.machine, self.board.index(start)
        self.distance[first], self.queue[0] = 0, first
        end = machine.run(spread, Stream(0), self.distance, self.queue, self.board.steps, state=(0, 0, 1))
        return int(end[2])

    def distances(self) -> npt.NDArray[np.int32]:
        """Return the distances of the last search, flat and padded; below 0 where it did not come."""
        return np.array(self.distance, np.int32)

    def farthest(self) -> tuple[Place, int]:
        """Return the tile with the largest distance, of several the first in reading order, and its distance."""
        if isinstance(self.distance, list):
            most = max(self.distance)
            return self.place(self.distance.index(most)), most
        at = int(np.argmax(cast("Any", self.distance)))
        return self.place(at), int(self.distance[at])

    def is_tree(self, reached: int) -> bool:
        """Return whether the floor that the last search reached has no loops."""
        far = self.distances().reshape(self.board.rows + 2, self.board.stride)
        edges = np.count_nonzero((far[:, 1:] >= 0) & (far[:, :-1] >= 0))
        edges += np.count_nonzero((far[1:] >= 0) & (far[:-1] >= 0))
        return bool(edges == reached - 1)

    def _forget(self) -> None:
        if isinstance(self.distance, list):
            self.distance[:] = [UNSEEN if n >= 0 else n for n in self.distance]
        else:
            np.minimum(cast("Any", self.distance), UNSEEN, out=cast("Any", self.distance))

    def place(self, at: int) -> Place:
        """Return the tile at a place of the padded board."""
        row, col = divmod(at, self.board.stride)
        return Place(row - 1, col - 1)
