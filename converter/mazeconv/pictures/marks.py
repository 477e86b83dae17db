"""Small shapes drawn pixel by pixel: the marks for start, goal and other things."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.pictures.font import GLYPH_HEIGHT, GLYPH_WIDTH, line, width_of

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.uint8]

# Below this a tile has no room for a shape that can be told from another by its outline.
SMALLEST_SHAPE = 7
SMALLEST_LETTER, SMALLEST_PAIR = 11, 15
PAIR = width_of("KA")


def disc(size: int) -> Mask:
    """Return the mark of a start for a tile of `size` pixels: a disc, on small tiles a spot."""
    if size < SMALLEST_SHAPE:
        return _spot(size)
    across = _from_middle(size)
    return (across[:, None] ** 2 + across**2 <= (0.76 * size) ** 2).astype(np.uint8)


def flag(size: int) -> Mask:
    """Return the mark of a goal for a tile of `size` pixels: a pennant, on small tiles a hollow square."""
    mask = np.zeros((size, size), np.uint8)
    if size < SMALLEST_SHAPE:
        mask[:] = 1
        if size == 2:  # noqa: PLR2004 - a diagonal is all that can differ from a square
            mask[0, 1] = mask[1, 0] = 0
        elif size > 2:  # noqa: PLR2004
            mask[1:-1, 1:-1] = 0
        return mask
    thick = max(1, round(size / 11))
    top, bottom = round(0.14 * size), size - round(0.14 * size)
    pole = round(0.28 * size)
    mask[top:bottom, pole : pole + thick] = 1
    mask[bottom - thick : bottom, pole - thick : pole + 2 * thick] = 1
    # An odd height has one row that is the tip.
    high, wide = int(0.42 * size) // 2 * 2 + 1, round(0.5 * size)
    for y in range(high):
        reach = wide * (1 - abs(2 * y - high + 1) / (high + 1))
        mask[top + y, pole + thick : pole + thick + max(1, round(reach))] = 1
    return mask


def badge(size: int, sign: str) -> Mask:
    """Return the mark of any other thing: a badge, 1, with one or two letters, 2; on small tiles a plain diamond.

    Where there is no room for two, it is the first.
    """
    if size < SMALLEST_LETTER:
        across = _from_middle(size)
        return (across[:, None] + across <= (max(size, 2) if size < SMALLEST_SHAPE else size - 2)).astype(np.uint8)
    mask = _rounded(size, _inset(size))
    pair = len(sign) > 1 and size >= SMALLEST_PAIR
    tall, wide = _pair_scale(size) if pair else (_scale(size), _scale(size))
    shape = line(sign if pair else sign[0]).repeat(tall, axis=0).repeat(wide, axis=1)
    top, left = (size - shape.shape[0]) // 2, (size - shape.shape[1]) // 2
    mask[top : top + shape.shape[0], left : left + shape.shape[1]] += shape
    return mask


def second_place(size: int) -> tuple[slice, slice]:
    """Return the rows and columns of the second letter on a badge of `size` pixels, which has room for two."""
    tall, wide = _pair_scale(size)
    top, left = (size - GLYPH_HEIGHT * tall) // 2, (size - PAIR * wide) // 2
    return slice(top, top + GLYPH_HEIGHT * tall), slice(left + (PAIR - GLYPH_WIDTH) * wide, left + PAIR * wide)


def _scale(size: int) -> int:
    return max(1, (size - 4) // 10)


def _pair_scale(size: int) -> tuple[int, int]:
    """Return how high and wide the dots of two letters are; beside these a pixel of the badge is left."""
    wide = (size - 2 * _inset(size) - 2) // PAIR
    # Narrow letters are easier to read than small ones.
    return min(_scale(size), wide + 1), wide


def _inset(size: int) -> int:
    return max(1, size // 11)


def cap(size: int) -> Mask:
    """Return the mark of a dead end: a small diamond in the middle, on small tiles a square."""
    if size < SMALLEST_SHAPE:
        return _square(size, inset=(size - 1) // 2)
    across = _from_middle(size)
    return (across[:, None] + across <= max(2, round(0.36 * size))).astype(np.uint8)


def frame(size: int) -> Mask:
    """Return a frame around a tile of `size` pixels."""
    mask = np.ones((size, size), np.uint8)
    thick = _stroke(size)
    mask[thick : size - thick, thick : size - thick] = 0
    return mask


def cross(size: int) -> Mask:
    """Return a cross over a tile of `size` pixels, from corner to corner."""
    at = np.arange(size)
    rising, falling = np.abs(at[:, None] - at), np.abs(at[:, None] + at - size + 1)
    mask: Mask = (np.minimum(rising, falling) < _stroke(size)).astype(np.uint8)
    return mask


def _spot(size: int) -> Mask:
    mask = np.ones((size, size), np.uint8)
    if size > 2:  # noqa: PLR2004 - nothing would be left
        mask[[0, 0, -1, -1], [0, -1, 0, -1]] = 0
    return mask


def _stroke(size: int) -> int:
    return max(1, round(size / 10))


def _rounded(size: int, inset: int) -> Mask:
    # Lengths are doubled, so that the middle of an even tile is a whole number too.
    side = size - 2 * inset
    radius = side // 3 + 1
    beyond = np.maximum(_from_middle(size) - (side - radius), 0)
    inside: Mask = (beyond[:, None] ** 2 + beyond**2 <= radius**2).astype(np.uint8)
    return inside


def _from_middle(size: int) -> npt.NDArray[np.intp]:
    return np.array([abs(2 * i - size + 1) for i in range(size)])


def _square(size: int, inset: int) -> Mask:
    mask = np.zeros((size, size), np.uint8)
    mask[inset : size - inset, inset : size - inset] = 1
    return mask
