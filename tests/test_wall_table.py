from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.autotile import DOWN, LEFT, RIGHT, UP, masks
from mazeconv.errors import MazeconvError, UsageError
from mazeconv.road_type import open_sides
from mazeconv.source import Source
from mazeconv.wall_table import built_in, read_table, shape_name


@given(mask=st.sampled_from(masks("blob")))
def test_every_shape_has_words_that_are_read(mask: int) -> None:
    assert read_table(Source("w.toml", f'"{shape_name(mask)}" = 12'.encode()), "7") == {mask: "12"}
    assert read_table(Source("w.toml", f"{mask} = 12".encode()), "7") == {mask: "12"}
    assert read_table(Source("w.json", f'{{"{shape_name(mask)}": "12:3"}}'.encode()), "7") == {mask: "12:3"}


def test_words_stand_in_any_order() -> None:
    text = b'alone = 1\ncross = 2\n"right up" = 3\n"down right down-right" = 4\n'
    assert read_table(Source("w", text), "7") == {0: "1", 85: "2", 5: "3", 28: "4"}


@pytest.mark.parametrize(
    "text",
    [
        b"over = 1",
        b'"up-right" = 1',
        b'"up up-left" = 1',
        b"2 = 1",
        b"256 = 1",
        b"up = true",
        b"up = 1.5",
        b"up = [1]",
        b'up = 1\n"1" = 1',
        b"up",
        b"\xff",
        b'{"up": 1',
        b'{"up": null}',
        b"[" * 5000,
        b"{" + b'"a":{' * 5000,
    ],
)
def test_bad_tables_are_refused(text: bytes) -> None:
    with pytest.raises(MazeconvError, match="wall table") as caught:
        read_table(Source("walls.toml", text), "7")
    assert caught.value.hint


def order(word: str) -> dict[int, int]:
    source = built_in(word)
    assert source is not None
    assert source.name == word
    return {mask: int(tile) for mask, tile in read_table(source, "7").items()}


def test_words_name_orders_that_many_tilesets_have() -> None:
    sides = {"up": UP, "right": RIGHT, "down": DOWN, "left": LEFT}
    # Where the road goes on there is no wall, which is what the digits of a RoadType say.
    assert order("roadtype") == {sum(sides[side] for side in open_sides(code)): code for code in range(16)}
    assert order("edges") == {mask: n for n, mask in enumerate(masks("edges"))}
    assert order("edges")[UP | LEFT] == 1 + 8
    assert order("blob") == {mask: n for n, mask in enumerate(masks("blob"))}
    assert order("roadtype:16") == {mask: 16 + n for mask, n in order("roadtype").items()}


@pytest.mark.parametrize("text", ["./roadtype", "roadtype.toml", "walls", "C:/walls.toml"])
def test_other_texts_name_files(text: str) -> None:
    assert built_in(text) is None


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("roadtype:x", "roadtype:16"),
        ("blob:-3", "blob:16"),
        ("roadtypes", "did you mean roadtype?"),
        ("roadtype:", "roadtype:16"),
        ("RoadType", "did you mean roadtype?"),
    ],
)
def test_a_word_that_is_nearly_one_is_no_file(text: str, hint: str) -> None:
    with pytest.raises(UsageError, match="order of tiles") as caught:
        built_in(text)
    assert hint in caught.value.hint
