"""Mazes as numbers: 0 wall, 1 road, 2 goal, one line a row, as numpy programs make and print them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.errors import MazeconvError, ReadError
from mazeconv.formats import Format, Keep, Target
from mazeconv.level import Level, Marker, Place, Tile, check_size
from mazeconv.options import Options
from mazeconv.places import parse_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazeconv.source import Source

WALL, ROAD, GOAL = range(3)
USUAL_START = Place(1, 1)
ROW = re.compile(r"[\s\[\],0-9]*")


class MatrixReadOptions(Options, frozen=True):
    """Hold where the start lies, which the numbers do not say."""

    start: Annotated[
        str,
        Meta(
            pattern=r"^(auto|none|[0-9]+,[0-9]+)$",
            description="tile of the start as X,Y; auto takes 1,1 if it is road; none has no start",
        ),
    ] = "auto"


def write(level: Level, options: Options, target: Target) -> dict[str, bytes]:
    """Return the level as rows of digits with spaces between."""
    del options
    # A digit and a space at a time: half-filled rows of bytes are written far more slowly.
    road, wall = (np.frombuffer(b"%d " % number, np.uint16)[0] for number in (ROAD, WALL))
    digits = np.where(level.tiles == Tile.FLOOR, road, wall).view(np.uint8)
    for goal in level.goals:
        digits[goal.row, 2 * goal.col] = ord("0") + GOAL
    digits[:, -1] = ord("\n")
    return {target.main(".matrix.txt"): digits.tobytes()}


def keeps_more(level: Level, options: Options, target: Target) -> frozenset[Keep]:
    """Return that the start is kept where `read` looks for it."""
    del options, target
    return frozenset({"start"} if level.start == USUAL_START else ())


def read(source: Source, options: MatrixReadOptions) -> Level:
    """Read rows of 0, 1 and 2, with or without numpy's brackets and commas; raise `ReadError` with the line."""
    try:
        text = source.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError(
            f"is not UTF-8 text: {error.reason} at byte {error.start}",
            "save it in a text editor with the encoding UTF-8",
            source=source.name,
        ) from error
    rows: list[list[int]] = []
    for number, row in _rows(text, source):
        # A long number is no tile, and int() would refuse a very long one.
        values = [int(v.lstrip("0")[:3] or 0) for v in re.findall("[0-9]+", row)]
        if max(values) > GOAL:
            raise ReadError(f"{max(values)} is neither 0 wall, 1 road nor 2 goal", source=source.name, line=number)
        if rows and len(values) != len(rows[0]):
            raise ReadError(
                f"has {len(values)} numbers where the first row has {len(rows[0])}", source=source.name, line=number
            )
        rows.append(values)
    try:
        check_size(len(rows), len(rows[0]) if rows else 0)
        return _level(np.array(rows, np.uint8), options.start)
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def _rows(text: str, source: Source) -> Iterator[tuple[int, str]]:
    """Yield the rows that hold numbers, with the line on which each ends: rows end with a bracket, if there are any."""
    bracketed, row = "[" in text, ""
    for number, line in enumerate(text.splitlines(), 1):
        if "..." in line:
            raise ReadError(
                "numpy left out numbers (...)",
                "print it with numpy.set_printoptions(threshold=sys.maxsize)",
                source=source.name,
                line=number,
            )
        if not ROW.fullmatch(line):
            raise ReadError("holds something other than numbers, brackets and commas", source=source.name, line=number)
        # numpy goes on in the next line when a row is long.
        *ended, rest = line.split("]") if bracketed else (line, "")
        for part in ended:
            if any(map(str.isdigit, row + part)):
                yield number, row + part
            row = ""
        row += f"{rest} "
    if any(map(str.isdigit, row)):
        raise ReadError("has no closing bracket", source=source.name, line=number)


def _level(field: np.ndarray[tuple[int, int], np.dtype[np.uint8]], start: str) -> Level:
    tiles = np.where(field == WALL, Tile.WALL, Tile.FLOOR).astype(np.uint8)
    markers = [Marker("goal", int(row), int(col)) for row, col in np.argwhere(field == GOAL)]
    if start == "auto":
        if min(field.shape) > 1 and field[USUAL_START] == ROAD:
            markers.append(Marker("start", *USUAL_START))
    elif start != "none":
        markers.append(Marker("start", *parse_place(start)))
    return Level(tiles, tuple(markers))


FORMAT = Format(
    name="matrix",
    title="matrix of numbers: 0 wall, 1 road, 2 goal",
    extensions=(".matrix.txt",),
    keeps=frozenset({"goal"}),
    keeps_more=keeps_more,
    write=write,
    read=read,
    read_options=MatrixReadOptions,
)
