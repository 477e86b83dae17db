"""Terrain sets of a tileset, which TSX files call wang sets: which tile has which terrain on its sides and corners."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mazeconv.autotile import LOOKS_AT, Kind, settled
from mazeconv.formats.tmx_xml import add, broken, whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.etree import _Element

    from mazeconv.source import Source

# As Tiled calls them.
TYPES: Mapping[Kind, str] = {"edges": "edge", "blob": "mixed", "corners": "corner"}
KINDS: Mapping[str, Kind] = {name: kind for kind, name in TYPES.items()}
MAX_COLOURS = 254
MAX_ID = (1 << 28) - 1


class Terrain(NamedTuple):
    """Hold a terrain of a set: its name, and the tiles for each mask of the sides and corners that have it."""

    set_name: str
    name: str
    kind: Kind
    tiles: Mapping[int, Sequence[int]]

    def place(self, tile_id: int) -> int:
        """Return the mask of a tile, or -1 for one that has none of the terrain."""
        return next((mask for mask, ids in self.tiles.items() if tile_id in ids), -1)


def add_wangset(parent: _Element, terrain: Terrain, colour: tuple[int, int, int]) -> None:
    """Append a set of one terrain. Tiled knows no tile without any terrain, so that mask 0 is left out."""
    # A colour that stands out from the tile in Tiled's overlay.
    shown = "#{:02x}{:02x}{:02x}".format(*(255 - (255 - v) // 2 for v in colour))
    element = add(parent, "wangset", name=terrain.set_name, type=TYPES[terrain.kind], tile=-1)
    add(element, "wangcolor", name=terrain.name, color=shown, tile=-1, probability=1)
    tiles = sorted((tile, mask) for mask, ids in terrain.tiles.items() if mask for tile in ids)
    for tile, mask in tiles:
        add(element, "wangtile", tileid=tile, wangid=",".join(str(mask >> bit & 1) for bit in range(8)))


def terrains_in(tileset: _Element, source: Source) -> tuple[Terrain, ...]:
    """Return the terrains of all sets in order; raise `ReadError` with the line for what Tiled would not write."""
    return tuple(
        Terrain(element.get("name", ""), name, KINDS[element.get("type", "mixed")], tiles)
        for element in tileset.iterfind("wangsets/wangset")
        if element.get("type", "mixed") in KINDS
        for name, tiles in _colours(element, source)
    )


def _colours(element: _Element, source: Source) -> list[tuple[str, dict[int, list[int]]]]:
    names = [colour.get("name", "") for colour in element.iterfind("wangcolor")]
    looked_at = LOOKS_AT[KINDS[element.get("type", "mixed")]]
    wang = []
    for tile in element.iterfind("wangtile"):
        texts = tile.get("wangid", "").split(",")
        if len(texts) != 8 or not all(v.isascii() and v.isdigit() and len(v) <= 3 for v in texts):  # noqa: PLR2004
            raise broken(
                tile, "has no wangid of eight numbers", "save the tileset in Tiled 1.5 or later", source=source
            )
        colours = [int(v) if looked_at >> bit & 1 else 0 for bit, v in enumerate(texts)]
        if max(colours) > len(names):
            raise broken(tile, f"has colour {max(colours)} of {len(names)}", "mend the terrain set", source=source)
        wang.append((whole(tile, "tileid", MAX_ID, source, least=0), colours))
    mixed = looked_at == LOOKS_AT["blob"]
    return [(name, _tiles(wang, number, mixed=mixed)) for number, name in enumerate(names, 1)]


def _tiles(wang: list[tuple[int, list[int]]], colour: int, *, mixed: bool) -> dict[int, list[int]]:
    """Return the tiles of a colour by mask: beside it they have none, or all the one with which most masks are."""
    found: dict[int, dict[int, list[int]]] = {0: {}}
    for tile, colours in sorted(wang):
        others = {c for c in colours if c != colour} - {0}
        mask = sum(1 << bit for bit, c in enumerate(colours) if c == colour)
        mask = settled(mask) if mixed else mask
        if mask and len(others) <= 1:
            found.setdefault(max(others, default=0), {}).setdefault(mask, []).append(tile)
    # What has no other colour goes with each of them.
    plain = found.pop(0)
    choices = [{mask: plain.get(mask, []) + tiles.get(mask, []) for mask in plain | tiles} for tiles in found.values()]
    return max([plain, *choices], key=len)
