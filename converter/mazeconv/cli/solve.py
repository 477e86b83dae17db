"""`mazeconv solve`: a way through a level."""

from typing import TYPE_CHECKING, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

if TYPE_CHECKING:
    from mazeconv.level import Level
    from mazeconv.places import Origin
    from mazeconv.solvers import Route

HINTS = {
    "unreachable": "--shape repair joins parts of the floor that nothing leads to",
    "looped": "--solver shortest finds a way wherever there is one",
    "out of steps": "give it more steps, or take --solver shortest",
}


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve")(shared(solve))


def solve(
    level: p.LevelPath = None,
    *,
    making: p.Making,
    reading: p.Reading,
    solver: p.SolverName = "shortest",
    s: p.SolveOptions = None,
    start: p.WalkStart = None,
    goal: p.WalkGoal = None,
    origin: p.OriginName = "top-left",
    seed: p.Seed = None,
    engine: p.EngineName = "auto",
    json: p.Json = False,
) -> None:
    """Find a way through a level.

    Without LEVEL it solves a new maze. It says how long the way is and how it ended, and exits with 1 if that was not
    on a goal.
    """
    import shutil

    from mazeconv import api
    from mazeconv.cli.levels import describe
    from mazeconv.cli.progress import progress_bar
    from mazeconv.cli.walks import level_for
    from mazeconv.options.sorting import route as sort_options
    from mazeconv.pictures.sketch import sketch
    from mazeconv.solvers import SOLVERS
    from mazeconv.words import counted

    found, ends = level_for(
        level,
        making,
        start,
        goal,
        origin,
        reading=reading,
        engine=engine,
        seed=seed,
    )
    record = SOLVERS.get(solver).options
    options: dict[str, Any] = sort_options(
        s or [], {solver: record}, "solver", lambda: {one.name: one.options for one in SOLVERS.all()}
    )[solver]
    with progress_bar(f"solving by {solver}") as progress:
        route = api.solve(found, solver, engine=engine, progress=progress, **ends, **options)
    if json:
        CONSOLE.result(_as_json(found, solver, route, origin))
    else:
        if not CONSOLE.quiet:
            print(sketch(found, shutil.get_terminal_size().columns, route.tiles), end="")
        CONSOLE.say(describe(found, chosen=level is None and seed is None, source=level))
        CONSOLE.say(
            f"{solver}: {route.ending}, {counted(route.steps, 'step')}, {counted(route.turns, 'turn')}, "
            f"{counted(route.visited, 'tile')} visited"
        )
        for note in route.notes:
            CONSOLE.say(note)
    if not route.found:
        CONSOLE.error(f"{solver} found no way to a goal: {route.ending}", HINTS[route.ending])
        raise typer.Exit(1)


def _as_json(level: "Level", solver: str, route: "Route", origin: "Origin") -> dict[str, Any]:
    from mazeconv.cli.levels import as_json
    from mazeconv.cli.walks import xy_rows

    return {
        "level": as_json(level, origin),
        "solver": solver,
        "ending": route.ending,
        "steps": route.steps,
        "turns": route.turns,
        "visited": route.visited,
        "searched": route.searched,
        "cost": route.cost,
        "loops": route.loops,
        "hand": route.hand,
        "doors": route.doors,
        "notes": list(route.notes),
        "origin": origin,
        "tiles": xy_rows(route.tiles, level.rows, origin),
        "notices": CONSOLE.notices,
    }
