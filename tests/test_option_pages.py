"""The pages of options are what the program says today."""

from __future__ import annotations

import pytest

from mazeconv.cli.tree import commands
from option_pages import DOCS, ENGLISH, JAPANESE, SENTENCES, TABLES, Words, builtin, page, records
from readme_blocks import anchors, links


@pytest.mark.parametrize("words", [ENGLISH, JAPANESE], ids=lambda words: words.file)
def test_the_pages_are_made_from_the_program(words: Words) -> None:
    assert (DOCS / words.file).read_text("utf-8") == page(words), "run: python tests/option_pages.py"


@pytest.mark.parametrize("words", [ENGLISH, JAPANESE], ids=lambda words: words.file)
def test_links_lead_somewhere(words: Words) -> None:
    for link in links(DOCS / words.file):
        path, _, anchor = link.partition("#")
        target = DOCS / path if path else DOCS / words.file
        assert target.exists(), link
        assert not anchor or anchor in anchors(target) or f'<a id="{anchor}">' in target.read_text("utf-8"), link


def test_every_japanese_sentence_is_of_an_option_that_there_is() -> None:
    known = {
        (kind, one.name, name)
        for kind in TABLES
        for one in builtin(kind)
        for way, options in records(kind, one).items()
        for option in options
        for name in (option.name, f"{way} {option.name}")
    }
    taken = {(name, of) for name, found in commands().items() for one in found.takes for of in one.names}
    known |= {("command", command, of) for name, of in taken for command in (name, "shared")}
    told = {
        (k, name, option) for k, names in SENTENCES.items() for name, options in names.items() for option in options
    }
    assert told <= known
