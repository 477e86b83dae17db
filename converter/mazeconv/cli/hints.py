"""What to write instead of a command line that failed, by what was typed; only a run that failed imports this."""

from __future__ import annotations

import re
import warnings
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from mazeconv.cli.meanings import CLOSE, LONGEST, is_file, meanings
from mazeconv.cli.strays import advice_on
from mazeconv.cli.tree import Command, commands
from mazeconv.cli.typed import Typed, typed
from mazeconv.cli.unknown import OUTPUT, instead_of
from mazeconv.errors import MazeconvError, by_words
from mazeconv.words import command_line

if TYPE_CHECKING:
    from collections.abc import Sequence

ONE_DASH = re.compile(r"-([a-z][a-z-]+)(?:=.*)?", re.DOTALL)
# Of a command that writes a file where none is named, the first; else the second.
WRITER, LOOKER = "export", "preview"
MOST = 6
# Of a word that is to be looked up, so many letters.
LEAST = 3


def advice(error: Exception, words: Sequence[str]) -> str:
    """Return what to do about a command line that failed, or "" where there is nothing to say."""
    with warnings.catch_warnings():
        # What is wrong with plugins is not the question now.
        warnings.simplefilter("ignore")
        return _advice(error, words)


def _advice(error: Exception, words: Sequence[str]) -> str:
    name, own, given = _split(words)
    misspelled = _misspelled(words, own, given) if own else ""
    if isinstance(error, MazeconvError):
        return misspelled or (_on_failure(error, name, own, given) if own else error.hint)
    context = getattr(error, "ctx", None)
    # An option without its value has no context.
    path = context.command_path if context else f"mazeconv {name}".strip()
    if context and getattr(context.command, "commands", None):
        found, listed = _on_group(error, path.removeprefix("mazeconv").strip(), words), "commands"
    else:
        found, listed = misspelled or (_on_usage(error, name, own, given, words) if own else ""), "options"
    return f"{found}{found and '; '}{path} --help lists the {listed}"


def _on_failure(error: MazeconvError, name: str, own: Command, given: Sequence[Typed]) -> str:
    """Return the hint of an error, or that on what was typed where that may be why there is one."""
    strays = _strays(own, given, getattr(error, "source", None))
    text, option = advice_on(strays, given, name, commands) if strays else ("", "")
    if not text:
        return error.hint
    if error.hint.startswith("did you mean"):
        return f"{text}; {error.hint}"
    about = any(word in error.message for word in strays) or re.search(rf"(?<!\S){re.escape(option)}\b", error.hint)
    return text if about or not error.hint else f"{text}; {error.hint}"


def _on_usage(error: Any, name: str, own: Command, given: Sequence[Typed], words: Sequence[str]) -> str:
    """Return what to do where a command cannot be called so."""
    option = getattr(error, "option_name", None)
    if option is not None:
        return _help(option, own) if option in own.options else instead_of(option, name, words)
    strays = _strays(own, given)
    if found := advice_on(strays, given, name, commands)[0] if strays else "":
        return found
    if type(error).__name__ != "MissingParameter":
        return ""
    lacking = next((one for one in error.param.opts if one in own.options), None)
    places = " ".join(one.names[0] for one in own.takes if not one.is_option)
    return _help(lacking, own) if lacking else f"write mazeconv {name} {places}"


def _strays(own: Command, given: Sequence[Typed], source: str | None = None) -> list[str]:
    """Return the words that have no place in a command, and those in the place of a level that are no file.

    `source` is what could not be read.
    """
    places = [one.names[0] for one in own.takes if not one.is_option]
    alone = [one.value for one in given if not one.option and one.value]
    held, extra = alone[: len(places)], alone[len(places) :]
    if places == ["[LEVEL]"]:
        return [word for word in held if not is_file(word)] + extra
    # Of several levels any number has a place.
    return [word for word in held if word == source] + extra * (not any("..." in place for place in places))


def _misspelled(words: Sequence[str], own: Command, given: Sequence[Typed]) -> str:
    """Return how an option is written that has one dash instead of two, or that took the next one for its value."""
    for at, word in enumerate(words):
        found = ONE_DASH.fullmatch(word)
        if found and f"--{found[1]}" in own.options:
            takes = own.options[f"--{found[1]}"].takes and "=" not in word
            return f"write two dashes: {command_line((f'-{word}', *words[at + 1 : at + 1 + bool(takes)]))}"
    for one in given:
        if one.option and one.value and one.value.startswith("--") and one.value.partition("=")[0] in own.options:
            return _help(one.option, own)
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
    return _command_for(wrong, every)


def _after_command(option: str, words: Sequence[str], given: Sequence[Typed], every: dict[str, Command]) -> str:
    """Return the command line with the command before its options, or with one that has them."""
    options = {one.option for one in given if one.option}
    alone = {one.value for one in given if not one.option}
    called = [name for name in every if set(name.split(" ")) <= alone]
    likely = (WRITER, LOOKER) if options & set(OUTPUT) else (LOOKER, WRITER)
    for name in called or [*(one for one in likely if one in every), *every]:
        if options <= every[name].options.keys():
            parts = name.split(" ")
            rest = [word for word in words if word not in parts]
            stand = f"options stand after {'the' if called else 'a'} command: "
            return stand + command_line(("mazeconv", *parts, *rest))
    having = [name for name, one in every.items() if option in one.options]
    return f"{option} is an option of {_listed(having)}" if having else ""


def _command_for(word: str, every: dict[str, Command]) -> str:
    """Return the command that a word may mean: by its name, by what it is the name of, or by what commands do."""
    low = word.lower()
    names = [name for name in every if " " not in name] or list(every)
    if exact := [name for name in names if name.rpartition(" ")[2] == low]:
        return f"write {_or(exact)}"
    if not meanings(word) and not is_file(word) and LEAST <= len(word) <= LONGEST:
        doing = by_words(word, {name: one.title for name, one in every.items()})
        begun = [name for name in every if any(part.startswith(low) for part in name.split(" "))]
        if told := sorted({**dict.fromkeys(begun), **dict.fromkeys(doing)}, key=lambda name: name.count(" ")):
            return f"write {_or(told[:MOST])}"
        words = {part: name for name in reversed(every) for part in (name, name.rpartition(" ")[2])}
        if close := get_close_matches(low, words, n=1, cutoff=CLOSE):
            return f"did you mean mazeconv {words[close[0]]}?"
    return advice_on([word], [Typed("", word)], "", commands)[0] if word else ""


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


def _help(option: str, own: Command) -> str:
    """Return what an option takes and does."""
    taken = own.options[option]
    return f"{option} {taken.takes}: {taken.help.rstrip('.')}" if taken.takes else f"{option} stands alone"


def _or(names: Sequence[str]) -> str:
    return (" or " if len(names) < 3 else ", ").join(f"mazeconv {name}" for name in names)  # noqa: PLR2004 - two


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST]) + (" and others" if len(names) > MOST else "")
