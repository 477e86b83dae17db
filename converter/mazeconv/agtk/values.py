"""The numbers that a patch writes: initial values of variables, and where instances stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.agtk import finding
from mazeconv.agtk.tiles import Spot
from mazeconv.edits import Edit
from mazeconv.errors import UsageError, WriteError, did_you_mean
from mazeconv.formats.agtk import AgtkOptions, variables
from mazeconv.formats.agtk_rows import TYPED_LIMIT, refusal
from mazeconv.level import Place, Tile
from mazeconv.options.building import build
from mazeconv.places import PLACE, parse_place

if TYPE_CHECKING:
    from mazeconv.agtk.project import Project, Scene
    from mazeconv.agtk.spans import Node
    from mazeconv.level import Level


def set_variables(
    project: Project, level: Level, name: str, row_name: str, at: Place | None
) -> tuple[list[Edit[str]], str]:
    """Return the edits that write the maze to an object's variables, and a line that says so.

    `at` is the maze's place in the scene; without one the offset stays the designer's. Raises `UsageError` when a
    variable is missing, and `WriteError` when numbers cannot carry the maze.
    """
    owner = finding.game_object(project, name)
    if why := refusal(level.tiles, TYPED_LIMIT):
        raise WriteError(f"variables: {why[0]}", why[1])
    width, height = project.tile_size
    if width != height:
        raise WriteError(
            f"tiles of {width} x {height} pixels have no one TileSize", "the maze maker needs square tiles"
        )
    options = build(
        AgtkOptions,
        {"tile_size": width, "row_name": row_name, "offset": (at.col, at.row) if at else (0, 0)},
        "variables",
    )
    values = variables(level, options)
    if at is None:
        values = {name: number for name, number in values.items() if not name.startswith("Offset")}
    there = {variable.name for variable in owner.variables}
    missing = [name for name in values if name not in there]
    if missing:
        few, more = ", ".join(missing[:5]), f" and {len(missing) - 5} more" if len(missing) > 5 else ""  # noqa: PLR2004
        close = did_you_mean(missing[0], there)
        raise UsageError(
            f"the object {owner.name} lacks {len(missing)} variables: {few}{more}",
            "add them in the editor, then run this again"
            + (f"; {missing[0]}: {close}" if close.startswith("did") else ""),
        )
    for kind, place in (("Start", level.start), ("Goal", level.goal)):
        if place is not None:
            values |= {f"{kind}X": place.col, f"{kind}Y": place.row}
    edits = [
        edit
        for variable in owner.variables
        if variable.name in values
        for edit in _number(project, variable.value, values[variable.name])
    ]
    count = sum(variable.name in values for variable in owner.variables)
    return edits, f"{owner.name}: {count} variables, {len(edits)} of them new values"


def move_instance(
    project: Project, scene: Scene, level: Level, at: Place, order: tuple[str, str]
) -> tuple[list[Edit[str]], str]:
    """Return the edits that move an instance, an (instance, place) pair, to a tile of the level that begins at `at`."""
    part = finding.part(project, scene, order[0])
    place = _place(level, order[1])
    spot = Spot(at.col + place.col, at.row + place.row)
    edits: list[Edit[str]] = []
    middle = [(n + 0.5) * size for n, size in zip(spot, project.tile_size, strict=True)]
    for node, pixels in zip((part.x, part.y), middle, strict=True):
        edits += _number(project, node, int(pixels) if pixels.is_integer() else pixels)
    where = f"{part.name} at tile {spot.col},{spot.row} of {scene.name}"
    return edits, where if edits else f"{where}, already there"


def _place(level: Level, text: str) -> Place:
    """Return the tile of the level that `text` names."""
    if PLACE.fullmatch(text):
        place = parse_place(text)
        if place.row >= level.rows or place.col >= level.cols or level.tiles[place] != Tile.FLOOR:
            raise UsageError(f"--place: {text} is no floor of the maze", "name a floor tile, from 0,0 at its top left")
        return place
    kind, _, number = text.partition(":")
    found = [marker.place for marker in level.markers if marker.kind == kind]
    index = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0 if number else 1  # noqa: PLR2004
    if not 1 <= index <= len(found):
        kinds = {marker.kind for marker in level.markers}
        hint = f"it has {len(found)} of them" if found else did_you_mean(kind, kinds) or "name a tile: X,Y"
        raise UsageError(f"--place: the level has no {text!r}", hint)
    return found[index - 1]


def _number(project: Project, node: Node, number: float) -> list[Edit[str]]:
    """Return the edit that writes a number, none when it is there already, in whatever notation."""
    old = project.value(node)
    if type(old) in (int, float) and old == number:
        return []
    return [Edit(node.start, node.end, str(number))]
