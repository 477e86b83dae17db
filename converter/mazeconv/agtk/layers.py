"""A layer of a scene as a level: which of its tiles are wall, and where the maze begins and ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.agtk import finding
from mazeconv.agtk.project import SOLID
from mazeconv.agtk.tiles import Spot, picture_of, read_tiles, tileset_of
from mazeconv.errors import ReadError, UsageError
from mazeconv.level import Level, Tile, check_size
from mazeconv.places import parse_place, parse_size

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazeconv.agtk.project import Project, Scene
    from mazeconv.formats.agtk_project import ProjectOptions

ALL_SOLID = "solid"
PLACED = re.compile(r":\s*\d+\s*,\s*\d+$", re.ASCII)


def read_layer(project: Project, scene: Scene, options: ProjectOptions) -> Level:
    """Return the level that a layer of the scene shows; raise `ReadError` and `UsageError`."""
    layer = finding.layer(scene, options.layer)
    is_wall = _wall_test(project, options.wall)
    known: dict[str, int] = {}
    roles: dict[Spot, int] = {}
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
    check_size(bottom - top, right - left)
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
