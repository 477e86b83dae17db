"""Rooms in a maze: blocks of clean floor, joined by corridors that fill the space between them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS, Generator, Job
from mazeconv.generators.carving import Tree
from mazeconv.generators.joining import join
from mazeconv.generators.regions import largest_part
from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, VISITED, Grid, Lattice, rasterise
from mazeconv.kernels import Buffer, Machine, Rng, below, rnd
from mazeconv.options import Options

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mazeconv.kernels import Watch

WORDS = 1 << 32
# What a cell of the plan is; a blank lattice is the plan without rooms.
CORRIDOR, CLOSED, ROOM = 0, VISITED, 8
# How many places are tried for each room that would fill the wanted share; a fuller level needs more luck.
TRIES = 6


def place(rng: Rng, state: Buffer, budget: int, links: Buffer, plan: Buffer) -> bool:
    """Put rooms where the plan is free, each cut off from all around it and open inside.

    state: 1 the tries left, 2 the rooms so far, 3 the most rooms, 4 the cells still to cover, 5 and 6 the rows and
    columns, 7 the least and 8 the most cells a side; 9 is the next place in reading order, or -1 for any.
    """
    tries, rooms, most, wanted, rows, cols = state[1], state[2], state[3], state[4], state[5], state[6]
    side, scan = state[7], state[9]
    high, wide = min(state[8], rows), min(state[8], cols)
    stride = cols + 2
    left = budget
    while left > 0 and tries > 0 and rooms < most and wanted >= side * side and side <= high and side <= wide:
        tries -= 1
        if scan < 0:
            height = side + below(rng, high - side + 1)
            width = side + below(rng, wide - side + 1)
            row = below(rng, rows - height + 1)
            col = below(rng, cols - width + 1)
        else:
            height = width = side
            row, col = scan // (cols - side + 1), scan % (cols - side + 1)
            scan += 1
        first = (row + 1) * stride + col + 1
        free = height * width <= wanted
        for i in range(height if free else 0):
            for here in range(first + i * stride, first + i * stride + width):
                if plan[here] != CORRIDOR:
                    free = False
                    break
            if not free:
                break
        left -= height * width
        if not free:
            continue
        for i in range(height):
            start = first + i * stride
            links[start - 1] &= VISITED | PASSAGE_SOUTH
            for here in range(start, start + width):
                plan[here] = ROOM
                links[here] = VISITED | PASSAGE_EAST | PASSAGE_SOUTH
            links[start + width - 1] = VISITED | PASSAGE_SOUTH
        last = first + (height - 1) * stride
        for j in range(width):
            links[first - stride + j] &= VISITED | PASSAGE_EAST
            links[last + j] &= VISITED | PASSAGE_EAST
        rooms += 1
        wanted -= height * width
    state[0] += budget - left
    state[1], state[2], state[4], state[9] = tries, rooms, wanted, scan
    return left > 0


def trim(rng: Rng, state: Buffer, budget: int, links: Buffer, plan: Buffer, moves: Buffer) -> bool:
    """Fill the dead ends of the cells state[1]..state[2] back to their fork, each with the chance state[3]."""
    at, end, share = state[1], state[2], state[3]
    left = budget
    while left > 0 and at < end:
        here = at
        at += 1
        left -= 1
        chosen = False
        while plan[here] == CORRIDOR:
            ways = 0
            d = 0
            for way in range(4):
                if links[here + moves[4 + way]] & moves[8 + way]:
                    ways += 1
                    d = way
            if ways != 1 or not (chosen or rnd(rng) < share):
                break
            chosen = True
            plan[here] = CLOSED
            links[here + moves[4 + d]] ^= moves[8 + d]
            here += moves[d]
    state[0] += budget - left
    state[1] = at
    return at >= end


def run_rooms(job: Job) -> npt.NDArray[np.uint8]:
    """Return rooms in a maze as tiles; raise `GenerationError` for even sizes, or when too few rooms fit."""
    ROOMS.require_fit(job.cols, job.rows)
    options = job.options
    machine = replace(job.machine, progress=None)
    rows, cols = job.rows // 2, job.cols // 2
    cells = None if job.mask is None else _cells(machine, job.mask)
    fill = GENERATORS.get(options.fill)
    watch = None
    if job.watch is not None:
        # For a film the rooms come first, so that nothing is shown carved which they close again.
        early = Lattice.blank(machine, rows, cols, cells)
        taken = _place_rooms(job, machine, early).field[1:-1, 1:-1] == ROOM
        watch = _AroundRooms(job.watch, early.grid(), taken)
    stream = job.stream.child("fill")
    maze = fill.run(replace(job, rows=rows, cols=cols, mask=cells, options=fill.options(), stream=stream, watch=watch))
    if not isinstance(maze, Grid):
        raise GenerationError(f"{fill.name} carves no cells, so it cannot fill the space between rooms")
    lattice = Lattice.of(machine, maze)
    del maze
    plan = _place_rooms(job, replace(machine, watch=None), lattice)
    field = plan.field[1:-1, 1:-1]
    picture = partial(_begun, lattice)
    # First the pieces into which the rooms have cut the maze, then these and the rooms.
    corridors = replace(lattice, mask=field == CORRIDOR)
    join(machine, corridors, job.stream.child("corridors"), picture=picture)
    join(machine, lattice, job.stream.child("doors"), loops=options.loops, picture=picture)
    if options.dead_ends < 1 and (field == ROOM).any():
        span = (lattice.first, lattice.index(rows - 1, cols), round((1 - options.dead_ends) * WORDS))
        buffers = (lattice.links, plan.links, lattice.moves)
        machine.run(trim, job.stream.child("trim"), *buffers, state=(0, *span), picture=picture)
        del buffers
    grid = replace(lattice, mask=field != CLOSED).grid()
    # The tiles need the memory.
    del lattice, corridors, plan, field, picture
    return _clean_floor(grid)


class _AroundRooms(Struct, frozen=True):
    """Show the maze between the rooms as what will be left of it, beside the rooms; `taken` are their cells."""

    watch: Watch
    rooms: Grid
    taken: npt.NDArray[np.bool_]

    @property
    def budget(self) -> int:
        return self.watch.budget

    def look(self, picture: Any, *, milestone: bool = False) -> None:
        right = picture.right & ~(self.taken[:, 1:] | self.taken[:, :-1])
        down = picture.down & ~(self.taken[1:] | self.taken[:-1])
        grid = Grid(right | self.rooms.right, down | self.rooms.down, picture.mask)
        self.watch.look(_clean_floor(grid.begun()), milestone=milestone)


def _place_rooms(job: Job, machine: Machine, lattice: Lattice) -> Lattice:
    """Cut rooms into the lattice and return the plan: what each cell is."""
    options, stream = job.options, job.stream
    plan = Lattice.blank(machine, lattice.rows, lattice.cols, lattice.mask)
    least, most = (options.side_min + 1) // 2, (options.side_max + 1) // 2
    wanted = round(options.share * lattice.cells)
    tries = TRIES * (4 * wanted // (least + most) ** 2 + 4)
    size = (lattice.rows, lattice.cols)
    picture = partial(_begun, lattice)
    state = machine.run(
        place,
        stream.child("rooms"),
        lattice.links,
        plan.links,
        state=(0, tries, 0, options.rooms_max, wanted, *size, least, most, -1),
        picture=picture,
    )
    rooms = int(state[2])
    if rooms < options.rooms_min:
        # Chance did not do: rooms of the least size wherever one fits.
        places = max(0, lattice.rows - least + 1) * max(0, lattice.cols - least + 1)
        again = (0, places, rooms, options.rooms_min, lattice.cells, *size, least, least, 0)
        rooms = int(machine.run(place, stream, lattice.links, plan.links, state=again, picture=picture)[2])
    if rooms < options.rooms_min:
        raise GenerationError(
            f"{rooms} rooms found a place in {job.cols} x {job.rows} tiles, not {options.rooms_min}",
            "make the level larger, or lower rooms-min, side-min or side-max",
        )
    return plan


def _cells(machine: Machine, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return the cells that a mask of tiles leaves: of those that no wall tile of it parts, the largest piece."""
    cells = mask[1::2, 1::2].copy()
    cells[:, 1:] &= mask[1::2, 2:-1:2] | ~cells[:, :-1]
    cells[1:] &= mask[2:-1:2, 1::2] | ~cells[:-1]
    if not cells.any():
        raise GenerationError("the mask leaves no room for a cell", "cells lie at odd tiles, counted from 0")
    return largest_part(machine, cells)


def _begun(lattice: Lattice) -> npt.NDArray[np.uint8]:
    """Return what there is by now, without cells that are closed or not begun."""
    return _clean_floor(lattice.grid().begun())


def _clean_floor(grid: Grid) -> npt.NDArray[np.uint8]:
    """Return the grid as tiles without the posts that stand between four cells of a room."""
    tiles = rasterise(grid)
    posts = grid.right[:-1] & grid.right[1:]
    posts &= grid.down[:, :-1]
    posts &= grid.down[:, 1:]
    tiles[2:-1:2, 2:-1:2] = ~posts
    return tiles


class RoomsOptions(Options, frozen=True):
    """Hold how many rooms there are, how large they are, and what lies between them."""

    rooms_min: Annotated[int, Meta(ge=0, le=1_000_000, description="at least so many rooms, or an error")] = 0
    rooms_max: Annotated[int, Meta(ge=0, le=1_000_000, description="at most so many rooms")] = 1_000_000
    side_min: Annotated[int, Meta(ge=3, le=999, description="least side of a room in tiles; sides are odd")] = 3
    side_max: Annotated[int, Meta(ge=3, le=999, description="greatest side of a room in tiles; sides are odd")] = 9
    share: Annotated[
        float, Meta(ge=0, le=1, description="share of the level that rooms cover, as far as they find a place")
    ] = 0.4
    loops: Annotated[
        float, Meta(ge=0, le=4, description="doors beyond need, as a share of the rooms and corridors: 0 for no loops")
    ] = 0.2
    dead_ends: Annotated[
        float,
        Meta(ge=0, le=1, description="share of the dead ends that stay: with 0 every corridor leads somewhere"),
    ] = 1.0
    fill: Annotated[Tree, Meta(description="the maze between the rooms")] = "backtracker"

    def __post_init__(self) -> None:
        if self.rooms_min > self.rooms_max:
            raise ValueError("rooms-min is greater than rooms-max\nlower rooms-min, or raise rooms-max")
        if (self.side_min + 1) // 2 > (self.side_max + 1) // 2:
            raise ValueError("side-min is greater than side-max\nlower side-min, or raise side-max (9 if not given)")


ROOMS = Generator(
    name="rooms",
    title="rooms with doors, and a maze between them",
    about=(
        "Rooms of clean floor, every one reachable, with winding corridors in all the space between. A few doors "
        "beyond need make loops, so that there is more than one way round. With dead-ends=0 only corridors from door "
        "to door are left: a dungeon rather than a maze. Needs odd sizes; of a mask it takes the cells at "
        "odd tiles, and the largest piece where they fall apart."
    ),
    source="rooms and mazes after B. Nystrom, 2014; joined by a random spanning tree of the regions",
    unit="tiles",
    run=run_rooms,
    least=(3, 3),
    step=(2, 2),
    options=RoomsOptions,
    plain_memory=10,
)
