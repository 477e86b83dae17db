"""Words that stand alone where nothing is expected: joined to the option before them, or told what they mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mazeconv.cli.meanings import as_output, is_file, meanings, needs_value, resembling
from mazeconv.words import command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mazeconv.cli.tree import Command
    from mazeconv.cli.typed import Typed

# Which commands are named for an option that a command does not have, before all others.
FIRST = ("generate", "preview", "solve", "export")
PAIR = re.compile(r"([\w.-]+)(?:\s*[=:]\s*|\s+)([^\s=]+)")
NUMBERS = re.compile(r"([0-9]{1,9})[\s,xX×*]+([0-9]{1,9})", re.ASCII)
TEXTS = ("TEXT", "CONDITION")
SEVERAL = "put several words in double quotes: "


class Way(NamedTuple):
    """Hold what to write for stray words: an option, of `command` where only that is meant.

    `why` begins what is said of it, `end` ends it.
    """

    text: str
    command: str = ""
    why: str = "write "
    end: str = ""

    @property
    def option(self) -> str:
        """Return the option that it begins with."""
        return self.text.partition(" ")[0]


def advice_on(
    strays: Sequence[str], given: Sequence[Typed], name: str, every: Callable[[], Mapping[str, Command]]
) -> tuple[str, str]:
    """Return what to write for stray words of the command `name`, and the option that it begins with; or "" twice.

    `given` is what was typed, strays and all; `every` gives all commands.
    """
    own = every().get(name)
    found = [ways for ways in _found(strays, given, name, own) if ways]
    if not found:
        return "", ""
    options = own.options if own else {}
    fitting = [[way for way in ways if way.option in options and way.command in ("", name)] for ways in found]
    if all(fitting):
        first = fitting[0][0]
        alone = " or ".join(way.text for way in fitting[0] if way.why == first.why)
        text = alone if len(found) == 1 else " ".join(dict.fromkeys(ways[0].text for ways in fitting))
        return first.why + text + first.end, first.option
    best = [(fits or ways)[0] for fits, ways in zip(fitting, found, strict=True)]
    named = next((way.command for way in best if way.command), "")
    commands = every()
    for other in (named,) if named else (*FIRST, *commands):
        takes = commands[other].options
        if all(way.option in takes or way.command for way in best):
            text = " ".join(dict.fromkeys(way.text for way in best))
            return f"{best[0].why}mazeconv {other} {text}{best[0].end}", best[0].option
    return "", ""


def _found(strays: Sequence[str], given: Sequence[Typed], name: str, own: Command | None) -> Iterator[list[Way]]:
    """Yield for each stray word, or for several that belong together, the ways to say it."""
    at = 0
    making = any(one.option in ("--generator", "-g", "--preset", "-p", "--size", "-s", "--seed") for one in given)
    while at < len(given):
        before = given[at - 1] if at else None
        tail = _tail(given[at:], strays)
        at += max(1, len(tail))
        while tail:
            used, joined = _joined(before, tail, own) if before and before.value and own else (0, None)
            if joined is None:
                used, joined = 1, _alone(tail[0], name, own, making=making)
                if not joined and before and before.value and own and _is_text(before, own):
                    text = command_line((before.option, " ".join((before.value, *tail))))
                    used, joined = len(tail), [Way(text, why=SEVERAL)]
                elif not joined and (near := resembling(tail[0])):
                    joined = [Way(near, why="did you mean ", end="?")]
            yield joined
            tail, before = tail[used:], None


def _tail(given: Sequence[Typed], strays: Sequence[str]) -> list[str]:
    """Return the stray words that what was typed begins with."""
    out: list[str] = []
    for one in given:
        if one.option or one.value not in strays:
            break
        out.append(one.value)
    return out


def _joined(before: Typed, tail: list[str], own: Command) -> tuple[int, list[Way] | None]:
    """Return how many words belong to the value before them, and the option with all of it."""
    takes = own.options[before.option].takes if before.option in own.options else ""
    for count in range(len(tail), 0, -1):
        text = " ".join((str(before.value), *tail[:count]))
        if before.option == "--shape":
            from mazeconv.shaping import SHAPING, parse
            from mazeconv.shaping.mistyped import meant

            if found := meant(text, SHAPING.names(), parse):
                return count, [Way(found)]
        elif "WxH" in takes or "X,Y" in takes:
            if numbers := NUMBERS.fullmatch(text):
                return count, [Way(f"{before.option} {('x' if 'WxH' in takes else ',').join(numbers.groups())}")]
        elif takes.endswith("KEY=VALUE") and (pair := PAIR.fullmatch(text)) and needs_value(before.option, pair[1]):
            return count, [Way(command_line((before.option, f"{pair[1]}={pair[2]}")))]
    return 0, None


def _alone(word: str, name: str, own: Command | None, *, making: bool) -> list[Way]:
    """Return the ways to say a word that stands for itself: by what it names, or as a file to read or to write."""
    if is_file(word):
        return [Way(command_line((word,)), "preview", f"{name} reads no level; write " if own else "write ")]
    if found := meanings(word):
        return [Way(text) for text in found]
    command, option = as_output(word, name)
    reads = own is not None and any("LEVEL" in one.names[0] for one in own.takes if not one.is_option)
    # A level that is not there is rather a name that is spelled wrong, unless a new one is asked for.
    return [Way(option, command)] if option and (making or not reads or name == "export") else []


def _is_text(before: Typed, own: Command) -> bool:
    """Say whether an option takes texts of any words, of which a number is not the first."""
    takes = own.options[before.option].takes if before.option in own.options else ""
    return takes in TEXTS and not str(before.value).isdigit()
