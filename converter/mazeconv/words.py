"""Words as text: commands that can be pasted into a shell, sh and PowerShell alike, and counted things."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# PowerShell splits words at commas and reads @, { and ( as its own.
PLAIN = re.compile(r"[A-Za-z0-9_./:=%+-]+")
# Between double quotes, these mean something in one shell or the other.
SPECIAL = re.compile(r"[\"\\$`!\u201c-\u201e]")


def command_line(words: Iterable[str]) -> str:
    """Return the words as one line; where it can be, a word is quoted so that both shells read it alike."""
    return " ".join(map(_quoted, words))


def counted(count: int, one: str) -> str:
    """Return a count with its noun, such as "1 tile" and "1,200 tiles"; `one` is the noun for one."""
    return f"{count:,} {one}{'s' * (count != 1)}"


def _quoted(word: str) -> str:
    if PLAIN.fullmatch(word):
        return word
    return shlex.quote(word) if SPECIAL.search(word) else f'"{word}"'
