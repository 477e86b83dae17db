"""How tables and options are laid out for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mazeconv.cli.console import CONSOLE

if TYPE_CHECKING:
    from mazeconv.options import Options
    from mazeconv.tables import Entry, Table

T = TypeVar("T")
E = TypeVar("E", bound="Entry")


def show_table(
    entries: Table[E],
    name: str | None,
    *,
    json: bool,
    as_json: Callable[[E], dict[str, Any]],
    say: Callable[[E], None],
    note: str,
    row: Callable[[E], Sequence[str]] = lambda one: (one.name, one.title),
) -> None:
    """Print what is in a table of formats, generators, shaping steps or solvers, or all that is said of one."""
    found = [entries.get(name)] if name else entries.all()
    show(found, alone=bool(name), json=json, as_json=as_json, say=say, rows=map(row, found), note=note)


def show(
    found: Sequence[T],
    *,
    alone: bool,
    json: bool,
    as_json: Callable[[T], dict[str, Any]],
    say: Callable[[T], None],
    rows: Iterable[Sequence[str]],
    note: str,
) -> None:
    """Print what a command that lists things found: all that is said of one `alone`, or a table of all and a note."""
    if json:
        values = [as_json(one) for one in found]
        CONSOLE.result(values[0] if alone else values)
    elif alone:
        say(found[0])
    else:
        print(table(rows))
        print(f"\n{note}")


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of text in columns."""
    held = list(rows)
    widths = [max(map(len, column)) for column in zip(*held, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in held)


def say_options(record: type[Options], heading: str) -> None:
    """Print the options of a record, if it has any, two lines each: what it takes, and what it does."""
    from mazeconv.options.describing import describe

    options = describe(record)
    if options:
        print(f"\n{heading}:")
    for option in options:
        default = f" (default: {option.default})" if option.default else ""
        print(f"  {option.name}: {option.expects}{default}")
        print(f"      {option.help}")


def options_as_json(record: type[Options]) -> list[dict[str, Any]]:
    """Return the options of a record as JSON values."""
    import msgspec

    from mazeconv.options.describing import describe

    return [msgspec.to_builtins(option) for option in describe(record)]
