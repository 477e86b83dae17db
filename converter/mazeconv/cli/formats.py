"""`mazeconv formats`: what can be read and written, and with which options."""

from typing import Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared
from mazeconv.cli.listing import as_dicts, lines, table

Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="One format, with its options.", autocompletion=p.format_names),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("formats")(shared(formats))


def formats(name: Name = None, *, json: p.Json = False) -> None:
    """List the formats, or the options of one."""
    from mazeconv.formats import FORMATS, Format
    from mazeconv.options.describing import describe

    found = [FORMATS.get(name)] if name else FORMATS.all()

    def does(one: Format) -> str:
        return " ".join(word for word, function in (("read", one.read), ("write", one.write)) if function)

    if json:
        listing: list[dict[str, Any]] = [
            {
                "name": f.name,
                "title": f.title,
                "extensions": f.extensions,
                "does": does(f).split(),
                "keeps": sorted(f.keeps),
                "write_options": as_dicts(describe(f.write_options)) if f.write else [],
                "read_options": as_dicts(describe(f.read_options)) if f.read else [],
            }
            for f in found
        ]
        CONSOLE.result(listing[0] if name else listing)
    elif name:
        one = found[0]
        print(f"{one.name}: {one.title}")
        print(f"files: {', '.join('*' + e for e in one.extensions)}")
        print(f"can: {does(one).replace(' ', ', ')}")
        print(f"keeps: {', '.join(['floor and walls', *sorted(one.keeps)])}")
        for note in one.notes:
            print(note)
        for heading, function, record in (
            ("-O", one.write, one.write_options),
            ("-I", one.read, one.read_options),
        ):
            if function and (described := describe(record)):
                print(f"\noptions for {'writing' if heading == '-O' else 'reading'} ({heading} key=value):")
                print(lines(described))
    else:
        print(table((f.name, does(f), f.title) for f in found))
        print("\n`mazeconv formats NAME` shows the options of one.")
