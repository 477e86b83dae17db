"""The ES5 texts that AGTK runs: templates filled in with names, numbers and mazes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mazeconv.formats.agtk_rows import ROWS_LIMIT, RowName
from mazeconv.level import Tile
from mazeconv.recipe import CONTROL
from mazeconv.resources import template
from mazeconv.rng import MASK32, tag_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mazeconv.formats.agtk import AgtkOptions
    from mazeconv.level import Level
    from mazeconv.recipe import Recipe

OVERWRITTEN = "Remove the script that generates a maze: it would overwrite the rows."


def script(level: Level, options: AgtkOptions, variables: Mapping[str, int]) -> str:
    """Return the script that sets every variable on the object."""
    optional: dict[str, int] = {}
    for name, place in (("Start", level.start), ("Goal", level.goal)):
        if place is not None:
            optional |= {f"{name}X": place.col, f"{name}Y": place.row}
    about = [
        f"The maze of {options.object}: {level.cols} x {level.rows} tiles.",
        OVERWRITTEN,
        *made(level.recipe),
    ]
    if len(level.goals) > 1:
        about.append(f"GoalX and GoalY name the first of {len(level.goals)} goal tiles.")
    return _filled("agtk/script.js", about, {"object": options.object, "variables": variables, "optional": optional})


def dig(options: AgtkOptions) -> str:
    """Return the script that handles one tile of any maze on the object, in one run or in each frame."""
    data = {
        "object": options.object,
        **_row_name(options),
        "skipWalls": options.skip_walls,
        "repeat": options.repeat,
    }
    text = _filled("agtk/dig.js", [f"Digs the maze of {options.object}, one tile a run."], data)
    return _returned(text, options.repeat)


def make(options: AgtkOptions) -> str:
    """Return the script that makes a new maze in the running game.

    With `spread` it takes several frames.
    """
    data = {
        "object": options.object,
        **_row_name(options),
        "widest": options.width_limit,
        "highest": ROWS_LIMIT,
        "cells": options.spread,
    }
    about = [
        f"Makes a maze for {options.object} while the game runs.",
        OVERWRITTEN.replace("the script", "any other script"),
    ]
    text = _filled("agtk/make.js", about, data, MAZECONV_GENERATOR=_generator())
    return _returned(text, bool(options.spread))


def plugin(levels: Sequence[Level], options: AgtkOptions) -> str:
    """Return the plugin that holds the levels, any number of any size, with all their markers."""
    count = f"{len(levels)} mazes" if len(levels) != 1 else "1 maze"
    about = [f"A plugin with {count}, and the means to make new ones in the running game."]
    data = {"tileSize": options.tile_size, "offset": list(options.offset), "mazes": [_held(level) for level in levels]}
    return _filled(
        "agtk/plugin.js",
        about,
        data,
        MAZECONV_TEXTS=_dumped(json.loads(template("agtk/plugin-texts.json"))),
        MAZECONV_PARAMETERS=template("agtk/plugin-parameters.js").strip(),
        MAZECONV_MAZES=template("agtk/plugin-mazes.js").strip(),
        MAZECONV_GENERATOR=_generator(),
    )


def made(recipe: Recipe | None) -> list[str]:
    """Return the recipe as lines for a comment."""
    if recipe is None:
        return []
    steps = {
        "start": recipe.start,
        "goal": recipe.goal,
        "options": ", ".join(f"{key}={value}" for key, value in recipe.options.items()),
        "shape": ", ".join(recipe.shape),
    }
    return [
        _one_line(text)
        for text in (f"mazeconv: {_title(recipe)}", *(f"{key}: {value}" for key, value in steps.items() if value))
    ]


def _title(recipe: Recipe) -> str:
    width, height = recipe.size
    return f"{recipe.generator}@{recipe.version}, {width}x{height}, seed {recipe.seed}"


def _held(level: Level) -> dict[str, Any]:
    """Return a level as the plugin holds it: its rows as texts, # for wall, and the places of its markers by kind."""
    places: dict[str, list[tuple[int, int]]] = {}
    for marker in level.markers:
        places.setdefault(marker.kind, []).append((marker.col, marker.row))
    rows = ["".join("." if tile == Tile.FLOOR else "#" for tile in row) for row in level.tiles.tolist()]
    return {"made": _title(level.recipe) if level.recipe else "", "places": places, "rows": rows}


def _returned(text: str, blocks: bool) -> str:
    """Return the script as one that may ask for the next frame.

    The player runs an "Execute Script" command again in the next frame, and checks no links until then, when the script
    returns CommandBehaviorBlock (read in its source).
    """
    return f"return {text}" if blocks else text


def _row_name(options: AgtkOptions) -> dict[str, object]:
    row_name = RowName.of(options.row_name)
    return {"rowBefore": row_name.before, "rowDigits": row_name.digits, "rowAfter": row_name.after}


def _generator() -> str:
    """Return the expression that makes mazes as the generator `dig` does."""
    tag = tag_of("dig")
    return template("agtk/generator.js").strip().replace("MAZECONV_TAG", json.dumps([tag >> 32, tag & MASK32]))


def _one_line(text: str) -> str:
    return CONTROL.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _dumped(value: object) -> str:
    """Return JSON in ASCII with indented lines, places on one line each; no text in JSON holds a line's end."""
    text = json.dumps(value, indent=2)
    return re.sub(r"\[\n *(-?\d+),\n *(-?\d+)\n *\]", r"[\1, \2]", text)


def _filled(name: str, about: Sequence[str], data: Mapping[str, object], **more: str) -> str:
    """Return a template with its comment, its data and what else it names filled in, all ASCII."""
    # Block comments keep the script whole where an editor's field joins its lines.
    comment = "\n     ".join(json.dumps(line)[1:-1].replace("*/", "* /") for line in about)
    filling = {"MAZECONV_ABOUT": comment}
    filling |= {key: re.sub(r"\n(?=.)", "\n  ", text) for key, text in {"MAZECONV_DATA": _dumped(data), **more}.items()}
    # In one pass, as what is filled in may hold a placeholder's name.
    return re.sub("|".join(filling), lambda found: filling[found[0]], template(name))
