"""What becomes of the markers of a Tiled map when a level is put there: as `objects` plans it, with notices and ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.edits import Edit
from mazeconv.errors import notify
from mazeconv.formats import keeps_kind
from mazeconv.formats.tmx_found import Thing
from mazeconv.formats.tmx_xml import whole
from mazeconv.level import Marker, Tile
from mazeconv.tiled import objects
from mazeconv.tiled.spans import attribute

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lxml.etree import _Element

    from mazeconv.formats import Keep
    from mazeconv.level import Level, Place
    from mazeconv.tiled.opened import Opened
    from mazeconv.tiled.spans import Span

# How many markers are named in a notice.
NAMED = 3
MAX_ID = (1 << 31) - 1
LAYERS = ("layer", "objectgroup", "imagelayer", "group")


def marker_edits(
    opened: Opened, level: Level, at: Place, keeps: frozenset[Keep], where: Mapping[_Element, Span]
) -> tuple[list[Edit[bytes]], str]:
    """Return the edits after which the map has the markers of a level at the tile `at`, and a line that says which.

    `keeps` is what the level's format keeps; `where` tells where the root, its last child, and the layer of markers
    with its objects lie.
    """
    layer = opened.marker_layer()
    wanted = [Marker(m.kind, m.row + at.row, m.col + at.col, m.label) for m in level.markers]
    things = [Thing(thing, layer[1]) for thing in layer[0].iterfind("object")] if layer else []
    every = objects.held_in(things, opened.found)
    held = objects.ours(every, at, (level.rows, level.cols))
    known = _spoken_of(held, level, at, keeps)
    plan = objects.planned(known, wanted)._replace(alone=len(held) - len(known))
    _note_others((one.marker for one in every if one not in held), wanted)
    edits = objects.changed(opened.data, plan, where, opened.found)
    if plan.come:
        first = _next_id(opened, "nextobjectid", "object")
        edits += _counter(opened, where, "nextobjectid", first + len(plan.come))
        if layer:
            group, offset = layer
            last = where[group[-1]] if len(group) else None
            edits += objects.added(opened.data, plan.come, (group, where[group], offset), last, opened.found, first)
        else:
            ids = _next_id(opened, "nextlayerid", *LAYERS), first
            edits += _counter(opened, where, "nextlayerid", ids[0] + 1)
            edits += objects.new_layer(opened.data, plan.come, where[opened.root[-1]], opened.found, ids)
    return edits, str(plan)


def _note_others(left: Iterable[Marker], wanted: list[Marker]) -> None:
    """Say which starts and goals of the map stay although the level brings its own."""
    kinds = {m.kind for m in wanted} & {"start", "goal"}
    if others := [f"the {m.kind} at {m.col},{m.row}" for m in left if m.kind in kinds]:
        listed = ", ".join(others[:NAMED]) + (" and more" if len(others) > NAMED else "")
        text = f"the level brings its own, and the map keeps {listed}: delete those in Tiled, or give --no-markers"
        notify(text)


def _spoken_of(held: list[objects.Held], level: Level, at: Place, keeps: frozenset[Keep]) -> list[objects.Held]:
    """Return the markers of the map that the level could have said, as it could have said them; tell of the others.

    A kind that the level has it can say, whatever its format keeps: options for reading may find more.
    """
    said = {m.kind for m in level.markers}
    out = [one for one in held if one.marker.kind in said or keeps_kind(one.marker.kind, keeps)]
    if "labels" not in keeps:
        out = [one._replace(marker=Marker(one.marker.kind, one.marker.row, one.marker.col)) for one in out]
    if left := {one.marker.kind for one in held} - {one.marker.kind for one in out}:
        text = f"the level's format holds no {', '.join(sorted(left))}, so the map's stay where they are"
        if walled := [m for m in (one.marker for one in held) if m.kind in left and not _on_floor(m, level, at)]:
            text += "; no floor is now under " + ", ".join(f"{m.kind} at {m.col},{m.row}" for m in walled)
        notify(text)
    return out


def _on_floor(marker: Marker, level: Level, at: Place) -> bool:
    return bool(level.tiles[marker.row - at.row, marker.col - at.col] == Tile.FLOOR)


def _next_id(opened: Opened, counter: str, *tags: str) -> int:
    """Return an id that is free: the map's own count, or more if that is wrong or missing."""
    used = (whole(e, "id", MAX_ID, opened.source, 0) for e in opened.root.iter(*tags) if e.get("id"))
    told = whole(opened.root, counter, MAX_ID, opened.source, 0) if opened.root.get(counter) else 1
    return max(told, max(used, default=0) + 1)


def _counter(opened: Opened, where: Mapping[_Element, Span], name: str, value: int) -> list[Edit[bytes]]:
    at = attribute(opened.data, where[opened.root], name)
    return [Edit(*at, b"%d" % value)] if at else []
