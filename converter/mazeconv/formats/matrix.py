"""Mazes as numbers: 0 wall, 1 road, 2 goal, one line a row, as Python and numpy programs make and print them.

Others print 1 for wall and 0 for road, truths, or floats; those are read too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from msgspec import Meta, structs

from mazeconv.errors import MazeconvError, ReadError, notify
from mazeconv.formats import EXTENSIONS, Format, Keep, Target
from mazeconv.formats.numbers import MeaningOptions, Number, NumberReadOptions, border_of, level_of
from mazeconv.level import MAX_SIDE, Level, Marker, Place, Tile, check_size
from mazeconv.places import parse_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazeconv.options import Options
    from mazeconv.source import Source

WALL, ROAD, GOAL = range(3)
# One digit more than the largest number has.
LONGEST = 11
USUAL_START = Place(1, 1)
ROW = re.compile(r"[\s\[\],0-9]*")
REMARK = "# 0 is wall, 1 road, 2 goal"
# What Python and numpy print around numbers, and for them: names, array(…, dtype=…), truths, floats.
CALL = r"(?:(?:np|numpy|torch)\.)?(?:(?:as)?array|matrix|tensor)\("
AROUND = re.compile(rf"^\s*(?:\w+\s*=\s*)?{CALL}|(?:(?:,|^)\s*dtype=[\w.']+)?\)\s*;?\s*$|^\s*\w+\s*=\s*(?=\[)")
# Lines of a program, or of Python's prompt, that say nothing of the numbers.
BESIDE = re.compile(r"(?:(?:import|from)[ \t][\w \t.,*]*|print\([\w.]*\)[ \t]*|>>>[\w.() \t]*|#[^\r\n]*)", re.ASCII)
# How a printed list or array begins.
BEGIN = re.compile(
    rf"(?:[ \t]*(?:{BESIDE.pattern})?\r?\n)*[ \t]*(?:\w{{1,60}}[ \t]*=[ \t]*)?(?:{CALL}\s*)?\[", re.ASCII
)
# What may stand among and behind the numbers of a printed list or array.
AMONG = re.compile(rb"True|False|, *(?:\r?\n *)?dtype=[\w.']+|#[^\n]*|(?m:^(?:>>>[\w.() \t]*|print\([\w.]*\)))")
WORDS = {"True": "1", "False": "0"}
PRINTED = re.compile(r"\b(?:True|False)\b|(?<=[0-9])\.0*(?![0-9.])")
ALLOWED = b" \t\r\n[](),.0123456789"
HEAD = 1 << 16


class MatrixReadOptions(MeaningOptions, frozen=True, kw_only=True):
    """Say what the numbers mean, and where the start lies, which they seldom say."""

    goal: Annotated[Number | None, Meta(description="number of goals; if not given, 2")] = None
    start: Annotated[
        str,
        Meta(
            pattern=r"^(auto|none|[0-9]+,[0-9]+|[0-9]{1,9})\Z",
            description="number of the start, or its tile as X,Y; auto takes 1,1 if it is road; none has no start",
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
    # Where the border does not show which number is wall, a remark does; numpy.loadtxt skips it.
    remark = b"" if not _walled_by_ones(np.where(level.tiles == Tile.FLOOR, ROAD, WALL)) else f"{REMARK}\n".encode()
    return {target.main(".matrix.txt"): remark + digits.tobytes()}


def keeps_more(level: Level, options: Options, target: Target) -> frozenset[Keep]:
    """Return that the start is kept where `read` looks for it."""
    del options, target
    return frozenset({"start"} if level.start == USUAL_START else ())


def read(source: Source, options: MatrixReadOptions) -> Level:
    """Read rows of numbers, with or without brackets and commas; raise `ReadError` with the line."""
    text = source.text()
    if not options.wall and not options.floor and text.startswith(REMARK):
        options = structs.replace(options, wall=(WALL,))
    meaning = _meaning(options)
    known = {WALL, ROAD, meaning.start, meaning.goal, *meaning.wall, *meaning.floor, *meaning.void}
    rows: list[list[int]] = []
    for number, row in _rows(text, source):
        # A long number is no tile, and int() would refuse a very long one.
        values = [int(v.lstrip("0")[:LONGEST] or 0) for v in re.findall("[0-9]+", row)]
        if unknown := set(values) - known:
            raise ReadError(
                f"{max(unknown)} is neither wall, road nor goal",
                "say what it is, as with -I start=2 -I goal=3, or with wall=, floor= or void=",
                source=source.name,
                line=number,
            )
        if rows and len(values) != len(rows[0]):
            raise ReadError(
                f"has {len(values)} numbers where the first row has {len(rows[0])}",
                "give all rows as many",
                source=source.name,
                line=number,
            )
        rows.append(values)
    try:
        check_size(len(rows), len(rows[0]) if rows else 0)
        small = max(map(max, rows)) <= np.iinfo(np.uint8).max
        return _level(np.array(rows, np.uint8 if small else np.int64), options, meaning, source)
    except ReadError:
        raise
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def _meaning(options: MatrixReadOptions) -> NumberReadOptions:
    """Return what the numbers mean; 2 is the goal unless it is called something else."""
    start = int(options.start) if options.start.isdigit() else None
    taken = {start, *options.wall, *options.floor, *options.void}
    goal = GOAL if options.goal is None and GOAL not in taken else options.goal
    return NumberReadOptions(wall=options.wall, floor=options.floor, void=options.void, start=start, goal=goal)


def _rows(text: str, source: Source) -> Iterator[tuple[int, str]]:
    """Yield the rows that hold numbers, with the line on which each ends: rows end with a bracket, if there are any."""
    bracketed, row = "[" in text, ""
    for number, printed in enumerate(text.splitlines(), 1):
        if "..." in printed:
            raise ReadError(
                "numpy left out numbers (...)",
                "print it with numpy.set_printoptions(threshold=sys.maxsize)",
                source=source.name,
                line=number,
            )
        line = "" if BESIDE.fullmatch(printed) else _plain(printed)
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


def _plain(line: str) -> str:
    """Return a printed line as numbers, brackets and commas alone, if it is nothing else."""
    if ROW.fullmatch(line) or len(line) > MAX_SIDE * 8:
        return line
    return PRINTED.sub(lambda found: WORDS.get(found[0], ""), AROUND.sub("", line))


def _level(
    field: np.ndarray[tuple[int, int], np.dtype[Any]],
    options: MatrixReadOptions,
    meaning: NumberReadOptions,
    source: Source,
) -> Level:
    if not meaning.wall and not meaning.floor:
        found = _walled_by_ones(field)
        if found:
            # 0 is the usual wall.
            notice = f"{source.name}: 1 was taken for wall, as most of the border is 1; -I wall=0 says otherwise"
            notify(notice)
        meaning = structs.replace(meaning, wall=(ROAD if found else WALL,))
    level = level_of(field, meaning, source)
    if options.start == "auto":
        at = USUAL_START
        usual = meaning.start is None and min(field.shape) > 1 and level.tiles[at] == Tile.FLOOR
        return level.with_(markers=(*level.markers, Marker("start", *at))) if usual and at not in level.goals else level
    if "," not in options.start:
        return level
    return level.with_(markers=(*level.markers, Marker("start", *parse_place(options.start))))


def _walled_by_ones(field: np.ndarray[tuple[int, int], np.dtype[Any]]) -> bool:
    """Return whether most of the border is 1."""
    border = border_of(field)
    return bool(np.count_nonzero(border == ROAD) > np.count_nonzero(border == WALL))


def begin_of(head: bytes) -> int:
    """Return where, after names and brackets, the numbers of a printed list or array begin; 0 if it is none."""
    found = BEGIN.match(head.removeprefix(b"\xef\xbb\xbf").decode("ascii", "replace"))
    return found.end() if found else 0


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are rows of 0, 1 and 2 in one of the ways in which they are printed."""
    head = data[:HEAD].removeprefix(b"\xef\xbb\xbf").removeprefix(f"{REMARK}\n".encode())
    if (begin := begin_of(head)) and b"]" in head:
        head = AMONG.sub(b"1", head[begin:])
    elif b"[" in head or not re.search(rb"[0-9][ \t,\n]", head):
        return False
    return not head.translate(None, ALLOWED) and not re.search(rb"[3-9]|[0-9]{2}", head.rpartition(b"\n")[0] or head)


FORMAT = Format(
    name="matrix",
    title="matrix of numbers: 0 wall, 1 road, 2 goal",
    extensions=EXTENSIONS["matrix"],
    keeps=frozenset({"goal"}),
    keeps_more=keeps_more,
    write=write,
    read=read,
    read_options=MatrixReadOptions,
    looks_like=looks_like,
)
