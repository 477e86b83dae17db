"""What the article's maze maker needs of a project, and what of that is missing."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from mazeconv.agtk.project import GIMMICK, SOLID
from mazeconv.agtk.rows import ARTICLE, MAKER, initial_values, row_count
from mazeconv.formats.agtk_rows import ROWS_LIMIT, TYPED_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazeconv.agtk.project import Object, Project, Tileset
    from mazeconv.formats.agtk_rows import RowName

# What a variable holds before the first step; sizes, offset and tile size are the designer's.
INITIAL = {"MazeNow": 0, "RoadType": -2}
DEFAULT_ROWS = 13
OWN_GROUPS = 2


class Finding(NamedTuple):
    """Say of one thing that the method needs whether it is there, and if not, what to do in the editor."""

    what: str
    good: bool
    todo: str = ""


def check(project: Project, row_name: RowName, maker: str = MAKER) -> list[Finding]:
    """Return what the method needs, in the order in which it is set up."""
    named = [item for item in project.objects if item.name == maker]
    findings = [*_tiles(project), *_owner(project, named, maker)]
    if len(named) == 1:
        findings += _variables(project, named[0], row_name)
        findings += _placed(project, named[0])
    findings += _gimmick(project, named[0] if len(named) == 1 else None)
    return findings


def _tiles(project: Project) -> Iterator[Finding]:
    width, height = project.tile_size
    yield Finding(
        f"square tiles ({width} x {height} pixels)",
        width == height,
        "set the same tile width and height in the project's settings: the method knows one TileSize",
    )


def _owner(project: Project, named: list[Object], maker: str) -> Iterator[Finding]:
    close = get_close_matches(maker.lower(), {item.name.lower() for item in project.objects}, n=1, cutoff=0.7)
    near = next((item.name for item in project.objects if close and item.name.lower() == close[0]), None)
    todo = f"rename the object {near} to {maker}" if near and near != maker else f"add an object and name it {maker}"
    yield Finding(
        f"one object {maker}", len(named) == 1, todo if not named else f"keep one of {len(named)} of that name"
    )


def _variables(project: Project, item: Object, row_name: RowName) -> Iterator[Finding]:
    values = initial_values(project, item)
    size = {name: value for name in ("MazeSizeX", "MazeSizeY") if type(value := values.get(name)) is int}
    wanted = dict(INITIAL) | {"TileSize": project.tile_size[0]}
    if len(size) == 2:  # noqa: PLR2004 - both sides
        wanted["MazeSize"] = size["MazeSizeX"] * size["MazeSizeY"]
    for name in ARTICLE:
        what = f"variable {name} of {item.name}"
        if name not in values:
            value = f" and the initial value {wanted[name]}" if name in wanted else ""
            yield Finding(what, good=False, todo=f"add a variable to {item.name} with the name {name}{value}")
        elif name in size and not (
            size[name] % 2 and 0 < size[name] <= (TYPED_LIMIT if name[-1] == "X" else ROWS_LIMIT)
        ):
            most = TYPED_LIMIT if name[-1] == "X" else ROWS_LIMIT
            yield Finding(what, good=False, todo=f"set it to an odd number of at most {most}, not {size[name]}")
        elif name in wanted and values[name] != wanted[name]:
            yield Finding(what, good=False, todo=f"set its initial value to {wanted[name]}, not {values[name]}")
        else:
            yield Finding(what, good=True)
    rows, there = size.get("MazeSizeY", DEFAULT_ROWS), row_count(item, row_name)
    first, last = row_name.number(1), row_name.number(max(rows, 1))
    todo = f"add variables to {item.name}, from {row_name.number(there + 1)} to {last}"
    yield Finding(f"{rows} rows, {first} to {last}", there >= rows, todo)


def _placed(project: Project, item: Object) -> Iterator[Finding]:
    scenes = [scene.name for scene in project.scenes if any(part.object_id == item.id for part in scene.parts)]
    where = f" ({', '.join(scenes)})" if scenes else ""
    yield Finding(f"{item.name} stands in a scene{where}", bool(scenes), f"put {item.name} into the scene of the maze")


def _gimmick(project: Project, item: Object | None) -> Iterator[Finding]:
    tilesets = [one for one in project.tilesets if one.kind == GIMMICK]
    names = f" ({', '.join(one.name for one in tilesets)})" if tilesets else ""
    yield Finding(f"a gimmick tileset{names}", bool(tilesets), "add a tileset of the gimmick kind for the wall tile")
    changing = [(one, *tile) for one in tilesets for tile in _changing(project, one)]
    yield Finding(
        "a gimmick tile that disappears or becomes another tile",
        bool(changing),
        "set a tile of the gimmick tileset to disappear, or to become a road tile, when an object touches it",
    )
    own = range(OWN_GROUPS, len(project.groups))
    yield Finding(
        "an object group of its own",
        bool(own),
        "add an object group for the digging object, so that the player does not dig the walls",
    )
    group = item.group if item else -1
    bit = 1 << group if 0 <= group < 32 else 0  # noqa: PLR2004 - the player keeps groups as bits of a 32-bit number
    name = project.groups[group] if 0 <= group < len(project.groups) else "unknown"
    if item:
        yield Finding(
            f"{item.name} belongs to such a group ({name})",
            group in own,
            f"set the group of {item.name} to the new one",
        )
    yield Finding(
        "the gimmick tile answers to that group",
        any(groups & bit for _, _, groups in changing),
        "choose that group as the gimmick tile's target",
    )
    yield Finding(
        "a gimmick tile that is solid on all sides",
        any(SOLID in one.walls for one in tilesets),
        "set the wall flags up, left, right and down of the wall tile in the gimmick tileset",
    )


def _changing(project: Project, tileset: Tileset) -> list[tuple[str, int]]:
    """Return the index and the target groups of the tiles that are replaced when they are touched."""
    kept = 1
    found = []
    for index, settings in project.value(tileset.settings).items():
        if isinstance(settings, dict) and settings.get("changeTileType", kept) != kept:
            groups = settings.get("gimmickObjectGroupBit", 0)
            found.append((index, groups if type(groups) is int else 0))
    return found
