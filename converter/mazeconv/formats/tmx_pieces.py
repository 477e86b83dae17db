"""Maps put together of pieces that a designer drew: for each tile of the level a copy of N x N tiles.

The designer's map is four pieces wide. Its first four rows of pieces are floor of RoadType 0 to 15, see `road_type`; a
fifth row, which may be missing, holds wall and void. All its tile layers and tilesets go into the new map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import ReadError, UsageError, WriteError, notify
from mazeconv.formats.tmx_found import find_map
from mazeconv.formats.tmx_map import Drawing, Layer
from mazeconv.formats.tmx_options import WriteOptions
from mazeconv.formats.tmx_xml import whole
from mazeconv.formats.tsx import moved
from mazeconv.level import MAX_SIDE, Level, Tile
from mazeconv.road_type import road_types

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.formats import Target
    from mazeconv.pictures.tilesets import Orientation
    from mazeconv.source import Source

ACROSS = 4
ROAD_TYPES = 16
WALL, VOID = ROAD_TYPES, ROAD_TYPES + 1
MOST = 1 << 20
MAX_TILES = 1 << 28
MAX_GID = (1 << 28) - 1
# What has no meaning beside pieces.
OTHERS = (
    *("tileset", "wall", "floor", "wall_table", "floor_table", "wall_terrain", "floor_terrain"),
    *("autotile", "floor_autotile", "layers", "tile_size", "embed_tileset"),
)


def pieces_drawing(level: Level, options: WriteOptions, target: Target) -> Drawing:
    """Return how a map of pieces draws the level.

    Raises `ReadError` for what is no map of pieces, `UsageError` for options that exclude it, `WriteError` for a map
    that would be too large.
    """
    source = options.stamps
    if source is None or source.path is None:
        raise UsageError("a map of pieces must be a file", "give the path of a .tmx file")
    clash = [name for name in OTHERS if getattr(options, name) not in (None, "", "none", "one", False)]
    if clash:
        raise UsageError(f"stamps and {clash[0].replace('_', '-')} exclude each other", "leave one of them out")
    if source.data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise ReadError("is JSON", "save the map of pieces as .tmx", source=source.name)
    found = find_map(source, MOST, turned=True)
    side = _side(found.size, source)
    if max(level.tiles.shape) * side > MAX_SIDE or level.tiles.size * side * side > MAX_TILES:
        raise WriteError(
            f"{level.cols} x {level.rows} pieces of {side} x {side} tiles are too many", "make the level smaller"
        )
    codes = road_types(level.tiles)
    codes[level.tiles == Tile.WALL] = WALL
    codes[level.tiles == Tile.VOID] = VOID
    orientation: Orientation = "isometric" if found.orientation == "isometric" else "orthogonal"
    if options.orientation not in (orientation, "orthogonal"):
        raise UsageError(f"the map of pieces is {found.orientation}", "leave out orientation")
    if found.things:
        notify("the objects of the pieces are left out")
    notify("a map of pieces does not say which of its tiles are wall: keep the level as .json too")
    return Drawing(
        tilesets={
            whole(element, "firstgid", MAX_GID, source): moved(element, source.path.parent, source, target)
            for element in found.tilesets
        },
        name="",
        floor=None,
        wall=(),
        orientation=orientation,
        grid=(round(found.grid[0]) * side, round(found.grid[1]) * side),
        layers=tuple(_layer(layer.name, layer.gids, codes, side) for layer in found.layers),
        pieces=side,
    )


def _side(size: tuple[int, int], source: Source) -> int:
    rows, cols = size
    side = cols // ACROSS
    if side and cols % ACROSS == 0 and rows % side == 0 and rows // side in (ACROSS, ACROSS + 1):
        return side
    raise ReadError(
        f"is no map of pieces: it is {cols} x {rows} tiles",
        "make it four pieces wide and four or five high, such as 12 x 15 tiles for pieces of 3 x 3",
        source=source.name,
    )


def _layer(name: str, gids: npt.NDArray[np.uint32], codes: npt.NDArray[np.int8], side: int) -> Layer:
    used, flat = np.unique(gids, return_inverse=True)
    kind = np.uint8 if len(used) < 256 else np.uint16 if len(used) < 1 << 16 else np.uint32  # noqa: PLR2004 - bytes
    empty = len(used)
    pieces = np.full((VOID + 1, side, side), empty, kind)
    cut = flat.reshape(gids.shape[0] // side, side, ACROSS, side).swapaxes(1, 2).reshape(-1, side, side)
    pieces[: len(cut[: VOID + 1])] = cut[: VOID + 1]
    rows, cols = codes.shape
    cells = pieces.take(codes, axis=0).swapaxes(1, 2).reshape(rows * side, cols * side)
    return Layer(name or "pieces", cells, (*used.tolist(), 0))
