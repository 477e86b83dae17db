"""The different values of an array."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

T = TypeVar("T", bound=np.generic)


def unique(values: npt.NDArray[T], axis: int | None = None) -> npt.NDArray[T]:
    """Return the different values of an array in rising order, or with axis 0 its different rows.

    Without the counts, `np.unique` loads all about masked arrays, which takes longer than to draw a small maze.
    """
    found: npt.NDArray[T] = np.unique(values, return_counts=True, axis=axis)[0]
    return found
