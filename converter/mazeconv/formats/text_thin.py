"""Thin-wall art: cells of several characters with posts between them and walls drawn as lines.

    +---+---+
    | S |   |
    +   +---+
    |     G |
    +---+---+

A post, a wall and a cell each become a tile, so art of c x r cells makes 2c+1 x 2r+1 tiles. Box drawing is the same art
in other characters. What a tile is when it is not what its place is for: `.` a post that is floor, `#` a cell that is
wall, `~` void anywhere.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.errors import LevelError, ReadError, notify
from mazeconv.formats.text_signs import arms
from mazeconv.level import KIND, Level, Marker, Tile, check_size

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

POSTS, LINES, UPRIGHTS, OPEN = "+oO*", "-=_", "|!", "."
BEAM = re.compile(r"[+oO*][-=_]+[+oO*]")
# Lines of posts without a wall between them, and such on which walls end or go through.
BEFORE = set("+oO*. ~0123456789")
BARE, THROUGH = set("+oO*. "), set("+-=_|!. ")
# Larger cells of box drawing are rooms of which each character is a tile.
LARGEST_CELL = (4, 8)
# Of so few cells the posts do not show that they are cells.
FEW_CELLS = 2
# How it is written: cells of three characters and one line.
ACROSS, DOWN = 4, 2
REMARK = "; cells 3x1"

LINE, UPRIGHT, POST, VOID, BLOCK, DOT, OTHER = (1 << n for n in range(7))
CLASSES = np.full(256, OTHER, np.uint8)
for _signs, _class in ((" ", 0), (LINES, LINE), (UPRIGHTS, UPRIGHT), (POSTS, POST), ("~", VOID), ("#", BLOCK)):
    CLASSES[[ord(c) for c in _signs]] = _class
CLASSES[ord(OPEN)] = DOT


class Frame(NamedTuple):
    """Say where art stands in a text: its first line and column, the distances of posts, and its size in cells."""

    top: int
    left: int
    down: int
    across: int
    rows: int
    cols: int


class Art(NamedTuple):
    """Hold the lines of a text as they are and in plain characters."""

    lines: list[str]
    plain: list[str]

    @classmethod
    def of(cls, lines: list[str]) -> Art:
        """Return the lines with box drawing made plain."""
        if all(map(str.isascii, lines)):
            return cls(lines, lines)
        table = arms() | {ord("█"): "#"}
        return cls(lines, [line.translate(table) for line in lines])


def find(art: Art, name: str, remarks: list[str] | tuple[str, ...] = ()) -> Frame | None:
    """Return where thin-wall art stands, or None if there is none; raise `ReadError` if its posts are uneven."""
    if REMARK in remarks:
        widest = max(map(len, art.lines))
        return Frame(0, 0, DOWN, ACROSS, len(art.lines) // DOWN, widest // ACROSS)
    beams = [n for n, line in enumerate(art.plain) if (at := BEAM.search(line)) and set(line[: at.start()]) <= BEFORE]
    if not beams:
        return None
    with_beam, boxed = set(beams), art.plain is not art.lines
    lines = [n for n, line in enumerate(art.plain) if n in with_beam or _bare(line) or (boxed and "+" in line)]
    columns = sorted({found.start() for n in lines for found in re.finditer(r"[+oO*.]", art.plain[n])})
    across = math.gcd(*(b - a for a, b in pairwise(columns)))
    gaps = [b - a for a, b in pairwise(lines)]
    down = min(gaps, default=DOWN)
    if boxed and not (1 < down <= LARGEST_CELL[0] and 1 < across <= LARGEST_CELL[1]):
        return None
    if across < 2 or down < 2:  # noqa: PLR2004 - between two posts there is at least one character
        raise ReadError("has posts side by side", "draw walls of one thickness", source=name, line=lines[0] + 1)
    for line, gap in zip(lines[1:], gaps, strict=True):
        if gap % down:
            raise ReadError(
                f"has posts {gap} lines below the ones above, which are {down} apart elsewhere",
                "is a line missing, or one too many?",
                source=name,
                line=line + 1,
            )
    rows, cols = (lines[-1] - lines[0]) // down, (columns[-1] - columns[0]) // across
    if boxed and rows * cols == 1:
        return None
    return Frame(lines[0], columns[0], down, across, rows, cols)


def _bare(line: str) -> bool:
    signs = set(line)
    return (signs <= BARE and sum(map(line.count, POSTS)) > 1) or ("+" in signs and signs <= THROUGH)


def each_is_a_tile(art: Art, frame: Frame) -> bool:
    """Return whether a small box drawing has lines that end between the posts, so that each character is a tile."""
    if art.plain is art.lines or min(frame.rows, frame.cols) > FEW_CELLS:
        return False
    height, width = frame.rows * frame.down + 1, frame.cols * frame.across + 1
    rows = [line[frame.left :].ljust(width) for line in art.plain[frame.top : frame.top + height]]
    runs = [row[at + 1 : at + frame.across] for row in rows for at in range(0, width - 1, frame.across)]
    for top in range(0, len(rows) - 1, frame.down):
        between = rows[top + 1 : top + frame.down]
        runs += ["".join(row[at] for row in between) for at in range(0, width, frame.across)]
    return any(len(set(run)) > 1 and set(run) & set("+-|") for run in runs)


def read(art: Art, frame: Frame, kinds: Mapping[str, str], name: str) -> Level:
    """Return the level that the art in the frame shows; `kinds` says which letter is which marker.

    What stands in cells and means nothing is left out with a notice. Raises `ReadError` with the line.
    """
    try:
        check_size(2 * frame.rows + 1, 2 * frame.cols + 1)
        height, width = frame.rows * frame.down + 1, frame.cols * frame.across + 1
        # The characters are more than the tiles, and short lines are filled up.
        check_size(height, width)
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=name) from error
    left, right = frame.left, frame.left + width
    rows = [line[left:right].ljust(width) for line in art.plain[frame.top : frame.top + height]]
    classes = CLASSES[np.frombuffer("".join(rows).encode("ascii", "replace"), np.uint8)].reshape(height, width)
    tiles = np.full((2 * frame.rows + 1, 2 * frame.cols + 1), OTHER, np.uint8)
    inner = (slice(1, None), slice(1, None))
    _fill(tiles[::2, ::2], classes[:: frame.down, :: frame.across, None, None], POST | LINE | UPRIGHT | BLOCK)
    _fill(tiles[::2, 1::2], _parted(classes[:: frame.down][:, inner[1]], 1, frame.across), LINE | BLOCK)
    _fill(tiles[1::2, ::2], _parted(classes[inner[0], :: frame.across], frame.down, 1), UPRIGHT | BLOCK)
    _fill(tiles[1::2, 1::2], _parted(classes[inner], frame.down, frame.across), BLOCK)
    markers = _markers(tiles, art, frame, kinds, name)
    _tell_of_the_rest(art, frame, name)
    try:
        return Level(tiles, tuple(markers))
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=name) from error


def _parted(classes: npt.NDArray[np.uint8], down: int, across: int) -> npt.NDArray[np.uint8]:
    """Return (rows, cols, down - 1, across - 1) of what lies between posts; 1 is one character, all of it."""
    rows, cols = classes.shape[0] // down, classes.shape[1] // across
    parts = classes.reshape(rows, down, cols, across).transpose(0, 2, 1, 3)
    return parts[:, :, : max(down - 1, 1), : max(across - 1, 1)]


def _fill(tiles: npt.NDArray[np.uint8], parts: npt.NDArray[np.uint8], wall: int) -> None:
    """Set the tiles whose characters agree: all of `wall`, all void, all empty or one dot."""
    if not tiles.size:
        return
    some, every = np.bitwise_or.reduce(parts, axis=(2, 3)), np.bitwise_and.reduce(parts, axis=(2, 3))
    same = some == every
    tiles[some == 0] = Tile.FLOOR
    if parts.shape[2:] == (1, 1):
        tiles[some == DOT] = Tile.FLOOR
    tiles[same & ((some & wall) != 0)] = Tile.WALL
    tiles[same & (some == VOID)] = Tile.VOID


def _markers(tiles: npt.NDArray[np.uint8], art: Art, frame: Frame, kinds: Mapping[str, str], name: str) -> list[Marker]:
    """Return the markers that stand on tiles which are not told yet, and make these floor."""
    markers: list[Marker] = []
    skipped: list[str] = []
    for row, col in np.argwhere(tiles == OTHER).tolist():
        tiles[row, col] = Tile.FLOOR
        line, text = _text_at(art, frame, row, col)
        if len(text) == 1 and KIND.fullmatch(kinds.get(text, "")):
            markers.append(Marker(kinds[text], row, col))
        elif row % 2 and col % 2 and not (len(text) == 1 and text.isalpha()):
            skipped.append(text)
        else:
            where = "a cell" if row % 2 and col % 2 else "a wall" if row % 2 or col % 2 else "a post"
            column = frame.left + col // 2 * frame.across + col % 2 + 1
            raise ReadError(
                f"{text!r} at column {column} is no sign of {where}",
                f"markers are {', '.join(kinds)}; any other needs a line such as `; A = save-point` below the maze",
                source=name,
                line=line + 1,
            )
    if skipped:
        more = f" and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        notify(f"{name}: {skipped[0]!r}{more} in cells is left out")
    return markers


def _text_at(art: Art, frame: Frame, row: int, col: int) -> tuple[int, str]:
    """Return the line of a tile, from 0, and what is written there."""
    line = frame.top + row // 2 * frame.down + row % 2
    left = frame.left + col // 2 * frame.across + col % 2
    width = frame.across - 1 if col % 2 else 1
    lines = art.lines[line : line + (frame.down - 1 if row % 2 else 1)]
    return line, " ".join(part[left : left + width] for part in lines).strip()


def _tell_of_the_rest(art: Art, frame: Frame, name: str) -> None:
    left, right = frame.left, frame.left + frame.cols * frame.across + 1
    for number, line in enumerate(art.lines[frame.top : frame.top + frame.rows * frame.down + 1], frame.top + 1):
        beside = f"{line[:left]} {line[right:]}".strip()
        if beside:
            notify(f"{name}:{number}: {beside[:40]!r} beside the maze is left out")
            return


def draw(level: Level, letters: Mapping[str, str]) -> list[str]:
    """Return the lines of a level of odd width and height, with `letters` for the kinds of markers."""
    # What floor, wall and void look like at each place: a post, a line, an upright and a cell.
    signs = ((b".", b"+", b"~"), (b"   ", b"---", b"~~~"), (b" ", b"|", b"~"), (b"   ", b"###", b"~~~"))
    rows, cols = level.rows // 2, level.cols // 2
    out = np.full((rows * DOWN + 1, cols * ACROSS + 1), ord(" "), np.uint8)
    for place, (table, width) in enumerate(zip(signs, (1, 3, 1, 3), strict=True)):
        row, col = divmod(place, 2)
        looks = np.array([list(sign) for sign in table], np.uint8)[level.tiles[row::2, col::2]]
        for at in range(width):
            out[row::DOWN, col + at :: ACROSS] = looks[:, :, at]
    for marker in level.markers:
        at = marker.col // 2 * ACROSS + (2 if marker.col % 2 else 0)
        out[marker.row // 2 * DOWN + marker.row % 2, at] = ord(letters[marker.kind])
    lines = [bytes(row).decode() for row in out]
    art = Art.of(lines)
    try:
        plain = find(art, "") == Frame(0, 0, DOWN, ACROSS, rows, cols)
    except ReadError:
        plain = False
    return lines if plain else [*lines, "", REMARK]
