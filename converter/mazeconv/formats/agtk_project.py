"""A PGMMV project as a source of levels: a layer of a scene, or the variables of a maze maker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from mazeconv.errors import LevelError, ReadError, UsageError
from mazeconv.formats import EXTENSIONS, Format
from mazeconv.formats.agtk_rows import DEFAULT_ROW_NAME, RowName
from mazeconv.options import Options

if TYPE_CHECKING:
    from mazeconv.level import Level
    from mazeconv.source import Source


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
    ] = "solid"
    empty: Annotated[Literal["floor", "void"], Meta(description="what a place without a tile is")] = "floor"
    at: Annotated[str | None, Meta(description="X,Y of the maze in the scene (default: where its walls begin)")] = None
    size: Annotated[str | None, Meta(description="WxH of the maze in tiles (default: to where its walls end)")] = None
    row_name: Annotated[str, Meta(description="names of the rows, such as Row{:03}")] = DEFAULT_ROW_NAME


def read(source: Source, options: ProjectOptions) -> Level:
    """Read the level that the options name; `source` is project.json, or the Game.pgmproject beside data.

    Raises `ReadError` and `UsageError`.
    """
    # The table of formats is read at every start, a project seldom.
    from mazeconv.agtk import files, finding, layers, rows
    from mazeconv.agtk.project import Project

    if (options.object is None) == (options.scene is None):
        raise UsageError(
            "reading from a project needs either a scene or an object",
            "add -I scene=NAME (and layer=N), or -I object=MazeMaker",
        )
    source = files.data_of(source)
    project = Project(files.decode(source), source.name)
    try:
        if options.object is not None:
            return rows.level_of(project, finding.game_object(project, options.object), RowName.of(options.row_name))
        return layers.read_layer(project, finding.scene(project, options.scene or ""), options)
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def looks_like(data: bytes) -> bool:
    """Say whether the bytes begin as a Game.pgmproject does, or are JSON with the lists of a project."""
    return data.startswith(b"PGMMV") or (
        data[:64].lstrip()[:1] == b"{" and b'"sceneList"' in data and b'"objectList"' in data
    )


FORMAT = Format(
    name="agtk-project",
    title="Action Game Maker MV project: a layer of a scene, or the variables of an object",
    extensions=EXTENSIONS["agtk-project"],
    keeps=frozenset({"start", "goal"}),
    read=read,
    read_options=ProjectOptions,
    looks_like=looks_like,
    notes=(
        "Give Game.pgmproject, or its data/project.json with --from agtk-project.",
        "`mazeconv agtk list` shows the names, and `mazeconv agtk patch` puts a level into a project.",
    ),
)
