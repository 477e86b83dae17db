"""A search on a Dask cluster of real processes gives the same answer, even if one of them is killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import mazeconv
from clients import need
from commands import PROGRAM, surroundings
from mazeconv.cli import run

if TYPE_CHECKING:
    from collections.abc import Iterator

# The library warns of its own parts that are no longer closed in order when a worker is killed.
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="a process is killed by a signal"),
    pytest.mark.filterwarnings("ignore"),
]

ASKED: dict[str, Any] = {"cells": (12, 12), "require": "solution >= 50", "best": "dead_ends", "top": 5, "shard": 40}
COUNT = 4000


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    distributed = need("distributed")
    monkeypatch.setenv("PYTHONPATH", surroundings()["PYTHONPATH"])
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as made:
        yield made


def test_a_killed_worker_changes_nothing(cluster: Any) -> None:
    client = need("distributed").Client(cluster)
    pids = client.run(os.getpid)
    client.close()
    assert len(set(pids.values())) == 2
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed and done >= total // 4:
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    found = mazeconv.search(
        COUNT, "backtracker", scheduler=cluster.scheduler_address, engine="python", progress=kill_one, **ASKED
    )
    assert len(killed) == 1
    assert found.tried == COUNT
    assert found == mazeconv.search(COUNT, "backtracker", workers=1, **ASKED)


def test_the_command_searches_on_a_cluster(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search", "-g", "backtracker", "--cells", "8x6", "--count", "300", "--best", "dead_ends", "--top", "3"]
    assert run(words) == 0
    alone = capsys.readouterr().out
    assert run([*words, "--scheduler", cluster.scheduler_address]) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.parametrize("address", ["nonsense", "foo://x:1"])
def test_an_address_that_is_none_leaves_no_traceback(address: str) -> None:
    need("distributed")
    words = [*PROGRAM, "search", "--count", "10", "--best", "solution", "--scheduler", address, "--color", "never"]
    done = subprocess.run(words, env=surroundings(), capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 1
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["error", "hint"]
