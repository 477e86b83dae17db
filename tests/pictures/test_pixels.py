"""What is promised of the PNG encoder: any decoder gives back the pixels, and the file is as narrow as it can be."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mazeconv.pictures.deflate import WORTH
from mazeconv.pictures.pixels import Strip, depth_of, encode, pack
from pngs import decoded, depth

if TYPE_CHECKING:
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]


@st.composite
def strips(draw: st.DrawFn, colours: int, channels: int = 0) -> tuple[list[Strip], Bytes]:
    width = draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 32)))
    made, shown = [], []
    for count in draw(st.lists(st.integers(1, 4), min_size=1, max_size=4)):
        shape = (count, width, channels) if channels else (count, width)
        rows = rng.integers(0, colours, shape, np.uint8)
        repeats = rng.integers(1, 5, count) if draw(st.booleans()) else draw(st.integers(1, 5))
        made.append(Strip(rows, repeats))
        shown.append(np.repeat(rows, repeats, axis=0))
    return made, np.concatenate(shown)


@given(st.data(), st.integers(1, 256), st.sampled_from([3, 4]))
def test_indices_come_back_as_colours_in_the_fewest_bits(data: st.DataObject, colours: int, channels: int) -> None:
    made, shown = data.draw(strips(colours))
    palette = np.random.default_rng(colours).integers(0, 256, (colours, channels), np.uint8)
    png = encode(made, shown.shape[1], len(shown), palette=palette)
    assert png == encode(made, shown.shape[1], len(shown), palette=palette)
    opaque = np.full((colours, 1), 255, np.uint8)
    expected = np.hstack((palette, opaque)) if channels == 3 else palette
    assert np.array_equal(decoded(png), expected[shown])
    assert depth(png) == min(b for b in (1, 2, 4, 8) if 2**b >= colours)


@given(st.data(), st.sampled_from([3, 4]))
def test_true_colours_come_back(data: st.DataObject, channels: int) -> None:
    made, shown = data.draw(strips(255, channels))
    png = encode(made, shown.shape[1], len(shown), channels=channels)
    assert np.array_equal(decoded(png)[..., :channels], shown)


@pytest.mark.parametrize("colours", [2, 4, 16, 256])
def test_pasted_repeats_come_back(colours: int) -> None:
    rows = np.random.default_rng(colours).integers(0, colours, (5, WORTH // 2 + 3), np.uint8)
    repeats = np.array([40, 1, 2, 17, 40])
    grey = np.repeat(np.arange(colours, dtype=np.uint8)[:, None], 3, axis=1)
    png = encode([Strip(rows, repeats), Strip(rows[:1])], rows.shape[1], 101, palette=grey)
    expected = np.concatenate((np.repeat(rows, repeats, axis=0), rows[:1]))
    assert np.array_equal(decoded(png)[..., 0], expected)


@given(st.sampled_from([1, 2, 4, 8]), st.integers(1, 30), st.integers(1, 3))
def test_the_first_pixel_has_the_highest_bits(bits: int, width: int, rows: int) -> None:
    indices = np.random.default_rng(width).integers(0, 2**bits, (rows, width), np.uint8)
    for row, packed in zip(indices, pack(indices, bits), strict=True):
        text = "".join(format(value, f"0{bits}b") for value in row)
        text += "0" * (-len(text) % 8)
        assert bytes(packed) == int(text, 2).to_bytes(len(text) // 8, "big")


def test_text_can_be_read_back() -> None:
    text = {"Software": "mazeconv", "Recipe": "迷路"}
    png = encode([Strip(np.zeros((1, 1), np.uint8))], 1, 1, palette=np.zeros((1, 3), np.uint8), text=text)
    with Image.open(io.BytesIO(png)) as image:
        assert image.info["Software"] == "mazeconv"
        assert image.info["Recipe"] == "迷路"


def test_what_does_not_fit_together_is_refused() -> None:
    palette, row = np.zeros((2, 3), np.uint8), np.zeros((1, 4), np.uint8)
    with pytest.raises(ValueError, match="show 1 rows, not 2"):
        encode([Strip(row)], 4, 2, palette=palette)
    with pytest.raises(ValueError, match="do not fit"):
        encode([Strip(row)], 5, 1, palette=palette)
    with pytest.raises(ValueError, match="cannot be"):
        encode([], 0, 1, palette=palette)
    with pytest.raises(ValueError, match="256 colours"):
        depth_of(257)
