"""The pages of measures are what the program says today; tests/test_readme.py runs their commands."""

from __future__ import annotations

import pytest

from mazeconv.measures import described
from measure_pages import ENGLISH, JAPANESE, SENTENCES, Words, page
from option_pages import DOCS


@pytest.mark.parametrize("words", [ENGLISH, JAPANESE], ids=lambda words: words.file)
def test_the_pages_are_made_from_the_program(words: Words) -> None:
    assert (DOCS / words.file).read_text("utf-8") == page(words), "run: python tests/measure_pages.py"


def test_every_measure_has_a_japanese_sentence_and_unit() -> None:
    assert set(SENTENCES["measures"]) == {measure.name for measure in described()}
    assert set(SENTENCES["units"]) == {measure.unit for measure in described()} - {""}
