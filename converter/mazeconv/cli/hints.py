"""What to write instead of a command line that failed, by what was typed; only a run that failed imports this."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from mazeconv.cli.meanings import meanings
from mazeconv.cli.strays import advice_on
from mazeconv.cli.tree import Command, commands
from mazeconv.cli.typed import Typed, typed
from mazeconv.cli.unknown import instead_of
from mazeconv.errors import MazeconvError, by_words
from mazeconv.words import command_line

if TYPE_CHECKING:
    from collections.abc import Sequence

ONE_DASH = re.compile(r"-([a-z][a-z-]+)(?:=.*)?", re.DOTALL)
# Of a command that writes a file where none is named, the first; else the second.
WRITER, LOOKER = "export", "preview"
OUTPUT = ("-o", "--output", "-f", "--format")
MOST = 6


def advice(error: Exception, words: Sequence[str]) -> str:
    """Return what to do about a command line that failed, or "" where there is nothing to say."""
    if isinstance(error, MazeconvError):
        return _on_failure(error, words)
    context = getattr(error, "ctx", None)
    if context is None:
        return ""
    path = context.command_path
    group = bool(getattr(context.command, "commands", None))
    found = (_on_group if group else _on_usage)(error, path.removeprefix("mazeconv").strip(), words)
    return f"{found}{found and '; '}{path} --help lists the {'commands' if group else 'options'}"


def _on_failure(error: MazeconvError, words: Sequence[str]) -> str:
    """Return the hint of an error, or that on what was typed where that may be why there is one."""
    name, own, given = _split(words)
    if own is None:
        return error.hint
    if found := _misspelled(words, own, given):
        return found
    source = getattr(error, "source", None)
    alone = [one.value for one in given if not one.option and one.value]
    if own.takes and own.takes[0].names[0] == "[LEVEL]":
        from mazeconv.cli.meanings import is_file

        strays = [word for word in alone if not is_file(word)]
    else:
        strays = [word for word in alone if word == source]
    text, option = advice_on(strays, given, name, commands) if strays else ("", "")
    if not text:
        return error.hint
    if error.hint.startswith("did you mean"):
        return f"{text}; {error.hint}"
    about = any(word in error.message for word in strays) or re.search(rf"(?<!\S){re.escape(option)}\b", error.hint)
    return text if about or not error.hint else f"{text}; {error.hint}"


def _on_usage(error: Any, name: str, words: Sequence[str]) -> str:
    """Return what to do where a command cannot be called so."""
    _, own, given = _split(words)
    if own is None:
        return ""
    if found := _misspelled(words, own, given):
        return found
    option = getattr(error, "option_name", None)
    if option in own.options:
        taken = own.options[option]
        return f"{option} {taken.takes}: {taken.help.rstrip('.')}" if taken.takes else f"{option} stands alone"
    if option is not None:
        return instead_of(option, name, words)
    if type(error).__name__ == "MissingParameter":
        names = (*error.param.opts, error.param.metavar)
        return next(
            (
                " ".join((one.names[0], one.takes)).strip() + f": {one.help.rstrip('.')}"
                for one in own.takes
                if one.names[0] in names
            ),
            "",
        )
    strays = [one.value for one in given if not one.option and one.value]
    return advice_on(strays, given, name, commands)[0]


def _misspelled(words: Sequence[str], own: Command, given: Sequence[Typed]) -> str:
    """Return how an option is written that has one dash instead of two, or that took the next one for its value."""
    for at, word in enumerate(words):
        found = ONE_DASH.fullmatch(word)
        if found and f"--{found[1]}" in own.options:
            takes = own.options[f"--{found[1]}"].takes and "=" not in word
            return f"two dashes: {command_line((f'-{word}', *words[at + 1 : at + 1 + bool(takes)]))}"
    for one in given:
        if one.value and one.value.startswith("--") and one.value.partition("=")[0] in own.options:
            taken = own.options[one.option]
            return f"{one.option} {taken.takes}: {taken.help.rstrip('.')}"
    return ""


def _on_group(error: Any, group: str, words: Sequence[str]) -> str:
    """Return what to do where no command is named that there is."""
    every = {name: one for name, one in commands().items() if name.startswith(f"{group} " if group else "")}
    anything = {name: one for command in every.values() for name, one in command.options.items()}
    given = typed(words, anything)
    alone = [one.value for one in given if not one.option and one.value]
    if getattr(error, "option_name", None) is not None:
        return _after_command(error.option_name, words, given, every)
    wrong = next((word for word in alone if word not in group.split()), "")
    return _command_for(wrong, given, every)


def _after_command(option: str, words: Sequence[str], given: Sequence[Typed], every: dict[str, Command]) -> str:
    """Return the command line with the command before its options, or with one that has them."""
    options = {one.option for one in given if one.option}
    pairs = [one for one in given if not one.option]
    named = next((name for name in every for one in pairs if one.value == name.split(" ")[0]), "")
    if named and " " not in named:
        rest = list(words)
        rest.remove(named)
        if options <= every[named].options.keys():
            return f"options stand after the command: {command_line(('mazeconv', named, *rest))}"
    likely = (WRITER, LOOKER) if options & set(OUTPUT) else (LOOKER, WRITER)
    for name in (*likely, *every):
        if not named and options <= every[name].options.keys():
            return f"options stand after a command: {command_line(('mazeconv', name, *words))}"
    having = [name for name, one in every.items() if option in one.options]
    return f"{option} is an option of {_listed(having)}" if having else ""


def _command_for(word: str, given: Sequence[Typed], every: dict[str, Command]) -> str:
    """Return the command that a word may mean: by its name, by what it is the name of, or by what commands do."""
    lasts = {
        name.rpartition(" ")[2]: [n for n in every if n.rpartition(" ")[2] == name.rpartition(" ")[2]] for name in every
    }
    if word.lower() in lasts:
        return f"write {_or(lasts[word.lower()])}"
    if not meanings(word):
        firsts = {name.partition(" ")[0]: [name.partition(" ")[0]] for name in every}
        known = lasts | firsts
        close = get_close_matches(word.lower(), known, n=1, cutoff=0.7) if len(word) < 40 else []
        if close:
            return f"did you mean {_or(known[close[0]])}?"
        if told := by_words(word, {name: f"{name} {one.title}" for name, one in every.items()} if word else {}):
            return f"write {_or(told[:MOST])}"
    return advice_on([word], [Typed("", word)], "", commands)[0]


def _split(words: Sequence[str]) -> tuple[str, Command | None, list[Typed]]:
    """Return the command that words call, what it takes and what was typed after it."""
    first = next((word for word in words if not word.startswith("-")), "")
    found = commands(first)
    at = list(words).index(first) if first in words else 0
    for end in (at + 2, at + 1):
        name = " ".join(words[at:end])
        if name in found:
            return name, found[name], typed(words[end:], found[name].options)
    return "", None, []


def _or(names: Sequence[str]) -> str:
    return " or ".join(f"mazeconv {name}" for name in names)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST]) + (" and others" if len(names) > MOST else "")
