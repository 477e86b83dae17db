"""A level in the making: what shaping steps change, and the thicknesses in which it is drawn at the end."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import numpy as np
from msgspec import Struct, field

from mazeconv.level import Marker, Place, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from mazeconv.kernels import Buffer, Machine
    from mazeconv.shaping.ground import Ground
    from mazeconv.shaping.orbits import Kind


class Frame(NamedTuple):
    """Hold how many tiles wide corridors and walls are drawn.

    A draft of cells has lines of wall and of corridor in turn. A draft of tiles has only one kind of line, so there
    both thicknesses are the same.
    """

    corridor: int = 1
    wall: int = 1

    @property
    def pitch(self) -> int:
        """Return the tiles from one cell to the next."""
        return self.corridor + self.wall

    def size(self, cells: tuple[int, int]) -> tuple[int, int]:
        """Return (width, height) in tiles of (columns, rows) of cells."""
        return cells[0] * self.pitch + self.wall, cells[1] * self.pitch + self.wall

    def counts(self, lines: int, unit: Literal["cells", "tiles"]) -> npt.NDArray[np.intp]:
        """Return how many tiles wide each of so many lines of a draft is drawn."""
        counts = np.full(lines, self.corridor, np.intp)
        if unit == "cells":
            counts[::2] = self.wall
        return counts


THIN = Frame()


class Draft(Struct):
    """Hold a level in the making, drawn with corridors and walls one tile wide.

    `tiles` is uint8 of shape (rows, cols); the border is never floor before the stage "border". In a draft of "cells"
    these lie at odd rows and columns and passages between them, so that a step counts two tiles from cell to cell; in
    one of "tiles" every tile is a place of its own. Steps write to `tiles` or replace it by an array of its shape.

    `markers` stand on tiles of the draft; "start" and "goal" are among them from the stage "ends" on. `given` holds
    the start and the goal that the user asked for, in tiles of the level. `ground` says what is fixed and where the
    mask is, if there is any of this; it holds again after every step. `symmetry` is the one under which the tiles are
    their own image, once a step has seen to it, and `loops` says whether that may make loops. `grain` is (columns,
    rows): other levels of the generator are larger or smaller by so many cells or tiles.
    """

    tiles: npt.NDArray[np.uint8]
    unit: Literal["cells", "tiles"]
    frame: Frame = THIN
    given: dict[str, Place] = field(default_factory=dict)
    markers: list[Marker] = field(default_factory=list)
    ground: Ground | None = None
    symmetry: Kind | None = None
    loops: bool = False
    grain: tuple[int, int] = (1, 1)

    def __post_init__(self) -> None:
        self.tiles = np.require(self.tiles, np.uint8, ["C", "W"])

    @property
    def step(self) -> int:
        """Return how many tiles of the draft lie between a place and the next: 2 for cells, 1 for tiles."""
        return 2 if self.unit == "cells" else 1

    @property
    def size(self) -> int:
        """Return how many cells or tiles the draft has room for."""
        return self.tiles.size // self.step**2

    @property
    def start(self) -> Place | None:
        """Return the tile of the start, once it is placed."""
        return next((m.place for m in self.markers if m.kind == "start"), None)

    @property
    def goal(self) -> Place | None:
        """Return the tile of the goal, once it is placed."""
        return next((m.place for m in self.markers if m.kind == "goal"), None)

    def buffer(self, machine: Machine) -> Buffer:
        """Return the tiles as a flat buffer for a kernel; `take` brings back what the kernel wrote."""
        return cast("Buffer", self.tiles.reshape(-1) if machine.compiled else bytearray(self.tiles))

    def take(self, buffer: Buffer) -> None:
        """Replace the tiles with what a kernel wrote into their buffer."""
        self.tiles = np.frombuffer(cast("Any", buffer), np.uint8).reshape(self.tiles.shape)

    def fixed(self) -> list[Place]:
        """Return the tiles of the start and the goal that were asked for, which must stay floor."""
        rows, cols = self.tiles.shape
        places = [self.within(place) for place in self.given.values()]
        return [p for p in places if p.row < rows and p.col < cols]

    def offsets(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Return where each line of the draft begins in the level, and where the last ends: of rows and of columns."""
        rows, cols = self.tiles.shape
        return _offsets(self.frame, rows, self.unit), _offsets(self.frame, cols, self.unit)

    def within(self, place: Place) -> Place:
        """Return the tile of the draft in which a tile of the level lies; one outside stays outside."""
        rows, cols = (
            int(np.searchsorted(begin, at, side="right")) - 1 for begin, at in zip(self.offsets(), place, strict=True)
        )
        return Place(rows, cols)

    def drawn(self, place: Place) -> Place:
        """Return the tile of the level in the middle of a tile of the draft."""
        row, col = (
            int(begin[at] + (begin[at + 1] - begin[at] - 1) // 2)
            for begin, at in zip(self.offsets(), place, strict=True)
        )
        return Place(row, col)

    def level_tiles(self) -> npt.NDArray[np.uint8]:
        """Return the tiles of the level."""
        if self.frame == THIN:
            return self.tiles
        rows, cols = (self.frame.counts(n, self.unit) for n in self.tiles.shape)
        return np.repeat(np.repeat(self.tiles, rows, axis=0), cols, axis=1)

    def level_markers(self) -> Iterator[Marker]:
        """Yield the markers of the level: a door fills its passage, and what was asked for stands just there."""
        if self.frame == THIN:
            yield from self.markers
            return
        rows, cols = self.offsets()
        for marker in self.markers:
            if marker.kind == "door":
                for row in range(rows[marker.row], rows[marker.row + 1]):
                    for col in range(cols[marker.col], cols[marker.col + 1]):
                        yield Marker(marker.kind, row, col, marker.label)
            else:
                place = self.given.get(marker.kind) or self.drawn(marker.place)
                yield Marker(marker.kind, *place, marker.label)


# A plan may have as many openings as its border has tiles, and each of them is looked up.
@lru_cache(maxsize=8)
def _offsets(frame: Frame, lines: int, unit: Literal["cells", "tiles"]) -> npt.NDArray[np.intp]:
    begin = np.cumsum([0, *frame.counts(lines, unit)])
    begin.flags.writeable = False
    return begin


def degrees(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return for every tile how many of its four neighbours are floor: uint8 of the same shape."""
    floor = (tiles == Tile.FLOOR).view(np.uint8)
    count = np.zeros(tiles.shape, np.uint8)
    count[1:] += floor[:-1]
    count[:-1] += floor[1:]
    count[:, 1:] += floor[:, :-1]
    count[:, :-1] += floor[:, 1:]
    return count


def dead_ends(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Return the floor tiles inside the border with one neighbour, as indices into the flat tiles, ascending."""
    rows, cols = tiles.shape
    found: list[npt.NDArray[np.int64]] = []
    # In bands, so that the counts of a large level need not lie in memory beside it.
    band = max(1, (1 << 22) // cols)
    for top in range(1, rows - 1, band):
        rows_here = tiles[top - 1 : min(top + band, rows - 1) + 1]
        inside = (degrees(rows_here) == 1) & (rows_here == Tile.FLOOR)
        inside[:, [0, -1]] = False
        found.append(np.flatnonzero(inside[1:-1]) + top * cols)
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def places(draft: Draft) -> npt.NDArray[np.int64]:
    """Return the floor tiles that are places of their own (of a lattice the cells), as ascending flat indices."""
    if draft.step == 1:
        return np.flatnonzero(draft.tiles == Tile.FLOOR)
    row, col = np.nonzero(draft.tiles[1::2, 1::2] == Tile.FLOOR)
    flat: npt.NDArray[np.int64] = (2 * row + 1) * draft.tiles.shape[1] + 2 * col + 1
    return flat


def indices(machine: Machine, flat: npt.NDArray[np.int64] | npt.NDArray[np.int32]) -> Buffer:
    """Return flat indices as a buffer for a kernel."""
    return cast("Buffer", flat.astype(np.int32) if machine.compiled else flat.tolist())


def is_free(draft: Draft, flat: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return for each flat index whether no marker stands there."""
    cols = draft.tiles.shape[1]
    return np.isin(flat, [m.row * cols + m.col for m in draft.markers], invert=True)


def free(draft: Draft, flat: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return those of the flat indices on which no marker stands."""
    kept: npt.NDArray[np.int64] = flat[is_free(draft, flat)]
    return kept


def place_at(draft: Draft, flat: int) -> Place:
    """Return the tile of a flat index."""
    return Place(*divmod(int(flat), draft.tiles.shape[1]))
