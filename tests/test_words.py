"""Commands that are printed can be pasted, and one of a thing is not many."""

from __future__ import annotations

import shlex

from hypothesis import given
from hypothesis import strategies as st

from mazeconv.words import command_line, counted


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1))
def test_a_shell_reads_back_every_word(words: list[str]) -> None:
    assert shlex.split(command_line(words)) == words


def test_commas_are_quoted_for_powershell() -> None:
    assert command_line(["mazeconv", "--start", "3,1", "--seed", "a b"]) == 'mazeconv --start "3,1" --seed "a b"'


def test_one_of_a_thing_is_singular() -> None:
    assert [counted(n, "tile") for n in (0, 1, 2, 1200)] == ["0 tiles", "1 tile", "2 tiles", "1,200 tiles"]
