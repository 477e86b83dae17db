"""The table of generators: what a generator is, and the built-in ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np  # noqa: TC002 - help() reads the types of fields
import numpy.typing as npt  # noqa: TC002
from msgspec import Struct

from mazeconv.errors import GenerationError
from mazeconv.grid import Grid
from mazeconv.kernels import Engine, Machine, Progress, Watch
from mazeconv.level import Place
from mazeconv.memory import BYTES_PER_TILE
from mazeconv.options import Options
from mazeconv.rng import Stream
from mazeconv.tables import Table


class Job(Struct, frozen=True, kw_only=True):
    """Hold one request to a generator.

    `rows` and `cols` count the generator's unit: cells, or tiles with the outer wall. `mask` is bool[rows, cols], true
    where the maze may go, or None for everywhere. `start` and `goal` are tiles that the user asked for; only a tile
    generator, whose roads depend on them, looks at them. `watch` looks on, if the generator lets it.
    """

    rows: int
    cols: int
    options: Any
    stream: Stream
    mask: npt.NDArray[np.bool_] | None = None
    start: Place | None = None
    goal: Place | None = None
    engine: Engine = "auto"
    progress: Progress | None = None
    watch: Watch | None = None

    @property
    def machine(self) -> Machine:
        """Return the machine on which the kernels of this job run."""
        return Machine.choose(self.rows * self.cols, self.engine, self.progress, self.watch)


class Generator(Struct, frozen=True, kw_only=True):
    """Describe a generator and hold its function.

    `unit` says what it carves: "cells" of a lattice (`run` gives a `Grid`) or "tiles" (`run` gives uint8 tiles).
    `plan` says how a kernel carves, where that alone is what `run` does: such mazes can be made in batches. `least` is
    the smallest (width, height) in the unit, and every size that it can do is `least` plus a multiple of `step`.
    `goal` is where the goal is unless it is asked for: on the "last" road tile in reading order, or the "farthest" from
    the start. A generator whose mazes change gets a new `version`. `plain_memory` is how many bytes a tile of the level
    plain Python takes at least, at the peak.
    """

    name: str
    title: str
    about: str
    source: str
    unit: Literal["cells", "tiles"]
    run: Callable[[Job], Grid | npt.NDArray[np.uint8]]
    plan: Callable[..., Any] | None = None
    version: int = 1
    least: tuple[int, int] = (1, 1)
    step: tuple[int, int] = (1, 1)
    options: type[Options] = Options
    goal: Literal["last", "farthest"] = "last"
    plain_memory: int = BYTES_PER_TILE

    def require_fit(self, width: int, height: int) -> None:
        """Raise `GenerationError` with the nearest sizes unless `width` x `height` of the unit can be done."""
        near = nearest_sizes((width, height), self.least, self.step)
        if near != [(width, height)]:
            fits = " or ".join(f"{w}x{h}" for w, h in near)
            raise GenerationError(f"{self.name} cannot do {width}x{height} {self.unit}", f"try {fits} {self.unit}")


def nearest_sizes(size: tuple[int, int], least: tuple[int, int], step: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the nearest sizes around `size` that are `least` plus multiples of `step`; itself if it fits."""
    low, high = [], []
    for side, first, pitch in zip(size, least, step, strict=True):
        low.append(first + max(0, side - first) // pitch * pitch)
        high.append(low[-1] if low[-1] >= side else low[-1] + pitch)
    return sorted({(low[0], low[1]), (high[0], high[1])})


GENERATORS: Table[Generator] = Table(
    "generator",
    "mazeconv.generators",
    {
        "dig": "mazeconv.generators.growing_tree:DIG",
        "labyrinth": "mazeconv.generators.labyrinth:LABYRINTH",
        "backtracker": "mazeconv.generators.growing_tree:BACKTRACKER",
        "growing-tree": "mazeconv.generators.growing_tree:GROWING_TREE",
        "prim": "mazeconv.generators.prim:PRIM",
        "kruskal": "mazeconv.generators.kruskal:KRUSKAL",
        "wilson": "mazeconv.generators.uniform:WILSON",
        "aldous-broder": "mazeconv.generators.uniform:ALDOUS_BRODER",
        "eller": "mazeconv.generators.eller:ELLER",
        "hunt-and-kill": "mazeconv.generators.hunting:HUNT_AND_KILL",
        "binary-tree": "mazeconv.generators.rows:BINARY_TREE",
        "sidewinder": "mazeconv.generators.rows:SIDEWINDER",
        "recursive-division": "mazeconv.generators.division:RECURSIVE_DIVISION",
        "spiral": "mazeconv.generators.spiral:SPIRAL",
        "unicursal": "mazeconv.generators.unicursal:UNICURSAL",
        "rooms": "mazeconv.generators.rooms:ROOMS",
        "cave": "mazeconv.generators.cave:CAVE",
    },
)
