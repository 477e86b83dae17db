"""Objects of a Tiled map as markers: the kind is an object's class, or else its name, in lower case.

A marker stands on the tile under the middle of its object; a goal larger than a tile makes every floor tile a goal
whose middle it covers. Tile objects begin at their bottom left, in isometric maps at the middle of their bottom.
In isometric maps both coordinates count in tile heights, and turns and offsets of layers are not applied.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.errors import notify
from mazeconv.formats.tmx_properties import properties_of
from mazeconv.formats.tmx_xml import broken, decimal
from mazeconv.level import KIND, Marker, Place, Tile
from mazeconv.recipe import CONTROL

if TYPE_CHECKING:
    import numpy.typing as npt
    from lxml.etree import _Element

    from mazeconv.formats.tmx_found import MapFound, Thing
    from mazeconv.formats.tmx_side_files import SideFiles
    from mazeconv.source import Source

UNFIT = re.compile(r"[^a-z0-9_-]+")
EXAMPLES = 3
# Of all goals that are areas together.
MAX_AREA = 1 << 16


class Box(NamedTuple):
    """Hold the area of an object in tiles: its edges, and its middle as (row, col)."""

    top: float
    left: float
    bottom: float
    right: float

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle as (row, col)."""
        return (self.top + self.bottom) / 2, (self.left + self.right) / 2


def markers_of(found: MapFound, tiles: npt.NDArray[np.uint8], files: SideFiles) -> tuple[Marker, ...]:
    """Return the markers that the objects of a map make; what cannot be one is left out with a notice.

    Raises `ReadError` for an object whose place is no number, and for a template that cannot be read.
    """
    taken: dict[Place, Marker] = {}
    lost: dict[str, list[str]] = {}
    started = False
    left, too_large = MAX_AREA, []
    for thing in found.things:
        template = _template(thing.element, files)
        kind, name = kind_of(thing.element, template)
        if not KIND.fullmatch(kind):
            lost.setdefault("have neither class nor name that could be the kind of a marker", []).append(name or "?")
            continue
        box = box_of(thing, template, found)
        places, large = _places(kind, box, tiles, left)
        left -= len(places)
        if large:
            too_large.append(name or kind)
        if not places:
            where = "lie outside the level" if _place(box, tiles) is None else "do not stand on floor"
            lost.setdefault(where, []).append(name or kind)
        label = label_of(thing.element, template, found.source)
        for place in places:
            if place in taken:
                lost.setdefault("share a tile with another", []).append(name or kind)
            elif kind == "start" and started:
                lost.setdefault("are a second start", []).append(name or kind)
            else:
                taken[place] = Marker(kind, *place, label)
                started = started or kind == "start"
    if too_large:
        text = f"goals that cover too many tiles to be areas are only their middle: {_some(too_large)}"
        notify(text)
    for reason, names in lost.items():
        notify(f"objects that {reason} are left out: {_some(names)}")
    return tuple(taken.values())


def _some(names: list[str]) -> str:
    """Return how many names there are, and the first of them."""
    shown = ", ".join(CONTROL.sub(" ", name)[:40] for name in names[:EXAMPLES])
    return f"{len(names)} ({shown}{', …' if len(names) > EXAMPLES else ''})"


def _template(element: _Element, files: SideFiles) -> _Element | None:
    """Return the object of the template that an object names, or None without one."""
    link = element.get("template")
    if not link:
        return None
    source, root = files.root(element, link)
    if root.tag != "template":
        raise broken(root, f"is no object template: its root is <{root.tag}>", "give a .tx file", source=source)
    return root.find("object")


def kind_of(element: _Element, template: _Element | None) -> tuple[str, str]:
    """Return the kind that an object would have, maybe none that is allowed, and its name."""

    def told(*names: str) -> str:
        return next((v for e in (element, template) if e is not None for n in names if (v := e.get(n))), "")

    name = told("name")
    text = told("type", "class") or name
    return UNFIT.sub("-", text.casefold()).strip("-"), name


def label_of(element: _Element, template: _Element | None, source: Source) -> str:
    """Return the label that an object gives its marker, or that of its template."""
    for some in (element, template):
        if some is not None and (label := properties_of(some, source).get("label")):
            return CONTROL.sub(" ", str(label))
    return ""


def box_of(thing: Thing, template: _Element | None, found: MapFound) -> Box:
    """Return the area of an object; raise `ReadError` for a place that is no number."""
    element, source, (width, height) = thing.element, found.source, found.grid
    shape = template if template is not None and not element.get("width") else element
    x, y = (decimal(element, name, source) for name in ("x", "y"))
    wide, high = (decimal(shape, name, source) for name in ("width", "height"))
    isometric = found.orientation == "isometric"
    is_tile = any(e is not None and e.get("gid") for e in (element, template))
    if isometric:
        width = height
        if is_tile:
            x, y, wide, high = x - height, y - height, height, height
    else:
        x, y = x + thing.offset[0], y + thing.offset[1]
        points = _points(element)
        if points:
            (left, top), (right, bottom) = np.min(points, axis=0), np.max(points, axis=0)
            x, y, wide, high = x + float(left), y + float(top), float(right - left), float(bottom - top)
        turn = math.radians(decimal(element, "rotation", source) % 360)
        away = complex(wide / 2, (-high if is_tile else high) / 2) * complex(math.cos(turn), math.sin(turn))
        x, y = x + away.real - wide / 2, y + away.imag - high / 2
    row, col = found.origin
    return Box(y / height - row, x / width - col, (y + high) / height - row, (x + wide) / width - col)


def _points(element: _Element) -> list[tuple[float, float]]:
    """Return the corners of a polygon or line relative to the object; those that are no numbers are left out."""
    shape = next((s for tag in ("polygon", "polyline") if (s := element.find(tag)) is not None), None)
    out = []
    for pair in shape.get("points", "").split() if shape is not None else ():
        try:
            x, y = (float(v) for v in pair.split(",", 1))
        except ValueError:
            continue
        if math.isfinite(x) and math.isfinite(y):
            out.append((x, y))
    return out


def _place(box: Box, tiles: npt.NDArray[np.uint8]) -> Place | None:
    row, col = (math.floor(v) if math.isfinite(v) else -1 for v in box.middle)
    return Place(row, col) if 0 <= row < tiles.shape[0] and 0 <= col < tiles.shape[1] else None


def _places(kind: str, box: Box, tiles: npt.NDArray[np.uint8], most: int) -> tuple[list[Place], bool]:
    """Return the tiles of a marker, and whether it is an area of more than `most` tiles, of which the middle stays."""
    large = False
    if kind == "goal" and (box.bottom - box.top >= 1.5 or box.right - box.left >= 1.5):  # noqa: PLR2004 - half a tile
        top, left, bottom, right = (math.ceil(max(0, min(v, 1 << 30) - 0.5)) for v in box)
        area = tiles[top : max(top, bottom), left : max(left, right)]
        if area.size <= most:
            return [Place(top + row, left + col) for row, col in np.argwhere(area == Tile.FLOOR).tolist()], False
        large = True
    place = _place(box, tiles)
    return ([place] if place is not None and tiles[place] == Tile.FLOOR else []), large
