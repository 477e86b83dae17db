"""The level file: mazeconv's own JSON, which keeps everything. Its schema stands in docs/level.schema.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from mazeconv.errors import MazeconvError, ReadError
from mazeconv.formats import EVERYTHING, EXTENSIONS, Format, Target
from mazeconv.json_places import hint_of_error, line_of, line_of_error, utf8
from mazeconv.level import Level, Marker, check_size
from mazeconv.options import Options
from mazeconv.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazeconv.source import Source

VERSION = 1
GLYPHS = b".# "
BEFORE, AFTER = b'    "', b'",\n'
VALUES = np.full(256, 255, np.uint8)
VALUES[list(GLYPHS)] = range(len(GLYPHS))


class File(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Mirror the file: rows of text hold the tiles, `.` floor, `#` wall and a space void."""

    mazeconv: Annotated[int, Meta(ge=1, le=VERSION)]
    width: int
    height: int
    rows: list[str]
    markers: list[Marker] = []
    properties: dict[str, str | int | float | bool] = {}
    recipe: Recipe | None = None


SIZES = "let width and height be those of rows, and all rows be as long"


def write(level: Level, options: Options, target: Target) -> dict[str, bytes]:
    """Return the level file."""
    del options
    head = f'{{\n  "mazeconv": {VERSION},\n  "width": {level.cols},\n  "height": {level.rows},\n  "rows": [\n'
    more = [f'"markers": {_lines(level.markers)}'] if level.markers else []
    more += [f'"properties": {_line(dict(level.properties))}'] if level.properties else []
    more += [f'"recipe": {_line(level.recipe)}'] if level.recipe else []
    tail = "".join(",\n  " + field for field in more)
    return {target.main(".json"): b"".join([head.encode(), _rows(level), f"\n  ]{tail}\n}}\n".encode()])}


def _rows(level: Level) -> memoryview:
    """Return the rows of tiles as items of an array, in one buffer: a large level is copied as rarely as can be."""
    lines = np.empty((level.rows, level.cols + len(BEFORE) + len(AFTER)), np.uint8)
    lines[:, : len(BEFORE)] = list(BEFORE)
    lines[:, -len(AFTER) :] = list(AFTER)
    glyphs = np.frombuffer(GLYPHS, np.uint8)
    for line, row in zip(lines, level.tiles, strict=True):
        line[len(BEFORE) : -len(AFTER)] = glyphs[row]
    # Behind the last item there is no comma.
    return lines.reshape(-1)[: -len(AFTER) + 1].data


def _line(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _lines(values: Iterable[Any]) -> str:
    """Return an array with one item a line, so that files can be read and compared by people."""
    return "[\n    " + ",\n    ".join(map(_line, values)) + "\n  ]"


def read(source: Source, options: Options) -> Level:
    """Read a level file; raise `ReadError` naming what is wrong."""
    del options
    data = source.data
    try:
        data = utf8(source.data)
        file = msgspec.json.decode(data, type=File)
    except RecursionError as error:
        raise ReadError("is no level file: it is nested too deeply", "give another file", source=source.name) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        line = line_of_error(error, data)
        raise ReadError(f"is no level file: {error}", hint_of_error(error), source=source.name, line=line) from error
    try:
        check_size(file.height, file.width)
        return Level(_tiles(file, source), tuple(file.markers), file.properties, file.recipe)
    except ReadError:
        raise
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def _tiles(file: File, source: Source) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    if len(file.rows) != file.height:
        raise _wrong(source, ["rows"], f"has {len(file.rows)} rows where height says {file.height}", SIZES)
    for number, row in enumerate(file.rows):
        if len(row) != file.width:
            text = f"row {number} holds {len(row)} tiles where width says {file.width}"
            raise _wrong(source, ["rows", number], text, SIZES)
        if not row.isascii():
            text = f"row {number} holds other characters than '.', '#' and space"
            raise _wrong(source, ["rows", number], text, "put '#' for wall, '.' for floor and a space for void")
    glyphs = np.frombuffer("".join(file.rows).encode(), np.uint8).reshape(file.height, file.width)
    tiles = VALUES[glyphs]
    if tiles.max() > len(GLYPHS):
        row, col = np.argwhere(tiles > len(GLYPHS))[0]
        text = f"row {row} holds {chr(glyphs[row, col])!r} at column {col}"
        raise _wrong(source, ["rows", int(row)], text, "put '#' for wall, '.' for floor and a space for void")
    return tiles


def _wrong(source: Source, path: list[str | int], message: str, hint: str) -> ReadError:
    return ReadError(message, hint, source=source.name, line=line_of(path, utf8(source.data)))


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are an object of JSON that says it is ours."""
    head = utf8(data[: 1 << 12], "replace").lstrip()
    return head.startswith(b"{") and b'"mazeconv":' in head


FORMAT = Format(
    name="json",
    title="level file: mazeconv's own JSON, which keeps everything",
    extensions=EXTENSIONS["json"],
    keeps=EVERYTHING,
    write=write,
    read=read,
    looks_like=looks_like,
)
