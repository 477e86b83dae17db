"""Which tiles of a Tiled map are wall: as the user says, or by the first of these ways that finds a wall.

1. The map's own properties `mazeconv.wall` and `mazeconv.floor`, and beside them the classes of tiles.
2. Tiles of class `wall`; those of class `floor` and `void` are what they are called.
3. Tiles with a true property called `wall`, `solid`, `collide`, `collision` or the like.
4. Layers with one of these words in their names, or `platform` or `obstacle`: all that they show is wall.
5. Tiles with a shape of Tiled's collision editor.
6. The lowest tile layer with empty cells: what it shows is wall.
7. The tile that the border of the topmost layer shows most often is wall.

From the second way on it is a guess, and a notice says it. What a cell with several tiles is, `tmx_cells` says.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import UsageError, notify
from mazeconv.formats.tmx_cells import OTHER, ROLES, Rule, used_gids
from mazeconv.level import Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mazeconv.formats.tmx_found import MapFound
    from mazeconv.formats.tmx_side_files import TileInfo, TilesetFound

    Info = tuple[int, TileInfo]

SOLID = re.compile(r"(?:is)?(?:walls?|solid|collide[sr]?|collision|collidable|block(?:ed|s|ing)?|壁)", re.IGNORECASE)
LAYER = re.compile(r"\b(?:walls?|solids?|collisions?|collide|obstacles?|platforms?)\b|壁|かべ", re.IGNORECASE)
GIDS = re.compile(r"(?:gid:)?([0-9]{1,9})(?:-([0-9]{1,9}))?")
ID = re.compile(r"[0-9]{1,9}", re.ASCII)
# Of each kind in a hint.
MOST_NAMES = 20


def told_rule(found: MapFound, tilesets: Sequence[TilesetFound], wall: Sequence[str], floor: Sequence[str]) -> Rule:
    """Return the rule that a user's lists make; what they do not name is floor, or wall if only floor is named.

    An item is a GID or a range of them, or the name of a tile class, a tile property, a layer or a group of layers;
    `class:`, `property:` and `layer:` say which. Raises `UsageError` for a name of nothing; a GID that no layer shows
    is a notice.
    """
    gids: dict[int, int] = {}
    layers: dict[int, int] = {}
    ranges: list[tuple[str, range, int]] = []
    for items, role in ((floor, Tile.FLOOR), (wall, Tile.WALL)):
        for item in items:
            if named := GIDS.fullmatch(item):
                first, last = int(named[1]), int(named[2] or named[1])
                ranges.append((item, range(first, last + 1), role))
                continue
            tiles, numbers = _named(found, tilesets, item)
            gids |= dict.fromkeys(tiles, role)
            layers |= dict.fromkeys(numbers, role)
    if ranges:
        shown = {gid for layer in found.layers for gid in used_gids(layer).tolist()}
        unused = []
        for item, some, role in ranges:
            hits = [gid for gid in shown if gid in some]
            gids |= dict.fromkeys(hits, role)
            unused += [] if hits else [item]
        if unused:
            text = f"no layer shows a tile with the GID {', '.join(unused[:MOST_NAMES])}"
            notify(text)
    return Rule("", gids, layers, other=OTHER if wall else Tile.WALL)


def _named(found: MapFound, tilesets: Sequence[TilesetFound], item: str) -> tuple[list[int], list[int]]:
    """Return the GIDs of tiles, or the numbers of layers, that a name stands for."""
    kind, colon, name = item.partition(":")
    if not colon or kind not in ("class", "property", "layer"):
        kind, name = "", item
    name = name.casefold()
    infos = list(_infos(tilesets))
    if kind in ("", "class") and (gids := [gid for gid, info in infos if info.kind.casefold() == name]):
        return gids, []
    true = [
        gid for gid, info in infos if any(key.casefold() == name and _true(v) for key, v in info.properties.items())
    ]
    if kind in ("", "property") and true:
        return true, []
    names = [(m.name, *m.groups) for m in found.layers]
    layers = [n for n, some in enumerate(names) if name in [one.casefold() for one in some]]
    if kind in ("", "layer") and layers:
        return [], layers
    known = {
        "classes": sorted({info.kind for _, info in infos} - {""}),
        "properties": sorted({key for _, info in infos for key, value in info.properties.items() if _true(value)}),
        "layers": list(dict.fromkeys(one for some in names for one in some if one)),
    }
    listed = "; ".join(f"{what}: {', '.join(some[:MOST_NAMES]) or 'none'}" for what, some in known.items())
    raise UsageError(
        f"{found.source.name} has no tile class, tile property or layer {item!r}",
        f"{listed}; or give the GIDs of the tiles",
    )


def _infos(tilesets: Sequence[TilesetFound]) -> Iterator[Info]:
    """Yield the GIDs of which a tileset says something; those beyond the next tileset's first are not its own."""
    ends = [tileset.first for tileset in tilesets[1:]]
    for tileset, end in zip(tilesets, [*ends, 1 << 32], strict=False):
        for tile_id, info in tileset.tiles.items():
            if tileset.first + tile_id < end:
                yield tileset.first + tile_id, info


def _true(value: object) -> bool:
    return bool(value) and str(value).lower() not in ("false", "0", "no")


def own_rule(tilesets: Sequence[TilesetFound], ours: Mapping[str, object]) -> Rule | None:
    """Return the rule that mazeconv's own properties make, or None when the map has none or they fit no tileset."""
    listed = own_gids(tilesets, ours)
    if listed is None:
        return None
    gids = {gid: ROLES[role] for role, some in listed.items() for gid in some if gid}
    return Rule("", class_gids(tilesets) | gids, {}, empty="floor" if 0 in listed["floor"] else "void")


def own_gids(tilesets: Sequence[TilesetFound], ours: Mapping[str, object]) -> dict[str, list[int]] | None:
    """Return the GIDs that mazeconv's own properties list for "floor", 0 being none, and for "wall".

    None is what the map has no such properties for; if they fit no tileset or one another, there is a notice too.
    """
    if "wall" not in ours or "floor" not in ours:
        return None
    tileset = next((t for t in tilesets if ours.get("tileset") in (t.name, t.stem)), None)
    words = {role: [v.strip() for v in str(ours[role]).split(",") if v.strip()] for role in ("floor", "wall")}
    known = [word for role in words for word in words[role] if not (role == "floor" and word == "none")]
    if tileset is None or not all(ID.fullmatch(word) for word in known):
        text = "the properties mazeconv.tileset, .floor and .wall fit no tileset and are not used"
        notify(text)
        return None
    if both := sorted(set(words["floor"]) & set(words["wall"])):
        text = f"the properties mazeconv.floor and .wall both list {both[0]} and are not used"
        notify(text)
        return None
    first = tileset.first
    return {role: [0 if word == "none" else first + int(word) for word in words[role]] for role in words}


def class_gids(tilesets: Sequence[TilesetFound]) -> dict[int, int]:
    """Return the roles that tiles have by their classes, by GID."""
    return _by_class(_infos(tilesets))


def guessed_rule(found: MapFound, tilesets: Sequence[TilesetFound]) -> Rule:
    """Return the rule of the first way, from the second on, that finds a wall; the module says which there are."""
    infos = list(_infos(tilesets))
    rules = (rule for way in WAYS if (rule := way(found, infos)))
    rule = next(rules, Rule("nothing, as the map has no tile layer", {}, {}))
    return rule._replace(gids=_by_class(infos) | rule.gids)


def _by_class(infos: Iterable[Info]) -> dict[int, int]:
    known = ((gid, ROLES.get(info.kind.casefold())) for gid, info in infos)
    return {gid: role for gid, role in known if role is not None}


def _classes(_: MapFound, infos: list[Info]) -> Rule | None:
    by_class = _by_class(infos)
    return Rule("the tiles of class wall", by_class, {}) if Tile.WALL in by_class.values() else None


def _properties(_: MapFound, infos: list[Info]) -> Rule | None:
    marked = {
        gid: key for gid, info in infos for key, v in info.properties.items() if SOLID.fullmatch(key) and _true(v)
    }
    told = f"the tiles with the property {', '.join(sorted(set(marked.values())))}"
    return Rule(told, dict.fromkeys(marked, Tile.WALL), {}) if marked else None


def _named_layers(found: MapFound, _: list[Info]) -> Rule | None:
    named = {n: layer.name for n, layer in enumerate(found.layers) if LAYER.search(layer.name)}
    told = f"all tiles of the layers {', '.join(dict.fromkeys(named.values()))}"
    return Rule(told, {}, dict.fromkeys(named, Tile.WALL)) if named else None


def _shapes(found: MapFound, infos: list[Info]) -> Rule | None:
    shapes = {gid for gid, info in infos if info.solid}
    used = {gid for layer in found.layers for gid in used_gids(layer).tolist()}
    return Rule("the tiles with collision shapes", dict.fromkeys(shapes, Tile.WALL), {}) if shapes & used else None


def _lowest_layer(found: MapFound, _: list[Info]) -> Rule | None:
    number = next((n for n, layer in enumerate(found.layers) if not layer.gids.all()), None)
    if number is None:
        return None
    told = f"all tiles of the layer {found.layers[number].name}, the lowest with empty cells"
    return Rule(told, {}, {number: Tile.WALL})


def _border(found: MapFound, _: list[Info]) -> Rule | None:
    if not found.layers:
        return None
    gids = found.layers[-1].gids
    values, counts = np.unique(np.concatenate([gids[0], gids[-1], gids[:, 0], gids[:, -1]]), return_counts=True)
    gid = int(values[counts.argmax()])
    return Rule(f"tile {gid}, the most frequent of the border", {gid: Tile.WALL}, {})


WAYS = (_classes, _properties, _named_layers, _shapes, _lowest_layer, _border)
