"""`mazeconv diff`: what differs between two levels."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared, visible
from mazeconv.errors import UsageError

if TYPE_CHECKING:
    from mazeconv.differences import Differences
    from mazeconv.level import Marker, Place


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("diff")(shared(diff))


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A level; - is standard input.")],
    after: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    *,
    reading: p.Reading,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE.png", help="Draw a picture of what differs.")
    ] = None,
    places: Annotated[
        int, typer.Option("--places", metavar="N", min=0, help="List at most N tiles, and N markers.")
    ] = 10,
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Say what differs between two levels.

    It exits with 1 if anything does. Size, tiles, markers and properties count, but not how a level was made. Levels of
    different sizes lie with their top left corners on one another. The picture shows B, with what changed in other
    colours.
    """
    from mazeconv import differences
    from mazeconv.cli.delivery import file_as_json, outcome
    from mazeconv.cli.levels import read_all
    from mazeconv.output import save

    if before == after == "-":
        raise UsageError("standard input holds one level", "name a file for one of the two")
    if output is not None and Path(output).suffix.lower() != ".png":
        raise UsageError(f"-o {output} is no name for a picture", "let it end in .png")
    found = differences.diff(*read_all([before, after], reading))
    files = []
    if output is not None:
        from mazeconv.pictures.differences_picture import picture

        files = save({Path(output): picture(found)}, force=force, dry_run=dry_run)
    if json:
        listing = [file_as_json(w) for w in files]
        CONSOLE.result(_as_json(found, places) | {"files": listing, "notices": CONSOLE.notices})
    else:
        for line in differences.lines(found, places) or ["no difference"]:
            CONSOLE.say(visible(line))
        for w in files:
            CONSOLE.say(outcome(w))
    if found:
        raise typer.Exit(1)


def _as_json(found: "Differences", most: int) -> dict[str, Any]:
    """Return what --json says; sizes are [width, height], places [x, y]."""
    from itertools import islice

    from mazeconv.differences import NAMES

    moved, gone, new = found.markers
    return {
        "differs": bool(found),
        "sizes": [[level.cols, level.rows] for level in (found.before, found.after)],
        "tiles": {
            "count": sum(found.counts.values()),
            "changes": [{"from": NAMES[a], "to": NAMES[b], "count": n} for (a, b), n in found.counts.items()],
            "places": [
                {"place": _xy(one.place), "from": NAMES[one.before], "to": NAMES[one.after]}
                for one in islice(found.places(), most)
            ],
        },
        "markers": {
            "moved": [_marker(a) | {"to": _xy(b.place)} for a, b in moved],
            "gone": [_marker(m) for m in gone],
            "new": [_marker(m) for m in new],
        },
        "properties": [{"name": one.name, "from": one.before, "to": one.after} for one in found.properties],
    }


def _marker(marker: "Marker") -> dict[str, Any]:
    return {"kind": marker.kind, "label": marker.label, "place": _xy(marker.place)}


def _xy(place: "Place") -> list[int]:
    return [place.col, place.row]
