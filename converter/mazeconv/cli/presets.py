"""`mazeconv presets`: the kinds of level that have a name."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import shared
from mazeconv.cli.listing import show

if TYPE_CHECKING:
    from mazeconv.presets import Preset

Name = Annotated[
    str | None,
    typer.Argument(
        metavar="[NAME]", help="One preset, or a TOML file, with all that it sets.", autocompletion=p.preset_names
    ),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("presets")(shared(presets))


def presets(name: Name = None, *, json: p.Json = False) -> None:
    """List the presets, or all that one sets."""
    from mazeconv.presets import every, preset

    found = [preset(name)] if name is not None else every()
    show(
        found,
        alone=name is not None,
        json=json,
        as_json=_as_json,
        say=_say,
        rows=((one.name, one.title) for one in found),
        note="`mazeconv presets NAME` shows all that one sets.",
    )


def _say(one: "Preset") -> None:
    from mazeconv.presets import words

    print(f"{one.name}: {one.title}")
    print(one.about)
    print(f"file: {one.source}")
    print(f"the same in options: {words(one)}")


def _as_json(one: "Preset") -> dict[str, Any]:
    import msgspec

    from mazeconv.presets import words

    value: dict[str, Any] = msgspec.to_builtins(one)
    return value | {"words": words(one)}
