"""Ways drawn on tiles: the solution as one line through the middle, a walk as two lanes that keep to the right.

A walk with the left hand on the wall keeps to the left: it is drawn as the same walk backwards.

Who walks on the right of the middle comes back on the other side of it, so that a way walked both ways is two lines and
a dead end is a hairpin. In a tile the lanes meet in four corners of a square around the middle, and who turns goes
around that square against the clock until the way out; so every tile is a mix of four ways in, four ways out and four
sides of the square, and each of these three parts is a layer with a bit for each direction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Mask = npt.NDArray[np.uint8]

# Below these a tile has no room for two lanes, or for an edge beside a line.
SMALLEST_LANES = 5
SMALLEST_EDGE = 10
LINE, EDGE = 1, 2


def line(size: int, sides: int) -> Mask:
    """Return the line from the middle to each of `sides` (bits), 1, with an edge on larger tiles, 2."""
    thick = _thickness(size)
    mask = np.zeros((size, size), np.uint8)
    if size >= SMALLEST_EDGE:
        room = max(1, size // 16)
        _cross(mask, sides, (size - thick) // 2 - room, thick + 2 * room, EDGE)
    _cross(mask, sides, (size - thick) // 2, thick, LINE)
    return mask


def _thickness(size: int) -> int:
    """Return how thick a line is: about a fifth of the tile, and such that it lies in the middle."""
    wanted = max(1, size // 5)
    thick = wanted if (size - wanted) % 2 == 0 else wanted - 1
    return thick or min(size, 2)


def _cross(mask: Mask, sides: int, at: int, thick: int, value: int) -> None:
    """Fill the middle and the arms to `sides`, all from `at` on and `thick` across."""
    end = at + thick
    mask[at:end, at:end] = value
    for side, area in enumerate((np.s_[:end, at:end], np.s_[at:end, at:], np.s_[at:, at:end], np.s_[at:end, :end])):
        if sides >> side & 1:
            mask[area] = value


def lanes_in(size: int, sides: int) -> Mask:
    """Return the lanes on which a walk enters a tile from each of `sides`, as far as the square's corner."""
    return _turned(size, sides, 0)


def lanes_out(size: int, sides: int) -> Mask:
    """Return the lanes on which a walk leaves a tile to each of `sides`, from the square's corner."""
    return _turned(size, sides, 1)


def lanes_turn(size: int, sides: int) -> Mask:
    """Return those sides of the square along which a walk goes, each named by where it lies from the middle."""
    return _turned(size, sides, 2)


def _turned(size: int, sides: int, part: int) -> Mask:
    """Return the part for the northern side, turned to each of `sides`."""
    thick, low = max(1, round(size / 9)), size // 5
    high = size - low - thick
    # Going south, into the tile from the north, the right hand is in the west.
    down = slice(low if part == 2 else 0, low + thick)  # noqa: PLR2004 - the third part
    across = (slice(low, low + thick), slice(high, high + thick), slice(low, high + thick))[part]
    north = np.zeros((size, size), np.uint8)
    north[down, across] = LINE
    mask = np.zeros((size, size), np.uint8)
    for side in range(4):
        if sides >> side & 1:
            mask |= np.rot90(north, -side)
    return mask
