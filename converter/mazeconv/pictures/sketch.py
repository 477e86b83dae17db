"""A level in a terminal: two ASCII columns a tile, which every console shows alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.lettering import badges, signs
from mazeconv.level import ROLES, Tile
from mazeconv.pictures.legend import dead_ends_text, heat_text, kinds_of, labels_text, solution_text, walk_text
from mazeconv.pictures.showing import NOTHING, Shown

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Level

GLYPHS = {Tile.FLOOR: " ", Tile.WALL: "#", Tile.VOID: "~"}
TRAIL, WALK, DEAD_END = ".:o"


def sketch(level: Level, width: int, trail: npt.NDArray[np.int32] | None = None, shown: Shown = NOTHING) -> str:
    """Return the level as lines of text at most `width` columns wide.

    A tile takes two columns, one where that is too wide, and what still does not fit is cut off with a `>`. The second
    column holds the character of a label where there is one, as `KA` and `DA` are a key and its door.
    `trail` is int32[n, 2] of (row, col), tiles that are marked with dots, as is the solution of `shown`; its walk is
    marked with colons, and its distances are digits, 0 at the start and 9 farthest away, in the second column.
    """
    glyphs = np.frombuffer("".join(GLYPHS[t] for t in range(len(ROLES))).encode(), np.uint8)[level.tiles]
    table = signs(level.markers)
    columns = 2 if level.cols * 2 <= width else 1
    glyphs = np.repeat(glyphs, columns, axis=1)
    first = glyphs[:, ::columns]
    if shown.distances is not None:
        tenths = ord("0") + shown.distances.astype(np.int64) * 10 // (shown.farthest + 1)
        np.copyto(glyphs[:, columns - 1 :: columns], tenths.astype(np.uint8), where=shown.distances >= 0)
    routes = ((shown.walk, WALK), (shown.solution, TRAIL))
    ways = [(route.tiles, glyph) for route, glyph in routes if route is not None]
    for way, glyph in [*ways, *([(trail, TRAIL)] if trail is not None else [])]:
        first[way[:, 0], way[:, 1]] = ord(glyph)
    if shown.dead_ends is not None:
        first[shown.dead_ends] = ord(DEAD_END)
    for marker in level.markers:
        sign = table[marker.kind, marker.label].encode()[:columns]
        at = marker.col * columns
        glyphs[marker.row, at : at + len(sign)] = list(sign)
    lines = [bytes(row).decode() for row in glyphs]
    if level.cols * columns > width:
        lines = [line[: max(width - 1, 0)] + ">" for line in lines]
    return "".join(line.rstrip() + "\n" for line in [*lines, *_legend(level, shown, labelled=columns > 1)])


def _legend(level: Level, shown: Shown, *, labelled: bool) -> list[str]:
    if not shown.legend:
        return []
    kinds = kinds_of(level)
    table = badges(kinds)
    out = [f"{table[kind]}  {kind}" for kind in kinds]
    if labelled and (text := labels_text(level)):
        out.append(text)
    if shown.solution is not None:
        out.append(f"{TRAIL}  {solution_text(shown.solution)}")
    if shown.walk is not None:
        out.append(f"{WALK}  {walk_text(shown)}")
    if shown.dead_ends is not None:
        out.append(f"{DEAD_END}  {dead_ends_text(level, shown)}")
    if shown.distances is not None:
        out.append(f"0 to 9  {heat_text(shown)}")
    return out
