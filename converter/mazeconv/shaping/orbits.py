"""Symmetries of a rectangle: images of arrays and places, and cells and passages that are images of one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from mazeconv.level import Place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import numpy.typing as npt

    Flat = npt.NDArray[np.int32]
    Yes = npt.NDArray[np.bool_]

Kind = Literal["mirror-x", "mirror-y", "rotate", "quarter"]


class Passages(NamedTuple):
    """Hold one passage of every orbit of passages, open or not: its cells and its number among all passages."""

    one: Flat
    other: Flat
    number: Flat

    def where(self, chosen: Yes | npt.NDArray[np.intp]) -> Passages:
        """Return some of them."""
        return Passages(self.one[chosen], self.other[chosen], self.number[chosen])


def turned(array: npt.NDArray[Any], kind: Kind) -> npt.NDArray[Any]:
    """Return the image of an array under a symmetry, as a view."""
    if kind == "mirror-x":
        return array[:, ::-1]
    if kind == "mirror-y":
        return array[::-1]
    return np.rot90(array, 2 if kind == "rotate" else 1)


def images(shape: tuple[int, ...], kind: Kind, place: Place) -> Iterator[Place]:
    """Yield a tile and its images."""
    rows, cols = shape
    row, col = place
    for _ in range(4 if kind == "quarter" else 2):
        yield Place(row, col)
        if kind == "mirror-x":
            col = cols - 1 - col
        elif kind == "mirror-y":
            row = rows - 1 - row
        elif kind == "rotate":
            row, col = rows - 1 - row, cols - 1 - col
        else:
            row, col = col, rows - 1 - row


def first_images(shape: tuple[int, ...], kind: Kind) -> Flat:
    """Return for every place the first of its images in reading order, as flat indices."""
    here = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
    return symmetrical(here, kind)


def symmetrical(array: npt.NDArray[Any], kind: Kind) -> npt.NDArray[Any]:
    """Return the least of each value and its images."""
    least: npt.NDArray[Any] = np.minimum(array, turned(array, kind))
    return np.minimum(least, np.rot90(least, 2)) if kind == "quarter" else least


def passages_of(shape: tuple[int, int], kind: Kind, cells: Yes) -> tuple[Passages, Yes, Yes]:
    """Return one passage of each orbit, which of them are their own image, and which of these stay cell by cell.

    A passage has the number of its first cell if it leads right, and that number plus the number of cells if down.
    """
    here = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
    image = turned(here, kind).reshape(-1)
    # All that lies beyond the axis is the image of something before it.
    here = here[:, : shape[1] // 2 + 1] if kind == "mirror-x" else here[: shape[0] // 2 + 1]
    found = []
    for one, other in ((here[:, :-1], here[:, 1:]), (here[:-1], here[1:])):
        both = (cells[one] & cells[other]).reshape(-1)
        a, b = one.reshape(-1)[both], other.reshape(-1)[both]
        number = number_of(a, b, shape)
        first = np.ones(len(a), np.bool_)
        c, d = image[a], image[b]
        own = number_of(c, d, shape) == number
        still = own & (a == c)
        for _ in range(3 if kind == "quarter" else 1):
            first &= number <= number_of(c, d, shape)
            c, d = image[c], image[d]
        found.append((a[first], b[first], number[first], own[first], still[first]))
    ends, others, numbers, owns, stills = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return Passages(ends, others, numbers), owns, stills


def number_of(one: Flat, other: Flat, shape: tuple[int, int]) -> Flat:
    """Return the numbers of passages between pairs of cells; see `passages_of`."""
    number: Flat = np.minimum(one, other)
    number[np.abs(one - other) == shape[1]] += shape[0] * shape[1]
    return number
