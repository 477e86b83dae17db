"""A PGMMV project as a source of levels: a layer of a scene, or the variables of a maze maker."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta

from mazeconv.agtk import finding
from mazeconv.agtk.files import DATA, MAX_BYTES, SIGNATURE, decode
from mazeconv.agtk.project import SOLID, Project
from mazeconv.agtk.rows import level_of
from mazeconv.agtk.tiles import Spot, picture_of, read_tiles, tileset_of
from mazeconv.errors import LevelError, ReadError, UsageError
from mazeconv.formats import Format
from mazeconv.formats.agtk_rows import RowName
from mazeconv.level import Level, Tile
from mazeconv.options import Options
from mazeconv.places import parse_place, parse_size

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazeconv.agtk.project import Scene
    from mazeconv.source import Source

ALL_SOLID = "solid"
PLACED = re.compile(r":\s*\d+\s*,\s*\d+$", re.ASCII)


class ProjectOptions(Options, frozen=True, kw_only=True):
    """Hold where in the project the level is: an object, or a scene with a layer."""

    object: Annotated[str | None, Meta(description="object whose variables hold the maze, such as MazeMaker")] = None
    scene: Annotated[str | None, Meta(description="scene whose layer is the maze, by name or id")] = None
    layer: Annotated[str, Meta(description="layer of the scene, by number from 1 or name")] = "1"
    wall: Annotated[
        str,
        Meta(
            description="tiles that are wall, parted by semicolons: TILESET:X,Y, or TILESET for all of it; "
            "or solid: all that are solid on four sides"
        ),
    ] = ALL_SOLID
    empty: Annotated[Literal["floor", "void"], Meta(description="what a place without a tile is")] = "floor"
    at: Annotated[str | None, Meta(description="X,Y of the maze in the scene (default: where its walls begin)")] = None
    size: Annotated[str | None, Meta(description="WxH of the maze in tiles (default: to where its walls end)")] = None
    row_name: Annotated[str, Meta(description="names of the rows, such as Row{:03}")] = "変数{:03}"


def read(source: Source, options: ProjectOptions) -> Level:
    """Read the level that the options name; `source` is project.json, or the Game.pgmproject beside data.

    Raises `ReadError` and `UsageError`.
    """
    if source.data.startswith(SIGNATURE):
        source = source.sibling(DATA.as_posix(), MAX_BYTES)
    if len(source.data) > MAX_BYTES:
        raise ReadError(f"is too large for a project: {len(source.data):,} bytes", source=source.name)
    project = Project(decode(source), source.name)
    if (options.object is None) == (options.scene is None):
        raise UsageError(
            "reading from a project needs either a scene or an object",
            "add -I scene=NAME (and layer=N), or -I object=MazeMaker",
        )
    try:
        if options.object is not None:
            return level_of(project, finding.game_object(project, options.object), RowName.of(options.row_name))
        return _layer(project, finding.scene(project, options.scene or ""), options)
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def _layer(project: Project, scene: Scene, options: ProjectOptions) -> Level:
    layer = finding.layer(scene, options.layer)
    is_wall = _wall_test(project, options.wall)
    known: dict[str, Tile] = {}
    roles: dict[Spot, Tile] = {}
    for spot, entry in read_tiles(project, layer).entries.items():
        if entry.value not in known:
            known[entry.value] = Tile.WALL if is_wall(entry.value) else Tile.FLOOR
        if 0 <= spot.col < scene.cols and 0 <= spot.row < scene.rows:
            roles[spot] = known[entry.value]
    walls = [spot for spot, role in roles.items() if role == Tile.WALL]
    if not walls and not (options.at and options.size):
        raise ReadError(
            f"the layer {layer.name} of {scene.name} has no wall tile",
            "say which tiles are wall: -I wall=TILESET:X,Y; `mazeconv agtk list` shows the tilesets",
            source=project.source,
        )
    left, top = min((s.col for s in walls), default=0), min((s.row for s in walls), default=0)
    if options.at is not None:
        top, left = parse_place(options.at, "at")
    right, bottom = max((s.col for s in walls), default=0) + 1, max((s.row for s in walls), default=0) + 1
    if options.size is not None:
        width, height = parse_size(options.size, "size")
        right, bottom = left + width, top + height
    if not (left < right <= scene.cols and top < bottom <= scene.rows):
        raise UsageError(
            f"{right - left} x {bottom - top} tiles at {left},{top} do not lie in the scene {scene.name}",
            f"it is {scene.cols} x {scene.rows} tiles",
        )
    tiles = np.full((bottom - top, right - left), Tile.VOID if options.empty == "void" else Tile.FLOOR, np.uint8)
    for spot, role in roles.items():
        if left <= spot.col < right and top <= spot.row < bottom:
            tiles[spot.row - top, spot.col - left] = role
    return Level(tiles)


def _wall_test(project: Project, text: str) -> Callable[[str], bool]:
    """Return a function that tells from a tile as it is written whether it is wall."""
    tilesets = {tileset.id: tileset for tileset in project.tilesets}
    if text == ALL_SOLID:

        def is_solid(value: str) -> bool:
            picture = picture_of(value)
            tileset = tilesets.get(picture.tileset) if picture else None
            return tileset is not None and picture is not None and tileset.wall(picture.x, picture.y) == SOLID

        return is_solid
    pictures, whole = set(), set()
    for word in filter(None, map(str.strip, text.split(";"))):
        if PLACED.search(word):
            pictures.add(finding.picture(project, word, "wall"))
        else:
            whole.add(finding.tileset(project, word).id)
    return lambda value: picture_of(value) in pictures or tileset_of(value) in whole


FORMAT = Format(
    name="agtk-project",
    title="Action Game Maker MV project: a layer of a scene, or the variables of an object",
    extensions=(".pgmproject",),
    keeps=frozenset({"start", "goal"}),
    read=read,
    read_options=ProjectOptions,
    notes=(
        "Give Game.pgmproject, or its data/project.json with --from agtk-project.",
        "`mazeconv agtk list` shows the names, and `mazeconv agtk patch` puts a level into a project.",
    ),
)
