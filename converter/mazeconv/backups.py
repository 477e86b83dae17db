"""A designer's own file replaced by a new state of it: a backup first, then all of it or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.output import Written, save

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path


def replace(path: Path, read: bytes, data: bytes, now: datetime, *, dry_run: bool = False) -> list[Written]:
    """Write the new bytes of a file that held `read`; return what was written, the file first, then its backup.

    A file that changed since it was read is a `WriteError`, and stays. Nothing is written when nothing differs. The
    backup has the permissions of the file.
    """
    if data == read:
        return save({path: data}, force=True, dry_run=dry_run)
    backup = _backup(path, now)
    expected = {path: read}
    saved = save({backup: read}, dry_run=dry_run, unless_changed=expected, mode_of=path)
    return save({path: data}, force=True, dry_run=dry_run, unless_changed=expected) + saved


def _backup(path: Path, now: datetime) -> Path:
    """Return a name that no file has, so that no backup replaces another."""
    stem = f"{path.name}.mazeconv-{now:%Y%m%d-%H%M%S}"
    backup, number = path.with_name(f"{stem}.bak"), 2
    while backup.exists():
        backup, number = path.with_name(f"{stem}-{number}.bak"), number + 1
    return backup
