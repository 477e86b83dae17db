"""What Action Game Maker MV takes beside a format's files: its project file, and a plugin of many mazes.

`spans` finds values and where their bytes lie, `project` gives them names, `patching` makes a new text of the old one;
`files` finds the project on the disk, and `mazeconv.backups` writes it back. The functions here are all that the
command line calls; in them `row_name` is a text such as "Row{:03}", by default the article's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mazeconv.formats.agtk_rows import DEFAULT_ROW_NAME

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from mazeconv.agtk.checking import Finding
    from mazeconv.level import Level
    from mazeconv.output import Written


class Patch(NamedTuple):
    """Say what a patch did: a line for each thing asked for, and the files, the project first, then its backup."""

    summary: tuple[str, ...]
    files: list[Written]


def plugin(levels: Iterable[Level], **options: Any) -> bytes:
    """Return a plugin that holds these levels, which may be none, and makes new mazes in the running game.

    `options` are those of the format agtk; `tile_size` and `offset` count, as what the plugin's settings begin with.
    What it cannot keep of a level is said by a `MazeconvNotice`. Raises `UsageError` for a bad option.
    """
    from mazeconv.errors import notify
    from mazeconv.formats import agtk_scripts, losses
    from mazeconv.formats.agtk import PLUGIN_KEEPS, AgtkOptions
    from mazeconv.options.building import build

    held = list(levels)
    if lost := dict.fromkeys(one for level in held for one in losses(level, PLUGIN_KEEPS)):
        notify(f"the plugin cannot keep {', '.join(lost)}")
    return agtk_scripts.plugin(held, build(AgtkOptions, options, "the plugin")).encode()


def list_project(place: str | os.PathLike[str], row_name: str | None = None) -> dict[str, Any]:
    """Return the scenes, tilesets and objects of a project as JSON values.

    `place` is the project's folder, its Game.pgmproject or its data/project.json. Raises `ReadError`.
    """
    from mazeconv.agtk import files, listing
    from mazeconv.agtk.project import Project
    from mazeconv.formats.agtk_rows import RowName

    found = files.find(place)
    return listing.listing(Project(found.text, str(found.path)), RowName.of(row_name or DEFAULT_ROW_NAME))


def draw_tilesets(place: str | os.PathLike[str]) -> dict[str, bytes]:
    """Return a numbered picture of every tileset, PNG files by name."""
    from mazeconv.agtk import files, pictures
    from mazeconv.agtk.project import Project

    found = files.find(place)
    return pictures.pictures(Project(found.text, str(found.path)), found.folder)


def check_project(
    place: str | os.PathLike[str], maker: str = "MazeMaker", row_name: str | None = None
) -> list[Finding]:
    """Return what the article's method needs of a project, and for what is missing, what to do in the editor."""
    from mazeconv.agtk import checking, files
    from mazeconv.agtk.project import Project
    from mazeconv.formats.agtk_rows import RowName

    found = files.find(place)
    return checking.check(Project(found.text, str(found.path)), RowName.of(row_name or DEFAULT_ROW_NAME), maker)


def patch_project(
    place: str | os.PathLike[str],
    level: Level,
    *,
    scene: str | None = None,
    layer: str | int = "1",
    wall: str | None = None,
    floor: str = "none",
    wall_table: str | os.PathLike[str] | None = None,
    at: tuple[int, int] | None = None,
    clear: bool = False,
    variables: str | None = None,
    row_name: str | None = None,
    places: Mapping[str, str] | Sequence[tuple[str, str]] = (),
    dry_run: bool = False,
    now: datetime | None = None,
) -> Patch:
    """Put a level into a project: tiles of a layer, initial values of an object's variables, places of instances.

    `wall` and `floor` are TILESET:X,Y; `wall_table` is a TOML file that names a tile for each wall shape; `at` is
    (x, y) in tiles of the scene. `places` moves instances to "start", "goal", "treasure:2" or "X,Y" in the maze. The
    old file is kept beside the new one, with the time `now` in its name. Raises `ReadError`, `UsageError` for names
    that do not exist, and `WriteError` when the maze does not fit or the file changed meanwhile.
    """
    from datetime import datetime as clock

    from mazeconv import backups
    from mazeconv.agtk import files, patching, shapes
    from mazeconv.level import Place
    from mazeconv.source import Source

    found = files.find(place)
    request = patching.Request(
        scene=scene,
        layer=str(layer),
        wall=wall,
        floor=floor,
        wall_table=shapes.read_table(Source.load(wall_table)) if wall_table is not None else {},
        at=Place(at[1], at[0]) if at is not None else None,
        clear=clear,
        variables=variables,
        row_name=row_name or DEFAULT_ROW_NAME,
        places=tuple(places.items()) if hasattr(places, "items") else tuple(places),
    )
    patched = patching.patch(found.text, level, request, str(found.path))
    now = now or clock.now().astimezone()
    written = backups.replace(found.path, found.data, patched.text.encode(), now, dry_run=dry_run)
    return Patch(patched.summary, written)
