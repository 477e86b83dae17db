"""Compare the time and the size of our PNG files with Pillow's; run it as a program.

`python tests/benchmarks/bench_png.py [CELLS]` draws a maze of CELLS x CELLS cells (default 1000).
"""

from __future__ import annotations

import argparse
import io
import time
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from mazeconv.formats import Target
from mazeconv.formats.png import PngOptions, write
from mazeconv.level import Level, Marker
from mazeconv.options.building import build

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

TARGET = Target("bench", Path())
RUNS = 3


def binary_tree(cells: int) -> Level:
    """Return a maze in which each cell is open to the right or downwards, with a start and a goal."""
    side = 2 * cells + 1
    tiles = np.ones((side, side), np.uint8)
    tiles[1::2, 1::2] = 0
    right = np.random.default_rng(1).random((cells, cells)) < 0.5
    right[-1] = True
    right[:, -1] = False
    tiles[1::2, 2::2][right] = 0
    down = ~right
    down[-1] = False
    tiles[2::2, 1::2][down] = 0
    return Level(tiles, (Marker("start", 1, 1), Marker("goal", side - 2, side - 2)))


def pillow(tiles: npt.NDArray[np.uint8], size: int, mode: str) -> bytes:
    """Return the same map, without marks, as Pillow saves it by default."""
    pixels = np.repeat(np.repeat(tiles, size, axis=0), size, axis=1)
    image = Image.fromarray(pixels if mode == "P" else pixels * 255)
    if mode == "P":
        # A full palette, as Pillow would store two colours in one bit.
        image.putpalette([250, 248, 240, 52, 58, 70] + [0] * 762)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def timed(make: Callable[[], bytes], runs: int) -> tuple[float, int]:
    """Return the best time in seconds, and the size of what is made."""
    best, size = float("inf"), 0
    for _ in range(runs):
        start = time.perf_counter()
        size = len(make())
        best = min(best, time.perf_counter() - start)
    return best, size


def main() -> None:
    """Print times, ratios, sizes and peak memory side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cells", nargs="?", type=int, default=1000, help="cells a side")
    cells = parser.parse_args().cells
    level = binary_tree(cells)
    cases: dict[str, dict[str, object]] = {
        "1 bit": {"markers": False},
        "with marks": {},
        "with grid": {"grid": True},
        "with all": {"grid": True, "coordinates": True},
    }
    print(f"{cells} x {cells} cells, {level.cols} x {level.rows} tiles; best of {RUNS}")
    print(
        f"{'tile':>4} {'picture':<11} {'ms':>7} {'KB':>7} {'peak MB':>8}   {'faster than Pillow L / P':<25} Pillow KB"
    )
    for size in (1, 4, 8, 16):
        theirs = [timed(lambda mode=mode: pillow(level.tiles, size, mode), 1) for mode in "LP"]  # type: ignore[misc]  # noqa: B023
        for name, values in cases.items():
            if "grid" in values and size < 4:
                continue
            options = build(PngOptions, {"tile_size": size, "pixel_limit": 1 << 40, **values}, "bench")

            def ours(options: PngOptions = options) -> bytes:
                return next(iter(write(level, options, TARGET).values()))

            seconds, length = timed(ours, RUNS)
            tracemalloc.start()
            ours()
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            ratios = " / ".join(f"{t / seconds:5.1f}x" for t, _ in theirs)
            sizes = " / ".join(f"{n // 1000}" for _, n in theirs)
            print(
                f"{size:>4} {name:<11} {seconds * 1e3:7.1f} {length // 1000:7} {peak / 1e6:8.1f}   {ratios:<25} {sizes}"
            )


if __name__ == "__main__":
    main()
