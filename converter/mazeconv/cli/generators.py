"""`mazeconv generators`: how mazes can be made, and with which options."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared
from mazeconv.cli.listing import as_dicts, lines, table

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="One generator, with its options.", autocompletion=p.generator_names),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("generators")(shared(generators))


def generators(name: Name = None, *, json: p.Json = False) -> None:
    """List the generators, or the options of one."""
    from mazeconv.generators import GENERATORS
    from mazeconv.making import sizes_text, tile_sizes
    from mazeconv.options.describing import describe

    found = [GENERATORS.get(name)] if name else GENERATORS.all()
    if json:
        listing = [
            {
                "name": g.name,
                "title": g.title,
                "about": g.about,
                "source": g.source,
                "version": g.version,
                "unit": g.unit,
                "least": g.least,
                "step": g.step,
                "options": as_dicts(describe(g.options)),
            }
            for g in found
        ]
        CONSOLE.result(listing[0] if name else listing)
    elif name:
        one = found[0]
        print(f"{one.name}: {one.title}")
        print(one.about)
        inner = f" ({sizes_text(one.least, one.step, one.unit)})" if one.unit == "cells" else ""
        print(f"sizes: {sizes_text(*tile_sizes(one), 'tiles')}{inner}")
        print(f"source: {one.source}")
        if described := describe(one.options):
            print("\noptions (-G key=value):")
            print(lines(described))
    else:
        print(table((g.name, g.title) for g in found))
        print("\n`mazeconv generators NAME` shows the options of one.")
