"""The line of what is wrong in JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.api import read
from mazeconv.errors import ReadError
from mazeconv.json_places import line_of, line_of_error

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to all values within a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(inner for key, item in items for inner in ways(item, (*way, key)))]


@given(VALUES)
def test_every_value_is_found(value: Any) -> None:
    # With an indent each value begins on a line of its own, in the order in which they are visited.
    text = json.dumps(value, indent=1, ensure_ascii=False)
    lines = [line_of(way, text.encode()) or 0 for way in ways(value)]
    assert lines[0] == 1
    assert 0 not in lines
    assert lines == sorted(lines)
    for way, line in zip(ways(value)[1:], lines[1:], strict=True):
        if isinstance(way[-1], str):
            assert text.split("\n")[line - 1].strip().startswith(json.dumps(way[-1], ensure_ascii=False))


class File(msgspec.Struct):
    rows: list[str]
    places: dict[str, int] = {}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"rows": [\n"a",\n3]}', 3),
        ('{"places":\n{"a":\n"x"},\n"rows": []}', 2),
        ('{\n"places": {}}', 1),
        ('{"rows": [\n"a",\n]}', 3),
        ('{"rows": [\n"a"\n', 2),
        ("", 1),
        ("\n[]", 2),
    ],
)
def test_the_line_of_an_error(text: str, line: int) -> None:
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(text, type=File)
    assert line_of_error(caught.value, text.encode()) == line


def test_what_is_not_there_has_no_line() -> None:
    assert line_of(["a"], b'{"b": 1}') is None
    assert line_of(["a"], b"]]}} : , {") is None


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b'{"mazeconv": 1, "width": NaN}', "it has no NaN"),
        (b'{"mazeconv": 1, "width": 3', "a whole copy"),
        (b'{"mazeconv": 1, "widht": 3}', "correct its spelling"),
        (b'{"mazeconv": 1, "width": "3"}', "correct that value"),
        (b'{"mazeconv": 1, "width": 3, "height": 2, "rows": ["..."]}', "width and height"),
        (b'{"mazeconv": 1, "width": 3, "height": 1, "rows": ["..x"]}', "'#' for wall"),
        (b'{"mazeconv": 1, "width": -3, "height": 1, "rows": ["..."]}', "both sides"),
    ],
)
def test_an_error_says_what_to_do(data: bytes, hint: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(data, "json")
    assert hint in caught.value.hint
