"""Action Game Maker MV: the object MazeMaker, whose variables hold a maze one row a number.

Which levels the numbers can carry is said in `agtk_rows`; here, which files there are and what they hold.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from msgspec import Meta

from mazeconv.errors import UsageError, WriteError, notify
from mazeconv.formats import EXTENSIONS, Format, Keep, Target
from mazeconv.formats import agtk_scripts as scripts
from mazeconv.formats.agtk_rows import (
    DEFAULT_ROW_NAME,
    EXACT_LIMIT,
    ROW_NAME,
    TYPED_LIMIT,
    RowName,
    refusal,
    row_values,
)
from mazeconv.options import Options, text_of
from mazeconv.recipe import CONTROL
from mazeconv.road_type import NOT_DUG

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazeconv.level import Level
    from mazeconv.source import Source

Part = Literal["block", "json", "script", "dig", "make", "plugin"]
DEFAULT_PARTS: tuple[Part, ...] = ("block", "script")
# These hold no row variables: they read or make them in the game, or hold the tiles in another way.
ROWLESS: frozenset[Part] = frozenset({"dig", "make", "plugin"})
SUFFIXES: dict[Part, str] = dict(zip(get_args(Part), EXTENSIONS["agtk"], strict=True))
PLUGIN_KEEPS: frozenset[Keep] = frozenset({"start", "goal", "markers"})
# How a name that the user gave says which part is meant; the longer endings first.
ENDINGS: dict[str, Part] = {
    "-dig.js": "dig",
    "-make.js": "make",
    "-plugin.js": "plugin",
    ".js": "script",
    ".json": "json",
    ".txt": "block",
}

ONE_LINE = rf"(?s)\A(?!.*{CONTROL.pattern})"


class AgtkOptions(Options, frozen=True, kw_only=True):
    """Hold what a designer chooses about the AGTK files."""

    parts: Annotated[
        tuple[Part, ...],
        Meta(
            description="which files: block (text), json, script, dig (step script), make (script that makes mazes in "
            "the game), plugin; default block,script"
        ),
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
            description=f"widest maze in tiles; above {TYPED_LIMIT} only the scripts can hold it",
            ge=1,
            le=EXACT_LIMIT,
        ),
    ] = TYPED_LIMIT
    skip_walls: Annotated[bool, Meta(description="the dig script goes on to the next road tile in one run")] = False
    repeat: Annotated[
        bool, Meta(description="the dig script runs again in each frame by itself until all is dug; no loop of links")
    ] = False
    spread: Annotated[
        int, Meta(description="cells that the make script digs in one frame; 0 makes the maze in one run", ge=0)
    ] = 0


class AgtkReadOptions(Options, frozen=True, kw_only=True):
    """Say how the rows are called, and which level of a plugin is read."""

    row_name: Annotated[str, Meta(description="names of the rows, such as Row{:03}")] = DEFAULT_ROW_NAME
    maze: Annotated[int, Meta(ge=1, description="number of the level in a plugin, from 1")] = 1


def write(level: Level, options: AgtkOptions, target: Target) -> dict[str, bytes]:
    """Return the parts that were asked for, in that order; by default block and script.

    Raises `UsageError` if one file is to hold several parts, and `WriteError` if a part that was asked for
    cannot carry the level; a default part that cannot is left out with a notice.
    """
    parts = _carried(level, options, _asked(options, target))
    texts: dict[Part, Callable[[Level, AgtkOptions], str]] = {
        "block": block,
        "json": as_json,
        "script": lambda level, options: scripts.script(level, options, variables(level, options)),
        "dig": lambda _, options: scripts.dig(options),
        "make": lambda _, options: scripts.make(options),
        "plugin": lambda level, options: scripts.plugin([level], options),
    }
    return {target.main(SUFFIXES[part]): texts[part](level, options).encode() for part in parts}


def keeps_more(level: Level, options: AgtkOptions, target: Target) -> frozenset[Keep]:
    """Return that a plugin, if it is asked for, keeps every kind of marker."""
    del level
    return PLUGIN_KEEPS if "plugin" in _asked(options, target) else frozenset()


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
    ends = (("スタート", "start", level.start), ("ゴール", "goal", level.goal))
    head = [
        f"{options.object} の変数です。この名前と初期値で追加し、迷路を生成するスクリプトは外してください。",
        f"Variables of {options.object}: add each with this name and initial value.",
        "Remove the script that generates a maze: it would overwrite the rows.",
        f"タイル / tile size: {options.tile_size} px",
        f"位置 / offset: {text_of(options.offset)} (X,Y, tiles)",
        f"大きさ / size: {level.cols} x {level.rows} tiles",
        *(f"{word} / {kind}: {at.col},{at.row} (X,Y, tiles)" for word, kind, at in ends if at is not None),
        *scripts.made(level.recipe),
    ]
    lines = [f"{name}{' ' * (width - _columns(name))} = {value}" for name, value in values.items()]
    return "\n".join([*(f"# {line}" for line in head), "", *lines, ""])


def as_json(level: Level, options: AgtkOptions) -> str:
    """Return the variables as one JSON object of names and numbers."""
    return json.dumps(variables(level, options), ensure_ascii=False, indent=2) + "\n"


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
    limits = {part: options.width_limit for part in asked or DEFAULT_PARTS if part not in ROWLESS}
    limits |= {part: min(limit, TYPED_LIMIT) for part, limit in limits.items() if part != "script"}
    refused = {part: why for part, limit in limits.items() if (why := refusal(level.tiles, limit))}
    if asked or len(refused) == len(limits):
        for part, (message, hint) in refused.items():
            raise WriteError(f"agtk {part}: {message}", hint)
    for part, (message, _) in refused.items():
        notify(f"agtk: the {part} is left out: {message}")
    return tuple(part for part in asked or DEFAULT_PARTS if part not in refused)


def _columns(text: str) -> int:
    """Return how many columns of a terminal or a fixed-width font the text takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def read(source: Source, options: AgtkReadOptions) -> Level:
    """Read a maze from a block, a JSON, a script or a plugin, none of which is run; raise `ReadError`."""
    # Writing is what must start quickly.
    from mazeconv.formats import agtk_reading

    return agtk_reading.level_of(source, options)


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are variables of a maze maker, in a block, a JSON or a script, or our plugin."""
    names = re.search(rb'(?m)^[ \t]*"?MazeSizeX"?[ \t]*[=:]', data[: 1 << 16])
    return names is not None or (b"var data = {" in data[: 1 << 16] and b'"mazes": [' in data[: 1 << 16])


FORMAT = Format(
    name="agtk",
    title="Action Game Maker MV: variables of the object MazeMaker, and the scripts that set and dig them",
    extensions=EXTENSIONS["agtk"],
    keeps=frozenset({"start", "goal"}),
    keeps_more=keeps_more,
    write=write,
    write_options=AgtkOptions,
    read=read,
    read_options=AgtkReadOptions,
    looks_like=looks_like,
    notes=(
        f"A maze is at most {TYPED_LIMIT} tiles wide (in the script alone: {EXACT_LIMIT}).",
        "The leftmost column must be wall; openings may be in the other borders.",
        "The script carries start and goal as StartX, StartY, GoalX, GoalY, the block as remarks.",
        "Of several goals they carry the first.",
        "The dig script serves every maze: it reads rows, sizes and offset from the object.",
        "The make script makes a new maze at every play; it too serves every maze.",
        "The plugin holds any size and all markers without rows; `mazeconv agtk plugin` puts many levels into one.",
    ),
)
