"""Mazes straight from a generator, before anything is shaped, and what is true of all that are made of tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.generators import GENERATORS, Job
from mazeconv.grid import Grid
from mazeconv.level import Tile
from mazeconv.options.building import build
from mazeconv.rng import Stream
from shaped import pieces

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine

    Mask = npt.NDArray[np.bool_]


def grid_of(
    name: str,
    rows: int,
    cols: int,
    seed: int | str = 1,
    mask: Mask | None = None,
    engine: Engine = "python",
    **options: Any,
) -> Grid:
    """Return what a generator of cells makes."""
    made = _run(name, rows, cols, seed, mask, engine, options)
    assert isinstance(made, Grid)
    return made


def tiles_of(
    name: str,
    width: int,
    height: int,
    seed: int | str = 1,
    mask: Mask | None = None,
    engine: Engine = "python",
    **options: Any,
) -> npt.NDArray[np.uint8]:
    """Return what a generator of tiles makes."""
    made = _run(name, height, width, seed, mask, engine, options)
    assert isinstance(made, np.ndarray)
    return made


def _run(
    name: str, rows: int, cols: int, seed: int | str, mask: Mask | None, engine: Engine, options: dict[str, Any]
) -> Grid | npt.NDArray[np.uint8]:
    generator = GENERATORS.get(name)
    record = build(generator.options, options, name)
    stream = Stream(seed) if isinstance(seed, int) else Stream.of(seed)
    return generator.run(Job(rows=rows, cols=cols, options=record, stream=stream, mask=mask, engine=engine))


def assert_one_piece(tiles: npt.NDArray[np.uint8]) -> None:
    """Assert that there is floor, all of it connected, inside a border of wall."""
    floor = tiles == Tile.FLOOR
    assert not floor[[0, -1]].any()
    assert not floor[:, [0, -1]].any()
    assert pieces(tiles) == 1
