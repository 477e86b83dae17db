"""The letters for markers, one table for texts and for pictures: the usual one of a kind, else a free one."""

from __future__ import annotations

from string import ascii_letters
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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
