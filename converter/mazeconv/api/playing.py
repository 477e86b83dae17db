"""Find out what a level is like to play: walk it, measure it, search for one, and film it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeconv.api.generating import recipe_of
from mazeconv.arguments import checked
from mazeconv.errors import UsageError
from mazeconv.level import Level
from mazeconv.output import Written, save
from mazeconv.presets import Asked, Preset

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from mazeconv.animation import Subject
    from mazeconv.drawn import Given, GivenMask
    from mazeconv.kernels import Engine, Progress
    from mazeconv.measures import Measures
    from mazeconv.places import Islands, Origin
    from mazeconv.searching import Found
    from mazeconv.solvers import Route


@checked
def animate(
    level: Level,
    path: str | os.PathLike[str],
    *,
    of: Subject | None = None,
    solver: str | None = None,
    solver_options: dict[str, Any] | None = None,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
    force: bool = False,
    **options: Any,
) -> Written:
    """Write a film of how a level is made, in the order of carving, or with `of="solver"` of a solver's walk.

    If `of` is not given, a solver, its options, a start or a goal mean the walk, which is by default the shortest.
    The name says how: .gif, .png (animated PNG) or .webp. A walk goes from `start` to `goal`, (x, y) in tiles, by
    default the level's. `options` are those of `AnimateOptions`: frames, fps, hold,
    tile_size or fit, theme, pixel_limit. Raises `LevelError` for a level without recipe, or without start and goal,
    `WriteError` when the film would be too large, and `UsageError`.
    """
    from mazeconv.animation import animate as film
    from mazeconv.animation import encoder_of

    name = Path(path)
    data = film(
        level,
        encoder_of(name.name),
        options,
        of=of,
        solver=solver,
        solver_options=solver_options,
        start=start,
        goal=goal,
        engine=engine,
        progress=progress,
    )
    return save({name: data}, force=force)[0]


@checked
def solve(
    level: Level,
    solver: str = "shortest",
    *,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    origin: Origin = "top-left",
    weights: npt.ArrayLike | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
    **options: Any,
) -> Route:
    """Return a solver's way from the start to a goal, however it ended.

    `start` and `goal` are (x, y) in tiles from 0 at the top left (or, with `origin="bottom-left"`, with y upwards from
    there), by default the level's; of several goal tiles any counts. `weights` holds for each tile the whole cost,
    from 1 on, of stepping onto it (solver "shortest"). `options` are the solver's. Raises `LevelError` without a
    start or goal, and `UsageError`.
    """
    from mazeconv.solvers.asking import ask

    return ask(
        level,
        solver,
        options,
        start=start,
        goal=goal,
        origin=origin,
        weights=weights,
        engine=engine,
        progress=progress,
    )


@checked
def measure(
    level: Level,
    *,
    speed: float | None = None,
    played: float | Sequence[float] | None = None,
    explorers: int | None = None,
    engine: Engine = "auto",
) -> Measures:
    """Return what can be said of a level in numbers; each field of `Measures` says what it counts.

    `speed` is how many tiles a second a player walks (4). `played` is the designer's own time on this level in seconds,
    or several, of which the median counts: the estimated times are scaled so that it is their median. `explorers` is
    how many simulated players the estimate rests on: 200, and fewer, down to 20, on a level with more than 3,000 tiles
    to reach, so that these tiles times the players stay about 600,000; a million at most. 0 leaves it out, as does
    a level of over a million tiles. Raises `UsageError`.
    """
    from mazeconv.measures import players
    from mazeconv.measures.taking import take

    return take(
        level,
        speed=players.SPEED if speed is None else speed,
        played=played,
        explorers=explorers,
        engine=engine,
    )


@checked
def search(
    count: int,
    generator: str | None = None,
    size: tuple[int, int] | None = None,
    *,
    require: str | Sequence[str] = (),
    best: str | None = None,
    least: str | None = None,
    top: int = 1,
    cells: tuple[int, int] | None = None,
    seed: str | int = 0,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    shape: str | Sequence[str] = (),
    preset: str | os.PathLike[str] | Preset | None = None,
    mask: GivenMask | None = None,
    islands: Islands | None = None,
    plan: Given | None = None,
    speed: float | None = None,
    played: Sequence[tuple[Level, float]] = (),
    workers: int | None = 1,
    scheduler: str | None = None,
    shard: int | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
    **options: Any,
) -> Found:
    """Try `count` seeds in order, from `seed` on, and return the levels that meet the conditions.

    `require` holds conditions on measures, such as "solution >= 120". `best` names the measure of which the largest is
    wanted, `least` one of which the smallest is; of equals the level with the lower number comes first. Without either
    the first `top` levels are taken, and no more are tried. Each is the level that `generate` makes with that seed: the
    generating arguments are those of `generate`. A `seed` that is no number stands for one.

    `speed` is how many tiles a second a player walks (4), for the times that players take. `played` holds levels and
    your own time on each, in seconds: the times are scaled as on these, and of several the median counts.

    `workers` is how many processes to use: 1 is this one, None is one a processor if the search is long enough.
    `scheduler` is the address of a Dask cluster to use instead. `shard` is how many levels are tried at a time. The
    answer is always the same. Ctrl-C ends the search, and what it has found is returned as `interrupted`. A search that
    no level can meet is a `UsageError`; if no level can be made, that is a `GenerationError`. Where nothing is found,
    `advice` says what may help: without a `generator` those that do better, of which a few seeds are tried.
    """
    from mazeconv.measures import players
    from mazeconv.measures.conditions import known
    from mazeconv.measures.conditions import parse_all as parse_conditions
    from mazeconv.measures.taking import pace
    from mazeconv.searching import Aim
    from mazeconv.searching.running import run

    if best is not None and least is not None:
        raise UsageError("best and least exclude each other", "one wants the largest, the other the smallest")
    conditions = parse_conditions([require] if isinstance(require, str) else require)
    rank = best if least is None else least
    if rank is None and not conditions:
        raise UsageError(
            "there is nothing to search for",
            "give a condition, such as --require 'solution >= 40', or --best MEASURE (in Python require=… or best=…)",
        )
    name = "" if rank is None else known(rank.strip().lower().replace("-", "_"))
    if "time_factor" in (name, *(c.name for c in conditions)):
        raise UsageError(
            "time_factor is the same for all levels of a search: it scales their times",
            "compare time_p50, and give --played LEVEL=SECONDS, your own time on a level, or --speed "
            "(in Python played=[(level, seconds)] or speed=…)",
        )
    steps = (shape,) if isinstance(shape, str) else shape
    asked = Asked(generator, size, cells, start, goal, steps, options, mask, islands, plan)
    aim = Aim(
        recipe=recipe_of(asked, seed, preset),
        conditions=conditions,
        best=name,
        least=least is not None,
        top=top,
        speed=pace(played, players.SPEED if speed is None else speed, engine),
        any_generator=generator is None and preset is None,
        engine=engine,
    )
    return run(aim, count, workers=workers, scheduler=scheduler, shard=shard, progress=progress)
