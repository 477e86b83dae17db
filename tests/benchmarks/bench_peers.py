"""Measure our generators, compiled and plain, against those of other packages for Python.

    pip install mazelib labmaze maze-dataset muutils==0.8.10
    PYTHONPATH=converter python tests/benchmarks/bench_peers.py [--sizes 50,200,1000] [--limit 60]

Every time is the processor's, the best of a few mazes in a process of its own, after a small one that loads and
compiles what is needed. A package that is missing is left out, and a maze that takes more than the limit in seconds is
not waited for.
muutils is held back because later ones no longer have what maze-dataset imports.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import warnings
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS, ENOUGH = 25, 2.0
"""How many mazes are timed, unless so many seconds have passed."""

MAZELIB = {
    "backtracker": "BacktrackingGenerator",
    "prim": "Prims",
    "kruskal": "Kruskal",
    "wilson": "Wilsons",
    "aldous-broder": "AldousBroder",
    "eller": "Ellers",
    "hunt-and-kill": "HuntAndKill",
    "recursive-division": "Division",
    "sidewinder": "Sidewinder",
    "binary-tree": "BinaryTree",
}
MAZE_DATASET = {
    "backtracker": "gen_dfs",
    "prim": "gen_prim",
    "kruskal": "gen_kruskal",
    "wilson": "gen_wilson",
    "recursive-division": "gen_recursive_division",
}


def of_mazelib(name: str) -> Callable[[int], Any]:
    """Return mazelib's generator as a function of the size in cells."""
    cls = MAZELIB[name]
    generator = getattr(import_module(f"mazelib.generate.{cls}"), cls)
    return lambda size: generator(size, size).generate()


def of_labmaze(name: str) -> Callable[[int], Any]:  # noqa: ARG001 - it has one only
    """Return labmaze's depth-first generator, without rooms, as a function of the size in cells."""
    maze = import_module("labmaze").RandomMaze

    def make(size: int) -> Any:
        side = 2 * size + 1
        return maze(height=side, width=side, max_rooms=0, simplify=False, random_seed=1).entity_layer

    return make


def of_maze_dataset(name: str) -> Callable[[int], Any]:
    """Return maze-dataset's generator as a function of the size in cells."""
    import numpy as np

    generator = getattr(import_module("maze_dataset.generation").LatticeMazeGenerators, MAZE_DATASET[name])
    return lambda size: generator(np.array([size, size]))


def of_ours(name: str, engine: str) -> Callable[[int], Any]:
    """Return our generator, to the finished tiles, as a function of the size in cells."""
    from mazeconv.generators import GENERATORS, Job
    from mazeconv.grid import Grid, rasterise
    from mazeconv.options.building import build
    from mazeconv.rng import Stream

    generator = GENERATORS.get(name)
    options = build(generator.options, {}, name)

    def make(size: int) -> Any:
        job = Job(rows=size, cols=size, options=options, stream=Stream(1), engine=engine)  # type: ignore[arg-type]
        grid = generator.run(job)
        return rasterise(grid) if isinstance(grid, Grid) else grid

    return make


PEERS: dict[str, tuple[str, Callable[[str], Callable[[int], Any]], list[str]]] = {
    "mazelib": ("mazelib", of_mazelib, list(MAZELIB)),
    "labmaze": ("labmaze", of_labmaze, ["backtracker"]),
    "maze-dataset": ("maze_dataset", of_maze_dataset, list(MAZE_DATASET)),
}


def take(side: str, name: str, size: int) -> float:
    """Return the time of one maze in nanoseconds a cell."""
    make = of_ours(name, side) if side in ("numba", "python") else PEERS[side][1](name)
    make(5)
    times: list[float] = []
    while len(times) < ROUNDS and sum(times) < ENOUGH:
        begun = time.process_time()
        make(size)
        times.append(time.process_time() - begun)
    return min(times) / size**2 * 1e9


def measured(side: str, name: str, size: int, limit: float) -> float | str:
    """Return what `take` returns in a process of its own, or why there is no time."""
    command = [sys.executable, "-W", "ignore", __file__, "--take", side, name, str(size)]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"over {limit:.0f} s"
    except subprocess.CalledProcessError as error:
        return f"fails with {error.stderr.strip().splitlines()[-1]!r}"
    return float(done.stdout.split()[-1])


def row(name: str, size: int, limit: float) -> str:
    """Return the row of an algorithm at one size."""
    ours = {engine: measured(engine, name, size, limit) for engine in ("numba", "python") if has(engine)}
    cells = [f"{engine} {ns if isinstance(ns, str) else round(ns)}" for engine, ns in ours.items()]
    for peer, (module, _, names) in PEERS.items():
        if name in names and find_spec(module):
            theirs = measured(peer, name, size, limit)
            if isinstance(theirs, str):
                cells.append(f"{peer} {theirs}")
            else:
                times = " / ".join(f"{theirs / ns:.1f}" for ns in ours.values() if not isinstance(ns, str))
                cells.append(f"{peer} {theirs:.0f} ({times} times ours)")
    return f"{name:20} {size:5}²  " + "; ".join(cells)


def has(engine: str) -> bool:
    """Return whether the engine can run."""
    return engine == "python" or find_spec("numba") is not None


def main() -> None:
    """Print a table, or take one time for the process that prints it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sizes", default="50,200,1000")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--take", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.take:
        warnings.simplefilter("ignore")
        side, name, size = asked.take
        print(take(side, name, int(size)))
        return
    for peer, (module, _, _) in PEERS.items():
        if not find_spec(module):
            print(f"{peer} is not installed")
    print("ns a cell")
    for name in asked.names or MAZELIB:
        for size in asked.sizes.split(","):
            print(row(name, int(size), asked.limit), flush=True)


if __name__ == "__main__":
    main()
