"""A command line as it was typed, for hints: each option with its value, and the words that stand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mazeconv.cli.tree import Taken


class Typed(NamedTuple):
    """Hold an option as it was typed and its value, None for a yes; a word that stands alone has no option."""

    option: str
    value: str | None


def typed(words: Sequence[str], options: Mapping[str, Taken]) -> list[Typed]:
    """Return what was typed after a command's name, read by the options that it has; those it has not are a yes."""
    return list(_typed(words, options))


def _typed(words: Sequence[str], options: Mapping[str, Taken]) -> Iterator[Typed]:
    rest = iter(words)
    for word in rest:
        if word == "--":
            yield from (Typed("", one) for one in rest)
        elif word.startswith("--"):
            name, equals, value = word.partition("=")
            yield Typed(name, value if equals else next(rest, None) if _takes(name, options) else None)
        elif word.startswith("-") and word != "-":
            yield from _short(word, rest, options)
        else:
            yield Typed("", word)


def _short(word: str, rest: Iterator[str], options: Mapping[str, Taken]) -> Iterator[Typed]:
    """Yield the options of one letter in a word; what follows one that takes a value is its value."""
    for at, letter in enumerate(word[1:], 2):
        if _takes(f"-{letter}", options):
            yield Typed(f"-{letter}", word[at:] or next(rest, None))
            return
        yield Typed(f"-{letter}", None)


def _takes(name: str, options: Mapping[str, Taken]) -> bool:
    return name in options and bool(options[name].takes)
