"""`mazeconv measures`: what can be measured of a level, and by which names conditions ask for it."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="One measure.", autocompletion=p.measure_names)]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("measures")(shared(measures))


def measures(name: Name = None, *, json: p.Json = False) -> None:
    """List the measures: what to name in --require and --best."""
    from mazeconv.cli.listing import table
    from mazeconv.measures import described, find

    found = [find(name)] if name else described()
    if json:
        listing = [{"name": m.name, "unit": m.unit, "description": m.description, "number": m.number} for m in found]
        CONSOLE.result(listing[0] if name else listing)
    elif name:
        one = found[0]
        print(f"{one.name}: {one.description}" + (f"\nunit: {one.unit}" if one.unit else ""))
        if not one.number:
            print("no number: conditions cannot compare it, `mazeconv info --json` gives it")
    else:
        print(table((m.name, m.unit, m.description) for m in found if m.number))
        print("\n`mazeconv info` measures a level. A condition compares a measure: --require 'solution >= 40'.")
