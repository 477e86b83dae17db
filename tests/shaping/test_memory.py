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
# Each step is taken by a process of its own that has compiled all, and that forgets the most that it took until then.
COUNTING = """
import json, os, re, sys, warnings
from pathlib import Path
from mazeconv import generate

def kilobytes(name):
    return int(re.search(name + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

def level(side, step):
    return generate("dig", cells=(side, side), seed=1, shape=step, engine="numba")

warnings.simplefilter("ignore")
for name, step in json.loads(sys.argv[1]).items():
    if not os.fork():
        level(101, step)
        Path("/proc/self/clear_refs").write_text("5")
        before = kilobytes("VmRSS")
        tiles = level(1001, step).tiles
        print(name, 1024 * (kilobytes("VmHWM") - before) / tiles.size, flush=True)
        os._exit(0)
    if os.wait()[1]:
        raise SystemExit(f"{name} failed")
"""


def test_every_step_is_measured() -> None:
    assert list(STEPS) == list(SHAPING.builtin)


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of a process")
def test_a_step_takes_as_much_memory_as_it_says() -> None:
    need("numba")
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, json.dumps(STEPS)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    taken = {name: float(each) for name, each in map(str.split, done.stdout.splitlines())}
    assert list(taken) == list(STEPS)
    for name, each in taken.items():
        said = SHAPING.get(name).memory
        assert each <= said, f"{name} takes {each:.1f} bytes a tile"
        # Far too much would refuse levels for which there is room.
        assert said <= 2 * each + 1, f"{name} takes {each:.1f} bytes a tile"


def test_too_much_for_a_step_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazeconv.memory.allowed", lambda: 100_000_000)
    with pytest.raises(GenerationError, match=r"4,012,009 tiles with --shape inner need about 0\.2 GiB") as caught:
        generate("dig", (2003, 2003), seed=1, shape="inner=3x3")
    assert caught.value.hint == "make a smaller maze, or leave out --shape inner"
