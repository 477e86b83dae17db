"""What to write instead of an option that a command does not have: its word is looked up where it may mean something.

First where the command takes it otherwise, such as `-O autotile=…` or `--shape keys=…`, then among the options of the
other commands, then in what its own options and the shaping steps say of themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.cli.meanings import condition, ways
from mazeconv.cli.tree import Command, commands
from mazeconv.cli.typed import typed
from mazeconv.errors import by_words
from mazeconv.words import command_line

if TYPE_CHECKING:
    from collections.abc import Sequence

# Which commands are named for an option that a command does not have, before all others.
FIRST = ("generate", "preview", "solve", "export")
OUTPUT = ("-o", "--output", "-f", "--format")
MOST = 3
LISTED = 6
# What another command draws of that which a command tells, and the option that it does so by.
DRAWN = {"solve": ("preview", ("-O", "solution"))}


def instead_of(option: str, name: str, words: Sequence[str]) -> str:
    """Return what to write instead of an option that the command `name` does not have, or "" if nothing is known of it.

    `words` are all that was typed: what follows the option says what is wanted.
    """
    every = commands()
    own = every[name]
    following = _following(option, words)
    key = following.partition("=")[0].rpartition(".")[2]
    if len(option) == 2 and "=" in following and f"--{key}" in own.options:  # noqa: PLR2004 - a dash and a letter
        return f"write --{following.replace('=', ' ', 1)}"
    word = option.lstrip("-").replace("_", "-").lower()
    long = option.startswith("--")
    if found := [text for way, text in ways(word, following) if way in own.options] if long else []:
        return "write " + " or ".join(found[:MOST])
    if having := [other for other, one in every.items() if option in one.options]:
        return _elsewhere(option, name, words, having, every)
    found = (_by_help(word, following, own) or _by_step(word, own)) if long else []
    return "write " + " or ".join(found[:MOST]) if found else ""


def _following(option: str, words: Sequence[str]) -> str:
    """Return the value that was typed for an option that is not known, behind it or behind a = sign."""
    for at, word in enumerate(words):
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
        if word == option:
            return next((one for one in words[at + 1 : at + 2] if not one.startswith("-")), "")
        if len(option) == 2 and word.startswith(option):  # noqa: PLR2004 - a dash and a letter
            return word[2:]
    return ""


def _elsewhere(option: str, name: str, words: Sequence[str], having: list[str], every: dict[str, Command]) -> str:
    """Return which commands have an option, and the whole command line where one of them has all that was typed."""
    begins = name.split(" ")
    at = next((i for i in range(len(words)) if list(words[i : i + len(begins)]) == begins), 0)
    rest = [*words[:at], *words[at + len(begins) :]]
    other, more = DRAWN.get(name, ("", ()))
    names = ", ".join(having[:LISTED]) + (" and others" if len(having) > LISTED else "")
    # A file is written by the first, and else the first of those is named that can do without one.
    likely = having if set(rest) & set(OUTPUT) else [*(one for one in FIRST if one in having), *having]
    for one in [other] if other in having else likely:
        takes = every[one].options
        if all(t.option in takes for t in typed(rest, takes) if t.option) and _room(rest, every[one]):
            added = more if one == other and not set(more) <= set(rest) else ()
            return f"{option} is an option of {names}: {command_line(('mazeconv', *one.split(' '), *rest, *added))}"
    return f"{option} is an option of {names}"


def _room(rest: Sequence[str], command: Command) -> bool:
    """Say whether a command takes as many words as stand alone."""
    alone = [one for one in typed(rest, command.options) if not one.option]
    places = [one.names[0] for one in command.takes if not one.is_option]
    return sum(not place.startswith("[") for place in places) <= len(alone) <= len(places)


def _by_step(word: str, command: Command) -> list[str]:
    """Return the shaping steps that tell of a word, in their titles or in what can be chosen."""
    from mazeconv.options.describing import describe
    from mazeconv.shaping import SHAPING

    if "--shape" not in command.options:
        return []
    chosen = {step.name: [c for one in describe(step.options) for c in one.choices] for step in SHAPING.all()}
    told = {step.name: f"{step.title} {' '.join(chosen[step.name])}" for step in SHAPING.all()}
    return [f"--shape {name}" for name in by_words(word, told)]


def _by_help(word: str, typed: str, command: Command) -> list[str]:
    """Return the options of a command that tell of a word in their help, and the measures that do."""
    from mazeconv.measures import described

    found = by_words(word, {one.names[0]: one.help for one in command.takes if one.is_option})
    if not found and "--require" in command.options:
        measures = by_words(word, {m.name: m.description for m in described() if m.number})
        return [condition(name, typed) for name in measures]
    return [f"{name} {command.options[name].takes}".strip() for name in found]
