"""Count how often Ctrl-C is pressed, so that a second one breaks nothing while the first is being dealt with."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Presses:
    """Hold how often Ctrl-C was pressed; the first time raises KeyboardInterrupt where `raises` is set."""

    def __init__(self, *, raises: bool) -> None:
        self.count = 0
        self.raises = raises

    def note(self, *_: object) -> None:
        """Count one more."""
        self.count += 1
        if self.raises and self.count == 1:
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt if it was pressed."""
        if self.count:
            raise KeyboardInterrupt


@contextmanager
def counted(*, raises: bool) -> Iterator[Presses]:
    """Give the presses while the block runs.

    None is seen where another handler than Python's own is at work, or in another thread than the main one.
    """
    presses = Presses(raises=raises)
    if not _in_main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield presses
        return
    signal.signal(signal.SIGINT, presses.note)
    try:
        yield presses
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def ignored() -> Iterator[None]:
    """Ignore Ctrl-C while the block runs; a process that is started in it takes that over."""
    if not _in_main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def ignore() -> None:
    """Ignore Ctrl-C from now on: a terminal sends it to all processes, and one alone deals with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
