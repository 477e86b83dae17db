"""The one place that writes files: whole or not at all, and never over something else unasked.

Each file goes to a temporary file in its own folder, is synced, and then takes the place of the old one. A killed
process leaves the old file whole and at most one temporary file, which the next run removes.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from mazeconv.arguments import checked
from mazeconv.errors import UsageError, WriteError, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

if sys.platform == "win32":  # where an open file cannot be deleted: that lock needs no call
    fcntl = None
else:
    import fcntl

PREFIX, SUFFIX = ".mazeconv-", ".tmp"
UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\s]+')
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?")
NAME_BYTES = 120


class Written(NamedTuple):
    """Say what became of one file; `bytes` is its length."""

    path: Path
    bytes: int
    status: Literal["written", "unchanged", "planned"]


class Put(NamedTuple):
    """Hold where a file is put, whether it takes the place of another, and which folders are made for it."""

    path: Path
    replaces: bool
    missing: list[Path]


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
    changed = [path for path in files if path not in unchanged]
    if not dry_run:
        with _none_alone() as put:
            for path in reversed(changed):
                put.append(Put(path, path.exists(), [folder for folder in path.parents if not folder.exists()]))
                _replace(path, files[path], unless_changed or {}, mode_of)
    results |= {path: Written(path, len(files[path]), "planned" if dry_run else "written") for path in changed}
    return [results[path] for path in files]


@contextmanager
def _none_alone() -> Iterator[list[Put]]:
    """Give a list for what is being put, the last of which may fail: then the new files before it are removed again."""
    put: list[Put] = []
    try:
        yield put
    except BaseException as error:
        before = put[:-1]
        for one in before:
            if not one.replaces:
                with suppress(OSError):
                    one.path.unlink()
        for folder in (folder for one in reversed(put) for folder in one.missing):
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, WriteError) and (replaced := [one.path.name for one in before if one.replaces]):
            raise WriteError(
                error.message,
                f"already replaced: {shortened(', '.join(replaced))}; check the folder and the space on the disk",
            ) from error
        raise


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
        raise WriteError(
            f"{path} exists and is different",
            "use --force (in Python force=True) to replace it, or -o for another place",
        )


def _failure(path: Path, error: OSError | ValueError) -> WriteError:
    reason = getattr(error, "strerror", None) or str(error)
    return WriteError(
        f"cannot write {path}: {reason.lower()}",
        "nothing was changed; check the folder and the space on the disk",
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


def _replace(path: Path, data: bytes, read: Mapping[Path, bytes], mode_of: Path | None) -> None:
    try:
        # A link keeps its place: what it leads to is replaced.
        path = path.resolve() if path.is_symlink() else path
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not _is_regular(path):
            # A device or a pipe is written to, never replaced.
            with path.open("wb") as device:
                device.write(data)
            return
        _remove_leftovers(path.parent)
        like = path if path.exists() else mode_of
        with _temporary(path.parent) as (temporary, descriptor):
            if like is not None:
                # Before there is anything to read in it.
                os.chmod(temporary, stat.S_IMODE(like.stat().st_mode))  # noqa: PTH101 - the twin of path.stat
            with os.fdopen(os.dup(descriptor), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if fcntl is None:
                os.close(descriptor)
            # As late as can be: what another program saves in between would be lost.
            _check_unchanged(read)
            os.replace(temporary, path)  # noqa: PTH105 - named in the design, atomic on every system
        _sync_folder(path.parent)
    except (OSError, ValueError) as error:
        raise _failure(path, error) from error


@contextmanager
def _temporary(folder: Path) -> Iterator[tuple[str, int]]:
    """Give a new locked file in `folder`; it is gone afterwards unless it was renamed."""
    while True:
        name = str(folder / f"{PREFIX}{os.urandom(8).hex()}{SUFFIX}")
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
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
        with suppress(OSError):
            os.unlink(name)  # noqa: PTH108 - as above


def _remove_leftovers(folder: Path) -> None:
    """Remove temporary files that no living process holds."""
    for path in folder.glob(f"{PREFIX}*{SUFFIX}"):
        with suppress(OSError):
            if fcntl is None:
                path.unlink()
                continue
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
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
