from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.agtk.spans import scan, value
from mazeconv.edits import Edit, apply
from mazeconv.errors import ReadError

SCALARS = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    SCALARS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3) | st.just("a"), inner, max_size=4),
    max_leaves=12,
)
LAYOUTS = st.sampled_from(
    [{}, {"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}, {"indent": 1, "ensure_ascii": False}]
)


@given(VALUES, VALUES, LAYOUTS)
def test_what_a_shape_names_is_found_where_it_stands(wanted: Any, other: Any, layout: dict[str, Any]) -> None:
    document = {"before": other, "deep": [{"a": wanted}, {"b": other}, other], "wanted": wanted}
    text = " \n" + json.dumps(document, **layout) + "\t"
    root = scan(text, {"wanted": {}, "deep": {"a": {}}}, "x")
    for node in (root.members["wanted"], root.members["deep"].items[0].members["a"]):
        assert json.loads(text[node.start : node.end]) == wanted
        assert value(text, node) == wanted
    assert set(root.members) == {"wanted", "deep"}
    changed = apply(text, [Edit(root.members["wanted"].start, root.members["wanted"].end, "7")])
    assert json.loads(changed) == document | {"wanted": 7}


@given(VALUES, LAYOUTS, st.integers(0, 200), st.sampled_from(["", ",", "}", "]", '"', "0", "-", ":", "\\", "\n", " x"]))
def test_what_is_json_is_taken_and_nothing_else(value: Any, layout: dict[str, Any], at: int, new: str) -> None:
    shape: dict[str, Any] = {}
    shape["a"] = shape
    whole = json.dumps({"a": value, "b": [value], "c": {"d": value}}, **layout)
    text = whole[:at] + new + whole[at + 1 :]
    try:
        json.loads(text, parse_constant=int)
    except ValueError:
        with pytest.raises(ReadError):
            scan(text, shape, "x")
        return
    try:
        scan(text, shape, "x")
    except ReadError as error:
        assert "twice" in error.message  # noqa: PT017 - a change may have made two keys one


def test_edits_apply_in_any_order() -> None:
    assert apply("abcdef", [Edit(4, 5, "E!"), Edit(0, 1, "A")]) == "AbcdE!f"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no JSON"),
        ("{", "is no JSON"),
        ('{"a": 1,}', "is no JSON"),
        ('{"a" 1}', "a colon is missing"),
        ('{"a": 1 "b": 2}', "a comma or } is missing"),
        ('{"a": [1 2]}', "a comma or ] is missing"),
        ('{"a": 1} {}', "more follows after the end"),
        ('{"a": 01}', "is no JSON"),
        ('{"b": "\t"}', "is no JSON"),
        ('{"b": NaN}', "holds NaN"),
        ('{"a": [-Infinity]}', "holds -Infinity"),
        ('{"a": 1, "a": 2}', "holds the key 'a' twice"),
        ('{"b": ' + "[" * 100_000, "is nested too deep"),
        ("[" * 300 + "]" * 300, "is nested too deep"),
        ('{"a":' * 100_000, "is nested too deep"),
    ],
)
def test_bad_json_is_refused_with_a_reason(text: str, why: str) -> None:
    shape: dict[str, Any] = {}
    shape["a"] = shape
    with pytest.raises(ReadError, match=r"^x:") as caught:
        scan(text, shape or {"a": {}}, "x")
    assert why in caught.value.message


def test_a_member_that_nobody_reads_may_stand_twice() -> None:
    root = scan('{"odd": {"x": 1, "x": 2}, "odd": 3, "a": 4}', {"a": {}}, "x")
    assert set(root.members) == {"a"}


def test_numbers_beyond_any_game_stay_texts() -> None:
    text = '{"a": ' + "9" * 5000 + ', "b": 1e999, "c": -12}'
    root = scan(text, {"a": {}, "b": {}, "c": {}}, "x")
    assert value(text, root.members["a"]) == "9" * 5000
    assert value(text, root.members["b"]) == "1e999"
    assert value(text, root.members["c"]) == -12
