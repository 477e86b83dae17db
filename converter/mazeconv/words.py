"""Commands as text that can be pasted into a shell: sh and PowerShell alike."""

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


def _quoted(word: str) -> str:
    if PLAIN.fullmatch(word):
        return word
    return shlex.quote(word) if SPECIAL.search(word) else f'"{word}"'
