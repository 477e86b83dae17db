"""Mazes as characters: `#` wall, space floor, `~` void, `S` start, `G` goal, and letters for other markers.

Read, it may also be of other characters (`text_signs`), box drawing, or thin-wall art (`text_thin`).

Well-known kinds have letters of their own. Any other kind gets a free letter and, after a blank line, a line
`; A = save-point` that says so, so that nothing has to be guessed when the text is read again.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from mazeconv.errors import LevelError, ReadError, WriteError, notify
from mazeconv.formats import EXTENSIONS, Format, Target, text_thin
from mazeconv.formats.matrix import ROW as MATRIX_ROW
from mazeconv.formats.matrix import begin_of
from mazeconv.formats.text_signs import DOTS, SOLID, SignOptions, arms, table
from mazeconv.lettering import LETTERS, letters
from mazeconv.level import KIND, ROLES, Level, Marker, Tile, check_size
from mazeconv.options import Options
from mazeconv.source import Source

GLYPHS = {Tile.FLOOR: " ", Tile.WALL: "#", Tile.VOID: "~"}
WALLS = GLYPHS[Tile.WALL]
OTHER = 255
TILES = np.full(256, OTHER, np.uint8)
TILES[[ord(glyph) for glyph in GLYPHS.values()]] = list(GLYPHS)
# What is looked at to guess.
HEAD = 1 << 16
PARTED = re.compile(r"[\[,;]|[0-9]\s+[0-9]")
NUMBERS = re.compile(r'[\s\[\],;"0-9-]*')
MATRIX = "this looks like a matrix of numbers: read it with --from matrix"
LEGEND = re.compile(r";\s*([A-Za-z])\s*=\s*(\S+)\s*")


class TextOptions(Options, frozen=True, kw_only=True):
    """Say how a level is drawn in characters."""

    style: Annotated[
        Literal["blocks", "thin"],
        Meta(description="blocks: one character a tile; thin: walls as lines between cells, for levels of odd size"),
    ] = "blocks"


class TextReadOptions(SignOptions, frozen=True, kw_only=True):
    """Say how a drawing in characters is read."""

    style: Annotated[
        Literal["auto", "blocks", "thin"],
        Meta(description="blocks: one character a tile; thin: walls as lines between cells; auto finds out"),
    ] = "auto"


def write(level: Level, options: TextOptions, target: Target) -> dict[str, bytes]:
    """Return the level as text; raise `WriteError` for a level that the style cannot draw."""
    kinds = {m.kind for m in level.markers}
    if options.style == "thin":
        if level.rows % 2 == 0 or level.cols % 2 == 0:
            raise WriteError(
                f"thin walls need an odd width and height, and the level is {level.cols} x {level.rows}",
                "write it with style=blocks",
            )
        table = _letters(kinds, text_thin.POSTS)
        lines = text_thin.draw(level, table)
        lines += [] if text_thin.REMARK in lines else [""]
        text = "\n".join([*lines, *_legend(table)]).rstrip("\n") + "\n"
        return {target.main(".txt"): text.encode()}
    table = _letters(kinds)
    glyphs = np.full((level.rows, level.cols + 1), ord("\n"), np.uint8)
    glyphs[:, :-1] = np.frombuffer("".join(GLYPHS[t] for t in range(len(ROLES))).encode(), np.uint8)[level.tiles]
    for marker in level.markers:
        glyphs[marker.row, marker.col] = ord(table[marker.kind])
    legend = "".join(f"{line}\n" for line in _legend(table))
    return {target.main(".txt"): glyphs.tobytes() + (f"\n{legend}".encode() if legend else b"")}


def _letters(kinds: set[str], reserved: str = "") -> dict[str, str]:
    """Return a letter for every kind; raise `WriteError` if there are not enough."""
    table = letters(kinds, reserved)
    if without := sorted(kinds - table.keys()):
        message = f"text has no letter left for the marker kind {without[0]}"
        raise WriteError(message, "write json, which keeps every kind")
    return table


def _legend(table: dict[str, str]) -> list[str]:
    return [f"; {table[kind]} = {kind}" for kind in sorted(table.keys() - LETTERS.keys())]


def read(source: Source, options: TextReadOptions) -> Level:
    """Read a maze of characters; rows that end early are filled with spaces. Raises `ReadError` with the line."""
    lines = lines_of(source.text())
    kinds = {letter: kind for kind, letter in LETTERS.items()}
    remarks = []
    # A row of floor alone is spaces alone: only empty lines and legend lines end the maze.
    while lines and (not lines[-1] or lines[-1].startswith(";")):
        remarks.append(lines.pop())
        if found := LEGEND.fullmatch(remarks[-1]):
            kinds[found[1]] = found[2]
    if not lines:
        raise ReadError("holds no maze", "draw one with # for walls and spaces for floor", source=source.name)
    if options.style != "blocks":
        art = text_thin.Art.of(lines)
        frame = text_thin.find(art, source.name, remarks)
        if frame is not None and options.style != "thin" and text_thin.each_is_a_tile(art, frame):
            notice = "lines end between the corners, so each character is a tile; -I style=thin says otherwise"
            notify(f"{source.name}: {notice}")
        elif frame is not None:
            return text_thin.read(art, frame, kinds, source.name)
        if options.style == "thin":
            raise ReadError(
                "holds no thin-wall art", "a wall is drawn as +---+ between its posts", source=source.name, line=1
            )
    return _level(lines, kinds, options, source)


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, whatever ends them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _level(lines: list[str], kinds: dict[str, str], options: SignOptions, source: Source) -> Level:
    width = max(map(len, lines))
    try:
        check_size(len(lines), width)
        # A row of walls looks like a remark of a program.
        printed = not lines[0].startswith(WALLS) and begin_of("\n".join(lines[:4]).encode("ascii", "replace"))
        if printed or (all(map(MATRIX_ROW.fullmatch, lines)) and any(map(PARTED.search, lines))):
            raise ReadError("holds numbers, not characters", MATRIX, source=source.name, line=1)
        signs = table(lines, options, kinds, source.name)
        # Nothing but ASCII means anything here, and one byte a tile keeps large mazes small.
        text = "".join(line.ljust(width).translate(signs) if signs else line.ljust(width) for line in lines)
        tiles = TILES[np.frombuffer(text.encode("ascii", "replace"), np.uint8)].reshape(len(lines), width)
        markers = []
        for row, col in np.argwhere(tiles == OTHER).tolist():
            glyph = lines[row][col]
            kind = kinds.get(glyph, "")
            if not KIND.fullmatch(kind):
                raise ReadError(
                    f"{glyph!r} at column {col + 1} is neither wall (#), floor (space), void (~) nor a marker",
                    f"markers are {', '.join(kinds)}; any other needs a line such as `; A = save-point` below the maze;"
                    " other walls and floors are given with -I wall=… and -I floor=…",
                    source=source.name,
                    line=row + 1,
                )
            markers.append(Marker(kind, row, col))
        tiles[tiles == OTHER] = Tile.FLOOR
        return Level(tiles, tuple(markers))
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are lines of characters that a maze may be drawn with."""
    head = data[:HEAD]
    try:
        # A cut may fall into the middle of a character.
        text = Source("", head).text() if len(head) < HEAD else head.decode("utf-8-sig", "ignore")
    except ReadError:
        return False
    lines = [line for line in lines_of(text) if line.strip() and not line.startswith(";")]
    if not lines or lines[0].lstrip()[0] in "<{[(" or "\0" in text or begin_of(head):
        return False
    if any(map(text_thin.BEAM.search, lines)):
        return True
    if all(map(NUMBERS.fullmatch, lines)) and (len(lines[0].strip()) == 1 or any(map(PARTED.search, lines))):
        return False
    signs = Counter("".join(lines))
    usual = {*GLYPHS.values(), *SOLID, *DOTS, *map(chr, arms())}
    # Two other signs may be a wall and a floor, and the rest are markers.
    others = [count for sign, count in signs.most_common() if sign not in usual][:2]
    return 5 * (sum(others) + sum(signs[sign] for sign in usual)) >= 4 * signs.total()


FORMAT = Format(
    name="text",
    title="text: # wall, space floor, S start, G goal, letters for other markers; or thin walls as lines",
    extensions=EXTENSIONS["text"],
    keeps=frozenset({"start", "goal", "markers", "void"}),
    write=write,
    write_options=TextOptions,
    read=read,
    read_options=TextReadOptions,
    looks_like=looks_like,
    notes=(
        "Other pairs of characters, box drawing and the mazes of micromouse contests are read too.",
        "Lines that begin with ; below the maze are remarks, and may name markers: ; A = save-point.",
    ),
)
