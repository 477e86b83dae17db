"""The files that a Tiled map names: external tilesets and object templates, each read once and within bounds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct, field

from mazeconv.errors import ReadError, notify
from mazeconv.formats.tmx_parse import parse_any
from mazeconv.formats.tmx_properties import properties_of
from mazeconv.formats.tmx_xml import broken, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from lxml.etree import _Element

    from mazeconv.level import Scalar
    from mazeconv.source import Source

MAX_GID = (1 << 28) - 1
MAX_TILE_PIXELS = 1 << 20
# All side files of a map together.
MAX_BYTES = 1 << 28
MAX_FILES = 10_000
# What no GID reaches, and how many GIDs a notice names.
BEYOND, EXAMPLES = 1 << 32, 3


class TileInfo(NamedTuple):
    """Hold what a tileset says of a tile: its class, its properties, and whether it has collision shapes."""

    kind: str
    properties: dict[str, Scalar]
    solid: bool


class TilesetFound(Struct, frozen=True):
    """Hold a tileset of a map: its first GID, its name, its file's stem and what it says of its tiles by id.

    `count` is how many ids it has, those of gaps included, 0 if it does not say so.
    """

    first: int
    name: str
    stem: str
    tiles: dict[int, TileInfo]
    count: int = 0


class SideFiles(Struct):
    """Read what a map names; each file counts against one budget. `outside` allows other folders than the map's."""

    source: Source
    outside: bool
    left: int = MAX_BYTES
    roots: dict[str, tuple[Source, _Element]] = field(default_factory=dict)

    def root(self, element: _Element, link: str) -> tuple[Source, _Element]:
        """Return the file that an element of the map names, and its root; raise `ReadError` with the line."""
        if link not in self.roots:
            if len(self.roots) >= MAX_FILES:
                raise broken(element, f"the map names more than {MAX_FILES:,} files", source=self.source)
            try:
                hint = "allow it by outside=yes when reading (-I outside=yes)"
                found = self.source.sibling(link, self.left, outside=self.outside, hint=hint)
            except ReadError as error:
                if error.source != self.source.name:
                    # The line that names the file is what a designer can mend.
                    raise broken(element, f"names a file: {error.message}", error.hint, source=self.source) from error
                message = error.message.removeprefix(f"{self.source.name}: ")
                raise broken(element, message, error.hint, source=self.source) from error
            self.left -= len(found.data)
            self.roots[link] = found, parse_any(found).root
        return self.roots[link]


def read_tilesets(elements: list[_Element], files: SideFiles) -> list[TilesetFound]:
    """Return the tilesets of a map by ascending first GID, with their side files read."""
    out = []
    for element in elements:
        first = whole(element, "firstgid", MAX_GID, files.source)
        link = element.get("source")
        source, root = files.root(element, link) if link else (files.source, element)
        if root.tag != "tileset":
            raise broken(root, f"is no tileset: its root is <{root.tag}>", "give a .tsx file", source=source)
        for name in ("tilewidth", "tileheight"):
            whole(root, name, MAX_TILE_PIXELS, source)
        stem = PurePosixPath((link or "").replace("\\", "/")).stem
        tiles = _tiles(root, source)
        count = whole(root, "tilecount", MAX_GID, source, least=0) if root.get("tilecount") else 0
        # A collection of images has ids with gaps.
        count = max(count, max(tiles) + 1) if count and tiles else count
        out.append(TilesetFound(first, root.get("name") or stem, stem, tiles, count))
    out.sort(key=lambda tileset: tileset.first)
    for lower, upper in pairwise(out):
        if lower.first == upper.first:
            message = f"two tilesets begin at GID {upper.first}"
            raise broken(elements[0], message, "open and save the map in Tiled", source=files.source)
    return out


class Gaps(NamedTuple):
    """Hold the GIDs that are of no tile: from each of `starts` up to and without that of `stops`, and the lowest."""

    starts: npt.NDArray[np.int64]
    stops: npt.NDArray[np.int64]
    lowest: int


def gaps_between(tilesets: Sequence[TilesetFound]) -> Gaps:
    """Return which GIDs are of no tile; where a tileset does not say how many it has, all up to the next are.

    There is at least one tileset.
    """
    nexts = [*(tileset.first for tileset in tilesets[1:]), BEYOND]
    ends = [t.first + t.count if t.count else after for t, after in zip(tilesets, nexts, strict=True)]
    gaps = [(1, tilesets[0].first), *zip(ends, nexts, strict=True)]
    # Gaps ascend, and an empty one at 0 comes before all GIDs.
    starts, stops = np.array([(0, 0), *(gap for gap in gaps if gap[0] < gap[1])], np.int64).T
    return Gaps(starts, stops, int(starts[1]) if len(starts) > 1 else BEYOND)


def tell_lost(gaps: Gaps, shown: npt.NDArray[np.integer]) -> None:
    """Say which of the GIDs that a map shows are of no tile."""
    lost = shown[shown < gaps.stops[np.searchsorted(gaps.starts, shown, "right") - 1]].tolist()
    if lost:
        some = ", ".join(map(str, lost[:EXAMPLES])) + ", …" * (len(lost) > EXAMPLES)
        text = f"the map shows tiles that its tilesets do not have, and Tiled marks in red: GID {some}"
        notify(text)


def _tiles(root: _Element, source: Source) -> dict[int, TileInfo]:
    out = {}
    for tile in root.iterfind("tile"):
        kind = tile.get("type") or tile.get("class") or ""
        solid = tile.find("objectgroup/object") is not None
        out[whole(tile, "id", MAX_GID, source, least=0)] = TileInfo(kind, properties_of(tile, source), solid)
    return out
