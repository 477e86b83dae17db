"""`mazeconv shapes`: what can be done to a maze after it is made, and with which options."""

from typing import Annotated

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared
from mazeconv.cli.listing import as_dicts, lines, table

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="One shaping step, with its options.", autocompletion=p.step_names),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("shapes")(shared(shapes))


def shapes(name: Name = None, *, json: p.Json = False) -> None:
    """List the shaping steps, or the options of one."""
    from mazeconv.options.describing import describe
    from mazeconv.shaping import SHAPING, STAGES

    found = [SHAPING.get(name)] if name else SHAPING.all()
    if json:
        listing = [
            {
                "name": s.name,
                "title": s.title,
                "about": s.about,
                "stage": s.stage,
                "options": as_dicts(describe(s.options)),
            }
            for s in found
        ]
        CONSOLE.result(listing[0] if name else listing)
    elif name:
        one = found[0]
        described = describe(one.options)
        print(f"{one.name}: {one.title}\n{one.about}\nstage: {one.stage} (of {', '.join(STAGES)})")
        print(f"\noptions (--shape {one.name}=VALUE sets {described[0].name}; others as ,key=value):")
        print(lines(described))
    else:
        print(table((s.name, s.title) for s in found))
        print(f"\nSteps of one stage run in the order given. The stages follow one another: {', '.join(STAGES)}.")
        print("`mazeconv shapes NAME` shows the stage and the options of one.")
