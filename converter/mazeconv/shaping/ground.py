"""Where in a draft there may be a maze, and what stays as it was drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec import Struct, field

from mazeconv.errors import GenerationError
from mazeconv.kernels import Machine
from mazeconv.level import Place, Tile
from mazeconv.plans import FREE, ROAD, WALL
from mazeconv.rng import Stream
from mazeconv.shaping.cutting import cut
from mazeconv.shaping.pieces import Pieces
from mazeconv.shaping.uniting import join

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.shaping.draft import Draft

    Yes = npt.NDArray[np.bool_]

NAMED = 4


class Room(NamedTuple):
    """Hold a room that is kept free: its rectangle in tiles of the draft, and how many doors it gets."""

    top: int
    left: int
    height: int
    width: int
    doors: int

    def of(self, tiles: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the room's part of an array of tiles, as a view."""
        return tiles[self.top : self.top + self.height, self.left : self.left + self.width]


class Ground(Struct):
    """Hold the plan of a draft and its mask, both of the draft's shape.

    `plan` is uint8: `FREE`, `ROAD` or `WALL`. `inside` is bool, true where floor may come; the border is outside.
    """

    plan: npt.NDArray[np.uint8]
    inside: Yes
    rooms: list[Room] = field(default_factory=list)

    @classmethod
    def of(cls, shape: tuple[int, int], plan: npt.NDArray[np.uint8] | None, mask: Yes | None, step: int) -> Ground:
        """Return the ground of a draft of `shape`; `mask` has one entry for each of its cells or tiles."""
        inside = np.zeros(shape, np.bool_)
        if mask is None:
            inside[1:-1, 1:-1] = True
        elif step == 1:
            inside[1:-1, 1:-1] = mask[1:-1, 1:-1]
        else:
            inside[1::2, 1::2] = mask
            inside[1::2, 2:-1:2] = mask[:, 1:] & mask[:, :-1]
            inside[2:-1:2, 1::2] = mask[1:] & mask[:-1]
            inside[2:-1:2, 2:-1:2] = mask[1:, 1:] & mask[1:, :-1] & mask[:-1, 1:] & mask[:-1, :-1]
        return cls(np.full(shape, FREE, np.uint8) if plan is None else plan, inside)

    @property
    def road(self) -> Yes:
        """Return which tiles are fixed roads."""
        return np.equal(self.plan, ROAD)

    def usable(self, *, corners: bool) -> Yes:
        """Return where a generator may carve: on free tiles inside the mask, not beside a fixed road.

        With `corners` tiles that touch a road by a corner only are left out too.
        """
        near = beside(self.road)
        if corners:
            near[1:] |= beside(self.road)[:-1]
            near[:-1] |= beside(self.road)[1:]
        usable: Yes = (self.plan == FREE) & self.inside & ~near
        return usable

    def fix(self, tiles: npt.NDArray[np.uint8]) -> None:
        """Draw what is fixed, and wall outside the mask."""
        tiles[(self.plan == WALL) | (~self.inside & (self.plan == FREE))] = Tile.WALL
        tiles[self.plan == ROAD] = Tile.FLOOR

    def soft(self, tiles: npt.NDArray[np.uint8]) -> Yes:
        """Return which walls may be opened."""
        soft: Yes = (tiles == Tile.WALL) & (self.plan == FREE) & self.inside
        return soft


def beside(tiles: Yes) -> Yes:
    """Return which tiles lie next to one of those given."""
    out = np.zeros_like(tiles)
    out[1:] |= tiles[:-1]
    out[:-1] |= tiles[1:]
    out[:, 1:] |= tiles[:, :-1]
    out[:, :-1] |= tiles[:, 1:]
    return out


def loops_in(floor: Yes) -> int:
    """Return how many independent loops the tiles of a floor have; 0 for a perfect maze."""
    pieces = Pieces.of(floor, np.zeros_like(floor), Machine.choose(floor.size, "auto")).count()
    return pieces - less_than_tiles(floor)


def less_than_tiles(floor: Yes) -> int:
    """Return by how many the ways between two tiles of a floor are fewer than its tiles; a tree has one way less."""
    ways = int(np.count_nonzero(floor[1:] & floor[:-1]) + np.count_nonzero(floor[:, 1:] & floor[:, :-1]))
    return int(np.count_nonzero(floor)) - ways


def unite(draft: Draft, stream: Stream, machine: Machine) -> None:
    """Join all floor into one piece through walls that are not fixed; raise `GenerationError` if that cannot be.

    In a lattice walls between two cells are opened first, then anything on the shortest way. Rooms come last, so that
    each gets only as many doors as it needs.
    """
    ground = draft.ground
    soft = np.equal(draft.tiles, Tile.WALL) if ground is None else ground.soft(draft.tiles)
    soft[[0, -1]] = soft[:, [0, -1]] = False
    first = _between_cells(draft)
    rooms = _rooms(draft)
    floor = np.equal(draft.tiles, Tile.FLOOR)
    forced: list[int] = []
    if draft.symmetry is not None and Pieces.of(floor, soft, machine).count() == 1:
        # The halves may be joined by the room alone: another way would be a loop, and not symmetrical.
        return
    if rooms.any():
        without = Pieces.of(floor & ~rooms, soft & ~beside(rooms), machine)
        forced += join(without, stream.child("outside"), first).forced
        floor = without.floor | rooms
    pieces = Pieces.of(floor, soft, machine)
    left, more = join(pieces, stream.child("all"), first)
    draft.tiles[pieces.floor] = Tile.FLOOR
    forced += more
    if forced and ground is not None:
        closing = (ground.plan == FREE) & (True if first is None else first)
        draft.tiles = cut(draft.tiles, forced, closing, stream.child("cut").words())
    if left > 1:
        raise _sealed(draft, pieces)


def _rooms(draft: Draft) -> Yes:
    rooms = np.zeros(draft.tiles.shape, np.bool_)
    for room in draft.ground.rooms if draft.ground is not None else ():
        room.of(rooms)[:] = True
    return rooms


def _between_cells(draft: Draft) -> Yes | None:
    if draft.step == 1:
        return None
    first = np.zeros(draft.tiles.shape, np.bool_)
    first[1::2, ::2] = first[::2, 1::2] = True
    return first


def _sealed(draft: Draft, pieces: Pieces) -> GenerationError:
    _, *sealed = pieces.parts()
    places = [draft.drawn(Place(row, col)) for _, row, col in sealed[:NAMED]]
    listed = " and ".join(f"{place.col},{place.row}" for place in places)
    more = f" and {len(sealed) - NAMED} more" if len(sealed) > NAMED else ""
    return GenerationError(
        f"fixed walls seal off the roads around {listed}{more}",
        "open a wall of the plan there, or make the sealed tiles walls",
    )
