"""Tilesets in XML: the default one as it is written, and what the designer's own TSX file says."""

from __future__ import annotations

from copy import deepcopy
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from msgspec import Struct

from mazeconv.errors import ReadError, UsageError
from mazeconv.formats.tmx_xml import WRITTEN_BY, add, broken, decimal, new, parse, whole
from mazeconv.formats.wangsets import Terrain, add_wangset, terrains_in
from mazeconv.level import ROLES, Tile

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from mazeconv.formats import Target
    from mazeconv.pictures.tilesets import Sheet
    from mazeconv.source import Source

MAX_TILE_PIXELS = 1 << 14
# The four upper bits of a GID turn the tile.
MAX_TILES = (1 << 28) - 1
NO_TSX = "give a .tsx file; in Tiled, File > New > New Tileset makes one of a picture"
# Where a tileset names a file relative to itself: element, the condition on it, attribute.
LINKS = (("image", "", "source"), ("property", "[@type='file']", "value"), ("object", "", "template"))


class Tileset(Struct, frozen=True):
    """Hold what a map must know of a tileset: its name, the size of its tiles in pixels and their ids.

    `grid` is the size of the diamond on which its isometric tiles stand, if it says so. `classes` leads from
    a class to its tiles; of those with places in terrain sets to the ones with the place of the first. `chances` holds
    the probabilities that are not 1. A collection of images has ids with gaps.
    """

    source: Source
    element: _Element
    name: str
    width: int
    height: int
    ids: range | frozenset[int]
    grid: tuple[int, int] | None
    classes: dict[str, tuple[int, ...]]
    chances: dict[int, float]
    terrains: tuple[Terrain, ...]

    def tile(self, tile_id: int, role: str) -> int:
        """Return `tile_id` if the tileset has that tile, else raise `UsageError` with the ones it has."""
        if tile_id not in self.ids:
            raise UsageError(
                f"{role}={tile_id} is not in {self.source.name}",
                f"it has the {len(self.ids)} tiles {min(self.ids)} to {max(self.ids)}"
                + ("" if isinstance(self.ids, range) else ", with gaps"),
            )
        return tile_id

    def link(self, target: Target) -> str:
        """Return the way from the target's folder to the TSX file; raise `UsageError` if it has no place."""
        return target.relative(self._path())

    def embedded(self, target: Target) -> _Element:
        """Return the tileset as an element for a map in the target's folder, its links relative to there."""
        element = moved(self.element, self._path().parent, self.source, target)
        # Some readers fail on a tileset without a name.
        element.set("name", self.name)
        return element

    def _path(self) -> Path:
        path = self.source.path
        if path is None:
            raise UsageError(
                "a tileset must be a file, so that the map can point to it", "give the path of a .tsx file"
            )
        return path


def moved(tileset: _Element, folder: Path, source: Source, target: Target) -> _Element:
    """Return a copy of a tileset from a file in `folder`, its links relative to the target's folder."""
    element = deepcopy(tileset)
    element.tail = None
    if link := element.get("source"):
        element.set("source", target.relative(folder / _portable(link, source)))
    for tag, condition, attribute in LINKS:
        for node in element.iterfind(f".//{tag}{condition}[@{attribute}]"):
            if link := node.get(attribute):
                node.set(attribute, target.relative(folder / _portable(link, source)))
    return element


def default_tileset(sheet: Sheet, name: str, image: str) -> _Element:
    """Return the tileset that shows the picture of `sheet`, which lies beside it as `image`."""
    root = new(
        "tileset",
        **WRITTEN_BY,
        name=name,
        tilewidth=sheet.width,
        tileheight=sheet.tile_height,
        # As Tiled counts them, with those at the end that show nothing.
        tilecount=sheet.columns * sheet.rows,
        columns=sheet.columns,
    )
    if sheet.orientation == "isometric":
        add(root, "grid", orientation="isometric", width=sheet.width, height=sheet.height)
    width, height = sheet.columns * sheet.width, sheet.rows * sheet.tile_height
    add(root, "image", source=image, width=width, height=height)
    for tile_id, picture in enumerate(sheet.pictures):
        add(root, "tile", id=tile_id, type=ROLES[picture.role])
    sets = [(Tile.FLOOR, sheet.floors, sheet.theme.floor), (Tile.WALL, sheet.walls, sheet.theme.wall)]
    if any(kind != "none" for _, kind, _ in sets):
        group = add(root, "wangsets")
        for role, kind, colour in sets:
            if kind != "none":
                add_wangset(group, Terrain(ROLES[role], ROLES[role], kind, sheet.ids(role)), colour)
    return root


def link_to(path: str) -> _Element:
    """Return the element by which a map names the TSX file at `path`, which is relative to the map."""
    return new("tileset", source=path)


def read_tileset(source: Source) -> Tileset:
    """Return the tileset in a TSX file; raise `ReadError` with the line for what Tiled would not write."""
    if source.data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        hint = "open it in Tiled and export it as .tsx (File > Export As), which JSON maps can use too"
        raise ReadError("is a tileset in JSON, and one in XML is needed", hint, source=source.name)
    root = parse(source, NO_TSX)
    if root.tag != "tileset":
        raise broken(root, f"is no tileset: its root is <{root.tag}>", "give a .tsx file", source=source)
    return tileset_in(root, source)


def size_beside(image: Source) -> int | None:
    """Return the pixels of an image's tiles as the tileset file beside it says, which has its name, or None.

    That file must lay the tiles side by side, and they must be square.
    """
    try:
        found = read_tileset(image.sibling(_stem(image) + ".tsx"))
    except ReadError:
        return None
    apart = any(found.element.get(name, "0") != "0" for name in ("spacing", "margin"))
    return None if apart or found.width != found.height else found.width


def tileset_in(root: _Element, source: Source) -> Tileset:
    """Return the tileset that an element holds, in a file of its own or in a map; raise what `read_tileset` does."""
    count = whole(root, "tilecount", MAX_TILES, source)
    ids: range | frozenset[int] = range(count)
    numbered = {whole(tile, "id", MAX_TILES - 1, source, least=0): tile for tile in root.iterfind("tile")}
    if root.find("image") is None:
        ids = frozenset(i for i, tile in numbered.items() if tile.find("image") is not None)
        if not ids:
            raise broken(root, "has no image", "add one in Tiled", source=source)
    terrains = terrains_in(root, source)
    places = {i: [t.place(i) for t in terrains] for i in numbered}
    classes: dict[str, tuple[int, ...]] = {}
    for tile_id, tile in sorted(numbered.items()):
        kind = tile.get("type") or tile.get("class") or ""
        others = classes.setdefault(kind, ())
        if tile_id in ids and (not others or places[others[0]] == places[tile_id]):
            classes[kind] = (*others, tile_id)
    chances = {i: decimal(tile, "probability", source, 1) for i, tile in numbered.items()}
    grid = root.find("grid[@orientation='isometric']")
    return Tileset(
        source=source,
        element=root,
        name=root.get("name") or _stem(source),
        width=whole(root, "tilewidth", MAX_TILE_PIXELS, source),
        height=whole(root, "tileheight", MAX_TILE_PIXELS, source),
        ids=ids,
        grid=None if grid is None else _size(grid, source),
        classes=classes,
        chances={i: max(0.0, chance) for i, chance in chances.items() if chance != 1},
        terrains=terrains,
    )


def _size(element: _Element, source: Source) -> tuple[int, int]:
    width, height = (whole(element, name, MAX_TILE_PIXELS, source) for name in ("width", "height"))
    return width, height


def _stem(source: Source) -> str:
    return PurePosixPath(source.name.replace("\\", "/")).stem


def _portable(link: str, source: Source) -> str:
    posix = link.replace("\\", "/")
    if PurePosixPath(posix).is_absolute() or PureWindowsPath(link).drive or "://" in link:
        raise UsageError(
            f"{source.name} names the absolute path {link}", "make it relative, or leave out embed-tileset"
        )
    return posix
