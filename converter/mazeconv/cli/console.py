"""What the command line says, where, and in which colour."""

import functools
import inspect
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any, Literal, TextIO

import typer

from mazeconv.errors import MazeconvError, UsageError

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say more: the command that makes the level again.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
Color = Annotated[
    Literal["auto", "always", "never"],
    typer.Option("--color", help="Colour messages; auto does so in a terminal, unless NO_COLOR is set."),
]


EVERYWHERE = {
    "quiet": (Quiet, False),
    "verbose": (Verbose, False),
    "debug": (Debug, False),
    "color": (Color, "auto"),
}


class Console:
    """Hold how much is said; results go to stdout, all else to stderr."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget what an earlier command set."""
        self.quiet = self.verbose = self.debug = False
        self.color = "auto"
        self.notices: list[str] = []
        # How long the bar is that stands in the last line.
        self.bar = 0

    def say(self, text: str) -> None:
        """Print a line of result, unless quiet."""
        if not self.quiet:
            print(text)

    def remark(self, text: str) -> None:
        """Print a line to stderr, unless quiet, where stdout carries a file."""
        if not self.quiet:
            print(text, file=sys.stderr)

    def result(self, value: object) -> None:
        """Print a result as JSON, in ASCII so that every console and every program takes it."""
        import json

        print(json.dumps(value, indent=2))

    def detail(self, text: str) -> None:
        """Print a line that only --verbose shows."""
        if self.verbose:
            print(text, file=sys.stderr)

    def notice(self, text: str) -> None:
        """Print a notice once, unless quiet, and keep it for --json."""
        if text in self.notices:
            return
        self.notices.append(text)
        if not self.quiet:
            self.clear_bar()
            print(self._paint("note: ", typer.colors.YELLOW) + visible(text), file=sys.stderr)

    def clear_bar(self) -> None:
        """Wipe the bar away, if there is one, so that a message has the line."""
        if self.bar:
            print(f"\r{' ' * self.bar}\r", end="", file=sys.stderr)
            sys.stderr.flush()
        self.bar = 0

    def error(self, message: str, hint: str = "") -> None:
        """Print an error and what to do about it."""
        print(self._paint("error: ", typer.colors.RED) + visible(message), file=sys.stderr)
        if hint:
            print(self._paint("hint: ", typer.colors.CYAN) + visible(hint), file=sys.stderr)

    def _paint(self, text: str, color: str) -> str:
        return typer.style(text, fg=color, bold=True) if self._colored(sys.stderr) else text

    def _colored(self, stream: TextIO) -> bool:
        if self.color != "auto":
            return self.color == "always"
        # The old Windows console shows the codes of colours as they are.
        able = "WT_SESSION" in os.environ if os.name == "nt" else os.environ.get("TERM") != "dumb"
        return able and not os.environ.get("NO_COLOR") and stream.isatty()


CONSOLE = Console()


def visible(text: str) -> str:
    """Return a message that may quote a hostile file with its control characters written out."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def shared(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that every command has, before and after its name.

    A parameter whose type is a `NamedTuple` of options is on the command line as those options.
    """
    signature = inspect.signature(command)
    groups = {name: p.annotation for name, p in signature.parameters.items() if hasattr(p.annotation, "_fields")}
    plain = [p for p in signature.parameters.values() if p.name not in groups]
    extra = [_keyword(name, kind, default) for name, (kind, default) in EVERYWHERE.items()]
    members = [_keyword(n, g.__annotations__[n], g._field_defaults[n]) for g in groups.values() for n in g._fields]

    @functools.wraps(command)
    def run(*, quiet: bool, verbose: bool, debug: bool, color: str, **parameters: Any) -> None:
        CONSOLE.quiet |= quiet
        CONSOLE.verbose |= verbose
        CONSOLE.debug |= debug
        CONSOLE.color = color if color != "auto" else CONSOLE.color
        held = {name: group(*map(parameters.pop, group._fields)) for name, group in groups.items()}
        command(**parameters, **held)

    all_ = [*plain, *members, *extra]
    run.__signature__ = signature.replace(parameters=all_)  # type: ignore[attr-defined]  # inspect reads it
    run.__annotations__ = {p.name: p.annotation for p in all_}
    return run


def help_alone(context: typer.Context) -> None:
    """Print the help to stderr and exit with 2 where a command of commands is given none of them."""
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(UsageError.exit_code)


def _keyword(name: str, kind: object, default: object) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def report(error: BaseException, hint: str = "") -> int:
    """Print an error as the user needs it, with `hint` in place of its own if there is one; return the exit code."""
    if CONSOLE.debug:
        import traceback

        if isinstance(error, MazeconvError):
            # Its hint is printed below, with the message.
            vars(error).pop("__notes__", None)
        traceback.print_exception(error)
    if isinstance(error, MazeconvError):
        CONSOLE.error(error.message, hint or error.hint)
        return error.exit_code
    if isinstance(error, MemoryError):
        CONSOLE.error("there is not enough memory", "make or read something smaller, or end other programs")
        return 1
    CONSOLE.error(
        f"mazeconv failed: {type(error).__name__}: {error}",
        "run it again with --debug and report what it prints",
    )
    return 1
