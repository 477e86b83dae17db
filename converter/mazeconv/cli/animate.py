"""`mazeconv animate`: a film of how a level is made, or of a walk through it."""

from typing import Annotated, Any, Literal

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("animate")(shared(animate))


def animate(
    level: p.LevelPath = None,
    *,
    making: p.Making,
    reading: p.Reading,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="File to write: .gif, .png (APNG) or .webp.")
    ],
    of: Annotated[
        Literal["generation", "solver"] | None,
        typer.Option("--of", help="What is shown: the making, or a walk (default: a walk if --solver or -S is given)."),
    ] = None,
    solver: p.WalkSolver = None,
    s: p.SolveOptions = None,
    frames: Annotated[str | None, typer.Option("--frames", metavar="N", help="Frames at most (default: 200).")] = None,
    fps: Annotated[str | None, typer.Option("--fps", metavar="N", help="Frames a second (default: 20).")] = None,
    hold: Annotated[
        str | None, typer.Option("--hold", metavar="SECONDS", help="How long the last frame stays (default: 2).")
    ] = None,
    tile_size: Annotated[
        str | None, typer.Option("--tile-size", metavar="N", help="Pixels a tile (default: what fits into 640x640).")
    ] = None,
    fit: Annotated[
        str | None, typer.Option("--fit", metavar="WxH", help="Take the largest tiles that fit into W x H pixels.")
    ] = None,
    theme: Annotated[
        str | None, typer.Option("--theme", metavar="NAME", help="Set of colours (default: paper).")
    ] = None,
    pixel_limit: Annotated[
        str | None,
        typer.Option("--pixel-limit", metavar="N", help="Most pixels in all frames (default: 100000000)."),
    ] = None,
    seed: p.Seed = None,
    start: p.Start = None,
    goal: p.Goal = None,
    engine: p.EngineName = "auto",
    force: p.Force = False,
) -> None:
    """Make a film of how a level is made, or of a walk through it.

    Without LEVEL it shows a new maze.
    """
    from mazeconv import api
    from mazeconv.animation import SHORTEST, encoder_of
    from mazeconv.cli.delivery import outcome
    from mazeconv.cli.levels import describe, preset_of
    from mazeconv.cli.progress import progress_bar
    from mazeconv.cli.walks import level_for
    from mazeconv.options.sorting import route
    from mazeconv.solvers import SOLVERS

    encoder_of(output)
    walker = solver or SHORTEST
    options: dict[str, Any] = route(s or [], {walker: SOLVERS.get(walker).options}, "solver")[walker]
    kind = preset_of(making.preset)
    found, ends = level_for(
        level,
        making,
        start,
        goal,
        "top-left",
        reading=reading,
        engine=engine,
        seed=seed,
    )
    typed = {
        "frames": frames,
        "fps": fps,
        "hold": hold,
        "tile-size": tile_size,
        "fit": fit,
        "theme": theme or (kind.writing("png").get("theme") if kind else None),
        "pixel-limit": pixel_limit,
    }
    with progress_bar("animating") as progress:
        written = api.animate(
            found,
            output,
            of=of,
            solver=solver,
            solver_options=options,
            start=ends.get("start"),
            goal=ends.get("goal"),
            engine=engine,
            progress=progress,
            force=force,
            **{name: value for name, value in typed.items() if value is not None},
        )
    CONSOLE.say(describe(found, chosen=level is None and seed is None, source=level))
    CONSOLE.say(outcome(written))
