"""Compare reading a large CSV map with pytiled-parser, in processor time and peak memory, in one run.

The goal is 4000 x 4000 tiles at least 8 times faster and within 250 MB, but for maps whose GIDs all have ten digits,
since every tile is turned: there the file alone is 176 MB. Each reading is a program of its own, and
both take turns, so that a busy machine slows both. Run it as `python tests/benchmarks/bench_read_tmx.py [SIDE]`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    Gids = npt.NDArray[np.int64]

ROUNDS = 3
GOAL, MEGABYTES = 8, 250
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.11.2" orientation="orthogonal" renderorder="right-down" width="{0}" height="{0}" \
tilewidth="24" tileheight="24" infinite="0" nextlayerid="2" nextobjectid="1">
 <tileset firstgid="1" name="tiles" tilewidth="24" tileheight="24" tilecount="100000" columns="10">
  <image source="tiles.png" width="240" height="240000"/>
  <tile id="1" type="wall"/>
 </tileset>
 <layer id="1" name="maze" width="{0}" height="{0}">
  <data encoding="csv">
"""
TAIL = "\n</data>\n </layer>\n</map>\n"
CLOCK = """
import resource, sys, time, warnings
warnings.simplefilter("ignore")
{0}
began = time.process_time()
{1}
print(time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
# Both are imported before the clock starts.
OURS = CLOCK.format("import mazeconv.formats.tmx\nfrom mazeconv.api import read", "read(sys.argv[1], 'tmx')")
THEIRS = CLOCK.format("import pathlib, pytiled_parser", "pytiled_parser.parse_map(pathlib.Path(sys.argv[1]))")


def measured(program: str, path: Path) -> tuple[float, float]:
    """Return the processor time in seconds and the peak memory in MB of a program that reads a map."""
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def main() -> None:
    """Print times, ratios and peak memory for maps with short and with long GIDs, and with white space."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("side", nargs="?", type=int, default=4000, help="tiles a side")
    side = parser.parse_args().side
    rng = np.random.default_rng(1)

    def turned(gids: Gids, share: float) -> Gids:
        return gids + (np.where(rng.random(side) < share, rng.integers(8, 16, side), 0) << 28)

    rows: dict[str, tuple[Callable[[], Gids], str]] = {
        "1 to 2": (lambda: rng.integers(1, 3, side), ",\n"),
        "1 to 900": (lambda: rng.integers(1, 901, side), ",\n"),
        "1 to 60000": (lambda: rng.integers(1, 60_001, side), ",\n"),
        "1 to 5 digits": (lambda: (10 ** rng.uniform(0, 5, side)).astype(np.int64), ",\n"),
        "a tenth turned": (lambda: turned(rng.integers(1, 901, side), 0.1), ",\n"),
        "all turned": (lambda: turned(rng.integers(1, 901, side), 1), ",\n"),
        "with CRLF": (lambda: rng.integers(1, 901, side), ",\r\n"),
        "with spaces": (lambda: rng.integers(1, 901, side), ", \n"),
    }
    print(f"{side} x {side} tiles, best of {ROUNDS}")
    print(f"{'GIDs':<16} {'s':>6} {'MB':>6}   {'pytiled-parser s':>16} {'MB':>6} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, (row, end) in rows.items():
            path = Path(folder) / "large.tmx"
            # Row by row: the peak of a program is counted from that of the one which starts it.
            with path.open("w", newline="") as file:
                file.write(HEAD.format(side))
                for left in range(side - 1, -1, -1):
                    file.write(end[:-1].rstrip("\r").join(map(str, row().tolist())))
                    file.write(end if left else TAIL)
            runs = [(measured(OURS, path), measured(THEIRS, path)) for _ in range(ROUNDS)]
            ours, theirs = (
                tuple(min(values) for values in zip(*some, strict=True)) for some in zip(*runs, strict=True)
            )
            ratio = theirs[0] / ours[0]
            good = ratio >= GOAL and ours[1] <= MEGABYTES
            print(
                f"{name:<16} {ours[0]:6.2f} {ours[1]:6.0f}   {theirs[0]:16.2f} {theirs[1]:6.0f} {ratio:6.1f}x"
                + ("" if good else "   short of the goal")
            )


if __name__ == "__main__":
    main()
