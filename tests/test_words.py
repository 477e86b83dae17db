"""Commands that are printed can be pasted."""

from __future__ import annotations

import shlex

from hypothesis import given
from hypothesis import strategies as st

from mazeconv.words import command_line


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1))
def test_a_shell_reads_back_every_word(words: list[str]) -> None:
    assert shlex.split(command_line(words)) == words


def test_commas_are_quoted_for_powershell() -> None:
    assert command_line(["mazeconv", "--start", "3,1", "--seed", "a b"]) == 'mazeconv --start "3,1" --seed "a b"'
