"""A few places of a text replaced, and all else kept; texts are strings or bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, AnyStr, Generic

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable


class Edit(Struct, Generic[AnyStr], frozen=True):
    """Replace what stands from `start` to `end` of a text."""

    start: int
    end: int
    text: AnyStr


def apply(text: AnyStr, edits: Iterable[Edit[AnyStr]]) -> AnyStr:
    """Return `text` with every edit made; edits do not overlap, and those at one place follow as they are given."""
    parts: list[AnyStr] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    parts.append(text[at:])
    return text[:0].join(parts)
