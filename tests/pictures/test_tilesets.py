"""The default tileset's picture: every tile in its place, and no side too long for a graphics card."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeconv.pictures.themes import THEMES
from mazeconv.pictures.tilesets import LARGEST, Sheet, draw

KINDS = ("none", "edges", "blob")


def sheet(walls: Any, floors: Any, width: int, height: int = 0) -> Sheet:
    return Sheet(width, height or width, "orthogonal", THEMES["paper"], walls, floors)


@pytest.mark.parametrize(("walls", "floors"), list(product(KINDS, KINDS)))
def test_no_side_is_longer_than_need_be(walls: str, floors: str) -> None:
    for width, height in [(24, 24), (48, 48), (64, 16), (16, 64), (256, 256), (300, 300), (512, 512), (400, 800)]:
        found = sheet(walls, floors, width, height)
        count = len(found.pictures)
        assert found.columns * (found.rows - 1) < count <= found.columns * found.rows
        size = found.columns * width, found.rows * height
        fits = any(n * width <= LARGEST and -(-count // n) * height <= LARGEST for n in range(1, count + 1))
        assert max(size) <= LARGEST or not fits


def test_tiles_of_usual_sizes_lie_as_they_did() -> None:
    known = {2: 2, 17: 17, 32: 8, 48: 12, 63: 9, 94: 12}
    for walls, floors in product(KINDS, KINDS):
        found = sheet(walls, floors, 48)
        assert found.columns == known[len(found.pictures)]


def test_what_is_left_of_the_last_row_is_plain() -> None:
    found = sheet("blob", "blob", 8)
    with Image.open(BytesIO(draw(found))) as image:
        pixels = np.asarray(image.convert("RGB"))
    assert pixels.shape == (8 * 8, 12 * 8, 3)
    assert (pixels[-8:, -16:] == THEMES["paper"].void).all()
    assert not (pixels[-8:, :-16] == THEMES["paper"].void).all()
