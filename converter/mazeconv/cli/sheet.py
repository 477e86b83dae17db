"""`mazeconv sheet`: many small pictures with their seeds, to choose a level by eye."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

Count = Annotated[int, typer.Option("--count", "-c", metavar="N", help="How many levels.", min=1, max=10_000)]
Columns = Annotated[
    int | None, typer.Option("--columns", metavar="N", help="How many in a row (default: as suits a screen).", min=1)
]
Thumb = Annotated[int, typer.Option("--thumb", metavar="N", help="Most pixels that a picture is wide and high.", min=1)]
ThemeName = Annotated[
    str | None,
    typer.Option(
        "--theme",
        metavar="NAME",
        help="Set of colours (default: the preset's, else paper).",
        autocompletion=p.theme_names,
    ),
]
Background = Annotated[
    str,
    typer.Option("--background", metavar="COLOUR", help="#rrggbb, #rgb or none (default: the theme's)."),
]
Base = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="TEXT",
        help="First seed: a number counts up from there, a text goes on as TEXT-1, TEXT-2 and so on.",
    ),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sheet")(shared(sheet))


def sheet(
    *,
    making: p.Making,
    count: Count = 24,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PNG", help="Picture to write; - is standard output."),
    ] = None,
    columns: Columns = None,
    thumb: Thumb = 240,
    theme: ThemeName = None,
    background: Background = "",
    seed: Base = None,
    start: p.Start = None,
    goal: p.Goal = None,
    engine: p.EngineName = "auto",
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Draw many levels with their seeds.

    One sheet of small pictures, to choose by eye. They differ in nothing but the seed: give the seed that you like,
    with the same options, to the other commands.
    """
    from pathlib import Path

    from mazeconv import api
    from mazeconv.cli.delivery import file_as_json, outcome, require_one_output, to_stdout
    from mazeconv.cli.levels import asked
    from mazeconv.cli.listing import table
    from mazeconv.cli.progress import progress_bar
    from mazeconv.errors import UsageError
    from mazeconv.output import safe_name
    from mazeconv.pictures import thumbnails

    require_one_output(output, json=json)
    if output not in (None, "-") and not str(output).lower().endswith(".png"):
        raise UsageError(f"the sheet is a PNG picture, and {output} does not end in .png", "write -o sheet.png")
    how = asked(making, start, goal)
    with progress_bar(f"making {count} levels") as progress:
        made = thumbnails.sheet(
            count,
            columns=columns,
            thumb=thumb,
            theme=theme,
            background=background,
            seed=seed,
            engine=engine,
            progress=progress,
            **how,
        )
    seeds = [cell.seed if cell.seed == cell.caption else f"{cell.caption} {cell.seed}" for cell in made.cells]
    rows = [seeds[at : at + made.columns] for at in range(0, len(seeds), made.columns)]
    rows[-1] += [""] * (made.columns - len(rows[-1]))
    if output == "-":
        CONSOLE.remark(table(rows))
        if not dry_run:
            to_stdout(made.picture)
        return
    path = Path(output if output is not None else f"sheet-{safe_name(made.cells[0].seed)}.png")
    written = api.save({path: made.picture}, force=force, dry_run=dry_run)[0]
    if json:
        CONSOLE.result(
            {
                **file_as_json(written),
                "columns": made.columns,
                "cells": [cell._asdict() for cell in made.cells],
                "notices": CONSOLE.notices,
            }
        )
        return
    CONSOLE.say(table(rows))
    CONSOLE.say(outcome(written))
