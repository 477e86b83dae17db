"""Which characters of a maze of characters are wall, floor and void: the usual ones, given ones, or found ones."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from mazeconv.errors import ReadError, UsageError, notify
from mazeconv.options import Options

if TYPE_CHECKING:
    from collections.abc import Collection

WALL, FLOOR, VOID = "#", " ", "~"
SOLID = "█▓■▒"
DOTS = ".·"
# A border of fewer characters says nothing.
SHORTEST_BORDER = 8


class SignOptions(Options, frozen=True, kw_only=True):
    """Hold which characters are wall, floor and void, where they are not the usual ones."""

    wall: Annotated[str, Meta(description="characters that are wall; if not given, # or what is found")] = ""
    floor: Annotated[str, Meta(description="characters that are floor; if not given, space or what is found")] = ""
    void: Annotated[str, Meta(description="characters that are void, beside ~")] = ""


def arms() -> dict[int, str]:
    """Return what the lines of box drawing are in plain characters: - | or, where they meet, bend or end, +."""
    out = {}
    for code in range(0x2500, 0x2580):
        words = set(unicodedata.name(chr(code)).split())
        across, down = bool(words & {"HORIZONTAL", "LEFT", "RIGHT"}), bool(words & {"VERTICAL", "UP", "DOWN"})
        if "DIAGONAL" not in words:
            ends = len(words & {"LEFT", "RIGHT", "UP", "DOWN"}) == 1 and not words & {"HORIZONTAL", "VERTICAL"}
            out[code] = "+" if ends or (across and down) else "-" if across else "|"
    return out


def table(lines: list[str], options: SignOptions, letters: Collection[str], name: str) -> dict[int, str]:
    """Return the table for `str.translate` by which the lines become #, space and ~; letters of markers stay.

    What is found and not usual is said by a notice. Raises `UsageError` for options that contradict each other, and
    `ReadError` when nothing is found.
    """
    if options.wall or options.floor or options.void:
        return _given(options)
    there = set().union(*lines)
    unknown = there - {WALL, FLOOR, VOID, *letters}
    if WALL in there:
        return _dotted(there, name) if unknown and unknown <= set(DOTS) else {}
    drawn = {ord(c) for c in there} & arms().keys()
    solid = [ord(c) for c in there if c in SOLID] + list(drawn)
    if solid:
        # Corners of ASCII art have no place beside these.
        return dict.fromkeys(solid, WALL) | {ord(c): FLOOR for c in there if c in (*DOTS, "░")}
    return _found(lines, unknown, name)


def _given(options: SignOptions) -> dict[int, str]:
    out: dict[int, str] = {}
    for role, sign, typed in (
        ("wall", WALL, options.wall),
        ("floor", FLOOR, options.floor),
        ("void", VOID, options.void),
    ):
        for character in typed:
            if out.setdefault(ord(character), sign) != sign:
                raise UsageError(f"format text: {character!r} cannot be {role} and something else too")
    return out


def _dotted(there: set[str], name: str) -> dict[int, str]:
    found = {ord(c): FLOOR for c in DOTS}
    if FLOOR in there:
        found[ord(FLOOR)] = VOID
        _tell(name, "dots are floor and spaces void", "-I floor='. ' makes both floor")
    return found


def _found(lines: list[str], unknown: set[str], name: str) -> dict[int, str]:
    """Return the pair of characters that a border shows: what most of it is made of is wall."""
    border = "".join((lines[0], lines[-1], *(line[0] + line[-1] for line in lines[1:-1] if line)))
    sign, count = Counter(border).most_common(1)[0] if border else ("", 0)
    # X is a trap, unless there is a whole border of it.
    if not unknown and (sign != "X" or count < SHORTEST_BORDER):
        return {}
    if sign in (*FLOOR, *VOID) or not sign.isprintable() or 2 * count <= max(len(border), 2):
        raise ReadError(
            "does not show which character is wall",
            f"say it with -I wall=…: there are {' '.join(sorted(unknown)[:10])}",
            source=name,
            line=next((n for n, line in enumerate(lines, 1) if unknown & set(line)), None),
        )
    counts = Counter({FLOOR: 0})
    for line in lines:
        counts.update(line)
    del counts[sign]
    floor = next((c for c, _ in counts.most_common() if c in unknown or c == FLOOR), FLOOR)
    _tell(name, f"{sign!r} was taken for wall and {floor!r} for floor", "-I wall=… and -I floor=… say otherwise")
    return {ord(sign): WALL, ord(floor): FLOOR}


def _tell(name: str, what: str, otherwise: str) -> None:
    notify(f"{name}: {what}; {otherwise}")
