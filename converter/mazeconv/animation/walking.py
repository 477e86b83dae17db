"""The frames of a walk through a level: who walks, and the shade of what was walked on, once or more often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.animation.film import Frame, marks_of
from mazeconv.pictures.codes import TRODDEN, TRODDEN_SHADES, WALKER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazeconv.level import Level
    from mazeconv.solvers import Route


def frames(level: Level, route: Route, most: int, pace: int) -> Iterator[Frame]:
    """Yield at most `most` (two or more) frames, each for `pace` milliseconds, with as many steps as that takes."""
    way = route.tiles
    stride = max(1, -(-(len(way) - 1) // (most - 1)))
    marks = marks_of(level)
    visits = np.zeros(level.tiles.shape, np.int64)
    done = 0
    for at in range(0, len(way) - 1 + stride, stride):
        end = min(at, len(way) - 1)
        np.add.at(visits, tuple(way[done : end + 1].T), 1)
        done = end + 1
        shade = TRODDEN - 1 + np.minimum(visits, TRODDEN_SHADES)
        above = marks.copy()
        above[tuple(way[end])] = WALKER
        yield Frame(np.where(visits > 0, shade, level.tiles).astype(np.uint8), above, pace)
