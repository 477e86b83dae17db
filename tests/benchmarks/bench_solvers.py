"""Compare compiled solvers with C: run `python tests/benchmarks/bench_solvers.py [SIDE in tiles]`.

Both go from tiles to the finished route, in processes of their own that take turns; the best time of each counts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import mazeconv
from mazeconv import Level, Place

SOLVERS = ("shortest", "right-hand", "dead-end-filling")
GENERATORS = ("backtracker", "dig")
ROUNDS, RUNS = 4, 3
LIMIT = 1.3


def store(level: Level, path: Path) -> None:
    """Write a level as the C programs read it."""
    start, goal = level.start or Place(0, 0), level.goal or Place(0, 0)
    head = np.array([level.rows, level.cols, *start, *goal], np.int32)
    path.write_bytes(head.tobytes() + level.tiles.tobytes())


def stored(path: Path) -> Level:
    """Return a level that `store` wrote."""
    data = path.read_bytes()
    rows, cols, *ends = np.frombuffer(data, np.int32, 6).tolist()
    tiles = np.frombuffer(data, np.uint8, offset=24).reshape(rows, cols)
    return Level(tiles, (mazeconv.Marker("start", *ends[:2]), mazeconv.Marker("goal", *ends[2:])))


def time_ours(path: Path, solver: str) -> None:
    """Print the best time of some runs, and the steps."""
    level = stored(path)
    mazeconv.solve(level, solver, engine="numba")
    best = np.inf
    for _ in range(RUNS):
        begun = time.perf_counter()
        route = mazeconv.solve(level, solver, engine="numba")
        best = min(best, time.perf_counter() - begun)
    print(f"{best:.6f} {route.steps}")


def measured(command: list[str]) -> tuple[float, int]:
    """Return the seconds and steps that a process prints."""
    seconds, steps = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), int(steps)


def main() -> None:
    """Print the ratios, or take one time for the process that prints them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("side", nargs="?", type=int, default=4001, help="tiles a side, made odd (default: %(default)s)")
    parser.add_argument("--ours", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.ours:
        path, solver = asked.ours
        time_ours(Path(path), solver)
        return
    side, here = asked.side | 1, Path(__file__)
    with tempfile.TemporaryDirectory() as folder:
        for solver in SOLVERS:
            source = here.parent / "c" / f"solve-{solver}.c"
            subprocess.run(["cc", "-O3", "-march=native", "-o", f"{folder}/{solver}", str(source)], check=True)
        for generator in GENERATORS:
            path = Path(folder) / generator
            store(mazeconv.generate(generator, (side, side), seed=1), path)
            for solver in SOLVERS:
                ours, theirs = [], []
                for _ in range(ROUNDS):
                    theirs.append(measured([f"{folder}/{solver}", str(path), str(RUNS)]))
                    ours.append(measured([sys.executable, str(here), "--ours", str(path), solver]))
                if {steps for _, steps in ours} != {steps for _, steps in theirs}:
                    sys.exit(f"{solver} walks {ours[0][1]} steps, C {theirs[0][1]}")
                mine, c = min(ours)[0], min(theirs)[0]
                verdict = "" if mine <= LIMIT * c else f" OVER {LIMIT}"
                print(
                    f"{generator:12} {side}² {solver:17} {ours[0][1]:>10,} steps"
                    f"  C {c * 1000:8.1f} ms  ours {mine * 1000:8.1f} ms  ratio {mine / c:.2f}{verdict}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
