"""Where a command's level comes from: a file that is read, or a new maze."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from mazeconv.cli.console import CONSOLE
from mazeconv.cli.progress import progress_bar
from mazeconv.errors import UsageError
from mazeconv.level import Level

if TYPE_CHECKING:
    from mazeconv.formats import Format
    from mazeconv.presets import Preset
    from mazeconv.source import Source

NEW = (
    "preset",
    "generator",
    "size",
    "cells",
    "seed",
    "start",
    "goal",
    "mask",
    "islands",
    "plan",
    "generate_options",
    "shape",
)
# A level that is read can be shaped too, and the seed is then that of the steps.
SHAPES = ("shape", "seed")


def level_of(
    level: str | None,
    *,
    read_from: str | None = None,
    read_options: list[str] | None = None,
    engine: str = "auto",
    **new: Any,
) -> Level:
    """Read `level` and shape it, or make a new one from the generating options; both together are an error."""
    if level is None:
        if read_from is not None or read_options:
            raise UsageError("--from and -I are for reading a LEVEL, and none is given", "name the file to read")
        return _generated(engine, **new)
    steps = new.get("shape") or []
    given = [name for name in NEW if new.get(name) not in (None, []) and not (steps and name in SHAPES)]
    if given:
        flag = "-G" if given[0] == "generate_options" else f"--{given[0]}"
        raise UsageError(f"{flag} makes a new maze, but the level {level} is given", "leave out one of the two")
    found = _read(level, read_from, read_options or [])
    return _shaped(found, steps, new.get("seed"), engine) if steps else found


def _read(level: str, read_from: str | None, items: list[str]) -> Level:
    from mazeconv import api

    source, found, options = source_and_options(level, read_from, items)
    return api.read(source, found.name, **options)


def source_and_options(
    level: str, read_from: str | None, items: list[str]
) -> "tuple[Source, Format, dict[str, str | bool]]":
    """Return what is read, its format and the options for it."""
    from mazeconv import api
    from mazeconv.formats import FORMATS
    from mazeconv.options import route
    from mazeconv.source import Source

    # A name that is no format is said before anything is read.
    found = None if read_from is None else FORMATS.get(read_from)
    source = Source.standard_input() if level == "-" else Source.load(level)
    found = found or api.recognise(source)
    records = {found.name: found.read_options}
    return (
        source,
        found,
        route(items, records, "format", lambda: {f.name: f.read_options for f in FORMATS.all()})[found.name],
    )


def _shaped(level: Level, steps: list[str], seed: str | None, engine: str) -> Level:
    from mazeconv import api

    with progress_bar("shaping the level") as progress:
        return api.shape(level, steps, seed=0 if seed is None else seed, engine=engine, progress=progress)  # type: ignore[arg-type]


def preset_of(name: str | None) -> "Preset | None":
    """Return the preset that --preset names, or None."""
    if name is None:
        return None
    from mazeconv.presets import preset

    return preset(name)


def asked(
    preset: "Preset | None" = None,
    generator: str | None = None,
    size: str | None = None,
    cells: str | None = None,
    start: str | None = None,
    goal: str | None = None,
    generate_options: list[str] | None = None,
    shape: list[str] | None = None,
    mask: str | None = None,
    islands: str | None = None,
    plan: str | None = None,
) -> dict[str, Any]:
    """Return the generating options as the arguments of `generate`, all but the seed."""
    from mazeconv import api
    from mazeconv.generators import GENERATORS
    from mazeconv.options import route
    from mazeconv.places import parse_size

    name = generator if generator is not None else (preset and preset.generator) or api.DEFAULT_GENERATOR
    options = route(
        generate_options or [],
        {name: GENERATORS.get(name).options},
        "generator",
        lambda: {g.name: g.options for g in GENERATORS.all()},
    )[name]
    return {
        "preset": preset,
        "generator": generator,
        "size": None if size is None else parse_size(size),
        "cells": None if cells is None else parse_size(cells, "--cells"),
        "start": start,
        "goal": goal,
        "shape": shape or (),
        "mask": mask,
        "islands": islands,
        "plan": plan,
        **options,
    }


def _generated(engine: str, seed: str | None = None, **new: Any) -> Level:
    from mazeconv import api

    with progress_bar("making the level") as progress:
        level = api.generate(seed=seed, engine=engine, progress=progress, **asked(**new))  # type: ignore[arg-type]
    if level.recipe is not None:
        CONSOLE.detail(level.recipe.command())
    return level


def describe(level: Level, *, chosen: bool = False, source: str | None = None) -> str:
    """Return one line that says what the level is.

    `chosen` when its seed was not the user's choice; `source` names the file that was read.
    """
    if level.recipe is None:
        counts = Counter(m.kind for m in level.markers)
        kinds = sorted(counts, key=lambda kind: (kind != "start", kind != "goal", kind))
        words = [kind if counts[kind] == 1 else f"{kind} x{counts[kind]}" for kind in kinds]
        name = "level" if source in (None, "-") else f"{source}:"
        return f"{name} {level.cols}x{level.rows}, {', '.join(words) or 'no markers'}"
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
