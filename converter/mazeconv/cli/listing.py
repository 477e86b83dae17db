"""How tables and options are laid out for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mazeconv.options.describing import Described


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of text in columns."""
    held = list(rows)
    widths = [max(map(len, column)) for column in zip(*held, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in held)


def lines(options: Iterable[Described]) -> str:
    """Return the options of a record, two lines each: what it takes, and what it does."""
    out = []
    for option in options:
        default = f" (default: {option.default})" if option.default else ""
        out += [f"  {option.name}: {option.expects}{default}", f"      {option.help}"]
    return "\n".join(out)


def as_dicts(options: Iterable[Described]) -> list[dict[str, Any]]:
    """Return the options of a record as JSON values."""
    import msgspec

    return [msgspec.to_builtins(option) for option in options]
