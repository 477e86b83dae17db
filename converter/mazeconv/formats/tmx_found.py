"""What stands in a Tiled map, whoever wrote it: its tile layers as GIDs, its objects, tilesets and properties.

Nothing is decided here about what a tile is or which object is a marker. Infinite maps are cropped to the used area.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct, field

from mazeconv.errors import ReadError, notify
from mazeconv.formats.tmx_decode import decoded, from_list
from mazeconv.formats.tmx_layers import SQUARE, Piece, head_of, pieces, too_many, walk
from mazeconv.formats.tmx_lost import tell_of_looks
from mazeconv.formats.tmx_parse import File, parse_any
from mazeconv.formats.tmx_properties import properties_of
from mazeconv.formats.tmx_xml import broken, whole
from mazeconv.level import MAX_SIDE

if TYPE_CHECKING:
    import numpy.typing as npt
    from lxml.etree import _Element

    from mazeconv.level import Scalar
    from mazeconv.source import Source

    Gids = npt.NDArray[np.uint32]

MAX_GID = (1 << 32) - 1
KNOWN = frozenset({"properties", "tileset", "layer", "objectgroup", "imagelayer", "group", "editorsettings"})


class TileLayer(Struct, frozen=True):
    """Hold a tile layer: its name, its GIDs without turns, uint32 of the shape of the map, and its groups' names."""

    name: str
    gids: Gids
    groups: tuple[str, ...] = ()


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
            raise too_many(root, size[0] * size[1] * len(layers), tile_limit, source)
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


def _check_children(root: _Element, source: Source) -> None:
    unknown = sorted({str(child.tag) for child in root} - KNOWN)
    if unknown:
        _notice(f"unknown elements of the map are left out: {', '.join(unknown)}")
    layered = False
    for child in root:
        layered = layered or child.tag in ("layer", "group")
        if child.tag == "tileset" and layered:
            raise broken(child, "a tileset stands after a layer", "open and save the map in Tiled", source=source)


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


def _notice(text: str) -> None:
    notify(text)
