"""The false branches of the shortest way, and McClendon's difficulty.

M. S. McClendon, "The Complexity and Difficulty of a Maze", Bridges 2001, 213-222. A hallway of length D whose straight
legs are d1, d2, … long, each ending in a turn by the angle t, has the complexity D * sum(t / (pi * d)): many short legs
count most. On a square grid t is a quarter turn, so a leg counts 1 / (2 d). A branch has the sum of its hallways, and
the difficulty is the logarithm of the way's own complexity times (complexity + 1) of every false branch.

We know the formula as others restate it (V. Bellot et al., "How to Generate Perfect Mazes?", Information Sciences 2021,
doi:10.1016/j.ins.2021.03.022) and program it. They leave open what is settled here:

- The logarithm is the natural one. They write log without a base, and programs take e or 10; with 10 every figure would
  be divided by 2.303, and no ranking would change.
- The last leg, which ends in no turn, counts like the others, so that a straight hallway has 1/2.
- Lengths are in steps between tiles, from the middle of a tile to the middle of the next.

It is good for ranking mazes of corridors that are drawn alike. It grows with the number of branches, so mazes of
different sizes should not be compared, and it says little of open ground, where nothing is a hallway. Branches that
lead back to the way are counted like blind ones, once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mazeconv.kernels import Buffer, Floats, Rng
from mazeconv.level import Place
from mazeconv.measures import Branch
from mazeconv.rng import Stream

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.solvers.board import Board

# A tile in the field of `branch`: 0 wall, then not met yet, on the way, met.
ROAD, WAY, MET = 1, 2, 3


def stroll(field: Buffer, steps: Buffer, here: int, heading: int) -> float:
    """Return half the complexity of the hallway that is entered at `here`: the other half comes from its other end."""
    length, leg = 1, 1
    total = 0.0
    while field[here] != 2:
        exits = 0
        turn = heading
        for d in range(4):
            if field[here + steps[d]]:
                exits += 1
                if d != heading ^ 2:
                    turn = d
        if exits != 2:
            break
        if turn != heading:
            total += 1.0 / leg
            leg = 0
            heading = turn
        here += steps[heading]
        length += 1
        leg += 1
    return length * (total + 1.0 / leg) / 4.0


def branch(
    rng: Rng,
    state: Buffer,
    budget: int,
    field: Buffer,
    way: Buffer,
    queue: Buffer,
    steps: Buffer,
    found: Buffer,
    sums: Floats,
) -> bool:
    """Find the branches along way[state[1]:]; state[2] counts them.

    found[3 * k] is the place in the way where branch k is met, then come its tiles and mouths; sums[k] is its
    complexity.
    """
    at, branches = state[1], state[2]
    left = budget
    while at < len(way) and left > 0:
        for side in range(4):
            first = way[at] + steps[side]
            if field[first] != 1:
                continue
            field[first] = 3
            queue[0] = first
            head, tail, mouths = 0, 1, 0
            complexity = 0.0
            while head < tail:
                here = queue[head]
                head += 1
                degree = 0
                for d in range(4):
                    there = here + steps[d]
                    kind = field[there]
                    if kind:
                        degree += 1
                        if kind == 1:
                            field[there] = 3
                            queue[tail] = there
                            tail += 1
                # A hallway begins at a tile that is no passage, or where one steps from the way into the branch.
                for d in range(4):
                    kind = field[here + steps[d]]
                    if kind and degree != 2:
                        complexity += stroll(field, steps, here + steps[d], d)
                    if kind == 2:
                        mouths += 1
                        complexity += stroll(field, steps, here, d ^ 2)
            found[3 * branches] = at
            found[3 * branches + 1] = tail
            found[3 * branches + 2] = mouths
            sums[branches] = complexity
            branches += 1
            left -= tail
        at += 1
        left -= 1
    state[0] += budget - left
    state[1], state[2] = at, branches
    return at >= len(way)


def branches_of(board: Board, field: Buffer, way: npt.NDArray[np.int32]) -> tuple[Branch, ...]:
    """Return the false branches of a way, given as int32[n, 2] of (row, col) from the start to a goal.

    `field` is the board's, with its goals marked; goal tiles count as part of the way. It is changed.
    """
    machine = board.machine
    marks = np.frombuffer(cast("Any", field), np.uint8)
    flat = ((way[:, 0] + 1) * board.stride + way[:, 1] + 1).astype(np.int32)
    marks[marks > WAY] = WAY
    marks[flat] = WAY
    walk: Any = flat if machine.compiled else flat.tolist()
    sides = np.concatenate([flat + int(board.steps[d]) for d in range(4)])
    most = int(np.count_nonzero(marks[sides] == ROAD))
    found, sums = machine.ints(3 * most), machine.floats(most)
    queue = machine.ints(int(np.count_nonzero(marks == ROAD)))
    end = machine.run(branch, Stream(0), field, cast("Buffer", walk), queue, board.steps, found, sums)
    count = int(end[2])
    rows = np.asarray(cast("Any", found), np.int64)[: 3 * count].reshape(count, 3).tolist()
    return tuple(
        Branch(at, Place(int(way[at, 0]), int(way[at, 1])), tiles, mouths, float(sums[k]))
        for k, (at, tiles, mouths) in enumerate(rows)
    )


def hallway(way: npt.NDArray[np.int32]) -> float:
    """Return McClendon's complexity of a walk, int32[n, 2]; 0 for one without a step."""
    if len(way) < 2:
        return 0.0
    headings = np.diff(way, axis=0) @ np.array([2, 1])
    corners = np.flatnonzero(np.diff(headings)) + 1
    legs = np.diff(np.concatenate([[0], corners, [len(headings)]]))
    return len(headings) * math.fsum((1 / (2 * legs)).tolist())


def difficulty(way: npt.NDArray[np.int32], branches: tuple[Branch, ...]) -> float:
    """Return McClendon's difficulty of a maze, rounded to 3 digits; see the module."""
    own = hallway(way)
    if own == 0:
        return 0.0
    return round(math.log(own) + math.fsum(math.log1p(b.complexity) for b in branches), 3)
