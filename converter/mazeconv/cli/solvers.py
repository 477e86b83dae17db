"""`mazeconv solvers`: how levels can be solved, and with which options."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared
from mazeconv.cli.listing import options_as_json, say_options, show_table

if TYPE_CHECKING:
    from mazeconv.solvers import Solver

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="One solver, with its options.", autocompletion=p.solver_names),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solvers")(shared(solvers))


def solvers(name: Name = None, *, json: p.Json = False) -> None:
    """List the solvers, or the options of one."""
    from mazeconv.solvers import SOLVERS

    show_table(
        SOLVERS,
        name,
        json=json,
        as_json=_as_json,
        say=_say,
        note="`mazeconv solvers NAME` shows the options of one.",
    )


def _as_json(one: "Solver") -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "about": one.about,
        "source": one.source,
        "weighs": one.weighs,
        "options": options_as_json(one.options),
    }


def _say(one: "Solver") -> None:
    print(f"{one.name}: {one.title}\n{one.about}\nsource: {one.source}")
    say_options(one.options, "options (-S key=value)")
