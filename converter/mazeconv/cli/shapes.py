"""`mazeconv shapes`: what can be done to a maze after it is made, and with which options."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared
from mazeconv.cli.listing import options_as_json, say_options, show_table

if TYPE_CHECKING:
    from mazeconv.shaping import Step

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="One shaping step, with its options.", autocompletion=p.step_names),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("shapes")(shared(shapes))


def shapes(name: Name = None, *, json: p.Json = False) -> None:
    """List the shaping steps, or the options of one."""
    from mazeconv.shaping import SHAPING, STAGES

    show_table(
        SHAPING,
        name,
        json=json,
        as_json=_as_json,
        say=_say,
        note=f"Steps of one stage run in the order given. The stages follow one another: {', '.join(STAGES)}.\n"
        "`mazeconv shapes NAME` shows the stage and the options of one.",
    )


def _as_json(one: "Step") -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "about": one.about,
        "stage": one.stage,
        "options": options_as_json(one.options),
    }


def _say(one: "Step") -> None:
    from mazeconv.options.describing import describe
    from mazeconv.shaping import STAGES

    print(f"{one.name}: {one.title}\n{one.about}\nstage: {one.stage} (of {', '.join(STAGES)})")
    first = describe(one.options)[0].name
    say_options(one.options, f"options (--shape {one.name}=VALUE sets {first}; others as ,key=value)")
