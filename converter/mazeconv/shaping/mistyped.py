"""What was probably meant by the text of shaping steps that cannot be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mazeconv.errors import UsageError
from mazeconv.words import command_line

if TYPE_CHECKING:
    from collections.abc import Callable

BETWEEN = r"[\s,;+&]+"
SIGN = r"\s*[=:]\s*|\s+"


def meant(text: str, names: list[str], parse: Callable[[str], object]) -> str:
    """Return the options that say what `text` does, such as "--shape braid=0.5 --shape loops=0.1", or "".

    It may hold several steps, and other signs between a name and its value. Only what `parse` takes is returned.
    """
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    step = re.compile(rf"({name})(?:(?:{SIGN})(?!(?:{name})(?![\w-]))([^\s,;+&=:]+))?(?={BETWEEN}|$)", re.IGNORECASE)
    at, found = 0, []
    rest = text.strip()
    while at < len(rest):
        one = step.match(rest, at)
        if one is None:
            return ""
        found.append(one[1].lower() + (f"={one[2]}" if one[2] else ""))
        gap = re.compile(BETWEEN).match(rest, one.end())
        at = gap.end() if gap else one.end()
    try:
        for one_step in found:
            parse(one_step)
    except UsageError:
        return ""
    return command_line(word for one_step in found for word in ("--shape", one_step))
