"""Mazes as characters: `#` wall, space floor, `~` void, `S` start, `G` goal, and letters for other markers.

Well-known kinds have letters of their own. Any other kind gets a free letter and, after a blank line, a line
`; A = save-point` that says so, so that nothing has to be guessed when the text is read again.
"""

from __future__ import annotations

import re
from string import ascii_letters
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import LevelError, ReadError, WriteError
from mazeconv.formats import Format, Target
from mazeconv.formats.matrix import ROW as MATRIX_ROW
from mazeconv.level import KIND, Level, Marker, Tile, check_size
from mazeconv.options import Options

if TYPE_CHECKING:
    from mazeconv.source import Source

GLYPHS = {Tile.FLOOR: " ", Tile.WALL: "#", Tile.VOID: "~"}
OTHER = 255
TILES = np.full(256, OTHER, np.uint8)
TILES[[ord(glyph) for glyph in GLYPHS.values()]] = list(GLYPHS)
LETTERS = {
    "start": "S",
    "goal": "G",
    "treasure": "T",
    "key": "K",
    "door": "D",
    "exit": "E",
    "monster": "M",
    "trap": "X",
}
LEGEND = re.compile(r";\s*([A-Za-z])\s*=\s*(\S+)\s*")


def letters(kinds: set[str]) -> dict[str, str]:
    """Return a letter for each marker kind: its usual one, else the first free one of its name or the alphabet."""
    table = {kind: LETTERS[kind] for kind in sorted(kinds) if kind in LETTERS}
    for kind in sorted(kinds - LETTERS.keys()):
        free = [
            c
            for c in kind.upper() + ascii_letters
            if c in ascii_letters and c not in {*LETTERS.values(), *table.values()}
        ]
        if not free:
            raise WriteError(
                f"text has no letter left for the marker kind {kind}", "write json, which keeps every kind"
            )
        table[kind] = free[0]
    return table


def write(level: Level, options: Options, target: Target) -> dict[str, bytes]:
    """Return the level as text, one line a row."""
    del options
    table = letters({m.kind for m in level.markers})
    glyphs = np.full((level.rows, level.cols + 1), ord("\n"), np.uint8)
    glyphs[:, :-1] = np.frombuffer("".join(GLYPHS[t] for t in Tile).encode(), np.uint8)[level.tiles]
    for marker in level.markers:
        glyphs[marker.row, marker.col] = ord(table[marker.kind])
    legend = "".join(f"; {table[kind]} = {kind}\n" for kind in sorted(table.keys() - LETTERS.keys()))
    return {target.main(".txt"): glyphs.tobytes() + (f"\n{legend}".encode() if legend else b"")}


def read(source: Source, options: Options) -> Level:
    """Read a maze of characters; rows that end early are filled with floor. Raises `ReadError` with the line."""
    del options
    try:
        text = source.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError(
            f"is not UTF-8 text: {error.reason} at byte {error.start}",
            "save it in a text editor with the encoding UTF-8",
            source=source.name,
        ) from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kinds = {letter: kind for kind, letter in LETTERS.items()}
    # A row of floor alone is spaces alone: only empty lines and legend lines end the maze.
    while lines and (not lines[-1] or lines[-1].startswith(";")):
        if found := LEGEND.fullmatch(lines.pop()):
            kinds[found[1]] = found[2]
    return _level(lines, kinds, source)


def _level(lines: list[str], kinds: dict[str, str], source: Source) -> Level:
    if not lines:
        raise ReadError("holds no maze", "draw one with # for walls and spaces for floor", source=source.name)
    width = max(map(len, lines))
    try:
        check_size(len(lines), width)
        # Nothing but ASCII means anything here, and one byte a tile keeps large mazes small.
        glyphs = np.frombuffer("".join(line.ljust(width) for line in lines).encode("ascii", "replace"), np.uint8)
        tiles = TILES[glyphs].reshape(len(lines), width)
        markers = []
        for row, col in np.argwhere(tiles == OTHER).tolist():
            kind = kinds.get(lines[row][col], "")
            if not KIND.fullmatch(kind):
                glyph = lines[row][col]
                raise ReadError(
                    f"{glyph!r} at column {col + 1} is neither wall (#), floor (space), void (~) nor a marker",
                    _hint(lines, kinds),
                    source=source.name,
                    line=row + 1,
                )
            markers.append(Marker(kind, row, col))
        tiles[tiles == OTHER] = Tile.FLOOR
        return Level(tiles, tuple(markers))
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def _hint(lines: list[str], kinds: dict[str, str]) -> str:
    """Return what to do about a character that means nothing."""
    if all(map(MATRIX_ROW.fullmatch, lines)):
        return "this looks like a matrix of numbers: read it with --from matrix"
    return f"markers are {', '.join(kinds)}; any other needs a line such as `; A = save-point` below the maze"


FORMAT = Format(
    name="text",
    title="text: # wall, space floor, S start, G goal, letters for other markers",
    extensions=(".txt",),
    keeps=frozenset({"start", "goal", "markers", "void"}),
    write=write,
    read=read,
)
