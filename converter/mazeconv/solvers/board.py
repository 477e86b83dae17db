"""A level as solvers' kernels see it: bytes on a grid padded with walls, and the way back to rows and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from msgspec import Struct

from mazeconv.directions import STEPS, offsets
from mazeconv.kernels import Buffer, Kernel, Machine, Rng
from mazeconv.level import Place, Tile
from mazeconv.rng import Stream
from mazeconv.solvers import Ending, Job, Route

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

# A byte of the field is 0 for what blocks. SEEN and the bits above it belong to the kernel that runs.
OPEN, GOAL, SEEN = 1, 2, 4
# How a walking kernel ended, in its state.
WALKING, FOUND, UNREACHABLE, LOOPED, OUT_OF_STEPS = range(5)
ENDINGS: tuple[Ending, ...] = ("out of steps", "found", "unreachable", "looped", "out of steps")

# Steps walked between two looks at the clock; their trail stays in the processor's cache.
SLICE = 1 << 17
BLOCK = 1 << 14

Trail = list["npt.NDArray[np.int32]"]


class Board(Struct, frozen=True):
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
        """Return a byte a tile, 0 where nobody can be, else OPEN, with GOAL on goals."""
        field = self.machine.bytes(self.size)
        inner = np.frombuffer(cast("Any", field), np.uint8).reshape(self.rows + 2, self.stride)[1:-1, 1:-1]
        np.equal(job.tiles, Tile.FLOOR, out=inner.view(np.bool_))
        for goal in job.goals:
            inner[goal] |= GOAL
        return field

    def index(self, place: Place) -> int:
        """Return where a tile lies in the padded buffers."""
        return (place.row + 1) * self.stride + place.col + 1

    def enclosed(self, field: Buffer, at: int) -> bool:
        """Return whether no step can be made from a position."""
        return not any(field[at + step] for step in offsets(self.stride))

    def walk(
        self, kernel: Kernel, *buffers: Buffer, state: Sequence[int], stream: Stream | None = None
    ) -> tuple[Trail, Buffer]:
        """Run a kernel that walks and return the positions of its steps, in pieces, and its final state.

        A walking kernel takes its position and its heading in state[1] and state[2] and writes the position after its
        k-th step of this call to trail[k - 1], where `trail` is its last buffer and as long as the budget.
        """
        budget = SLICE
        trail = self.machine.ints(budget)
        pieces: Trail = []
        slots: Buffer = [0]
        done = 0
        for slots in self.machine.steps(kernel, stream or Stream(0), *buffers, trail, state=state, budget=budget):
            now = int(slots[0])
            pieces.append(np.array(cast("Any", trail)[: now - done], np.int32))
            done = now
            if self.machine.progress is not None:
                self.machine.progress(min(done, self.size), self.size)
        return pieces, slots

    def route(self, job: Job, trail: Trail, ending: Ending, **more: Any) -> Route:
        """Return the route along the positions that follow the start."""
        count = sum(map(len, trail))
        tiles = np.empty((count + 1, 2), np.int32)
        tiles[0] = job.start
        stride, one, at = np.uint32(self.stride), np.uint32(1), 1
        for piece in trail:
            # In blocks that stay in the processor's cache, and unsigned, which divides faster.
            for begin in range(0, len(piece), BLOCK):
                flat = np.ascontiguousarray(piece[begin : begin + BLOCK]).view(np.uint32)
                row = flat // stride
                tiles[at : at + len(flat), 0] = row - one
                tiles[at : at + len(flat), 1] = flat - row * stride - one
                at += len(flat)
        tiles.flags.writeable = False
        more.setdefault("cost", count)
        return Route(tiles=tiles, ending=ending, **more)


def trace(rng: Rng, state: Buffer, budget: int, field: Buffer, steps: Buffer, moves: Buffer, places: Buffer) -> bool:
    """Walk from state[1] to state[2] along the ways back in bits 3 and 4 of the field.

    The row and column of each tile are written to `places`, backwards before state[5]. state[3] and state[4] are those
    of state[1]; moves[2 * d] and moves[2 * d + 1] are the step in direction d.
    """
    here, root, row, col, at = state[1], state[2], state[3], state[4], state[5]
    left = budget
    while here != root and left > 0:
        places[at - 2] = row
        places[at - 1] = col
        at -= 2
        back = field[here] >> 3 & 3
        here += steps[back]
        row += moves[2 * back]
        col += moves[2 * back + 1]
        left -= 1
    state[0] += budget - left
    state[1], state[3], state[4], state[5] = here, row, col, at
    return here == root


def way_back(board: Board, job: Job, field: Buffer, goal: int, most: int) -> npt.NDArray[np.int32]:
    """Return the way of at most `most` steps from the start to `goal` that a search left in the field: int32[n, 2]."""
    start = board.index(job.start)
    row, col = divmod(goal, board.stride)
    places = board.machine.ints(2 * most + 2)
    moves = board.machine.ints([by for step in STEPS for by in step])
    state = (0, goal, start, row - 1, col - 1, len(places))
    first = (
        int(board.machine.run(trace, Stream(0), field, board.steps, moves, places, state=state, total=board.size)[5])
        - 2
    )
    places[first], places[first + 1] = job.start
    tiles = np.asarray(cast("Any", places), np.int32)
    # A part would hold on to the whole.
    return (tiles[first:].copy() if first else tiles).reshape(-1, 2)
