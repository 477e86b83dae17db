from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.autotile import masks
from mazeconv.errors import MazeconvError
from mazeconv.source import Source
from mazeconv.wall_table import read_table, shape_name


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
