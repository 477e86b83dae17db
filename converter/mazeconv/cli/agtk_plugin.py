"""`mazeconv agtk plugin`: many levels in one plugin."""

import os
from pathlib import Path
from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE
from mazeconv.errors import UsageError

SUFFIX = ".agtk-plugin.js"


def plugin(
    levels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LEVEL]...", help="Levels to read; - is standard input. Without any, new ones are made."
        ),
    ] = None,
    *,
    making: p.Making,
    reading: p.Reading,
    count: Annotated[
        int | None,
        typer.Option("--count", metavar="N", min=0, help="Make N mazes, with the seeds that `mazeconv sheet` shows."),
    ] = None,
    output: p.OutputPath = None,
    tile_size: p.TileSize = None,
    offset: p.Offset = None,
    seed: p.Seed = None,
    start: p.Start = None,
    goal: p.Goal = None,
    engine: p.EngineName = "auto",
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Put levels into one plugin: read ones, or new ones.

    The plugin also makes new mazes while the game runs; --count 0 makes one that holds none.
    """
    from mazeconv import agtk, api
    from mazeconv.cli.delivery import file_as_json, outcome, require_one_output, to_stdout
    from mazeconv.cli.levels import as_json, describe, level_of
    from mazeconv.pictures.thumbnails import seeds_from

    if levels and count is not None:
        raise UsageError("--count makes new mazes, but levels are given", "leave out one of the two")
    require_one_output(output, json=json)
    if levels:
        held = [level_of(one, making, seed=seed, start=start, goal=goal, reading=reading) for one in levels]
    else:
        chosen = [seed] if count is None else seeds_from(api.seed_text(seed), count)
        ends = {"start": start, "goal": goal}
        held = [level_of(None, making, seed=one, reading=reading, engine=engine, **ends) for one in chosen]
    options = {key: value for key, value in (("tile_size", tile_size), ("offset", offset)) if value is not None}
    data = agtk.plugin(held, **options)
    if output == "-":
        if not dry_run:
            to_stdout(data)
        return
    written = api.save({_path(output, levels or []): data}, force=force, dry_run=dry_run)
    if json:
        files = [file_as_json(w) for w in written]
        CONSOLE.result({"levels": [as_json(one) for one in held], "files": files, "notices": CONSOLE.notices})
        return
    for number, one in enumerate(held, 1):
        CONSOLE.say(f"{number}: {describe(one)}")
    for w in written:
        CONSOLE.say(outcome(w))


def _path(output: str | None, levels: list[str]) -> Path:
    """Return the file that is to be written; its name follows the level if there is one, and is else `mazes`."""
    if output is not None and not output:
        raise UsageError("-o names no file or folder", "leave it out to write to this folder")
    name = ((p.stem(levels[0]) if len(levels) == 1 else None) or "mazes") + SUFFIX
    if output is None:
        return Path(name)
    folder = output.endswith(("/", os.sep)) or Path(output).is_dir()
    return Path(output) / name if folder else Path(output)
