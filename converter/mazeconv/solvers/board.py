"""A level as solvers' kernels see it: bytes on a grid padded with walls, and the way back to rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.kernels import COMPILED_BUDGET, PLAIN_BUDGET, Buffer, Kernel, Machine, Rng
from mazeconv.level import Place, Tile
from mazeconv.rng import Stream
from mazeconv.solvers import Ending, Job, Route, distinct

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

# A byte of the field is 0 for what blocks. SEEN and the bits above it belong to the kernel that runs.
OPEN, GOAL, SEEN = 1, 2, 4
# How a walking kernel ended, in its state.
WALKING, FOUND, UNREACHABLE, LOOPED, OUT_OF_STEPS = range(5)
ENDINGS: tuple[Ending, ...] = ("out of steps", "found", "unreachable", "looped", "out of steps")


@dataclass(frozen=True)
class Board:
    """Hold the shape of a level and the machine on which its kernels run."""

    rows: int
    cols: int
    machine: Machine

    @classmethod
    def of(cls, job: Job) -> Board:
        """Return the board of a job."""
        rows, cols = job.tiles.shape
        return cls(rows, cols, Machine.choose(rows * cols, job.engine, job.progress))

    @property
    def stride(self) -> int:
        """Return the length of a padded row."""
        return self.cols + 2

    @property
    def size(self) -> int:
        """Return the length of the padded buffers."""
        return (self.rows + 2) * self.stride

    @property
    def steps(self) -> Buffer:
        """Return the steps of the four directions as a buffer."""
        return self.machine.ints(offsets(self.stride))

    def field(self, job: Job) -> Buffer:
        """Return a byte a tile: 0 where nobody can be, else OPEN, with GOAL on goals."""
        field = self.machine.bytes(self.size)
        inner = np.frombuffer(cast("Any", field), np.uint8).reshape(self.rows + 2, self.stride)[1:-1, 1:-1]
        np.equal(job.tiles, Tile.FLOOR, out=inner)
        for goal in job.goals:
            inner[goal] |= GOAL
        return field

    def index(self, place: Place) -> int:
        """Return where a tile lies in the padded buffers."""
        return (place.row + 1) * self.stride + place.col + 1

    def enclosed(self, field: Buffer, at: int) -> bool:
        """Return whether no step can be made from a position."""
        return not any(field[at + step] for step in offsets(self.stride))

    def places(self, flat: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Return positions in the padded buffers as int32[n, 2] of (row, col)."""
        out = np.empty((len(flat), 2), np.int32)
        np.floor_divide(flat, self.stride, out=out[:, 0])
        np.subtract(flat, out[:, 0] * self.stride, out=out[:, 1])
        out -= 1
        return out

    def walk(
        self, kernel: Kernel, *buffers: Buffer, state: Sequence[int], stream: Stream | None = None
    ) -> tuple[npt.NDArray[np.int32], Buffer]:
        """Run a kernel that walks and return the positions of its steps and its final state.

        A walking kernel takes its position and its heading in state[1] and state[2] and writes the position after its
        k-th step of this call to trail[k - 1], where `trail` is its last buffer and as long as the budget.
        """
        budget = COMPILED_BUDGET if self.machine.compiled else PLAIN_BUDGET
        trail = self.machine.ints(budget)
        pieces: list[npt.NDArray[np.int32]] = []
        slots: Buffer = [0]
        done = 0
        for slots in self.machine.steps(kernel, stream or Stream(0), *buffers, trail, state=state, budget=budget):
            now = int(slots[0])
            pieces.append(np.array(cast("Any", trail)[: now - done], np.int32))
            done = now
            if self.machine.progress is not None:
                self.machine.progress(min(done, self.size), self.size)
        return np.concatenate(pieces), slots

    def route(self, job: Job, flat: npt.NDArray[np.int32], ending: Ending, searched: int = 0, **more: Any) -> Route:
        """Return the route of the positions that follow the start; `searched` defaults to the tiles walked on."""
        tiles = self.places(np.concatenate([np.array([self.index(job.start)], np.int32), flat]))
        tiles.flags.writeable = False
        more.setdefault("cost", len(flat))
        return Route(tiles=tiles, ending=ending, searched=searched or distinct(tiles), **more)


def trace(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, trail: Buffer) -> bool:
    """Walk from state[1] to state[3] along the ways back in bits 3 and 4 of the field."""
    here, root = state[1], state[3]
    left = budget
    while here != root and left > 0:
        here += steps[field[here] >> 3 & 3]
        trail[budget - left] = here
        left -= 1
    state[0] += budget - left
    state[1] = here
    return here == root


def way_to(board: Board, field: Buffer, start: int, goal: int) -> npt.NDArray[np.int32]:
    """Return the positions from `start`, left out, to `goal`, along the ways back that a search left in the field."""
    if start == goal:
        return np.empty(0, np.int32)
    back, _ = board.walk(trace, field, board.steps, state=(0, goal, 0, start))
    way = np.empty_like(back)
    way[:-1] = back[-2::-1]
    way[-1] = goal
    return way
