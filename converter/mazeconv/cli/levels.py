"""Where a command's level comes from: a file that is read, or a new maze."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from mazeconv.cli.console import CONSOLE
from mazeconv.cli.parameters import Making, Reading
from mazeconv.cli.progress import progress_bar
from mazeconv.errors import UsageError
from mazeconv.level import Level

if TYPE_CHECKING:
    from mazeconv.formats import Format
    from mazeconv.kernels import Engine
    from mazeconv.places import Origin
    from mazeconv.presets import Preset
    from mazeconv.source import Source

NO_READING = Reading()


def level_of(
    level: str | None,
    making: Making,
    *,
    seed: str | None = None,
    start: str | None = None,
    goal: str | None = None,
    reading: Reading = NO_READING,
    engine: "Engine" = "auto",
) -> Level:
    """Read `level` and shape it, or make a new one from the generating options; both together are an error."""
    if level is None:
        if reading.read_from is not None or reading.i:
            raise UsageError("--from and -I are for reading a LEVEL, and none is given", "name the file to read")
        return _generated(making, seed, start, goal, engine)
    # A level that is read can be shaped too, and the seed is then that of the steps.
    given = making._replace(shape=None)._asdict() | {"start": start, "goal": goal}
    given["seed"] = None if making.shape else seed
    for name, value in given.items():
        if value not in (None, []):
            flag = "-G" if name == "g" else f"--{name}"
            raise UsageError(f"{flag} makes a new maze, but the level {level} is given", "leave out one of the two")
    (found,) = read_all([level], reading)
    return _shaped(found, making.shape, seed, engine) if making.shape else found


def read_all(paths: list[str], reading: Reading) -> list[Level]:
    """Read levels; one of them may be standard input. The options are those of all their formats."""
    from mazeconv import api

    return [api.read(source, found.name, **options) for source, found, options in sources_and_options(paths, reading)]


def sources_and_options(paths: list[str], reading: Reading) -> "list[tuple[Source, Format, dict[str, str | bool]]]":
    """Return what is read, its format and the options for it, for each path."""
    from mazeconv import api
    from mazeconv.formats import FORMATS
    from mazeconv.options.sorting import route
    from mazeconv.source import Source

    # A name that is no format is said before anything is read.
    named = None if reading.read_from is None else FORMATS.get(reading.read_from)
    sources = [(Source.standard_input() if path == "-" else Source.load(path)).unpacked() for path in paths]
    formats = [named or api.recognise(source) for source in sources]
    records = {found.name: found.read_options for found in formats}
    options = route(reading.i or [], records, "format", lambda: {f.name: f.read_options for f in FORMATS.all()})
    return [(source, found, options[found.name]) for source, found in zip(sources, formats, strict=True)]


def _shaped(level: Level, steps: list[str], seed: str | None, engine: "Engine") -> Level:
    from mazeconv import api

    with progress_bar("shaping the level") as progress:
        return api.shape(level, steps, seed=0 if seed is None else seed, engine=engine, progress=progress)


def preset_of(name: str | None) -> "Preset | None":
    """Return the preset that --preset names, or None."""
    if name is None:
        return None
    from mazeconv.presets import preset

    return preset(name)


def asked(making: Making, start: str | None = None, goal: str | None = None) -> dict[str, Any]:
    """Return the generating options as the arguments of `generate`, all but the seed."""
    from mazeconv import api
    from mazeconv.generators import GENERATORS
    from mazeconv.options.sorting import route
    from mazeconv.places import parse_size

    preset = preset_of(making.preset)
    name = making.generator
    if name is None:
        name = (preset and preset.generator) or api.DEFAULT_GENERATOR
    options = route(
        making.g or [],
        {name: GENERATORS.get(name).options},
        "generator",
        lambda: {g.name: g.options for g in GENERATORS.all()},
    )[name]
    return {
        "preset": preset,
        "generator": making.generator,
        "size": None if making.size is None else parse_size(making.size),
        "cells": None if making.cells is None else parse_size(making.cells, "--cells"),
        "start": start,
        "goal": goal,
        "shape": making.shape or (),
        "mask": making.mask,
        "islands": making.islands,
        "plan": making.plan,
        **options,
    }


def _generated(making: Making, seed: str | None, start: str | None, goal: str | None, engine: "Engine") -> Level:
    from mazeconv import api

    with progress_bar("making the level") as progress:
        level = api.generate(seed=seed, engine=engine, progress=progress, **asked(making, start, goal))
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


def as_json(level: Level, origin: "Origin" = "top-left") -> dict[str, Any]:
    """Return what --json says of a level: sizes and places in tiles, X,Y from the origin."""
    from mazeconv.places import to_xy

    out: dict[str, Any] = {"width": level.cols, "height": level.rows}
    out["start"] = list(to_xy(level.start, level.rows, origin)) if level.start else None
    out["goals"] = [list(to_xy(goal, level.rows, origin)) for goal in level.goals]
    if level.recipe is not None:
        out |= {
            "generator": level.recipe.generator,
            "seed": level.recipe.seed,
            "command": level.recipe.command(),
        }
    return out
