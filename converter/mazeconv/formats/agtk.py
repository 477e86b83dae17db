"""Action Game Maker MV: the object MazeMaker, whose variables hold a maze one row a number.

Which levels the numbers can carry is said in `agtk_rows`; here, which files there are and what they hold.
"""

from __future__ import annotations

import json
import re
import unicodedata
import warnings
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from msgspec import Meta

from mazeconv.errors import MazeconvNotice, UsageError, WriteError
from mazeconv.formats import Format, Target
from mazeconv.formats.agtk_rows import (
    DEFAULT_ROW_NAME,
    EXACT_LIMIT,
    ROW_NAME,
    TYPED_LIMIT,
    RowName,
    refusal,
    row_values,
)
from mazeconv.level import CONTROL
from mazeconv.options import Options, text_of
from mazeconv.resources import template
from mazeconv.road_type import NOT_DUG

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazeconv.level import Level, Recipe

Part = Literal["block", "json", "script", "dig"]
DEFAULT_PARTS: tuple[Part, ...] = ("block", "script")
SUFFIXES: dict[Part, str] = {
    "block": ".agtk.txt",
    "script": ".agtk.js",
    "json": ".agtk.json",
    "dig": ".agtk-dig.js",
}
# How a name that the user gave says which part is meant; the longer endings first.
ENDINGS: dict[str, Part] = {"-dig.js": "dig", ".js": "script", ".json": "json", ".txt": "block"}

ONE_LINE = rf"(?s)\A(?!.*{CONTROL.pattern})"


class AgtkOptions(Options, frozen=True, kw_only=True):
    """Hold what a designer chooses about the AGTK files."""

    parts: Annotated[
        tuple[Part, ...],
        Meta(description="which files: block (text), json, script, dig (step script); default block,script"),
    ] = ()
    object: Annotated[
        str, Meta(description="name of the object that holds the maze, one line", pattern=rf"{ONE_LINE}.+\Z")
    ] = "MazeMaker"
    row_name: Annotated[
        str,
        Meta(
            description="names of the rows: a text with one {} or {:03} for the number, such as Row{:03}",
            pattern=rf"{ONE_LINE}{ROW_NAME}\Z",
        ),
    ] = DEFAULT_ROW_NAME
    tile_size: Annotated[int, Meta(description="edge of a tile in pixels", ge=1, le=4096)] = 24
    offset: Annotated[
        tuple[Annotated[int, Meta(ge=-99999, le=99999)], Annotated[int, Meta(ge=-99999, le=99999)]],
        Meta(description="X,Y of the maze in the scene, in tiles"),
    ] = (5, 1)
    width_limit: Annotated[
        int,
        Meta(
            description=f"widest maze in tiles; above {TYPED_LIMIT} only the script can hold it",
            ge=1,
            le=EXACT_LIMIT,
        ),
    ] = TYPED_LIMIT
    skip_walls: Annotated[bool, Meta(description="the dig script goes on to the next road tile in one run")] = False


def write(level: Level, options: AgtkOptions, target: Target) -> dict[str, bytes]:
    """Return the parts that were asked for, in that order; by default block and script.

    Raises `UsageError` if one file is to hold several parts, and `WriteError` if a part that was asked for
    cannot carry the level; a default part that cannot is left out with a notice.
    """
    parts = _carried(level, options, _asked(options, target))
    texts = {"block": block, "json": as_json, "script": script, "dig": dig}
    return {target.main(SUFFIXES[part]): texts[part](level, options).encode() for part in parts}


def variables(level: Level, options: AgtkOptions) -> dict[str, int]:
    """Return every variable of the object and its initial value, in the article's order."""
    row_name = RowName.of(options.row_name)
    return {
        "TileSize": options.tile_size,
        "MazeNow": 0,
        # The link that ends the digging compares MazeNow with it.
        "MazeSize": level.cols * level.rows,
        "MazeSizeX": level.cols,
        "MazeSizeY": level.rows,
        "OffsetX": options.offset[0],
        "OffsetY": options.offset[1],
        "RoadType": NOT_DUG,
        **{row_name.number(n): value for n, value in enumerate(row_values(level.tiles), 1)},
    }


def block(level: Level, options: AgtkOptions) -> str:
    """Return the variables as aligned lines of text for a person to type or check."""
    values = variables(level, options)
    width = max(map(_columns, values))
    head = [
        f"{options.object} の変数です。この名前と初期値で追加し、迷路を生成するスクリプトは外してください。",
        f"Variables of {options.object}: add each with this name and initial value.",
        "Remove the script that generates a maze: it would overwrite the rows.",
        f"タイル / tile size: {options.tile_size} px",
        f"位置 / offset: {text_of(options.offset)} (X,Y, tiles)",
        f"大きさ / size: {level.cols} x {level.rows} tiles",
        *_made(level.recipe),
    ]
    lines = [f"{name}{' ' * (width - _columns(name))} = {value}" for name, value in values.items()]
    return "\n".join([*(f"# {line}" for line in head), "", *lines, ""])


def as_json(level: Level, options: AgtkOptions) -> str:
    """Return the variables as one JSON object of names and numbers."""
    return json.dumps(variables(level, options), ensure_ascii=False, indent=2) + "\n"


def script(level: Level, options: AgtkOptions) -> str:
    """Return the ES5 script that sets every variable on the object."""
    optional: dict[str, int] = {}
    for name, place in (("Start", level.start), ("Goal", level.goal)):
        if place is not None:
            optional |= {f"{name}X": place.col, f"{name}Y": place.row}
    about = [
        f"The maze of {options.object}: {level.cols} x {level.rows} tiles.",
        "Remove the script that generates a maze: it would overwrite the rows.",
        *_made(level.recipe),
    ]
    if len(level.goals) > 1:
        about.append(f"GoalX and GoalY name the first of {len(level.goals)} goal tiles.")
    data = {"object": options.object, "variables": variables(level, options), "optional": optional}
    return _filled("agtk/script.js", about, data)


def dig(level: Level, options: AgtkOptions) -> str:
    """Return the ES5 script that handles one tile of any maze on the object."""
    del level
    row_name = RowName.of(options.row_name)
    data = {
        "object": options.object,
        "rowBefore": row_name.before,
        "rowDigits": row_name.digits,
        "rowAfter": row_name.after,
        "skipWalls": options.skip_walls,
    }
    return _filled("agtk/dig.js", [f"Digs the maze of {options.object}, one tile a run."], data)


def _asked(options: AgtkOptions, target: Target) -> tuple[Part, ...]:
    """Return the parts that the user asked for, by option or by the file's name; none means the default."""
    parts = tuple(dict.fromkeys(options.parts))
    if not target.name or len(parts) == 1:
        return parts
    if parts:
        raise UsageError(
            f"{target.name} is one file, but the parts {', '.join(parts)} are {len(parts)}",
            f"name a folder instead, or one part: -O parts={parts[0]}",
        )
    for ending, part in ENDINGS.items():
        if target.name.lower().endswith(ending):
            return (part,)
    raise UsageError(
        f"the name {target.name} does not say which part of agtk it is to hold",
        f"end it in .js (script), .json or .txt (block), or add -O parts={' or '.join(get_args(Part))}",
    )


def _carried(level: Level, options: AgtkOptions, asked: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts that can carry the level.

    Raises `WriteError` if a part that was asked for cannot, or if no part can.
    """
    # The dig script holds no rows: it reads what the object holds.
    limits = {part: options.width_limit for part in asked or DEFAULT_PARTS if part != "dig"}
    limits |= {part: min(limit, TYPED_LIMIT) for part, limit in limits.items() if part != "script"}
    refused = {part: why for part, limit in limits.items() if (why := refusal(level.tiles, limit))}
    if asked or len(refused) == len(limits):
        for part, (message, hint) in refused.items():
            raise WriteError(f"agtk {part}: {message}", hint)
    for part, (message, _) in refused.items():
        warnings.warn(f"agtk: the {part} is left out: {message}", MazeconvNotice, stacklevel=3)
    return tuple(part for part in asked or DEFAULT_PARTS if part not in refused)


def _made(recipe: Recipe | None) -> list[str]:
    """Return the recipe as lines for a comment."""
    if recipe is None:
        return []
    width, height = recipe.size
    made = f"mazeconv: {recipe.generator}@{recipe.version}, {width}x{height}, seed {recipe.seed}"
    steps = {
        "start": recipe.start,
        "goal": recipe.goal,
        "options": ", ".join(f"{key}={value}" for key, value in recipe.options.items()),
        "shape": ", ".join(recipe.shape),
    }
    return [_one_line(text) for text in (made, *(f"{key}: {value}" for key, value in steps.items() if value))]


def _one_line(text: str) -> str:
    return CONTROL.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _columns(text: str) -> int:
    """Return how many columns of a terminal or a fixed-width font the text takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _filled(name: str, about: list[str], data: Mapping[str, object]) -> str:
    """Return a template with its comment and its data filled in, all ASCII."""
    # Block comments keep the script whole where an editor's field joins its lines.
    comment = "\n     ".join(json.dumps(line)[1:-1].replace("*/", "* /") for line in about)
    filling = {"MAZECONV_ABOUT": comment, "MAZECONV_DATA": json.dumps(data, indent=2).replace("\n", "\n  ")}
    # In one pass, as what is filled in may hold a placeholder's name.
    return re.sub("|".join(filling), lambda found: filling[found[0]], template(name))


FORMAT = Format(
    name="agtk",
    title="Action Game Maker MV: variables of the object MazeMaker, and the scripts that set and dig them",
    extensions=tuple(SUFFIXES.values()),
    keeps=frozenset({"start", "goal"}),
    write=write,
    write_options=AgtkOptions,
    notes=(
        f"A maze is at most {TYPED_LIMIT} tiles wide (in the script alone: {EXACT_LIMIT}).",
        "The leftmost column must be wall; openings may be in the other borders.",
        "Only the script carries start and goal: StartX, StartY, GoalX, GoalY; of several goals the first.",
        "The dig script serves every maze: it reads rows, sizes and offset from the object.",
    ),
)
