"""The one place that writes files: whole or not at all, and never over something else unasked.

Each file goes to a temporary file in its own folder and is synced; once all are there, they take the places of the old
ones. So a full disk changes nothing, and a killed process leaves each old file whole and temporary files, which the
next run removes: at most one a file.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from mazeconv.arguments import checked
from mazeconv.errors import UsageError, WriteError, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be deleted: that lock needs no call
    fcntl = None  # type: ignore[assignment]

NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
PREFIX, SUFFIX = ".mazeconv-", ".tmp"
UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\s]+')
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?")
NAME_BYTES = 120


class Written(NamedTuple):
    """Say what became of one file; `bytes` is its length."""

    path: Path
    bytes: int
    status: Literal["written", "unchanged", "planned"]


def safe_name(text: str) -> str:
    """Return `text` as a file name that every system takes: unsafe characters and reserved names are replaced."""
    name = UNSAFE.sub("_", text.encode("utf-8", "replace").decode()).strip(". ") or "_"
    name = name.encode()[:NAME_BYTES].decode("utf-8", "ignore").rstrip(". ")
    return "_" + name if RESERVED.fullmatch(name) else name


@checked
def save(
    files: Mapping[Path, bytes],
    *,
    force: bool = False,
    dry_run: bool = False,
    unless_changed: Mapping[Path, bytes] | None = None,
    mode_of: Path | None = None,
) -> list[Written]:
    """Write files by path, the main one first in `files` and last on the disk.

    Files that already hold these bytes are left untouched. Raises `WriteError`, before anything is written, when a
    different file is in the way and `force` is not set; with `dry_run` nothing is written at all. `unless_changed`
    holds what was read from files that the new ones were made of: a file is not written when those differ by then.
    New files get the permissions of `mode_of`, old ones keep theirs.
    """
    if not all(isinstance(path, Path) and isinstance(data, bytes) for path, data in files.items()):
        raise UsageError("save: files must be a dict of bytes by path", "give {Path(name): data, …}")
    unchanged = {path for path, data in files.items() if _holds(path, data)}
    for path in files:
        if path not in unchanged:
            _check_free(path, force=force)
    results = {path: Written(path, len(data), "unchanged") for path, data in files.items()}
    changed = {path: data for path, data in files.items() if path not in unchanged}
    if not dry_run:
        _replace(changed, unless_changed or {}, mode_of)
    for path, data in changed.items():
        results[path] = Written(path, len(data), "planned" if dry_run else "written")
    return list(results.values())


def _check_free(path: Path, *, force: bool) -> None:
    """Raise `WriteError` if something that must not be replaced is in the way, or no file can be there."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise _failure(path, error) from error
    if stat.S_ISDIR(mode):
        raise WriteError(f"{path} is a folder", "give a file name, or end the folder's name with a slash")
    if stat.S_ISREG(mode) and not force:
        raise WriteError(f"{path} exists and is different", "use --force to replace it, or -o for another place")


def _failure(path: Path, error: OSError | ValueError, before: Sequence[Path] = ()) -> WriteError:
    reason = getattr(error, "strerror", None) or str(error)
    done = f"already written: {', '.join(p.name for p in before)}" if before else "nothing was changed"
    return WriteError(
        f"cannot write {path}: {reason.lower()}", f"{shortened(done)}; check the folder and the space on the disk"
    )


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def _holds(path: Path, data: bytes) -> bool:
    try:
        return _is_regular(path) and path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _check_unchanged(read: Mapping[Path, bytes]) -> None:
    for path, data in read.items():
        if not _holds(path, data):
            raise WriteError(f"{path} changed while we worked", "close the editor, then run this again")


def _replace(files: Mapping[Path, bytes], read: Mapping[Path, bytes], mode_of: Path | None) -> None:
    """Put all files in their places, the first one last, or none of them if there is no room for one."""
    with ExitStack() as stack:
        locks: dict[Path, str] = {}
        puts: list[Callable[[], None]] = []
        for path, data in files.items():
            try:
                puts.append(_prepared(path, data, mode_of, locks, stack))
            except (OSError, ValueError) as error:
                raise _failure(path, error) from error
        # As late as can be: what another program saves in between would be lost.
        _check_unchanged(read)
        placed: list[Path] = []
        for path, put in reversed(list(zip(files, puts, strict=True))):
            try:
                put()
            except (OSError, ValueError) as error:
                raise _failure(path, error, placed) from error
            placed.append(path)


def _prepared(
    path: Path, data: bytes, mode_of: Path | None, locks: dict[Path, str], stack: ExitStack
) -> Callable[[], None]:
    """Write a file's bytes beside its place and return what puts them there; `stack` removes what is not put."""
    # A link keeps its place: what it leads to is replaced.
    path = path.resolve() if path.is_symlink() else path
    if path.exists() and not _is_regular(path):
        # A device or a pipe is written to, never replaced.
        return partial(_write_device, path, data)
    folder, held = path.parent, -1
    if folder in locks:
        # One lock for all, as a process may hold only so many files open.
        temporary = f"{locks[folder].removesuffix(SUFFIX)}-{os.urandom(8).hex()}{SUFFIX}"
        descriptor = os.open(temporary, NEW, 0o666)
        stack.callback(_remove, temporary)
    else:
        for missing in [above for above in (*reversed(folder.parents), folder) if not above.exists()]:
            missing.mkdir(exist_ok=True)
            stack.callback(_remove_empty, missing)
        _remove_leftovers(folder)
        temporary, held = stack.enter_context(_temporary(folder))
        locks[folder] = temporary
        descriptor = os.dup(held)
    with os.fdopen(descriptor, "wb") as file:
        like = path if path.exists() else mode_of
        if like is not None:
            # Before there is anything to read in it.
            os.chmod(temporary, stat.S_IMODE(like.stat().st_mode))  # noqa: PTH101 - the twin of path.stat
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return partial(_put, temporary, path, held)


def _put(temporary: str, path: Path, held: int) -> None:
    if fcntl is None and held >= 0:
        os.close(held)
    # Programs that look at times take the main file for the newest.
    os.utime(temporary)
    os.replace(temporary, path)  # noqa: PTH105 - named in the design, atomic on every system
    _sync_folder(path.parent)


def _write_device(path: Path, data: bytes) -> None:
    with path.open("wb") as device:
        device.write(data)


def _remove(name: str) -> None:
    with suppress(OSError):
        os.unlink(name)  # noqa: PTH108 - the name is a text here


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _temporary(folder: Path) -> Iterator[tuple[str, int]]:
    """Give a new locked file in `folder`; it is gone afterwards unless it was renamed."""
    while True:
        name = str(folder / f"{PREFIX}{os.urandom(8).hex()}{SUFFIX}")
        descriptor = os.open(name, NEW, 0o666)
        if fcntl is not None:
            # Where a file system has no locks, no run can take this file for a leftover either.
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            # Another run may have taken it for a leftover before it was locked.
            if not os.path.exists(name):  # noqa: PTH110 - the name is a text here
                os.close(descriptor)
                continue
        break
    try:
        yield name, descriptor
    finally:
        with suppress(OSError):
            os.close(descriptor)
        _remove(name)


def _remove_leftovers(folder: Path) -> None:
    """Remove temporary files that no living process holds, by the locked one of each run, which is put last."""
    for path in folder.glob(f"{PREFIX}*{SUFFIX}"):
        run = path.name.removeprefix(PREFIX).removesuffix(SUFFIX).partition("-")[0]
        lock = folder / f"{PREFIX}{run}{SUFFIX}"
        with suppress(OSError):
            if fcntl is None or not lock.exists():
                lock.unlink(missing_ok=True)
                path.unlink(missing_ok=True)
                continue
            descriptor = os.open(lock, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()
            finally:
                os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Make the rename last through a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
