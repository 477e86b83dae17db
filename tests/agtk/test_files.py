"""What happens to the file on the disk: a backup first, all or nothing, and never over what someone else saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agtk_projects import synthetic
from mazeconv.agtk import files
from mazeconv.errors import ReadError, WriteError

NOW = datetime(2026, 11, 30, 5, 15, 0, tzinfo=UTC)
BACKUP = "project.json.mazeconv-20261130-051500.bak"
PATCHES = """
import sys
from datetime import datetime
from pathlib import Path
from mazeconv.agtk import files
print("ready", flush=True)
for n in range(10_000):
    found = files.find(sys.argv[1])
    for backup in found.path.parent.glob("*.bak"):
        backup.unlink()
    old = '"memo": "' + "x" * (n % 7) + '"'
    files.replace(found, found.text.replace(old, old[:-1] + 'x"' if n % 7 < 6 else '"memo": ""'), datetime.now())
"""


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the folder of a project."""
    (tmp_path / "data").mkdir()
    (tmp_path / "Game.pgmproject").write_bytes(b"PGMMV 1.0.6\n")
    (tmp_path / "data" / "project.json").write_bytes(synthetic().encode())
    return tmp_path


@pytest.mark.parametrize("name", [".", "Game.pgmproject", "data/project.json"])
def test_a_project_is_found_by_its_folder_or_either_file(project: Path, name: str) -> None:
    found = files.find(project / name)
    assert found.text == synthetic()
    assert found.path.name == "project.json"
    assert found.folder == project


def test_what_is_no_project_is_refused(project: Path) -> None:
    with pytest.raises(ReadError, match=r"holds no data/project\.json"):
        files.find(project / "data")
    with pytest.raises(ReadError, match="no such file"):
        files.find(project / "data" / "other.json")
    (project / "Game.pgmproject").write_bytes(b"RPGMV 1.6.2")
    with pytest.raises(ReadError, match="is no PGMMV project"):
        files.find(project / "Game.pgmproject")
    (project / "data" / "project.json").write_bytes(b'{\n"name": "\x83\x5c"}')
    with pytest.raises(ReadError, match=":2: is not UTF-8"):
        files.find(project)


def test_a_hundred_megabytes_are_refused_before_they_are_read(project: Path) -> None:
    with (project / "data" / "project.json").open("r+b") as file:
        file.truncate(100_000_000)
    with pytest.raises(ReadError, match="too large"):
        files.find(project)


def test_the_old_file_is_kept_as_a_backup(project: Path) -> None:
    found = files.find(project)
    written = files.replace(found, found.text + " ", NOW)
    assert [w.path.name for w in written] == ["project.json", BACKUP]
    assert (project / "data" / BACKUP).read_bytes() == found.data
    assert found.path.read_bytes() == found.data + b" "


def test_no_backup_replaces_another(project: Path) -> None:
    for end in (" ", "  ", "   "):
        files.replace(files.find(project), synthetic() + end, NOW)
    held = sorted(p.name for p in (project / "data").glob("*.bak"))
    assert held == [BACKUP.replace(".bak", "-2.bak"), BACKUP.replace(".bak", "-3.bak"), BACKUP]
    assert (project / "data" / BACKUP).read_bytes() == synthetic().encode()


def test_nothing_is_written_when_nothing_differs_or_in_a_dry_run(project: Path) -> None:
    found = files.find(project)
    before = found.path.stat()
    assert [w.status for w in files.replace(found, found.text, NOW)] == ["unchanged"]
    assert [w.status for w in files.replace(found, found.text + " ", NOW, dry_run=True)] == ["planned", "planned"]
    assert names_in(project / "data") == ["project.json"]
    assert found.path.stat().st_mtime_ns == before.st_mtime_ns
    assert found.path.read_bytes() == found.data


def test_a_file_that_changed_meanwhile_is_left_alone(project: Path) -> None:
    found = files.find(project)
    found.path.write_bytes(b"saved by the editor")
    with pytest.raises(WriteError, match="changed while we worked"):
        files.replace(found, found.text + " ", NOW)
    assert found.path.read_bytes() == b"saved by the editor"
    assert names_in(project / "data") == ["project.json"]


def test_a_change_at_the_last_moment_is_seen_too(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = files.find(project)
    sync = os.fsync
    calls = []

    def save_between(descriptor: int) -> None:
        sync(descriptor)
        calls.append(descriptor)
        if len(calls) == 3:  # the backup, its folder, the new file
            found.path.write_bytes(b"saved by the editor")

    monkeypatch.setattr(os, "fsync", save_between)
    with pytest.raises(WriteError, match="changed while we worked"):
        files.replace(found, found.text + " ", NOW)
    assert found.path.read_bytes() == b"saved by the editor"
    assert names_in(project / "data") == ["project.json", BACKUP]


@pytest.mark.skipif(sys.platform == "win32", reason="a process is killed by signal")
def test_a_killed_process_leaves_a_whole_file(project: Path) -> None:
    whole = {synthetic().replace('"memo": ""', f'"memo": "{"x" * n}"').encode() for n in range(8)}
    for pause in (0.0, 0.003, 0.01, 0.02, 0.05):
        (project / "data" / "project.json").write_bytes(synthetic().encode())
        with subprocess.Popen([sys.executable, "-c", PATCHES, project], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(pause)
            process.send_signal(signal.SIGKILL)
        assert (project / "data" / "project.json").read_bytes() in whole
        assert all(p.read_bytes() in whole for p in (project / "data").glob("*.bak"))
        assert len(list((project / "data").glob("*.tmp"))) <= 1
