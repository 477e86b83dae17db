from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.api import encode, generate, read
from mazeconv.errors import ReadError, UsageError, WriteError
from mazeconv.formats import by_name
from mazeconv.lettering import LETTERS, letters
from mazeconv.level import Level, Marker, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

MAZE = """\
#####~
#S# G~
# # #~
#   #~
#####~
"""


def text_of(level: Level) -> str:
    (data,) = encode(level, "text", stem="maze").values()
    return data.decode()


def row_of(kinds: Iterable[str]) -> Level:
    markers = tuple(Marker(kind, 0, col) for col, kind in enumerate(kinds))
    return Level(np.zeros((1, max(len(markers), 1)), np.uint8), markers)


def test_a_drawn_maze_is_read_and_written_as_it_is() -> None:
    level = read(MAZE.encode(), "text")
    assert (level.rows, level.cols) == (5, 6)
    assert (level.start, level.goal) == ((1, 1), (1, 4))
    assert level.tiles[1].tolist() == [1, 0, 1, 0, 0, 2]
    assert text_of(level) == MAZE


@pytest.mark.parametrize(
    "data",
    [
        MAZE.replace("\n", "\r\n").encode(),
        MAZE.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + MAZE.encode(),
        MAZE.rstrip("\n").encode(),
        (MAZE + "\n\n; a word about it\n").encode(),
        MAZE.replace("\n", "\r\n").encode("utf-16"),
    ],
)
def test_other_line_ends_marks_and_remarks_change_nothing(data: bytes) -> None:
    assert text_of(read(data, "text")) == MAZE


def test_rows_that_end_early_are_filled_with_floor() -> None:
    level = read(b"####\n#\n\n####", "text")
    assert level.tiles.tolist() == [[1] * 4, [1, 0, 0, 0], [0] * 4, [1] * 4]


def test_rows_of_floor_alone_are_kept() -> None:
    for rows in (1, 3):
        level = Level(np.zeros((rows, 4), np.uint8))
        assert read(text_of(level).encode(), "text") == level


def test_other_kinds_get_letters_and_a_legend() -> None:
    level = row_of(["start", "save-point", "spring", "treasure"])
    assert text_of(level) == "SAPT\n\n; A = save-point\n; P = spring\n"
    assert read(text_of(level).encode(), "text") == level


def test_a_legend_may_rename_a_known_letter() -> None:
    assert read(b"S K\n\n; K = kitchen\n", "text").markers[1].kind == "kitchen"


@given(st.sets(st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True), max_size=40))
def test_every_kind_has_a_letter_of_its_own(kinds: set[str]) -> None:
    table = letters(kinds)
    assert table.keys() == kinds
    assert len(set(table.values())) == len(kinds)
    assert all(table[kind] == LETTERS[kind] for kind in kinds & LETTERS.keys())


def test_letters_run_out_with_an_error_that_helps() -> None:
    with pytest.raises(WriteError, match="no letter left") as caught:
        text_of(row_of(f"kind{n:02}" for n in range(60)))
    assert "json" in caught.value.hint


@pytest.mark.parametrize(
    ("data", "words", "line"),
    [
        (b"###\n#?#\n", r"maze:2: '\?' at column 2 is neither", 2),
        ("###\n#壁#\n".encode(), "maze:2: '壁' at column 2 is neither", 2),
        (b"#Q#\n\n; A = save-point\n", "'Q' at column 2", 1),
        (b"#A#\n\n; A = Save!\n", "'A' at column 2", 1),
        (b"#\x00#\n", r"'\\x00' at column 2", 1),
        (b"S S\n", "at most one start, and there are 2, the first at 0,0 and 2,0", None),
        (b"", "holds no maze", None),
        (b"\n\n", "holds no maze", None),
        (b"; nothing but a remark\n", "holds no maze", None),
        (b"\xff#", "is not UTF-8 text", None),
        (b"\xff\xfe#\x00#", "is not UTF-16 text", None),
        (b"#" * ((1 << 20) + 1), "are too many", None),
    ],
)
def test_what_is_no_maze_is_said_with_its_line(data: bytes, words: str, line: int | None) -> None:
    from mazeconv.formats import FORMATS
    from mazeconv.source import Source

    text = FORMATS.get("text")
    assert text.read
    with pytest.raises(ReadError, match=words) as caught:
        text.read(Source("maze", data), text.read_options())
    assert caught.value.line == line


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@given(st.binary(max_size=60))
def test_any_bytes_are_a_maze_or_an_error(data: bytes) -> None:
    try:
        level = read(data, "text")
    except ReadError:
        return
    assert read(text_of(level).encode(), "text") == level


def test_a_wide_first_row_does_not_make_a_short_file_large() -> None:
    with pytest.raises(ReadError, match="are too many"):
        read(b"#" * (1 << 20) + b"\n" * (1 << 11) + b"#", "text")


def test_it_is_known_by_its_extension() -> None:
    found = by_name(str(Path("folder") / "MAZE.TXT"))
    assert found is not None
    assert found.name == "text"


def test_a_generated_maze_comes_back() -> None:
    level = generate(seed=1)
    assert read(text_of(level).encode(), "text") == level.with_(recipe=None)
    assert set(text_of(level)) <= {"#", " ", "S", "G", "\n"}
    assert level.tiles[0, 0] == Tile.WALL


@pytest.mark.parametrize("data", [b"[[0 1]\n [1 2]]\n", b"0, 1\n1, 2\n"])
def test_numbers_lead_to_the_matrix(data: bytes) -> None:
    with pytest.raises(ReadError) as caught:
        read(data, "text")
    assert "--from matrix" in caught.value.hint
    with pytest.raises(ReadError) as caught:
        read(b"##\n" + data, "text")
    assert "markers are S, G" in caught.value.hint


@pytest.mark.parametrize(
    ("drawn", "told"),
    [
        ("█████~\n█S█ G~\n█ █ █~\n█   █~\n█████~\n", ""),
        ("┌───┐~\n│S╷ G~\n│ │ ╷~\n│   │~\n└───┘~\n", ""),
        ("11111~\n1S10G~\n10101~\n10001~\n11111~\n", "'1' was taken for wall and '0' for floor"),
        ("XXXXX~\nXS.XG~\n".replace(".X", "X.") + "X.X.X~\nX...X~\nXXXXX~\n", "'X' was taken for wall and '.'"),
        ("@@@@@~\n@S@ G~\n@ @ @~\n@   @~\n@@@@@~\n", "'@' was taken for wall and ' '"),
        ("##### \n#S#.G \n#.#.# \n#...# \n##### \n", "dots are floor and spaces void"),
    ],
)
def test_other_pairs_of_characters_are_found(drawn: str, told: str) -> None:
    with warnings.catch_warnings(record=True) as notices:
        warnings.simplefilter("always")
        assert text_of(read(drawn.encode(), "text")) == MAZE
    assert [told in str(notice.message) for notice in notices] == [True] * bool(told)


def test_pairs_of_characters_are_given() -> None:
    inverted = MAZE.translate({ord("#"): " ", ord(" "): "#", ord("~"): "x"})
    assert text_of(read(inverted.encode(), "text", wall=" ", floor="#", void="x")) == MAZE
    with pytest.raises(UsageError, match="cannot be floor and something else"):
        read(b"#", "text", wall="#", floor="#")


@pytest.mark.parametrize("data", [b"ab\nba\n", b"  0\n 1\n"])
def test_what_shows_no_wall_is_an_error_that_says_what_to_do(data: bytes) -> None:
    with pytest.raises(ReadError) as caught:
        read(data, "text")
    assert caught.value.line is None or "-I wall=" in caught.value.hint
