"""Putting a level into a Tiled map: from the bytes of the file to new ones that differ only in what was asked for."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.edits import Edit, apply
from mazeconv.errors import MazeconvNotice, ReadError, UsageError, WriteError, did_you_mean
from mazeconv.formats.tmx_found import SQUARE, MapFound, Thing, head_of, pieces, walk
from mazeconv.formats.tmx_map import MARKERS
from mazeconv.formats.tmx_side_files import SideFiles
from mazeconv.formats.tmx_xml import broken, parse_apart, whole
from mazeconv.level import Level, Marker, Place, Tile
from mazeconv.tiled import objects
from mazeconv.tiled.brushes import Brushes, Palette
from mazeconv.tiled.layer import repaint
from mazeconv.tiled.spans import Span, attribute, coded, spans

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt
    from lxml.etree import _Element

    from mazeconv.source import Source

TILE_LIMIT = 1 << 26
MAX_ID = (1 << 31) - 1
TOP_LEFT = Place(0, 0)
LAYERS = ("layer", "objectgroup", "imagelayer", "group")


@dataclass(frozen=True, kw_only=True)
class Request:
    """Hold what is to be put where; names are as people type them.

    `layer` is the name of a tile layer, which may be left out if there is but one. `wall` and `floor` are a GID,
    TILESET:ID or "none"; without them the map says. `at` is the tile of the map on which the level's top left comes.
    """

    layer: str | None = None
    wall: str | None = None
    floor: str | None = None
    at: Place = TOP_LEFT
    markers: bool = True
    outside: bool = False


class Patched(NamedTuple):
    """Hold the new bytes, and a line for each thing that was asked for and what it changes."""

    data: bytes
    summary: tuple[str, ...]


@dataclass(frozen=True)
class Opened:
    """Hold a map: its file as UTF-8, its tree, what is known of it, and its layers with their offsets in pixels."""

    source: Source
    data: bytes
    root: _Element
    found: MapFound
    size: tuple[int, int] | None
    layers: list[tuple[_Element, tuple[float, float]]]

    def places(self, elements: Iterable[_Element]) -> dict[_Element, Span]:
        """Return where elements lie."""
        wanted = set(elements)
        numbers = {e: n for n, e in enumerate(self.root.iter("*")) if e in wanted}
        held = spans(self.data, set(numbers.values()), self.source.name)
        return {element: held[number] for element, number in numbers.items()}


def patch(source: Source, level: Level, request: Request) -> Patched:
    """Return the map's bytes with the level in it.

    Raises `ReadError` for what is no map, `UsageError` for names that do not exist, and `WriteError` when the level
    does not fit.
    """
    code = coded(source)
    opened = _open(source, code.data)
    layer = _layer(opened, request.layer)
    _check_fit(level, opened, request.at)
    brushes = Palette(opened.root, source, SideFiles(source, request.outside)).brushes(request.wall, request.floor)
    held = list(pieces(source, layer, opened.size, TILE_LIMIT))
    if held and not held[0].block.encoding:
        message = f"the layer {layer.get('name')} holds its tiles as XML elements"
        raise broken(layer, message, "save the map in Tiled as CSV", source=source)
    groups = [(e, offset) for e, offset in opened.layers if e.tag == "objectgroup" and e.get("name") == MARKERS]
    elements = [piece.element for piece in held] + [opened.root, opened.root[-1]]
    elements += [e for group, _ in groups for e in (group, *group)]
    where = opened.places(elements)
    painted = repaint(opened.data, [(p, where[p.element]) for p in held], gids_of(level.tiles, brushes), request.at)
    size, place = f"{level.cols} x {level.rows}", f"{request.at.col},{request.at.row}"
    summary = [f"layer {layer.get('name')}: {size} tiles at {place}, {painted.changed:,} of them change"]
    edits = painted.edits
    if request.markers:
        more, line = _markers(opened, level, request.at, groups[:1], where)
        edits = [*edits, *more]
        summary.append(line)
    return Patched(code.back(apply(opened.data, edits)), tuple(summary))


def gids_of(tiles: npt.NDArray[np.uint8], brushes: Brushes) -> npt.NDArray[np.uint32]:
    """Return the GIDs that draw a level, in its shape."""
    if not brushes.floor and (tiles == Tile.VOID).any():
        notice = "void tiles are left empty as floor tiles are, and read back as floor"
        warnings.warn(notice, MazeconvNotice, stacklevel=3)
    return np.array(brushes, np.uint32)[tiles]


def _open(source: Source, data: bytes) -> Opened:
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise ReadError("is JSON, and only XML can be patched", "save it as .tmx in Tiled", source=source.name)
    root, _ = parse_apart(source)
    orientation, grid, size = head_of(root, source)
    if orientation not in SQUARE:
        raise ReadError(f"is {orientation}, and a level is square", "give an orthogonal map", source=source.name)
    found = MapFound(source, orientation, grid, (0, 0), size or (0, 0), {}, [], [])
    return Opened(source, data, root, found, size, list(walk(root, source)))


def _layer(opened: Opened, name: str | None) -> _Element:
    layers = [element for element, _ in opened.layers if element.tag == "layer"]
    names = [element.get("name", "") for element in layers]
    listed = ", ".join(names) or "none"
    if name is None:
        if len(layers) == 1:
            return layers[0]
        raise UsageError(f"{opened.source.name} has {len(layers)} tile layers", f"add --layer with one of: {listed}")
    chosen = [element for element in layers if element.get("name", "") == name]
    if not chosen:
        raise UsageError(f"{opened.source.name} has no tile layer {name!r}", did_you_mean(name, names))
    if len(chosen) > 1:
        raise UsageError(f"{len(chosen)} tile layers are called {name!r}", "give them different names in Tiled")
    return chosen[0]


def _check_fit(level: Level, opened: Opened, at: Place) -> None:
    if opened.size is None:
        return
    rows, cols = opened.size[0] - at.row, opened.size[1] - at.col
    if min(at) < 0 or level.cols > cols or level.rows > rows:
        room = f"at {at.col},{at.row} there is room for {max(cols, 0)} x {max(rows, 0)}"
        raise WriteError(
            f"the maze of {level.cols} x {level.rows} tiles does not fit the map of "
            f"{opened.size[1]} x {opened.size[0]}",
            f"{room}: make the maze smaller, move it with --at, or enlarge the map in Tiled",
        )


def _markers(
    opened: Opened,
    level: Level,
    at: Place,
    groups: list[tuple[_Element, tuple[float, float]]],
    where: dict[_Element, Span],
) -> tuple[list[Edit[bytes]], str]:
    wanted = [Marker(m.kind, m.row + at.row, m.col + at.col, m.label) for m in level.markers]
    things = [Thing(thing, offset) for group, offset in groups for thing in group.iterfind("object")]
    held = objects.ours(things, opened.found, at, (level.rows, level.cols))
    plan = objects.planned(held, wanted)
    edits = objects.changed(opened.data, plan, where, opened.found)
    if plan.come:
        first = _next_id(opened, "nextobjectid", "object")
        edits += _counter(opened, where, "nextobjectid", first + len(plan.come))
        if groups:
            group, offset = groups[0]
            last = where[group[-1]] if len(group) else None
            edits += objects.added(opened.data, plan.come, (group, where[group], offset), last, opened.found, first)
        else:
            ids = _next_id(opened, "nextlayerid", *LAYERS), first
            edits += _counter(opened, where, "nextlayerid", ids[0] + 1)
            edits += objects.new_layer(opened.data, plan.come, where[opened.root[-1]], opened.found, ids)
    return edits, str(plan)


def _next_id(opened: Opened, counter: str, *tags: str) -> int:
    """Return an id that is free: the map's own count, or more if that is wrong or missing."""
    used = (whole(e, "id", MAX_ID, opened.source, 0) for e in opened.root.iter(*tags) if e.get("id"))
    told = whole(opened.root, counter, MAX_ID, opened.source, 0) if opened.root.get(counter) else 1
    return max(told, max(used, default=0) + 1)


def _counter(opened: Opened, where: dict[_Element, Span], name: str, value: int) -> list[Edit[bytes]]:
    at = attribute(opened.data, where[opened.root], name)
    return [Edit(*at, b"%d" % value)] if at else []
