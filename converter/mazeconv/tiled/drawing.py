"""The tiles that a level gets in a map that has tiles already: what fits there stays, with its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from mazeconv.autotile import shapes
from mazeconv.brushes import painted
from mazeconv.errors import notify
from mazeconv.formats.tmx_decode import BARE
from mazeconv.level import Tile

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from mazeconv.tiled.layer import Words
    from mazeconv.tiled.palette import Brushes

    Roles = npt.NDArray[np.uint8]

Beyond = Literal["auto", "same", "open"]


def drawn(tiles: Roles, old: Words, brushes: Brushes, beyond: Beyond, seed: str = "") -> Words:
    """Return the words that draw `tiles`, `Tile` values in the shape of `old`, the words there now.

    A tile stays that the brush may draw there. `beyond` is that of the format
    tmx; "auto" is what most of `old` looks like.
    """
    if Tile.FLOOR not in brushes and (tiles == Tile.VOID).any():
        notice = "void tiles are left empty as floor tiles are, and read back as floor"
        notify(notice)
    bare = old & np.uint32(BARE)
    goes_on = _goes_on(old, bare, brushes) if beyond == "auto" else beyond == "same"
    gids = _painted(tiles, brushes, seed, beyond=goes_on)
    stays = (gids == bare) | _fits(tiles, bare, brushes, beyond=goes_on)
    return np.where(stays, old, gids)


def _painted(tiles: Roles, brushes: Brushes, seed: str, *, beyond: bool) -> Words:
    found = painted(tiles, brushes, seed, beyond=beyond)
    return np.array([gid or 0 for gid in found.ids], np.uint32).take(found.cells)


def _goes_on(old: Words, bare: Words, brushes: Brushes) -> bool:
    """Tell whether the layer as it is was drawn as if its walls went on beyond its edges."""
    if all(brush.kind == "none" for brush in brushes.values()):
        return True
    tiles, known = roles_of(old, gids_of(brushes), empty_role(brushes))
    same, other = (
        np.count_nonzero(known & (_painted(tiles, brushes, "", beyond=beyond) == bare)) for beyond in (True, False)
    )
    return bool(same >= other)


def _fits(tiles: Roles, bare: Words, brushes: Brushes, *, beyond: bool) -> npt.NDArray[np.bool_]:
    """Return where the tile that is there is one of those that the brush has for the place."""
    out = np.zeros(tiles.shape, np.bool_)
    for role, brush in brushes.items():
        here = tiles == role
        masks = shapes(tiles, role, brush.kind, beyond=beyond)
        for mask, variants in brush.tiles.items():
            if len(variants) > 1:
                out |= here & (masks == mask) & np.isin(bare, [gid for gid, _ in variants])
    return out


def gids_of(brushes: Brushes) -> dict[int, set[int]]:
    """Return all GIDs that the brushes may draw, by role."""
    return {role: {gid for some in brush.tiles.values() for gid, _ in some} for role, brush in brushes.items()}


def empty_role(brushes: Brushes) -> int:
    """Return what empty cells are: the role without a brush, or void where both floor and walls are drawn."""
    return next((role for role in (Tile.FLOOR, Tile.WALL) if role not in brushes), Tile.VOID)


def roles_of(old: Words, gids: Mapping[int, set[int]], empty: int) -> tuple[Roles, npt.NDArray[np.bool_]]:
    """Return what a layer shows by the GIDs of the roles, and where one of these is.

    Cells without a tile are `empty`, those with another tile floor.
    """
    bare = old & np.uint32(BARE)
    tiles = np.where(bare == 0, np.uint8(empty), np.uint8(Tile.FLOOR))
    known = np.zeros(old.shape, np.bool_)
    for role, some in gids.items():
        here = np.isin(bare, sorted(some))
        tiles[here] = role
        known |= here
    return tiles, known
