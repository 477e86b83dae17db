"""What shaping takes of the machine's memory, as the system counts it, against what each step says."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from clients import need
from mazeconv import generate
from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS
from mazeconv.memory import BYTES_PER_TILE
from mazeconv.shaping import SHAPING

# Much of each, so that what a step holds for each place counts too.
STEPS = {
    "corridor": "corridor=2",
    "wall": "wall=2",
    "inner": "inner=31x31",
    "symmetry": "symmetry=mirror-x",
    "sparsify": "sparsify=10",
    "braid": "braid=1",
    "loops": "loops=0.5",
    "entrances": "entrances=north,east,south,west",
    "repair": "repair",
    "ends": "ends=random",
    "island-goal": "island-goal=1",
    "keys": "keys=9",
    "treasures": "treasures=2000",
    "place": "place=enemy,count=2000",
}
# Each level is made by a process of its own that has compiled all, and that forgets the most that it took until then.
COUNTING = """
import json, os, re, sys, warnings
from pathlib import Path
from mazeconv import generate

def kilobytes(name):
    return int(re.search(name + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

engine, side, cases = json.loads(sys.argv[1])
warnings.simplefilter("ignore")
for generator, step in cases:
    if not os.fork():
        generate(generator, (205, 205), seed=1, shape=step or (), engine=engine)
        Path("/proc/self/clear_refs").write_text("5")
        before = kilobytes("VmRSS")
        tiles = generate(generator, (side, side), seed=1, shape=step or (), engine=engine).tiles
        print(1024 * (kilobytes("VmHWM") - before) / tiles.size, flush=True)
        os._exit(0)
    if os.wait()[1]:
        raise SystemExit(f"{generator} with {step} failed")
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of a process")


def taken(engine: str, side: int, cases: list[tuple[str, str]]) -> list[float]:
    """Return how many bytes a tile a level of `side` tiles a side takes at the peak, for each generator and step."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, json.dumps((engine, side, cases))],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    return [float(line) for line in done.stdout.split()]


def test_every_step_is_measured() -> None:
    assert list(STEPS) == list(SHAPING.builtin)


@linux
@pytest.mark.parametrize("generator", ["dig", "rooms", "cave"])
def test_a_step_takes_at_least_as_much_memory_as_it_says(generator: str) -> None:
    need("numba")
    tiles = GENERATORS.get(generator).unit == "tiles"
    cases = [(generator, step) for name, step in STEPS.items() if name not in ("corridor", "wall")]
    for (_, step), each in zip(cases, taken("numba", 1205, cases), strict=True):
        said = SHAPING.get(step.partition("=")[0]).memory[tiles]
        # More would refuse levels for which there is room; far less would refuse none.
        assert said == BYTES_PER_TILE or 0.35 * each <= said <= each, f"{step} takes {each:.1f} bytes a tile"


@linux
def test_plain_python_takes_as_much_memory_as_it_says() -> None:
    cases = [(name, "") for name in GENERATORS.builtin]
    for (name, _), each in zip(cases, taken("python", 1005, cases), strict=True):
        said = GENERATORS.get(name).plain_memory
        assert 0.35 * each <= said <= each, f"{name} takes {each:.1f} bytes a tile"


def test_too_much_for_a_step_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazeconv.memory.allowed", lambda: 100_000_000)
    with pytest.raises(GenerationError, match=r"4,012,009 tiles with --shape inner need about 0\.2 GiB") as caught:
        generate("dig", (2003, 2003), seed=1, shape="inner=3x3")
    assert caught.value.hint == "make a smaller maze, or leave out --shape inner"
    with pytest.raises(GenerationError, match=r"9,018,009 tiles in plain Python need about 0\.2 GiB"):
        generate("labyrinth", (3003, 3003), seed=1, engine="python")
