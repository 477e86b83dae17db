"""The font holds every printable character of ASCII, and no two look the same: a seed can be read off its caption."""

from __future__ import annotations

import numpy as np

from mazeconv.pictures.font import FONT, glyph, line, width_of


def test_the_font_is_whole() -> None:
    assert set(FONT) == {chr(code) for code in range(32, 127)}
    assert {glyph(character).shape for character in FONT} == {(7, 5)}
    assert len({glyph(character).tobytes() for character in FONT}) == len(FONT)


def test_characters_stand_side_by_side() -> None:
    assert line("10").shape == (7, width_of("10")) == (7, 11)
    assert line("207", scale=3).shape == (21, 51)
    assert np.array_equal(line("10")[:, 6:], glyph("0"))
