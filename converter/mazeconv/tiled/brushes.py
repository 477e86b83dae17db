"""Which tiles of a Tiled map draw floor and wall: as the user says, or by the map's own properties or tile classes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mazeconv.errors import UsageError, did_you_mean
from mazeconv.formats.tmx_map import OURS
from mazeconv.formats.tmx_properties import properties_of
from mazeconv.formats.tmx_roles import class_gids, own_gids
from mazeconv.formats.tmx_side_files import SideFiles, TilesetFound, read_tilesets
from mazeconv.formats.tmx_xml import whole
from mazeconv.level import Tile

if TYPE_CHECKING:
    from lxml.etree import _Element

    from mazeconv.source import Source

GID = re.compile(r"[0-9]{1,9}", re.ASCII)
MAX_GID = (1 << 28) - 1
NONE = "none"
ROLES = {"floor": Tile.FLOOR, "wall": Tile.WALL}


class Brushes(NamedTuple):
    """Hold the GIDs that draw floor, wall and void; 0 leaves a cell empty."""

    floor: int
    wall: int
    void: int = 0


@dataclass
class Palette:
    """Find tiles in the tilesets of a map, which are read when they are asked for."""

    root: _Element
    source: Source
    files: SideFiles
    held: list[TilesetFound] = field(default_factory=list)

    def brushes(self, wall: str | None, floor: str | None) -> Brushes:
        """Return what draws the roles; `wall` and `floor` are a GID, TILESET:ID or "none".

        Raises `UsageError` for a tile that does not exist or is not named, and `ReadError` for a broken tileset.
        """
        told = {role: self._gid(text, role) for role, text in (("floor", floor), ("wall", wall)) if text is not None}
        if missing := [role for role in ROLES if role not in told]:
            told |= self._found(missing)
        return Brushes(told["floor"], told["wall"])

    @property
    def tilesets(self) -> list[TilesetFound]:
        """Return the tilesets by ascending first GID."""
        if not self.held:
            self.held = read_tilesets(self.root.findall("tileset"), self.files)
        return self.held

    def _gid(self, text: str, role: str) -> int:
        if text == NONE:
            return 0
        name, colon, number = text.rpartition(":")
        if not GID.fullmatch(number):
            raise UsageError(f"--{role} must be a GID, TILESET:ID or none, not {text!r}")
        if not colon:
            first = min((whole(t, "firstgid", MAX_GID, self.source) for t in self.root.iterfind("tileset")), default=0)
            if int(number) and (not first or int(number) < first or int(number) > MAX_GID):
                raise UsageError(f"--{role}: no tileset of {self.source.name} has the GID {number}")
            return int(number)
        tileset = next((t for t in self.tilesets if name in (t.name, t.stem)), None)
        if tileset is None:
            hint = did_you_mean(name, [t.name for t in self.tilesets])
            raise UsageError(f"--{role}: {self.source.name} has no tileset {name!r}", hint)
        self._check_id(tileset, int(number), role)
        return tileset.first + int(number)

    def _check_id(self, tileset: TilesetFound, number: int, role: str) -> None:
        """Raise `UsageError` for an id that the tileset does not have, which Tiled would draw as a red cross."""
        element = next(t for t in self.root.iterfind("tileset") if t.get("firstgid") == str(tileset.first))
        link = element.get("source")
        source, root = self.files.root(element, link) if link else (self.source, element)
        count = whole(root, "tilecount", MAX_GID, source, 0)
        # Collections of images may have gaps, and ids beyond their count.
        if number >= count and number not in tileset.tiles:
            hint = f"its ids go from 0 to {count - 1}"
            raise UsageError(f"--{role}: the tileset {tileset.name} has no tile {number}", hint)

    def _found(self, roles: list[str]) -> dict[str, int]:
        """Return the first tile that the map's own properties list, else the first of the role's class."""
        properties = properties_of(self.root, self.source)
        ours = {name.removeprefix(OURS): value for name, value in properties.items() if name.startswith(OURS)}
        listed = own_gids(self.tilesets, ours) or {}
        classes = class_gids(self.tilesets)
        out = {}
        for role in roles:
            gids = listed.get(role) or sorted(gid for gid, one in classes.items() if one == ROLES[role])
            if gids:
                out[role] = gids[0]
        if missing := [role for role in roles if role not in out]:
            raise UsageError(
                f"which tile of {self.source.name} is {' and '.join(missing)}?",
                " and ".join(f"add --{role}" for role in missing)
                + ": a GID, or TILESET:ID with the id that Tiled shows; none leaves cells empty",
            )
        return out
