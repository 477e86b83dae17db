"""Levels that look the same in a mirror or when turned, and are still perfect mazes where that can be.

What can be, worked out. A symmetry of a tree leaves a cell or a passage of it in its place, and all cells that it
leaves form one connected piece. So a perfect maze that is its own mirror image has

- across an even number of columns exactly one passage over the axis: each half is a maze of its own;
- across an odd number of columns a straight corridor down the middle one, as all its cells stay in place;

and one that is its own half-turn has its middle in a cell (odd by odd) or in a passage (one side even). With both sides
even the middle is a corner, so that no such maze exists; the same holds for quarter turns of an even square.

In each case that can be, a tree over the orbits (cells that are images of one another are one) gives the maze: its
passages are opened together with their images, and at the end the one passage that is its own image.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Annotated, cast

import numpy as np
from msgspec import Meta

from mazeconv.errors import GenerationError, MazeconvNotice
from mazeconv.kernels import Buffer, Rng, below
from mazeconv.level import Tile
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.draft import indices
from mazeconv.shaping.mending import mend
from mazeconv.shaping.orbits import Kind, Passages, first_images, images, passages_of, symmetrical, turned

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

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


def symmetry(draft: Draft, task: Task) -> None:
    """Make the level its own image: what comes first in reading order is kept and its images follow it."""
    kind, loops = task.options.kind, task.options.loops
    ground = draft.ground
    if ground is not None and (ground.plan.any() or not np.array_equal(ground.inside, turned(ground.inside, kind))):
        raise GenerationError(
            "symmetry cannot keep a plan, an inner room or a mask that is not symmetrical itself",
            "leave out symmetry, or draw the other half too",
        )
    if kind == "quarter" and draft.tiles.shape[0] != draft.tiles.shape[1]:
        raise GenerationError("only a square has a quarter turn", "give --size two equal sides, or use symmetry=rotate")
    if not (_kept(draft, kind) == Tile.FLOOR).any():
        raise GenerationError(
            "nothing lies in the half that would be repeated", "sparsify less, or make a larger level"
        )
    rng = task.stream.words()
    if draft.unit == "tiles":
        first = first_images(draft.tiles.shape, kind)
        draft.tiles = draft.tiles.reshape(-1)[first]
        mend(draft, task, rng, lambda place: images(draft.tiles.shape, kind, place))
        return
    cells = draft.tiles[1::2, 1::2] == Tile.FLOOR
    middle = _has_middle(draft, kind)
    if not middle and not loops and cells.all():
        raise _no_middle(draft, kind)
    _join_orbits(draft, task, kind, rng)
    if middle and cells.all():
        return
    if mend(draft, task, rng, lambda place: images(draft.tiles.shape, kind, place)) and not loops:
        warnings.warn(
            "cells are missing where a perfect maze of this symmetry needs them: it has loops",
            MazeconvNotice,
            stacklevel=2,
        )


def _kept(draft: Draft, kind: Kind) -> npt.NDArray[np.uint8]:
    """Return a view of the tiles that are repeated, the axis with them."""
    rows, cols = draft.tiles.shape
    return draft.tiles[:, : (cols + 1) // 2] if kind == "mirror-x" else draft.tiles[: (rows + 1) // 2]


def _has_middle(draft: Draft, kind: Kind) -> bool:
    """Return whether a cell or a passage stays in its place."""
    rows, cols = (side // 2 for side in draft.tiles.shape)
    return kind in ("mirror-x", "mirror-y") or rows % 2 == 1 or cols % 2 == 1


def _no_middle(draft: Draft, kind: Kind) -> GenerationError:
    """Return the error that names the nearest sizes at which a perfect maze has the symmetry."""
    rows, cols = (side // 2 for side in draft.tiles.shape)
    pairs = ((cols - 1, rows), (cols + 1, rows)) if kind == "rotate" else ((cols - 1, rows - 1), (cols + 1, rows + 1))
    sizes = [draft.frame.size(pair) for pair in pairs]
    what = "half-turn" if kind == "rotate" else "quarter-turn"
    return GenerationError(
        f"a perfect maze of {cols} x {rows} cells has no {what} symmetry, as its middle is a corner",
        "try --size " + " or ".join(f"{w}x{h}" for w, h in sizes) + f", or allow a loop: --shape symmetry={kind},loops",
    )


def _join_orbits(draft: Draft, task: Task, kind: Kind, rng: Rng) -> None:
    """Replace the passages of a lattice by symmetrical ones: a tree over the orbits, lifted."""
    machine = task.machine(draft)
    shape = (draft.tiles.shape[0] // 2, draft.tiles.shape[1] // 2)
    first = first_images(shape, kind)
    cells = (draft.tiles[1::2, 1::2] == Tile.FLOOR).reshape(-1)[first.reshape(-1)]
    passages, own, still = passages_of(shape, kind, cells)
    opened = _is_open(draft, passages.number)
    parent = indices(machine, np.arange(shape[0] * shape[1], dtype=np.int32))
    quotient = first.reshape(-1)

    def joining(chosen: Passages) -> Passages:
        keep = machine.bytes(len(chosen.one))
        one, other = (indices(machine, quotient[ends]) for ends in (chosen.one, chosen.other))
        machine.run(join, task.stream, one, other, keep, parent, total=len(chosen.one))
        return chosen.where(np.frombuffer(cast("Any", keep), np.uint8) == 1)

    kept = [passages.where(still)]
    joining(kept[0])
    given = passages.where(opened & ~own)
    joined = joining(given)
    kept.append(given if task.options.loops else joined)
    # Most other passages would lead from a part to itself: only the few between parts are drawn lots for.
    rest = passages.where(~opened & ~own)
    root = _roots(parent)
    rest = rest.where(root[quotient[rest.one]] != root[quotient[rest.other]])
    order = np.argsort(task.stream.child("join").block(1, len(rest.one)), kind="stable")
    kept.append(joining(rest.where(order)))
    over = own & ~still
    if over.any():
        root = _roots(parent)
        kept.append(_over_axis(passages, over, opened, root[quotient[passages.one]], rng, loops=task.options.loops))
    _redraw(draft, kind, cells.reshape(shape), np.concatenate([p.number for p in kept]))


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


def _over_axis(
    passages: Passages,
    over: Yes,
    opened: Yes,
    part: Flat,
    rng: Rng,
    *,
    loops: bool,
) -> Passages:
    """Return one passage over the axis for each part: one that is open if there is one, with `loops` all these."""
    chosen: list[int] = []
    for root in np.unique(part[over]).tolist():
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


class SymmetryOptions(Options, frozen=True):
    """Hold which symmetry the level gets."""

    kind: Annotated[
        Kind,
        Meta(description="mirror-x: left is right; mirror-y: top is bottom; rotate: by half a turn; quarter: by each"),
    ] = "mirror-x"
    loops: Annotated[bool, Meta(description="keep the loops that are there, and make one where there must be")] = False


SYMMETRY = Step(
    name="symmetry",
    title="the level its own mirror image, or the same after half a turn",
    about=(
        "Keeps what lies on the left (above, for mirror-y and turns) and repeats it on the other side. A lattice maze "
        "stays perfect: one passage over the axis, or a straight corridor along it where the number of columns is odd."
    ),
    stage="tiles",
    options=SymmetryOptions,
    run=symmetry,
)
