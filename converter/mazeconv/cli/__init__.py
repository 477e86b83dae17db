"""The command line: one small module a command, no logic of its own."""

import errno
import io
import os
import signal
import sys
import warnings
from importlib import import_module
from typing import Annotated, TextIO

import typer

from mazeconv.cli.console import CONSOLE, help_alone, report, shared
from mazeconv.errors import MazeconvError, MazeconvNotice, WriteError, shortened
from mazeconv.interrupted import INTERRUPTED, leave

# In the order of the help; each is the module of its name.
COMMANDS = (
    "export",
    "generate",
    "preview",
    "sheet",
    "convert",
    "solve",
    "hunt",
    "info",
    "diff",
    "search",
    "animate",
    "agtk",
    "tmx",
    "presets",
    "formats",
    "generators",
    "shapes",
    "solvers",
    "measures",
)


def app_for(arguments: list[str]) -> typer.Typer:
    """Return the program with the command that the arguments begin with, or with all where that is not plain.

    To build the options of one command takes a tenth of the time of building all.
    """
    app = typer.Typer(
        name="mazeconv",
        help="Make mazes and put them into Action Game Maker MV, Tiled, PNG and more.",
        # Plain help: it is the same on every console, and rich is not loaded for it.
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(root)
    first = next((word for word in arguments if not word.startswith("-")), "")
    plain = first in COMMANDS and "_MAZECONV_COMPLETE" not in os.environ
    for name in (first,) if plain else COMMANDS:
        import_module(f"mazeconv.cli.{name}").add(app)
    return app


def _version(*, value: bool) -> None:
    if value:
        from mazeconv import __version__

        print(f"mazeconv {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_version)
]


@shared
def root(context: typer.Context, *, version: Version = False) -> None:
    """Make mazes and put them into Action Game Maker MV, Tiled, PNG and more."""
    del version
    help_alone(context)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 failed, 2 usage, 130 interrupted, 143 terminated.

    A reader of the output that leaves early, as `head` does, has what it wanted: that is 0, without a word.
    """
    # No linear algebra is done here, and starting the threads for it takes longer than a small export.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller, as in `mazeconv 2>&-`
            # What is printed there must fail, but an error that cannot be told still has its exit code.
            mode = os.O_RDONLY if name == "stdout" else os.O_WRONLY
            setattr(sys, name, open(os.open(os.devnull, mode), "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - lives as long as we
        elif isinstance(stream, io.TextIOWrapper):
            # A console that cannot show a character shows its number rather than an error.
            stream.reconfigure(errors="backslashreplace")
    code = run(arguments)
    if code == INTERRUPTED:
        # Python prints a traceback if it is interrupted at its exit.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        leave()
    sys.exit(code)


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    CONSOLE.reset()
    words = sys.argv[1:] if arguments is None else arguments
    with warnings.catch_warnings():
        warnings.simplefilter("always", MazeconvNotice)
        warnings.showwarning = _show
        try:
            if words[:1] == ["help"]:
                words = [*words[1:], "--help"]
            code = int(app_for(words)(words, standalone_mode=False, prog_name="mazeconv") or 0)
            if code == INTERRUPTED:
                CONSOLE.error("interrupted")
            sys.stdout.flush()
        except KeyboardInterrupt:
            CONSOLE.error("interrupted")
            return INTERRUPTED
        except typer.TyperException as error:
            CONSOLE.error(shortened(error.format_message()), _hint(error, words))
            return error.exit_code
        except OSError as error:
            _leave_output()
            return 0 if isinstance(error, BrokenPipeError) else report(_told(error))
        except SystemExit as error:
            # What is beneath Typer makes an exit of a reader that has gone.
            if not isinstance(error.__context__, BrokenPipeError):
                raise
            _leave_output()
            return 0
        except Exception as error:  # noqa: BLE001 - the last resort of a program
            return report(error, _hint(error, words) if isinstance(error, MazeconvError) else "")
    return code


def _hint(error: Exception, words: list[str]) -> str:
    """Return what to do about a command line that failed."""
    try:
        from mazeconv.cli.hints import advice

        return advice(error, words)
    except Exception:  # noqa: BLE001 - a hint that cannot be found must not hide the error
        return getattr(error, "hint", "")


def _leave_output() -> None:
    """Forget what is still to be printed, as standard output is full or its reader has gone.

    Python would try again, and complain, at its exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _told(error: OSError) -> Exception:
    """Return the error as the user needs it: one without a file's name is about standard output."""
    if error.filename is None and error.strerror:
        reason = "it is closed" if error.errno == errno.EBADF else error.strerror
        return WriteError(f"cannot write to standard output: {reason}", "send it to a file where there is room: > FILE")
    return error


def _show(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    del file, line
    if issubclass(category, MazeconvNotice):
        CONSOLE.notice(str(message))
    else:
        CONSOLE.detail(warnings.formatwarning(message, category, filename, lineno).rstrip())
