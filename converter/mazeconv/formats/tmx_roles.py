"""Which tiles of a Tiled map are wall: as the user says, or by the first of these ways that finds a wall.

1. The map's own properties `mazeconv.wall` and `mazeconv.floor`, and beside them the classes of tiles.
2. Tiles of class `wall`; those of class `floor` and `void` are what they are called.
3. Tiles with a true property called `wall`, `solid`, `collide`, `collision` or the like.
4. Layers with one of these words in their names, or `platform` or `obstacle`: all that they show is wall.
5. Tiles with a shape of Tiled's collision editor.
6. The lowest tile layer with empty cells: what it shows is wall.
7. The tile that the border of the topmost layer shows most often is wall.

From the second way on it is a guess, and a notice says it. In a cell the topmost tile that is known to be wall, floor
or void decides; a cell with other tiles is floor. Empty cells are void in a map that draws its floor with tiles: it
has tiles known as floor, or more cells with other tiles than empty ones. In a map that draws its walls
alone they are floor.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.level import Tile
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from mazeconv.formats.tmx_found import MapFound, TileLayer
    from mazeconv.formats.tmx_side_files import TileInfo, TilesetFound

    Roles = npt.NDArray[np.uint8]
    Info = tuple[int, TileInfo]

Empty = Literal["auto", "floor", "wall", "void"]
# What a cell may show beside a role: a tile of which nothing is known, or none.
OTHER, NOTHING = 3, 4
CLASSES = {"floor": Tile.FLOOR, "wall": Tile.WALL, "void": Tile.VOID}
SOLID = re.compile(r"(?:is)?(?:walls?|solid|collide[sr]?|collision|collidable|block(?:ed|s|ing)?|壁)", re.IGNORECASE)
LAYER = re.compile(r"\b(?:walls?|solids?|collisions?|collide|obstacles?|platforms?)\b|壁|かべ", re.IGNORECASE)
GIDS = re.compile(r"(?:gid:)?([0-9]{1,9})(?:-([0-9]{1,9}))?")
ID = re.compile(r"[0-9]{1,9}", re.ASCII)
BLOCK = 1 << 16
# Above this GID a table of all GIDs would be larger than most maps.
LARGE = 1 << 22
MOST_SMALL = 1 << 10
# Of each kind in a hint.
MOST_NAMES = 20


class Rule(NamedTuple):
    """Say which role GIDs and whole layers have, and what empty cells are; `told` says it in words.

    Layers go by their number from the lowest up.
    """

    told: str
    gids: dict[int, int]
    layers: dict[int, int]
    other: int = OTHER
    empty: Empty = "auto"


def tiles_of(found: MapFound, rule: Rule) -> Roles:
    """Return the tiles of a level, uint8 of the map's shape, by the topmost known tile of each cell."""
    known = np.array(sorted(rule.gids.items()), np.int64).reshape(-1, 2)
    tables = [_table(layer, rule, known, rule.layers.get(n, rule.other)) for n, layer in enumerate(found.layers)]
    out = np.full(found.size, NOTHING, np.uint8) if not tables else np.empty(found.size, np.uint8)
    # Some rows at a time stay in the processor's cache.
    step = max(1, BLOCK // found.size[1])
    others = nothing = 0
    for row in range(0, found.size[0], step):
        cells = out[row : row + step]
        for layer, table in zip(found.layers, tables, strict=True):
            gids = layer.gids[row : row + step]
            if layer is found.layers[0]:
                table.of(gids, cells)
            else:
                shown = table.of(gids)
                np.copyto(cells, shown, where=(shown < OTHER) | ((shown == OTHER) & (cells == NOTHING)))
        others += int(np.count_nonzero(cells == OTHER))
        nothing += int(np.count_nonzero(cells == NOTHING))
    if nothing:
        drawn = others > nothing or (out == Tile.FLOOR).any()
        _settle(out, NOTHING, CLASSES[rule.empty if rule.empty != "auto" else "void" if drawn else "floor"])
    if others:
        _settle(out, OTHER, Tile.FLOOR)
    return out


def _settle(tiles: Roles, code: int, role: int) -> None:
    """Make a role of a code above it in place; by arithmetic, as numpy is slow where a mask changes at random."""
    step = max(1, BLOCK // tiles.shape[1])
    for row in range(0, len(tiles), step):
        rows = tiles[row : row + step]
        rows -= (rows == code) * np.uint8(code - role)


def used_gids(layer: TileLayer) -> npt.NDArray[np.int64]:
    """Return the GIDs that a layer shows, ascending, 0 included if cells are empty."""
    most = int(layer.gids.max())
    if _sparse(layer, most):
        return unique(layer.gids).astype(np.int64)
    seen = np.zeros(most + 1, np.bool_)
    step = max(1, BLOCK // layer.gids.shape[1])
    for row in range(0, len(layer.gids), step):
        seen[layer.gids[row : row + step]] = True
    return np.flatnonzero(seen)


class Table(NamedTuple):
    """Lead from GIDs to what they are: by themselves, or if they are large by their rank in `used`, ascending."""

    roles: Roles
    used: npt.NDArray[np.int64] | None = None

    def of(self, gids: npt.NDArray[np.uint32], out: Roles | None = None) -> Roles:
        """Return what the GIDs are, in their shape, in `out` if it is given."""
        # Every GID is in the table; to look whether it is takes time.
        return self.roles.take(gids if self.used is None else np.searchsorted(self.used, gids), out=out, mode="clip")


def _table(layer: TileLayer, rule: Rule, known: npt.NDArray[np.int64], default: int) -> Table:
    """Return the table of a layer; `known` holds the GIDs of the rule, ascending, each with its role."""
    most = int(layer.gids.max())
    if _sparse(layer, most):
        used = used_gids(layer)
        some = [NOTHING if gid == 0 else int(rule.gids.get(gid, default)) for gid in used.tolist()]
        return Table(np.array(some, np.uint8), used)
    roles = np.full(most + 1, default, np.uint8)
    gids, kinds = known[: np.searchsorted(known[:, 0], most, "right")].T
    roles[gids] = kinds
    roles[0] = NOTHING
    return Table(roles)


def _sparse(layer: TileLayer, most: int) -> bool:
    """Return whether a table of all GIDs up to `most` would be larger than it is worth."""
    return most > min(LARGE, max(MOST_SMALL, layer.gids.size))


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
            warnings.warn(text, MazeconvNotice, stacklevel=4)
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
    gids = {gid: CLASSES[role] for role, some in listed.items() for gid in some if gid}
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
        warnings.warn(text, MazeconvNotice, stacklevel=2)
        return None
    if both := sorted(set(words["floor"]) & set(words["wall"])):
        text = f"the properties mazeconv.floor and .wall both list {both[0]} and are not used"
        warnings.warn(text, MazeconvNotice, stacklevel=2)
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
    known = ((gid, CLASSES.get(info.kind.casefold())) for gid, info in infos)
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
