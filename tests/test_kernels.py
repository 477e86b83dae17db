from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mazeconv
from clients import need
from mazeconv.compiling import listen
from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.kernels import COMPILE_FROM, Buffer, Machine, Rng, below, rnd
from mazeconv.rng import MASK64, Stream

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

MAZE = """
import hashlib, pathlib, sys
from mazeconv.generators import GENERATORS, Job
from mazeconv.options import Options
from mazeconv.rng import Stream
{before}
job = Job(rows=40, cols=50, options=Options(), stream=Stream(1), engine={engine!r})
grid = GENERATORS.get("backtracker").run(job)
print(hashlib.sha256(grid.right.tobytes() + grid.down.tobytes()).hexdigest())
"""


def draw(rng: Rng, state: Buffer, budget: int, words: Buffer, values: Buffer, bounds: Buffer) -> bool:
    """Draw words and bounded values by turns."""
    at = state[0]
    left = budget
    while left > 0 and at < len(words):
        words[at] = rnd(rng)
        values[at] = below(rng, bounds[at])
        at += 1
        left -= 1
    state[0] = at
    return at >= len(words)


def drawn(machine: Machine, seed: int, bounds: list[int], budget: int = 0) -> tuple[list[int], list[int], int]:
    words, values = machine.ints(len(bounds), wide=True), machine.ints(len(bounds), wide=True)
    limits = machine.ints(bounds, wide=True)
    calls = sum(1 for _ in machine.steps(draw, Stream(seed), words, values, limits, budget=budget))
    return [int(words[i]) for i in range(len(bounds))], [int(values[i]) for i in range(len(bounds))], calls


@given(st.integers(0, MASK64), st.lists(st.integers(1, 1 << 31), min_size=1, max_size=50))
def test_compiled_draws_are_the_plain_ones(seed: int, bounds: list[int]) -> None:
    need("numba")
    assert drawn(Machine(compiled=True), seed, bounds) == drawn(Machine(compiled=False), seed, bounds)


@pytest.mark.parametrize("compiled", [False, True])
def test_one_step_at_a_time_gives_the_same(compiled: bool) -> None:
    if compiled:
        need("numba")
    machine = Machine(compiled=compiled)
    bounds = [1 + 40_000_000 * i for i in range(50)]
    *whole, calls = drawn(machine, 5, bounds)
    assert calls == 1
    *pieces, calls = drawn(machine, 5, bounds, budget=1)
    assert calls == len(bounds)
    assert pieces == whole


def test_progress_is_reported_and_can_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazeconv.kernels.PLAIN_BUDGET", 4)
    seen: list[tuple[int, int]] = []

    def run(progress: Machine) -> Buffer:
        buffers = [progress.ints(10), progress.ints(10), progress.ints([5] * 10)]
        return progress.run(draw, Stream(1), *buffers, total=9)

    state = run(Machine(compiled=False, progress=lambda done, total: seen.append((done, total))))
    assert seen == [(4, 9), (8, 9), (9, 9)]
    assert state[0] == 10

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Machine(compiled=False, progress=stop))


def test_choice_of_engine() -> None:
    need("numba")
    assert not Machine.choose(COMPILE_FROM - 1).compiled
    assert Machine.choose(COMPILE_FROM).compiled
    assert not Machine.choose(10**9, "python").compiled
    assert Machine.choose(1, "numba").compiled


def test_without_numba_all_runs_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert not Machine.choose(10**9).compiled
    assert not Machine.choose(10**9, "python").compiled
    with pytest.raises(UsageError, match="numba is not installed") as caught:
        Machine.choose(1, "numba")
    assert "mazeconv[fast]" in caught.value.hint


def test_a_numba_that_cannot_be_imported_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    need("numba")
    monkeypatch.setattr("mazeconv.compiling.import_trouble", lambda: "is installed but cannot be used (too old)")
    with pytest.warns(MazeconvNotice, match="too old"):
        assert not Machine.choose(10**9).compiled
    with pytest.raises(UsageError, match="too old"):
        Machine.choose(1, "numba")


def test_kernels_of_one_name_are_kept_apart() -> None:
    need("numba")
    from mazeconv.compiling import compiled
    from mazeconv.shaping import cuts
    from mazeconv.solvers import flooding

    one, other = compiled(cuts.descend), compiled(flooding.descend)
    # numba's cache knows a function by its file and its name.
    assert cuts.descend.__name__ == flooding.descend.__name__
    assert one.__name__ != other.__name__


def start(engine: str = "numba", before: str = "", **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "always", "-c", MAZE.format(engine=engine, before=before)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out.strip(), err


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    need("numba")
    plain, _ = ended(start("python"))
    both = [start(MAZECONV_CACHE=str(tmp_path)) for _ in range(2)]
    for out, _ in map(ended, both):
        assert out == plain
    # A third finds the compiled code and has nothing to say.
    assert ended(start(MAZECONV_CACHE=str(tmp_path))) == (plain, "")
    assert list(tmp_path.rglob("*.nbi"))


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("left", [0, 50])
def test_a_damaged_cache_is_made_again(ending: str, left: int, tmp_path: Path) -> None:
    need("numba")
    plain, _ = ended(start(MAZECONV_CACHE=str(tmp_path)))
    damaged = list(tmp_path.rglob(f"*{ending}"))
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[:left])
    for _ in range(2):
        assert ended(start(MAZECONV_CACHE=str(tmp_path)))[0] == plain
    assert all(path.stat().st_size > left for path in damaged if path.exists())


def test_a_full_disk_under_the_cache_does_not_matter(tmp_path: Path) -> None:
    need("numba")
    plain, _ = ended(start("python"))
    before = """
from numba.core.caching import IndexDataCacheFile
def full(*_):
    raise OSError(28, "No space left on device")
IndexDataCacheFile.save = full
"""
    assert ended(start(before=before, MAZECONV_CACHE=str(tmp_path)))[0] == plain


@pytest.mark.parametrize("case", ["a file is in the way", "read-only", "no home"])
def test_without_a_cache_folder_code_is_compiled_each_time(case: str, tmp_path: Path) -> None:
    need("numba")
    cache, before = tmp_path / "cache", ""
    env = {"MAZECONV_CACHE": str(cache), "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": ""}
    if case == "a file is in the way":
        cache.write_text("")
    elif case == "read-only":
        cache.mkdir()
        cache.chmod(0o555)
        if os.access(cache, os.W_OK):
            pytest.skip("this user may write anywhere")
    elif os.name == "nt":
        pytest.skip("Windows has a temporary folder at least")
    else:
        env["MAZECONV_CACHE"] = ""
        before = "def homeless(): raise RuntimeError('no home')\npathlib.Path.home = homeless"
    plain, _ = ended(start("python"))
    out, err = ended(start(before=before, **env))
    assert out == plain
    assert "no folder to keep the compiled code in" in err
    # numba would have chosen a folder of its own, where it misses changes of the random source.
    package = Path(mazeconv.__file__ or next(iter(mazeconv.__path__))).parent
    assert not list(package.rglob("*.nbi"))


def test_ctrl_c_while_compiling_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    class Called:
        """Raise where Python can only ignore it, as in a call that LLVM makes."""

        def __del__(self) -> None:
            raise KeyboardInterrupt

    class Function:
        def compile(self, times: int) -> str:
            for _ in range(times):
                Called()
            return "made"

    seen: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", seen.append)
    function = Function()
    listen(function)
    assert function.compile(0) == "made"
    with pytest.raises(KeyboardInterrupt):
        function.compile(1)
    Called()
    assert len(seen) == 1  # the hook that was there is back
