"""The markers of a picture: those that its colours show, and start and goal where its border is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import ReadError, notify
from mazeconv.formats.png_sampling import shares
from mazeconv.level import Marker, Tile

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.formats.png_read import PngReadOptions
    from mazeconv.formats.png_sampling import Sampled
    from mazeconv.formats.png_seen import Seen

# The least share of a tile that a marker's colour covers.
LEAST = 0.04
# A colour on more tiles than this marks nothing.
MOST_MARKERS = 1 << 16


def markers_shown(seen: Seen, sampled: Sampled, name: str) -> list[Marker]:
    """Return a marker for each tile that shows its colour: a start where most of it is, others where there is any."""
    taken: dict[tuple[int, int], Marker] = {}
    for kind, near in seen.marked.items():
        found = shares(near, sampled.areas)
        shown = found >= LEAST
        count = int(np.count_nonzero(shown))
        if kind == "start" and count > 1:
            # The first of those that show most of it.
            places = [[int(at) for at in np.unravel_index(found.argmax(), found.shape)]]
            notify(f"{name}: the colour of the start is on several tiles; the fullest was taken")
        elif count > MOST_MARKERS:
            raise ReadError(
                f"shows the colour of {kind} on {count:,} tiles, and {MOST_MARKERS:,} is the most",
                f"is it drawn with that colour? say another one, or none with -I {kind}-colour="
                if kind in ("start", "goal")
                else "leave that colour out of -I marker-colours",
                source=name,
            )
        else:
            places = np.argwhere(shown).tolist()
        for row, col in places:
            taken.setdefault((row, col), Marker(kind, row, col))
    return list(taken.values())


def bordered(
    tiles: npt.NDArray[np.uint8], markers: list[Marker], options: PngReadOptions, name: str
) -> tuple[npt.NDArray[np.uint8], tuple[Marker, ...]]:
    """Return tiles and markers after what `border` says; closing it changes the tiles in place."""
    openings = _openings(tiles)
    inner = tuple(m for m in markers if 0 < m.row < tiles.shape[0] - 1 and 0 < m.col < tiles.shape[1] - 1)
    if options.border == "close":
        for way in openings:
            for row, col in way:
                tiles[row, col] = Tile.WALL
        return tiles, inner
    if options.border == "ends" and openings and not any(m.kind in ("start", "goal") for m in markers):
        if len(openings) > 2:  # noqa: PLR2004 - a way in and a way out
            notice = f"{name}: the border has {len(openings)} openings, so none became start or goal"
            notify(notice)
            return tiles, tuple(markers)
        there = {(m.row, m.col) for m in markers}
        for kind, way in zip(("start", "goal"), openings, strict=False):
            if way[len(way) // 2] not in there:
                markers.append(Marker(kind, *way[len(way) // 2]))
    return tiles, tuple(markers)


def _openings(tiles: npt.NDArray[np.uint8]) -> list[list[tuple[int, int]]]:
    """Return the runs of floor along a border that is mostly wall, in the order in which they are read."""
    rows, cols = tiles.shape
    if min(rows, cols) < 3:  # noqa: PLR2004 - a border and something inside
        return []
    ring = [(0, col) for col in range(cols)] + [(row, cols - 1) for row in range(1, rows)]
    ring += [(rows - 1, col) for col in range(cols - 2, -1, -1)] + [(row, 0) for row in range(rows - 2, 0, -1)]
    floor = [bool(tiles[at] == Tile.FLOOR) for at in ring]
    if 2 * sum(floor) >= len(ring):
        return []
    # Begun at a wall, no run goes over the end.
    first = floor.index(False)
    out: list[list[tuple[int, int]]] = []
    before = False
    for at, is_floor in zip(ring[first:] + ring[:first], floor[first:] + floor[:first], strict=True):
        if is_floor and not before:
            out.append([])
        if is_floor:
            out[-1].append(at)
        before = is_floor
    return sorted(out, key=min)
