"""`mazeconv hunt`: the hedge-maze game, one treasure after the other."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

if TYPE_CHECKING:
    from mazeconv.hunting import Game
    from mazeconv.places import Origin


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("hunt")(shared(hunt))


def hunt(
    level: p.LevelPath = None,
    *,
    making: p.Making,
    reading: p.Reading,
    treasures: Annotated[
        int, typer.Option("--treasures", "-t", metavar="N", help="Treasures to hunt; up to 300 re-uses.")
    ] = 1,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="TEXT", help="Seed of treasures and walls, and of the maze if a new one is made."
        ),
    ] = None,
    open_walls: Annotated[
        float,
        typer.Option(
            "--open-walls",
            metavar="P",
            help="Share of the walls that opens at each re-use, 0 to 1; above 0 it is at least one.",
        ),
    ] = 0.0,
    hand: Annotated[
        Literal["auto", "right", "left"],
        typer.Option("--hand", help="The hand on the wall; auto goes by the treasure."),
    ] = "auto",
    plain: Annotated[
        bool, typer.Option("--plain", help="Keep to the plain rule, which ends where it walks in a circle.")
    ] = False,
    upgrade: Annotated[int, typer.Option("--level", metavar="N", help="Level of the upgrade, for the substance.")] = 1,
    start: p.WalkStart = None,
    goal: p.WalkGoal = None,
    origin: p.OriginName = "top-left",
    engine: p.EngineName = "auto",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="GIF", help="Animation to write, such as hunt.gif.")
    ] = None,
    force: p.Force = False,
    json: p.Json = False,
) -> None:
    """Hunt one treasure after the other.

    A drone keeps a hand on the wall and always arrives. The first treasure is the goal, then come the level's own
    treasures, then random places. Without LEVEL it hunts in a new maze. It exits with 1 if a treasure was not found.
    """
    from pathlib import Path

    from mazeconv import api
    from mazeconv.cli.delivery import outcome
    from mazeconv.cli.levels import describe
    from mazeconv.cli.listing import table
    from mazeconv.cli.progress import progress_bar
    from mazeconv.cli.walks import level_for
    from mazeconv.errors import UsageError
    from mazeconv.hunting import hunt as play
    from mazeconv.solvers.doors import note

    if output is not None and not output.lower().endswith(".gif"):
        raise UsageError(f"the animation is a GIF, and {output} does not end in .gif", "write -o hunt.gif")
    found, ends = level_for(
        level,
        making,
        start,
        goal,
        origin,
        reading=reading,
        engine=engine,
        seed=seed if level is None else None,
    )
    luck = seed if seed is not None else found.recipe.seed if found.recipe is not None else "0"
    with progress_bar("hunting") as progress:
        game = play(
            found,
            treasures,
            seed=luck,
            open_walls=open_walls,
            hand=hand,
            fallback=not plain,
            upgrade=upgrade,
            engine=engine,
            progress=progress,
            **ends,
        )
    written = []
    if output is not None:
        from mazeconv.pictures.hunt_gif import encode_gif

        written = api.save({Path(output): encode_gif(game)}, force=force)
    caught = sum(h.route.found for h in game.hunts)
    if json:
        CONSOLE.result(_as_json(game, luck, origin))
    else:
        CONSOLE.say(describe(found, chosen=level is None and seed is None, source=level))
        CONSOLE.say(table(_rows(game, origin)))
        best = sum(h.shortest or 0 for h in game.hunts)
        CONSOLE.say(f"{caught} of {treasures} treasures in {game.steps:,} steps; the shortest ways together: {best:,}")
        CONSOLE.say(
            f"substance: {game.size} x 2^{upgrade - 1} = {game.cost:,} for the maze and for each re-use, "
            f"{game.substance:,} in all"
        )
        if doors := sum(h.route.doors for h in game.hunts):
            CONSOLE.say(note(doors))
        for w in written:
            CONSOLE.say(outcome(w))
        if written and any(len(h.opened) for h in game.hunts):
            CONSOLE.say("in the animation, walls that have just opened are purple, and the way of the hunt is orange")
    if not game.hunts[-1].route.found:
        CONSOLE.error(*_failure(game, origin))
        raise typer.Exit(1)


def _rows(game: "Game", origin: "Origin") -> list[tuple[str, ...]]:
    from mazeconv.places import to_xy

    rows: list[tuple[str, ...]] = [("hunt", "treasure", "walls opened", "steps", "shortest", "loops", "ending", "hand")]
    for number, one in enumerate(game.hunts, 1):
        x, y = to_xy(one.treasure, game.level.rows, origin)
        why = one.route.notes[0]
        rows.append(
            (
                str(number),
                f"{x},{y}",
                str(len(one.opened)),
                str(one.route.steps),
                "-" if one.shortest is None else str(one.shortest),
                str(one.route.loops),
                one.route.ending,
                why,
            )
        )
    return rows


def _failure(game: "Game", origin: "Origin") -> tuple[str, str]:
    """Return which treasure was not found, and what to do."""
    from mazeconv.places import to_xy

    last, number = game.hunts[-1], len(game.hunts)
    x, y = to_xy(last.treasure, game.level.rows, origin)
    hint = (
        "leave --plain out: the drone then notices circles, and always arrives"
        if last.route.ending == "looped"
        else "--shape repair joins parts of the floor that nothing leads to"
    )
    return f"treasure {number} at {x},{y} was not found: {last.route.ending}", hint


def _as_json(game: "Game", seed: str, origin: "Origin") -> dict[str, Any]:
    from mazeconv.cli.levels import as_json
    from mazeconv.level import Place
    from mazeconv.places import to_xy

    start = Place(*map(int, game.hunts[0].route.tiles[0]))
    return {
        "level": as_json(game.level, origin),
        "seed": seed,
        "origin": origin,
        "start": list(to_xy(start, game.level.rows, origin)),
        "hunts": [
            {
                "found": one.route.found,
                "treasure": list(to_xy(one.treasure, game.level.rows, origin)),
                "steps": one.route.steps,
                "shortest": one.shortest,
                "hand": one.route.hand,
                "loops": one.route.loops,
                "opened": len(one.opened),
                "notes": list(one.route.notes),
            }
            for one in game.hunts
        ],
        "steps": game.steps,
        "substance": game.substance,
        "notices": CONSOLE.notices,
    }
