"""`mazeconv search`: give the conditions, get the levels."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared
from mazeconv.interrupted import INTERRUPTED

if TYPE_CHECKING:
    from mazeconv.cli.delivery import Filed
    from mazeconv.level import Level
    from mazeconv.searching import Found, Hit


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("search")(shared(search))


def search(
    *,
    making: p.Making,
    count: Annotated[int, typer.Option("--count", "-c", metavar="N", help="How many levels to try.")] = 10_000,
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require",
            "-r",
            metavar="CONDITION",
            help="What must hold, such as 'solution >= 120' or hand_proof; may be given several times. "
            "`mazeconv measures` lists the names.",
        ),
    ] = None,
    best: Annotated[
        str | None,
        typer.Option("--best", metavar="MEASURE", help="The largest first, such as dead_ends; else the first found."),
    ] = None,
    least: Annotated[str | None, typer.Option("--least", metavar="MEASURE", help="The smallest first.")] = None,
    top: Annotated[int, typer.Option("--top", "-t", metavar="N", help="How many levels to return.")] = 1,
    speed: Annotated[
        float | None,
        typer.Option("--speed", metavar="N", help="Tiles a second that a player walks, for the times (default: 4)."),
    ] = None,
    played: Annotated[
        list[str] | None,
        typer.Option(
            "--played",
            metavar="LEVEL=SECONDS",
            help="Your own time on a level, by which the times are scaled; of several the median counts.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-w", metavar="N", help="Processes to use (default: one a processor)."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Search on the Dask cluster with this scheduler instead."),
    ] = None,
    format: p.Formats = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PATH", help="Folder to write the levels to, or a file for one."),
    ] = None,
    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            metavar="TEXT",
            help="The first seed to try; then come the next numbers. A text stands for a number.",
        ),
    ] = "0",
    start: p.Start = None,
    goal: p.Goal = None,
    o: p.WriteOptions = None,
    tile_size: p.TileSize = None,
    engine: p.EngineName = "auto",
    force: p.Force = False,
    dry_run: p.DryRun = False,
    json: p.Json = False,
) -> None:
    """Try many mazes and keep the best that meet conditions.

    It tries seed after seed, from --seed on. The same arguments give the same levels with any number of workers. -o
    FOLDER writes them as level files. Ctrl-C returns the best so far.
    """
    from mazeconv import api
    from mazeconv.cli.delivery import Order, say_files, write_all
    from mazeconv.cli.levels import asked, preset_of
    from mazeconv.cli.progress import progress_bar

    kind = preset_of(making.preset)
    named = [f"tile-size={tile_size}"] if tile_size is not None else []
    formats = _formats(format, output)
    place = _place(output, formats, top)
    order = Order(formats, place, [*named, *(o or [])], force=force, dry_run=dry_run, preset=kind)
    with progress_bar("searching", "levels") as progress:
        found = api.search(
            count,
            require=require or (),
            best=best,
            least=least,
            top=top,
            seed=seed,
            speed=speed,
            played=[_played(text) for text in played or ()],
            workers=workers,
            scheduler=scheduler,
            engine=engine,
            progress=progress,
            **asked(making, start, goal),
        )
    if not json:
        # Before any file, so that one that cannot be written does not cost what was found.
        _say(found)
    levels = found.levels() if output is not None else ()
    filed = write_all(levels, order) if levels else []
    if json:
        CONSOLE.result(_as_json(found, filed))
    else:
        say_files(filed)
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not found.hits:
        hint = found.advice or "try more with --count, another --generator, or ask for less"
        CONSOLE.error(f"none of {_levels(found.tried)} meets the conditions", hint)
        raise typer.Exit(1)


def _played(text: str) -> "tuple[Level, float]":
    """Return a level that was played, and the seconds."""
    from mazeconv import api
    from mazeconv.errors import UsageError

    path, _, seconds = text.rpartition("=")
    try:
        time = float(seconds)
    except ValueError:
        time = 0.0
    if not path or not 0 < time < float("inf"):
        raise UsageError(
            f"--played {text} does not say on which level, and how many seconds it took",
            "give LEVEL=SECONDS, such as --played mine.json=45",
        )
    return api.read(path), time


def _formats(formats: list[str] | None, output: str | None) -> list[str]:
    """Return the formats to write: level files, unless --format or the name of a file says otherwise."""
    from mazeconv.cli.delivery import apart
    from mazeconv.errors import UsageError
    from mazeconv.formats import by_name

    if output == "-":
        raise UsageError("-o - holds one file, and a search prints what it finds", "give a folder, such as -o out/")
    if output is None and formats:
        raise UsageError("--format is for files, and no folder is named", "add -o out/")
    named = by_name(output) if output is not None else None
    return apart(formats or ()) or ([named.name] if named is not None else ["json"])


def _place(output: str | None, formats: list[str], top: int) -> str | None:
    """Return where files go: a folder unless the name is that of a file, whatever number of levels is found."""
    from mazeconv.errors import UsageError
    from mazeconv.formats import by_name

    if not output or output.endswith(("/", os.sep)):
        return output
    if by_name(output) is None:
        return f"{output}/"
    if top > 1 or len(formats) > 1:
        raise UsageError(f"-o {output} names one file, and several may be written", "give a folder, such as -o out/")
    return output


def _say(found: "Found") -> None:
    CONSOLE.say(_summary(found))
    for hit in found.hits:
        CONSOLE.say(_line(hit))
    if not found.hits:
        _say_failures(found)


def _summary(found: "Found") -> str:
    tried = f"tried {_levels(found.tried)}"
    if found.interrupted:
        tried += " before the interruption"
        if found.gapless < found.tried:
            row = f"only the first {found.gapless:,} are" if found.gapless > 1 else "they are not"
            tried += f" ({row} in a row)"
    unmade = f"; {found.unmade:,} could not be made" if found.unmade else ""
    return f"{tried}: {found.met:,} {'meets' if found.met == 1 else 'meet'} the conditions{unmade}"


def _levels(count: int) -> str:
    from mazeconv.words import counted

    return counted(count, "level")


def _line(hit: "Hit") -> str:
    from mazeconv.measures.report import figure

    measures = ", ".join(f"{name} {figure(value)}" for name, value in hit.measures.items())
    return f"\nseed {hit.recipe.seed}: {measures}\n{hit.recipe.command()}"


def _say_failures(found: "Found") -> None:
    from mazeconv.cli.listing import table
    from mazeconv.words import counted

    tried = found.tried - found.unmade
    if tried:
        rows = ((str(c), f"failed {counted(n, 'time')} ({100 * n / tried:.1f} %)") for c, n in found.failed.items())
        CONSOLE.say(table(rows))
    if found.nearest is not None:
        CONSOLE.say(f"\nthe nearest level is{_line(found.nearest)}")


def _as_json(found: "Found", filed: "list[Filed]") -> dict[str, Any]:
    from mazeconv.cli.delivery import listing

    return {
        "tried": found.tried,
        "gapless": found.gapless,
        "met": found.met,
        "unmade": found.unmade,
        "interrupted": found.interrupted,
        "levels": [_hit_json(hit) for hit in found.hits],
        "failed": {str(condition): times for condition, times in found.failed.items()},
        "nearest": None if found.nearest is None else _hit_json(found.nearest),
        "advice": found.advice,
        "files": listing(filed),
        "notices": CONSOLE.notices,
    }


def _hit_json(hit: "Hit") -> dict[str, Any]:
    return {
        "number": hit.number,
        "seed": hit.recipe.seed,
        "measures": hit.measures,
        "command": hit.recipe.command(),
    }
