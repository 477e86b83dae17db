"""Reading Tiled's maps, XML or JSON, from anyone: how tiles become roles and objects markers.

`tmx_found` reads what stands in the file, `tmx_roles` says which tiles are wall, `tmx_cells` what cells that makes, and
`tmx_markers` which objects are markers. What mazeconv itself wrote, `tmx_map` tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from mazeconv.errors import MazeconvError, ReadError, notify
from mazeconv.formats.tmx_cells import Empty, Rule, tiles_of, used_gids
from mazeconv.formats.tmx_found import find_map
from mazeconv.formats.tmx_map import OURS, check_of
from mazeconv.formats.tmx_markers import markers_of
from mazeconv.formats.tmx_roles import GIDS, guessed_rule, own_rule, told_rule
from mazeconv.formats.tmx_side_files import SideFiles, gaps_between, read_tilesets, tell_lost
from mazeconv.level import Level, Scalar, Tile
from mazeconv.options import Options
from mazeconv.recipe import Recipe
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from mazeconv.formats.tmx_found import MapFound
    from mazeconv.formats.tmx_side_files import TilesetFound
    from mazeconv.source import Source

Items = tuple[str, ...]
MEANS = (
    "by GID (7), range (8-11), tile class, tile property or the name of a layer or group; "
    "class:, property: or layer: says which"
)


class ReadOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say which tiles of a map are wall, and what may be read."""

    wall: Annotated[Items, Meta(description=f"the tiles that are wall, {MEANS}; else found by a rule")] = ()
    floor: Annotated[Items, Meta(description="the tiles that are floor, named as for wall; else all that are not")] = ()
    empty: Annotated[
        Empty, Meta(description="what empty cells are; auto is void if floor is drawn with tiles, else floor")
    ] = "auto"
    outside: Annotated[bool, Meta(description="read tilesets and templates outside the map's folder too")] = False
    tile_limit: Annotated[
        int, Meta(ge=1, le=1 << 30, description="the most tiles that all layers together may have")
    ] = 1 << 26


def read(source: Source, options: ReadOptions) -> Level:
    """Read a map of Tiled's, TMX or TMJ, whatever its name; what a level cannot hold is left out with notices.

    Raises `ReadError` with the line, or in JSON the place, of what is broken, and `UsageError` for an option that
    names nothing in the map.
    """
    found = find_map(source, options.tile_limit)
    files = SideFiles(source, options.outside)
    ours = {n.removeprefix(OURS): v for n, v in found.properties.items() if n.startswith(OURS)}
    rule = _rule(found, files, options, ours)
    tiles = tiles_of(found, rule)
    try:
        level = Level(tiles, markers_of(found, tiles, files), _properties(found, ours))
    except ReadError:
        raise
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error
    if "recipe" not in ours:
        return level
    recipe = _recipe(level, ours)
    if recipe is None and options.empty == "auto":
        _tell_holes(tiles)
    return level.with_(recipe=recipe)


def _rule(found: MapFound, files: SideFiles, options: ReadOptions, ours: dict[str, Any]) -> Rule:
    told = (*options.wall, *options.floor)
    # Tilesets that are not asked need not be there.
    asked = not told or any(not item.startswith("layer:") and not GIDS.fullmatch(item) for item in told)
    tilesets = read_tilesets(found.tilesets, files) if asked and found.layers else []
    if tilesets:
        _check_gids(found, tilesets)
    rule = told_rule(found, tilesets, options.wall, options.floor) if told else own_rule(tilesets, ours)
    if rule is None:
        rule = guessed_rule(found, tilesets)
        notify(f"wall was found by a rule: it is {rule.told}; wall=… when reading (-I wall=…) says otherwise")
    return rule if options.empty == "auto" else rule._replace(empty=options.empty)


def _check_gids(found: MapFound, tilesets: Sequence[TilesetFound]) -> None:
    """Say which GIDs are of no tile."""
    gaps = gaps_between(tilesets)
    # Most maps have no gap but the last one, so that the largest GID tells.
    high = [layer for layer in found.layers if int(layer.gids.max()) >= gaps.lowest]
    if high:
        tell_lost(gaps, unique(np.concatenate([used_gids(layer) for layer in high])))


def _properties(found: MapFound, ours: dict[str, Scalar]) -> dict[str, Scalar]:
    """Return the level's own properties; whole numbers that had to stand as texts are numbers again."""
    out = {name: value for name, value in found.properties.items() if name and not name.startswith(OURS)}
    try:
        names = msgspec.json.decode(str(ours.get("integers", "[]")), type=list[str])
    except (msgspec.DecodeError, RecursionError):
        names = []
    for name in names:
        value = out.get(name)
        if isinstance(value, str) and value.removeprefix("-").isascii() and value.removeprefix("-").isdigit():
            # int() refuses thousands of digits, which no writer made.
            out[name] = int(value) if len(value) < 4000 else value  # noqa: PLR2004
    return out


def _tell_holes(tiles: npt.NDArray[np.uint8]) -> None:
    """Say of an edited map where walls may have been erased: the cells there are empty, which is void."""
    from mazeconv.holes import holes

    count = int(holes(tiles == Tile.VOID, tiles == Tile.FLOOR).floor.sum())
    if count:
        text = f"{count:,} empty cell{' is' if count == 1 else 's are'} read as void though floor is beside: "
        text += "if you erased walls there, mazeconv tmx patch makes floor of them"
        notify(text)


def _recipe(level: Level, ours: dict[str, Any]) -> Recipe | None:
    """Return the recipe if it still makes this level, which its check tells; else say why it is left out."""
    text = "the map was edited since it was made, so that its recipe no longer makes it and is left out"
    if ours.get("check") == check_of(level):
        try:
            return msgspec.json.decode(str(ours["recipe"]), type=Recipe)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            text = f"the recipe of the map is left out: {error}"
    notify(text)
    return None
