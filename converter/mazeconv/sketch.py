"""A level in a terminal: two ASCII columns a tile, which every console shows alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.formats.text import letters
from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Level

GLYPHS = {Tile.FLOOR: " ", Tile.WALL: "#", Tile.VOID: "~"}
TRAIL = "."


def sketch(level: Level, width: int, trail: npt.NDArray[np.int32] | None = None) -> str:
    """Return the level as lines of text at most `width` columns wide.

    A tile takes two columns, one where that is too wide, and what still does not fit is cut off with a `>`.
    `trail` is int32[n, 2] of (row, col), tiles that are marked with dots.
    """
    glyphs = np.frombuffer("".join(GLYPHS[t] for t in Tile).encode(), np.uint8)[level.tiles]
    table = letters({m.kind for m in level.markers})
    columns = 2 if level.cols * 2 <= width else 1
    glyphs = np.repeat(glyphs, columns, axis=1)
    if trail is not None:
        glyphs[trail[:, 0], trail[:, 1] * columns] = ord(TRAIL)
    for marker in level.markers:
        glyphs[marker.row, marker.col * columns] = ord(table[marker.kind])
    lines = [bytes(row).decode() for row in glyphs]
    if level.cols * columns > width:
        lines = [line[: max(width - 1, 0)] + ">" for line in lines]
    return "".join(line.rstrip() + "\n" for line in lines)
