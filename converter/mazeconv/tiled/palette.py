"""Which tiles of a Tiled map draw floor and wall: as the user says, or by the map's own properties or tile classes.

Where a role has several tiles and a terrain set of the tileset holds them, they are chosen by it. Of several tiles
that no set holds, the first is drawn, and the others stay where they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from mazeconv.brushes import Brush
from mazeconv.errors import UsageError, did_you_mean
from mazeconv.formats.tmx_brushes import check_brushes, role_brush
from mazeconv.formats.tmx_map import OURS
from mazeconv.formats.tmx_properties import properties_of
from mazeconv.formats.tmx_roles import class_gids, own_gids
from mazeconv.formats.tmx_side_files import SideFiles, TilesetFound, read_tilesets
from mazeconv.formats.tmx_xml import whole
from mazeconv.formats.tsx import Tileset, tileset_in
from mazeconv.level import Tile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.etree import _Element

    from mazeconv.source import Source

    Brushes = Mapping[int, Brush]

GID = re.compile(r"[0-9]{1,9}", re.ASCII)
MAX_GID = (1 << 28) - 1
# Two words for no tile: 0 is the GID of an empty cell.
NONE, EMPTY = "none", "0"
ROLES = {"floor": Tile.FLOOR, "wall": Tile.WALL}


class Palette(Struct):
    """Find tiles in the tilesets of a map, which are read when they are asked for."""

    root: _Element
    source: Source
    files: SideFiles
    held: list[TilesetFound] = field(default_factory=list)

    def brushes(self, wall: str | None, floor: str | None) -> Brushes:
        """Return what draws the roles, by GIDs; a role without a brush is left empty.

        `wall` and `floor` are a GID, TILESET:ID, a terrain, TILESET:TERRAIN or "none"; None is what the map says.
        Raises `UsageError` for a tile that does not exist or is not named, and `ReadError` for a broken tileset.
        """
        told = {"floor": floor, "wall": wall}
        found = self._found([role for role, text in told.items() if text is None])
        brushes = {ROLES[role]: found[role] if text is None else self._told(text, role) for role, text in told.items()}
        check_brushes(brushes)
        return {role: brush for role, brush in brushes.items() if brush.tiles}

    @property
    def tilesets(self) -> list[TilesetFound]:
        """Return the tilesets by ascending first GID."""
        if not self.held:
            self.held = read_tilesets(self.root.findall("tileset"), self.files)
        return self.held

    def _told(self, text: str, role: str) -> Brush:
        if text in (NONE, EMPTY):
            return Brush("none", {})
        if GID.fullmatch(text):
            firsts = [whole(t, "firstgid", MAX_GID, self.source) for t in self.root.iterfind("tileset")]
            if not min(firsts, default=MAX_GID) <= int(text) <= MAX_GID:
                raise UsageError(f"--{role}: no tileset of {self.source.name} has the GID {text}")
            return _plain([int(text)])
        name, colon, what = text.rpartition(":")
        among = [t for t in self.tilesets if not colon or name in (t.name, t.stem)]
        if not among:
            hint = did_you_mean(name, [t.name for t in self.tilesets])
            raise UsageError(f"--{role}: {self.source.name} has no tileset {name!r}", hint)
        if GID.fullmatch(what):
            ids = self._whole_tileset(among[0]).ids
            if int(what) not in ids:
                hint = f"its ids go from {min(ids)} to {max(ids)}"
                raise UsageError(f"--{role}: the tileset {name} has no tile {what}", hint)
            return _plain([among[0].first + int(what)])
        whole_ones = [(one, self._whole_tileset(one)) for one in among]
        for one, tileset in whole_ones:
            if what in _terrain_names(tileset):
                return _shifted(role_brush(role, "", "none", None, what, tileset), one.first)
        known = {name for _, tileset in whole_ones for name in _terrain_names(tileset)}
        hint = did_you_mean(what, known) if known else "give a GID, TILESET:ID or none"
        raise UsageError(f"--{role}: {self.source.name} has no terrain {what!r}", hint)

    def _found(self, roles: Sequence[str]) -> dict[str, Brush]:
        """Return the brushes of the tiles that the map's own properties list, else those of the role's class."""
        if not roles:
            return {}
        gids = self.gids()
        if missing := [role for role in roles if not gids[role]]:
            raise UsageError(
                f"which tile of {self.source.name} is {' and '.join(missing)}?",
                " and ".join(f"add --{role}" for role in missing)
                + ": a GID, TILESET:ID with the id that Tiled shows, or a terrain; none leaves cells empty",
            )
        return {role: self._brush(role, gids[role]) for role in roles}

    def gids(self) -> dict[str, list[int]]:
        """Return the GIDs that are "floor", 0 being none, and "wall", by the map's own properties or by classes."""
        properties = properties_of(self.root, self.source)
        ours = {name.removeprefix(OURS): value for name, value in properties.items() if name.startswith(OURS)}
        listed = own_gids(self.tilesets, ours) or {}
        classes = class_gids(self.tilesets)
        return {
            role: listed.get(role) or sorted(gid for gid, one in classes.items() if one == tile)
            for role, tile in ROLES.items()
        }

    def _brush(self, role: str, gids: list[int]) -> Brush:
        if gids[0] == 0:
            return Brush("none", {})
        home = max((t for t in self.tilesets if t.first <= gids[0]), key=lambda t: t.first)
        if len(gids) > 1:
            tileset = self._whole_tileset(home)
            ids = {gid - home.first for gid in gids}
            terrain = next((t for t in tileset.terrains if t.name.casefold() == role), None)
            if terrain is None and len(tileset.terrains) == 1:
                terrain = tileset.terrains[0]
            shaped = {tile for some in terrain.tiles.values() for tile in some} if terrain else set()
            if terrain and len(shaped & ids) > 1:
                # What no set can hold is the tile that stands alone.
                alone = "" if role in tileset.classes else ",".join(map(str, sorted(ids - shaped)))
                return _shifted(role_brush(role, alone, terrain.kind, None, terrain.name, tileset), home.first)
        return _plain(gids)

    def _whole_tileset(self, found: TilesetFound) -> Tileset:
        element = next(t for t in self.root.iterfind("tileset") if t.get("firstgid") == str(found.first))
        link = element.get("source")
        source, root = self.files.root(element, link) if link else (self.source, element)
        return tileset_in(root, source)


def _terrain_names(tileset: Tileset) -> set[str]:
    return {name for t in tileset.terrains for name in (t.name, t.set_name)}


def _plain(gids: Sequence[int]) -> Brush:
    """Return a brush that draws the first of some tiles; the weight of the others is 0."""
    return Brush("none", {0: tuple((gid, float(n == 0)) for n, gid in enumerate(gids) if gid)})


def _shifted(brush: Brush, first: int) -> Brush:
    """Return a brush of a tileset's ids as one of GIDs."""
    return Brush(brush.kind, {m: tuple((first + i, weight) for i, weight in v) for m, v in brush.tiles.items()})
