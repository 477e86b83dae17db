"""Reading what is written for AGTK: the list of variables, the JSON, the script, or a level of the plugin.

A script is never run: what it holds is JSON, and only that is read.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.agtk.rows import level_in
from mazeconv.errors import MazeconvError, ReadError, UsageError
from mazeconv.formats.agtk_rows import RowName
from mazeconv.level import Level, Marker, check_size

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.formats.agtk import AgtkReadOptions
    from mazeconv.source import Source

# What a script and what a plugin holds.
HELD = re.compile(r"\bvar (maze|data) = ")
VARIABLE = re.compile(r"\s*(\S[^=]*?)\s*=\s*(-?[0-9]{1,16})\s*", re.ASCII)
PLACE = re.compile(r"# .{0,20}\b(start|goal): ([0-9]{1,4}),([0-9]{1,4})\b", re.ASCII)
LONGEST_LINE = 400


def level_of(source: Source, options: AgtkReadOptions) -> Level:
    """Read a maze from a block, a JSON, a script or a plugin; raise `ReadError` for what holds none."""
    text = source.text()
    try:
        begin = HELD.search(text)
        if begin and begin[1] == "data":
            return _plugin(_json(text, begin.end(), source), options.maze, source)
        return level_in(_values(text, source), RowName.of(options.row_name), "", source.name)
    except (ReadError, UsageError):
        raise
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def _values(text: str, source: Source) -> dict[str, object]:
    """Return the variables by name."""
    if text.lstrip()[:1] == "{":
        return _json(text, len(text) - len(text.lstrip()), source)
    if begin := HELD.search(text):
        found = _json(text, begin.end(), source)
        variables, optional = found.get("variables"), found.get("optional", {})
        if isinstance(variables, dict) and isinstance(optional, dict):
            return variables | optional
        raise ReadError("holds no maze", "the script that sets the variables holds one", source=source.name)
    return _block(text, source)


def _block(text: str, source: Source) -> dict[str, object]:
    values: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            if found := PLACE.match(line):
                values[f"{found[1].title()}X"], values[f"{found[1].title()}Y"] = int(found[2]), int(found[3])
        elif line.strip():
            variable = VARIABLE.fullmatch(line) if len(line) <= LONGEST_LINE else None
            if not variable:
                raise ReadError(
                    f"{line.strip()[:40]!r} is no variable",
                    "a line of a block is NAME = NUMBER; the dig and make scripts hold no maze",
                    source=source.name,
                    line=number,
                )
            values[variable[1]] = int(variable[2])
    if not values:
        raise ReadError("holds no variables", "a line of a block is NAME = NUMBER", source=source.name)
    return values


def _json(text: str, start: int, source: Source) -> dict[str, Any]:
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        line = text.count("\n", 0, getattr(error, "pos", start)) + 1
        raise ReadError(
            f"holds no maze: {getattr(error, 'msg', 'it cannot be read')}", source=source.name, line=line
        ) from error
    if not isinstance(value, dict):
        raise ReadError("holds no maze: there are no names", source=source.name)
    return value


def _plugin(data: dict[str, Any], number: int, source: Source) -> Level:
    mazes = data.get("mazes")
    if not isinstance(mazes, list):
        raise ReadError(
            "holds no maze: the dig and make scripts serve every maze",
            "give the script that sets the variables, or the plugin",
            source=source.name,
        )
    if number > len(mazes):
        raise ReadError(f"holds {len(mazes)} mazes, and number {number} is asked for", source=source.name)
    return _held(mazes[number - 1], source)


def _held(maze: Any, source: Source) -> Level:
    places = maze.get("places", {}) if isinstance(maze, dict) else None
    rows = maze.get("rows") if isinstance(maze, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows) or not isinstance(places, dict):
        raise ReadError("holds a maze without rows", source=source.name)
    markers = []
    for kind, found in places.items():
        for place in found if isinstance(found, list) else [None]:
            if not (isinstance(place, list) and [type(n) for n in place] == [int, int]):
                raise ReadError(f"the places of {kind!r:.40} are no X,Y", source=source.name)
            markers.append(Marker(kind, place[1], place[0]))
    return Level(_tiles(rows, source), tuple(markers))


def _tiles(rows: list[str], source: Source) -> npt.NDArray[np.uint8]:
    check_size(len(rows), len(rows[0]) if rows else 0)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]) or not set(row) <= {"#", "."}:
            raise ReadError(f"row {number} is not {len(rows[0])} characters # and .", source=source.name)
    glyphs = np.frombuffer("".join(rows).encode(), np.uint8).reshape(len(rows), -1)
    return np.equal(glyphs, ord("#")).astype(np.uint8)
