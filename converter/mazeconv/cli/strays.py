"""Words that stand alone where nothing is expected: joined to the option before them, or told what they mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mazeconv.cli.meanings import as_output, can, is_file, meanings, needs_value, resembling
from mazeconv.cli.unknown import FIRST, OUTPUT
from mazeconv.words import command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from mazeconv.cli.tree import Command
    from mazeconv.cli.typed import Typed

PAIR = re.compile(r"([\w.-]+)(?:\s*[=:]\s*|\s+)([^\s=]+)")
NUMBERS = re.compile(r"([0-9]{1,9})[\s,xX×*]+([0-9]{1,9})", re.ASCII)
NEW = {"--generator", "-g", "--preset", "-p", "--size", "-s", "--cells", "--seed"}
# Among more words nobody looks for the one that is wrong.
MOST = 20
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
    if len(strays) > MOST:
        return "", ""
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
    typed = {one.option for one in given}
    # An export without options can only mean a new maze, as it would not know the format.
    making = not typed & {"-o", "--output"} and bool(typed & NEW or (name == "export" and not typed & set(OUTPUT)))
    while at < len(given):
        before = given[at - 1] if at else None
        tail = _tail(given[at:], strays)
        at += max(1, len(tail))
        while tail:
            used, ways = _joined(before, tail, own) if before and before.value and own else (0, [])
            if not ways:
                used, ways = 1, _alone(tail[0], name, own, making=making)
            if not ways and before and before.value and own and (text := _as_text(before, tail, own)):
                used, ways = len(tail), [Way(text, why=SEVERAL)]
            if not ways and (near := resembling(tail[0])):
                ways = [Way(near, why="did you mean ", end="?")]
            yield ways
            tail, before = tail[used:], None


def _tail(given: Sequence[Typed], strays: Sequence[str]) -> list[str]:
    """Return the stray words that what was typed begins with."""
    out: list[str] = []
    for one in given:
        if one.option or one.value is None or one.value not in strays:
            break
        out.append(one.value)
    return out


def _joined(before: Typed, tail: list[str], own: Command) -> tuple[int, list[Way]]:
    """Return how many words belong to the value before them, and the option with all of it."""
    takes = own.options[before.option].takes if before.option in own.options else ""
    for count in range(len(tail), 0, -1):
        text = " ".join((str(before.value), *tail[:count]))
        if before.option == "--shape":
            from mazeconv.shaping import SHAPING, parse
            from mazeconv.shaping.mistyped import as_options, meant

            if found := meant(text, SHAPING.names(), parse):
                return count, [Way(as_options(found))]
        elif sign := "x" if "WxH" in takes else "," if "X,Y" in takes else "":
            if numbers := NUMBERS.fullmatch(text):
                return count, [Way(command_line((before.option, sign.join(numbers.groups()))))]
        elif takes.endswith("KEY=VALUE") and (pair := PAIR.fullmatch(text)) and needs_value(before.option, pair[1]):
            return count, [Way(command_line((before.option, f"{pair[1]}={pair[2]}")))]
    return 0, []


def _alone(word: str, name: str, own: Command | None, *, making: bool) -> list[Way]:
    """Return the ways to say a word that stands for itself: by what it names, or as a file to read or to write."""
    places = [one.names[0] for one in own.takes if not one.is_option] if own else []
    if is_file(word):
        reader = Way(command_line((word,)), "preview", f"{name} reads no level; write " if own else "write ")
        return [] if places else [reader]
    if found := meanings(word):
        return [Way(text) for text in found]
    command, option = as_output(word, name)
    # A level that is not there is rather a name that is spelled wrong, unless a new one is asked for.
    return [Way(option, command)] if option and (making or not places) else []


def _as_text(before: Typed, tail: list[str], own: Command) -> str:
    """Return an option with a value of several words in quotes where it takes such, or ""."""
    takes = own.options[before.option].takes if before.option in own.options else ""
    whole = " ".join((str(before.value), *tail))
    if takes == "CONDITION":
        from mazeconv.measures.conditions import parse

        forms = (whole, f"{before.value} >= {' '.join(tail)}")
        return next((f'{before.option} "{form}"' for form in forms if can(parse, form)), "")
    # A number is a whole seed.
    return command_line((before.option, whole)) if takes == "TEXT" and not str(before.value).isdigit() else ""
