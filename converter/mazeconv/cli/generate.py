"""`mazeconv generate`: a new maze as a level file."""

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("generate")(shared(generate))


def generate(
    *,
    making: p.Making,
    seed: p.Seed = None,
    start: p.Start = None,
    goal: p.Goal = None,
    engine: p.EngineName = "auto",
    output: p.OutputPath = None,
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Make a maze and write it as a level file.

    The level file keeps everything and can be exported later.
    """
    from mazeconv.cli.delivery import Order, deliver
    from mazeconv.cli.levels import level_of
    from mazeconv.errors import UsageError
    from mazeconv.formats import by_name

    named = by_name(output) if output else None
    if named is not None and named.name != "json":
        raise UsageError(
            f"generate writes level files, and {output} is the name of a {named.name} file",
            f"write it with `mazeconv export -o {output}`, or name a file that ends in .json",
        )

    level = level_of(
        None,
        making,
        engine=engine,
        seed=seed,
        start=start,
        goal=goal,
    )
    deliver(level, Order(["json"], output, force=force, dry_run=dry_run, json=json, chosen_seed=seed is None))
