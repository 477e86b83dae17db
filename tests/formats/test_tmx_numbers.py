"""Numbers of CSV: the quick way reads what the strict way reads, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.formats.tmx_numbers import LEAST, MOST, numbers_in

CELL = re.compile(r"[ \t\r\n]*(-?[0-9]+)[ \t\r\n]*", re.ASCII)
DIGITS = "0123456789"
SPACE = st.sampled_from(["", "", "", "", " ", "\t", "\n", "\r\n", "\r", "  "])
NUMBERS = st.one_of(
    st.text(DIGITS, min_size=1, max_size=11),
    st.integers(0, MOST).map(str),
    st.sampled_from([MOST, MOST + 1, 0, 1 << 31, 99_999_999, 100_000_000]).map(str),
)
JUNK = st.sampled_from(
    [
        "",
        " ",
        "-",
        "- 1",
        "-1",
        "-2147483649",
        "1 2",
        "1\n2",
        "1-2",
        ".",
        "1.5",
        "/",
        "+1",
        "1e3",
        "٣",
        "\v1",
        "\0",
        "a",
    ]
)


def expected(text: str) -> list[int] | None:
    """Return what the rules say that a text is."""
    found = [CELL.fullmatch(cell) for cell in text.split(",")]
    values = [int(cell[1]) for cell in found if cell]
    return values if len(values) == len(found) and all(LEAST <= value <= MOST for value in values) else None


def given_back(text: str) -> list[int] | None:
    found = numbers_in(text.encode())
    return None if found is None else [int(value) for value in found]


@given(cells=st.lists(st.tuples(SPACE, NUMBERS, SPACE), min_size=1, max_size=40))
def test_numbers_of_every_length_with_space_around(cells: list[tuple[str, str, str]]) -> None:
    text = ",".join(map("".join, cells))
    assert given_back(text) == expected(text)


@given(length=st.integers(1, 11), data=st.data(), end=st.sampled_from(["", "\n", "\r\n"]))
def test_numbers_of_one_length(length: int, data: st.DataObject, end: str) -> None:
    cells = data.draw(st.lists(st.text(DIGITS, min_size=length, max_size=length), min_size=1, max_size=100))
    text = f",{end}".join(cells)
    assert given_back(text) == expected(text)


@given(cells=st.lists(st.one_of(NUMBERS, NUMBERS, JUNK), min_size=1, max_size=20), at=st.integers(0, 60))
def test_what_is_no_number_is_found(cells: list[str], at: int) -> None:
    text = ",".join(cells)
    text = text[:at] + ("," if at % 7 == 0 else "") + text[at:]
    assert given_back(text) == expected(text)


@pytest.mark.parametrize("text", ["1", "12,7", "4294967295,4294967295", "123456789,1", "1,2147483649"])
def test_a_few(text: str) -> None:
    assert given_back(text) == expected(text) is not None
