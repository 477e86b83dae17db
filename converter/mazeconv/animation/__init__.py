"""Films of a level: how it was made, or a walk through it, as GIF, animated PNG or WebP, bounded in every way."""

from __future__ import annotations

import math
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from mazeconv.errors import UsageError, WriteError
from mazeconv.options import Options
from mazeconv.options.building import build
from mazeconv.pictures.drawing import MAX_TILE_SIZE, Fit, Layout, chosen_layout, layout
from mazeconv.pictures.stamps import look
from mazeconv.pictures.themes import THEMES, ThemeName

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazeconv.animation.film import Film, Frame
    from mazeconv.kernels import Engine, Progress
    from mazeconv.level import Level

Subject = Literal["generation", "solver"]
ENCODERS = {".gif": "gif", ".png": "apng", ".apng": "apng", ".webp": "webp"}
SHORTEST = "shortest"
FRAMES, FPS, HOLD = 200, 20, 2.0
PIXEL_LIMIT = 100_000_000
# Without a wish, the picture fits into a square of so many pixels, with tiles of at most so many.
SIDE, LARGEST = 640, 24
MAX_HOLD = 60


class AnimateOptions(Options, frozen=True, kw_only=True):
    """Say how a film looks, and what it may cost."""

    frames: Annotated[int, Meta(ge=2, le=2000, description="frames at most; what is left out lies between them")] = (
        FRAMES
    )
    fps: Annotated[int, Meta(ge=1, le=50, description="frames a second")] = FPS
    hold: Annotated[float, Meta(ge=0, le=MAX_HOLD, description="seconds that the last frame stays")] = HOLD
    tile_size: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_TILE_SIZE)] | None,
        Meta(description=f"pixels a tile; if not given, up to {LARGEST} so that {SIDE} x {SIDE} pixels hold it"),
    ] = None
    fit: Annotated[
        Fit,
        Meta(description="WxH: take the largest tile-size with which the picture fits into W x H pixels"),
    ] = ""
    theme: Annotated[ThemeName, Meta(description="set of colours")] = "paper"
    pixel_limit: Annotated[
        Annotated[int, Meta(ge=1)], Meta(description="refuse to make a film with more pixels in all its frames")
    ] = PIXEL_LIMIT


def encoder_of(name: str) -> str:
    """Return how a film is encoded, from the name of its file; raise `UsageError` for others."""
    found = ENCODERS.get(PurePath(name).suffix.lower())
    if found is None:
        raise UsageError(
            f"the name {name} does not say which animation to write", "end it in one of " + ", ".join(ENCODERS)
        )
    return found


def animate(
    level: Level,
    encoder: str,
    options: dict[str, Any],
    *,
    of: Subject | None = None,
    solver: str | None = None,
    solver_options: dict[str, Any] | None = None,
    start: tuple[int, int] | str | None = None,
    goal: tuple[int, int] | str | None = None,
    engine: Engine = "auto",
    progress: Progress | None = None,
) -> bytes:
    """Return a film of a level as a file; see `mazeconv.animate`."""
    from mazeconv.animation import growing, walking
    from mazeconv.solvers.asking import ask
    from mazeconv.solvers.doors import tell

    asked = build(AnimateOptions, options, "animate")
    pace = round(1000 / asked.fps)
    tile = tile_for(level, asked)
    frames: Iterable[Frame]
    walk = {"solver": solver, "options of a solver": solver_options, "start": start, "goal": goal}
    given = [name for name, value in walk.items() if value]
    if of == "generation" and given:
        raise UsageError(f"{given[0]} is for a walk", "leave out --of generation (in Python of='generation')")
    if of != "solver" and not given:
        frames = growing.frames(level, asked.frames, pace, engine, progress)
    else:
        route = ask(
            level, solver or SHORTEST, solver_options or {}, start=start, goal=goal, engine=engine, progress=progress
        )
        tell(route, solver or SHORTEST)
        frames = walking.frames(level, route, asked.frames, pace)
    return encode(frames, tile, encoder, theme=asked.theme, last=math.ceil(asked.hold * 1000), progress=progress)


def encode(
    frames: Iterable[Frame], tile: int, encoder: str, *, theme: str, last: int = 0, progress: Progress | None = None
) -> bytes:
    """Return frames as a file, drawn with tiles of `tile` pixels; the last one stays for `last` milliseconds."""
    from mazeconv.animation.film import film_of

    film = film_of(frames, tile, look(THEMES[theme], {}))
    if last:
        film = film._replace(frames=[*film.frames[:-1], film.frames[-1]._replace(milliseconds=last)])
    return _joined(film, encoder, progress)


def _joined(film: Film, encoder: str, progress: Progress | None) -> bytes:
    parts = []
    for done, part in enumerate(import_module(f"mazeconv.animation.{encoder}").encode(film)):
        parts.append(part)
        if progress is not None:
            progress(min(done, len(film.frames)), len(film.frames))
    return b"".join(parts)


def tile_for(level: Level, asked: AnimateOptions) -> int:
    """Return how many pixels a tile has; raise `WriteError` if that would be too much in all frames."""

    def of(tile: int) -> Layout:
        return layout(level.rows, level.cols, tile, coordinates=False)

    default = max(1, min(LARGEST, SIDE // max(level.rows, level.cols)))
    found = chosen_layout(of, asked.fit, asked.tile_size, default, "animate")
    pixels = found.width * found.height
    if pixels * asked.frames > asked.pixel_limit:
        most = asked.pixel_limit // pixels
        smaller = math.isqrt(asked.pixel_limit // (level.rows * level.cols * asked.frames))
        ways = [f"frames={most}"] * (most > 0) + [f"tile-size={smaller}"] * (smaller > 0)
        raise WriteError(
            f"{asked.frames} frames of {found.width} x {found.height} pixels are too much:"
            f" they are {pixels * asked.frames:,} pixels, the limit is {asked.pixel_limit:,}",
            f"use {' or '.join(ways)} or less, or raise pixel-limit" if ways else "raise pixel-limit",
        )
    return found.tile
