from __future__ import annotations

import pytest

from mazeconv.errors import UsageError
from mazeconv.options import Options
from mazeconv.options.sorting import parse_pairs, route


def test_names_are_kebab_case() -> None:
    assert parse_pairs(["tile_size=1", "tile-size=2", "a.b_c=3"]) == {"tile-size": "2", "a.b-c": "3"}


def test_pairs() -> None:
    assert parse_pairs(["bare", "key=", " padded =a=b", "key=last"]) == {"bare": True, "key": "last", "padded": "a=b"}
    for nameless in ("=value", "", " "):
        with pytest.raises(UsageError, match="has no name"):
            parse_pairs([nameless])


class Small(Options, frozen=True):
    tile_size: int = 1
    only_here: bool = False


class Large(Options, frozen=True):
    tile_size: int = 2


def routed(*items: str) -> dict[str, dict[str, str | bool]]:
    return route(items, {"small": Small, "large": Large}, "format")


def test_options_go_where_they_belong() -> None:
    assert routed("tile-size=3") == {"small": {"tile-size": "3"}, "large": {"tile-size": "3"}}
    assert routed("only-here") == {"small": {"only-here": True}, "large": {}}
    assert routed("large.tile_size=4") == {"small": {}, "large": {"tile-size": "4"}}


@pytest.mark.parametrize("items", [("tile-size=3", "large.tile_size=4"), ("large.tile-size=4", "tile_size=3")])
def test_a_named_owner_wins_over_all(items: tuple[str, ...]) -> None:
    assert routed(*items) == {"small": {"tile-size": "3"}, "large": {"tile-size": "4"}}


@pytest.mark.parametrize(
    ("item", "words", "hint"),
    [
        ("tile-sise=1", "format small / large has no option 'tile-sise'", "did you mean tile-size?"),
        ("large.only-here", "format large has no option 'only-here'", "known: tile-size"),
        ("larg.tile-size=1", "is for the format larg, which is not used here", "did you mean large?"),
        (".tile-size=1", "is for the format , which", ""),
    ],
)
def test_options_that_belong_nowhere(item: str, words: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        routed(item)
    assert words in caught.value.message
    assert hint in caught.value.hint
