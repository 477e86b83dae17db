"""From a generator to the tiles of a draft in which something is fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from mazeconv.errors import GenerationError
from mazeconv.generators import Generator, Job
from mazeconv.generators.regions import Regions, regions_of
from mazeconv.grid import tiles_of
from mazeconv.level import Place, Tile
from mazeconv.shaping.doors import add_doors
from mazeconv.shaping.ground import beside, unite

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from mazeconv.shaping.draft import Draft
    from mazeconv.shaping.ground import Ground

    Yes = npt.NDArray[np.bool_]


class Part(NamedTuple):
    """Hold one connected part of what may be carved: its box in the generator's unit, and the mask of that box."""

    top: int
    left: int
    mask: Yes
    size: int


def fill_around(draft: Draft, ground: Ground, generator: Generator, job: Job) -> None:
    """Fill the draft with what the generator makes around the fixed tiles of its ground, and join all of it.

    Each connected part of the free tiles is a maze of its own, with its own random words. Raises `GenerationError`.
    """
    draft.tiles[:] = Tile.WALL
    parts = list(_parts(ground, generator, job))
    largest = max(parts, key=lambda part: part.size, default=None)
    for number, part in enumerate(parts):
        try:
            tiles = tiles_of(generator.run(_job(job, part, number, len(parts))))
        except GenerationError:
            # A corner too small for a generator of tiles stays a wall.
            if part is largest:
                raise
            continue
        top, left = part.top * draft.step, part.left * draft.step
        box = draft.tiles[top : top + tiles.shape[0], left : left + tiles.shape[1]]
        box[tiles == Tile.FLOOR] = Tile.FLOOR
    # A road that is fixed touches nothing but through a seam.
    draft.tiles[beside(ground.road)] = Tile.WALL
    ground.fix(draft.tiles)
    unite(draft, job.stream.child("unite"), replace(job.machine, progress=None))
    add_doors(draft, job.stream, replace(job.machine, progress=None))


def _parts(ground: Ground, generator: Generator, job: Job) -> Iterator[Part]:
    """Yield the connected parts of what may be carved, in reading order."""
    usable: Yes = ground.usable(corners=generator.unit == "tiles")
    down, across = 1, 1
    if generator.unit == "cells":
        down, across = generator.step[1], generator.step[0]
        blocks = usable[1::2, 1::2].reshape(job.rows // down, down, job.cols // across, across)
        usable = np.logical_and.reduce(blocks, axis=(1, 3))
    tiles = np.pad(np.where(usable, np.uint8(Tile.FLOOR), np.uint8(Tile.WALL)), 1, constant_values=Tile.WALL)
    found = regions_of(job.machine, tiles)
    labels = _labels(found, tiles.shape)[1:-1, 1:-1]
    margin = 1 if generator.unit == "tiles" else 0
    for number, (first, last) in enumerate(_boxes(found, tiles.shape)):
        low = [(first[i] - 1) * (down, across)[i] - margin for i in range(2)]
        high = [(last[i] - 1) * (down, across)[i] + margin for i in range(2)]
        (top, bottom), (left, right) = (
            _fitted(low[i], high[i], (job.rows, job.cols)[i], generator.least[1 - i], generator.step[1 - i])
            for i in range(2)
        )
        mask = np.equal(labels, number + 1)[top // down : -(-bottom // down), left // across : -(-right // across)]
        yield Part(top, left, mask.repeat(down, 0).repeat(across, 1), int(found.sizes[number]))


def _labels(found: Regions, shape: tuple[int, ...]) -> npt.NDArray[np.int32]:
    """Return the number of the region of every tile, from 1 on, and 0 elsewhere."""
    change = np.zeros(shape[0] * shape[1] + 1, np.int32)
    change[found.starts] = found.labels + 1
    np.subtract.at(change, found.ends, found.labels + 1)
    return np.cumsum(change[:-1], dtype=np.int32).reshape(shape)


def _boxes(found: Regions, shape: tuple[int, ...]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the first (row, col) and the one after the last of every region's box."""
    rows, cols = np.divmod(found.starts.astype(np.int64), shape[1])
    ends = found.ends - rows * shape[1]
    count = len(found.sizes)
    top, left = np.full(count, shape[0]), np.full(count, shape[1])
    bottom, right = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.minimum.at(top, found.labels, rows)
    np.minimum.at(left, found.labels, cols)
    np.maximum.at(bottom, found.labels, rows + 1)
    np.maximum.at(right, found.labels, ends)
    firsts = zip(top.tolist(), left.tolist(), strict=True)
    return list(zip(firsts, zip(bottom.tolist(), right.tolist(), strict=True), strict=True))


def _fitted(low: int, high: int, whole: int, least: int, step: int) -> tuple[int, int]:
    """Return the smallest span around low..high that a generator can do and that begins at a multiple of its step."""
    low = min(max(low, 0) // step * step, whole - least)
    more = max(0, high - low - least)
    return low, low + least + -(-more // step) * step


def _job(job: Job, part: Part, number: int, parts: int) -> Job:
    rows, cols = part.mask.shape
    ends = [
        Place(place.row - part.top, place.col - part.left) if place is not None else None
        for place in (job.start, job.goal)
    ]
    start, goal = (
        place if place is not None and 0 <= place.row < rows and 0 <= place.col < cols and part.mask[place] else None
        for place in ends
    )
    if (start is None) != (goal is None):
        # A road to the one that lies here begins at it, and ends at the other end of the part.
        start = start or goal
        flat = part.mask.reshape(-1)
        last = Place(*divmod(flat.size - 1 - int(flat[::-1].argmax()), cols))
        goal = Place(*divmod(int(flat.argmax()), cols)) if start == last else None
    return replace(
        job,
        rows=rows,
        cols=cols,
        mask=part.mask,
        stream=job.stream.child("part", number),
        start=start,
        goal=goal,
        progress=job.progress if parts == 1 else None,
    )
