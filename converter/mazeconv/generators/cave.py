"""Caves: noise made smooth by a cellular automaton, and what remains joined by tunnels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, cast

import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from mazeconv.directions import offsets
from mazeconv.errors import GenerationError
from mazeconv.generators import Generator, Job
from mazeconv.generators.automaton import CLOSED, FLOOR, WALL, smooth
from mazeconv.generators.regions import as_ints, largest_part, regions_of
from mazeconv.kernels import Buffer, Machine, Rng, below, rnd
from mazeconv.options import Options

if TYPE_CHECKING:
    import numpy.typing as npt

WORDS = 1 << 32
# SEEN marks what a tunnel's search has met, DUG the tunnel, and the bits from WAY_BACK on the direction in which the
# search came.
SEEN, DUG, WAY_BACK = 4, 8, 16
TRIES = 4


def sprinkle(rng: Rng, state: Buffer, budget: int, tiles: Buffer) -> bool:
    """Make each tile of state[1]..state[2] that is not closed a wall with the chance state[3], else floor."""
    at, end, share = state[1], state[2], state[3]
    stop = min(end, at + budget)
    for here in range(at, stop):
        if tiles[here] < CLOSED:
            tiles[here] = WALL if rnd(rng) < share else FLOOR
    state[0] += stop - at
    state[1] = stop
    return stop >= end


def swell(rng: Rng, state: Buffer, budget: int, tiles: Buffer, rim: Buffer, steps: Buffer) -> bool:
    """Turn walls beside the floor tiles rim[:state[1]] into floor at random until state[2] more are."""
    count, wanted = state[1], state[2]
    left = budget
    while left > 0 and wanted > 0 and count > 0:
        left -= 1
        at = below(rng, count)
        ways = 0
        n = 0
        for d in range(4):
            if tiles[rim[at] + steps[d]] == WALL:
                ways |= d << n
                n += 2
        if n == 0:
            count -= 1
            rim[at] = rim[count]
            continue
        d = ways >> 2 * below(rng, n >> 1) & 3
        here = rim[at] + steps[d]
        tiles[here] = FLOOR
        rim[count] = here
        count += 1
        wanted -= 1
    state[0] += budget - left
    state[1], state[2] = count, wanted
    return left > 0


def wall_up(
    rng: Rng, state: Buffer, budget: int, tiles: Buffer, starts: Buffer, ends: Buffer, labels: Buffer, keeps: Buffer
) -> bool:
    """Turn those of the runs state[1]..state[2] into wall whose region is not kept."""
    at, end = state[1], state[2]
    stop = min(end, at + budget)
    for run in range(at, stop):
        if keeps[labels[run]] == 0:
            for here in range(starts[run], ends[run]):
                tiles[here] = WALL
    state[0] += stop - at
    state[1] = stop
    return stop >= end


def tunnel(rng: Rng, state: Buffer, budget: int, tiles: Buffer, seeds: Buffer, queue: Buffer, steps: Buffer) -> bool:
    """Dig from the hollow around each tile of seeds[state[1]:state[2]] the shortest way to any other floor.

    What is dug is marked DUG, and a hollow that a tunnel has reached already digs none: each is searched by itself,
    which keeps the cost linear. The search leaves SEEN and its direction in the tiles, and wipes them off.
    """
    at, end = state[1], state[2]
    left = budget
    while left > 0 and at < end:
        queue[0] = seeds[at]
        tiles[seeds[at]] |= SEEN
        at += 1
        head, tail = 0, 1
        own = 0
        done = False
        while head < tail and not done:
            here = queue[head]
            head += 1
            for d in range(4):
                there = here + steps[d]
                kind = tiles[there]
                # On the first round the own floor is gathered; after it any floor not seen is another's.
                if kind == DUG or (kind == FLOOR and own > 0):
                    done = True
                    while tiles[here] & WALL:
                        back = tiles[here] // WAY_BACK
                        tiles[here] = DUG
                        here -= steps[back]
                    break
                if kind == FLOOR or (kind == WALL and own > 0):
                    tiles[there] = kind | SEEN | d * WAY_BACK
                    queue[tail] = there
                    tail += 1
            if head == tail and own == 0:
                own = tail
                head = 0
        for i in range(tail):
            tiles[queue[i]] &= WALL | DUG
        left -= tail
    state[0] += budget - left
    state[1] = at
    return at >= end


def run_cave(job: Job) -> npt.NDArray[np.uint8]:
    """Return one connected cave as tiles; raise `GenerationError` if the mask leaves no tile inside the border."""
    CAVE.require_fit(job.cols, job.rows)
    machine = replace(job.machine, progress=None)
    rock, room = _rock(machine, job)
    tiles = np.frombuffer(cast("Any", rock), np.uint8).reshape(job.rows, job.cols)
    if room == 0:
        raise GenerationError("the mask leaves no tile inside the border", "a cave keeps one tile of wall all around")
    wanted = max(1, round(room * (1 - job.options.fill)))
    for attempt in range(TRIES):
        state = (0, 0, tiles.size, round(job.options.fill * WORDS))
        noise = job.stream.child("noise", attempt)
        machine.run(sprinkle, noise, rock, state=state)
        machine.show(partial(_walls, tiles), milestone=True)
        smooth(machine, tiles, job.options, partial(_walls, tiles))
        # A quarter of what the noise left open is a poor cave already; less is no cave.
        if 4 * _join_up(job, machine, tiles) >= wanted:
            break
    else:
        _hollow(job, machine, tiles, wanted)
    tiles &= WALL
    return tiles


def _rock(machine: Machine, job: Job) -> tuple[Buffer, int]:
    """Return tiles of wall, closed but for the inside of the mask's largest part, and how many are not closed."""
    rock = machine.bytes(job.rows * job.cols)
    tiles = np.frombuffer(cast("Any", rock), np.uint8).reshape(job.rows, job.cols)
    tiles[...] = CLOSED | WALL
    if job.mask is None:
        tiles[1:-1, 1:-1] = WALL
        return rock, (job.rows - 2) * (job.cols - 2)
    part = largest_part(machine, job.mask[1:-1, 1:-1])
    tiles[1:-1, 1:-1][part] = WALL
    return rock, int(np.count_nonzero(part))


def _walls(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return tiles & np.uint8(WALL)


def _flat(machine: Machine, tiles: npt.NDArray[np.uint8]) -> Buffer:
    """Return the tiles as a buffer for kernels that shares their memory."""
    flat = tiles.reshape(-1)
    return cast("Buffer", flat if machine.compiled else memoryview(cast("Any", flat)))


def _join_up(job: Job, machine: Machine, tiles: npt.NDArray[np.uint8]) -> int:
    """Wall up the small hollows, join the others to their neighbours until one is left, and return its tiles."""
    found = regions_of(machine, tiles)
    if len(found.sizes) == 0:
        return 0
    main = int(np.argmax(found.sizes))
    kept = found.sizes >= job.options.least if job.options.join else np.zeros(len(found.sizes), np.bool_)
    kept[main] = True
    picture = partial(_walls, tiles)
    buffers = (found.starts, found.ends, found.labels, kept.view(np.uint8))
    state = (0, 0, len(found.labels))
    runs = [as_ints(machine, buffer) for buffer in buffers]
    machine.run(wall_up, job.stream, _flat(machine, tiles), *runs, state=state, picture=picture)
    firsts, sizes = found.firsts[kept], found.sizes[kept]
    del found, buffers, runs
    queue, steps = machine.ints(tiles.size if len(sizes) > 1 else 0), machine.ints(offsets(job.cols))
    while len(sizes) > 1:
        # The largest hollow waits for the others; these dig in order of size.
        seeds = as_ints(machine, firsts[np.argsort(sizes, kind="stable")[:-1]])
        state = (0, 0, len(seeds))
        machine.run(tunnel, job.stream, _flat(machine, tiles), seeds, queue, steps, state=state, picture=picture)
        tiles &= WALL | CLOSED
        found = regions_of(machine, tiles)
        firsts, sizes = found.firsts, found.sizes
        del found
    return tiles.size - int(np.count_nonzero(tiles))


def _hollow(job: Job, machine: Machine, tiles: npt.NDArray[np.uint8], wanted: int) -> None:
    """Leave one hollow of `wanted` tiles, grown at random from the middle."""
    tiles[tiles < CLOSED] = WALL
    first = _middle(tiles)
    flat = _flat(machine, tiles)
    flat[first] = FLOOR
    rim = machine.ints(wanted)
    rim[0] = first
    steps = machine.ints(offsets(job.cols))
    picture = partial(_walls, tiles)
    machine.run(swell, job.stream.child("hollow"), flat, rim, steps, state=(0, 1, wanted - 1), picture=picture)


def _middle(tiles: npt.NDArray[np.uint8]) -> int:
    """Return where the wall tile that is fewest steps from the middle lies in the flat tiles."""
    rows, cols = tiles.shape
    aside = np.abs(np.arange(1 - cols, cols + 1, 2))
    best = (rows + cols, 0)
    for row in sorted(range(rows), key=lambda r: abs(2 * r - rows + 1)):
        away = abs(2 * row - rows + 1)
        if away >= best[0]:
            break
        walls = np.flatnonzero(tiles[row] == WALL)
        if len(walls):
            col = int(walls[np.argmin(aside[walls])])
            best = min(best, (away + int(aside[col]), row * cols + col))
    return best[1]


class CaveOptions(Options, frozen=True):
    """Hold how dense the noise is and how it is made smooth."""

    fill: Annotated[float, Meta(ge=0, le=0.95, description="share of wall in the noise: lower for open halls")] = 0.45
    rounds: Annotated[int, Meta(ge=0, le=50, description="rounds of the automaton: more make smoother walls")] = 5
    birth: Annotated[
        int, Meta(ge=1, le=9, description="floor with so many walls among its eight neighbours becomes wall")
    ] = 5
    survive: Annotated[
        int, Meta(ge=0, le=9, description="wall with so many walls among its eight neighbours stays wall")
    ] = 4
    least: Annotated[int, Meta(ge=1, le=1_000_000, description="hollows of fewer tiles are filled")] = 12
    join: Annotated[bool, Meta(description="yes: tunnels join the other hollows; no: only the largest one stays")] = (
        True
    )


CAVE = Generator(
    name="cave",
    title="one natural cave of halls, bays and tunnels",
    about=(
        "Rounded halls and winding bays without a plan; hollows that lie apart are joined by the shortest tunnels. "
        "There are loops, and ways of every width. fill and rounds change its character most: 0.40 is one open hall "
        "with pillars, 0.55 a net of narrow bays and tunnels. The border stays wall."
    ),
    source="cellular automaton caves: L. Johnson, G. Yannakakis, J. Togelius, 2010",
    unit="tiles",
    run=run_cave,
    least=(5, 5),
    options=CaveOptions,
    plain_memory=12,
)
