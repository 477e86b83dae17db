"""The frames in which a maze is made: what its kernels have carved between two slices, in the order of carving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeconv.animation.film import Frame, marks_of
from mazeconv.errors import LevelError
from mazeconv.grid import Grid, rasterise
from mazeconv.level import Tile
from mazeconv.making import make, thick
from mazeconv.pictures.codes import FRESH_FLOOR, FRESH_WALL

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from mazeconv.kernels import Engine, Progress
    from mazeconv.level import Level

    Tiles = npt.NDArray[np.uint8]

# About half of a maze's tiles are carved, and a slice should do less than what makes a picture.
CARVED, FINER = 2, 2
# How many frames a milestone stays.
LONGER = 10
# Some kernels shuffle or wander for long before anything is to be seen; after so many looks in vain slices become
# longer, but not so long that much happens in one of them.
PATIENCE, LONGEST = 32, 8


class Kept(NamedTuple):
    """Hold a picture as tiles of a draft."""

    tiles: Tiles
    milestone: bool


class Watcher:
    """Keep pictures that are about as many changed tiles apart, never more than `most`.

    How much will change is not known before. So the distance begins small; when there are too many pictures, every
    second one goes and the distance doubles. Milestones stay.
    """

    def __init__(self, most: int) -> None:
        self.budget = 1
        self.kept: list[Kept] = []
        self._most = most
        self._distance = 0
        self._slice = 1
        self._in_vain = 0

    def look(self, picture: Any, *, milestone: bool = False) -> None:
        """Take in a grid or tiles."""
        tiles = rasterise(picture.begun()) if isinstance(picture, Grid) else np.array(picture)
        if not self.kept:
            self.kept.append(Kept(np.full_like(tiles, Tile.WALL), milestone=False))
            self._distance = max(1, tiles.size // CARVED // self._most)
            units = picture.mask.size if isinstance(picture, Grid) else tiles.size
            self.budget = self._slice = max(1, units // self._most // FINER)
        change = int(np.count_nonzero(tiles != self.kept[-1].tiles))
        self._in_vain += 1
        if change >= (1 if milestone else self._distance):
            self.kept.append(Kept(tiles, milestone))
            self._in_vain = 0
            self.budget = max(self._slice, self.budget // 2)
        elif self._in_vain % PATIENCE == 0:
            self.budget = min(2 * self.budget, LONGEST * self._slice)
        if len(self.kept) > self._most:
            self.kept = [kept for number, kept in enumerate(self.kept) if kept.milestone or number % 2 == 0]
            self._distance *= 2


def frames(
    level: Level, most: int, pace: int, engine: Engine = "auto", progress: Progress | None = None
) -> Iterator[Frame]:
    """Yield at most `most` (two or more) frames, each for `pace` milliseconds, the last of them the level itself.

    What changed since the frame before is tinted. The end of a stage, such as a shaping step, stays longer.
    Raises `LevelError` for a level without a recipe.
    """
    if level.recipe is None:
        raise LevelError(
            "how this level was made is not known: it has no recipe", "--of solver shows a walk through it instead"
        )
    recipe = level.recipe
    watcher = Watcher(most - 1)
    make(recipe, engine, progress, watcher)
    nothing = np.zeros(level.tiles.shape, np.uint8)
    before: Tiles | None = None
    for kept in watcher.kept[-(most - 1) :]:
        tiles = thick(recipe, kept.tiles)
        if tiles.shape != level.tiles.shape:
            break
        shown = tiles if before is None else _tinted(before, tiles)
        yield Frame(shown, nothing, pace * LONGER if kept.milestone else pace)
        before = tiles
    yield Frame(level.tiles, marks_of(level), pace)


def _tinted(before: Tiles, after: Tiles) -> Tiles:
    new = before != after
    out = after.copy()
    out[new & (after == Tile.FLOOR)] = FRESH_FLOOR
    out[new & (after == Tile.WALL)] = FRESH_WALL
    return out
