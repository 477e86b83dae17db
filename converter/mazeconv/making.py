"""From a recipe to a level: one road, whether the request is new or is being repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS, Generator, Job, nearest_sizes
from mazeconv.grid import Grid, rasterise
from mazeconv.level import Level, Marker, Place, Recipe, Tile, check_size
from mazeconv.memory import check_memory
from mazeconv.options import build
from mazeconv.places import parse_place
from mazeconv.rng import Stream
from mazeconv.solvers.flood import farthest

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine, Progress

CORRIDOR = WALL = 1


def make(recipe: Recipe, engine: Engine = "auto", progress: Progress | None = None) -> Level:
    """Return the level that a recipe describes; raise `GenerationError` when it cannot be."""
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    options = build(generator.options, recipe.options, f"generator {generator.name}")
    rows, cols = unit_size(generator, recipe.size)
    job = Job(
        rows=rows,
        cols=cols,
        options=options,
        stream=Stream.of(recipe.seed).child(generator.name),
        start=parse_place(recipe.start, "--start") if recipe.start else None,
        goal=parse_place(recipe.goal, "--goal") if recipe.goal and recipe.goal != "farthest" else None,
        engine=engine,
        progress=progress,
    )
    carved = generator.run(job)
    tiles = rasterise(carved, CORRIDOR, WALL) if isinstance(carved, Grid) else carved
    tiles.flags.writeable = False
    return Level(tiles, _ends(tiles, job, recipe.goal == "farthest"), recipe=recipe)


def unit_size(generator: Generator, size: tuple[int, int]) -> tuple[int, int]:
    """Return (rows, cols) in the generator's unit for a size in tiles; raise `GenerationError` with sizes that fit."""
    width, height = size
    pitch, wall = (CORRIDOR + WALL, WALL) if generator.unit == "cells" else (1, 0)
    least = (generator.least[0] * pitch + wall, generator.least[1] * pitch + wall)
    step = (generator.step[0] * pitch, generator.step[1] * pitch)
    near = nearest_sizes(size, least, step)
    if near != [size]:
        rule = {(1, 1): "", (2, 2): " with odd sides"}.get(step, f" in steps of {step[0]} x {step[1]}")
        raise GenerationError(
            f"{generator.name} cannot fill {width} x {height} tiles: it needs at least {least[0]} x {least[1]}{rule}",
            "try --size " + " or ".join(f"{w}x{h}" for w, h in near),
        )
    check_size(height, width)
    check_memory(width * height)
    return (height - wall) // pitch, (width - wall) // pitch


def _ends(tiles: npt.NDArray[np.uint8], job: Job, far: bool) -> tuple[Marker, ...]:
    """Return the start and the goal: as asked for, else the first and the last floor tile in reading order."""
    # Floor is the least of the roles, so the first and the last floor tile are found without a second array.
    flat, cols = tiles.reshape(-1), tiles.shape[1]
    first, last = int(flat.argmin()), len(flat) - 1 - int(flat[::-1].argmin())
    if flat[first] != Tile.FLOOR:
        raise GenerationError("nothing was carved: there is no floor")
    start = _on_floor(tiles, job.start, "start") if job.start else Place(*divmod(first, cols))
    if far:
        goal = farthest(tiles, start, job.engine)
    else:
        goal = _on_floor(tiles, job.goal, "goal") if job.goal else Place(*divmod(last, cols))
    if start == goal:
        if job.start or job.goal:
            raise GenerationError(f"start and goal are both at {start.col},{start.row}", "give them different tiles")
        return (Marker("start", *start),)
    return Marker("start", *start), Marker("goal", *goal)


def _on_floor(tiles: npt.NDArray[np.uint8], place: Place, what: str) -> Place:
    rows, cols = tiles.shape
    if not (place.row < rows and place.col < cols):
        raise GenerationError(
            f"--{what} {place.col},{place.row} lies outside the level",
            f"X goes from 0 to {cols - 1}, Y from 0 to {rows - 1}",
        )
    if tiles[place] != Tile.FLOOR:
        near = _nearest_floor(tiles, place)
        raise GenerationError(
            f"--{what} {place.col},{place.row} is a wall", f"the nearest road tile is {near.col},{near.row}"
        )
    return place


def _nearest_floor(tiles: npt.NDArray[np.uint8], place: Place) -> Place:
    floor = np.argwhere(tiles == Tile.FLOOR)
    row, col = floor[int(np.abs(floor - np.array(place)).sum(axis=1).argmin())]
    return Place(int(row), int(col))
