"""Putting a level into a Tiled map: from the bytes of the file to new ones that differ only in what was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from mazeconv.edits import apply
from mazeconv.errors import WriteError
from mazeconv.formats import EVERYTHING
from mazeconv.formats.tmx_decode import BARE
from mazeconv.formats.tmx_layers import pieces
from mazeconv.formats.tmx_side_files import SideFiles, gaps_between, tell_lost
from mazeconv.formats.tmx_xml import broken
from mazeconv.level import Level, Place
from mazeconv.tiled.drawing import Beyond
from mazeconv.tiled.layer import TILE_LIMIT, Layer, Repainted
from mazeconv.tiled.markers import marker_edits
from mazeconv.tiled.opened import Opened, open_map
from mazeconv.tiled.palette import Palette
from mazeconv.tiled.repainting import Empty, painted_level, repainted
from mazeconv.tiled.spans import coded
from mazeconv.unique import unique

if TYPE_CHECKING:
    from mazeconv.formats import Keep
    from mazeconv.source import Source

TOP_LEFT = Place(0, 0)


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


def patch(source: Source, level: Level | None, request: Request) -> Patched:
    """Return the map's bytes with the level in it; without one, its own walls are drawn again as they fit together.

    Raises `ReadError` for what is no map, `UsageError` for names that do not exist, and `WriteError` when the level
    does not fit.
    """
    code = coded(source)
    opened = open_map(source, code.data)
    element = opened.tile_layer(request.layer)
    if level is not None:
        _check_fit(level, opened, request.at)
    palette = Palette(opened.root, source, SideFiles(source, request.outside))
    brushes = palette.brushes(request.wall, request.floor)
    places = list(pieces(source, element, opened.size, TILE_LIMIT))
    if places and not places[0].block.encoding:
        message = f"the layer {element.get('name')} holds its tiles as XML elements, which cannot be patched"
        hint = "in Tiled choose CSV at Map > Map Properties > Tile Layer Format, and save the map"
        raise broken(element, message, hint, source=source)
    wanted = [piece.element for piece in places] + [opened.root, opened.root[-1]]
    if marked := opened.marker_layer():
        wanted += [marked[0], *marked[0]]
    where = opened.places(wanted)
    layer = Layer.of(opened.data, [(piece, where[piece.element]) for piece in places])
    if level is None:
        painted, line = repainted(layer, brushes, palette, request.beyond, request.empty)
    else:
        painted, line = painted_level(layer, level, request.at, brushes, request.beyond)
    _tell_lost(painted, palette)
    edits, summary = painted.edits, [f"layer {element.get('name')}: {line}"]
    if level is not None and request.markers:
        more, line = marker_edits(opened, level, request.at, request.keeps, where)
        edits = [*edits, *more]
        summary.append(line)
    return Patched(code.back(apply(opened.data, edits)), tuple(summary))


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


def _tell_lost(painted: Repainted, palette: Palette) -> None:
    """Say what the layer still shows that is of no tileset, if these were read at all."""
    if not palette.held:
        return
    gaps = gaps_between(palette.held)
    bare = [words & np.uint32(BARE) for words in painted.words]
    if high := [gids for gids in bare if gids.max(initial=0) >= gaps.lowest]:
        tell_lost(gaps, unique(np.concatenate(high, axis=None)))
