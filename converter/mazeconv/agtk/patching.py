"""Putting a level into a project: from the text of the file to a new text, in which only what was asked for differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from mazeconv.agtk import finding
from mazeconv.agtk.project import AUTO, SOLID, Project
from mazeconv.agtk.shapes import shape_name, wall_shapes
from mazeconv.agtk.tiles import Picture, Spot, read_tiles, style_of, tileset_of, written
from mazeconv.agtk.values import move_instance, set_variables
from mazeconv.edits import Edit, apply
from mazeconv.errors import UsageError, WriteError, notify
from mazeconv.formats.agtk_rows import DEFAULT_ROW_NAME
from mazeconv.level import Place, Tile
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mazeconv.agtk.project import Scene
    from mazeconv.agtk.tiles import Dictionary
    from mazeconv.level import Level

NO_TILE = "none"


class Request(Struct, frozen=True, kw_only=True):
    """Hold what is to be put where; names are as people type them.

    Tiles are written when `wall` or `wall_table` says which; `floor` may be "none". `at` is the tile of the scene on
    which the level's top left comes. `places` are pairs of an instance in the scene and a place: "start", a kind of
    marker with its number ("treasure:2"), or "X,Y" in the level.
    """

    scene: str | None = None
    layer: str = "1"
    wall: str | None = None
    floor: str = NO_TILE
    wall_table: Mapping[int, str] = field(default_factory=dict)
    at: Place | None = None
    clear: bool = False
    variables: str | None = None
    row_name: str = DEFAULT_ROW_NAME
    places: Sequence[tuple[str, str]] = ()


class Patched(Struct, frozen=True):
    """Hold the new text, and a line for each thing that was asked for and what it changes."""

    text: str
    summary: tuple[str, ...]
    changed: bool


def patch(text: str, level: Level, request: Request, source: str) -> Patched:
    """Return the project's text with the level in it.

    Raises `ReadError` when the text is no project, `UsageError` for names that do not exist, and `WriteError` when
    the level does not fit.
    """
    project = Project(text, source)
    drawn = bool(request.wall or request.wall_table)
    if not (drawn or request.variables or request.places):
        raise UsageError("nothing is to be patched", "add --wall TILESET:X,Y, --variables OBJECT or --place NAME=start")
    if request.scene is None and (drawn or request.places):
        names = ", ".join(scene.name for scene in project.scenes)
        raise UsageError("no scene is named", f"add --scene with one of: {names}" if names else "the project has none")
    if not drawn and (request.clear or request.floor != NO_TILE):
        raise UsageError("--clear and --floor belong to a layer, and no wall tile is named", "add --wall TILESET:X,Y")
    edits: list[Edit[str]] = []
    summary: list[str] = []
    at = request.at or Place(0, 0)
    if request.scene is not None:
        scene = finding.scene(project, request.scene)
        _check_fit(level, scene, at)
        if drawn:
            edit, line = _tiles(project, scene, level, request, at)
            edits += edit
            summary.append(line)
        for name, place in request.places:
            edit, line = move_instance(project, scene, level, at, (name, place))
            edits += edit
            summary.append(line)
    if request.variables is not None:
        moved = request.at is not None or request.scene is not None
        edit, line = set_variables(project, level, request.variables, request.row_name, at if moved else None)
        edits += edit
        summary.append(line)
    taken: dict[int, Edit[str]] = {}
    for edit_ in edits:
        if taken.setdefault(edit_.start, edit_).text != edit_.text:
            raise UsageError("two --place options move the same instance to different places", "leave out one of them")
    return Patched(apply(text, list(taken.values())), tuple(summary), bool(edits))


def _check_fit(level: Level, scene: Scene, at: Place) -> None:
    cols, rows = scene.cols - at.col, scene.rows - at.row
    if level.cols > cols or level.rows > rows:
        room = f"at {at.col},{at.row} there is room for {max(cols, 0)} x {max(rows, 0)}"
        raise WriteError(
            f"the maze of {level.cols} x {level.rows} tiles does not fit the scene {scene.name} of "
            f"{scene.cols} x {scene.rows}",
            f"{room}: make the maze smaller, move it with --at, or enlarge the scene in the editor",
        )


def _tiles(project: Project, scene: Scene, level: Level, request: Request, at: Place) -> tuple[list[Edit[str]], str]:
    layer = finding.layer(scene, request.layer)
    walls = _walls(project, level, request)
    floor = None if request.floor == NO_TILE else finding.picture(project, request.floor, "--floor")
    _notice_odd(project, scene, set(walls.values()), floor)
    shapes = wall_shapes(level.tiles).tolist()
    wanted: dict[Spot, Picture | None] = {}
    for row, roles in enumerate(level.tiles.tolist()):
        for col, role in enumerate(roles):
            spot = Spot(at.col + col, at.row + row)
            wanted[spot] = walls[shapes[row][col]] if role == Tile.WALL else floor if role == Tile.FLOOR else None
    tiles = read_tiles(project, layer)
    if not request.clear and _meets_auto(project, tiles, wanted):
        notice = f"auto tiles of {layer.name} meet the maze and keep their shape: draw them again in the editor"
        notify(notice)
    new = written(tiles, wanted, style_of(project, layer, tiles), clear=request.clear)
    where = f"{scene.name}, layer {layer.number} ({layer.name}): {level.cols} x {level.rows} tiles at {at.col},{at.row}"
    if new is None:
        return [], f"{where}, already there"
    others = sum(spot not in wanted for spot in tiles.entries)
    kept = f"{others} tiles around it {'are removed' if request.clear else 'stay'}"
    return [Edit(layer.tile.start, layer.tile.end, new)], f"{where}; {kept}"


def _meets_auto(project: Project, tiles: Dictionary, wanted: Mapping[Spot, Picture | None]) -> bool:
    """Tell whether a tile of an auto tileset stays beside one that is written: its shape was made for the old one."""
    auto = {tileset.id for tileset in project.tilesets if tileset.kind == AUTO}
    around = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1)]
    return bool(auto) and any(
        spot not in wanted
        and any(Spot(spot.col + col, spot.row + row) in wanted for row, col in around)
        and tileset_of(entry.value) in auto
        for spot, entry in tiles.entries.items()
    )


def _walls(project: Project, level: Level, request: Request) -> dict[int, Picture]:
    """Return the tile of every wall shape of the level."""
    usual = finding.picture(project, request.wall, "--wall") if request.wall else None
    table = {shape: finding.picture(project, text, "--wall-table") for shape, text in request.wall_table.items()}
    walls: dict[int, Picture] = {}
    for shape in unique(wall_shapes(level.tiles)[level.tiles == Tile.WALL]).tolist():
        picture = table.get(shape, usual)
        if picture is None:
            raise UsageError(
                f"the wall table has no tile for the shape {shape_name(shape)!r}",
                f'add "{shape_name(shape)}" = "TILESET:X,Y", or --wall for all others',
            )
        walls[shape] = picture
    return walls


def _notice_odd(project: Project, scene: Scene, walls: set[Picture], floor: Picture | None) -> None:
    """Say what would work in the editor's eyes but hardly is what the designer wants."""
    known = {tileset.id: tileset for tileset in project.tilesets}
    used = walls | ({floor} if floor else set())
    for tileset in sorted({picture.tileset for picture in used} - set(scene.tilesets)):
        notice = (
            f"the scene {scene.name} does not list the tileset {known[tileset].name}: add it to the scene's tilesets"
        )
        notify(notice)
    open_walls = [p for p in sorted(walls) if known[p.tileset].wall(p.x, p.y) != SOLID]
    if open_walls:
        names = ", ".join(f"{known[p.tileset].name}:{p.x},{p.y}" for p in open_walls)
        notice = f"not solid on all sides: the wall tile {names}; set its wall flags in the tileset"
        notify(notice)
    if floor and known[floor.tileset].wall(floor.x, floor.y):
        name = f"{known[floor.tileset].name}:{floor.x},{floor.y}"
        notify(f"the floor tile {name} has wall flags: nobody can walk there")
