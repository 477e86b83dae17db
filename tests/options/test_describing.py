from __future__ import annotations

from every_option import Everything
from mazeconv.options.describing import Described, describe


def test_descriptions() -> None:
    described = {option.name: option for option in describe(Everything)}
    assert described["whole"].expects == "a whole number from 1 to 64"
    assert (described["whole"].minimum, described["whole"].maximum) == (1, 64)
    assert described["colour"].choices == ("red", "green", "blue")
    assert described["colours"].kind == "a list of"
    assert described["maybe-size"].expects == "a whole number of at least 1"
    assert described["file"].default == "none"
    assert described["pair"].default == "5,1"
    assert all(option.help for option in described.values())


def test_bounds_are_shown_with_all_their_digits() -> None:
    def expects(minimum: float | None = None, maximum: float | None = None) -> str:
        return Described("x", "a number", "", "", minimum=minimum, maximum=maximum).expects

    assert expects(minimum=1, maximum=1 << 20) == "a number from 1 to 1048576"
    assert expects(minimum=0.5, maximum=4.0) == "a number from 0.5 to 4"
    assert expects(maximum=0.95) == "a number of at most 0.95"
