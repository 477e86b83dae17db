"""Putting a level into a Tiled map: from the bytes of the file to new ones that differ only in what was asked for."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from msgspec import Struct

from mazeconv.edits import Edit, apply
from mazeconv.errors import MazeconvNotice, ReadError, UsageError, WriteError, did_you_mean
from mazeconv.formats import EVERYTHING, keeps_kind
from mazeconv.formats.tmx_decode import BARE
from mazeconv.formats.tmx_found import MapFound, Thing
from mazeconv.formats.tmx_layers import SQUARE, head_of, pieces, walk
from mazeconv.formats.tmx_map import MARKERS
from mazeconv.formats.tmx_side_files import SideFiles, gaps_between, tell_lost
from mazeconv.formats.tmx_xml import broken, parse_apart, whole
from mazeconv.holes import holes
from mazeconv.level import Level, Marker, Place, Tile
from mazeconv.tiled import objects
from mazeconv.tiled.drawing import Beyond, drawn, empty_role, gids_of, roles_of
from mazeconv.tiled.layer import Layer, Repainted
from mazeconv.tiled.palette import ROLES, Palette
from mazeconv.tiled.spans import Span, attribute, coded, spans
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from mazeconv.formats import Keep
    from mazeconv.holes import Mask
    from mazeconv.source import Source
    from mazeconv.tiled.drawing import Roles
    from mazeconv.tiled.palette import Brushes

Empty = Literal["auto", "floor", "void"]
TILE_LIMIT = 1 << 26
# How many markers are named in a notice.
NAMED = 3
MAX_ID = (1 << 31) - 1
TOP_LEFT = Place(0, 0)
LAYERS = ("layer", "objectgroup", "imagelayer", "group")


class Request(Struct, frozen=True, kw_only=True):
    """Hold what is to be put where; names are as people type them.

    `layer` is the name of a tile layer, which may be left out if there is but one. `wall` and `floor` are what
    `Palette.brushes` takes, `beyond` what `drawn` does. `at` is the tile of the map for the top left of the level.
    Without a level `empty` says what empty cells become where walls and floor are drawn; "auto" is what `holes` finds.
    `keeps` is what the format that the level was read from keeps: the level says nothing of other markers and labels.
    """

    layer: str | None = None
    wall: str | None = None
    floor: str | None = None
    at: Place = TOP_LEFT
    beyond: Beyond = "auto"
    empty: Empty = "auto"
    markers: bool = True
    outside: bool = False
    keeps: frozenset[Keep] = EVERYTHING


class Patched(NamedTuple):
    """Hold the new bytes, and a line for each thing that was asked for and what it changes."""

    data: bytes
    summary: tuple[str, ...]


class Opened(Struct, frozen=True):
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


def patch(source: Source, level: Level | None, request: Request) -> Patched:
    """Return the map's bytes with the level in it; without one, its own walls are drawn again as they fit together.

    Raises `ReadError` for what is no map, `UsageError` for names that do not exist, and `WriteError` when the level
    does not fit.
    """
    code = coded(source)
    opened = _open(source, code.data)
    element = _layer(opened, request.layer)
    if level is not None:
        _check_fit(level, opened, request.at)
    palette = Palette(opened.root, source, SideFiles(source, request.outside))
    brushes = palette.brushes(request.wall, request.floor)
    places = list(pieces(source, element, opened.size, TILE_LIMIT))
    if places and not places[0].block.encoding:
        message = f"the layer {element.get('name')} holds its tiles as XML elements, which cannot be patched"
        hint = "in Tiled choose CSV at Map > Map Properties > Tile Layer Format, and save the map"
        raise broken(element, message, hint, source=source)
    groups = [(e, offset) for e, offset in opened.layers if e.tag == "objectgroup" and e.get("name") == MARKERS][:1]
    wanted = [piece.element for piece in places] + [opened.root, opened.root[-1]]
    where = opened.places([*wanted, *(e for group, _ in groups for e in (group, *group))])
    layer = Layer.of(opened.data, [(piece, where[piece.element]) for piece in places])
    if level is None:
        painted, line = _redrawn(layer, brushes, palette, request)
    else:
        painted, line = _drawn(layer, level, brushes, request)
    _tell_lost(painted, palette)
    edits, summary = painted.edits, [f"layer {element.get('name')}: {line}"]
    if level is not None and request.markers:
        more, line = _markers(opened, level, request, groups, where)
        edits = [*edits, *more]
        summary.append(line)
    return Patched(code.back(apply(opened.data, edits)), tuple(summary))


def _drawn(layer: Layer, level: Level, brushes: Brushes, request: Request) -> tuple[Repainted, str]:
    at = request.at
    old, there = layer.window(at, (level.rows, level.cols))
    new = drawn(level.tiles, old, brushes, request.beyond, level.recipe.seed if level.recipe else "")
    missing = ~there & (new != 0)
    if missing.any():
        row, col = (int(v) for v in np.argwhere(missing)[0])
        raise WriteError(
            f"the layer has no chunk at {at.col + col},{at.row + row}, where the maze needs a tile",
            "draw something there in Tiled, or move the maze with --at",
        )
    painted = layer.repaint(new, at)
    size = f"{level.cols} x {level.rows} tiles at {at.col},{at.row}"
    return painted, f"{size}, {painted.changed:,} of them change"


def _tell_lost(painted: Repainted, palette: Palette) -> None:
    """Say what the layer still shows that is of no tileset, if these were read at all."""
    if not palette.held:
        return
    gaps = gaps_between(palette.held)
    bare = [words & np.uint32(BARE) for words in painted.words]
    if high := [gids for gids in bare if gids.max(initial=0) >= gaps.lowest]:
        tell_lost(gaps, unique(np.concatenate(high, axis=None)))


def _redrawn(layer: Layer, brushes: Brushes, palette: Palette, request: Request) -> tuple[Repainted, str]:
    """Return the edits that give each tile of a role, and no other, the shape that fits its neighbours.

    Where both roles are drawn, empty cells become floor as far as the request says.
    """
    gids = gids_of(brushes)
    for role, some in palette.gids().items():
        gids[ROLES[role]] = gids.get(ROLES[role], set()) | set(some) - {0}
    at, size = layer.box()
    if not any(brush.kind != "none" for brush in brushes.values()):
        raise UsageError(
            f"{palette.source.name} draws each role with one tile: there are no shapes to fit together",
            "give a LEVEL, or name a terrain set of the tileset with --wall TERRAIN",
        )
    if size[0] * size[1] > TILE_LIMIT:
        raise WriteError(f"the chunks of the layer lie {size[1]} x {size[0]} tiles apart, which is too much")
    old, there = layer.window(at, size)
    tiles, known = roles_of(old, gids, empty_role(brushes))
    if request.empty != "void" and empty_role(brushes) == Tile.VOID:
        known |= _filled(tiles, there, known, request.empty)
    painted = layer.repaint(np.where(known, drawn(tiles, old, brushes, request.beyond), old), at)
    walls = np.count_nonzero(tiles == Tile.WALL)
    return painted, f"{walls:,} walls, {painted.changed:,} tiles change"


def _filled(tiles: Roles, there: Mask, known: Mask, empty: Empty) -> Mask:
    """Make empty cells of `tiles` floor, with a notice; return which they are. `there` is where the layer has cells."""
    found: Mask = tiles == Tile.VOID
    left = 0
    if empty == "auto":
        found, left = holes(found, known & (tiles == Tile.FLOOR))
    np.logical_and(found, there, out=found)
    tiles[found] = Tile.FLOOR
    if count := int(np.count_nonzero(found)):
        text = f"{_cells(count)} became floor, as where walls were erased; --empty void leaves cells empty"
        warnings.warn(text, MazeconvNotice, stacklevel=4)
    if left:
        text = f"{_cells(left)} beside floor stay empty, as they go on to the outside; --empty floor makes all floor"
        warnings.warn(text, MazeconvNotice, stacklevel=4)
    return found


def _cells(count: int) -> str:
    return f"{count:,} empty cell{'' if count == 1 else 's'}"


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
    if min(at) < 0:
        raise WriteError(
            f"{at.col},{at.row} is not in the map of {opened.size[1]} x {opened.size[0]}",
            "only infinite maps have tiles at negative places: move the maze with --at",
        )
    if level.cols > cols or level.rows > rows:
        room = f"at {at.col},{at.row} there is room for {max(cols, 0)} x {max(rows, 0)}"
        raise WriteError(
            f"the maze of {level.cols} x {level.rows} tiles does not fit the map of "
            f"{opened.size[1]} x {opened.size[0]}",
            f"{room}: make the maze smaller, move it with --at, or enlarge the map in Tiled",
        )


def _markers(
    opened: Opened,
    level: Level,
    request: Request,
    groups: list[tuple[_Element, tuple[float, float]]],
    where: dict[_Element, Span],
) -> tuple[list[Edit[bytes]], str]:
    at = request.at
    wanted = [Marker(m.kind, m.row + at.row, m.col + at.col, m.label) for m in level.markers]
    things = [Thing(thing, offset) for group, offset in groups for thing in group.iterfind("object")]
    every = objects.held_in(things, opened.found)
    held = objects.ours(every, at, (level.rows, level.cols))
    known = _spoken_of(held, level, request)
    plan = objects.planned(known, wanted)._replace(alone=len(held) - len(known))
    _note_others((one.marker for one in every if one not in held), wanted)
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


def _note_others(left: Iterable[Marker], wanted: list[Marker]) -> None:
    """Say which starts and goals of the map stay although the level brings its own."""
    kinds = {m.kind for m in wanted} & {"start", "goal"}
    if others := [f"the {m.kind} at {m.col},{m.row}" for m in left if m.kind in kinds]:
        listed = ", ".join(others[:NAMED]) + (" and more" if len(others) > NAMED else "")
        text = f"the level brings its own, and the map keeps {listed}: delete those in Tiled, or give --no-markers"
        warnings.warn(text, MazeconvNotice, stacklevel=4)


def _spoken_of(held: list[objects.Held], level: Level, request: Request) -> list[objects.Held]:
    """Return the markers of the map that the level could have said, as it could have said them; tell of the others.

    A kind that the level has it can say, whatever its format keeps: options for reading may find more.
    """
    said = {m.kind for m in level.markers}
    out = [one for one in held if one.marker.kind in said or keeps_kind(one.marker.kind, request.keeps)]
    if "labels" not in request.keeps:
        out = [one._replace(marker=Marker(one.marker.kind, one.marker.row, one.marker.col)) for one in out]
    if left := {one.marker.kind for one in held} - {one.marker.kind for one in out}:
        text = f"the level's format holds no {', '.join(sorted(left))}, so the map's stay where they are"
        if walled := [
            m for m in (one.marker for one in held) if m.kind in left and not _on_floor(m, level, request.at)
        ]:
            text += "; no floor is now under " + ", ".join(f"{m.kind} at {m.col},{m.row}" for m in walled)
        warnings.warn(text, MazeconvNotice, stacklevel=4)
    return out


def _on_floor(marker: Marker, level: Level, at: Place) -> bool:
    return bool(level.tiles[marker.row - at.row, marker.col - at.col] == Tile.FLOOR)


def _next_id(opened: Opened, counter: str, *tags: str) -> int:
    """Return an id that is free: the map's own count, or more if that is wrong or missing."""
    used = (whole(e, "id", MAX_ID, opened.source, 0) for e in opened.root.iter(*tags) if e.get("id"))
    told = whole(opened.root, counter, MAX_ID, opened.source, 0) if opened.root.get(counter) else 1
    return max(told, max(used, default=0) + 1)


def _counter(opened: Opened, where: dict[_Element, Span], name: str, value: int) -> list[Edit[bytes]]:
    at = attribute(opened.data, where[opened.root], name)
    return [Edit(*at, b"%d" % value)] if at else []
