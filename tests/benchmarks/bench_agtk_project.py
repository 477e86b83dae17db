"""Time a patch of a PGMMV project of several megabytes; run it as a program.

`PYTHONPATH=converter:tests python tests/benchmarks/bench_agtk_project.py [SIDE] [COPIES]` makes a layer of SIDE x SIDE
tiles (default 200) and COPIES copies of a real project's objects (default 12): about 5 MB.
"""

from __future__ import annotations

import argparse
import json
import time

from agtk_projects import REAL, synthetic
from mazeconv import generate
from mazeconv.agtk.patching import Request, patch
from mazeconv.agtk.project import Project

RUNS = 5


def large(side: int, copies: int) -> str:
    """Return a project with a full layer and many objects."""
    tile = {"tilesetId": 1, "x": 0, "y": 0}
    text = synthetic(tiles={f"{col},{row}": tile for col in range(side) for row in range(side)})
    text = text.replace('"horzScreenCount": 1', f'"horzScreenCount": {side // 8}')
    text = text.replace('"vertScreenCount": 2', f'"vertScreenCount": {side // 8}')
    real = REAL["object-filter"]
    start = real.index("[", real.index('"objectList"'))
    objects = real[start + 1 : json.JSONDecoder().raw_decode(real, start)[1] - 1]
    head, opening, tail = text.partition('"objectList": [')
    return head + opening + ",".join([objects] * copies) + "," + tail


def main() -> None:
    """Print the size of the project and the best times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("side", nargs="?", type=int, default=200, help="tiles a side of the layer")
    parser.add_argument("copies", nargs="?", type=int, default=12, help="copies of the objects")
    asked = parser.parse_args()
    if "object-filter" not in REAL:
        parser.error("the real project lies beside the checkout only at its makers'")
    text, level = large(asked.side, asked.copies), generate(size=(31, 31), seed=1)
    request = Request(scene="Cave", layer="2", wall="1:0,0", floor="1:2,1")
    scans, patches = [], []
    for _ in range(RUNS):
        begun = time.perf_counter()
        Project(text, "bench")
        scans.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        patch(text, level, request, "bench")
        patches.append(time.perf_counter() - begun)
    print(f"{len(text.encode()) / 1e6:.1f} MB: scanned in {min(scans):.3f} s, patched in {min(patches):.3f} s")


if __name__ == "__main__":
    main()
