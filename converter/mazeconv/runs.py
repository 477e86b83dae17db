"""Rows of signs with their repeats counted, such as 3#5.2#: drawings that fit into a command and a recipe."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from mazeconv.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

INLINE = "rows:"
RUN = re.compile(r"([0-9]{0,9})([^0-9])", re.ASCII)


def packed(rows: Iterable[str]) -> tuple[str, ...]:
    """Return each row with its repeats counted; a sign that stands alone has no number."""
    return tuple(
        "".join(f"{count if (count := len(list(run))) > 1 else ''}{sign}" for sign, run in groupby(row)) for row in rows
    )


def unpacked(rows: Sequence[str], limit: int, name: str) -> list[str]:
    """Return the rows that were packed; raise `ReadError`, naming `name`, for what is none or holds over `limit`."""
    out = []
    left = limit
    for number, row in enumerate(rows, 1):
        parts = []
        at = 0
        while at < len(row):
            found = RUN.match(row, at)
            if not found:
                raise ReadError(
                    f"{row[at : at + 12]!r} in row {number} is no run", "write runs such as 3#5.2#", source=name
                )
            count = int(found[1] or 1)
            left -= count
            if left < 0:
                raise ReadError(f"holds more than {limit:,} signs", source=name)
            parts.append(found[2] * count)
            at = found.end()
        out.append("".join(parts))
    return out


def inline(rows: Iterable[str]) -> str:
    """Return packed rows as one text, as --mask and --plan take it."""
    return INLINE + "/".join(rows)
