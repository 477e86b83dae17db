"""Many small mazes in one call: the kernel of a generator, run seed after seed without returning to Python."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, SupportsIndex, cast, overload

import numpy as np
import numpy.typing as npt
from msgspec import Struct, structs
from msgspec.structs import replace

from mazeconv.compiling import compiled_for
from mazeconv.errors import GenerationError, UsageError
from mazeconv.generators import GENERATORS, Generator, Job
from mazeconv.grid import PASSAGE_EAST, PASSAGE_SOUTH, Grid, Lattice
from mazeconv.kernels import COMPILE_FROM as COMPILE_ONE
from mazeconv.kernels import STATE_SIZE, Buffer, Engine, Kernel, Machine, Progress
from mazeconv.level import Tile
from mazeconv.making import make, unit_size
from mazeconv.memory import check_bytes
from mazeconv.options.building import build
from mazeconv.recipe import Recipe
from mazeconv.rng import Stream, mix64_array, tag_of

if TYPE_CHECKING:
    from mazeconv.level import Level

    Tiles = npt.NDArray[np.uint8]

# From so many cells in all a batch pays for loading the compiled code: more than one maze does.
COMPILE_FROM = 500_000
WHOLE = 1 << 62
# Cells that are carved in one call of compiled code, which is deaf to Ctrl-C: a fraction of a second.
A_CALL = 1 << 20
# The seed, the stream and what mixing them takes.
BYTES_PER_SEED = 32

# Names that only the compiled twin of `drive` has.
kernel: Kernel
literal_unroll: Callable[[Any], Any]
flats: Callable[[Any], Any]
source: Callable[[Any], Any]


class Batch(Struct, frozen=True, eq=False):
    """Hold many mazes of one size and how each is made again alone.

    `links` is uint8[n, rows, cols], the cells of each maze with PASSAGE_EAST and PASSAGE_SOUTH; `seeds` is uint64[n],
    the seed of each.
    """

    recipe: Recipe
    seeds: npt.NDArray[np.uint64]
    links: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.seeds)

    def __repr__(self) -> str:
        width, height = self.recipe.size
        return f"Batch({len(self)} x {width} x {height} tiles, {self.recipe.generator} seed {self.recipe.seed:.40})"

    def __iter__(self) -> Iterator[Level]:
        return (self[number] for number in range(len(self)))

    def tiles(self) -> npt.NDArray[np.uint8]:
        """Return the tiles of all: uint8[n, 2 * rows + 1, 2 * cols + 1]."""
        n, rows, cols = self.links.shape
        tiles = np.full((n, 2 * rows + 1, 2 * cols + 1), Tile.WALL, np.uint8)
        tiles[:, 1::2, 1::2] = Tile.FLOOR
        tiles[:, 1::2, 2:-1:2] = self.links[:, :, :-1] & PASSAGE_EAST == 0
        tiles[:, 2:-1:2, 1::2] = self.links[:, :-1] & PASSAGE_SOUTH == 0
        return tiles

    def recipe_of(self, index: int) -> Recipe:
        """Return the recipe of one maze, which makes it alone."""
        return seeded(self.recipe, self.seeds[index])

    @overload
    def __getitem__(self, index: SupportsIndex) -> Level: ...

    @overload
    def __getitem__(self, index: slice) -> list[Level]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> Level | list[Level]:
        """Return one maze as a level, or those of a slice as a list; raise `UsageError` for what is no index."""
        if isinstance(index, slice):
            return [make(self.recipe_of(number)) for number in range(len(self))[index]]
        # A truth has an index too, but whoever gives one means to choose among the mazes.
        if isinstance(index, bool | np.bool_) or not hasattr(index, "__index__"):
            raise _no_index(index)
        try:
            number = operator.index(index)
        except TypeError as error:  # arrays have the method, though few can be an index
            raise _no_index(index) from error
        if not -len(self) <= number < len(self):
            raise IndexError(f"there is no maze {number}: the batch holds {len(self)}")
        return make(self.recipe_of(number))


def _no_index(index: object) -> UsageError:
    return UsageError(
        f"a maze of a batch is known by a whole number, or several by a slice, not by {index!r:.60}",
        "take others one by one: [batch[i] for i in (1, 4, 6)]",
    )


def level_seeds(recipe: Recipe, first: int, count: int) -> npt.NDArray[np.uint64]:
    """Return the seeds of the levels `first` to `first + count - 1` of a recipe's seed."""
    return Stream.of(recipe.seed).child_seeds("level", first, count)


def seeded(recipe: Recipe, seed: np.uint64) -> Recipe:
    """Return the recipe of the level with one of these seeds."""
    return structs.replace(recipe, seed=str(seed))


def make_batch(
    recipe: Recipe, first: int, count: int, engine: Engine = "auto", progress: Progress | None = None
) -> Batch:
    """Return the mazes `first` to `first + count - 1` of a recipe's seed, each from its own child stream.

    They are the same for any split into batches. Raises as `batch_of` does.
    """
    width, height = recipe.size
    # Links are a quarter of the tiles, and are held twice when they are cut out of their borders.
    check_bytes(count * (BYTES_PER_SEED + width * height // 2), f"{count:,} mazes", "make them in smaller batches")
    return batch_of(recipe, level_seeds(recipe, first, count), engine, progress)


def batch_of(
    recipe: Recipe, seeds: npt.NDArray[np.uint64], engine: Engine = "auto", progress: Progress | None = None
) -> Batch:
    """Return the mazes that a recipe makes with each of these seeds.

    Raises `GenerationError` for generators that carve no cells, and for sizes that do not fit.
    """
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    if generator.unit != "cells":
        raise GenerationError(
            f"{generator.name} carves tiles, not cells, and cannot be made in batches", "make its levels one at a time"
        )
    rows, cols = unit_size(generator, recipe.size)
    options = build(generator.options, recipe.options, f"generator {generator.name}")
    job = Job(rows=rows, cols=cols, options=options, stream=Stream(0), engine="python")
    machine = Machine.choose(rows * cols * len(seeds) * COMPILE_ONE // COMPILE_FROM, engine, progress)
    return Batch(recipe, seeds, carve_batch(generator, job, seeds, machine))


def carve_batch(
    generator: Generator, job: Job, level_seeds: npt.NDArray[np.uint64], machine: Machine
) -> npt.NDArray[np.uint8]:
    """Return the links of one maze a seed: uint8[n, rows, cols], the same that each seed makes alone.

    The options and the size of `job` hold for all. Generators that plan run compiled, many mazes a call; any other
    lattice generator runs once a seed. The machine's progress counts mazes.
    """
    with np.errstate(over="ignore"):
        streams = mix64_array(mix64_array(level_seeds ^ np.uint64(tag_of(generator.name))))
    if generator.plan is None or not machine.compiled:
        made = np.empty((len(streams), job.rows, job.cols), np.uint8)
        for number, seed in enumerate(streams):
            made[number] = _links(generator.run(replace(job, stream=Stream(int(seed)))))
            _tell(machine, number + 1, len(streams))
        return made
    lattice = Lattice.blank(machine, job.rows, job.cols)
    carving = generator.plan(job, machine, lattice)
    state = np.zeros(STATE_SIZE, np.int64)
    state[: len(carving.state)] = carving.state
    first_state = state.copy()
    # `moves` and other tables are put back too: it is cheaper than to know which buffers a kernel writes to.
    resets = tuple((buffer, cast("Any", buffer).copy()) for buffer in (lattice.links, *carving.buffers))
    out = np.empty((len(streams), job.rows + 2, job.cols + 2), np.uint8)
    run = cast("Callable[..., None]", compiled_for(drive, carving.kernel))
    rows, each = out.reshape(len(streams), -1), max(1, A_CALL // (job.rows * job.cols))
    for begin in range(0, len(streams), each):
        part = slice(begin, begin + each)
        run(streams[part], state, first_state, rows[part], resets, lattice.links, carving.buffers)
        _tell(machine, min(begin + each, len(streams)), len(streams))
    return out[:, 1:-1, 1:-1] & np.uint8(PASSAGE_EAST | PASSAGE_SOUTH)


def _tell(machine: Machine, done: int, total: int) -> None:
    if machine.progress is not None:
        machine.progress(done, total)


def drive(
    streams: Any, state: Any, first_state: Any, out: Any, resets: Any, links: Any, buffers: tuple[Buffer, ...]
) -> bool:
    """Run the global `kernel` once a stream, each time from the same buffers, and keep the links."""
    slots, kept = flats((state, links)), flats(buffers)  # noqa: F821 - as said above
    for i in range(len(streams)):
        rng = source(streams[i])  # noqa: F821 - as said above
        state[:] = first_state
        for pair in literal_unroll(resets):  # noqa: F821 - as said above
            pair[0][:] = pair[1]
        kernel(rng, slots[0], WHOLE, slots[1], *kept)  # noqa: F821 - as said above
        out[i] = links
    return True


def _links(carved: Grid | Tiles) -> npt.NDArray[np.uint8]:
    grid = cast("Grid", carved)
    links = np.zeros(grid.mask.shape, np.uint8)
    links[:, :-1] |= grid.right * np.uint8(PASSAGE_EAST)
    links[:-1] |= grid.down * np.uint8(PASSAGE_SOUTH)
    return links
