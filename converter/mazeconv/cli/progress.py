"""A progress bar on stderr, for terminals and for jobs that take longer than a second."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from mazeconv.cli.console import CONSOLE

WAIT, EVERY, WIDTH = 0.5, 0.1, 30


@contextmanager
def progress_bar(what: str, unit: str = "") -> Iterator[Callable[[int, int], None] | None]:
    """Give a function of (done, total) that draws a bar, or None where nobody would see it.

    With a `unit` the bar says how many are done.
    """
    if CONSOLE.quiet or not sys.stderr.isatty():
        yield None
        return
    begun = drawn = monotonic()
    shown = False

    def draw(done: int, total: int) -> None:
        nonlocal drawn, shown
        now = monotonic()
        # Nothing is drawn for a job that is nearly done before anyone could wonder.
        if now - begun < WAIT or now - drawn < EVERY or total <= 0 or (not shown and done > total // 2):
            return
        drawn, shown = now, True
        filled = WIDTH * done // total
        count = f", {done:,} {unit}" if unit else ""
        bar = f"{what} [{'#' * filled}{'.' * (WIDTH - filled)}] {100 * done // total:3} %{count}"
        print(f"\r{bar}", end="", file=sys.stderr)
        sys.stderr.flush()
        CONSOLE.bar = len(bar)

    try:
        yield draw
    finally:
        CONSOLE.clear_bar()
