"""Our own previews, read back: what they say of their tiles and colours, and what is drawn on them."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from mazeconv.lettering import LETTERS, badges
from mazeconv.level import KIND, Marker, Tile
from mazeconv.pictures.codes import SHAPES
from mazeconv.pictures.legend import labels_text
from mazeconv.pictures.marks import SMALLEST_LETTER, SMALLEST_PAIR, badge, second_place
from mazeconv.pictures.stamps import marker_colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy.typing as npt

    from mazeconv.level import Level
    from mazeconv.pictures.decoding import Picture
    from mazeconv.pictures.drawing import Layout
    from mazeconv.pictures.stamps import RGBA, Look

    Counts = npt.NDArray[np.int32]
    Codes = npt.NDArray[np.uint32]

KEY = "Level"
ROLES = ("floor", "wall", "void", "start", "goal", "marker")
OPAQUE = 1 << 24
# Pixels that are looked at at a time.
BLOCK = 1 << 20
# The least share of a tile that a mark covers, and how much of a badge may differ.
LEAST, DIFFERING = 0.04, 0.1


class Note(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Hold what a preview says of itself: pixels a tile, where tiles begin, how many there are, and the colours.

    `kinds` says for "X,Y" which marker a badge there is, as a letter may stand for several. `walls` are the
    colours of walls that are drawn by their neighbours, `badges` those of badges that have one of their own;
    `labelled` if some of these have a second letter.
    """

    tile: int
    left: int
    top: int
    cols: int
    rows: int
    colours: dict[str, int]
    kinds: dict[str, str] = {}
    walls: list[int] = []
    badges: list[int] = []
    labelled: bool = False

    def codes(self, role: str) -> npt.NDArray[np.uint32]:
        """Return the colours in which a role is drawn, each as `_packed` gives it."""
        more = {"wall": self.walls, "marker": self.badges}.get(role, [])
        return np.array([code & 0x1FF_FFFF for code in (self.colours[role], *more)], np.uint32)


def note(level: Level, places: Layout, colours: Look, walls: Iterable[RGBA] = ()) -> dict[str, str]:
    """Return the text chunk by which a preview is read again."""
    kinds = {f"{m.col},{m.row}": m.kind for m in level.markers if m.kind not in ("start", "goal")}
    packed = {role: _packed(getattr(colours, role)) for role in ROLES}
    shades = sorted({_packed(colour) for colour in walls} - {packed["floor"], packed["void"]})
    looks = {_packed(marker_colour(letter, colours)) for letter in badges(kinds.values()).values()}
    own = sorted(looks - {packed["marker"]})
    labelled = places.tile >= SMALLEST_PAIR and bool(labels_text(level, SHAPES))
    found = Note(places.tile, places.left, places.top, level.cols, level.rows, packed, kinds, shades, own, labelled)
    return {KEY: msgspec.json.encode(found).decode()}


def _packed(colour: tuple[int, int, int, int]) -> int:
    red, green, blue, alpha = colour
    return OPAQUE | red << 16 | green << 8 | blue if alpha else 0


def noted(text: Mapping[str, str], rows: int, cols: int) -> Note | None:
    """Return what a picture of `rows` x `cols` pixels says of itself, or None if it says nothing or is another now."""
    try:
        found = msgspec.json.decode(text.get(KEY, ""), type=Note)
    except (msgspec.DecodeError, RecursionError):
        return None
    sides = (found.tile, found.cols, found.rows)
    fits = found.left + found.tile * found.cols <= cols and found.top + found.tile * found.rows <= rows
    known = all(role in found.colours for role in ROLES)
    return found if min(sides) > 0 and min(found.left, found.top) >= 0 and fits and known else None


def tiles_and_markers(picture: Picture, found: Note) -> tuple[npt.NDArray[np.uint8], list[Marker]]:
    """Return the tiles and markers of a preview; edits of the picture count, as nothing else is looked at."""
    tiles = np.empty((found.rows, found.cols), np.uint8)
    markers: list[Marker] = []
    starts: list[tuple[int, Marker]] = []
    step = max(1, BLOCK // (found.cols * found.tile**2))
    for row in range(0, found.rows, step):
        pixels = _pixels(picture, found, row, min(row + step, found.rows))
        part, marks = _looked_at(pixels, found)
        tiles[row : row + step] = part
        best = marks.argmax(axis=0)
        places = [np.argwhere((best == n) & (marks[n] > 0)).tolist() for n in range(3)]
        starts += [(int(marks[0, r, c]), Marker("start", row + r, c)) for r, c in places[0]]
        markers += [Marker("goal", row + r, c) for r, c in places[1]]
        markers += _badges(pixels, found, row, places[2])
    # The start is where most of its colour is.
    return tiles, markers + [marker for _, marker in sorted(starts, key=lambda s: s[0])[-1:]]


def _pixels(picture: Picture, found: Note, first: int, last: int) -> Codes:
    """Return some rows of tiles, each pixel as one number."""
    size = found.tile
    area = (
        slice(found.top + first * size, found.top + last * size),
        slice(found.left, found.left + size * found.cols),
    )
    red, green, blue = (picture.colours[(*area, channel)].astype(np.uint32) for channel in range(3))
    pixels: Codes = np.bitwise_or(red << 16 | green << 8 | blue, np.uint32(OPAQUE), dtype=np.uint32)
    pixels[~picture.opaque[area]] = 0
    return pixels


def _looked_at(pixels: Codes, found: Note) -> tuple[npt.NDArray[np.uint8], Counts]:
    """Return the tiles of some rows, and how many pixels of start, goal and badge are on each, if it is a mark."""
    size, whole = found.tile, found.tile**2

    def counts(role: str) -> Counts:
        same = np.isin(pixels, found.codes(role))
        lines = same.reshape(-1, size, found.cols * size).sum(axis=1, dtype=np.int32)
        out: Counts = lines.reshape(-1, found.cols, size).sum(axis=2, dtype=np.int32)
        return out

    wall = 2 * counts("wall") > whole
    void = 2 * counts("void") > whole if found.colours["void"] != found.colours["floor"] else np.zeros_like(wall)
    tiles = np.where(wall, Tile.WALL, np.where(void, Tile.VOID, Tile.FLOOR)).astype(np.uint8)
    marks = np.stack([counts(role) for role in ("start", "goal", "marker")])
    # Where tiles have room, what is filled to its corners is ground.
    most = whole if size <= 2 else whole - 1  # noqa: PLR2004 - as the marks are drawn
    marks[(marks < max(1, LEAST * whole)) | (marks > most) | wall | void] = 0
    return tiles, marks


def _badges(pixels: Codes, found: Note, first: int, places: list[list[int]]) -> Iterator[Marker]:
    size = found.tile
    # One that somebody drew into the picture is of a usual kind, or of one that has no other letter.
    table = badges(kind for kind in found.kinds.values() if KIND.fullmatch(kind))
    usual = {letter: kind for kind, letter in LETTERS.items()}
    kinds = {c: c.lower() for c in ascii_uppercase} | usual | {letter: kind for kind, letter in table.items()}
    letters = list(kinds)
    looks = np.stack([badge(size, letter) == 1 for letter in letters]) if size >= SMALLEST_LETTER else None
    # Whatever the second letter is.
    cared = np.ones((len(letters), size, size), np.bool_)
    if looks is not None and found.labelled and size >= SMALLEST_PAIR:
        looks = np.concatenate((looks, [badge(size, f"{letter} ") == 1 for letter in letters]))
        cared = np.concatenate((cared, cared))
        cared[len(letters) :, *second_place(size)] = False
        letters += letters
    for row, col in places:
        kind = found.kinds.get(f"{col},{first + row}", "")
        part = pixels[row * size : (row + 1) * size, col * size : (col + 1) * size]
        letter = ""
        if looks is not None:
            wrong = ((looks != np.isin(part, found.codes("marker"))) & cared).mean(axis=(1, 2))
            if wrong.min() > DIFFERING:
                continue
            letter = letters[int(wrong.argmin())]
        named = kind if kind in table and letter in ("", table[kind]) else kinds.get(letter)
        if named:
            yield Marker(named, first + row, col)
