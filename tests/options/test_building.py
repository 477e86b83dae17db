from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from every_option import Everything
from mazeconv.errors import ReadError, UsageError
from mazeconv.options import NamedSource, Options, text_of, texts
from mazeconv.options.building import build
from mazeconv.options.describing import describe
from mazeconv.source import Source

if TYPE_CHECKING:
    from pathlib import Path


def made(**values: Any) -> Everything:
    return build(Everything, values, "format test")


records = st.builds(
    Everything,
    whole=st.integers(1, 64),
    number=st.floats(0, 1e6),
    truth=st.booleans(),
    word=st.text("abcxyz"),
    colour=st.sampled_from(["red", "green", "blue"]),
    colours=st.lists(st.sampled_from(["red", "green", "blue"])).map(tuple),
    pair=st.tuples(st.integers(-9, 9), st.integers(-(10**9), 10**9)),
    maybe_size=st.none() | st.integers(1, 99),
)


@given(records)
def test_what_is_told_as_texts_builds_the_same_record(record: Everything) -> None:
    assert build(Everything, texts(record), "format test") == record


@given(records)
def test_python_values_pass_the_same_checks(record: Everything) -> None:
    values = {name: getattr(record, name) for name in Everything.__struct_fields__}
    assert build(Everything, values, "format test") == record


@given(st.dictionaries(st.sampled_from(Everything.__struct_fields__), st.text(max_size=8)))
def test_any_text_makes_a_record_or_a_usage_error(values: dict[str, str]) -> None:
    values.pop("file", None)
    try:
        record = build(Everything, values, "format test")
    except UsageError:
        return
    assert 1 <= record.whole <= 64
    assert 0 <= record.number < float("inf")


def test_defaults_are_not_told() -> None:
    assert texts(Everything()) == {}
    assert texts(made(whole=3, truth=True)) == {"whole": "3", "truth": "true"}


def test_kebab_and_snake_case_are_one_name() -> None:
    assert build(Everything, {"maybe-size": "3"}, "x") == build(Everything, {"maybe_size": 3}, "x")


@pytest.mark.parametrize("text", ["yes", "On", "TRUE", "1"])
def test_yes(text: str) -> None:
    assert made(truth=text).truth is True


@pytest.mark.parametrize("text", ["no", "OFF", "false", "0"])
def test_no(text: str) -> None:
    assert made(truth=text).truth is False


def test_none_is_a_value_only_where_it_may_be() -> None:
    assert made(maybe_size="none").maybe_size is None
    with pytest.raises(UsageError, match="whole must be"):
        made(whole="none")


@pytest.mark.parametrize(
    ("name", "value", "words", "hint"),
    [
        ("whole", "0", "whole must be a whole number from 1 to 64, not '0'", ""),
        ("whole", 65, "whole must be a whole number from 1 to 64, not 65", ""),
        ("whole", "1.5", "whole must be a whole number", ""),
        ("whole", "many", "whole must be a whole number", ""),
        ("whole", True, "whole needs a value", "whole=… with a whole number from 1 to 64"),
        ("whole", None, "whole must be", ""),
        ("colours", "", "colours names nothing", "red, green, blue"),
        ("number", "nan", "number must be a number of at least 0, not 'nan'", ""),
        ("number", "inf", "number must be", ""),
        ("number", float("nan"), "number must be", ""),
        ("truth", "perhaps", "truth must be yes or no, not 'perhaps'", ""),
        ("word", "UPPER", "'UPPER' is no word: small letters", ""),
        ("colour", "gren", "colour must be one of red, green, blue, not 'gren'", "did you mean green?"),
        (
            "colours",
            "red,bleu",
            "colours must be a list of red, green, blue, with commas between",
            "did you mean blue?",
        ),
        ("colours", 5, "colours must be", "known: blue, green, red"),
        ("pair", "1", "'1' is no pair: a pair", ""),
        ("pair", "1,2,3", "'1,2,3' is no pair: a pair", ""),
        ("pair", "10,1", "pair must be a list of whole numbers from -9 to 9, with commas between", ""),
        ("maybe_size", "0", "maybe-size must be a whole number of at least 1, not '0'", ""),
        ("file", 5, "file must be a file", ""),
        ("wole", "1", "has no option 'wole'", "did you mean whole?"),
        ("zzzz", "1", "has no option 'zzzz'", "known: colour, colours, file, maybe-size"),
    ],
)
def test_bad_values_say_what_is_expected(name: str, value: object, words: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        made(**{name: value})
    assert words in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.exit_code == 2


def test_a_file_is_loaded_before_anyone_runs(tmp_path: Path) -> None:
    path = tmp_path / "tiles.tsx"
    path.write_bytes(b"<tileset/>")
    for value in (str(path), path, Source.load(path)):
        found = made(file=value).file
        assert found is not None
        assert (found.data, found.path) == (b"<tileset/>", path)
    with pytest.raises(ReadError, match=r"missing[.]tsx: cannot be read"):
        made(file=str(tmp_path / "missing.tsx"))


def test_a_record_without_options_says_so() -> None:
    with pytest.raises(UsageError) as caught:
        build(Options, {"size": "3"}, "generator dig")
    assert caught.value.hint == "generator dig has no options"


def test_what_a_record_itself_refuses_is_a_usage_error() -> None:
    class Picky(Options, frozen=True):
        low: int = 1
        high: int = 2

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("low must not be above high")

    with pytest.raises(UsageError, match=r"^format picky: low must not be above high$"):
        build(Picky, {"low": "3"}, "format picky")


def test_texts_of_values() -> None:
    assert [text_of(v) for v in (True, None, 1.5, (1, 2), "x")] == ["true", "none", "1.5", "1,2", "x"]


class Files(Options, frozen=True):
    templates: tuple[NamedSource, ...] = ()


def test_a_list_of_named_files_is_loaded(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.tx", "b.tx")]
    for path in paths:
        path.write_text(path.name, encoding="utf-8")
    text = f"key:{paths[0]}, door:{paths[1]}"
    found = build(Files, {"templates": text}, "x")
    assert [(named.name, named.source.data) for named in found.templates] == [("key", b"a.tx"), ("door", b"b.tx")]
    assert build(Files, {"templates": list(found.templates)}, "x") == found
    assert texts(found) == {"templates": text.replace(", ", ",")}
    assert describe(Files)[0].kind == "a list of NAME:FILE"
    with pytest.raises(ReadError, match="cannot be read"):
        build(Files, {"templates": "key:nowhere.tx"}, "x")
    with pytest.raises(UsageError, match="names no file in 'nowhere'"):
        build(Files, {"templates": "nowhere"}, "x")
    with pytest.raises(UsageError, match="templates must be"):
        build(Files, {"templates": 3}, "x")
