"""How the layer of a Tiled map is painted anew: with the tiles of a level, or with its own walls drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from mazeconv.errors import UsageError, WriteError, notify
from mazeconv.holes import holes
from mazeconv.level import Tile
from mazeconv.tiled.drawing import drawn, empty_role, gids_of, roles_of
from mazeconv.tiled.layer import TILE_LIMIT
from mazeconv.tiled.palette import ROLES
from mazeconv.words import counted

if TYPE_CHECKING:
    from mazeconv.holes import Mask
    from mazeconv.level import Level, Place
    from mazeconv.tiled.drawing import Beyond, Roles
    from mazeconv.tiled.layer import Layer, Repainted
    from mazeconv.tiled.palette import Brushes, Palette

Empty = Literal["auto", "floor", "void"]


def painted_level(layer: Layer, level: Level, at: Place, brushes: Brushes, beyond: Beyond) -> tuple[Repainted, str]:
    """Return the edits that draw a level with its top left at the tile `at`, and a line that says what they change.

    Raises `WriteError` where the layer has no room for a tile.
    """
    old, there = layer.window(at, (level.rows, level.cols))
    new = drawn(level.tiles, old, brushes, beyond, level.recipe.seed if level.recipe else "")
    missing = ~there & (new != 0)
    if missing.any():
        row, col = (int(v) for v in np.argwhere(missing)[0])
        raise WriteError(
            f"the layer has no chunk at {at.col + col},{at.row + row}, where the maze needs a tile",
            "draw something there in Tiled, or move the maze with --at",
        )
    painted = layer.repaint(new, at)
    size = f"{level.cols} x {level.rows} tiles at {at.col},{at.row}"
    return painted, f"{size}, {painted.changed:,} of them change"


def repainted(layer: Layer, brushes: Brushes, palette: Palette, beyond: Beyond, empty: Empty) -> tuple[Repainted, str]:
    """Return the edits that give each tile of a role, and no other, the shape that fits its neighbours, and a line.

    Where both roles are drawn, empty cells become floor as far as `empty` says. Raises `UsageError` when no brush has
    shapes, and `WriteError` when the layer is too large.
    """
    gids = gids_of(brushes)
    for role, some in palette.gids().items():
        gids[ROLES[role]] = gids.get(ROLES[role], set()) | set(some) - {0}
    at, size = layer.box()
    if not any(brush.kind != "none" for brush in brushes.values()):
        raise UsageError(
            f"{palette.source.name} draws each role with one tile: there are no shapes to fit together",
            "give a LEVEL, or name a terrain set of the tileset with --wall TERRAIN",
        )
    if size[0] * size[1] > TILE_LIMIT:
        raise WriteError(f"the chunks of the layer lie {size[1]} x {size[0]} tiles apart, which is too much")
    old, there = layer.window(at, size)
    tiles, known = roles_of(old, gids, empty_role(brushes))
    if empty != "void" and empty_role(brushes) == Tile.VOID:
        known |= _filled(tiles, there, known, empty)
    painted = layer.repaint(np.where(known, drawn(tiles, old, brushes, beyond), old), at)
    walls = int(np.count_nonzero(tiles == Tile.WALL))
    return painted, f"{counted(walls, 'wall')}, {counted(painted.changed, 'tile')} change{'s' * (painted.changed == 1)}"


def _filled(tiles: Roles, there: Mask, known: Mask, empty: Empty) -> Mask:
    """Make empty cells of `tiles` floor, with a notice; return which they are. `there` is where the layer has cells."""
    found: Mask = tiles == Tile.VOID
    left = 0
    if empty == "auto":
        found, left = holes(found, known & (tiles == Tile.FLOOR))
    np.logical_and(found, there, out=found)
    tiles[found] = Tile.FLOOR
    if count := int(np.count_nonzero(found)):
        text = f"{_cells(count)} became floor, as where walls were erased; --empty void leaves cells empty"
        notify(text)
    if left:
        text = f"{_cells(left)} beside floor stay empty, as they go on to the outside; --empty floor makes all floor"
        notify(text)
    return found


def _cells(count: int) -> str:
    return f"{count:,} empty cell{'' if count == 1 else 's'}"
