"""A level that cannot fit is refused before anything is allocated, whatever sets the limit."""

import subprocess
import sys
from pathlib import Path

import pytest

from mazeconv import memory
from mazeconv.errors import GenerationError


def test_the_least_of_the_limits_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text("10000000\n")
    monkeypatch.setattr(memory, "CONTAINER_LIMITS", ("/nothing/here", str(limit)))
    assert memory.allowed() == 10_000_000
    with pytest.raises(GenerationError, match="4,000,000 tiles need about"):
        memory.check_memory(4_000_000)
    memory.check_memory(3_000_000)


def test_a_container_without_a_limit_has_all_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text("max\n")
    monkeypatch.setattr(memory, "CONTAINER_LIMITS", (str(limit),))
    monkeypatch.setattr(memory, "_process", lambda: None)
    assert memory.allowed() == memory.physical()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of this kind")
def test_the_limit_of_the_process_is_said_before_it_is_met() -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2_000_000_000,) * 2)\n"
        "from mazeconv.cli import main; main(['generate', '--size', '30001x30001', '--dry-run'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "900,060,001 tiles need about 2.5 GiB of memory, and there are 1.9 GiB" in ran.stderr


def test_memory_that_is_used_up_is_no_crash() -> None:
    program = "from mazeconv.cli.console import report\nraise SystemExit(report(MemoryError()))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.splitlines()[0]) == (1, "error: there is not enough memory")


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of a process")
def test_a_level_that_fits_but_not_its_file_is_no_crash() -> None:
    program = (
        "import numpy as np, mazeconv, resource\n"
        "from mazeconv.cli.console import report\n"
        "level = mazeconv.Level(np.zeros((8000, 8000), np.uint8))\n"
        "mazeconv.encode(mazeconv.Level(np.zeros((1, 1), np.uint8)), 'json')\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + {room},) * 2)\n"
        "try:\n    mazeconv.encode(level, 'json')\n"
        "except MemoryError as error:\n    raise SystemExit(report(error))\n"
    )
    for room, code in ((30_000_000, 1), (100_000_000, 1), (150_000_000, 0)):
        command = [sys.executable, "-c", program.format(room=room)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == code, ran.stderr
        assert ("there is not enough memory" in ran.stderr) == (code == 1)
