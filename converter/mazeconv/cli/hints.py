"""What to write instead of an option that a command does not have: its word is looked up where it may mean something.

First where the command takes it otherwise, such as `-O autotile=…` or `--shape keys=…`, then in what its options
say of themselves, then among the options of the other commands.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from mazeconv.errors import by_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mazeconv.cli.tree import Command
    from mazeconv.options.describing import Described

MOST = 3


def instead_of(option: str, command: str, arguments: Sequence[str]) -> str:
    """Return what to write instead of an option that `command` does not have, or "" where nothing is known of it.

    `arguments` are all that was typed: what follows `-O` says what is wanted.
    """
    from mazeconv.cli.tree import commands

    every = commands()
    own = every.get(command)
    if own is None:
        return ""
    following = next((b for a, b in pairwise(arguments) if a == option and not b.startswith("-")), "")
    key = following.partition("=")[0].rpartition(".")[2]
    if len(option) == 2 and "=" in following and f"--{key}" in own.options:  # noqa: PLR2004 - a dash and a letter
        return f"write --{following.replace('=', ' ', 1)}"
    word = option.lstrip("-").replace("_", "-").lower()
    ways = [text for way, text in _ways(word, following) if way in own.options] if option.startswith("--") else []
    ways = ways or (_by_help(word, following, own) if option.startswith("--") else [])
    if ways:
        return "write " + " or ".join(ways[:MOST])
    having = [name for name, one in every.items() if option in one.options]
    return f"{option} is an option of {', '.join(having)}" if having else ""


def _ways(word: str, typed: str) -> Iterator[tuple[str, str]]:
    """Yield how else a word can be given: the option that takes it, and what to write with the value that was typed."""
    from mazeconv.formats import FORMATS
    from mazeconv.generators import GENERATORS
    from mazeconv.measures import described
    from mazeconv.options.describing import describe
    from mazeconv.shaping import SHAPING
    from mazeconv.solvers import SOLVERS

    records = (
        ("-O", [f.write_options for f in FORMATS.all() if f.write]),
        ("-I", [f.read_options for f in FORMATS.all() if f.read]),
        ("-G", [g.options for g in GENERATORS.all()]),
        ("-S", [s.options for s in SOLVERS.all()]),
    )
    for way, those in records:
        for one in [one for record in those for one in describe(record) if one.name == word][:1]:
            yield way, f"{way} {word}{_value(one, typed)}"
    if word in SHAPING.names():
        first = next(iter(describe(SHAPING.get(word).options)), None)
        yield "--shape", f"--shape {word}{_value(first, typed) if first else ''}"
    for measure in described():
        if measure.number and measure.name == word.replace("-", "_"):
            yield "--require", _condition(measure.name, typed)


def _condition(measure: str, typed: str) -> str:
    return f'--require "{measure} >= {typed or "…"}"'


def _value(option: Described, typed: str) -> str:
    """Return what follows a key: nothing for a yes, else what was typed or one value that there is."""
    if option.default in ("true", "false"):
        return ""
    if typed:
        return f"={typed}"
    others = [choice for choice in option.choices if choice not in (option.default, "none")]
    return f"={others[0]}" if others else "=…"


def _by_help(word: str, typed: str, command: Command) -> list[str]:
    """Return the options of a command that tell of a word in their help, and the measures that do."""
    from mazeconv.measures import described

    found = by_words(word, {one.names[0]: one.help for one in command.takes if one.is_option})
    if not found and "--require" in command.options:
        measures = by_words(word, {m.name: m.description for m in described() if m.number})
        return [_condition(name, typed) for name in measures]
    return [f"{name} {command.options[name].takes}".strip() for name in found]
