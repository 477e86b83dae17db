"""Where a command's level comes from: a file that is read, or a new maze."""

import sys
from typing import Any

from mazeconv.cli.console import CONSOLE
from mazeconv.cli.progress import progress_bar
from mazeconv.errors import UsageError
from mazeconv.level import Level

NEW = ("generator", "size", "cells", "seed", "start", "goal", "mask", "islands", "plan", "generate_options", "shape")


def level_of(
    level: str | None,
    *,
    read_from: str | None = None,
    read_options: list[str] | None = None,
    engine: str = "auto",
    **new: Any,
) -> Level:
    """Read `level`, or make a new one from the generating options; both together are an error."""
    if level is None:
        if read_from is not None or read_options:
            raise UsageError("--from and -I are for reading a LEVEL, and none is given", "name the file to read")
        return _generated(engine, **new)
    given = [name for name in NEW if new.get(name) not in (None, [])]
    if given:
        flag = "-G" if given[0] == "generate_options" else f"--{given[0]}"
        raise UsageError(f"{flag} makes a new maze, but the level {level} is given", "leave out one of the two")
    return _read(level, read_from, read_options or [])


def _read(level: str, read_from: str | None, items: list[str]) -> Level:
    from mazeconv import api
    from mazeconv.formats import FORMATS, by_name
    from mazeconv.options import route

    if level == "-" and read_from is None:
        raise UsageError(
            "standard input has no name that says its format", "add --from with one of " + ", ".join(api.readable())
        )
    found = by_name(level) if read_from is None else FORMATS.get(read_from)
    options: dict[str, Any] = route(items, {found.name: found.read_options}, "format")[found.name] if found else {}
    return api.read(sys.stdin.buffer.read() if level == "-" else level, read_from, **options)


def _generated(engine: str, **new: Any) -> Level:
    from mazeconv import api
    from mazeconv.generators import GENERATORS
    from mazeconv.options import route
    from mazeconv.places import parse_size

    size, cells, name = new.get("size"), new.get("cells"), new.get("generator")
    name = api.DEFAULT_GENERATOR if name is None else name
    record = GENERATORS.get(name).options
    options: dict[str, Any] = route(new.get("generate_options") or [], {name: record}, "generator")[name]
    with progress_bar(f"making {name}") as progress:
        level = api.generate(
            name,
            None if size is None else parse_size(size),
            cells=None if cells is None else parse_size(cells, "--cells"),
            seed=new.get("seed"),
            start=new.get("start"),
            goal=new.get("goal"),
            mask=new.get("mask"),
            islands=new.get("islands"),
            plan=new.get("plan"),
            shape=new.get("shape") or (),
            engine=engine,  # type: ignore[arg-type]  # checked by the option
            progress=progress,
            **options,
        )
    if level.recipe is not None:
        CONSOLE.detail(level.recipe.command())
    return level


def describe(level: Level, *, chosen: bool = False) -> str:
    """Return one line that says what the level is; `chosen` when its seed was not the user's choice."""
    if level.recipe is None:
        return f"level {level.cols}x{level.rows}"
    why = " (chosen for you; the same seed makes the same maze)" if chosen else ""
    return f"{level.recipe.generator} {level.cols}x{level.rows}, seed {level.recipe.seed}{why}"


def as_json(level: Level) -> dict[str, Any]:
    """Return what --json says of a level: sizes and places in tiles, X,Y from the top left."""
    out: dict[str, Any] = {"width": level.cols, "height": level.rows}
    out["start"] = [level.start.col, level.start.row] if level.start else None
    out["goals"] = [[goal.col, goal.row] for goal in level.goals]
    if level.recipe is not None:
        out |= {
            "generator": level.recipe.generator,
            "seed": level.recipe.seed,
            "command": level.recipe.command(),
        }
    return out
