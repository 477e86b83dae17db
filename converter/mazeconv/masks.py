"""The shape of a maze: where its cells are, read from a picture or a text, and made one piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import numpy as np

from mazeconv.drawn import PIXELS, Drawn, called, drawn, valued
from mazeconv.errors import GenerationError, UsageError, did_you_mean, notify
from mazeconv.kernels import Engine, Machine
from mazeconv.pictures.decoding import HALF
from mazeconv.places import Islands
from mazeconv.rng import Stream
from mazeconv.runs import packed, unpacked
from mazeconv.shaping.pieces import Pieces
from mazeconv.shaping.uniting import join

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from mazeconv.drawn import GivenMask
    from mazeconv.generators import Generator

    Yes = npt.NDArray[np.bool_]

IN, OUT = ".", "#"
ARRAY = "an array of two dimensions, true where the maze may be: mask.astype(bool)"
SIGNS = dict.fromkeys(".o1", 1) | dict.fromkeys("#X0~ ", 0)
NAMED = 4


class Mask:
    """Hold which cells (tiles, for a generator of tiles) a maze may take: `cells` is bool[rows, cols].

    However it was drawn, it can be fitted to another size.
    """

    def __init__(self, cells: Yes, name: str) -> None:
        self.cells = cells
        self.name = name

    @classmethod
    def load(cls, given: GivenMask, what: str = "mask") -> Mask:
        """Return the mask that is drawn in a file, a text, rows of text or a bool array.

        In a picture what is opaque and light is the maze; in a text `.`, `o` and `1` are, and `#`, `X`, `0`, `~` and
        space are not. Raises `ReadError`, and `UsageError` for what is none of these.
        """
        if isinstance(given, np.ndarray):
            if given.ndim != 2 or given.dtype != np.bool_ or not given.size:  # noqa: PLR2004 - rows and columns
                raise UsageError(
                    f"{what} must be a bool array of rows x cols, not {given.dtype} of shape {given.shape}", ARRAY
                )
            return cls(given, what)
        found = drawn(given, what, blank=OUT, hint=f"give a path or rows of text, such as ['..#', '...'], or {ARRAY}")
        return cls(_light(found), found.name)

    def size(self) -> tuple[int, int]:
        """Return the (width, height) of the mask."""
        rows, cols = self.cells.shape
        return cols, rows

    def rows_for(
        self,
        generator: Generator,
        shape: tuple[int, int],
        islands: Islands | None,
        engine: Engine,
        *,
        sized: bool = False,
    ) -> tuple[str, ...]:
        """Return the mask of a maze of `shape` as packed rows of text, as a recipe holds it; see `settled`.

        A mask that does not fit as it is drawn is a `MazeconvNotice`, unless the size was asked for: `sized`.
        """
        self._note_changes(generator, shape, sized=sized)
        return rows_of(settled(self, generator, shape, islands or "refuse", engine))

    def fitted(self, generator: Generator, rows: int, cols: int) -> Yes:
        """Return the mask at the size of a maze: bool[rows, cols] of the generator's unit.

        It is fitted by majority: a cell is taken if at least half of it is in the maze. Where the generator needs
        blocks of cells, it is fitted to these.
        """
        down, across = _block(generator)
        small = majority(self.cells, rows // down, cols // across)
        return small.repeat(down, axis=0).repeat(across, axis=1)

    def _note_changes(self, generator: Generator, shape: tuple[int, int], *, sized: bool) -> None:
        """Say what of the mask is changed so that a generator can take it."""
        height, width = self.cells.shape
        rows, cols = shape
        down, across = _block(generator)
        changed = []
        if (height, width) != shape and not sized:
            changed.append(f"stretched from {width} x {height} to {cols} x {rows} {generator.unit}")
        if (down, across) != (1, 1):
            drawn = majority(self.cells, rows, cols)
            differing = int(np.count_nonzero(drawn != self.fitted(generator, rows, cols)))
            if differing:
                changed.append(
                    f"drawn in blocks of {across} x {down} {generator.unit}, as {generator.name} needs: "
                    f"{differing} differ from what is drawn"
                )
        if changed:
            notify(f"{called(self.name, 'mask')} is {' and '.join(changed)}")


def majority(cells: Yes, rows: int, cols: int) -> Yes:
    """Return the mask at another size: true where at least half of the area is true."""
    height, width = cells.shape
    if (height, width) == (rows, cols):
        return cells
    out = np.zeros((rows, cols), np.bool_)
    edges = np.arange(cols + 1, dtype=np.int64) * width
    column, rest = np.divmod(edges, cols)
    for row in range(rows):
        # All areas are counted in parts of a pixel that divide both sizes, so that they are whole numbers.
        top, bottom = row * height, (row + 1) * height
        first, last = top // rows, -(-bottom // rows)
        share = np.full(last - first, rows, np.int64)
        share[0] -= top - first * rows
        share[-1] -= last * rows - bottom
        total = np.zeros(width + 2, np.int64)
        np.cumsum(share @ cells[first:last].astype(np.int64), out=total[1:-1])
        total[-1] = total[-2]
        upto = total[column] * cols + (total[column + 1] - total[column]) * rest
        out[row] = 2 * np.diff(upto) >= height * width
    return out


def settled(mask: Mask, generator: Generator, shape: tuple[int, int], islands: Islands, engine: Engine) -> Yes:
    """Return the mask of a maze, fitted and of one piece: bool[rows, cols] of the generator's unit.

    `islands` says what is done when it has several: "refuse" raises, "join" opens the shortest bridges, "largest"
    keeps the largest piece. Raises `GenerationError`.
    """
    if islands not in get_args(Islands):
        raise UsageError(f"islands cannot be {islands!r}", did_you_mean(str(islands), get_args(Islands)))
    cells = mask.fitted(generator, *shape).copy()
    inside = np.ones_like(cells)
    if generator.unit == "tiles":
        inside[[0, -1]] = inside[:, [0, -1]] = False
        cells &= inside
    if not cells.any():
        raise GenerationError(
            f"{called(mask.name, 'mask')} leaves no {generator.unit[:-1]} for a maze",
            "in a picture the maze is what is white (opaque and light), in a text what is ."
            + (" inside the border" if generator.unit == "tiles" else ""),
        )
    down, across = _block(generator)
    small = cells[::down, ::across]
    if np.array_equal(small.repeat(down, axis=0).repeat(across, axis=1), cells):
        return _of_one_piece(small, inside, mask.name, generator, islands, engine).repeat(down, 0).repeat(across, 1)
    # The generator will refuse it, in its own words.
    return cells


def _of_one_piece(cells: Yes, inside: Yes, name: str, generator: Generator, islands: Islands, engine: Engine) -> Yes:
    soft = ~cells & inside[: cells.shape[0], : cells.shape[1]]
    pieces = Pieces.of(cells, soft, Machine.choose(cells.size, engine))
    parts = pieces.parts()
    if len(parts) == 1:
        return cells
    if islands == "refuse":
        down, across = _block(generator)
        listed = ", ".join(f"{size * down * across} at {col * across},{row * down}" for size, row, col in parts[:NAMED])
        more = f" and {len(parts) - NAMED} more" if len(parts) > NAMED else ""
        raise GenerationError(
            f"{called(name, 'mask')} falls into {len(parts)} pieces of {generator.unit}: {listed}{more}",
            "--islands join opens the shortest bridges between them, --islands largest keeps the largest "
            "(in Python islands='join')",
        )
    if islands == "largest":
        roots = pieces.roots().reshape(pieces.shape)[1:-1, 1:-1]
        _, row, col = parts[0]
        kept: Yes = roots == roots[row, col]
        return kept
    join(pieces, Stream(0), loops=True)
    return pieces.floor


def rows_of(cells: Yes) -> tuple[str, ...]:
    """Return the mask as packed rows of text, as a recipe holds it."""
    signs = np.where(cells, np.uint8(ord(IN)), np.uint8(ord(OUT)))
    return packed(bytes(row).decode() for row in signs)


def from_rows(rows: Sequence[str], generator: Generator, shape: tuple[int, int]) -> Yes:
    """Return the mask that a recipe holds, for a maze of `shape` (rows, cols); raise `ReadError`, `GenerationError`."""
    found = drawn(unpacked(rows, PIXELS, "the mask of the recipe"), "the mask of the recipe", blank=OUT)
    cells = _light(found)
    if cells.shape != shape:
        drawn_as, maze = ("{1} x {0}".format(*sides) for sides in (cells.shape, shape))
        raise GenerationError(
            f"{found.name} is {drawn_as} {generator.unit}, and the maze {maze}",
            "a recipe holds a mask of the maze's own size; --mask fits one to any",
        )
    return cells


def _light(found: Drawn) -> Yes:
    if found.opaque is None:
        return np.equal(valued(found, SIGNS), 1)
    return np.greater_equal(found.values, HALF) & found.opaque


def _block(generator: Generator) -> tuple[int, int]:
    """Return (rows, cols) of the blocks of cells that a generator needs in a mask."""
    return (generator.step[1], generator.step[0]) if generator.unit == "cells" else (1, 1)
