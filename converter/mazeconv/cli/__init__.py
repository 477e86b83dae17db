"""The command line: one small module a command, no logic of its own."""

import io
import os
import sys
import warnings
from typing import Annotated, TextIO

import typer

from mazeconv.cli import convert, export, formats, generate, generators, hunt, preview, solve, solvers
from mazeconv.cli.console import CONSOLE, report, shared
from mazeconv.errors import MazeconvNotice

INTERRUPTED = 130

app = typer.Typer(
    name="mazeconv",
    help="Make mazes and put them into Action Game Maker MV, Tiled, PNG and more.",
    no_args_is_help=True,
    # Plain help: it is the same on every console, and rich is not loaded for it.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (export, generate, preview, convert, solve, hunt, formats, generators, solvers):
    module.add(app)


def _version(*, value: bool) -> None:
    if value:
        from mazeconv import __version__

        print(f"mazeconv {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_version)
]


@app.callback()
@shared
def root(*, version: Version = False) -> None:
    """Make mazes and put them into Action Game Maker MV, Tiled, PNG and more."""
    del version


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 failed, 2 usage, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show a character shows its number rather than an error.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", MazeconvNotice)
        warnings.showwarning = _show
        try:
            return int(app(arguments, standalone_mode=False, prog_name="mazeconv") or 0)
        except (KeyboardInterrupt, typer.Abort):
            CONSOLE.error("interrupted")
            return INTERRUPTED
        except typer.TyperException as error:
            context = getattr(error, "ctx", None)
            CONSOLE.error(error.format_message(), f"{context.command_path} --help lists the options" if context else "")
            return error.exit_code
        except BrokenPipeError:
            # The reader has gone: nothing more can be said, not even by Python at its exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        except Exception as error:  # noqa: BLE001 - the last resort of a program
            return report(error)


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
