"""`mazeconv convert`: from one file to another."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("convert")(shared(convert))


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="The level to read; - is standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; - is standard output.")],
    *,
    reading: p.Reading,
    format: p.Formats = None,
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
    level = level_of(source, p.Making(shape=shape), seed=seed, reading=reading)
    deliver(level, Order(formats, target, o or [], p.stem(source), force, dry_run, json, source=source))
