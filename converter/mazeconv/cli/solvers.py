"""`mazeconv solvers`: how levels can be solved, and with which options."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared
from mazeconv.cli.listing import as_dicts, lines, table

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="One solver, with its options.", autocompletion=p.solver_names),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solvers")(shared(solvers))


def solvers(name: Name = None, *, json: p.Json = False) -> None:
    """List the solvers, or the options of one."""
    from mazeconv.options.describing import describe
    from mazeconv.solvers import SOLVERS

    found = [SOLVERS.get(name)] if name else SOLVERS.all()
    if json:
        listing = [
            {
                "name": s.name,
                "title": s.title,
                "about": s.about,
                "source": s.source,
                "weighs": s.weighs,
                "options": as_dicts(describe(s.options)),
            }
            for s in found
        ]
        CONSOLE.result(listing[0] if name else listing)
    elif name:
        one = found[0]
        print(f"{one.name}: {one.title}\n{one.about}\nsource: {one.source}")
        if described := describe(one.options):
            print("\noptions (-S key=value):")
            print(lines(described))
    else:
        print(table((s.name, s.title) for s in found))
        print("\n`mazeconv solvers NAME` shows the options of one.")
