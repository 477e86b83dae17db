"""`mazeconv export`: the main job, from a maze to the files that a tool wants."""

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(shared(export))


def export(
    level: p.LevelPath = None,
    *,
    making: p.Making,
    reading: p.Reading,
    format: p.Formats = None,
    output: p.OutputPath = None,
    seed: p.Seed = None,
    start: p.Start = None,
    goal: p.Goal = None,
    o: p.WriteOptions = None,
    tile_size: p.TileSize = None,
    offset: p.Offset = None,
    engine: p.EngineName = "auto",
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Export a level, or a new maze, to the files that a tool wants.

    With nothing but a format it makes a maze of 15 x 13 tiles and writes its files to this folder.
    """
    from mazeconv.cli.delivery import Order, deliver, formats_for
    from mazeconv.cli.levels import level_of, preset_of

    formats = formats_for(format, output)
    kind = preset_of(making.preset)
    found = level_of(
        level,
        making,
        reading=reading,
        engine=engine,
        seed=seed,
        start=start,
        goal=goal,
    )
    named = [f"{key}={value}" for key, value in (("tile-size", tile_size), ("offset", offset)) if value is not None]
    order = Order(
        formats=formats,
        output=output,
        options=[*named, *(o or [])],
        stem=p.stem(level),
        force=force,
        dry_run=dry_run,
        json=json,
        preset=kind,
        chosen_seed=level is None and seed is None,
        source=level,
    )
    deliver(found, order)
