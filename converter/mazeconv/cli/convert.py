"""`mazeconv convert`: from one file to another."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared
from mazeconv.errors import UsageError


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("convert")(shared(convert))


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="The level to read; - is standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - is standard output.")],
    *,
    reading: p.Reading,
    format: p.Formats = None,
    check_image: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.png",
            help="Also write how a picture was read: its tiles, and in red those that could be wall or floor.",
        ),
    ] = None,
    shape: p.Shape = None,
    seed: p.Seed = None,
    o: p.WriteOptions = None,
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Convert a level from one format to another.

    The names say which formats, unless --from and --format do. --shape changes the level on the way, such as repair
    after edits by hand.
    """
    from mazeconv.cli.delivery import Order, deliver, formats_for
    from mazeconv.cli.levels import level_of

    formats = formats_for(format, target)
    if check_image is not None:
        _check(source, reading, check_image, force=force, dry_run=dry_run)
    level = level_of(source, p.Making(shape=shape), seed=seed, reading=reading)
    deliver(level, Order(formats, target, o or [], p.stem(source), force, dry_run, json, source=source))


def _check(source: str, reading: p.Reading, path: str, *, force: bool, dry_run: bool) -> None:
    """Write how a picture is read, before it is: a level that cannot be is what one looks at."""
    from pathlib import Path

    from mazeconv import api
    from mazeconv.cli.levels import sources_and_options

    if source == "-":
        raise UsageError("--check-image reads the picture before the level is read", "name a file instead of -")
    ((given, found, options),) = sources_and_options([source], reading)
    data = api.check_image(given, found.name, **options)
    for written in api.save({Path(path): data}, force=force, dry_run=dry_run):
        CONSOLE.say(f"{'would write' if dry_run else 'wrote'} {written.path}")
