"""CSV as Tiled exports a layer: one line a row, tile numbers with commas between, -1 for an empty cell.

Read, the numbers may also stand in quotes and have semicolons or tabs between, as spreadsheets write them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import LevelError, ReadError
from mazeconv.formats import EXTENSIONS, Format, Target
from mazeconv.formats.numbers import (
    LEAST,
    MOST,
    NOTES,
    NumberOptions,
    NumberReadOptions,
    field_of,
    keeps_more,
    level_of,
)
from mazeconv.formats.tmx_numbers import numbers_in
from mazeconv.level import Level, check_size

if TYPE_CHECKING:
    from mazeconv.source import Source

SIGNS = frozenset("0123456789-, \t")
CELL = re.compile(r"\s*-?[0-9]{1,10}\s*", re.ASCII)
DECIMAL = re.compile(r"[+-]?(?:[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?|[0-9]+\.|nan|inf(?:inity)?)", re.ASCII | re.IGNORECASE)
# What is looked at to guess, and how many numbers are read at a time.
HEAD, BLOCK = 1 << 16, 1 << 20
ALLOWED, SPELLED = b'0123456789-,;" \t\r\n', b"0123456789-,\r\n"
PARTS = ",;\t"
QUOTED = re.compile(r'"([^",;\t]*)"')


def write(level: Level, options: NumberOptions, target: Target) -> dict[str, bytes]:
    """Return the level as one line of numbers a row."""
    roles = (options.floor, options.wall, options.void, options.start, options.goal)
    numbers = sorted({number for number in roles if number is not None})
    texts = [b"%d" % number for number in numbers]
    rows = np.searchsorted(numbers, field_of(level, options)).astype(np.uint8)
    return {target.main(".csv"): b"".join(b",".join([texts[n] for n in row.tobytes()]) + b"\n" for row in rows)}


def read(source: Source, options: NumberReadOptions) -> Level:
    """Read lines of numbers with commas, semicolons or tabs between; raise `ReadError` with the line."""
    if (field := _spelled_field(source)) is not None:
        return level_of(field, options, source)
    lines = _lines(source)
    cols = lines[0].count(",") + 1 if lines else 0
    try:
        check_size(len(lines), cols)
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error
    for number, line in enumerate(lines, 1):
        if line.count(",") + 1 != cols:
            raise ReadError(
                f"holds {line.count(',') + 1} numbers where the first line holds {cols}",
                "give every line as many numbers; Tiled writes -1 for an empty cell",
                source=source.name,
                line=number,
            )
        if not SIGNS.issuperset(line):
            raise _no_number(line, number, source)
    return level_of(_numbers(lines, cols, source), options, source)


def _spelled_field(source: Source) -> np.ndarray[tuple[int, int], np.dtype[np.integer]] | None:
    """Return the numbers of a file as most programs write it, the quick way, or None for any other and a broken one."""
    data = source.data.removeprefix(b"\xef\xbb\xbf")
    if data.translate(None, SPELLED):
        return None
    lines = data.replace(b"\r\n", b"\n").rstrip(b"\n").split(b"\n")
    commas = lines[0].count(b",")
    try:
        check_size(len(lines), commas + 1)
    except LevelError:
        return None
    if any(line.count(b",") != commas for line in lines):
        return None
    parts = []
    # Some rows at a time take less memory.
    step = max(1, BLOCK // (commas + 1))
    for row in range(0, len(lines), step):
        rows = lines[row : row + step]
        values = numbers_in(b",\n".join(rows))
        if values is None or values.size != len(rows) * (commas + 1):
            return None
        # Words of 64 bits with and without a sign together would become floats.
        parts.append(values.astype(np.int64) if values.dtype == np.uint64 else values)
    return np.concatenate(parts).reshape(len(lines), commas + 1)


def _lines(source: Source) -> list[str]:
    """Return the lines with commas between their cells, whatever stood there, without quotes and empty ends."""
    text = source.text().replace("\r\n", "\n")
    first = text.lstrip("\n").partition("\n")[0]
    part = max(PARTS, key=first.count)
    lines = [line.strip(" " if part == "\t" else " \t") for line in text.split("\n")]
    if '"' in text:
        lines = [QUOTED.sub(r"\1", line) for line in lines]
    while lines and not lines[-1].strip(part if len(lines) > 1 else ""):
        lines.pop()
    if part != ",":
        for number, line in enumerate(lines, 1):
            if "," in line:
                raise _no_number(line, number, source, part)
        lines = [line.replace(part, ",") for line in lines]
    return [line.removesuffix(",") for line in lines]


def _numbers(lines: list[str], cols: int, source: Source) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    values = numbers_in(",".join(lines).encode())
    if values is None:
        for number, line in enumerate(lines, 1):
            cells = line.split(",")
            if not all(map(CELL.fullmatch, cells)) or not all(LEAST <= int(cell) <= MOST for cell in cells):
                raise _no_number(line, number, source)
        raise ReadError("holds something other than numbers", source=source.name)
    return values.astype(np.int64).reshape(len(lines), cols)


def _no_number(line: str, number: int, source: Source, part: str = ",") -> ReadError:
    cells = line.split(part)
    at = next((i for i, c in enumerate(cells) if not CELL.fullmatch(c) or not LEAST <= int(c) <= MOST), 0)
    cell = cells[at].strip()[:40]
    return ReadError(
        f"{cell!r} at cell {at + 1} is no whole number from {LEAST:,} to {MOST:,}",
        _advice(cell, heading=number == 1 and not any(map(CELL.fullmatch, cells))),
        source=source.name,
        line=number,
    )


def _advice(cell: str, *, heading: bool) -> str:
    """Return what to do about a cell that is no number; `heading` says that it is in a first line without numbers."""
    if '"' in cell:
        return "close the quotation mark in the line where it is opened"
    if cell.lower() in ("true", "false"):
        return "write 1 and 0 in place of True and False"
    if DECIMAL.fullmatch(cell) and not cell.lstrip("+-").isdigit():
        return "write tile numbers without a point and without an exponent; Tiled writes -1 for an empty cell"
    if heading:
        return "remove the first line, which is a heading and no row of tiles"
    if any(map(str.isalpha, cell)):
        return "Tiled writes a name in place of a number for tiles with a property called name: remove that property"
    return "give every cell a number; Tiled writes -1 for an empty one"


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are numbers with commas or semicolons between and nothing else."""
    head = data[:HEAD].removeprefix(b"\xef\xbb\xbf")
    parted = b"," in head or b";" in head
    return parted and not head.translate(None, ALLOWED) and any(map(head.__contains__, b"0123456789"))


def may_be(data: bytes) -> bool:
    """Say whether a file called CSV is one, if a broken one: at least half of its cells are numbers."""
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    head = data[:HEAD].decode("utf-16" if utf16 else "utf-8-sig", "ignore")
    cells = [cell.strip().strip('"') for cell in re.split(f"[{PARTS}\n]", head)]
    cells = [cell for cell in cells if cell]
    return not cells or 2 * sum(map(bool, map(CELL.fullmatch, cells))) >= len(cells)


def spelled(data: bytes) -> bool:
    """Say whether nothing but commas and line ends stands between the numbers, as in print no list has it."""
    return not data[:HEAD].removeprefix(b"\xef\xbb\xbf").translate(None, SPELLED)


FORMAT = Format(
    name="csv",
    title="CSV: numbers with commas between, as Tiled exports a layer",
    extensions=EXTENSIONS["csv"],
    keeps=frozenset({"void"}),
    keeps_more=keeps_more,
    write=write,
    write_options=NumberOptions,
    read=read,
    read_options=NumberReadOptions,
    looks_like=looks_like,
    spelled=spelled,
    may_be=may_be,
    notes=NOTES,
)
