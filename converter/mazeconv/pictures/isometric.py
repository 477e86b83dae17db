"""Isometric tiles drawn by their masks: walls as blocks that go on into each other, and floor in their shadow.

A tile's shape is worked out on a square, as `relief` does it, whose columns lead to the lower right and whose rows lead
to the lower left. The light comes from the upper left, so that the right face of a wall is the darker one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from mazeconv.pictures.relief import BLACK, WHITE, Measures, floor_picture, inside, tint

if TYPE_CHECKING:
    import numpy.typing as npt

    Pixels: TypeAlias = npt.NDArray[np.float64]
    Area: TypeAlias = npt.NDArray[np.bool_]

# Below this many pixels there is neither floor beside a wall nor a rim.
PLAIN = 6
# The square on which shapes are worked out has this many dots for each pixel of a tile's width.
FINE = 2
ROUNDING = 1e-9


class View(NamedTuple):
    """Hold how pixels see a square that lies at some height: its row and column at each pixel, and which see it."""

    row: npt.NDArray[np.intp]
    col: npt.NDArray[np.intp]
    seen: Area


def view(width: int, height: int, rows: int, middle: float, side: int) -> View:
    """Return the view, in a picture of `rows` x `width` pixels, of a square of `side` dots around the row `middle`.

    The diamond that it makes is `width` x `height` pixels, and a hair more, so that no gaps open between tiles.
    """
    y, x = np.mgrid[:rows, :width] + 0.5
    across, down = x / (width / 2) - 1, (y - middle) / (height / 2) + 1
    # A pixel more where odd sizes make the grid step by half pixels.
    spare = 0.25 if width % 2 == height % 2 == 0 else 1.0
    seen = height / 2 * (1 - np.abs(across)) + spare + ROUNDING >= np.abs(y - middle)
    row, col = (np.clip((down + turn * across) / 2 * side, 0, side - 1).astype(np.intp) for turn in (-1, 1))
    return View(row, col, seen)


def floor_tile(mask: int, floor: Pixels, size: tuple[int, int], lift: int) -> Pixels:
    """Return floor with the shape `mask`; `floor` is a square of texture, `size` the diamond's (width, height).

    The picture, float64 of (height, width, 4), is `lift` pixels higher than the diamond, at whose lower end that lies.
    """
    width, height = size
    seen = view(width, height, height + lift, lift + height / 2, len(floor))
    return masked(floor_picture(mask, floor)[seen.row, seen.col], seen.seen)


def wall_tile(mask: int, floor: Pixels, wall: Pixels, size: tuple[int, int], lift: int) -> Pixels:
    """Return a wall with the shape `mask` that is `lift` pixels high, as `floor_tile` does; `wall` is its texture."""
    width, height = size
    side = FINE * width
    m = _measures(side, min(size))
    away = inside(mask, side, side, m)
    ground = view(width, height, height + lift, lift + height / 2, side)
    upper = view(width, height, height + lift, height / 2, side)
    texture = view(width, height, height + lift, lift + height / 2, len(floor))
    out = floor[texture.row, texture.col]
    tint(out, away[ground.row, ground.col] > -1.2 * m.gap, BLACK, 0.22)
    from_edge = away[upper.row, upper.col]
    top = upper.seen & (from_edge >= 0)
    # The row of the top's lowest pixel so far, below which its face lies.
    rows = np.arange(height + lift)[:, None]
    last = np.maximum.accumulate(np.where(top, rows, -lift - 1), axis=0)
    face = ~top & (rows - last <= lift)
    body = top | face
    out[body] = wall[body]
    tint(out, top, WHITE, 0.22)
    right = _faces_right(away, 2 * side / height)[upper.row, upper.col]
    tint(out, face & np.take_along_axis(right, np.maximum(last, 0), axis=0), BLACK, 0.4)
    if m.rim:
        tint(out, top & (from_edge < m.rim), WHITE, 0.25)
    return masked(out, body | ground.seen)


def masked(pixels: Pixels, shown: Area) -> Pixels:
    """Return a picture with a fourth channel that shows only some pixels."""
    return np.dstack([pixels, np.where(shown, 255.0, 0.0)])


def _measures(side: int, small: int) -> Measures:
    """Return the measures of shapes on a square of `side` dots, for tiles of `small` pixels at the smaller side."""
    if small < PLAIN:
        return Measures(0, 0, 0, 0)
    return Measures(round(side * 0.09), 0, max(1, side // 16), side * 0.2)


def _faces_right(away: Pixels, near: float) -> Area:
    """Return for each dot whether what falls off there faces right: near an edge by its slope, else by the side."""
    row, col = np.ogrid[: away.shape[0], : away.shape[1]]
    down, right = np.gradient(away)
    # Where the wall goes on the tile itself ends, and the next one hides what is drawn.
    return np.asarray(np.where((away < near) & (down != right), right < down, col > row))
