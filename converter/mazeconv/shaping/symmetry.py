"""Levels that look the same in a mirror or when turned, and are still perfect mazes where that can be.

What can be, worked out. A symmetry of a tree leaves a cell or a passage of it in its place, and all cells that it
leaves form one connected piece. So a perfect maze that is its own mirror image has

- across an even number of columns exactly one passage over the axis: each half is a maze of its own;
- across an odd number of columns a straight corridor down the middle one, as all its cells stay in place;

and one that is its own half-turn has its middle in a cell (odd by odd) or in a passage (one side even). With both sides
even the middle is a corner, so that no such maze exists; the same holds for quarter turns of an even square. A room in
the middle takes the place of the cell.

In each case that can be, a tree over the orbits gives the maze. Where cells are missing or something is drawn, what is
left apart is joined by tunnels, each dug together with its images.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.errors import GenerationError, notify
from mazeconv.level import Tile
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.doors import add_doors, doors_of
from mazeconv.shaping.draft import place_at, places
from mazeconv.shaping.ground import beside, less_than_tiles, loops_in
from mazeconv.shaping.lifting import join_orbits
from mazeconv.shaping.mending import DIGGING, lost, mend
from mazeconv.shaping.mirrored import require_images
from mazeconv.shaping.orbits import Kind, first_images, images, symmetrical

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Rng
    from mazeconv.level import Place
    from mazeconv.shaping import Task
    from mazeconv.shaping.draft import Draft

LARGER = "sparsify less, or make a larger level"


def symmetry(draft: Draft, task: Task) -> None:
    """Make the level its own image, all of one piece: what comes first in reading order is kept and repeated.

    A loop that the maze could not do without is a `MazeconvNotice`. Raises `GenerationError` where the level has no
    such symmetry.
    """
    kind, loops = task.options.kind, task.options.loops
    if kind == "quarter" and draft.tiles.shape[0] != draft.tiles.shape[1]:
        raise GenerationError("only a square has a quarter turn", "give --size two equal sides, or use symmetry=rotate")
    require_images(draft, kind)
    if not (_kept(draft, kind) == Tile.FLOOR).any():
        raise GenerationError("nothing lies in the half that would be repeated", LARGER)
    before = len(places(draft))
    rng = task.stream.words()
    stay = [place for place in draft.fixed() if draft.tiles[place] == Tile.FLOOR]
    lattice = draft.unit == "cells"
    planned = draft.ground is not None and bool(draft.ground.plan.any())
    whole = lattice and bool((draft.tiles[1::2, 1::2] == Tile.FLOOR).all()) and not planned
    if whole and not loops and not _has_middle(draft, kind):
        raise _no_middle(draft, kind)
    if lattice and not loops and not planned and less_than_tiles(draft.tiles == Tile.FLOOR) < 1:
        notify(f"symmetry={kind} leaves out the loops that were there; symmetry={kind},loops keeps those of its part")
    if lattice:
        join_orbits(draft, task, kind, rng, [place for place in stay if place.row % 2 and place.col % 2])
    else:
        _repeat(draft, kind, stay, loops=loops)
    if draft.ground is not None:
        draft.ground.fix(draft.tiles)
    draft.symmetry, draft.loops = kind, loops
    if whole and _has_middle(draft, kind):
        return
    _join(draft, task, kind, rng)
    if len(places(draft)) == 1 < before:
        raise GenerationError("only one tile lies in the half that would be repeated", LARGER)
    if lattice and not loops and loops_in(draft.tiles == Tile.FLOOR) > (_loops_drawn(draft) if planned else 0):
        why = "what is drawn leaves no perfect maze of this symmetry"
        if not planned:
            why = "cells are missing where a perfect maze of this symmetry needs them"
        notify(f"{why}: it has loops")
    if planned:
        _add_doors(draft, task, kind)


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
    what = "half-turn" if kind == "rotate" else "quarter-turn"
    hint = f"allow a loop: --shape symmetry={kind},loops"
    # A generator that needs even sides has no other size.
    if draft.grain == (1, 1):
        sizes = [draft.frame.size(pair) for pair in pairs]
        hint = "try --size " + " or ".join(f"{w}x{h}" for w, h in sizes) + f", or {hint}"
    return GenerationError(
        f"a perfect maze of {cols} x {rows} cells has no {what} symmetry, as its middle is a corner", hint
    )


def _repeat(draft: Draft, kind: Kind, stay: list[Place], *, loops: bool) -> None:
    """Draw the first image of every tile at all its images; doors of fixed roads are closed, but not with `loops`."""
    draft.tiles = draft.tiles.reshape(-1)[first_images(draft.tiles.shape, kind)]
    if draft.ground is not None and not loops:
        draft.tiles[beside(draft.ground.road)] = Tile.WALL
    for place in stay:
        for image in images(draft.tiles.shape, kind, place):
            draft.tiles[image] = Tile.FLOOR


def _join(draft: Draft, task: Task, kind: Kind, rng: Rng) -> None:
    """Join what lies apart by tunnels and their images; raise `GenerationError` if no wall that may be dug is left."""
    for digging in DIGGING:
        mend(draft, task, rng, lambda place: images(draft.tiles.shape, kind, place), digging)
    left = lost(draft, task)
    if left.any():
        at = draft.drawn(place_at(draft, int(left.argmax())))
        raise GenerationError(
            f"nothing can lead to {at.col},{at.row} so that the level is symmetrical: no wall there may be opened",
            "open a wall of the plan there, or leave out symmetry",
        )


def _loops_drawn(draft: Draft) -> int:
    return 0 if draft.ground is None else loops_in(draft.ground.road)


def _add_doors(draft: Draft, task: Task, kind: Kind) -> None:
    """Give rooms more doors where they have too few, each with its images, and say where there are more than asked."""
    add_doors(draft, task.stream, task.machine(draft))
    draft.tiles = np.ascontiguousarray(symmetrical(draft.tiles, kind))
    for room in draft.ground.rooms if draft.ground is not None else ():
        doors = doors_of(draft.tiles, room)
        if doors > room.doors:
            notify(f"the inner room has {doors} doors and not {room.doors}, as a door has its images")


class SymmetryOptions(Options, frozen=True):
    """Hold which symmetry the level gets."""

    kind: Annotated[
        Kind,
        Meta(
            description=(
                "mirror-x: left is right; mirror-y: top is bottom; rotate: the same after half a turn; quarter: the "
                "same after each turn by 90 degrees (only for a square)"
            )
        ),
    ] = "mirror-x"
    loops: Annotated[
        bool,
        Meta(
            description=(
                "of a maze of cells, keep every passage of the part that is repeated: this makes loops, of a perfect "
                "maze too. Without it passages are left out until there are no loops. Mazes of tiles (rooms, cave, "
                "labyrinth) have loops either way"
            )
        ),
    ] = False


SYMMETRY = Step(
    name="symmetry",
    title="the level its own mirror image, or the same after half or quarter turns",
    about=(
        "Keeps what lies on the left (mirror-x) or above (mirror-y, rotate; quarter: a part of that) and repeats it. "
        "A perfect maze of cells stays perfect, unless loops is given: a mirrored one has one passage over the axis, "
        "or a straight corridor along it where the number of columns (mirror-y: rows) is odd. A perfect maze of even "
        "by even cells cannot be turned; with loops it can. A mask, a plan or an inner room must have the symmetry "
        "itself."
    ),
    stage="tiles",
    options=SymmetryOptions,
    run=symmetry,
    memory=(17, 48),
)
