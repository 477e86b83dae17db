from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels import levels
from mazeconv.api import encode, generate, read
from mazeconv.errors import ReadError
from mazeconv.formats.level_json import File, looks_like
from mazeconv.generators import GENERATORS
from mazeconv.level import MAX_SIDE, Level, Marker
from mazeconv.making import make
from mazeconv.recipe import Recipe

SCHEMA: dict[str, Any] = json.loads((Path(__file__).parents[2] / "docs" / "level.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def file_of(level: Level) -> bytes:
    (data,) = encode(level, "json", stem="maze").values()
    return data


def small(**changes: Any) -> dict[str, Any]:
    return {"mazeconv": 1, "width": 3, "height": 2, "rows": ["#.#", "#. "], **changes}


def dumped(**changes: Any) -> bytes:
    return json.dumps(small(**changes)).encode()


@given(levels())
def test_every_level_comes_back_whole(level: Level) -> None:
    data = file_of(level)
    assert read(data, "json") == level
    assert file_of(read(data, "json")) == data
    VALIDATOR.validate(json.loads(data))


@pytest.mark.parametrize("generator", GENERATORS.builtin)
def test_what_is_generated_comes_back_and_can_be_made_again(generator: str) -> None:
    level = generate(generator, (17, 13), seed="迷路 'その' 1", goal="farthest")
    again = read(file_of(level), "json")
    assert again == level
    assert again.recipe
    assert make(again.recipe) == level


def test_the_file_is_made_for_people_too() -> None:
    level = Level(read(dumped(), "json").tiles, (Marker("start", 0, 1, "入口"),), {"b": 1.5, "a": True})
    assert file_of(level).decode() == (
        '{\n  "mazeconv": 1,\n  "width": 3,\n  "height": 2,\n  "rows": [\n    "#.#",\n    "#. "\n  ],\n'
        '  "markers": [\n    {"kind": "start", "row": 0, "col": 1, "label": "入口"}\n  ],\n'
        '  "properties": {"a": true, "b": 1.5}\n}\n'
    )


def test_a_byte_order_mark_and_other_spacing_are_read() -> None:
    assert read(b"\xef\xbb\xbf" + dumped(), "json") == read(json.dumps(small(), indent=8).encode(), "json")
    wide = json.dumps(small(markers=[{"kind": "key", "row": 0, "col": 1, "label": "鍵"}]), ensure_ascii=False)
    for encoding in ("utf-16", "utf-8"):
        assert looks_like(wide.encode(encoding))
        assert read(wide.encode(encoding), "json") == read(wide.encode(), "json")
    assert looks_like(b"\xfe\xff" + wide.encode("utf-16-be"))


HOSTILE: list[tuple[bytes, str]] = [
    (b"", "is empty"),
    (b"[]", "is no level file"),
    (b"null", "is no level file"),
    (b"{}", "missing required field"),
    (b"\0" * 20, "is no level file"),
    (dumped().replace(b"#.#", b"#\\u0000#"), r"row 0 holds '\\x00' at column 1"),
    (dumped().replace(b"#.#", b"#\0#"), "is no level file"),
    (dumped().replace(b"#.#", b"#\xff#"), "is no level file"),
    (dumped().replace(b"#.#", b'#\\ud800"'), "is no level file"),
    (json.dumps(small()).encode("utf-16") + b"x", "is no level file"),
    (dumped() + b"}", "is no level file"),
    (dumped()[:-1], "is no level file"),
    (dumped(mazeconv=2), "is no level file"),
    (dumped(mazeconv="1"), "is no level file"),
    (dumped(extra=1), "unknown field `extra`"),
    (dumped(width=True), "is no level file"),
    (dumped(width=3.5), "is no level file"),
    (dumped(width=0, rows=["", ""]), "both sides must be at least 1"),
    (dumped(width=-3), "both sides must be at least 1"),
    (dumped(height=0, rows=[]), "both sides must be at least 1"),
    (dumped(width=1 << 31), "are too many"),
    (dumped(width=1 << 31, height=1 << 31), "are too many"),
    (dumped(height=1 << 20, width=1 << 10), "has 2 rows where height says 1048576"),
    (dumped(width=1 << 64), "are too many"),
    (dumped().replace(b'"width": 3', b'"width": 1e999'), "is no level file"),
    (dumped().replace(b'"width": 3', b'"width": NaN'), "is no level file"),
    (dumped(width=4), "row 0 holds 3 tiles where width says 4"),
    (dumped(rows=["#.#"]), "has 1 rows where height says 2"),
    (dumped(rows=["#.#", "#."]), "row 1 holds 2 tiles"),
    (dumped(rows=["#.#", "#x#"]), "row 1 holds 'x' at column 1"),
    (dumped(rows=["#.#", "#壁#"]), "row 1 holds other characters"),
    (dumped(rows=["#.#", None]), "is no level file"),
    (dumped(rows="#.#"), "is no level file"),
    (dumped(markers=[{"kind": "goal", "row": 0, "col": 0}]), "does not stand on floor"),
    (dumped(markers=[{"kind": "goal", "row": 9, "col": 0}]), "outside the level"),
    (dumped(markers=[{"kind": "goal", "row": -1, "col": 1}]), "outside the level"),
    (dumped(markers=[{"kind": "Goal!", "row": 0, "col": 1}]), "no marker kind"),
    (dumped(markers=[{"kind": "goal", "row": 0}]), "missing required field `col`"),
    (dumped(markers=[{"kind": "goal", "row": 0, "col": 1, "x": 1}]), "unknown field `x`"),
    (dumped(properties={"a": [1]}), "is no level file"),
    (dumped(properties={"a": None}), "is no level file"),
    (dumped(properties={"": 1}), "no property name"),
    (dumped(properties={"a": 1}).replace(b'"a": 1', b'"a": 1e999'), "is no level file|finite"),
    (dumped(properties={"a": 1}).replace(b'"a": 1', b'"a": NaN'), "is no level file"),
    (dumped(properties=0).replace(b"0}", b"[" * 100_000), "is no level file"),
    (dumped(recipe={}), "missing required field `generator`"),
    (dumped(recipe={"generator": "dig", "version": 1, "seed": "", "size": [3, 2]}), "is no level file"),
    (dumped(recipe={"generator": "dig", "version": 0, "seed": "1", "size": [3, 2]}), "is no level file"),
    (dumped(recipe={"generator": "dig", "version": 1, "seed": "\x1b[31m", "size": [3, 2]}), "is no level file"),
    (dumped(recipe={"generator": "dig", "version": 1, "seed": "1", "size": [3]}), "is no level file"),
]


@pytest.mark.parametrize(("data", "words"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_files_are_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=words) as caught:
        read(data, "json")
    assert len(caught.value.message) < 400


def test_of_double_keys_the_last_counts() -> None:
    assert read(dumped().replace(b'"width": 3', b'"width": 9, "width": 3'), "json").cols == 3


@given(st.binary(max_size=80))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    with pytest.raises(ReadError):
        read(data, "json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(list(SCHEMA["properties"])), json_values, max_size=3))
def test_what_the_reader_takes_satisfies_the_schema(changes: dict[str, Any]) -> None:
    data = dumped(**changes)
    try:
        read(data, "json")
    except ReadError:
        return
    VALIDATOR.validate(json.loads(data))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert not VALIDATOR.is_valid(small(width="3"))
    assert not VALIDATOR.is_valid(small(extra=1))
    assert VALIDATOR.is_valid(small())


@pytest.mark.parametrize(
    ("record", "schema"), [(File, SCHEMA), (Marker, SCHEMA["$defs"]["marker"]), (Recipe, SCHEMA["$defs"]["recipe"])]
)
def test_the_schema_and_the_reader_know_the_same_fields(record: type[msgspec.Struct], schema: dict[str, Any]) -> None:
    fields = {field.name: field for field in msgspec.structs.fields(record)}
    assert list(schema["properties"]) == list(fields)
    assert schema["required"] == [name for name, field in fields.items() if field.required]
    assert schema["additionalProperties"] is False
    for name, field in fields.items():
        described = schema["properties"][name]
        assert described["description"]
        if not field.required:
            default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
            assert described["default"] == json.loads(msgspec.json.encode(default))


def test_the_schema_bounds_what_the_reader_bounds() -> None:
    for side in ("width", "height"):
        assert SCHEMA["properties"][side]["maximum"] == MAX_SIDE
