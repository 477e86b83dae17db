"""What happens to a file on the disk: a backup first, all or nothing, and never over what someone else saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mazeconv.backups import replace
from mazeconv.errors import WriteError

NOW = datetime(2026, 11, 30, 5, 15, 0, tzinfo=UTC)
BACKUP = "map.tmx.mazeconv-20261130-051500.bak"
OLD = b"the designer's work"
REPLACE = """
import sys
from datetime import datetime
from pathlib import Path
from mazeconv.backups import replace
print("ready", flush=True)
path = Path(sys.argv[1])
for n in range(10_000):
    for backup in path.parent.glob("*.bak"):
        backup.unlink()
    replace(path, path.read_bytes(), bytes([n % 7]) * 100_000, datetime.now())
"""


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file."""
    path = tmp_path / "map.tmx"
    path.write_bytes(OLD)
    return path


def test_the_old_file_is_kept_as_a_backup(file: Path) -> None:
    written = replace(file, OLD, OLD + b" ", NOW)
    assert [w.path.name for w in written] == ["map.tmx", BACKUP]
    assert file.with_name(BACKUP).read_bytes() == OLD
    assert file.read_bytes() == OLD + b" "


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others")
@pytest.mark.parametrize("mode", [0o640, 0o600, 0o444])
def test_a_backup_is_as_private_as_the_file(file: Path, mode: int) -> None:
    file.chmod(mode)
    written = replace(file, OLD, OLD + b" ", NOW)
    assert [w.path.stat().st_mode & 0o777 for w in written] == [mode, mode]


def test_no_backup_replaces_another(file: Path) -> None:
    for end in (b" ", b"  ", b"   "):
        replace(file, file.read_bytes(), OLD + end, NOW)
    held = sorted(p.name for p in file.parent.glob("*.bak"))
    assert held == [BACKUP.replace(".bak", "-2.bak"), BACKUP.replace(".bak", "-3.bak"), BACKUP]
    assert file.with_name(BACKUP).read_bytes() == OLD


def test_nothing_is_written_when_nothing_differs_or_in_a_dry_run(file: Path) -> None:
    before = file.stat()
    assert [w.status for w in replace(file, OLD, OLD, NOW)] == ["unchanged"]
    assert [w.status for w in replace(file, OLD, OLD + b" ", NOW, dry_run=True)] == ["planned", "planned"]
    assert names_in(file.parent) == ["map.tmx"]
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert file.read_bytes() == OLD


def test_a_file_that_changed_meanwhile_is_left_alone(file: Path) -> None:
    file.write_bytes(b"saved by the editor")
    with pytest.raises(WriteError, match="changed while we worked"):
        replace(file, OLD, OLD + b" ", NOW)
    assert file.read_bytes() == b"saved by the editor"
    assert names_in(file.parent) == ["map.tmx"]


def test_a_change_at_the_last_moment_is_seen_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync
    calls = []

    def save_between(descriptor: int) -> None:
        sync(descriptor)
        calls.append(descriptor)
        if len(calls) == 3:  # the backup, its folder, the new file
            file.write_bytes(b"saved by the editor")

    monkeypatch.setattr(os, "fsync", save_between)
    with pytest.raises(WriteError, match="changed while we worked"):
        replace(file, OLD, OLD + b" ", NOW)
    assert file.read_bytes() == b"saved by the editor"
    assert names_in(file.parent) == ["map.tmx", BACKUP]


@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed by signal")
def test_a_killed_process_leaves_a_whole_file(file: Path) -> None:
    whole = {OLD, *(bytes([n]) * 100_000 for n in range(7))}
    for pause in (0.0, 0.003, 0.01, 0.02, 0.05):
        file.write_bytes(OLD)
        with subprocess.Popen([sys.executable, "-c", REPLACE, file], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(pause)
            process.send_signal(signal.SIGKILL)
        assert file.read_bytes() in whole
        assert all(p.read_bytes() in whole for p in file.parent.glob("*.bak"))
        assert len(list(file.parent.glob("*.tmp"))) <= 1
