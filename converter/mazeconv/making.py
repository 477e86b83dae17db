"""From a recipe to a level: one road, whether the request is new or is being repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS, Generator, Job, nearest_sizes
from mazeconv.grid import tiles_of
from mazeconv.kernels import Machine
from mazeconv.level import MAX_SIDE, Level, Place, check_size
from mazeconv.memory import check_memory, check_plain
from mazeconv.options.building import build
from mazeconv.recipe import Recipe
from mazeconv.rng import Stream
from mazeconv.shaping import Task, needs, parse_all, staged
from mazeconv.shaping.draft import THIN, Draft, Frame
from mazeconv.shaping.ends import FARTHEST, parse_end, place_ends
from mazeconv.shaping.thickness import frame_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.kernels import Engine, Progress, Watch

DEFAULT_SIZE = {"cells": (7, 6), "tiles": (15, 13)}
"""The article's maze, in either unit: 15 x 13 tiles where corridors and walls are one tile wide."""
GROUND_MEMORY = {"mask": 10, "plan": 39}
"""Bytes a tile that it takes at least, at the peak, to keep what they hold."""


def make(
    recipe: Recipe, engine: Engine = "auto", progress: Progress | None = None, watch: Watch | None = None
) -> Level:
    """Return the level that a recipe describes; raise `GenerationError` when it cannot be.

    `watch` looks on while the maze is carved and after each shaping step, at drafts: see `thick`.
    """
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    requests = parse_all(recipe.shape)
    frame = frame_of(requests, generator)
    shape = unit_size(generator, recipe.size, frame)
    rows, cols = draft_shape(generator, shape)
    ground = {f"--{name}": each for name, each in GROUND_MEMORY.items() if getattr(recipe, name)}
    check_memory(rows * cols, needs(requests, generator.unit) | ground)
    machine = Machine.choose(rows * cols, engine)
    if not machine.compiled:
        check_plain(rows * cols, generator.plain_memory)
    mask = _mask(recipe, generator, shape) if recipe.mask else None
    draft = _blank(recipe, generator, frame, shape, mask)
    root = Stream.of(recipe.seed)
    for stage, numbered in staged(requests).items():
        if stage == "tiles":
            _fill(draft, generator, _job(recipe, generator, draft, shape, mask, engine, progress, watch))
        if stage == "ends":
            place_ends(draft, engine, far=(recipe.goal or generator.goal) == FARTHEST)
        for index, request in numbered:
            if request.step.run is not None:
                stream = root.child(f"shape:{request.step.name}", index)
                request.step.run(draft, Task(options=request.options, stream=stream, engine=engine, progress=progress))
                if stage == "tiles" and draft.ground is not None:
                    from mazeconv.shaping.ground import unite

                    draft.ground.fix(draft.tiles)
                    unite(draft, stream.child("unite"), machine)
                if draft.symmetry is not None:
                    from mazeconv.shaping.mirrored import note_broken

                    note_broken(draft, request.step)
                if watch is not None:
                    watch.look(draft.tiles, milestone=True)
    tiles = draft.level_tiles()
    tiles.flags.writeable = False
    return Level(tiles, tuple(draft.level_markers()), recipe=recipe)


def thick(recipe: Recipe, tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the tiles of a draft as they lie in the recipe's level, whose corridors and walls may be thicker."""
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    return Draft(tiles, generator.unit, frame_of(parse_all(recipe.shape), generator)).level_tiles()


def default_size(generator: Generator, frame: Frame, wanted: tuple[int, int] | None = None) -> tuple[int, int]:
    """Return the (width, height) in tiles of a level whose size was not asked for; `wanted` is in the unit."""
    size = nearest_sizes(wanted or DEFAULT_SIZE[generator.unit], generator.least, generator.step)[-1]
    return frame.size(size) if generator.unit == "cells" else (size[0] * frame.corridor, size[1] * frame.corridor)


def unit_size(generator: Generator, size: tuple[int, int], frame: Frame = THIN) -> tuple[int, int]:
    """Return (rows, cols) in the generator's unit for a size in tiles; raise `GenerationError` with sizes that fit."""
    width, height = size
    pitch, wall = _tiles_a_unit(generator, frame)
    least, step = tile_sizes(generator, frame)
    near = nearest_sizes(size, least, step)
    if max(size) > MAX_SIDE:
        check_size(height, width)
    if near != [size]:
        raise GenerationError(
            f"{generator.name} cannot fill {width} x {height} tiles: it needs {sizes_text(least, step)}",
            "try --size " + " or ".join(f"{w}x{h}" for w, h in near),
        )
    check_size(height, width)
    check_memory(width * height)
    return (height - wall) // pitch, (width - wall) // pitch


def draft_shape(generator: Generator, shape: tuple[int, int]) -> tuple[int, int]:
    """Return (rows, cols) in tiles of the draft, where corridors and walls are thin, of (rows, cols) in the unit."""
    return (2 * shape[0] + 1, 2 * shape[1] + 1) if generator.unit == "cells" else shape


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


def _mask(recipe: Recipe, generator: Generator, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    # Few levels have a mask, and all would wait for what reads one.
    from mazeconv import masks

    return masks.from_rows(recipe.mask, generator, shape)


def _blank(
    recipe: Recipe, generator: Generator, frame: Frame, shape: tuple[int, int], mask: npt.NDArray[np.bool_] | None
) -> Draft:
    """Return a draft in which nothing is carved, with what is fixed in it."""
    asked = {"start": recipe.start, "goal": recipe.goal if recipe.goal != FARTHEST else ""}
    given = {name: parse_end(text, name) for name, text in asked.items() if text}
    rows, cols = draft_shape(generator, shape)
    plan = None
    if recipe.plan:
        from mazeconv.plans import Plan

        plan = Plan.from_rows(recipe.plan)
    # What is not drawn on takes no memory, so the generator has all of it.
    draft = Draft(np.zeros((rows, cols), np.uint8), generator.unit, frame, given, grain=generator.step)
    if plan is not None:
        plan.require_shape((rows, cols))
        draft.markers += plan.markers()
        for name, place in plan.ends().items():
            if not (name == "goal" and recipe.goal):
                given.setdefault(name, draft.drawn(place))
    if plan is not None or mask is not None:
        from mazeconv.shaping.ground import Ground

        draft.ground = Ground.of((rows, cols), None if plan is None else plan.tiles, mask, draft.step)
    return draft


def _fill(draft: Draft, generator: Generator, job: Job) -> None:
    """Fill the draft with what the generator makes."""
    if draft.ground is not None and draft.ground.plan.any():
        from mazeconv.filling import fill_around

        fill_around(draft, draft.ground, generator, job)
    else:
        draft.tiles = np.require(tiles_of(generator.run(job)), np.uint8, ["C", "W"])


def _job(
    recipe: Recipe,
    generator: Generator,
    draft: Draft,
    shape: tuple[int, int],
    mask: npt.NDArray[np.bool_] | None,
    engine: Engine,
    progress: Progress | None,
    watch: Watch | None,
) -> Job:
    return Job(
        rows=shape[0],
        cols=shape[1],
        options=build(generator.options, recipe.options, f"generator {generator.name}"),
        stream=Stream.of(recipe.seed).child(generator.name),
        mask=mask,
        # Only a tile generator looks at these; its tiles are drawn `corridor` wide.
        start=_shrunk(draft.given.get("start"), draft.frame),
        goal=_shrunk(draft.given.get("goal"), draft.frame),
        engine=engine,
        progress=progress,
        watch=watch,
    )


def _shrunk(place: Place | None, frame: Frame) -> Place | None:
    return place and Place(place.row // frame.corridor, place.col // frame.corridor)
