from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commands import python, surroundings
from mazeconv.errors import WriteError
from mazeconv.output import NAME_BYTES, RESERVED, UNSAFE, safe_name, save

if TYPE_CHECKING:
    from collections.abc import Iterator

posix = pytest.mark.skipif(os.name != "posix", reason="about POSIX systems")
OLD = b"old" * 400_000
NEW = b"new" * 400_000
NOBODY = 65534

# Writes the old and the new bytes in turn, until it is killed or has done so often enough.
WRITER = """
import sys
from pathlib import Path
from mazeconv.output import save
first, second = (word.encode() * 400_000 for word in sys.argv[2:4])
print("ready", flush=True)
for i in range(int(sys.argv[4])):
    save({Path(sys.argv[1]): (first, second)[i % 2]}, force=True)
"""


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".mazeconv-")]


def writer(path: Path, first: str, second: str, times: int) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", WRITER, str(path), first, second, str(times)]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env=surroundings())
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize("turn", range(12))
def test_a_killed_process_leaves_a_whole_file_and_at_most_one_temporary(tmp_path: Path, turn: int) -> None:
    path = tmp_path / "maze.json"
    save({path: OLD})
    with writer(path, "new", "old", 10**9) as process:
        time.sleep(random.Random(turn).uniform(0, 0.06))
        process.kill()
    assert path.read_bytes() in (OLD, NEW)
    assert len(leftovers(tmp_path)) <= 1
    save({path: b"next"}, force=True)
    assert path.read_bytes() == b"next"
    assert leftovers(tmp_path) == []


def test_two_processes_may_write_one_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "maze.json"
    for process in [writer(path, "old", "new", 60), writer(path, "new", "old", 60)]:
        with process:
            pass
        assert process.returncode == 0
    assert path.read_bytes() in (OLD, NEW)
    assert leftovers(tmp_path) == []


def test_the_temporary_file_of_a_living_process_is_left_alone(tmp_path: Path) -> None:
    from mazeconv.output import _temporary

    with _temporary(tmp_path) as (name, _):
        save({tmp_path / "other.txt": b"x"})
        assert leftovers(tmp_path) == [Path(name).name]
    assert leftovers(tmp_path) == []


@posix
def test_a_file_too_large_for_the_disk_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "maze.json"
    save({path: b"old"})
    python(
        """
import resource, signal, sys
from pathlib import Path
from mazeconv.errors import WriteError
from mazeconv.output import save
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    save({Path(sys.argv[1]): b"x" * 200_000}, force=True)
except WriteError as error:
    assert "too large" in error.message, error.message
else:
    raise SystemExit("it was written")
""",
        str(path),
    )
    assert path.read_bytes() == b"old"
    assert leftovers(tmp_path) == []


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Give a folder that is a disk of 64 KiB."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("this user may not mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@posix
def test_a_full_disk_leaves_the_old_file_and_no_new_one(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        main, side = disk / "maze.tmx", disk / "maze.tsx"
        save({main: b"old"})
        large = b"x" * 100_000
        with pytest.raises(WriteError, match="no space left") as caught:
            save({main: large, side: b"new", disk / "a" / "b" / "more.png": b"new"}, force=True)
        assert caught.value.hint.startswith("nothing was changed; ")
        assert {p.name: p.read_bytes() for p in disk.iterdir()} == {main.name: b"old"}
        save({side: b"old side"})
        with pytest.raises(WriteError, match="no space left") as caught:
            save({main: large, side: b"new", disk / "maze.png": b"new"}, force=True)
        assert caught.value.hint.startswith("already replaced: maze.tsx; ")
        assert {p.name: p.read_bytes() for p in disk.iterdir()} == {main.name: b"old", side.name: b"new"}


def test_an_interruption_leaves_no_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main, side = tmp_path / "new" / "maze.tmx", tmp_path / "new" / "maze.tsx"
    replace = os.replace

    def interrupted(source: str, target: Path) -> None:
        if target == main:
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save({main: b"main", side: b"side"})
    assert list(tmp_path.iterdir()) == []


@posix
def test_more_files_are_saved_than_may_be_open(tmp_path: Path) -> None:
    python(
        """
import resource, sys
from pathlib import Path
from mazeconv.output import save
resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
save({Path(sys.argv[1]) / f"{i}.txt": b"x" for i in range(100)})
""",
        str(tmp_path),
    )
    assert len(list(tmp_path.iterdir())) == 100


def test_a_different_file_is_not_replaced_unless_forced(tmp_path: Path) -> None:
    main, side = tmp_path / "maze.tmx", tmp_path / "maze.tsx"
    main.write_bytes(b"mine")
    with pytest.raises(WriteError, match="exists and is different") as caught:
        save({side: b"side", main: b"main"})
    assert "--force" in caught.value.hint
    assert not side.exists(), "nothing may be written when one file is refused"
    with pytest.raises(WriteError, match="exists and is different"):
        save({main: b"main"}, dry_run=True)
    save({main: b"main"}, force=True)
    assert main.read_bytes() == b"main"


def test_identical_bytes_are_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "maze.txt"
    save({path: b"same"})
    os.utime(path, ns=(1, 1))
    before = path.stat()
    assert [w.status for w in save({path: b"same"})] == ["unchanged"]
    assert [w.status for w in save({path: b"same"}, force=True)] == ["unchanged"]
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_the_main_file_is_listed_first_and_written_last(tmp_path: Path) -> None:
    written = save({tmp_path / "main": b"m", tmp_path / "deep" / "side": b"s"})
    assert [(w.path.name, w.bytes, w.status) for w in written] == [("main", 1, "written"), ("side", 1, "written")]
    assert (tmp_path / "main").stat().st_mtime_ns >= (tmp_path / "deep" / "side").stat().st_mtime_ns


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    assert [w.status for w in save({tmp_path / "new" / "a": b"a"}, dry_run=True)] == ["planned"]
    assert list(tmp_path.iterdir()) == []


@posix
def test_links_are_kept(tmp_path: Path) -> None:
    real, link, loose = tmp_path / "real.txt", tmp_path / "link.txt", tmp_path / "loose.txt"
    real.write_bytes(b"old")
    link.symlink_to("real.txt")
    loose.symlink_to("later.txt")
    save({link: b"new", loose: b"later"}, force=True)
    assert link.is_symlink()
    assert loose.is_symlink()
    assert (real.read_bytes(), (tmp_path / "later.txt").read_bytes()) == (b"new", b"later")


@posix
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_new_files_follow_the_umask_and_old_ones_keep_their_mode(tmp_path: Path, umask: int, mode: int) -> None:
    path = tmp_path / "maze.txt"
    before = os.umask(umask)
    try:
        save({path: b"1"})
        assert stat.S_IMODE(path.stat().st_mode) == mode
        path.chmod(0o640)
        save({path: b"2"}, force=True)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
    finally:
        os.umask(before)


@posix
def test_devices_are_written_to_and_never_replaced() -> None:
    null = Path(os.devnull)
    assert save({null: b"x"})[0].status == "written"
    assert stat.S_ISCHR(null.stat().st_mode)
    if Path("/dev/full").exists():
        with pytest.raises(WriteError, match="no space left"):
            save({Path("/dev/full"): b"x"})


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        save({pipe: b"maze"})
        assert reader.stdout
        assert reader.stdout.read() == b"maze"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_cannot_be_written_is_said_before_anything_is_written(tmp_path: Path) -> None:
    folder, file = tmp_path / "folder", tmp_path / "file"
    folder.mkdir()
    file.write_bytes(b"")
    cases = [
        (folder, "is a folder"),
        (file / "below.txt", "not a directory"),
        (tmp_path / ("x" * 300), "too long"),
        (tmp_path / "nul\0.txt", "null"),
    ]
    if os.name == "posix":
        (tmp_path / "round").symlink_to("round")
        cases.append((tmp_path / "round", "symbolic links"))
    for path, words in cases:
        with pytest.raises(WriteError, match=words):
            save({path: b"x", tmp_path / "side": b"y"}, force=True)
        assert not (tmp_path / "side").exists()


@contextmanager
def nobody() -> Iterator[None]:
    """Be a user without rights, as the superuser may write anywhere."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@posix
def test_a_folder_without_the_right_to_write_is_a_plain_error() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "old.txt").write_bytes(b"old")
        (folder / "closed").mkdir(mode=0o700)
        folder.chmod(0o555)
        try:
            with nobody():
                for path in (folder / "new.txt", folder / "old.txt", folder / "more" / "new.txt"):
                    with pytest.raises(WriteError, match="permission denied"):
                        save({path: b"new"}, force=True)
            assert sorted(p.name for p in folder.iterdir()) == ["closed", "old.txt"]
            assert (folder / "old.txt").read_bytes() == b"old"
        finally:
            folder.chmod(0o700)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("dig-15x13-7", "dig-15x13-7"),
        ("dig-15x13-迷路 その1", "dig-15x13-迷路_その1"),
        ("con", "_con"),
        ("NUL.txt", "_NUL.txt"),
        ("com1.agtk.js", "_com1.agtk.js"),
        ("LPT³", "_LPT³"),
        ("console", "console"),
        ('a<b>c:d"e/f\\g|h?i*j', "a_b_c_d_e_f_g_h_i_j"),
        ("../../etc/passwd", "_.._etc_passwd"),
        ("...", "_"),
        ("", "_"),
        ("tab\tline\nend.", "tab_line_end"),
        ("\udc80", "_"),
    ],
)
def test_safe_names(text: str, name: str) -> None:
    assert safe_name(text) == name


@given(st.text(st.characters(), max_size=300))
def test_safe_names_are_safe(text: str) -> None:
    name = safe_name(text)
    assert name
    assert not UNSAFE.search(name)
    assert not RESERVED.fullmatch(name)
    assert len(name.encode()) <= NAME_BYTES + 1
    assert name == name.strip(". ")
