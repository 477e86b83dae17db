"""What is promised of the marks: start, goal and other things differ in shape, not in colour alone."""

from __future__ import annotations

from string import ascii_letters

import numpy as np
import pytest

from mazeconv.pictures.marks import SMALLEST_LETTER, badge, disc, flag


@pytest.mark.parametrize("size", range(2, 257))
def test_marks_differ_in_shape_and_leave_some_floor(size: int) -> None:
    shapes = [disc(size), flag(size), badge(size, "k") > 0]
    assert all(mask.shape == (size, size) and mask.any() for mask in shapes)
    assert not np.array_equal(shapes[0], shapes[1])
    if size > 4:
        assert not any(np.array_equal(shapes[2], mask) for mask in shapes[:2])
    if size > 6:
        assert not any(mask[0].any() or mask[:, 0].any() for mask in shapes)


@pytest.mark.parametrize("size", [SMALLEST_LETTER, 16, 48])
def test_badges_carry_their_letter(size: int) -> None:
    seen = {badge(size, letter).tobytes() for letter in ascii_letters}
    assert len(seen) == len(ascii_letters)
