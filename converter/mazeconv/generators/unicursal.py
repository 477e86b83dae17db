"""A labyrinth without branches: the walk around a tree."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from msgspec import Meta, Struct
from msgspec.structs import replace

from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS, Generator, Job
from mazeconv.generators.carving import Tree
from mazeconv.grid import PAIR, Grid
from mazeconv.kernels import Watch
from mazeconv.options import Options


def around(tree: Grid) -> Grid:
    """Return the closed walk around a perfect maze: twice as many rows and columns, each cell with two passages.

    Each cell of the tree becomes a block of 2 x 2; a passage of the tree becomes two parallel ones, and where there is
    none the walk passes along the inside of the block.
    """
    rows, cols = tree.mask.shape
    # Each cell of the tree has a passage to the north in `south`, and one to the south in the row after.
    south = np.zeros((rows + 1, cols), PAIR)
    south[1:-1] = tree.down
    # The right cell of a block is the upper half of a pair.
    east = np.zeros((rows, cols), PAIR)
    east[:, :-1] = tree.right
    east <<= PAIR.type(8)
    inside = tree.mask.astype(PAIR)
    right, down = np.empty((rows, 2, cols), PAIR), np.empty((rows, 2, cols), PAIR)
    inner = east + inside
    right[:, 0] = inner - south[:-1]
    right[:, 1] = inner - south[1:]
    # One byte on, a passage to the east is one to the west of the next block; there is none from the last of a row.
    sides = east.view(np.uint8).reshape(-1)
    sides[1:] |= sides[:-1].copy()
    inside *= PAIR.type(257)
    down[:, 0] = inside - east
    down[:, 1] = south[1:] * PAIR.type(257)
    return Grid(
        right.view(np.bool_).reshape(2 * rows, 2 * cols)[:, :-1],
        down.view(np.bool_).reshape(2 * rows, 2 * cols)[:-1],
        np.repeat(inside, 2, axis=0).view(np.bool_),
    )


def run_unicursal(job: Job) -> Grid:
    """Return the walk around a maze of half the size, cut once; raise `GenerationError` for odd sizes and masks."""
    UNICURSAL.require_fit(job.cols, job.rows)
    generator = GENERATORS.get(job.options.tree)
    mask = None if job.mask is None else _halved(job.mask)
    half = replace(
        job,
        rows=job.rows // 2,
        cols=job.cols // 2,
        mask=mask,
        options=generator.options(),
        stream=job.stream.child("tree"),
        watch=None if job.watch is None else _Around(job.watch),
    )
    tree = generator.run(half)
    if not isinstance(tree, Grid):
        raise GenerationError(f"{generator.name} carves no cells, so there is nothing to walk around")
    loop = around(tree)
    # The first cell in reading order has passages to the right and down; the end comes to lie below the beginning.
    row, col = (0, 0) if mask is None else divmod(int(np.argmax(loop.mask)), loop.cols)
    loop.down[row, col] = False
    return loop


class _Around(Struct, frozen=True):
    """Show the walk around the tree in place of the tree."""

    watch: Watch

    @property
    def budget(self) -> int:
        return self.watch.budget

    def look(self, picture: Any, *, milestone: bool = False) -> None:
        self.watch.look(around(picture.begun()) if isinstance(picture, Grid) else picture, milestone=milestone)


def _halved(
    mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    half = mask[::2, ::2]
    odd = mask != np.repeat(np.repeat(half, 2, axis=0), 2, axis=1)
    if odd.any():
        row, col = np.argwhere(odd)[0] // 2 * 2
        raise GenerationError(
            f"unicursal needs masks of blocks of 2x2 cells, and the one at cell {col},{row} is neither in nor out",
            "draw the mask at half the size and double it",
        )
    return half


class UnicursalOptions(Options, frozen=True):
    """Hold the maze that the path walks around."""

    tree: Annotated[
        Tree, Meta(description="the maze whose walls the path follows; it gives the path its character")
    ] = "backtracker"


UNICURSAL = Generator(
    name="unicursal",
    title="one path without branches through every cell",
    about=(
        "A labyrinth in the old sense: nothing to decide, a path that folds through the whole level and comes back to "
        "lie beside its beginning. Its ends are its only dead ends. Needs an even number of cells each way; masks come "
        "in blocks of 2x2 cells."
    ),
    source="the walk around a spanning tree, a Hamiltonian cycle on the doubled grid; Think Labyrinth, unicursal",
    unit="cells",
    run=run_unicursal,
    least=(2, 2),
    step=(2, 2),
    options=UnicursalOptions,
    goal="farthest",
    plain_memory=11,
)
