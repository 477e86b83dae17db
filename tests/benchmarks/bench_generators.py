"""Measure each generator against the same loop in plain C, and how its time grows.

    PYTHONPATH=converter python tests/benchmarks/bench_generators.py [NAME …]
        [--sizes 200,1000,4000] [--rounds 3] [--engine numba] [--no-exponent]

Both sides carve the same blank lattice and take the grid out of it, on one core, in processes of their own that take
turns; the ratio is of their best times of the processor. Kruskal's loop in C shuffles all edges, and ours does not;
all other loops in C give our mazes bit for bit, which is checked before anything is measured. The exponent is the
slope of log time over log cells from 500 x 500 to 4000 x 4000: 1 is linear. A generator of tiles makes as many as n x n
cells would be, 2 n + 1 a side.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.generators import GENERATORS, Job
from mazeconv.grid import Grid, Lattice, rasterise
from mazeconv.kernels import Machine
from mazeconv.options.building import build
from mazeconv.rng import Stream

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    Maze = Grid | npt.NDArray[np.uint8]

HERE = Path(__file__).parent
SLOPE_SIZES = (500, 1000, 2000, 4000)
OTHER_ORDER = {"kruskal"}
"""Generators whose loop in C draws its random numbers in another order."""
WORTH = 4_000_000
"""Cells to carve in one turn, so that a small size is measured often."""


def compile_c(name: str, folder: Path) -> Path | None:
    """Compile the loop in C of a generator; return the library, or None if there is no source."""
    source = HERE / "c" / f"{name}.c"
    if not source.exists():
        return None
    library = folder / f"{name}.so"
    command = ["cc", "-O3", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", str(library), str(source)]
    subprocess.run(command, check=True)
    return library


def in_c(name: str, library: Path) -> Callable[[int, int], Maze]:
    """Return the loop in C as a function of (seed, size)."""
    function = ctypes.CDLL(str(library)).carve
    function.argtypes = [ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    function.restype = None
    machine = Machine(compiled=True)

    def carve(seed: int, size: int) -> Maze:
        lattice = Lattice.blank(machine, size, size)
        links = np.frombuffer(lattice.links, np.uint8)  # type: ignore[call-overload]  # an array when compiled
        function(seed, size, size, links.ctypes.data)
        return lattice.grid()

    def make(seed: int, size: int) -> Maze:
        side = 2 * size + 1
        tiles = np.empty((side, side), np.uint8)
        function(seed, side, side, tiles.ctypes.data)
        return tiles

    return make if GENERATORS.get(name).unit == "tiles" else carve


def in_ours(name: str, engine: str) -> Callable[[int, int], Maze]:
    """Return the generator as a function of (seed, size)."""
    generator = GENERATORS.get(name)
    options = build(generator.options, {}, name)

    def carve(seed: int, size: int) -> Maze:
        side = size if generator.unit == "cells" else 2 * size + 1
        job = Job(rows=side, cols=side, options=options, stream=Stream(seed), engine=engine)  # type: ignore[arg-type]
        return generator.run(job)

    return carve


def turn(carve: Callable[[int, int], Maze], size: int) -> float:
    """Return the best time of a turn, in nanoseconds a cell."""
    carve(0, 8)
    best = float("inf")
    for seed in range(1, 1 + min(30, max(2, WORTH // size**2))):
        begun = time.process_time()
        carve(seed, size)
        best = min(best, time.process_time() - begun)
    return best / size**2 * 1e9


def measured(side: str, name: str, size: int, library: Path | None, engine: str) -> float:
    """Return the time of one turn in a process of its own."""
    command = [sys.executable, "-W", "ignore", __file__, "--turn", side, "--sizes", str(size), "--engine", engine, name]
    if library:
        command += ["--library", str(library)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def same(name: str, library: Path) -> bool:
    """Return whether the loop in C gives our mazes."""
    ours, theirs = in_ours(name, "python"), in_c(name, library)
    generator = GENERATORS.get(name)
    # The least sizes of many seeds, as a generator of tiles needs further attempts there and hardly elsewhere.
    small = [1, 2] if generator.unit == "cells" else [max(generator.least) // 2 + k // 8 for k in range(40)]
    return all(
        np.array_equal(raster(ours(seed, size)), raster(theirs(seed, size)))
        for seed, size in enumerate([*small, 17, 64, 98])
        if generator.unit == "tiles" or size % generator.step[0] == 0
    )


def raster(maze: Maze) -> npt.NDArray[np.uint8]:
    """Return the maze as tiles."""
    return rasterise(maze) if isinstance(maze, Grid) else maze


def slope(times: dict[int, float]) -> float:
    """Return the exponent of the time over the number of cells, from times a cell by size."""
    cells = [log(size**2) for size in times]
    total = [log(ns * size**2) for size, ns in times.items()]
    return float(np.polyfit(cells, total, 1)[0])


def compare(name: str, sizes: list[int], asked: argparse.Namespace, folder: Path) -> None:
    """Print the row of one generator."""
    library = compile_c(name, folder) if shutil.which("cc") else None
    note = ""
    if library is None:
        note = "no loop in C" if shutil.which("cc") else "no C compiler"
    elif name not in OTHER_ORDER and not same(name, library):
        note = "THE LOOP IN C GIVES OTHER MAZES"
    engine = asked.engine
    sloped = engine == "numba" and not asked.no_exponent
    every = sorted({*sizes, *SLOPE_SIZES}) if sloped else sizes
    ours: dict[int, float] = {}
    row = f"{name:20}"
    for size in every:
        turns = {"ours": float("inf"), "c": float("inf")}
        for _ in range(asked.rounds):
            for side in ("c", "ours"):
                if side == "ours" or (library and size in sizes):
                    turns[side] = min(turns[side], measured(side, name, size, library, engine))
        ours[size] = turns["ours"]
        if size in sizes:
            against = f"{turns['c']:8.1f}{turns['ours'] / turns['c']:7.2f}" if library else f"{'':15}"
            row += f"  {turns['ours']:8.1f}{against}"
    if sloped:
        row += f"{slope({size: ours[size] for size in SLOPE_SIZES}):9.3f}"
    print(row, note, flush=True)


def main() -> None:
    """Print a table, or take one turn for the process that prints it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sizes", default="200,1000,4000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", default="numba")
    parser.add_argument("--no-exponent", action="store_true", help="measure the asked sizes only")
    parser.add_argument("--turn", choices=["ours", "c"], help=argparse.SUPPRESS)
    parser.add_argument("--library", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    sizes = [int(size) for size in asked.sizes.split(",")]
    warnings.simplefilter("ignore")
    if asked.turn:
        carve = in_c(asked.names[0], asked.library) if asked.turn == "c" else in_ours(asked.names[0], asked.engine)
        print(turn(carve, sizes[0]))
        return
    usual = [g.name for g in GENERATORS.all() if g.unit == "cells" or (HERE / "c" / f"{g.name}.c").exists()]
    heads = "".join(f"  {f'{size}²':>8}{'C':>8}{'ratio':>7}" for size in sizes)
    print("ns a cell".ljust(20) + heads + f"{'exponent':>9}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.names or usual:
            compare(name, sizes, asked, Path(folder))


if __name__ == "__main__":
    main()
