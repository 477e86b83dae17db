"""`mazeconv agtk`: look into a PGMMV project, check it, put a level into it, and make a plugin of levels."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, help_alone, shared

Project = Annotated[
    str,
    typer.Argument(metavar="PROJECT", help="The project's folder, its Game.pgmproject, or its data/project.json."),
]
RowName = Annotated[
    str | None,
    typer.Option("--row-name", metavar="TEXT", help="Names of the rows, such as Row{:03} (default: 変数{:03})."),
]


def add(app: typer.Typer) -> None:
    """Add the commands."""
    from mazeconv.cli.agtk_plugin import plugin

    commands = typer.Typer(help="Action Game Maker MV: look into projects, make plugins.")
    commands.callback(invoke_without_command=True)(help_alone)
    for name, command in (("list", list_), ("check", check), ("patch", patch), ("plugin", plugin)):
        commands.command(name)(shared(command))
    app.add_typer(commands, name="agtk")


def list_(
    project: Project,
    *,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FOLDER", help="Draw a numbered picture of each tileset.")
    ] = None,
    row_name: RowName = None,
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """List the scenes, tilesets and objects of a project."""
    from pathlib import Path

    from mazeconv import agtk
    from mazeconv.agtk.listing import text
    from mazeconv.cli.delivery import outcome
    from mazeconv.output import save

    listed = agtk.list_project(project, row_name=row_name)
    drawn = agtk.draw_tilesets(project) if output is not None else {}
    written = save({Path(output or "") / name: data for name, data in drawn.items()}, force=force, dry_run=dry_run)
    if json:
        CONSOLE.result(listed | {"files": [str(w.path) for w in written], "notices": CONSOLE.notices})
        return
    print(text(listed))
    for w in written:
        CONSOLE.say(outcome(w))


def check(
    project: Project,
    *,
    object: Annotated[str, typer.Option("--object", metavar="NAME", help="The object that makes mazes.")] = "MazeMaker",
    row_name: RowName = None,
    json: p.Json = False,
) -> None:
    """Check what a project lacks for mazes that are dug in the game; exit with 1 if anything."""
    from mazeconv import agtk

    findings = agtk.check_project(project, object, row_name=row_name)
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
    reading: p.Reading,
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
    row_name: RowName = None,
    place: Annotated[
        list[str] | None,
        typer.Option("--place", metavar="NAME=PLACE", help="Move an instance to start, goal, treasure:2 or X,Y."),
    ] = None,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Put a level into a project: tiles of a layer, variables of an object, places of instances.

    A wall table is a TOML file of lines such as "up down" = "Walls:0,1": the sides on which wall follows, and a tile;
    "alone" has none of them, "cross" all four. What it leaves out is drawn with --wall.

    Close the editor first: it does not see the change, and would save over it. A backup is written beside the file.
    """
    from mazeconv import agtk
    from mazeconv.cli.delivery import report
    from mazeconv.cli.levels import level_of
    from mazeconv.places import parse_place

    corner = parse_place(at, "--at") if at else None
    summary, files = agtk.patch_project(
        project,
        level_of(level, p.Making(), reading=reading),
        scene=scene,
        layer=layer,
        wall=wall,
        floor=floor,
        wall_table=wall_table,
        at=(corner.col, corner.row) if corner else None,
        clear=clear,
        variables=variables,
        row_name=row_name,
        places=[_pair(text) for text in place or []],
        dry_run=dry_run,
    )
    report(summary, files, json=json)
    if not json and files[0].status == "written":
        CONSOLE.say("open the project again in the editor: what it shows now is the old state")


def _pair(text: str) -> tuple[str, str]:
    from mazeconv.errors import UsageError

    name, equals, place = text.rpartition("=")
    if not equals or not name.strip() or not place.strip():
        raise UsageError(f"--place must be NAME=PLACE such as Player=start, not {text!r}")
    return name.strip(), place.strip()
