"""Print how many 16 x 16 mazes a second one core makes in a batch, compiled and plain.

PYTHONPATH=converter python tests/benchmarks/bench_batch.py [NAME …]
"""

from __future__ import annotations

import argparse
import warnings
from time import process_time

import mazeconv
from mazeconv.generators import GENERATORS

CELLS = (16, 16)
COMPILED, PLAIN = 50_000, 200


def rate(name: str, engine: str, count: int) -> float:
    """Return mazes a second of processor time, the best of three."""
    times = []
    for seed in range(3):
        begun = process_time()
        mazeconv.batch(count, name, cells=CELLS, seed=seed, engine=engine)  # type: ignore[arg-type]
        times.append(process_time() - begun)
    return count / min(times)


def main() -> None:
    """Print a row a generator that plans."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        default=GENERATORS.builtin,
        help="generators to measure, all of them by default",
    )
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    print(f"{'generator':20} {'compiled':>10} {'plain':>8} {'ratio':>6}")
    for name in asked.names:
        if GENERATORS.get(name).plan is not None:
            rate(name, "numba", 10)
            fast, plain = rate(name, "numba", COMPILED), rate(name, "python", PLAIN)
            print(f"{name:20} {fast:10,.0f} {plain:8,.0f} {fast / plain:6.0f}")


if __name__ == "__main__":
    main()
