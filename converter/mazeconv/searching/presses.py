"""Count how often Ctrl-C is pressed, so that a second one breaks nothing while the first is being dealt with.

What the system or another program sends to end a process (SIGTERM) is dealt with where there are workers to end too.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


# The press at which what is under way is given up.
LEAVE = 2
# What a shell says of a process that SIGTERM ended.
TERMINATED = 143


class Presses:
    """Hold how often Ctrl-C was pressed; the first time raises KeyboardInterrupt where `raises` is set."""

    def __init__(self, *, raises: bool) -> None:
        self.count = 0
        self.raises = raises
        self.terminated = False

    def note(self, *_: object) -> None:
        """Count one more."""
        self.count += 1
        if self.raises and self.count == 1:
            raise KeyboardInterrupt

    def terminate(self, *_: object) -> None:
        """Note that the process is to end, and at once."""
        self.count, self.terminated = LEAVE, True

    def check(self) -> None:
        """Raise SystemExit if the process is to end, and KeyboardInterrupt if Ctrl-C was pressed."""
        if self.terminated:
            raise SystemExit(TERMINATED)
        if self.count:
            raise KeyboardInterrupt


@contextmanager
def counted(*, raises: bool) -> Iterator[Presses]:
    """Give the presses while the block runs; where they do not raise, SIGTERM is noted too, and ends it.

    None is seen where another handler than Python's own is at work, or in another thread than the main one.
    """
    presses = Presses(raises=raises)
    handlers: dict[int, tuple[Any, Any]] = {signal.SIGINT: (signal.default_int_handler, presses.note)}
    if not raises:
        handlers[signal.SIGTERM] = (signal.SIG_DFL, presses.terminate)
    taken = {
        number: both for number, both in handlers.items() if _in_main_thread() and signal.getsignal(number) is both[0]
    }
    for number, (_, handler) in taken.items():
        signal.signal(number, handler)
    try:
        yield presses
    finally:
        for number, (before, _) in taken.items():
            signal.signal(number, before)
    if presses.terminated:
        raise SystemExit(TERMINATED)


@contextmanager
def held() -> Iterator[None]:
    """Hold Ctrl-C back while the block runs; a process that is started in it never gets one.

    On Windows one that comes in the meantime is lost.
    """
    if not _in_main_thread():
        yield
    elif sys.platform == "win32":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    else:
        from multiprocessing import resource_tracker

        # It would let signals through again when it starts with the first process.
        resource_tracker.ensure_running()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def serve() -> None:
    """Be a worker: leave Ctrl-C to the process that started this one, and end as soon as that one has ended.

    A terminal sends Ctrl-C to all processes, and one alone deals with it. One that is killed can end nobody, and
    workers that wait for it would keep its output open.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # One alone has somebody to tell.
    warnings.simplefilter("ignore")
    warnings.showwarning = _unheard
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _unheard(*_: object, **__: object) -> None:
    """Show a warning to nobody."""


def _end_with_parent() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(TERMINATED)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
