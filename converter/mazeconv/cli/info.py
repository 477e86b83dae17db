"""`mazeconv info`: what a level is like, in numbers, and whether it meets conditions."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

if TYPE_CHECKING:
    from mazeconv.level import Level
    from mazeconv.measures import Measures
    from mazeconv.measures.conditions import Condition

Check = Annotated[
    bool, typer.Option("--check", help="Exit with 1 if the start or the goal is missing or cannot be reached.")
]
Require = Annotated[
    list[str] | None,
    typer.Option(
        "--require",
        metavar="CONDITION",
        help="Exit with 1 unless it holds, such as 'solution >= 40'; may be given several times. `mazeconv measures` "
        "lists the names.",
    ),
]
Speed = Annotated[
    float | None,
    typer.Option("--speed", metavar="N", help="Tiles a second that a player walks, for the times (default: 4)."),
]
Played = Annotated[
    list[float] | None,
    typer.Option(
        "--played",
        metavar="SECONDS",
        help="Your own time on this level, by which the times are scaled; of several the median counts.",
    ),
]
RecipeOnly = Annotated[bool, typer.Option("--recipe", help="Print only the command that makes the level again.")]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("info")(shared(info))


def info(
    level: p.LevelPath = None,
    *,
    making: p.Making,
    reading: p.Reading,
    check: Check = False,
    require: Require = None,
    speed: Speed = None,
    played: Played = None,
    recipe: RecipeOnly = False,
    seed: p.Seed = None,
    start: p.Start = None,
    goal: p.Goal = None,
    engine: p.EngineName = "auto",
    json: p.Json = False,
) -> None:
    """Measure a level, or a new maze.

    It tells the size, the junctions, the solution and how long players may take.
    """
    from mazeconv import api
    from mazeconv.cli.levels import describe, level_of
    from mazeconv.measures.conditions import parse_all

    conditions = parse_all(require or ())
    found = level_of(
        level,
        making,
        reading=reading,
        engine=engine,
        seed=seed,
        start=start,
        goal=goal,
    )
    if recipe:
        _recipe(found)
        return
    measures = api.measure(found, speed=speed, played=played, engine=engine)
    failures = (_missing(found, measures) if check else {}) | _failures(conditions, measures, found)
    if json:
        CONSOLE.result(_as_json(found, measures, list(failures), CONSOLE.notices))
    else:
        _say(found, measures, speed, describe(found, chosen=level is None and seed is None, source=level))
    for failure, hint in failures.items():
        CONSOLE.error(failure, hint)
    if failures:
        raise typer.Exit(1)


def _recipe(level: "Level") -> None:
    from mazeconv.errors import LevelError

    if level.recipe is None:
        raise LevelError(
            "the level has no recipe: it was drawn, changed since it was made, or read from a format that keeps none",
            "`mazeconv generate` writes level files that hold their recipe",
        )
    print(level.recipe.command())


def _missing(level: "Level", measures: "Measures") -> dict[str, str]:
    """Return what is missing, each with what to do about it."""
    hint = "mark one in the level, or add --shape ends"
    ends = {"start": level.start, "goal": level.goal}
    out = {f"the level has no {what}": hint for what, place in ends.items() if place is None}
    if not out and measures.solution is None:
        out["no way leads from the start to the goal"] = "open a wall between them, or add --shape repair"
    return out


def _failures(conditions: "tuple[Condition, ...]", measures: "Measures", level: "Level") -> dict[str, str]:
    """Return what does not hold, each with what to do about it."""
    from mazeconv.measures.report import figure

    out = {}
    for condition in conditions:
        if not condition.holds(measures):
            value = condition.value(measures)
            is_now = "cannot be measured here" if value is None else f"is {figure(value)}"
            failure = f"{condition} does not hold: {condition.name} {is_now}"
            plain = f"mazeconv search --require '{condition}'"
            command = level.recipe.command(require=str(condition)) if level.recipe is not None else plain
            out[failure] = f"{command} looks for levels of which it holds"
    return out


def _as_json(level: "Level", measures: "Measures", failures: list[str], notices: list[str]) -> dict[str, Any]:
    from mazeconv.cli.levels import as_json
    from mazeconv.measures.report import as_dict

    return {"level": as_json(level), "measures": as_dict(measures), "failures": failures, "notices": notices}


def _say(level: "Level", measures: "Measures", speed: float | None, heading: str) -> None:
    from mazeconv.cli.listing import table
    from mazeconv.measures.players import SPEED
    from mazeconv.measures.report import rows

    CONSOLE.say(heading)
    CONSOLE.say(table(rows(measures, speed or SPEED, "; ".join(_missing(level, measures)))))
    if level.recipe is not None:
        CONSOLE.say(f"\nmade by: {level.recipe.command()}")
