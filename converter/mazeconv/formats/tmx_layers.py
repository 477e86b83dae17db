"""The layers of a Tiled map as they stand in its tree: their grid, their order, and the pieces with their tiles.

No tile is decoded here, so that whoever patches a map can look at one layer alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mazeconv.formats.tmx_decode import Block
from mazeconv.formats.tmx_xml import broken, decimal, whole
from mazeconv.level import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from mazeconv.errors import ReadError
    from mazeconv.source import Source

MAX_LAYERS = 10_000
MAX_CHUNKS = 1 << 18
MAX_TILE_PIXELS = 1 << 20
MAX_PLACE = 1 << 30
SQUARE = ("orthogonal", "isometric")
# What else Tiled saves, and what can be done with it.
OTHER_ROOTS = {
    "tileset": ("a tileset, not a map", "give a map that uses it; -O tileset=FILE draws a level with it"),
    "template": ("an object template, not a map", "give a map; -O template=KIND:FILE draws markers with it"),
    "json": ("JSON, but no map of Tiled's: it has no layers", "give a .tmx or .tmj file"),
}


class Piece(NamedTuple):
    """Hold where a rectangle of a layer begins, in the file's own count, the element with its tiles, and their form."""

    row: int
    col: int
    element: _Element
    block: Block


def head_of(root: _Element, source: Source) -> tuple[str, tuple[float, float], tuple[int, int] | None]:
    """Return the orientation of a map, its grid, (width, height) in pixels, and its rows and columns.

    None is the size of an infinite map. Raises `ReadError` with the line.
    """
    if root.tag != "map":
        what, hint = OTHER_ROOTS.get(str(root.tag), (f"no map: its root is <{root.tag}>", "give a .tmx or .tmj file"))
        raise broken(root, f"is {what}", hint, source=source)
    width, height = (whole(root, name, MAX_TILE_PIXELS, source) for name in ("tilewidth", "tileheight"))
    infinite = root.get("infinite", "0") not in ("0", "false")
    # Tiled gives infinite maps a size too, but it says nothing.
    return root.get("orientation", "orthogonal"), (width, height), None if infinite else _size(root, source)


def walk(root: _Element, source: Source) -> Iterator[tuple[_Element, tuple[float, float]]]:
    """Yield all layers but groups, from the lowest up, each with its offset in pixels and that of its groups."""
    stack = [(child, (0.0, 0.0)) for child in reversed(root)]
    count = 0
    while stack:
        element, (x, y) = stack.pop()
        if element.tag not in ("layer", "objectgroup", "group"):
            continue
        count += 1
        if count > MAX_LAYERS:
            raise broken(element, f"there are more than {MAX_LAYERS:,} layers", source=source)
        offset = (x + decimal(element, "offsetx", source), y + decimal(element, "offsety", source))
        if element.tag == "group":
            stack.extend((child, offset) for child in reversed(element))
        else:
            yield element, offset


def pieces(source: Source, layer: _Element, size: tuple[int, int] | None, limit: int) -> Iterator[Piece]:
    """Yield the pieces of a tile layer, one if the map has the `size`, the chunks if it is None, being infinite.

    Raises `ReadError` with the line for what does not fit, and for more than `limit` tiles.
    """
    name = f"layer {layer.get('name', '')!r}"
    data = layer.find("data")
    if data is None:
        raise broken(layer, f"{name} has no data", "open and save the map in Tiled", source=source)
    if size is not None:
        # Layers of old files need not repeat the size of the map.
        own = _size(layer, source) if layer.get("width") or layer.get("height") else size
        if own != size:
            message = f"{name} is {own[1]} x {own[0]} tiles, the map {size[1]} x {size[0]}"
            raise broken(layer, message, "open and save the map in Tiled", source=source)
        if size[0] * size[1] > limit:
            raise too_many(layer, size[0] * size[1], limit, source)
        yield Piece(0, 0, data, _block(source, data, data, size, name))
        return
    for number, chunk in enumerate(data.iterfind("chunk")):
        if number >= MAX_CHUNKS:
            raise broken(chunk, f"{name} has more than {MAX_CHUNKS:,} chunks", source=source)
        col, row = (whole(chunk, axis, MAX_PLACE, source, least=-MAX_PLACE) for axis in ("x", "y"))
        shape = _size(chunk, source)
        limit -= shape[0] * shape[1]
        if limit < 0:
            raise too_many(chunk, shape[0] * shape[1], limit + shape[0] * shape[1], source)
        yield Piece(row, col, chunk, _block(source, data, chunk, shape, f"the chunk at {col},{row} of {name}"))


def too_many(element: _Element, count: int, limit: int, source: Source) -> ReadError:
    """Return the error of an element whose tiles are more than the `limit` that is left."""
    return broken(
        element,
        f"{count:,} tiles are more than the limit of {limit:,} for all layers together leaves",
        "a larger tile-limit allows them",
        source=source,
    )


def _block(source: Source, data: _Element, place: _Element, size: tuple[int, int], name: str) -> Block:
    """Return what is known of the tiles in `place`, which is `data` or a chunk of it."""

    def fail(message: str, hint: str, cell: int | None = None) -> ReadError:
        at: list[str | int] = ["data"] if cell is None else ["data", cell]
        return broken(place, f"{name} {message}", hint, source=source, at=at)

    return Block(*size, data.get("encoding", ""), data.get("compression", ""), fail)


def _size(element: _Element, source: Source) -> tuple[int, int]:
    return whole(element, "height", MAX_SIDE, source), whole(element, "width", MAX_SIDE, source)
