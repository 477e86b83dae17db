"""`mazeconv measures`: what can be measured of a level, and by which names conditions ask for it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared
from mazeconv.cli.listing import show

if TYPE_CHECKING:
    from mazeconv.measures import Measure

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="One measure.", autocompletion=p.measure_names)]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("measures")(shared(measures))


def measures(name: Name = None, *, json: p.Json = False) -> None:
    """List the measures: what to name in --require and --best."""
    from mazeconv.measures import described, find

    found = [find(name)] if name else described()
    show(
        found,
        alone=bool(name),
        json=json,
        as_json=_as_json,
        say=_say,
        rows=((one.name, one.unit, one.description) for one in found if one.number),
        note="`mazeconv info` measures a level. A condition compares a measure: --require 'solution >= 40'.",
    )


def _as_json(one: "Measure") -> dict[str, Any]:
    return {"name": one.name, "unit": one.unit, "description": one.description, "number": one.number}


def _say(one: "Measure") -> None:
    print(f"{one.name}: {one.description}" + (f"\nunit: {one.unit}" if one.unit else ""))
    if not one.number:
        print("no number: conditions cannot compare it, `mazeconv info --json` gives it")
