"""Whether what is fixed in a draft is its own image, and what to do where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import GenerationError, notify
from mazeconv.level import Place, Tile
from mazeconv.plans import FREE, ROAD, WALL
from mazeconv.shaping.orbits import Kind, images, turned

if TYPE_CHECKING:
    from typing import Any

    import numpy.typing as npt

    from mazeconv.shaping import Step
    from mazeconv.shaping.draft import Draft
    from mazeconv.shaping.ground import Room

CALLED = {FREE: "free", ROAD: "road", WALL: "wall"}


def require_images(draft: Draft, kind: Kind) -> None:
    """Raise `GenerationError` unless the mask, the plan and the inner room of the draft are their own images."""
    if draft.ground is None:
        return
    for room in draft.ground.rooms:
        _require_middle(draft, room, kind)
    inside = draft.ground.inside if draft.step == 1 else draft.ground.inside[1::2, 1::2]
    _require("plan", "tiles as it is drawn", draft.ground.plan, CALLED, kind)
    _require("mask", draft.unit, inside, {True: "inside", False: "outside"}, kind)


def note_broken(draft: Draft, step: Step) -> None:
    """Say it once if the tiles are no longer their own image after a step, as a `MazeconvNotice`."""
    kind = draft.symmetry
    if kind is None:
        return
    floor = draft.tiles == Tile.FLOOR
    if np.array_equal(floor, turned(floor, kind)):
        return
    draft.symmetry = None
    how = ""
    if step.stage == "tiles":
        how = f"; written before symmetry={kind}{'' if step.name == 'sparsify' else ',loops'} it does not"
    elif step.name == "entrances":
        how = ": an opening has no image"
        if kind.startswith("mirror") and not draft.loops:
            how += f"; with symmetry={kind},loops one on the axis can be, by at=middle"
    notify(f"{step.name} breaks the symmetry{how}")


def _require(what: str, unit: str, drawn: npt.NDArray[Any], called: dict[Any, str], kind: Kind) -> None:
    wrong = drawn != turned(drawn, kind)
    if not wrong.any():
        return
    places = list(images(drawn.shape, kind, Place(*divmod(int(wrong.argmax()), drawn.shape[1]))))
    here = places[0]
    there = next(place for place in places if drawn[place] != drawn[here])
    a, b = (called[drawn[place].item()] for place in (here, there))
    raise GenerationError(
        f"the {what} is not symmetrical itself, counted in {unit}: "
        f"{here.col},{here.row} is {a}, and its image {there.col},{there.row} is {b}",
        f"draw both alike (symmetry={kind}), or leave out symmetry",
    )


def _require_middle(draft: Draft, room: Room, kind: Kind) -> None:
    """Raise `GenerationError` with the nearest sizes that lie in the middle, unless the room does."""
    sides = np.array([room.height, room.width])
    whole = np.array(draft.tiles.shape)
    turns = kind in ("rotate", "quarter")
    axes = [i for i, mirror in enumerate(("mirror-y", "mirror-x")) if turns or kind == mirror]
    square = kind != "quarter" or room.height == room.width
    if square and all(2 * at + side == all_ for at, side, all_ in _spans(room, sides, whole, axes)):
        return
    found = []
    for change in (-1, 1):
        better = sides.copy()
        if not square:
            better[:] = sides.min() if change < 0 else sides.max()
        for i in axes:
            if not _fits_middle(draft, int(whole[i]), int(better[i])):
                better[i] += change * draft.step
        most = whole - 3 - draft.step
        if (better > 0).all() and (better <= most).all() and not np.array_equal(better, sides):
            found.append(_size(draft, better))
    hint = "try --shape inner=" + " or inner=".join(dict.fromkeys(found)) if found else "make the level larger"
    raise GenerationError(
        f"the inner room does not lie in the middle, so that symmetry={kind} cannot keep it",
        f"{hint}, or leave out symmetry",
    )


def _fits_middle(draft: Draft, whole: int, side: int) -> bool:
    """Return whether a room of that side can be in the middle: of cells, where those beside it are even in number."""
    return (whole - side) % 4 == 2 if draft.step > 1 else (whole - side) % 2 == 0


def _spans(
    room: Room, sides: npt.NDArray[np.int64], whole: npt.NDArray[np.int64], axes: list[int]
) -> list[tuple[int, int, int]]:
    return [((room.top, room.left)[i], int(sides[i]), int(whole[i])) for i in axes]


def _size(draft: Draft, sides: npt.NDArray[np.int64]) -> str:
    """Return the width x height in tiles of the level of a room of so many (rows, cols) of the draft."""
    corridor, wall = draft.frame
    height, width = (
        int(side) * corridor if draft.step == 1 else (int(side) // 2) * (corridor + wall) + corridor for side in sides
    )
    return f"{width}x{height}"
