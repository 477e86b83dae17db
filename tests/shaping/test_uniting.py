from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeconv.kernels import Machine
from mazeconv.rng import Stream
from mazeconv.shaping.pieces import Pieces
from mazeconv.shaping.uniting import join

if TYPE_CHECKING:
    import numpy.typing as npt

    Yes = npt.NDArray[np.bool_]

PLAIN = Machine(compiled=False)


@st.composite
def tiles(draw: Any) -> Yes:
    rows, cols = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    return np.array(draw(st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols))).reshape(rows, cols)


def parts(floor: Yes) -> list[set[tuple[int, int]]]:
    """Return the tiles of each piece, found by walking."""
    left = {(int(row), int(col)) for row, col in np.argwhere(floor)}
    found = []
    while left:
        part, waiting = set(), [min(left)]
        while waiting:
            row, col = waiting.pop()
            if (row, col) in left:
                left.remove((row, col))
                part.add((row, col))
                waiting += [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        found.append(part)
    return found


def loops(floor: Yes) -> int:
    ways = np.count_nonzero(floor[1:] & floor[:-1]) + np.count_nonzero(floor[:, 1:] & floor[:, :-1])
    return int(ways) - int(np.count_nonzero(floor)) + len(parts(floor))


@given(tiles())
def test_pieces_are_what_can_be_walked(floor: Yes) -> None:
    pieces = Pieces.of(floor, ~floor, PLAIN)
    walked = sorted((-len(part), *min(part)) for part in parts(floor))
    assert pieces.count() == len(walked)
    assert pieces.parts() == [(-size, row, col) for size, row, col in walked]
    assert pieces.floor.tolist() == floor.tolist()


@settings(max_examples=60)
@given(tiles(), st.booleans(), st.integers(0, 99))
def test_all_floor_becomes_one_piece_where_all_walls_may_open(floor: Yes, may_loop: bool, seed: int) -> None:
    pieces = Pieces.of(floor, ~floor, PLAIN)
    left, forced = join(pieces, Stream(seed), loops=may_loop)
    assert left == len(parts(pieces.floor)) == bool(floor.any())
    assert not (floor & ~pieces.floor).any()
    opened = set(np.flatnonzero(pieces.floor & ~floor).tolist())
    assert set(forced) <= opened
    if may_loop:
        assert set(forced) == opened
    elif not forced:
        assert loops(pieces.floor) == loops(floor)


@settings(max_examples=60)
@given(tiles(), tiles(), st.integers(0, 99))
def test_only_soft_walls_open(floor: Yes, soft: Yes, seed: int) -> None:
    rows, cols = np.minimum(floor.shape, soft.shape)
    floor = floor[:rows, :cols]
    soft = soft[:rows, :cols] & ~floor
    pieces = Pieces.of(floor, soft, PLAIN)
    left, _ = join(pieces, Stream(seed))
    assert left == len(parts(pieces.floor))
    assert not (pieces.floor & ~floor & ~soft).any()
