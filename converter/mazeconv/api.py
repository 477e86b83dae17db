"""The public functions, and all that the command line calls: generate, read, encode, write, solve, search and more."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeconv.errors import MazeconvNotice, ReadError, UsageError
from mazeconv.formats import FORMATS, Format, Target, by_content, by_name, losses
from mazeconv.generators import GENERATORS
from mazeconv.level import CONTROL, Level, Recipe
from mazeconv.making import default_size, make, unit_size
from mazeconv.masks import Mask
from mazeconv.options import build, texts
from mazeconv.output import Written, safe_name, save
from mazeconv.plans import Plan
from mazeconv.presets import Asked, Preset, fill
from mazeconv.presets import preset as load_preset
from mazeconv.shaping import parse_all
from mazeconv.shaping.thickness import frame_of
from mazeconv.source import Source

__all__ = [
    "Written",
    "animate",
    "batch",
    "check_image",
    "convert",
    "encode",
    "generate",
    "measure",
    "read",
    "readable",
    "recognise",
    "save",
    "search",
    "seed_text",
    "shape",
    "solve",
    "stem_in",
    "stem_of",
    "writable",
    "write",
]

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from mazeconv.animation import Subject
    from mazeconv.batches import Batch
    from mazeconv.drawn import Given
    from mazeconv.kernels import Engine, Progress
    from mazeconv.masks import Islands
    from mazeconv.measures import Measures
    from mazeconv.places import Origin
    from mazeconv.searching import Found
    from mazeconv.solvers import Route

DEFAULT_GENERATOR = "dig"


def generate(
    generator: str | None = None,
    size: tuple[int, int] | None = None,
    *,
    cells: tuple[int, int] | None = None,
    seed: str | int | None = None,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    mask: Given | None = None,
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
    they are typed, in order, such as ("braid=0.5", "sparsify=2"). `preset` is the name or the TOML file of a kind of
    level; what is given beside it counts, as `presets.fill` says. `engine` is "auto", "python" or "numba"; the maze is
    the same. `options` are the generator's, by default that of the article, dig. Raises `UsageError`,
    `GenerationError` and, for what is drawn, `ReadError`.
    """
    steps = (shape,) if isinstance(shape, str) else shape
    asked = Asked(generator, size, cells, start, goal, steps, options, mask, islands, plan)
    return make(_recipe(asked, seed, preset, engine), engine, progress)


def batch(
    count: int,
    generator: str = DEFAULT_GENERATOR,
    size: tuple[int, int] | None = None,
    *,
    cells: tuple[int, int] | None = None,
    seed: str | int | None = None,
    first: int = 0,
    engine: Engine = "auto",
    **options: Any,
) -> Batch:
    """Make many small mazes of one size at once, numbers `first` to `first + count - 1` of a seed.

    Each has a seed of its own, with which `generate` makes it alone. The other arguments are those of `generate`.
    Raises `UsageError` and `GenerationError`.
    """
    from mazeconv.batches import make_batch

    if count < 1 or first < 0:
        raise UsageError(f"a batch of {count} mazes from number {first} on cannot be", "count is at least 1, first 0")
    return make_batch(_recipe(Asked(generator, size, cells, options=options), seed), first, count, engine)


def read(source: str | os.PathLike[str] | bytes | Source, format: str | None = None, **options: Any) -> Level:
    """Read a level from a path, from bytes or from a `Source`; without a `format` it is `recognise` that finds it.

    Raises `ReadError` and, for unknown formats and options, `UsageError`.
    """
    if isinstance(source, bytes):
        source = Source("<bytes>", source)
    if not isinstance(source, Source):
        found = FORMATS.get(format) if format else None
        source = Source.load(source)
        return _read(source, found or recognise(source), options)
    return _read(source, FORMATS.get(format) if format else recognise(source), options)


def check_image(source: str | os.PathLike[str] | Source, format: str | None = None, **options: Any) -> bytes:
    """Return a PNG that shows how a picture is read: its tiles, and in red those that could be wall or floor.

    The arguments are those of `read`. Raises `ReadError`, and `UsageError` for what is no picture.
    """
    if not isinstance(source, Source):
        source = Source.load(source)
    found = FORMATS.get(format) if format else recognise(source)
    if found.check is None:
        raise UsageError(f"{found.name} is no picture that could be looked at", "leave out --check-image")
    return found.check(source, build(found.read_options, options, f"format {found.name}"))


def recognise(source: Source) -> Format:
    """Return the format of a file: by its name, or by what it holds if the name does not say or says what is not so.

    Raises `ReadError` if it may be several, and `UsageError` if it is none.
    """
    named = by_name(source.name)
    if named is not None and (named.looks_like is None or named.looks_like(source.data)):
        return named
    found = by_content(source)
    if found is None:
        if named is not None:
            return named
        raise UsageError(
            f"neither the name nor the content of {source.name} says which format it is",
            "name the format: " + ", ".join(readable()),
        )
    if named is not None:
        notice = f"{source.name} is read as {found.name}, as it holds that and not {named.name}"
        warnings.warn(notice, MazeconvNotice, stacklevel=3)
    return found


def encode(
    level: Level,
    format: str,
    *,
    stem: str | None = None,
    target: str | os.PathLike[str] = ".",
    name: str = "",
    **options: Any,
) -> dict[str, bytes]:
    """Return the files that a format makes of a level, by name relative to the folder `target`, the main one first.

    `stem` begins the files' names, `name` is the main file's whole name. Nothing is written. What the format cannot
    keep is said by a `MazeconvNotice`. Raises `UsageError` and `WriteError`.
    """
    found = FORMATS.get(format)
    if found.write is None:
        raise UsageError(f"{found.name} can be read but not written", "write one of " + ", ".join(writable()))
    record = build(found.write_options, options, f"format {found.name}")
    place = Target(stem or stem_of(level), Path(target), name)
    if lost := losses(level, found.keeps | found.keeps_more(level, record, place)):
        warnings.warn(f"{found.name} cannot keep {', '.join(lost)}", MazeconvNotice, stacklevel=2)
    return found.write(level, record, place)


def write(
    level: Level,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    force: bool = False,
    **options: Any,
) -> list[Path]:
    """Write a level to a file, and the files that belong to it beside it; return their paths, the main one first.

    The format is known by the name unless it is given. A different file in the way is a `WriteError` unless `force`.
    """
    name = os.fspath(path)
    found = FORMATS.get(format) if format else by_name(name)
    if found is None:
        raise UsageError(
            f"the name {name} does not say which format it is", "name the format: " + ", ".join(writable())
        )
    folder = Path(name).parent
    files = encode(level, found.name, stem=stem_in(name, found), target=folder, name=Path(name).name, **options)
    return [w.path for w in save({folder / n: data for n, data in files.items()}, force=force)]


def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    force: bool = False,
    read_options: dict[str, Any] | None = None,
    **options: Any,
) -> list[Path]:
    """Read a level from one file and write it to another; the formats are known as by `read` and `write`."""
    return write(read(source, **(read_options or {})), target, force=force, **options)


def animate(
    level: Level,
    path: str | os.PathLike[str],
    *,
    of: Subject = "generation",
    solver: str = "shortest",
    solver_options: dict[str, Any] | None = None,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
    force: bool = False,
    **options: Any,
) -> Written:
    """Write a film of how a level is made, in the order of carving, or with `of="solver"` of a solver's walk.

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


def measure(
    level: Level,
    *,
    speed: float | None = None,
    played: float | None = None,
    explorers: int | None = None,
    engine: Engine = "auto",
) -> Measures:
    """Return what can be said of a level in numbers; each field of `Measures` says what it counts.

    `speed` is how many tiles a second a player walks (4). `played` is the designer's own time on this level in seconds:
    the estimated times are scaled so that it is their median. `explorers` is how many simulated players the estimate
    rests on (200; 0 leaves it out, as does a level of over a million tiles). Raises `UsageError`.
    """
    from mazeconv.measures import players
    from mazeconv.measures.taking import take

    return take(
        level,
        speed=players.SPEED if speed is None else speed,
        played=played,
        explorers=players.EXPLORERS if explorers is None else explorers,
        engine=engine,
    )


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
    mask: Given | None = None,
    islands: Islands | None = None,
    plan: Given | None = None,
    workers: int | None = 1,
    scheduler: str | None = None,
    shard: int | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
    **options: Any,
) -> Found:
    """Try the levels 0 to `count - 1` of a seed and return those that meet the conditions.

    `require` holds conditions on measures, such as "solution >= 120". `best` names the measure of which the largest is
    wanted, `least` one of which the smallest is; of equals the level with the lower number comes first. Without either
    the first `top` levels are taken, and no more are tried. Each has a seed of its own, with which `generate` makes it
    alone: the generating arguments are those of `generate`.

    `workers` is how many processes to use: 1 is this one, None is one a processor if the search is long enough.
    `scheduler` is the address of a Dask cluster to use instead. `shard` is how many levels are tried at a time. The
    answer is always the same. Ctrl-C ends the search, and what it has found is returned as `interrupted`. A search that
    no level can meet is a `UsageError`; if no level can be made, that is a `GenerationError`.
    """
    from mazeconv.measures.conditions import known
    from mazeconv.measures.conditions import parse_all as parse_conditions
    from mazeconv.searching import Aim
    from mazeconv.searching.running import run

    if count < 1 or top < 1 or any(n is not None and n < 1 for n in (workers, shard)):
        raise UsageError("count, top, workers and shard are at least 1")
    if best is not None and least is not None:
        raise UsageError("best and least exclude each other", "one wants the largest, the other the smallest")
    conditions = parse_conditions([require] if isinstance(require, str) else require)
    rank = best if least is None else least
    if rank is None and not conditions:
        raise UsageError(
            "there is nothing to search for", "give a condition, such as --require 'solution >= 40', or --best MEASURE"
        )
    steps = (shape,) if isinstance(shape, str) else shape
    asked = Asked(generator, size, cells, start, goal, steps, options, mask, islands, plan)
    aim = Aim(
        recipe=_recipe(asked, seed, preset),
        conditions=conditions,
        best="" if rank is None else known(rank.strip().lower().replace("-", "_")),
        least=least is not None,
        top=top,
        engine=engine,
    )
    return run(aim, count, workers=workers, scheduler=scheduler, shard=shard, progress=progress)


def shape(
    level: Level,
    steps: str | Sequence[str],
    *,
    seed: str | int = 0,
    engine: Engine = "auto",
    progress: Progress | None = None,
) -> Level:
    """Return a level, wherever it comes from, after shaping steps as they are typed, such as "repair".

    All steps work but those that set thicknesses. The tiles of start and goal stay floor; other markers that end up in
    a wall are left out, which is a `MazeconvNotice`. A level that changes loses its recipe, as that makes another one.
    Raises `UsageError` and `GenerationError`.
    """
    from mazeconv.reshaping import reshape

    requests = parse_all(steps)
    return reshape(level, requests, seed_text(seed), engine, progress)


def readable() -> list[str]:
    """Return the names of the formats that can be read."""
    return [f.name for f in FORMATS.all() if f.read]


def writable() -> list[str]:
    """Return the names of the formats that can be written."""
    return [f.name for f in FORMATS.all() if f.write]


def stem_of(level: Level) -> str:
    """Return the stem of the file names of a level: GENERATOR-15x13-SEED, or level-15x13 if it was not generated."""
    if level.recipe is None:
        return f"level-{level.cols}x{level.rows}"
    return safe_name(f"{level.recipe.generator}-{level.cols}x{level.rows}-{level.recipe.seed}")


def stem_in(name: str, format: Format | None) -> str:
    """Return the stem of a file's name: without the extension that the format claims, or else the last one."""
    base = Path(name).name
    for extension in sorted(format.extensions if format else (), key=len, reverse=True):
        if base.lower().endswith(extension) and len(base) > len(extension):
            return base[: -len(extension)]
    return Path(base).stem


def _read(source: Source, format: Format, options: dict[str, Any]) -> Level:
    if format.read is None:
        raise ReadError(
            f"{format.name} can be written but not read", "formats that can be read: " + ", ".join(readable())
        )
    return format.read(source, build(format.read_options, options, f"format {format.name}"))


def _recipe(
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
    if preset is not None:
        asked = fill(preset if isinstance(preset, Preset) else load_preset(preset), asked)
    found = GENERATORS.get(DEFAULT_GENERATOR if asked.generator is None else asked.generator)
    requests = parse_all(asked.shape)
    frame = frame_of(requests, found)
    mask = None if asked.mask is None else Mask.load(asked.mask)
    if mask is None and asked.islands is not None:
        raise UsageError("islands are of a mask, and none is given", "add --mask FILE, or leave out --islands")
    plan = None if asked.plan is None else Plan.load(asked.plan)
    size = frame.size(asked.cells) if asked.cells else asked.size
    if size is None:
        size = default_size(found, frame, next((d.size(found) for d in (plan, mask) if d is not None), None))
    return Recipe(
        generator=found.name.partition("@")[0],
        version=found.version,
        seed=seed_text(seed),
        size=size,
        start=_place_text(asked.start),
        goal=_place_text(asked.goal),
        options=texts(build(found.options, asked.options, f"generator {found.name}")),
        shape=tuple(request.text for request in requests),
        mask=() if mask is None else mask.rows_for(found, unit_size(found, size, frame), asked.islands, engine),
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
        raise UsageError("a seed must be a number or a text of at least one character, on one line")
    return text


def _place_text(place: tuple[int, int] | str | None) -> str:
    if place == "":
        raise UsageError("a place must be X,Y such as 1,1, not an empty text")
    return "" if place is None else place if isinstance(place, str) else f"{place[0]},{place[1]}"
