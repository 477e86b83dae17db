"""The letters for markers, one table for texts and for pictures: the usual one of a kind, else a free one.

In what people look at, labels that make a difference have a second character: `KA` is the key of the door `DA`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from string import ascii_letters
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazeconv.level import Marker

LETTERS = {
    "start": "S",
    "goal": "G",
    "treasure": "T",
    "key": "K",
    "door": "D",
    "exit": "E",
    "monster": "M",
    "enemy": "N",
    "trap": "X",
}
"""Kinds with a letter of their own, which stands for no other kind."""


def letters(kinds: Iterable[str], reserved: str = "") -> dict[str, str]:
    """Return a letter for each marker kind: its usual one, else the first free one of its name or the alphabet.

    Kinds for which none is left are not in the table. `reserved` are letters that only a usual one may be.
    """
    wanted = sorted(set(kinds))
    table = {kind: LETTERS[kind] for kind in wanted if kind in LETTERS}
    taken = {*LETTERS.values(), *reserved}
    for kind in wanted:
        if kind not in LETTERS:
            free = (c for c in kind.upper() + ascii_letters if c in ascii_letters and c not in taken)
            if letter := next(free, ""):
                table[kind] = letter
                taken.add(letter)
    return table


def badges(kinds: Iterable[str]) -> dict[str, str]:
    """Return the letter on the badge of each kind: that of `letters`; those that get none share that of their name."""
    wanted = set(kinds)
    return {kind: kind[0].upper() for kind in sorted(wanted)} | letters(wanted)


def signs(markers: Iterable[Marker]) -> dict[tuple[str, str], str]:
    """Return what stands for the markers of each kind and label: the letter of the kind, and one for some labels.

    A label has one where another marker shares it, or where its kind has several labels, unless it would be that of
    another label too: a label of one character has that, a longer one its first, if no other label begins with it.
    """
    counts = Counter((marker.kind, marker.label) for marker in markers)
    table = badges(kind for kind, _ in counts)
    of_kind = Counter(kind for kind, _ in counts)
    sharing: Counter[str] = Counter()
    beginning: defaultdict[str, set[str]] = defaultdict(set)
    for (_, label), count in counts.items():
        sharing[label] += count
        beginning[label[:1]].add(label)
    out = {}
    for kind, label in counts:
        first = label[:1]
        differs = of_kind[kind] > 1 or sharing[label] > 1
        own = label == first or len(beginning[first]) == 1
        out[kind, label] = table[kind] + (first if differs and own and "!" <= first <= "~" else "")
    return out
