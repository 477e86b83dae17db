"""The strip below a picture that explains its marks, and the same words for a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.lettering import badges, signs
from mazeconv.level import Tile
from mazeconv.pictures import codes as c
from mazeconv.pictures.font import GLYPH_HEIGHT, line, width_of
from mazeconv.pictures.lines import SMALLEST_LANES
from mazeconv.pictures.marks import SMALLEST_PAIR
from mazeconv.pictures.stamps import grounds, mark

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from mazeconv.level import Level
    from mazeconv.pictures.showing import Shown
    from mazeconv.pictures.stamps import Look, Stamp
    from mazeconv.solvers import Route

# All in dots of the letters.
SYMBOL, SPACE, BETWEEN, MARGIN = 12, 4, 12, 6
EAST, SOUTH, WEST = 2, 4, 8
# A picture is so many dots wide and high, as far as dots are whole pixels; so large legends stay small files.
DOTS, LARGEST_DOT = 500, 8
# How many tiles wide the sample of the heat is.
SHADES = 6


class Entry(NamedTuple):
    """Hold a sample and what it means: for each tile of the sample the code of its ground and of what lies on it."""

    tiles: tuple[tuple[int, ...], ...]
    text: str

    @property
    def sample_width(self) -> int:
        """Return the width of the sample and of the space beside it in dots."""
        return len(self.tiles) * SYMBOL + SPACE if self.tiles else 0

    @property
    def width(self) -> int:
        """Return the width of the entry in dots."""
        return self.sample_width + width_of(self.text)


class Legend(NamedTuple):
    """Hold the lines of a legend, the pixels that a dot is wide, and the whole in pixels."""

    lines: tuple[tuple[Entry, ...], ...]
    scale: int
    width: int
    height: int


NOTHING = Legend((), 1, 0, 0)


def entries(level: Level, shown: Shown, tile: int) -> list[Entry]:
    """Return what there is to explain in a picture with tiles of `tile` pixels, in the order in which it is read."""
    kinds = kinds_of(level)
    table = badges(kinds)
    out = [Entry(((Tile.FLOOR, c.code_of(kind, table[kind])),), kind) for kind in kinds]
    if tile >= SMALLEST_PAIR and (text := labels_text(level, c.SHAPES)):
        out.append(Entry((), text))
    if shown.solution is not None:
        sample = (Tile.FLOOR, c.SOLUTION + EAST + WEST)
        out.append(Entry((sample, sample), solution_text(shown.solution)))
    if shown.walk is not None:
        out += _walk(shown, lanes=tile >= SMALLEST_LANES)
    if shown.dead_ends is not None:
        out.append(Entry(((Tile.FLOOR, c.DEAD_END),), dead_ends_text(level, shown)))
    if shown.distances is not None:
        shades = (k * (c.HEAT_SHADES - 1) // (SHADES - 1) for k in range(SHADES))
        out.append(Entry(tuple((c.HEAT + shade,) for shade in shades), heat_text(shown)))
        if ((level.tiles == Tile.FLOOR) & (shown.distances < 0)).any():
            out.append(Entry(((Tile.FLOOR,),), "cannot be reached"))
    return out


def kinds_of(level: Level) -> list[str]:
    """Return the kinds of markers: start and goal before the others."""
    return sorted({m.kind for m in level.markers}, key=lambda kind: (kind != "start", kind != "goal", kind))


def labels_text(level: Level, shapes: Collection[str] = ()) -> str:
    """Return what second letters mean, by the example of a key if there is one; "" if nothing but `shapes` has any."""
    found = {look: sign for look, sign in signs(level.markers).items() if len(sign) > 1 and look[0] not in shapes}
    opens = (
        f"{sign} opens {found['door', label]}"
        for (kind, label), sign in found.items()
        if kind == "key" and ("door", label) in found
    )
    return next(opens, "the second letter is that of the label" if found else "")


def solution_text(route: Route) -> str:
    """Return what the line of the solution is."""
    return f"shortest way: {route.steps} steps{_doors(route)}" if route.found else "no way to the goal"


def walk_text(shown: Shown) -> str:
    """Return what the line of a walk is."""
    if shown.walk is None:
        return ""
    ending = "" if shown.walk.found else f", {shown.walk.ending}"
    return f"{shown.walker}: {shown.walk.steps} steps{_doors(shown.walk)}{ending}"


def _doors(route: Route) -> str:
    return f", through {route.doors} door{'s' * (route.doors > 1)}" if route.doors else ""


def dead_ends_text(level: Level, shown: Shown) -> str:
    """Return how many dead ends there are, and how many of them another mark covers."""
    if shown.dead_ends is None:
        return ""
    count = int(np.count_nonzero(shown.dead_ends))
    hidden = sum(bool(shown.dead_ends[marker.place]) for marker in level.markers)
    return f"{count} dead end" + "s" * (count != 1) + (f", {hidden} covered" if hidden else "")


def heat_text(shown: Shown) -> str:
    """Return what the shades of heat are."""
    return f"0 to {shown.farthest} steps from the start"


def _walk(shown: Shown, *, lanes: bool) -> list[Entry]:
    if lanes:
        parts = (c.ROUTE_IN + WEST, c.ROUTE_TURN + SOUTH, c.ROUTE_OUT + EAST)
        samples = {walk_text(shown): parts, "the same way again": tuple(code + c.AGAIN for code in parts)}
    else:
        samples = {walk_text(shown): (c.ROUTE_FILL,), "walked again": (c.AGAIN_FILL,)}
    found = [Entry(((Tile.FLOOR, *codes),) * 2, text) for text, codes in samples.items()]
    return found if shown.walked_again(lanes=lanes) else found[:1]


def arrange(found: Iterable[Entry], room: int, height: int, tile: int) -> Legend:
    """Return the entries in lines of at most `room` pixels where they fit; what is wider has a line of its own.

    The letters grow with the tiles, and with a picture of `room` x `height` pixels, which will be looked at as a whole.
    """
    scale = max(1, round(tile / 16), min(LARGEST_DOT, round(math.sqrt(room * height) / DOTS)))
    lines: list[list[Entry]] = []
    used = 0
    for entry in found:
        if not lines or used + BETWEEN + entry.width > room // scale - 2 * MARGIN:
            lines.append([])
            used = -BETWEEN
        lines[-1].append(entry)
        used += BETWEEN + entry.width
    if not lines:
        return NOTHING
    width = max(sum(entry.width + BETWEEN for entry in line) - BETWEEN for line in lines) + 2 * MARGIN
    height = len(lines) * (SYMBOL + MARGIN) + MARGIN
    return Legend(tuple(map(tuple, lines)), scale, width * scale, height * scale)


def paint(legend: Legend, colours: Look, tiles: Mapping[int, Stamp]) -> Stamp:
    """Return the legend as a picture, uint8 RGBA of (height, width, 4).

    `tiles` are pictures of the size of a symbol, SYMBOL * scale.
    """
    scale, size = legend.scale, SYMBOL * legend.scale
    out = np.full((legend.height, legend.width, 4), colours.void, np.uint8)
    for number, found in enumerate(legend.lines):
        top, left = (MARGIN + number * (SYMBOL + MARGIN)) * scale, MARGIN * scale
        for entry in found:
            for ground, *above in entry.tiles:
                area = out[top : top + size, left : left + size]
                area[...] = grounds([ground], size, colours, tiles, grid=False)[ground]
                for code in above:
                    stamp, cover = mark(code, size, colours, tiles)
                    area[cover] = stamp[cover]
                left += size
            shape = line(entry.text, scale) == 1
            left += (entry.sample_width - len(entry.tiles) * SYMBOL) * scale
            down = top + (SYMBOL - GLYPH_HEIGHT + 1) // 2 * scale
            out[down : down + shape.shape[0], left : left + shape.shape[1]][shape] = colours.ink
            left += (width_of(entry.text) + BETWEEN) * scale
    return out
