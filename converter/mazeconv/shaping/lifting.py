"""A tree over the orbits of a lattice, lifted: the passages of a maze that is its own image.

Cells that are images of one another are one in the tree. Its passages are opened together with their images, and at the
end those that are their own image: one for each part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from mazeconv.kernels import Buffer, Rng, below
from mazeconv.level import Tile
from mazeconv.plans import WALL
from mazeconv.shaping.draft import indices
from mazeconv.shaping.ground import beside
from mazeconv.shaping.orbits import Kind, Passages, first_images, passages_of, symmetrical
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import numpy.typing as npt

    from mazeconv.level import Place
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

    Flat = npt.NDArray[np.int32]
    Yes = npt.NDArray[np.bool_]


def join(rng: Rng, state: Buffer, budget: int, one: Buffer, other: Buffer, keep: Buffer, parent: Buffer) -> bool:
    """Keep each pair (one[i], other[i]) that joins two sets, and join them; from state[1] on, in the order given."""
    at = state[1]
    count = len(one)
    left = budget
    while at < count and left > 0:
        left -= 1
        a, b = one[at], other[at]
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        while parent[b] != b:
            parent[b] = parent[parent[b]]
            b = parent[b]
        if a != b:
            # The earlier one leads, which needs no sizes and stays short by the halving of ways.
            if a < b:
                parent[b] = a
            else:
                parent[a] = b
            keep[at] = 1
        at += 1
    state[0] += budget - left
    state[1] = at
    return at >= count


def join_orbits(draft: Draft, task: Task, kind: Kind, rng: Rng, stay: Iterable[Place]) -> None:
    """Replace the passages of a lattice by symmetrical ones; the cells `stay` are among its cells.

    Fixed roads of the ground stay and fixed walls are not opened. What leads into a fixed road is opened last, so that
    a room gets only as many doors as it needs.
    """
    machine = task.machine(draft)
    loops: bool = task.options.loops
    shape = (draft.tiles.shape[0] // 2, draft.tiles.shape[1] // 2)
    first = first_images(shape, kind)
    floor = draft.tiles[1::2, 1::2] == Tile.FLOOR
    cells = floor.reshape(-1)[first.reshape(-1)]
    for place in stay:
        cells |= first.reshape(-1) == first[place.row // 2, place.col // 2]
    passages, own, still = passages_of(shape, kind, cells)
    road, door, hard = _fixed(draft, passages.number)
    if hard.any():
        passages, own, still, road, door = (
            passages.where(~hard),
            *(which[~hard] for which in (own, still, road, door)),
        )
    opened = _is_open(draft, passages.number)
    parent = indices(machine, np.arange(shape[0] * shape[1], dtype=np.int32))
    quotient = first.reshape(-1)

    def joining(chosen: Passages) -> Passages:
        keep = machine.bytes(len(chosen.one))
        one, other = (indices(machine, quotient[ends]) for ends in (chosen.one, chosen.other))
        machine.run(join, task.stream, one, other, keep, parent, total=len(chosen.one))
        return chosen.where(np.frombuffer(cast("Any", keep), np.uint8) == 1)

    kept = [passages.where(still | road)]
    joining(kept[0])
    given = passages.where(opened & ~own & ~road & (loops | ~door))
    joined = joining(given)
    kept.append(given if loops else joined)
    # Most other passages would lead from a part to itself: only the few between parts are drawn lots for.
    for name, among in (("join", ~opened & ~door), ("doors", door)):
        rest = passages.where(among & ~own & ~road)
        root = _roots(parent)
        rest = rest.where(root[quotient[rest.one]] != root[quotient[rest.other]])
        order = np.argsort(task.stream.child(name).block(1, len(rest.one)), kind="stable")
        kept.append(joining(rest.where(order)))
    over = own & ~still & ~road
    part = _roots(parent)[quotient[passages.one]]
    if (own & road).any():
        over &= ~np.isin(part, part[own & road])
    if over.any():
        kept.append(_over_axis(passages, over, opened, part, rng, loops=loops))
    _redraw(draft, kind, cells.reshape(shape), np.concatenate([p.number for p in kept]))


def _fixed(draft: Draft, numbers: Flat) -> tuple[Yes, Yes, Yes]:
    """Return which passages are fixed roads, which lead into one, and which cannot be opened."""
    ground = draft.ground
    if ground is None or not ground.plan.any():
        none = np.zeros(len(numbers), np.bool_)
        return none, none, none
    tiles = _tiles_of(draft, numbers)
    road = ground.road.reshape(-1)[tiles]
    door = beside(ground.road).reshape(-1)[tiles] & ~road
    return road, door, ground.plan.reshape(-1)[tiles] == WALL


def _is_open(draft: Draft, numbers: Flat) -> Yes:
    is_open: Yes = draft.tiles.reshape(-1)[_tiles_of(draft, numbers)] == Tile.FLOOR
    return is_open


def _tiles_of(draft: Draft, numbers: Flat) -> Flat:
    """Return the flat indices of the tiles of passages."""
    rows, cols = draft.tiles.shape
    down, cell = np.divmod(numbers, (rows // 2) * (cols // 2))
    row, col = np.divmod(cell, cols // 2)
    tiles: Flat = (2 * row + 1 + down) * cols + 2 * col + 2 - down
    return tiles


def _roots(parent: Buffer) -> Flat:
    """Return for every cell the first of its set."""
    root = np.asarray(parent, np.int32)
    while True:
        above = root[root]
        if np.array_equal(above, root):
            return root
        root = above


def _over_axis(passages: Passages, over: Yes, opened: Yes, part: Flat, rng: Rng, *, loops: bool) -> Passages:
    """Return one passage over the axis for each part: one that is open if there is one, with `loops` all these."""
    chosen: list[int] = []
    for root in unique(part[over]).tolist():
        here = np.flatnonzero(over & (part == root))
        given = here[opened[here]]
        pool = given if len(given) else here
        chosen += given.tolist() if loops and len(given) else [int(pool[below(rng, len(pool))])]
    return passages.where(np.array(chosen, np.intp))


def _redraw(draft: Draft, kind: Kind, cells: Yes, numbers: Flat) -> None:
    """Draw the cells and the passages with all their images."""
    tiles = np.full(draft.tiles.shape, Tile.WALL, np.uint8)
    tiles[1::2, 1::2][cells] = Tile.FLOOR
    tiles.reshape(-1)[_tiles_of(draft, numbers)] = Tile.FLOOR
    # Floor is the least of the roles.
    draft.tiles = np.ascontiguousarray(symmetrical(tiles, kind))
