"""Dead ends opened into loops, or shortened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.directions import STEPS, offsets
from mazeconv.errors import notify
from mazeconv.kernels import Buffer, Rng, below
from mazeconv.level import Tile
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.draft import dead_ends, indices

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

    Flat = npt.NDArray[np.int64]

FLOOR, WALL = Tile.FLOOR, Tile.WALL


def open_ends(rng: Rng, state: Buffer, budget: int, tiles: Buffer, ends: Buffer, steps: Buffer, size: Buffer) -> bool:
    """Open dead ends in random order until state[2] of them are gone or all of ends[state[1]:] have been tried.

    `size` holds the columns and the rows. One wall tile beside the dead end is opened that touches more floor and would
    not complete a block of 2 x 2; of several one that touches as many other dead ends as can be. Between two cells of a
    lattice every wall is such a tile.
    """
    cols, rows = size[0], size[1]
    at, wanted = state[1], state[2]
    count = len(ends)
    left = budget
    while at < count and wanted > 0 and left > 0:
        left -= 1
        other = at + below(rng, count - at)
        here = ends[other]
        ends[other] = ends[at]
        at += 1
        ways = 0
        for d in range(4):
            if tiles[here + steps[d]] == FLOOR:
                ways += 1
        if ways != 1:
            continue
        best, found, choice = 0, 0, 0
        for d in range(4):
            wall = here + steps[d]
            if tiles[wall] != WALL or not (0 < wall % cols < cols - 1 and cols <= wall < cols * (rows - 1)):
                continue
            touched, joined = 0, 0
            for e in range(4):
                near, aside = wall + steps[e], steps[(e + 1) & 3]
                if tiles[near] == FLOOR:
                    touched += 1
                    if tiles[wall + aside] == FLOOR and tiles[near + aside] == FLOOR:
                        touched = -4
            if touched < 2:
                continue
            for e in range(4):
                near = wall + steps[e]
                # What lies in the border is an opening, which a plan has drawn, and no dead end.
                if tiles[near] == FLOOR and 0 < near % cols < cols - 1 and cols <= near < cols * (rows - 1):
                    ways = 0
                    for f in range(4):
                        if tiles[near + steps[f]] == FLOOR:
                            ways += 1
                    if ways == 1:
                        joined += 1
            if joined < best:
                continue
            if joined > best:
                best, found = joined, 0
            found += 1
            if found == 1 or below(rng, found) == 0:
                choice = wall
        if found > 0:
            tiles[choice] = FLOOR
            wanted -= best
    state[0] += budget - left
    state[1], state[2] = at, wanted
    return at >= count or wanted <= 0


def braid(draft: Draft, task: Task) -> None:
    """Open a share of the dead ends into loops; those that no opening can help stay, which is a `MazeconvNotice`."""
    machine = task.machine(draft)
    ends = dead_ends(draft.tiles)
    rows, cols = draft.tiles.shape
    tiles = draft.buffer(machine)
    wanted = round(task.options.share * len(ends))
    slots = machine.run(
        open_ends,
        task.stream,
        tiles,
        indices(machine, ends),
        machine.ints(offsets(cols)),
        machine.ints([cols, rows]),
        state=(0, 0, wanted),
        total=len(ends),
    )
    draft.take(tiles)
    if slots[2] > 0:
        notify(f"braid opened {wanted - slots[2]} of {wanted} dead ends: no wall beside the others can be opened")


def sparsify(draft: Draft, task: Task) -> None:
    """Take away all dead ends, `rounds` times; at least two places of every part and what was asked for remain."""
    rows, cols = draft.tiles.shape
    flat = draft.tiles.reshape(-1)
    steps = np.array(offsets(cols))
    fixed = [place.row * cols + place.col for place in draft.fixed()]
    ends = dead_ends(draft.tiles)
    for _ in range(task.options.rounds):
        direction = (flat[ends[:, None] + steps] == FLOOR).argmax(axis=1)
        way = steps[direction]
        # The only way from a dead end may be an opening in the border that a plan has drawn.
        row, col = np.transpose(np.stack(np.divmod(ends, cols), axis=1) + draft.step * np.array(STEPS)[direction])
        inside = (row > 0) & (row < rows - 1) & (col > 0) & (col < cols - 1)
        free = inside & ~(np.isin(ends, fixed) | np.isin(ends + way, fixed))
        going, way = ends[free], way[free]
        beyond, first, count = np.unique(going + way * draft.step, return_index=True, return_counts=True)
        # Where all ways from a place would go, the first stays, or a small part would vanish.
        stays = first[count == _ways(flat, beyond, steps)]
        kept = going[stays]
        going, way = np.delete(going, stays), np.delete(way, stays)
        if not len(going):
            break
        flat[going] = WALL
        flat[going + way * (draft.step - 1)] = WALL
        ends = np.union1d(kept, beyond[_ways(flat, beyond, steps) == 1])


def _ways(flat: npt.NDArray[np.uint8], places: Flat, steps: Flat) -> npt.NDArray[np.intp]:
    """Return how many neighbours of each place are floor."""
    ways: npt.NDArray[np.intp] = np.count_nonzero(flat[places[:, None] + steps] == FLOOR, axis=1)
    return ways


class BraidOptions(Options, frozen=True):
    """Hold how many dead ends are opened."""

    share: Annotated[float, Meta(ge=0, le=1, description="the share of the dead ends that are opened")] = 1.0


class SparsifyOptions(Options, frozen=True):
    """Hold how much dead ends are shortened."""

    rounds: Annotated[
        int, Meta(ge=1, le=1 << 20, description="by how many cells (or tiles) each dead end is shortened")
    ] = 1


BRAID = Step(
    name="braid",
    title="dead ends opened into loops",
    about=(
        "Opens a share of the dead ends through a wall, so that ways part and meet again. With 1 no dead end of a maze "
        "of cells is left but where every wall around it is the outer one or borders on nothing. In mazes of tiles "
        "those stay too around which an opening would make a square of 2 x 2 road tiles."
    ),
    stage="tiles",
    options=BraidOptions,
    run=braid,
)

SPARSIFY = Step(
    name="sparsify",
    title="dead ends shortened, which leaves solid areas",
    about=(
        "Fills the last cell of every dead end, so many times. Short branches vanish and the walls grow thicker. A "
        "start and a goal that are given stay."
    ),
    stage="tiles",
    options=SparsifyOptions,
    run=sparsify,
    memory=(10, 3),
)
