"""How AGTK variables carry tiles: a row is an integer, its highest bit the leftmost tile, 1 for wall."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from mazeconv.errors import UsageError
from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy.typing as npt

# 2^49 - 1 is the last all-wall row of 15 decimal digits, which is what can be typed as an initial value.
TYPED_LIMIT = 49
# The engine's numbers are doubles.
EXACT_LIMIT = 53
ROWS_LIMIT = 999
# As the article names them.
DEFAULT_ROW_NAME = "変数{:03}"
ANY_SIZE = "write a plugin, which holds any size: mazeconv export -f agtk -O parts=plugin"
ROW_NAME = r"([^{}]*)\{(?::0([1-9]))?\}([^{}]*)"


class RowName(NamedTuple):
    """Name row variables: a text, the row's number from 1 with at least `digits` digits, and a text."""

    before: str
    digits: int
    after: str

    @classmethod
    def of(cls, pattern: str) -> Self:
        """Read a pattern such as "Row{:03}" or "Row{}"; raise `UsageError` for any other braces."""
        found = re.fullmatch(ROW_NAME, pattern)
        if not found:
            raise UsageError(f"{pattern!r} names no rows", "write one {} or {:03} where the row's number goes")
        return cls(found[1], int(found[2] or 1), found[3])

    def number(self, row: int) -> str:
        """Return the name of a row, counted from 1."""
        return f"{self.before}{row:0{self.digits}}{self.after}"


def row_values(tiles: npt.NDArray[np.uint8]) -> list[int]:
    """Return the integer of every row, of at most 53 tiles; void counts as wall."""
    weights = np.int64(1) << np.arange(tiles.shape[1] - 1, -1, -1, dtype=np.int64)
    values: list[int] = ((tiles != Tile.FLOOR) @ weights).tolist()
    return values


def refusal(tiles: npt.NDArray[np.uint8], width_limit: int) -> tuple[str, str] | None:
    """Return why rows of at most `width_limit` tiles cannot carry the level and what to do then, or None."""
    rows, cols = tiles.shape
    if cols > width_limit:
        hint = f"make it at most {width_limit} tiles wide, or "
        if cols <= TYPED_LIMIT:
            hint += f"raise the limit: -O width-limit={cols}"
        elif cols <= EXACT_LIMIT:
            hint += f"write the script alone: -O parts=script -O width-limit={EXACT_LIMIT}"
        else:
            hint += ANY_SIZE
        return f"the maze is {cols} tiles wide, the limit is {width_limit}", hint
    if rows > ROWS_LIMIT:
        return (
            f"the maze is {rows} rows high, the limit is {ROWS_LIMIT}",
            f"make it at most {ROWS_LIMIT} rows high, or {ANY_SIZE}",
        )
    open_rows = np.flatnonzero(tiles[:, 0] == Tile.FLOOR)
    if open_rows.size:
        return (
            f"the leftmost column must be wall, and it is open at 0,{open_rows[0]}",
            "close it: openings may be in the right, the top or the bottom border, or mirror the maze",
        )
    return None
