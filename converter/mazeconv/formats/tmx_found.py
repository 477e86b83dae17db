"""What stands in a Tiled map, whoever wrote it: its tile layers as GIDs, its objects, tilesets and properties.

Nothing is decided here about what a tile is or which object is a marker. Infinite maps are cropped to the used area.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct, field

from mazeconv.errors import MazeconvNotice, ReadError
from mazeconv.formats.tmj_parse import parse_json
from mazeconv.formats.tmx_decode import Block, Text, decoded, from_list
from mazeconv.formats.tmx_lost import tell_of_looks
from mazeconv.formats.tmx_properties import properties_of
from mazeconv.formats.tmx_xml import broken, decimal, parse_apart, whole
from mazeconv.level import MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt
    from lxml.etree import _Element

    from mazeconv.level import Scalar
    from mazeconv.source import Source

    Gids = npt.NDArray[np.uint32]

MAX_LAYERS = 10_000
MAX_CHUNKS = 1 << 18
MAX_TILE_PIXELS = 1 << 20
MAX_PLACE = 1 << 30
MAX_GID = (1 << 32) - 1
SQUARE = ("orthogonal", "isometric")
# What else Tiled saves, and what can be done with it.
OTHER_ROOTS = {
    "tileset": ("a tileset, not a map", "give a map that uses it; -O tileset=FILE draws a level with it"),
    "template": ("an object template, not a map", "give a map; -O template=KIND:FILE draws markers with it"),
    "json": ("JSON, but no map of Tiled's: it has no layers", "give a .tmx or .tmj file"),
}
KNOWN = frozenset({"properties", "tileset", "layer", "objectgroup", "imagelayer", "group", "editorsettings"})


class TileLayer(Struct, frozen=True):
    """Hold a tile layer: its name, its GIDs without turns, uint32 of the shape of the map, and its groups' names."""

    name: str
    gids: Gids
    groups: tuple[str, ...] = ()


class Piece(NamedTuple):
    """Hold where a rectangle of a layer begins, in the file's own count, the element with its tiles, and their form."""

    row: int
    col: int
    element: _Element
    block: Block


class Thing(NamedTuple):
    """Hold an object as it stands in the file, and by how many pixels its layers move it."""

    element: _Element
    offset: tuple[float, float]


class MapFound(Struct, frozen=True):
    """Hold a map: `origin` is the row and column of its first tile in the file's own count, 0 unless infinite."""

    source: Source
    orientation: str
    grid: tuple[float, float]
    origin: tuple[int, int]
    size: tuple[int, int]
    properties: dict[str, Scalar]
    tilesets: list[_Element]
    layers: list[TileLayer]
    things: list[Thing] = field(default_factory=list)


class File(NamedTuple):
    """Hold a file of Tiled's as a tree; large texts of tile data stand in `texts`, "@" and a number in their place.

    `turned` says that GIDs keep the bits that turn a tile.
    """

    source: Source
    root: _Element
    texts: list[Text]
    turned: bool = False

    def text(self, element: _Element) -> Text:
        """Return the text of tile data."""
        told = element.text or ""
        number = told[1:].strip()
        if told[:1] == "@" and number.isascii() and number.isdigit() and int(number[:9]) < len(self.texts):
            return self.texts[int(number[:9])]
        data = told.encode("utf-8", "replace")
        return Text(data, 0, len(data))


def parse_any(source: Source) -> File:
    """Return a file of Tiled's, XML or JSON, which its first character tells; raise `ReadError` with the line."""
    if not source.data or source.data.isspace():
        raise ReadError("is empty", "save it again in Tiled", source=source.name, line=1)
    if first_of(source) in (b"{", b"["):
        root, texts = parse_json(source)
        return File(source, root, [Text(text, 0, len(text)) for text in texts])
    root, spans = parse_apart(source)
    return File(source, root, [Text(source.data, *span) for span in spans])


def first_of(source: Source) -> bytes:
    """Return the first character of a file of any encoding that is no space, as ASCII; none of an empty file."""
    return source.data[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1]


def find_map(source: Source, tile_limit: int, *, turned: bool = False) -> MapFound:
    """Return what stands in a TMX or TMJ file; raise `ReadError` with the line or the place for what is broken.

    All layers together may hold `tile_limit` tiles. `turned` keeps the bits that turn a tile.
    """
    file = parse_any(source)._replace(turned=turned)
    root = file.root
    orientation, grid, told_size = head_of(root, source)
    if orientation not in SQUARE:
        _notice(
            f"the map is {orientation}: its rows are read as those of a square grid, so that tiles have other "
            "neighbours, and its objects are left out"
        )
    _check_children(root, source)
    tell_of_looks(root, source)
    layers: list[tuple[_Element, list[tuple[int, int, Gids]]]] = []
    things: list[Thing] = []
    left = tile_limit
    for element, offset in walk(root, source):
        if element.tag == "layer":
            chunks = [(p.row, p.col, _gids(file, p)) for p in pieces(source, element, told_size, left)]
            left -= sum(gids.size for _, _, gids in chunks)
            layers.append((element, chunks))
        elif element.tag == "objectgroup":
            things.extend(Thing(thing, offset) for thing in element.iterfind("object"))
    origin, size = (0, 0), told_size
    if size is None:
        origin, size = _used(layers, source)
        if size[0] * size[1] * max(1, len(layers)) > tile_limit:
            raise _too_many(root, size[0] * size[1] * len(layers), tile_limit, source)
    return MapFound(
        source=source,
        orientation=orientation,
        grid=grid,
        origin=origin,
        size=size,
        properties=properties_of(root, source),
        tilesets=root.findall("tileset"),
        layers=[
            TileLayer(
                element.get("name", ""),
                _joined(chunks, origin, size),
                tuple(group.get("name", "") for group in element.iterancestors("group")),
            )
            for element, chunks in layers
        ],
        things=things if orientation in SQUARE else [],
    )


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


def _check_children(root: _Element, source: Source) -> None:
    unknown = sorted({str(child.tag) for child in root} - KNOWN)
    if unknown:
        _notice(f"unknown elements of the map are left out: {', '.join(unknown)}")
    layered = False
    for child in root:
        layered = layered or child.tag in ("layer", "group")
        if child.tag == "tileset" and layered:
            raise broken(child, "a tileset stands after a layer", "open and save the map in Tiled", source=source)


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


def _size(element: _Element, source: Source) -> tuple[int, int]:
    return whole(element, "height", MAX_SIDE, source), whole(element, "width", MAX_SIDE, source)


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
            raise _too_many(layer, size[0] * size[1], limit, source)
        yield Piece(0, 0, data, _block(source, data, data, size, name))
        return
    for number, chunk in enumerate(data.iterfind("chunk")):
        if number >= MAX_CHUNKS:
            raise broken(chunk, f"{name} has more than {MAX_CHUNKS:,} chunks", source=source)
        col, row = (whole(chunk, axis, MAX_PLACE, source, least=-MAX_PLACE) for axis in ("x", "y"))
        shape = _size(chunk, source)
        limit -= shape[0] * shape[1]
        if limit < 0:
            raise _too_many(chunk, shape[0] * shape[1], limit + shape[0] * shape[1], source)
        yield Piece(row, col, chunk, _block(source, data, chunk, shape, f"the chunk at {col},{row} of {name}"))


def _block(source: Source, data: _Element, place: _Element, size: tuple[int, int], name: str) -> Block:
    """Return what is known of the tiles in `place`, which is `data` or a chunk of it."""

    def fail(message: str, hint: str, cell: int | None = None) -> ReadError:
        at: list[str | int] = ["data"] if cell is None else ["data", cell]
        return broken(place, f"{name} {message}", hint, source=source, at=at)

    return Block(*size, data.get("encoding", ""), data.get("compression", ""), fail)


def _gids(file: File, piece: Piece) -> Gids:
    element, block = piece.element, piece.block._replace(turned=file.turned)
    if block.encoding:
        return decoded(file.text(element), block)
    values = [whole(tile, "gid", MAX_GID, file.source, 0) if tile.get("gid") else 0 for tile in element]
    return from_list(values, block)


def _used(
    layers: list[tuple[_Element, list[tuple[int, int, Gids]]]], source: Source
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first row and column, and the height and width, of what holds all tiles."""
    boxes = []
    for _, chunks in layers:
        for row, col, gids in chunks:
            rows, cols = np.flatnonzero(gids.any(axis=1)), np.flatnonzero(gids.any(axis=0))
            if rows.size:
                boxes.append((row + rows[0], col + cols[0], row + rows[-1] + 1, col + cols[-1] + 1))
    if not boxes:
        raise ReadError("is an infinite map without tiles", "draw something first", source=source.name)
    box = np.array(boxes)
    top, left = (int(v) for v in box[:, :2].min(axis=0))
    bottom, right = (int(v) for v in box[:, 2:].max(axis=0))
    if max(bottom - top, right - left) > MAX_SIDE:
        raise ReadError(f"uses {right - left} x {bottom - top} tiles, which is too much", source=source.name)
    return (top, left), (bottom - top, right - left)


def _joined(chunks: list[tuple[int, int, Gids]], origin: tuple[int, int], size: tuple[int, int]) -> Gids:
    if len(chunks) == 1 and chunks[0][:2] == origin and chunks[0][2].shape == size:
        return chunks[0][2]
    out = np.zeros(size, np.uint32)
    for row, col, gids in chunks:
        top, left = row - origin[0], col - origin[1]
        inside = gids[max(0, -top) : max(0, size[0] - top), max(0, -left) : max(0, size[1] - left)]
        if inside.size:
            at_row, at_col = max(0, top), max(0, left)
            out[at_row : at_row + inside.shape[0], at_col : at_col + inside.shape[1]] = inside
    return out


def _too_many(element: _Element, count: int, limit: int, source: Source) -> ReadError:
    return broken(
        element,
        f"{count:,} tiles are more than the limit of {limit:,} for all layers together leaves",
        "a larger tile-limit allows them",
        source=source,
    )


def _notice(text: str) -> None:
    warnings.warn(text, MazeconvNotice, stacklevel=3)
