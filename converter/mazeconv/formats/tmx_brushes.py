"""From the designer's own tileset, and what the user says of it, to the brushes that draw a level with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mazeconv.autotile import LOOKS_AT, SIDES, Kind, masks, nearest
from mazeconv.brushes import Brush, Variants
from mazeconv.errors import UsageError, did_you_mean, notify
from mazeconv.formats.numbers import check_apart
from mazeconv.formats.tmx_options import IDS
from mazeconv.level import ROLES, Tile
from mazeconv.wall_table import read_table, shape_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mazeconv.formats.tmx_options import WriteOptions
    from mazeconv.formats.tsx import Tileset
    from mazeconv.formats.wangsets import Terrain
    from mazeconv.source import Source

# How many shapes a notice names.
EXAMPLES = 4


def own_brushes(options: WriteOptions, tileset: Tileset) -> dict[int, Brush]:
    """Return the brushes for wall and, unless it is to be empty, floor.

    Raises `UsageError` for what the tileset does not have, and `ReadError` for a table that is none.
    """
    found = {
        Tile.WALL: role_brush("wall", options.wall, options.autotile, options.wall_table, options.wall_terrain, tileset)
    }
    if options.floor != "none":
        found[Tile.FLOOR] = role_brush(
            "floor", options.floor, options.floor_autotile, options.floor_table, options.floor_terrain, tileset
        )
    check_brushes(found)
    missing = " and ".join(ROLES[role] for role, brush in found.items() if not brush.tiles)
    if missing:
        raise UsageError(
            f"which tile of {tileset.source.name} is {missing}?",
            "add wall=ID and floor=ID, the ids that Tiled shows for its tiles; floor=none leaves floor empty",
        )
    return found


def check_brushes(brushes: Mapping[int, Brush]) -> None:
    """Raise `UsageError` if roles share a tile, as the map could not be read again."""
    check_apart({ROLES[role]: brush.ids for role, brush in sorted(brushes.items())}, "tile")


def role_brush(role: str, told: str, kind: Kind, table: Source | None, terrain: str, tileset: Tileset) -> Brush:
    """Return the brush of a role, empty if nothing says its tiles."""
    plain = _variants(told, role, tileset) if told else _equal(tileset.classes.get(role, ()), tileset)
    if table is not None:
        lines = read_table(table, "7")
        known = {mask: _variants(_ids(text, mask, table), f"{role}-table", tileset) for mask, text in lines.items()}
        corners = any(mask & ~SIDES for mask in known)
        kind = kind if kind != "none" else "blob" if corners else "edges"
        return _whole(kind, known, plain if told else (), f"the table {table.name}")
    if kind == "none" and not terrain:
        return Brush("none", {0: plain} if plain else {})
    chosen = _terrain(role, kind, terrain, tileset)
    kind = chosen.kind if chosen.kind != "blob" or kind == "none" else kind
    of_mask = {mask: _equal(ids, tileset) for mask, ids in chosen.tiles.items()}
    # A tile alone has no terrain around it, so that no set can hold it.
    if plain and 0 not in of_mask:
        of_mask[0] = plain
    name = f"the terrain {chosen.name} of {tileset.source.name}"
    return _whole(kind, {mask: v for mask, v in of_mask.items() if v}, plain if told else (), name)


def _whole(kind: Kind, known: Mapping[int, Variants], others: Variants, name: str) -> Brush:
    """Return a brush with tiles for all masks: those not known are `others`, or what comes nearest, with a notice."""
    if not known and not others:
        raise UsageError(f"{name} has no tiles", "give its tiles the terrain in Tiled")
    tiles = {mask: known.get(mask) or others or known[nearest(mask, known)] for mask in masks(kind)}
    missing = [mask for mask in tiles if mask and mask not in known]
    if missing and not others:
        words = ", ".join(shape_name(mask & LOOKS_AT[kind]) for mask in missing[:EXAMPLES])
        more = ", …" if len(missing) > EXAMPLES else ""
        notify(f"{name} has no tile for {len(missing)} of {len(tiles)} shapes ({words}{more}): the nearest is used")
    return Brush(kind, tiles)


def _terrain(role: str, kind: Kind, told: str, tileset: Tileset) -> Terrain:
    """Return the terrain that the user names, or the one called as the role; of several the one for the kind."""
    name = (told or role).casefold()
    among = [t for t in tileset.terrains if name in (t.name.casefold(), t.set_name.casefold())]
    if not among and not told and role == "wall" and len(tileset.terrains) == 1:
        among = list(tileset.terrains)
    if not among:
        names = [t.name for t in tileset.terrains]
        raise UsageError(
            f"{tileset.source.name} has no terrain {told or role!r}",
            (did_you_mean(told, names) if told else f"its terrains: {', '.join(names)}; add {role}-terrain=NAME")
            if names
            else f"draw a terrain set in Tiled, or add {role}-table=FILE",
        )
    return max(among, key=lambda t: (t.kind == kind, t.kind == "blob"))


def _ids(text: str, mask: int, table: Source) -> str:
    if not re.fullmatch(IDS, text):
        raise UsageError(
            f"the wall table {table.name} has {text!r} for the shape {shape_name(mask)!r}",
            'write ids with or without weights: 7 or "7:3,8:1"',
        )
    return text


def _variants(text: str, role: str, tileset: Tileset) -> Variants:
    pairs = [item.partition(":") for item in text.split(",")]
    ids = [tileset.tile(int(tile), role) for tile, _, _ in pairs]
    if not any(weight for _, _, weight in pairs):
        return _equal(ids, tileset)
    return tuple((tile, int(weight or 1)) for tile, (_, _, weight) in zip(ids, pairs, strict=True))


def _equal(ids: Iterable[int], tileset: Tileset) -> Variants:
    """Return tiles with their own probabilities as weights; one that is never to be chosen is left out."""
    there = [tile for tile in ids if tile in tileset.ids]
    chosen = tuple((tile, tileset.chances.get(tile, 1)) for tile in there if tileset.chances.get(tile, 1) > 0)
    return chosen or tuple((tile, 1) for tile in there)
