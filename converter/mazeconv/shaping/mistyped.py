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


def meant(text: str, names: list[str], parse: Callable[[str], object]) -> list[str]:
    """Return the steps that `text` probably asks for, each as it is written, or none.

    It may hold several steps, and other signs between a name and its value. Only what `parse` takes is returned.
    """
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    # What follows a name is not its value if it is the name of another step.
    value = rf"(?!(?:{name})(?![\w-]))([^\s,;+&=:]+)"
    step = re.compile(rf"({name})(?:(?:{SIGN}){value})?(?={BETWEEN}|$)", re.IGNORECASE)
    between = re.compile(BETWEEN)
    at, found, rest = 0, [], text.strip()
    while at < len(rest):
        one = step.match(rest, at)
        if one is None:
            return []
        found.append(one[1].lower() + (f"={one[2]}" if one[2] else ""))
        gap = between.match(rest, one.end())
        at = gap.end() if gap else one.end()
    try:
        for asked in found:
            parse(asked)
    except UsageError:
        return []
    return found


def as_options(steps: list[str]) -> str:
    """Return steps as they are written on the command line."""
    return command_line(word for step in steps for word in ("--shape", step))


def as_written(steps: list[str]) -> str:
    """Return how steps are written on the command line and in Python, as a hint; "" for none."""
    texts = ", ".join(f'"{step}"' for step in steps)
    return f"write {as_options(steps)} (in Python shape=[{texts}])" if steps else ""
