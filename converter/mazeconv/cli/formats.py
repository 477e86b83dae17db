"""`mazeconv formats`: what can be read and written, and with which options."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared
from mazeconv.cli.listing import options_as_json, say_options, show_table

if TYPE_CHECKING:
    from mazeconv.formats import Format

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="One format, with its options.", autocompletion=p.format_names),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("formats")(shared(formats))


def formats(name: Name = None, *, json: p.Json = False) -> None:
    """List the formats, or the options of one."""
    from mazeconv.formats import FORMATS

    show_table(
        FORMATS,
        name,
        json=json,
        as_json=_as_json,
        say=_say,
        row=lambda one: (one.name, " ".join(_does(one)), one.title),
        note="`mazeconv formats NAME` shows the options of one.",
    )


def _does(one: "Format") -> list[str]:
    return [word for word, function in (("read", one.read), ("write", one.write)) if function]


def _as_json(one: "Format") -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "extensions": one.extensions,
        "does": _does(one),
        "keeps": sorted(one.keeps),
        "write_options": options_as_json(one.write_options) if one.write else [],
        "read_options": options_as_json(one.read_options) if one.read else [],
    }


def _say(one: "Format") -> None:
    print(f"{one.name}: {one.title}")
    print(f"files: {', '.join('*' + e for e in one.extensions)}")
    print(f"can: {', '.join(_does(one))}")
    print(f"keeps: {', '.join(['floor and walls', *sorted(one.keeps)])}")
    for note in one.notes:
        print(note)
    if one.write:
        say_options(one.write_options, "options for writing (-O key=value)")
    if one.read:
        say_options(one.read_options, "options for reading (-I key=value)")
