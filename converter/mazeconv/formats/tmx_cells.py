"""What the cells of a Tiled map are, once a rule says which tiles are wall, floor or void.

In a cell the topmost tile that is known to be wall, floor or void decides; a cell with other tiles is floor. Empty
cells are void in a map that draws its floor with tiles: it has tiles known as floor, or more cells with other tiles
than empty ones. In a map that draws its walls alone they are floor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from mazeconv.level import Tile
from mazeconv.unique import unique

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.formats.tmx_found import MapFound, TileLayer

    Roles = npt.NDArray[np.uint8]

Empty = Literal["auto", "floor", "wall", "void"]
ROLES = {"floor": Tile.FLOOR, "wall": Tile.WALL, "void": Tile.VOID}
# What a cell may show beside a role: a tile of which nothing is known, or none.
OTHER, NOTHING = 3, 4
BLOCK = 1 << 16
# Above this GID a table of all GIDs would be larger than most maps.
LARGE = 1 << 22
MOST_SMALL = 1 << 10


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
        _settle(out, NOTHING, ROLES[rule.empty if rule.empty != "auto" else "void" if drawn else "floor"])
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
