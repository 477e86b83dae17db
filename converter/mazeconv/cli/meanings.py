"""What a word can mean that is typed where nothing is expected: the name of something, a size, a step or a file."""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from mazeconv.errors import UsageError
from mazeconv.words import command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mazeconv.options import Options
    from mazeconv.options.describing import Described

# A name is at most so long; longer words are not compared with the names that there are.
LONGEST = 40
# Of shorter ones too many names are close.
SHORTEST = 4
CLOSE = 0.75
# Which formats a command writes where -o names a file; None are all.
WRITES = {"export": None, "search": None, "generate": ("json",), "preview": ("png",), "sheet": ("png",)}


@cache
def named() -> dict[str, list[str]]:
    """Return the names that there are, by the option that takes them; those of shaping steps too."""
    from mazeconv.formats import FORMATS
    from mazeconv.generators import GENERATORS
    from mazeconv.pictures.themes import THEMES
    from mazeconv.resources import presets
    from mazeconv.shaping import SHAPING
    from mazeconv.solvers import SOLVERS

    return {
        "--generator": GENERATORS.names(),
        "--preset": list(presets()),
        "--shape": SHAPING.names(),
        "--solver": SOLVERS.names(),
        "--format": [f.name for f in FORMATS.all() if f.write],
        "--theme": list(THEMES),
    }


def meanings(word: str) -> list[str]:
    """Return the options that say what a word means, such as "--generator prim", the likeliest first."""
    from mazeconv.places import SIZE
    from mazeconv.shaping import SHAPING, parse

    found = [f"{option} {word.lower()}" for option, names in named().items() if word.lower() in names]
    if SIZE.fullmatch(word):
        found.append(command_line(("--size", word)))
    name, equals, value = word.partition("=")
    if equals and name in SHAPING.names() and can(parse, word):
        found.append(command_line(("--shape", word)))
    elif equals and value:
        found += [text for _, text in ways(name, value)]
    # A theme is an option for writing too.
    return found + [f"-O theme={word.lower()}" for text in found if text.startswith("--theme ")]


def resembling(word: str) -> str:
    """Return the option with the one name that a word resembles, or ""; not a theme's, as those are everyday words."""
    # With a point or a slash it is the name of a file.
    if not SHORTEST <= len(word) <= LONGEST or re.search(r"[./\\]", word):
        return ""
    names = {name: option for option, those in reversed(named().items()) for name in those if option != "--theme"}
    close = get_close_matches(word.lower(), names, n=1, cutoff=CLOSE)
    return f"{names[close[0]]} {close[0]}" if close else ""


def as_output(word: str, command: str) -> tuple[str, str]:
    """Return the command that writes a file of this name, `command` if it does, and the option; "" for no such name."""
    from mazeconv.formats import FILMS, by_name

    found = by_name(word)
    option = command_line(("-o", word))
    if found is None or not found.write:
        return ("animate", option) if word.lower().endswith(FILMS) else ("", "")
    writes = WRITES.get(command, ())
    return (command if writes is None or found.name in writes else "export"), option


def ways(word: str, typed: str) -> Iterator[tuple[str, str]]:
    """Yield how else a word can be given: the option that takes it, and what to write with the value that was typed."""
    from mazeconv.measures import described
    from mazeconv.options.describing import describe
    from mazeconv.shaping import SHAPING

    for way, those in records():
        for one in [one for record in those for one in describe(record) if one.name == word][:1]:
            yield way, f"{way} {word}{_value(one, typed)}"
    if word in SHAPING.names():
        yield "--shape", command_line(("--shape", f"{word}={typed}" if typed else word))
    for measure in described():
        if measure.number and measure.name == word.replace("-", "_"):
            yield "--require", condition(measure.name, typed)


@cache
def records() -> list[tuple[str, list[type[Options]]]]:
    """Return the options that take KEY=VALUE, each with the records of all keys."""
    from mazeconv.formats import FORMATS
    from mazeconv.generators import GENERATORS
    from mazeconv.solvers import SOLVERS

    return [
        ("-O", [f.write_options for f in FORMATS.all() if f.write]),
        ("-I", [f.read_options for f in FORMATS.all() if f.read]),
        ("-G", [g.options for g in GENERATORS.all()]),
        ("-S", [s.options for s in SOLVERS.all()]),
    ]


def condition(measure: str, typed: str) -> str:
    """Return how a search requires that a measure is at least what was typed."""
    return f'--require "{measure} >= {typed or "…"}"'


def is_file(word: str) -> bool:
    """Say whether a word names something that can be read."""
    return word == "-" or os.path.exists(word)  # noqa: PTH110 - false rather than an error for what cannot be


def can(parse: Callable[[str], object], text: str) -> bool:
    """Say whether a text is one that `parse` takes."""
    try:
        parse(text)
    except UsageError:
        return False
    return True


def _value(option: Described, typed: str) -> str:
    """Return what follows a key: nothing for a yes, else what was typed or one value that there is."""
    if option.default in ("true", "false"):
        return ""
    if typed:
        return f"={typed}"
    others = [choice for choice in option.choices if choice not in (option.default, "none")]
    return f"={others[0]}" if others else "=…"


def needs_value(way: str, key: str) -> bool:
    """Say whether a key of an option such as -O stands for nothing without a value."""
    from mazeconv.options.describing import describe

    name = key.rpartition(".")[2].replace("_", "-")
    those = dict(records()).get(way, [])
    return all(one.default not in ("true", "false") for record in those for one in describe(record) if one.name == name)
