"""A few measures of many levels of one shape, quickly enough for a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.directions import offsets
from mazeconv.kernels import STATE_SIZE, Buffer, Engine, Machine, Rng
from mazeconv.measures.counting import TALLY_SIZE, count
from mazeconv.rng import Stream
from mazeconv.solvers.flood import BLOCKED, spread

if TYPE_CHECKING:
    import numpy.typing as npt

# The columns that `survey` fills, by the names of the measures.
SURVEYED = (
    "floor",
    "components",
    "reachable",
    "dead_ends",
    "junctions",
    "junctions_3",
    "junctions_4",
    "turns",
    "loops",
    "squares",
    "islands",
    "solution",
)
NO_WAY = -1
NO_PLACE, FARTHEST = -1, -2


def survey(
    rng: Rng,
    state: Buffer,
    budget: int,
    tiles: Buffer,
    ends: Buffer,
    shape: Buffer,
    field: Buffer,
    distance: Buffer,
    queue: Buffer,
    steps: Buffer,
    tally: Buffer,
    inner: Buffer,
    results: Buffer,
) -> bool:
    """Measure the levels state[1] to state[2] - 1 of `tiles`, and write SURVEYED of each to `results`.

    A level is shape[0] x shape[1] tiles, one behind the other; ends[2 * level] and ends[2 * level + 1] are its start
    and goal as positions among its tiles, or -1; a goal of -2 is a tile farthest from the start.
    """
    rows, cols = shape[0], shape[1]
    stride = steps[2]
    size = rows * cols
    level, last = state[1], state[2]
    left = budget
    while level < last and left > 0:
        base = level * size
        for row in range(rows):
            to = (row + 1) * stride + 1
            for col in range(cols):
                if tiles[base + col] == 0:
                    field[to + col] = 1
                    distance[to + col] = -1
                else:
                    field[to + col] = 0
                    distance[to + col] = -2
            base += cols
        for i in range(17):
            tally[i] = 0
        inner[1] = stride + 1
        inner[2] = (rows + 1) * stride - 1
        count(rng, inner, len(field), field, steps, tally)
        start, goal = ends[2 * level], ends[2 * level + 1]
        reachable = 0
        solution = -1
        if start >= 0:
            here = (start // cols + 1) * stride + start % cols + 1
            distance[here] = 0
            queue[0] = here
            inner[1] = 0
            inner[2] = 1
            spread(rng, inner, len(queue), distance, queue, steps)
            reachable = inner[2]
            if goal >= 0:
                solution = distance[(goal // cols + 1) * stride + goal % cols + 1]
            elif goal == -2 and reachable > 1:
                solution = distance[queue[reachable - 1]]
        floor = 0
        sides = 0
        for i in range(16):
            floor += tally[i]
            sides += tally[i] * ((i & 1) + (i >> 1 & 1) + (i >> 2 & 1) + (i >> 3 & 1))
        components = 0
        if reachable > 0:
            components = 1
        if reachable < floor:
            at = stride + 1
            seen = reachable
            while seen < floor:
                if distance[at] == -1:
                    distance[at] = 0
                    queue[0] = at
                    inner[1] = 0
                    inner[2] = 1
                    spread(rng, inner, len(queue), distance, queue, steps)
                    seen += inner[2]
                    components += 1
                at += 1
        forks = tally[7] + tally[11] + tally[13] + tally[14]
        loops = (sides >> 1) - floor + components
        to = level * 12
        results[to] = floor
        results[to + 1] = components
        results[to + 2] = reachable
        results[to + 3] = tally[1] + tally[2] + tally[4] + tally[8]
        results[to + 4] = forks + tally[15]
        results[to + 5] = forks
        results[to + 6] = tally[15]
        results[to + 7] = tally[3] + tally[6] + tally[12] + tally[9]
        results[to + 8] = loops
        results[to + 9] = tally[16]
        results[to + 10] = loops - tally[16]
        results[to + 11] = solution
        level += 1
        left -= size
    state[0] += budget - left
    state[1] = level
    return level >= last


class Surveyor:
    """Measure many levels of one shape quickly; the buffers are made once.

    `measure` takes uint8[n, rows, cols] and the starts and goals as positions in a level's flat tiles, int[n, 2] with
    NO_PLACE for none and FARTHEST for a goal as far from the start as can be. It returns int32[n, len(SURVEYED)];
    reachable is 0 without a start, and a solution that is not there is NO_WAY.
    """

    def __init__(self, rows: int, cols: int, engine: Engine = "numba") -> None:
        stride = cols + 2
        size = (rows + 2) * stride
        self.machine = machine = Machine.choose(rows * cols, engine)
        self.shape = machine.ints([rows, cols])
        self.field = machine.bytes(size)
        self.distance = machine.ints([BLOCKED] * size)
        # `spread` may look at a tile once more than it writes.
        self.queue = machine.ints(rows * cols + 1)
        self.steps = machine.ints(offsets(stride))
        self.tally = machine.ints(TALLY_SIZE)
        self.inner = machine.ints(STATE_SIZE, wide=True)

    def measure(self, tiles: npt.NDArray[np.uint8], ends: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Return the measures of levels, one row a level, one column for each name in SURVEYED."""
        levels = len(tiles)
        flat: Any = np.ascontiguousarray(tiles, np.uint8).reshape(-1)
        flat_ends: Any = np.ascontiguousarray(ends, np.int32).reshape(-1)
        if not self.machine.compiled:
            flat, flat_ends = flat.tobytes(), flat_ends.tolist()
        results = self.machine.ints(levels * len(SURVEYED))
        self.machine.run(
            survey,
            Stream(0),
            cast("Buffer", flat),
            cast("Buffer", flat_ends),
            self.shape,
            self.field,
            self.distance,
            self.queue,
            self.steps,
            self.tally,
            self.inner,
            results,
            state=(0, 0, levels),
        )
        return np.asarray(results, np.int32).reshape(levels, len(SURVEYED))
