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
