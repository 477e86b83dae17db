"""The picture of what differs: the later level, with the tiles that changed in other colours and markers framed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import WriteError
from mazeconv.level import Tile
from mazeconv.pictures.codes import CROSS, FRAME, FRESH_FLOOR, FRESH_WALL, OPENED, TRODDEN, codes_of
from mazeconv.pictures.drawing import Layout, draw, layout
from mazeconv.pictures.layers import Layers, Overlay
from mazeconv.pictures.legend import Entry
from mazeconv.pictures.stamps import look, mixed
from mazeconv.pictures.themes import THEMES
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazeconv.differences import Differences
    from mazeconv.level import Place
    from mazeconv.pictures.stamps import Look, Stamp

TILE_SIZE = 16
PIXEL_LIMIT = 100_000_000
# Below this the numbers and the legend would be most of the picture.
SMALLEST_NUMBERED = 4
# Floor and wall where neither was before.
NEW_FLOOR, NEW_WALL = TRODDEN, TRODDEN + 1
GONE = OPENED


def picture(found: Differences) -> bytes:
    """Return a PNG with a legend and coordinates; raise `WriteError` for levels that are too large to draw."""
    colours = look(THEMES["paper"], {})
    drawn = _layers(found)
    explained = _explained(drawn, found)
    rows, cols = drawn.ground.shape

    def of(tile: int) -> Layout:
        numbered = tile >= SMALLEST_NUMBERED
        return layout(rows, cols, tile, coordinates=numbered, explained=explained if numbered else ())

    sizes = (of(tile) for tile in range(TILE_SIZE, 0, -1))
    places = next((p for p in sizes if p.width * p.height <= PIXEL_LIMIT), None)
    if places is None:
        raise WriteError(f"a picture of {cols} x {rows} tiles is too large", "leave out -o: the text says it all")
    return draw(drawn, places, colours, lambda size: _pictures(size, colours), grid=places.tile >= SMALLEST_NUMBERED)


def _layers(found: Differences) -> Layers:
    before, after = found.roles
    ground = np.minimum(after, Tile.VOID)
    shown, was = after < Tile.VOID, before < Tile.VOID
    ground[found.changed & ~shown & was] = GONE
    for role, fresh, built in ((Tile.FLOOR, FRESH_FLOOR, NEW_FLOOR), (Tile.WALL, FRESH_WALL, NEW_WALL)):
        here = found.changed & (after == role)
        ground[here & was] = fresh
        ground[here & ~was] = built
    moved, gone, new = found.markers
    away = [*(a for a, _ in moved), *gone]
    arrived = [*(b for _, b in moved), *new]
    taken = {m.place for m in found.after.markers}
    # Where another marker stands now, its frame says enough.
    left = [m for m in away if m.place not in taken]
    codes = codes_of((*found.before.markers, *found.after.markers))
    above = [
        _overlay((m.place, codes[m.kind, m.label]) for m in (*found.after.markers, *left)),
        _overlay((m.place, CROSS) for m in left),
        _overlay((m.place, FRAME) for m in arrived),
    ]
    return Layers(ground, tuple(layer for layer in above if layer.rows.size))


def _overlay(marks: Iterable[tuple[Place, int]]) -> Overlay:
    found = sorted((*place, code) for place, code in marks)
    rows, cols, codes = np.array(found, np.intp).reshape(-1, 3).T
    return Overlay(rows, cols, codes.astype(np.uint16))


def _explained(drawn: Layers, found: Differences) -> list[Entry]:
    grounds = set(unique(drawn.ground).tolist())
    marks = {int(code) for layer in drawn.above for code in layer.codes}
    fresh = tuple((code,) for code in (NEW_FLOOR, NEW_WALL) if code in grounds)
    samples = [
        ((((FRESH_FLOOR,),), "floor, was wall") if FRESH_FLOOR in grounds else None),
        ((((FRESH_WALL,),), "wall, was floor") if FRESH_WALL in grounds else None),
        ((fresh, "new, was nothing") if fresh else None),
        ((((GONE,),), "gone") if GONE in grounds else None),
        ((((Tile.FLOOR, FRAME),), "marker now here") if FRAME in marks else None),
        ((((Tile.FLOOR, CROSS),), "marker no longer here") if CROSS in marks else None),
    ]
    out = [Entry(*sample) for sample in samples if sample]
    return out if found else [Entry(((Tile.FLOOR,),), "no difference")]


def _pictures(size: int, colours: Look) -> dict[int, Stamp]:
    """Return plain squares for the grounds of which the drawn levels know nothing."""
    shades = {
        NEW_FLOOR: mixed(colours.floor, colours.marker, 0.4),
        NEW_WALL: mixed(colours.wall, colours.marker, 0.7),
        GONE: mixed(colours.void, colours.dead_end, 0.5),
    }
    return {code: np.full((size, size, 4), colour, np.uint8) for code, colour in shades.items()}
