"""Measure how many mazes of 16 x 16 cells a search tries in a second on one core, beside other packages for Python.

    pip install maze-dataset muutils==0.8.10 lapyrinth
    PYTHONPATH=converter python tests/benchmarks/bench_search.py [COUNT]

The work is the same for all: make a depth-first maze, count its dead ends and the steps from corner to corner, and keep
the best that is long enough. The goal is 20,000 a second of processor time. A package that is missing is left out;
muutils is held back because later ones no longer have what maze-dataset imports.
"""

from __future__ import annotations

import argparse
import warnings
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

import mazeconv
from mazeconv.generators import GENERATORS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIDE, STEPS, GOAL = 16, 120, 20_000
COUNT, FEW, ROUNDS = 100_000, 100, 3


def ours(name: str, count: int, **how: Any) -> None:
    """Search among our mazes, in this process."""
    mazeconv.search(
        count, name, cells=(SIDE, SIDE), require=f"solution >= {STEPS}", best="dead_ends", top=5, workers=1, **how
    )


def of_maze_dataset(count: int) -> Iterator[tuple[int, int]]:
    """Yield (dead ends, steps) of mazes of maze-dataset."""
    make = import_module("maze_dataset.generation").LatticeMazeGenerators.gen_dfs
    shape = np.array([SIDE, SIDE])
    for _ in range(count):
        maze = make(shape)
        ends = int(np.count_nonzero(maze.coord_degrees() == 1))
        yield ends, 2 * (len(maze.find_shortest_path((0, 0), (SIDE - 1, SIDE - 1))) - 1)


def of_lapyrinth(count: int) -> Iterator[tuple[int, int]]:
    """Yield (dead ends, steps) of mazes of lapyrinth."""
    package, finders = import_module("lapyrinth"), import_module("lapyrinth.pathfinders")
    for _ in range(count):
        maze = package.Maze(SIDE, SIDE)
        maze.randomized_depth_first_search()
        yield len(finders.get_dead_ends(maze)), len(finders.breadth_first_search(maze)) - 1


PEERS: dict[str, tuple[str, Callable[[int], Iterator[tuple[int, int]]]]] = {
    "maze-dataset": ("maze_dataset", of_maze_dataset),
    "lapyrinth": ("lapyrinth", of_lapyrinth),
}


def rate(work: Callable[[], Any], count: int) -> float:
    """Return levels a second of processor time, the best of a few rounds."""
    times = []
    for _ in range(ROUNDS):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return count / min(times)


def main() -> None:
    """Print a row for each generator that carves in batches, for plain Python, and for each other package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=COUNT, help="mazes to try (default: %(default)s)")
    count = parser.parse_args().count
    warnings.simplefilter("ignore")
    rates = {}
    for name in GENERATORS.builtin:
        if GENERATORS.get(name).plan is not None:
            ours(name, 10, engine="numba")
            rates[name] = rate(lambda name=name: ours(name, count, engine="numba"), count)  # type: ignore[misc]
            print(f"{name:20} {rates[name]:10,.0f} levels a second{'' if rates[name] >= GOAL else ', below the goal'}")
    plain = rate(lambda: ours("backtracker", FEW, engine="python"), FEW)
    print(f"{'in plain Python':20} {plain:10,.0f}")
    for peer, (module, work) in PEERS.items():
        if find_spec(module) is None:
            print(f"{peer:20} is not installed")
            continue
        theirs = rate(lambda work=work: max(n for n in work(FEW) if n[1] >= STEPS), FEW)  # type: ignore[misc]
        print(f"{peer:20} {theirs:10,.0f}, and backtracker is {rates['backtracker'] / theirs:,.0f} times as fast")


if __name__ == "__main__":
    main()
