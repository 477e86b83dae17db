"""`mazeconv agtk`: look into a PGMMV project, check it, and put a level into it."""

from typing import Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

Project = Annotated[
    str,
    typer.Argument(metavar="PROJECT", help="The project's folder, its Game.pgmproject, or its data/project.json."),
]
RowName = Annotated[str, typer.Option("--row-name", metavar="TEXT", help="Names of the rows, such as Row{:03}.")]
DEFAULT_ROW_NAME = "変数{:03}"


def add(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(
        no_args_is_help=True,
        help="Look into an Action Game Maker MV project, check it, and put a level into it.",
    )
    for name, command in (("list", list_), ("check", check), ("patch", patch)):
        commands.command(name)(shared(command))
    app.add_typer(commands, name="agtk")


def list_(
    project: Project,
    *,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FOLDER", help="Draw a numbered picture of each tileset.")
    ] = None,
    row_name: RowName = DEFAULT_ROW_NAME,
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """List the scenes, tilesets and objects of a project."""
    from pathlib import Path

    from mazeconv.agtk import files, listing, pictures
    from mazeconv.agtk.project import Project as Opened
    from mazeconv.formats.agtk_rows import RowName as Rows
    from mazeconv.output import save

    found = files.find(project)
    opened = Opened(found.text, str(found.path))
    listed = listing.listing(opened, Rows.of(row_name))
    drawn: dict[Path, bytes] = {}
    if output is not None:
        drawn = {Path(output) / name: data for name, data in pictures.pictures(opened, found.folder).items()}
    written = save(drawn, force=force, dry_run=dry_run)
    if json:
        CONSOLE.result(listed | {"files": [str(w.path) for w in written], "notices": CONSOLE.notices})
        return
    print(listing.text(listed))
    for w in written:
        CONSOLE.say(f"{VERBS[w.status]} {w.path}")


def check(
    project: Project,
    *,
    object: Annotated[str, typer.Option("--object", metavar="NAME", help="The object that makes mazes.")] = "MazeMaker",
    row_name: RowName = DEFAULT_ROW_NAME,
    json: p.Json = False,
) -> None:
    """Check what a project lacks for mazes that are dug in the game; exit with 1 if anything."""
    from mazeconv.agtk import checking, files
    from mazeconv.agtk.project import Project as Opened
    from mazeconv.formats.agtk_rows import RowName as Rows

    found = files.find(project)
    findings = checking.check(Opened(found.text, str(found.path)), Rows.of(row_name), object)
    if json:
        CONSOLE.result([f._asdict() | {"todo": "" if f.good else f.todo} for f in findings])
    else:
        for one in findings:
            print(f"ok       {one.what}" if one.good else f"missing  {one.what}: {one.todo}")
    if not all(one.good for one in findings):
        raise typer.Exit(1)


def patch(
    project: Project,
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="The level to put in; - is standard input.")],
    *,
    scene: Annotated[str | None, typer.Option("--scene", metavar="NAME", help="The scene, by name or id.")] = None,
    layer: Annotated[str, typer.Option("--layer", metavar="N", help="The layer, by number from 1 or name.")] = "1",
    wall: Annotated[
        str | None, typer.Option("--wall", metavar="TILESET:X,Y", help="The tile that draws a wall.")
    ] = None,
    floor: Annotated[
        str, typer.Option("--floor", metavar="TILESET:X,Y", help="The tile that draws floor; none leaves it empty.")
    ] = "none",
    wall_table: Annotated[
        str | None,
        typer.Option("--wall-table", metavar="FILE", help="TOML file that names a tile for each wall shape."),
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="X,Y", help="Tile of the scene for the top left (default: 0,0).")
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help="Remove all other tiles of the layer.")] = False,
    variables: Annotated[
        str | None,
        typer.Option("--variables", metavar="OBJECT", help="Write the maze to the variables of this object."),
    ] = None,
    row_name: RowName = DEFAULT_ROW_NAME,
    place: Annotated[
        list[str] | None,
        typer.Option("--place", metavar="NAME=PLACE", help="Move an instance to start, goal, treasure:2 or X,Y."),
    ] = None,
    read_from: p.From = None,
    i: p.ReadOptions = None,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Put a level into a project: tiles of a layer, variables of an object, places of instances.

    Close the editor first: it does not see the change, and would save over it. A backup is written beside the file.
    """
    from datetime import datetime

    from mazeconv.agtk import files, patching, shapes
    from mazeconv.cli.levels import level_of
    from mazeconv.places import parse_place
    from mazeconv.source import Source

    found = files.find(project)
    request = patching.Request(
        scene=scene,
        layer=layer,
        wall=wall,
        floor=floor,
        wall_table=shapes.read_table(Source.load(wall_table)) if wall_table else {},
        at=parse_place(at, "--at") if at else None,
        clear=clear,
        variables=variables,
        row_name=row_name,
        places=patching.parse_places(place or []),
    )
    patched = patching.patch(found.text, level_of(level, read_from=read_from, read_options=i), request, str(found.path))
    written = files.replace(found, patched.text, datetime.now().astimezone(), dry_run=dry_run)
    listing: list[dict[str, Any]] = [{"path": str(w.path), "bytes": w.bytes, "status": w.status} for w in written]
    if json:
        CONSOLE.result({"summary": patched.summary, "files": listing, "notices": CONSOLE.notices})
        return
    for line in patched.summary:
        CONSOLE.say(line)
    for w in written:
        CONSOLE.say(f"{VERBS[w.status]} {w.path}")


VERBS = {"written": "wrote", "unchanged": "unchanged", "planned": "would write"}
