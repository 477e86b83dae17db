"""A sheet of small pictures of one kind of level under many seeds, to choose one by eye."""

from __future__ import annotations

import math
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeconv.api import generate, seed_text
from mazeconv.arguments import checked
from mazeconv.errors import GenerationError, UsageError, WriteError, notify
from mazeconv.formats.png import PngOptions, look_of
from mazeconv.level import ROLES, Level
from mazeconv.options.building import build
from mazeconv.pictures.codes import DEAD_END, START
from mazeconv.pictures.drawing import MAX_TILE_SIZE
from mazeconv.pictures.font import FONT, GLYPH_HEIGHT, line, width_of
from mazeconv.pictures.layers import layers as drawn_of
from mazeconv.pictures.pixels import Strip, encode
from mazeconv.pictures.sheets import pixels, samples, sheet_of
from mazeconv.pictures.showing import NOTHING
from mazeconv.pictures.stamps import readable
from mazeconv.presets import Preset
from mazeconv.presets import preset as load_preset
from mazeconv.rng import NUMBER

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    from mazeconv.kernels import Progress
    from mazeconv.pictures.sheets import Indices
    from mazeconv.pictures.sheets import Sheet as Pictures
    from mazeconv.pictures.stamps import RGBA, Look

COUNT, THUMB = 24, 240
MAX_COUNT = 10_000
GAP = 12
# What most screens are like, wide by high.
SHAPE = 4 / 3
# How far from it, as a logarithm, a sheet is still easy to look at: up to two times wider or higher.
FAR = math.log(2)
# Longer numbers are texts, so that the captions stay short.
MAX_DIGITS = 18
OPAQUE = 255


class Cell(NamedTuple):
    """Hold one picture of a sheet: its seed, what stands below it, and the command that makes the level.

    The caption is the seed, or a number such as "#3" where the seeds cannot be drawn. A level that could not be made
    has no command, and its place is empty.
    """

    seed: str
    caption: str
    command: str


class Sheet(NamedTuple):
    """Hold a sheet: a PNG picture, and its cells row by row, so many in a row."""

    picture: bytes
    cells: tuple[Cell, ...]
    columns: int


class Plan(NamedTuple):
    """Hold the measures of a sheet: a tile, a thumbnail, the width of a column and the scale of captions in pixels."""

    tile: int
    width: int
    height: int
    column: int
    scale: int
    columns: int
    rows: int

    @property
    def row(self) -> int:
        """Return the height of a row with its caption and the gap above it."""
        return GAP + self.height + GAP // 2 + GLYPH_HEIGHT * self.scale

    @property
    def size(self) -> tuple[int, int]:
        """Return the (width, height) of the whole picture."""
        return GAP + self.columns * (self.column + GAP), self.rows * self.row + GAP


@checked
def sheet(
    count: int = COUNT,
    *,
    columns: int | None = None,
    thumb: int = THUMB,
    theme: str | None = None,
    background: str = "",
    seed: str | int | None = None,
    preset: str | os.PathLike[str] | Preset | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> Sheet:
    """Return a sheet of `count` levels that differ in nothing but their seeds, which `seeds_from` makes of `seed`.

    A thumbnail is at most `thumb` pixels wide and high, but a tile at least one. Colours are those of the preset or of
    `theme`; `background` is #rrggbb, #rgb or none. `progress` is told of each level; all else is as for `generate`.
    A level that cannot be made is a `MazeconvNotice`; if none can, `GenerationError` is raised. Raises `UsageError`,
    and `WriteError` for a sheet that would be too large.
    """
    if count > MAX_COUNT:
        raise UsageError(f"a sheet holds at most {MAX_COUNT:,} levels, not {count:,}", "make several, of other seeds")
    kind = preset if preset is None or isinstance(preset, Preset) else load_preset(preset)
    given = {key: value for key, value in (("theme", theme), ("void-colour", background)) if value}
    options = build(PngOptions, (kind.writing("png") if kind else {}) | given, "sheet")
    seeds = seeds_from(seed_text(seed), count)
    levels = _levels(seeds, {**how, "preset": kind})
    failed, first = _until_one(levels)
    plan = _plan(first, seeds, columns, thumb)
    _check_size(plan, options.pixel_limit)
    captions = seeds if _can_caption(seeds, plan) else [f"#{number}" for number in range(1, count + 1)]
    commands: list[str] = []
    shown = _told(chain(failed, [first], levels), seeds, commands, progress)
    width, height = plan.size
    every = samples(range(len(ROLES)), range(START, DEAD_END))
    pictures = sheet_of(every, plan.tile, look_of(options), {}, margin=_page(options))
    strips = _strips(shown, captions, plan, pictures, look_of(options))
    text = {"Software": "mazeconv", "Seeds": "\n".join(seeds)}
    palette = pictures.palette if pictures.palette[:, 3].min() < OPAQUE else pictures.palette[:, :3]
    return Sheet(
        encode(strips, width, height, palette=palette, text=text),
        tuple(map(Cell, seeds, captions, commands)),
        plan.columns,
    )


def seeds_from(base: str, count: int) -> list[str]:
    """Return `count` seeds: from a number on upwards, or TEXT-1, TEXT-2 and so on."""
    if NUMBER.fullmatch(base) and len(base) <= MAX_DIGITS:
        return [str(int(base) + i) for i in range(count)]
    return [f"{base}-{i}" for i in range(1, count + 1)]


def _levels(seeds: Sequence[str], how: dict[str, Any]) -> Iterator[Level | GenerationError]:
    """Yield for each seed its level, or why it has none."""
    for seed in seeds:
        try:
            yield generate(seed=seed, **how)
        except GenerationError as error:
            yield error


def _until_one(levels: Iterator[Level | GenerationError]) -> tuple[list[GenerationError], Level]:
    """Return the first level and the errors before it; raise the first of them if there is none."""
    failed: list[GenerationError] = []
    for found in levels:
        if isinstance(found, Level):
            return failed, found
        failed.append(found)
    raise failed[0]


def _told(
    levels: Iterable[Level | GenerationError], seeds: Sequence[str], commands: list[str], progress: Progress | None
) -> Iterator[Level | None]:
    """Yield each level, or None with a notice, and keep the command that makes it."""
    for seed, found in zip(seeds, levels, strict=True):
        if isinstance(found, GenerationError):
            notify(f"seed {seed} is left out: {found.message}")
        shown = found if isinstance(found, Level) else None
        commands.append(shown.recipe.command() if shown and shown.recipe else "")
        if progress:
            progress(len(commands), len(seeds))
        yield shown


def _plan(level: Level, seeds: Sequence[str], columns: int | None, thumb: int) -> Plan:
    """Return the measures of a sheet of levels of that size."""
    tile = min(max(1, thumb // max(level.rows, level.cols)), MAX_TILE_SIZE)
    if max(level.rows, level.cols) > thumb:
        notice = f"the thumbnails are {level.cols} x {level.rows} pixels, as a tile is at least one"
        notify(notice)
    width, height = level.cols * tile, level.rows * tile
    widest = max(map(width_of, seeds))
    scale = 2 if 2 * widest <= width else 1
    # A number fits everywhere, be it by a wider column.
    column = max(width, width_of(f"#{len(seeds)}") * scale)

    def of(across: int) -> Plan:
        return Plan(tile, width, height, column, scale, across, -(-len(seeds) // across))

    if columns is not None:
        return of(min(columns, len(seeds)))
    plans = [of(across) for across in range(1, len(seeds) + 1)]
    # Without empty places if that is not far from the shape of a screen; else as close to it as can be.
    off = {p: abs(math.log(p.size[0] / p.size[1] / SHAPE)) for p in plans}
    whole = [p for p in plans if p.rows * p.columns == len(seeds) and off[p] < FAR]
    return min(whole or plans, key=lambda p: (round(off[p], 1), p.rows * p.columns))


def _check_size(plan: Plan, limit: int) -> None:
    width, height = plan.size
    if width * height > limit:
        raise WriteError(
            f"a sheet of {width} x {height} pixels is too large: they are {width * height:,}, the limit is {limit:,}",
            "show fewer levels (--count), smaller ones (--size), or smaller pictures (--thumb)",
        )


def _can_caption(seeds: Sequence[str], plan: Plan) -> bool:
    """Return whether each seed can be read off its caption: drawn in full, without blanks that nobody sees."""
    return all(
        set(seed) <= FONT.keys() and seed == " ".join(seed.split()) and width_of(seed) * plan.scale <= plan.column
        for seed in seeds
    )


def _page(options: PngOptions) -> tuple[RGBA, RGBA]:
    """Return the colours of the page and of its captions."""
    colours = look_of(options)
    return colours.void, readable(colours.void, colours) if colours.void[3] else colours.ink


def _strips(
    levels: Iterable[Level | None], captions: Sequence[str], plan: Plan, pictures: Pictures, colours: Look
) -> Iterator[Strip]:
    """Yield the rows of the sheet as palette indices, each when its levels have been made."""
    page = np.full((plan.row, plan.size[0]), pictures.paper, np.uint8)
    rest = zip(captions, levels, strict=True)
    while batch := list(islice(rest, plan.columns)):
        row = page.copy()
        for at, (caption, level) in enumerate(batch):
            left = GAP + at * (plan.column + GAP) + (plan.column - plan.width) // 2
            if level is not None:
                row[GAP : GAP + plan.height, left : left + plan.width] = _thumbnail(level, plan, pictures, colours)
            shape = line(caption, plan.scale)
            middle = left + (plan.width - shape.shape[1]) // 2
            row[-len(shape) :, middle : middle + shape.shape[1]][shape == 1] = pictures.ink
        yield Strip(row)
    yield Strip(page[:GAP])


def _thumbnail(level: Level, plan: Plan, pictures: Pictures, colours: Look) -> Indices:
    """Return the pixels of a level in the palette of the sheet, which has the colours of all badges."""
    drawn = drawn_of(level, NOTHING, plan.tile)
    own = sheet_of(drawn, plan.tile, colours, {})
    same = (own.palette[:, None] == pictures.palette).all(axis=2)
    lines: Indices = same.argmax(axis=1).astype(np.uint8)[pixels(drawn, own, np.arange(plan.height))]
    return lines
