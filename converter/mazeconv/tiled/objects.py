"""The markers of a patched Tiled map: objects of the layer `markers` that have a kind as their class.

Only those are ours that stand in the rectangle of the level, and whose kind the level could have said. One that says
what the level says stays byte for byte; one whose kind and label the level has elsewhere moves there, with its id and
all that the designer gave it; the rest is taken out, and what is missing is added at the end of the layer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from mazeconv.edits import Edit
from mazeconv.formats.tmx_map import MARKERS, marker_object
from mazeconv.formats.tmx_markers import box_of, kind_of, label_of
from mazeconv.formats.tmx_xml import decimal, document, new, number
from mazeconv.level import KIND, Marker, Place
from mazeconv.tiled.spans import attribute, indent_at, newline_of, removed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lxml.etree import _Element

    from mazeconv.formats.tmx_found import MapFound, Thing
    from mazeconv.tiled.spans import Span

# An object of this many tiles covers more than the one under its middle.
LARGE = 1.5


class Held(NamedTuple):
    """Hold an object that is a marker; `single` if it stands for one tile alone."""

    element: _Element
    marker: Marker
    single: bool


class Plan(NamedTuple):
    """Say what becomes of the markers: those that stay, move, go and come, and how many were not looked at."""

    stay: list[Held]
    move: list[tuple[Held, Marker]]
    go: list[Held]
    come: list[Marker]
    alone: int = 0

    def __str__(self) -> str:
        lists = (("moved", self.move), ("added", self.come), ("removed", self.go), ("as they were", self.stay))
        counts = [*((word, len(some)) for word, some in lists), ("left alone", self.alone)]
        return "markers: " + (", ".join(f"{count} {word}" for word, count in counts if count) or "none")


def held_in(things: Iterable[Thing], found: MapFound) -> list[Held]:
    """Return the markers of the layer `markers` in file order, each on the tile in which its middle lies."""
    out = []
    for thing in things:
        element = thing.element
        kind, _ = kind_of(element, None)
        if not (element.get("type") or element.get("class")) or not KIND.fullmatch(kind):
            continue
        box = box_of(thing, None, found)
        if all(map(math.isfinite, box.middle)):
            row, col = map(math.floor, box.middle)
            marker = Marker(kind, row, col, label_of(element, None, found.source))
            out.append(Held(element, marker, max(box.bottom - box.top, box.right - box.left) < LARGE))
    return out


def ours(held: Iterable[Held], corner: Place, size: tuple[int, int]) -> list[Held]:
    """Return those of the markers that stand in the rectangle at `corner`."""
    return [
        one for one in held if 0 <= one.marker.row - corner.row < size[0] and 0 <= one.marker.col - corner.col < size[1]
    ]


def planned(held: Sequence[Held], wanted: Iterable[Marker]) -> Plan:
    """Return what becomes of the markers so that there are those that are wanted, and few objects change."""
    left = dict.fromkeys(wanted)
    plan = Plan([], [], [], [])
    others = []
    for one in held:
        if one.single and one.marker in left:
            del left[one.marker]
            plan.stay.append(one)
        else:
            others.append(one)
    for one in others:
        same = (m for m in left if (m.kind, m.label) == (one.marker.kind, one.marker.label))
        target = next(same, None) if one.single and one.element.get("x") and one.element.get("y") else None
        if target is None:
            plan.go.append(one)
        else:
            del left[target]
            plan.move.append((one, target))
    plan.come.extend(left)
    return plan


def changed(data: bytes, plan: Plan, where: Mapping[_Element, Span], found: MapFound) -> list[Edit[bytes]]:
    """Return the edits that move and take out objects."""
    edits = [removed(data, where[held.element]) for held in plan.go]
    width, height = found.grid
    if found.orientation == "isometric":
        width = height
    for held, target in plan.move:
        steps = (("x", (target.col - held.marker.col) * width), ("y", (target.row - held.marker.row) * height))
        for name, step in steps:
            at = attribute(data, where[held.element], name)
            if at and step:
                moved = number(decimal(held.element, name, found.source) + step)
                edits.append(Edit(*at, moved.encode()))
    return edits


def added(
    data: bytes,
    markers: Sequence[Marker],
    group: tuple[_Element, Span, tuple[float, float]],
    last: Span | None,
    found: MapFound,
    first_id: int,
) -> list[Edit[bytes]]:
    """Return the edits that add markers to an object layer: `group` is it, its place and its offset in pixels.

    `last` is where the last element in it lies.
    """
    element, span, offset = group
    objects = _objects(markers, found, first_id, offset)
    newline = newline_of(data)
    outer = indent_at(data, span.start) or b""
    indent = (indent_at(data, last.start) if last else None) or outer + b" "
    text = b"".join(_on_lines(one, newline, indent) for one in objects)
    if not span.closed:
        if last is None and not data[span.inside : span.outside].strip():
            return [Edit(span.inside, span.outside, text + newline + outer)]
        at = last.end if last else span.inside
        return [Edit(at, at, text)]
    slash = data.rindex(b"/", span.start, span.inside)
    name = str(element.tag).encode()
    return [Edit(slash, span.end, b">" + text + newline + outer + b"</" + name + b">")]


def new_layer(
    data: bytes, markers: Sequence[Marker], last: Span, found: MapFound, ids: tuple[int, int]
) -> list[Edit[bytes]]:
    """Return the edit that adds the layer `markers` after the map's `last` element; `ids` are its and an object's."""
    group = new("objectgroup", id=ids[0], name=MARKERS)
    group.extend(_objects(markers, found, ids[1], (0.0, 0.0)))
    return [Edit(last.end, last.end, _on_lines(group, newline_of(data), indent_at(data, last.start) or b""))]


def _objects(markers: Sequence[Marker], found: MapFound, first: int, offset: tuple[float, float]) -> list[_Element]:
    width, height = found.grid
    left, top = offset
    if found.orientation == "isometric":
        # As in reading, offsets of layers do not count there.
        width, left, top = height, 0.0, 0.0
    return [
        marker_object(m, n, (m.col * width - left, m.row * height - top), (width, height))
        for n, m in enumerate(markers, first)
    ]


def _on_lines(element: _Element, newline: bytes, indent: bytes) -> bytes:
    """Return an element on lines of its own, with a line end before it."""
    lines = document(element).split(b"\n")[1:-1]
    return b"".join(newline + (indent if newline else b"") + line for line in lines)
