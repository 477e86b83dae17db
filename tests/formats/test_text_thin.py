"""Thin-wall art: what is drawn comes back, and what others publish is read."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mazeconv.api import encode, generate, read
from mazeconv.errors import MazeconvNotice, ReadError, WriteError
from mazeconv.level import Level, Marker, Tile

if TYPE_CHECKING:
    import numpy.typing as npt

# As contests publish them: posts, a start, a goal of four cells, lines that end early, and remarks.
MICROMOUSE = """\
o---o---o---o---o
|               |
o   o---o---o   o
| S | G   G |
o   o   o   o   o
|   | G   G
o---o   o---o
|
o---o---o---o---o

A small one.  o--o is no wall.
"""
# Dots for what lines that end early leave open.
TILES = """\
#########
#       #
# ##### #
#S#G G#..
# # # # #
# #G G...
### ###..
#........
#########
""".replace(".", " ")


def blocks(level: Level) -> str:
    (data,) = encode(level, "text", stem="x").values()
    return data.decode()


def thin(level: Level) -> str:
    (data,) = encode(level, "text", stem="x", style="thin").values()
    return data.decode()


def test_a_maze_is_drawn() -> None:
    level = read(b"#######\n#S  # #\n# # # #\n# #  G#\n#######\n", "text")
    assert thin(level) == ("+---+---+---+\n| S     |   |\n+   +   +   +\n|   |     G |\n+---+---+---+\n")


@given(
    arrays.arrays(
        np.uint8,
        st.tuples(st.integers(0, 4), st.integers(0, 4)).map(lambda s: (2 * s[0] + 1, 2 * s[1] + 1)),
        elements=st.integers(0, 2),
    ),
    st.lists(st.sampled_from(["goal", "key", "oven", "orb", "door", "x-y"]), max_size=6),
)
def test_every_level_of_odd_size_comes_back(tiles: npt.NDArray[np.uint8], kinds: list[str]) -> None:
    floor = np.argwhere(tiles == Tile.FLOOR).tolist()
    markers = tuple(Marker(kind, row, col) for kind, (row, col) in zip(kinds, floor, strict=False))
    level = Level(tiles, markers)
    assert read(thin(level).encode(), "text") == level


def test_generated_mazes_need_no_remark() -> None:
    for generator in ("backtracker", "kruskal", "eller", "wilson"):
        level = generate(generator, (21, 15), seed=5)
        assert ";" not in thin(level)
        assert read(thin(level).encode(), "text") == level.with_(recipe=None)


def test_what_micromouse_contests_publish() -> None:
    level = read(MICROMOUSE.encode(), "text")
    assert level.goals == ((3, 3), (3, 5), (5, 3), (5, 5))
    assert level.start == (3, 1)
    assert blocks(level) == TILES


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("o", "+"),
        lambda text: text.replace("---", "==="),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\n".join("    " + line for line in text.split("\n")),
        lambda text: "Maze 1\n\n" + text,
    ],
)
def test_it_is_drawn_in_many_ways(change: object) -> None:
    assert callable(change)
    assert blocks(read(change(MICROMOUSE).encode(), "text")) == TILES


def test_cells_may_be_of_any_size() -> None:
    small = "+-+-+\n|S  |\n+ +-+\n|  G|\n+-+-+\n"
    large = (
        "+------+------+\n|S            |\n|             |\n+      +------+\n|             |\n|           G |\n"
        "+------+------+\n"
    )
    assert read(small.encode(), "text") == read(large.encode(), "text")


@pytest.mark.parametrize(
    ("drawn", "tiles"),
    [
        ("┌───┬───┐\n│ S │   │\n│   ╵   │\n│     G │\n└───────┘", "#####\n#S# #\n# # #\n#  G#\n#####\n"),
        ("╔══════╗\n║ S  G ║\n╚══════╝", "########\n# S  G #\n########\n"),
        ("┌┬┐\n│││\n└┴┘", "###\n###\n###\n"),
    ],
)
def test_box_drawing(drawn: str, tiles: str) -> None:
    assert blocks(read(drawn.encode(), "text")) == tiles


def test_what_cells_hold_beside_markers_is_a_notice() -> None:
    with pytest.warns(MazeconvNotice, match="'12' and 1 more in cells is left out"):
        level = read(b"+---+---+\n| 12  * |\n+---+---+\n", "text")
    assert not level.markers
    with pytest.warns(MazeconvNotice, match="'<- in' beside the maze"):
        read(b"+---+---+\n|       |  <- in\n+---+---+\n", "text")


@pytest.mark.parametrize(
    ("drawn", "words", "line"),
    [
        (
            "+---+---+\n|   |   |\n|   |   |\n+---+---+\n|   |   |\n+---+---+\n",
            "posts 2 lines below|posts 3 lines",
            None,
        ),
        ("+---+---+\n|   ?   |\n+---+---+\n", r"'\?' at column 5 is no sign of a wall", 2),
        ("+---+---+\n| Q |   |\n+---+---+\n", "'Q' at column 2 is no sign of a cell", 2),
        ("+---+- -+\n|   |   |\n+---+---+\n", "'- -' at column 6 is no sign of a wall", 1),
        ("++---+\n||   |\n++---+\n", "posts side by side", 1),
        ("+---+---+\n| S | S |\n+---+---+\n", "at most one start", None),
    ],
)
def test_what_is_broken_is_said_with_its_line(drawn: str, words: str, line: int | None) -> None:
    with pytest.raises(ReadError, match=words) as caught:
        read(drawn.encode(), "text")
    assert line is None or caught.value.line == line


def test_style_says_what_it_is() -> None:
    with pytest.raises(ReadError, match="no thin-wall art"):
        read(b"###\n# #\n###\n", "text", style="thin")
    with pytest.raises(ReadError):
        read(MICROMOUSE.encode(), "text", style="blocks")


def test_thin_walls_need_odd_sizes() -> None:
    with pytest.raises(WriteError, match="odd width and height"):
        thin(Level(np.zeros((4, 5), np.uint8)))


@settings(max_examples=60)
@given(st.text("+-|o .~SG\n#", max_size=80))
@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
def test_any_text_is_a_maze_or_an_error(text: str) -> None:
    try:
        read(text.encode(), "text")
    except ReadError:
        return


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@pytest.mark.parametrize("text", ["+" * 200_000 + "x", "+-" * 100_000, "+" + "-" * 200_000, "+---+\n" * 20_000])
def test_nothing_takes_long(text: str) -> None:
    started = time.process_time()
    with contextlib.suppress(ReadError):
        read(text.encode(), "text")
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "drawn",
    [
        "┌───┬───┐\n│   │   │\n│ │ │ │ │\n│ │   │ │\n└─┴───┴─┘\n",
        "╔═══╦═══╗\n║   ║   ║\n║   ║   ║\n║       ║\n╚═══════╝\n",
    ],
)
def test_small_box_drawings_whose_lines_end_between_corners_are_tiles(drawn: str) -> None:
    with pytest.warns(MazeconvNotice, match="each character is a tile"):
        level = read(drawn.encode(), "text")
    assert level.tiles.tolist() == [[int(sign != " ") for sign in line] for line in drawn.splitlines()]
    with pytest.raises(ReadError, match="no sign of a wall"):
        read(drawn.encode(), "text", style="thin")
