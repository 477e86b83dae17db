"""What a call does to the machine: files that it writes or removes, connections that it opens, and whether it ends."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import sysconfig
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = frozenset(
    {
        "os.chflags",
        "os.chmod",
        "os.chown",
        "os.link",
        "os.mkdir",
        "os.remove",
        "os.removexattr",
        "os.rename",
        "os.rmdir",
        "os.setxattr",
        "os.symlink",
        "os.truncate",
        "os.utime",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.system",
    }
)
FAMILIES = ("socket.", "shutil.", "tempfile.", "subprocess.", "urllib.", "ftplib.", "http.", "smtplib.", "webbrowser.")
SOURCES = Path(__file__).parents[1] / "converter"
# From here Python reads its own modules while a reader runs.
OWN = tuple(map(os.path.realpath, (*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, str(SOURCES))))
# Seconds after which a call that still runs is broken off.
PATIENCE = 20.0
# pytest takes what is written to the other one.
STDERR = os.dup(2)

_watched: list[tuple[str, list[str]]] = []


class HangError(BaseException):
    """Say that a call did not end; no `except Exception` of the call may catch it."""


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watched:
        return
    folder, seen = _watched[-1]
    if event == "open":
        path, _, flags = arguments
        if flags & WRITING:
            seen.append(f"opens {path!r} for writing")
        elif isinstance(path, (str, bytes)) and not os.path.realpath(os.fsdecode(path)).startswith((folder, *OWN)):
            seen.append(f"reads {path!r}")
    elif event in CHANGES or event.startswith(FAMILIES):
        seen.append(f"{event}{arguments!r}")


sys.addaudithook(_heard)


@contextmanager
def watched(folder: Path) -> Iterator[None]:
    """Fail if the block writes, removes or renames a file, reads one outside `folder`, or opens a connection.

    Python tells of all that it does itself, not of what C libraries do.
    """
    seen: list[str] = []
    compiled, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    _watched.append((str(folder.resolve()), seen))
    try:
        yield
    finally:
        _watched.pop()
        sys.dont_write_bytecode = compiled
    assert not seen


@contextmanager
def ending() -> Iterator[None]:
    """Raise `HangError` in a block that does not end; a call into C does not hear it, see `end_later`."""

    def late(*_: object) -> None:
        raise HangError(f"still running after {PATIENCE} seconds")

    timed = hasattr(signal, "setitimer")
    before = signal.signal(signal.SIGALRM, late) if timed else None
    if timed:
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def end_later(seconds: float) -> None:
    """End the whole process, with a traceback, if it does not say otherwise for so long; 0 is for ever."""
    if seconds:
        faulthandler.dump_traceback_later(seconds, exit=True, file=STDERR)
    else:
        faulthandler.cancel_dump_traceback_later()
