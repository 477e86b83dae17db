"""How a map draws a level: its tileset, the default one or the designer's own, and the tiles of its layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.brushes import Brush, painted
from mazeconv.errors import UsageError, notify
from mazeconv.formats.templates import Template, read_template
from mazeconv.formats.tmx_brushes import own_brushes
from mazeconv.formats.tmx_map import FIRST_GID, Drawing, Layer
from mazeconv.formats.tmx_options import MAX_TILE_SIZE, TILE_SIZE, WriteOptions
from mazeconv.formats.tmx_pieces import pieces_drawing
from mazeconv.formats.tsx import default_tileset, link_to, read_tileset
from mazeconv.level import Level, Tile
from mazeconv.pictures.themes import THEMES
from mazeconv.pictures.tilesets import Orientation, Sheet, draw

if TYPE_CHECKING:
    import numpy.typing as npt
    from lxml.etree import _Element

    from mazeconv.formats import Target

    Found = tuple[Drawing, dict[int, Brush], dict[str, bytes]]


class Dialect(NamedTuple):
    """Say how a spelling of Tiled's files names and writes a tileset: what follows the stem, the suffix, the bytes."""

    ending: str
    suffix: str
    save: Callable[[_Element], bytes]


def drawing_of(
    level: Level, options: WriteOptions, target: Target, dialect: Dialect
) -> tuple[Drawing, dict[str, bytes]]:
    """Return how the map draws the level, and the files of the default tileset unless the designer's own is used.

    Raises what `write` raises.
    """
    if options.stamps is not None:
        return pieces_drawing(level, options, target)._replace(templates=_templates(level, options, target)), {}
    drawing, brushes, files = _own(options, target) if options.tileset else _default(options, target, dialect)
    if Tile.FLOOR not in brushes and (level.tiles == Tile.VOID).any():
        notify("void tiles are left empty as floor tiles are, and read back as floor")
    templates = _templates(level, options, target)
    return drawing._replace(layers=_layers(level, brushes, options), templates=templates), files


def _templates(level: Level, options: WriteOptions, target: Target) -> dict[str, Template]:
    kinds = {named.name: named.source for named in options.template}
    unused = sorted(set(kinds) - {marker.kind for marker in level.markers})
    if unused:
        text = f"the level has no markers of the kind {', '.join(unused)}, so that a template is not used"
        notify(text)
    return {kind: read_template(source, target) for kind, source in kinds.items() if kind not in unused}


def _layers(level: Level, brushes: dict[int, Brush], options: WriteOptions) -> tuple[Layer, ...]:
    seed = options.variant_seed or (level.recipe.seed if level.recipe else "")

    def layer(name: str, tiles: npt.NDArray[np.uint8], brushes: dict[int, Brush]) -> Layer:
        found = painted(tiles, brushes, seed, beyond=options.beyond == "same")
        return Layer(name, found.cells, tuple(0 if tile is None else FIRST_GID + tile for tile in found.ids))

    if options.layers == "one":
        return (layer("maze", level.tiles, brushes),)
    walls, ground = ({role: b for role, b in brushes.items() if (role == Tile.WALL) == up} for up in (True, False))
    below = level.tiles
    if ground and ground[Tile.FLOOR].kind == "none":
        # Plain floor goes on below the walls; paths do not.
        below = np.where(below == Tile.WALL, np.uint8(Tile.FLOOR), below)
    return layer("ground", below, ground), layer("walls", level.tiles, walls)


def _default(options: WriteOptions, target: Target, dialect: Dialect) -> Found:
    named = [
        name
        for name in ("wall", "floor", "wall-terrain", "floor-terrain", "wall-table", "floor-table")
        if getattr(options, name.replace("-", "_"))
    ]
    if named:
        raise UsageError(f"{named[0]} names tiles of your own tileset", "add tileset=FILE.tsx")
    width, height = _tile_size(options) or _by_convention(TILE_SIZE, options.orientation)
    theme = THEMES[options.theme]
    sheet = Sheet(width, height, options.orientation, theme, options.autotile, options.floor_autotile)
    name = target.stem + dialect.ending
    image = f"{name}.png"
    files = {image: draw(sheet)}
    element = default_tileset(sheet, name, image)
    if not options.embed_tileset:
        files = {f"{name}{dialect.suffix}": dialect.save(element), **files}
        element = link_to(f"{name}{dialect.suffix}")
    kinds = {Tile.FLOOR: sheet.floors, Tile.WALL: sheet.walls}
    brushes = {
        role: Brush(kind, {mask: tuple((tile, 1) for tile in ids) for mask, ids in sheet.ids(role).items()})
        for role, kind in kinds.items()
    }
    drawing = Drawing(
        {FIRST_GID: element},
        name,
        brushes[Tile.FLOOR].ids,
        brushes[Tile.WALL].ids,
        options.orientation,
        (width, height),
        theme,
    )
    return drawing, brushes, files


def _own(options: WriteOptions, target: Target) -> Found:
    if options.tileset is None:
        raise UsageError("there is no tileset", "add tileset=FILE.tsx")
    tileset = read_tileset(options.tileset)
    brushes = own_brushes(options, tileset)
    grid = _tile_size(options)
    if grid is None and options.orientation == "isometric":
        grid = tileset.grid or _by_convention(tileset.width, options.orientation)
    drawing = Drawing(
        {FIRST_GID: tileset.embedded(target) if options.embed_tileset else link_to(tileset.link(target))},
        tileset.name,
        brushes[Tile.FLOOR].ids if Tile.FLOOR in brushes else None,
        brushes[Tile.WALL].ids,
        options.orientation,
        grid or (tileset.width, tileset.height),
    )
    return drawing, brushes, {}


def _tile_size(options: WriteOptions) -> tuple[int, int] | None:
    """Return the width and height that the user asked for, or None."""
    if not options.tile_size:
        return None
    width, _, height = options.tile_size.partition("x")
    size = (int(width), int(height)) if height else _by_convention(int(width), options.orientation)
    if max(size) > MAX_TILE_SIZE:
        raise UsageError(f"tile-size {options.tile_size} is too large", f"at most {MAX_TILE_SIZE} pixels a side")
    return size


def _by_convention(width: int, orientation: Orientation) -> tuple[int, int]:
    return (width, width) if orientation == "orthogonal" else (width, max(1, width // 2))
