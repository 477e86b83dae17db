"""Make levels: one, many at once, or another out of one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from mazeconv.arguments import checked
from mazeconv.errors import UsageError
from mazeconv.generators import GENERATORS
from mazeconv.level import Level
from mazeconv.making import default_size, draft_shape, make, unit_size
from mazeconv.options import texts
from mazeconv.options.building import build
from mazeconv.presets import Asked, Preset, fill
from mazeconv.presets import preset as load_preset
from mazeconv.recipe import CONTROL, Recipe
from mazeconv.shaping import parse_all
from mazeconv.shaping.thickness import frame_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazeconv.batches import Batch
    from mazeconv.drawn import Given, GivenMask
    from mazeconv.kernels import Engine, Progress
    from mazeconv.places import Islands

DEFAULT_GENERATOR = "dig"
ALONE = ("start", "goal", "mask", "islands", "plan", "shape", "preset", "progress")
"""Arguments of `generate` that a batch cannot take: its mazes are made by the generator's kernel and nothing else."""


@checked
def generate(
    generator: str | None = None,
    size: tuple[int, int] | None = None,
    *,
    cells: tuple[int, int] | None = None,
    seed: str | int | None = None,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    mask: GivenMask | None = None,
    islands: Islands | None = None,
    plan: Given | None = None,
    shape: str | Sequence[str] = (),
    preset: str | os.PathLike[str] | Preset | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
    **options: Any,
) -> Level:
    """Make a maze.

    `size` is (width, height) in tiles, outer wall included, by default the article's 15 x 13; `cells` is the same
    maze by cells instead. Without a `seed` one is chosen, and the level's recipe holds it. `start` and `goal` are
    (x, y) in tiles from 0 at the top left; `goal` may be "farthest". `mask` is where the maze may be: a path, a
    `Source`, rows of text or a bool array (see `masks.Mask`); without a size it gives the size. `islands` says what is
    done with a mask of several pieces: "refuse" (the default), "join" or "largest". `plan` is what stays as it is
    drawn, a path, a `Source` or rows of text (see `plans.Plan`), and gives the size too. `shape` holds shaping steps as
    they are typed, in order within each stage, such as ("braid=0.5", "sparsify=2"). `preset` is the name or the TOML
    file of a kind of level; what is given beside it counts, as `presets.fill` says. `engine` is "auto", "python" or
    "numba"; the maze is the same. `options` are the generator's, by default that of the article, dig. Raises
    `UsageError`, `GenerationError` and, for what is drawn, `ReadError`.
    """
    steps = (shape,) if isinstance(shape, str) else shape
    asked = Asked(generator, size, cells, start, goal, steps, options, mask, islands, plan)
    return make(recipe_of(asked, seed, preset, engine), engine, progress)


@checked
def batch(
    count: int,
    generator: str = DEFAULT_GENERATOR,
    size: tuple[int, int] | None = None,
    *,
    cells: tuple[int, int] | None = None,
    seed: str | int | None = None,
    first: int = 0,
    engine: Engine = "auto",
    progress: Progress | None = None,
    **options: Any,
) -> Batch:
    """Make many small mazes of one size at once, numbers `first` to `first + count - 1` of a seed.

    Each has a seed of its own, with which `generate` makes it alone. They are plain mazes: of the arguments of
    `generate` there are only the generator, its options, `size`, `cells`, `seed`, `engine` and `progress`, which counts
    mazes. Raises `UsageError` and `GenerationError`.
    """
    if alone := [name for name in ALONE if name in options]:
        raise UsageError(
            f"a batch holds plain mazes, without {', '.join(alone)}",
            "make levels one at a time with generate, each with a seed of its own",
        )
    from mazeconv.batches import make_batch

    recipe = recipe_of(Asked(generator, size, cells, options=options), seed)
    return make_batch(recipe, first, count, engine, progress)


@checked
def shape(
    level: Level,
    steps: str | Sequence[str],
    *,
    seed: str | int = 0,
    engine: Engine = "auto",
    progress: Progress | None = None,
) -> Level:
    """Return a level, wherever it comes from, after shaping steps as they are typed, such as "repair".

    All steps work but those that set thicknesses or keep room free before the maze is made. The tiles of start and goal
    stay floor; other markers that end up in a wall are left out, which is a `MazeconvNotice`. A level that changes
    loses its recipe, as that makes another one.
    Raises `UsageError` and `GenerationError`.
    """
    from mazeconv.reshaping import reshape

    requests = parse_all(steps)
    return reshape(level, requests, seed_text(seed), engine, progress)


def recipe_of(
    asked: Asked,
    seed: str | int | None,
    preset: str | os.PathLike[str] | Preset | None = None,
    engine: Engine = "auto",
) -> Recipe:
    """Return the recipe of what is asked for, filled up from a preset."""
    if asked.size and asked.cells:
        raise UsageError(
            "size and cells exclude each other", "size counts tiles, outer wall included; cells counts cells"
        )
    if asked.cells and min(asked.cells) < 1:
        width, height = asked.cells
        raise UsageError(f"a maze of {width} x {height} cells cannot be", "give both sides at least one cell")
    if preset is not None:
        asked = fill(preset if isinstance(preset, Preset) else load_preset(preset), asked)
    found = GENERATORS.get(DEFAULT_GENERATOR if asked.generator is None else asked.generator)
    requests = parse_all(asked.shape)
    frame = frame_of(requests, found)
    mask = plan = None
    if asked.mask is not None:
        from mazeconv.masks import Mask

        mask = Mask.load(asked.mask)
    if mask is None and asked.islands is not None:
        raise UsageError("islands are of a mask, and none is given", "give a mask, or leave out islands")
    if asked.plan is not None:
        from mazeconv.plans import Plan

        plan = Plan.load(asked.plan)
    size = frame.size(asked.cells) if asked.cells else asked.size
    sized = size is not None
    if size is None:
        size = default_size(found, frame, plan.size(found) if plan else mask.size() if mask else None)
    elif plan is not None:
        plan.require_shape(draft_shape(found, unit_size(found, size, frame)))
    return Recipe(
        generator=found.name.partition("@")[0],
        version=found.version,
        seed=seed_text(seed),
        size=size,
        start=_place_text(asked.start),
        goal=_place_text(asked.goal),
        options=texts(build(found.options, asked.options, f"generator {found.name}")),
        shape=tuple(request.text for request in requests),
        mask=()
        if mask is None
        else mask.rows_for(found, unit_size(found, size, frame), asked.islands, engine, sized=sized),
        plan=() if plan is None else plan.rows(),
    )


def seed_text(seed: str | int | None) -> str:
    """Return a seed as it is typed, or one chosen by chance; raise `UsageError` for what is none."""
    text = str(int.from_bytes(os.urandom(8)) % 10**9) if seed is None else str(seed)
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise UsageError(
            "the seed holds bytes that are no text in this terminal's encoding",
            "set PYTHONUTF8=1, or use a seed of plain letters and digits",
        )
    if not text or CONTROL.search(text):
        raise UsageError(
            "a seed must be a number or a text of at least one character, on one line", "leave it out for one by chance"
        )
    return text


def _place_text(place: tuple[int, int] | str | None) -> str:
    if place == "":
        raise UsageError("a place must be X,Y such as 1,1, not an empty text", "leave it out for the usual place")
    return "" if place is None else place if isinstance(place, str) else f"{place[0]},{place[1]}"
