"""`mazeconv generators`: how mazes can be made, and with which options."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared
from mazeconv.cli.listing import options_as_json, say_options, show_table

if TYPE_CHECKING:
    from mazeconv.generators import Generator

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

    show_table(
        GENERATORS,
        name,
        json=json,
        as_json=_as_json,
        say=_say,
        note="`mazeconv generators NAME` shows the options of one.",
    )


def _as_json(one: "Generator") -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "about": one.about,
        "source": one.source,
        "version": one.version,
        "unit": one.unit,
        "least": one.least,
        "step": one.step,
        "options": options_as_json(one.options),
    }


def _say(one: "Generator") -> None:
    from mazeconv.making import sizes_text, tile_sizes

    print(f"{one.name}: {one.title}\n{one.about}")
    inner = f" ({sizes_text(one.least, one.step, one.unit)})" if one.unit == "cells" else ""
    print(f"sizes: {sizes_text(*tile_sizes(one), 'tiles')}{inner}\nsource: {one.source}")
    say_options(one.options, "options (-G key=value)")
