"""What can go wrong, as exceptions that say what to do next.

The library raises these and prints nothing; the command line shows `message` and `hint` and exits with `exit_code`.
"""

from __future__ import annotations

import re
import sys
import warnings
from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


# A message quotes what was given, which may be anything; so many characters of its beginning and its end are kept.
HEAD, TAIL = 360, 120


class MazeconvError(Exception):
    """Report a failure that the user can act on."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = shortened(message)
        super().__init__(self.message)
        self.hint = hint
        if hint:
            # A traceback that nobody catches shows it, too.
            self.add_note(f"hint: {hint}")


class UsageError(MazeconvError):
    """Report an unknown name, a bad option or options that exclude each other."""

    exit_code = 2


class LevelError(MazeconvError):
    """Report tiles, markers or properties that no level can have."""


class GenerationError(MazeconvError):
    """Report a request that a generator or shaping step cannot meet."""


class ReadError(MazeconvError):
    """Report a source that cannot be read as a level, with its name and, where known, the line."""

    def __init__(self, message: str, hint: str = "", *, source: str = "", line: int | None = None) -> None:
        place = f"{source}:{line}: " if source and line is not None else f"{source}: " if source else ""
        super().__init__(place + message, hint)
        self.source = source
        self.line = line


class WriteError(MazeconvError):
    """Report a level that a format cannot carry, or a file that cannot be written."""


class MazeconvNotice(UserWarning):
    """Carry a notice: something was left out, replaced or chosen, and the result is still good."""


def notify(text: str) -> None:
    """Give a `MazeconvNotice` that points at the line outside the package from which this was reached."""
    frame = sys._getframe()  # noqa: SLF001 - what `inspect` gives, without loading it at every start
    while _is_ours(frame.f_globals.get("__name__", "")) and frame.f_back is not None:
        frame = frame.f_back
    warnings.warn_explicit(
        text,
        MazeconvNotice,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=frame.f_globals.get("__name__", "<string>"),
        # As `warnings.warn` does it, so that the same notice from the same line is shown once.
        registry=frame.f_globals.setdefault("__warningregistry__", {}),
    )


def _is_ours(module: str) -> bool:
    return module == "mazeconv" or module.startswith("mazeconv.")


def shortened(message: str) -> str:
    """Return a message without the middle of one that is too long to read."""
    return message if len(message) <= HEAD + TAIL else f"{message[:HEAD]} … {message[-TAIL:]}"


def did_you_mean(name: str, choices: Iterable[str], otherwise: Sequence[str] | None = None) -> str:
    """Return a hint that names the closest choices to `name`, or all of them when none is close.

    `otherwise` are those to ask about then in place of all: with none there is no hint.
    """
    known = sorted(choices)
    by_lower = {choice.lower(): choice for choice in known}
    if name.lower() in by_lower:
        return f"did you mean {by_lower[name.lower()]}?"
    close = [by_lower[choice] for choice in get_close_matches(name.lower(), sorted(by_lower), n=3, cutoff=0.6)]
    if close or otherwise is not None:
        asked = close or list(otherwise or ())
        return "did you mean " + " or ".join(asked) + "?" if asked else ""
    return "known: " + ", ".join(known) if known else ""


def by_words(word: str, described: Mapping[str, str]) -> list[str]:
    """Return the names whose description holds a word that begins with `word`, those that say it first before others.

    So a thing is found by what it is where its name is not known.
    """
    found = ((name, re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE)) for name, text in described.items())
    places = {name: there.start() for name, there in found if there}
    return sorted(places, key=places.__getitem__)
