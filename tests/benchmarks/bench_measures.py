"""Time the measures of one large level, and the survey of many small ones that a search rests on; run it as a program.

`python tests/benchmarks/bench_measures.py [TILES]` measures a maze of TILES x TILES tiles (default 3999). It shows the
time of the processor, which other programs disturb less.
"""

from __future__ import annotations

import argparse
import resource
import time

import numpy as np

import mazeconv
from mazeconv.measures.surveying import Surveyor

LEVELS = 2000
RUNS = 20


def main() -> None:
    """Print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tiles", nargs="?", type=int, default=3999, help="tiles a side of the large level")
    side = parser.parse_args().tiles
    large = mazeconv.generate("backtracker", (side, side), seed=1)
    for run in ("with compiling", "again"):
        begin = time.process_time()
        mazeconv.measure(large)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(f"{side} x {side} tiles, {run}: {time.process_time() - begin:.2f} s, {memory} MiB at most")
    few = [mazeconv.generate("backtracker", cells=(16, 16), seed=seed) for seed in range(50)]
    tiles = np.stack([few[i % len(few)].tiles for i in range(LEVELS)])
    ends = np.array([[34, 33 * 31 + 31]] * LEVELS, np.int32)
    for engine in ("numba", "python"):
        surveyor = Surveyor(33, 33, engine)
        some = LEVELS if engine == "numba" else 50
        times = []
        for _ in range(RUNS if engine == "numba" else 2):
            begin = time.process_time()
            surveyor.measure(tiles[:some], ends[:some])
            times.append(time.process_time() - begin)
        print(f"survey of 16 x 16 cells, {engine}: {min(times) / some * 1e6:.1f} us a level")


if __name__ == "__main__":
    main()
