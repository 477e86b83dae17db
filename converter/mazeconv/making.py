"""From a recipe to a level: one road, whether the request is new or is being repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS, Generator, Job, nearest_sizes
from mazeconv.grid import Grid, rasterise
from mazeconv.level import Level, Place, Recipe, check_size
from mazeconv.memory import check_memory
from mazeconv.options import build
from mazeconv.places import parse_place
from mazeconv.rng import Stream
from mazeconv.shaping import Task, parse_all, staged
from mazeconv.shaping.draft import THIN, Draft, Frame
from mazeconv.shaping.ends import FARTHEST, place_ends
from mazeconv.shaping.thickness import frame_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mazeconv.kernels import Engine, Progress, Watch

DEFAULT_SIZE = {"cells": (7, 6), "tiles": (15, 13)}
"""The article's maze, in either unit: 15 x 13 tiles where corridors and walls are one tile wide."""


def make(
    recipe: Recipe, engine: Engine = "auto", progress: Progress | None = None, watch: Watch | None = None
) -> Level:
    """Return the level that a recipe describes; raise `GenerationError` when it cannot be.

    `watch` looks on while the maze is carved and after each shaping step, at drafts: see `thick`.
    """
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    requests = parse_all(recipe.shape)
    draft = _carved(recipe, generator, frame_of(requests, generator), engine, progress, watch)
    root = Stream.of(recipe.seed)
    for stage, numbered in staged(requests).items():
        if stage == "ends":
            place_ends(draft, engine, far=(recipe.goal or generator.goal) == FARTHEST)
        for index, request in numbered:
            if request.step.run is not None:
                stream = root.child(f"shape:{request.step.name}", index)
                request.step.run(draft, Task(options=request.options, stream=stream, engine=engine, progress=progress))
                if watch is not None:
                    watch.look(draft.tiles, milestone=True)
    tiles = draft.level_tiles()
    tiles.flags.writeable = False
    return Level(tiles, tuple(draft.level_markers()), recipe=recipe)


def thick(recipe: Recipe, tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the tiles of a draft as they lie in the recipe's level, whose corridors and walls may be thicker."""
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    return Draft(tiles, generator.unit, frame_of(parse_all(recipe.shape), generator)).level_tiles()


def default_size(generator: Generator, frame: Frame) -> tuple[int, int]:
    """Return the (width, height) in tiles of a level whose size was not asked for."""
    size = nearest_sizes(DEFAULT_SIZE[generator.unit], generator.least, generator.step)[-1]
    return frame.size(size) if generator.unit == "cells" else (size[0] * frame.corridor, size[1] * frame.corridor)


def unit_size(generator: Generator, size: tuple[int, int], frame: Frame = THIN) -> tuple[int, int]:
    """Return (rows, cols) in the generator's unit for a size in tiles; raise `GenerationError` with sizes that fit."""
    width, height = size
    pitch, wall = _tiles_a_unit(generator, frame)
    least, step = tile_sizes(generator, frame)
    near = nearest_sizes(size, least, step)
    if near != [size]:
        raise GenerationError(
            f"{generator.name} cannot fill {width} x {height} tiles: it needs {sizes_text(least, step)}",
            "try --size " + " or ".join(f"{w}x{h}" for w, h in near),
        )
    check_size(height, width)
    check_memory(width * height)
    return (height - wall) // pitch, (width - wall) // pitch


def tile_sizes(generator: Generator, frame: Frame = THIN) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the least (width, height) in tiles, and the steps in which larger ones follow."""
    pitch, wall = _tiles_a_unit(generator, frame)
    width, height = generator.least
    return (width * pitch + wall, height * pitch + wall), (generator.step[0] * pitch, generator.step[1] * pitch)


def sizes_text(least: tuple[int, int], step: tuple[int, int], unit: str = "") -> str:
    """Return in words which sizes there are, such as "at least 3 x 3 tiles with odd sides"."""
    rule = f" in steps of {step[0]} x {step[1]}"
    if step == (1, 1):
        rule = ""
    elif step == (2, 2) and least[0] % 2 and least[1] % 2:
        rule = " with odd sides"
    return f"at least {least[0]} x {least[1]}{unit and ' '}{unit}{rule}"


def _tiles_a_unit(generator: Generator, frame: Frame) -> tuple[int, int]:
    """Return by how many tiles a level grows with the generator's unit, and how many it has beyond that."""
    return (frame.pitch, frame.wall) if generator.unit == "cells" else (frame.corridor, 0)


def _carved(
    recipe: Recipe,
    generator: Generator,
    frame: Frame,
    engine: Engine,
    progress: Progress | None,
    watch: Watch | None,
) -> Draft:
    """Return what the generator makes, as a draft."""
    rows, cols = unit_size(generator, recipe.size, frame)
    asked = {"start": recipe.start, "goal": recipe.goal if recipe.goal != FARTHEST else ""}
    given = {name: parse_place(text, f"--{name}") for name, text in asked.items() if text}
    job = Job(
        rows=rows,
        cols=cols,
        options=build(generator.options, recipe.options, f"generator {generator.name}"),
        stream=Stream.of(recipe.seed).child(generator.name),
        # Only a tile generator looks at these; its tiles are drawn `corridor` wide.
        start=_shrunk(given.get("start"), frame),
        goal=_shrunk(given.get("goal"), frame),
        engine=engine,
        progress=progress,
        watch=watch,
    )
    carved = generator.run(job)
    tiles = rasterise(carved) if isinstance(carved, Grid) else carved
    return Draft(tiles, generator.unit, frame, given)


def _shrunk(place: Place | None, frame: Frame) -> Place | None:
    return place and Place(place.row // frame.corridor, place.col // frame.corridor)
