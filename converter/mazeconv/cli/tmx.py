"""`mazeconv tmx`: put a level into a Tiled map that goes on being drawn."""

from typing import Annotated, Literal

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import help_alone, shared
from mazeconv.errors import UsageError


def add(app: typer.Typer) -> None:
    """Add the commands."""
    commands = typer.Typer(help="Tiled: put levels into maps that go on being drawn.")
    commands.command("patch")(shared(patch))
    # One command alone would take the place of the group.
    commands.callback(invoke_without_command=True)(help_alone)
    app.add_typer(commands, name="tmx")


def patch(
    tiled_map: Annotated[str, typer.Argument(metavar="MAP", help="The map, a .tmx file.")],
    level: Annotated[
        str | None,
        typer.Argument(
            metavar="[LEVEL]",
            help="The level to put in; - is standard input. Without one, the map's own walls are fitted together.",
        ),
    ] = None,
    *,
    reading: p.Reading,
    layer: Annotated[
        str | None, typer.Option("--layer", metavar="NAME", help="The tile layer; may be left out if there is but one.")
    ] = None,
    wall: Annotated[
        str | None,
        typer.Option(
            "--wall", metavar="ID", help="What draws a wall: a GID, TILESET:ID or a terrain; else the map says."
        ),
    ] = None,
    floor: Annotated[
        str | None, typer.Option("--floor", metavar="ID", help="What draws floor; none leaves it empty.")
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="X,Y", help="Tile of the map for the top left (default: 0,0); in infinite maps also -3,-5."
        ),
    ] = None,
    beyond: Annotated[
        Literal["auto", "same", "open"],
        typer.Option(
            "--beyond", help="For terrains, what lies beyond the edges: as tmx.beyond; auto is as it was drawn."
        ),
    ] = "auto",
    empty: Annotated[
        Literal["auto", "floor", "void"],
        typer.Option(
            "--empty", help="Without LEVEL, what empty cells become; auto is floor where floor borders them, else void."
        ),
    ] = "auto",
    markers: Annotated[
        bool, typer.Option("--markers/--no-markers", help="Write the markers too, or only tiles.")
    ] = True,
    outside: Annotated[bool, typer.Option("--outside", help="Read tilesets outside the map's folder too.")] = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Put a level into a layer of a Tiled map; all else in the file stays as it is, to the byte.

    The markers go into the object layer markers; those that the format of LEVEL cannot hold stay. Without --wall and
    --floor the map's mazeconv properties say which tiles are drawn, or its tiles of class wall and floor; a terrain set
    that holds them says which go together.

    Without LEVEL, the walls that you drew or removed by hand are drawn again by that terrain set. Cells that you
    erased become floor if floor borders them.

    Tiled asks whether to load the map again when it is open. A backup is written beside the file.
    """
    from mazeconv import api, tiled
    from mazeconv.cli.delivery import report
    from mazeconv.cli.levels import sources_and_options
    from mazeconv.places import parse_map_place

    if level is None and (at or reading.read_from or reading.i):
        raise UsageError("--at, --from and -I belong to a LEVEL, and none is given", "name the level to put in")
    if level is not None and empty != "auto":
        raise UsageError("--empty is for a patch without LEVEL", "the level itself says what is void")
    corner = parse_map_place(at, "--at") if at else None
    found, keeps = None, None
    if level is not None:
        ((source, form, options),) = sources_and_options([level], reading)
        found, keeps = api.read(source, form.name, **options), form.keeps
    summary, files = tiled.patch_map(
        tiled_map,
        found,
        layer=layer,
        wall=wall,
        floor=floor,
        at=(corner.col, corner.row) if corner else (0, 0),
        beyond=beyond,
        empty=empty,
        markers=markers,
        keeps=keeps,
        outside=outside,
        dry_run=dry_run,
    )
    report(summary, files, json=json)
