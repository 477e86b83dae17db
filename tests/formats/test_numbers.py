"""CSV and npy: grids of numbers, ours and those of Tiled and numpy."""

from __future__ import annotations

import io
import os
import subprocess
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from carving import carve
from clients import need
from mazeconv.api import encode, read, write
from mazeconv.errors import MazeconvNotice, ReadError, UsageError
from mazeconv.formats import FORMATS, reduced
from mazeconv.level import Level, Marker, Place
from mazeconv.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

FORMATS_OF_NUMBERS = ["csv", "npy"]
ALL: dict[str, Any] = {"wall": (1,), "void": (-1,), "start": 2, "goal": 3}


def only(level: Level, name: str, **options: Any) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (data,) = encode(level, name, stem="x", **options).values()
    return data


def saved(array: npt.NDArray[Any], **options: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


@pytest.mark.parametrize("name", FORMATS_OF_NUMBERS)
@given(
    arrays.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=st.integers(0, 2)),
    st.sampled_from([(0, 1, -1, 2, 3), (1, 0, 7, 300, 301), (-5, 1 << 31, -1, 9, 4)]),
)
def test_every_level_comes_back(name: str, tiles: npt.NDArray[np.uint8], numbers: tuple[int, ...]) -> None:
    floor = np.argwhere(tiles == 0).tolist()
    level = Level(tiles, tuple(Marker(k, r, c) for k, (r, c) in zip(("start", "goal", "goal"), floor, strict=False)))
    roles = dict(zip(("floor", "wall", "void", "start", "goal"), numbers, strict=True))
    back = {role: (number,) if role in ("floor", "wall", "void") else number for role, number in roles.items()}
    assert read(only(level, name, **roles), name, **back) == level


@pytest.mark.parametrize("name", FORMATS_OF_NUMBERS)
def test_a_maze_with_a_border_needs_no_options(name: str) -> None:
    level = reduced(carve(), FORMATS.get(name).keeps)
    assert read(only(level, name), name) == level
    assert read(only(level, name, wall=0, floor=1), name) == level


def test_csv_is_plain() -> None:
    level = Level(np.array([[1, 1, 1], [1, 0, 2]], np.uint8), (Marker("goal", 1, 1),))
    assert only(level, "csv") == b"1,1,1\n1,0,-1\n"
    assert only(level, "csv", goal=12, wall=7) == b"7,7,7\n7,12,-1\n"
    with pytest.warns(MazeconvNotice, match="csv cannot keep markers"):
        encode(level, "csv", stem="x")
    with pytest.raises(UsageError, match="1 cannot be both wall and goal"):
        encode(level, "csv", stem="x", goal=1)


def test_csv_is_what_tiled_exports(tmp_path: Path) -> None:
    tiled = need("tiled")
    level = carve(void=True)
    (map_file, *_) = write(level, tmp_path / "maze.tmx")
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(runtime)}
    done = subprocess.run(
        [str(tiled), "--export-map", "csv", str(map_file), str(tmp_path / "maze.csv")],
        env=environment,
        capture_output=True,
        check=False,
    )
    exported = sorted(tmp_path.glob("*.csv"))
    assert exported, done.stderr
    assert exported[0].read_bytes() == only(level, "csv")
    assert read(exported[0], wall=(1,)) == reduced(level, {"void"})


def test_csv_of_others() -> None:
    with pytest.warns(MazeconvNotice, match="7 was taken for wall, as most of the border is"):
        level = read(b"7,7,7,8\r\n7,3,4,7\r\n7,7,7,-1\r\n", "csv")
    assert level.tiles.tolist() == [[1, 1, 1, 0], [1, 0, 0, 1], [1, 1, 1, 2]]
    assert read(b"1,1,1,\n1,-1,1,\n1,1,1\n\n", "csv").tiles.tolist() == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]
    assert read(b"\xef\xbb\xbf0, 5\n5, 0\n", "csv", floor=(0,)).tiles.tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    "array",
    [
        np.array([[True, True, True], [True, False, True], [True, True, True]]),
        np.pad(np.zeros((1, 1)), 1, constant_values=1),
        np.pad(np.zeros((1, 1), np.uint64), 1, constant_values=1),
        np.asfortranarray(np.pad(np.zeros((1, 1), ">i4"), 1, constant_values=1)),
        np.pad(np.ones((1, 1), np.float16), 1, constant_values=0),
    ],
)
def test_arrays_of_every_plain_kind(array: npt.NDArray[Any]) -> None:
    assert read(saved(array), "npy").tiles.tolist() == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]


def test_numpy_reads_what_is_written() -> None:
    level = carve(void=True)
    found = np.load(io.BytesIO(only(level, "npy", start=2)), allow_pickle=False)
    assert (found.dtype, found.shape) == (np.int8, (level.rows, level.cols))
    assert found[1, 1] == 2
    assert only(level, "npy", start=2) == saved(found)


def test_start_and_goal_have_numbers() -> None:
    level = read(b"1,1,1\n1,2,3\n1,1,1\n", "csv", start=2, goal=3)
    assert (level.start, level.goals) == (Place(1, 1), (Place(1, 2),))
    with pytest.raises(ReadError, match="at most one start"):
        read(b"2,2\n", "csv", wall=(1,), start=2)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "both sides must be at least 1"),
        (b"1,1\n1,1,1\n", "maze:2: holds 3 numbers where the first line holds 2"),
        (b"1,1\n1,grass\n", "maze:2: 'grass' at cell 2 is no whole number"),
        (b"1,1\n1,1-1\n", "maze:2: '1-1' at cell 2"),
        (b"1,,1\n", "maze:1: '' at cell 2"),
        (b"1,1 1\n", "maze:1: '1 1' at cell 2"),
        (b"1,4294967296\n", "maze:1: '4294967296' at cell 2"),
        (b"1,99999999999999999999\n", "at cell 2"),
        (b"1,\0\n", "at cell 2"),
        (b"1:1\n", "at cell 1"),
        (b"1;1;1,1\n", "'1,1' at cell 3"),
        (b"\xff", "is not UTF-8 text"),
        (b"," * ((1 << 20) + 1), "are too many"),
        (b"9" * 100_000, "at cell 1"),
    ],
)
def test_what_is_no_csv_is_said_with_its_line(data: bytes, words: str) -> None:
    found = FORMATS.get("csv")
    assert found.read
    with pytest.raises(ReadError, match=words):
        found.read(Source("maze", data), found.read_options())


def test_numbers_without_a_meaning_are_an_error() -> None:
    with pytest.raises(ReadError, match="2: 5 at column 2 is neither wall nor floor"):
        read(b"1,1\n0,5\n", "csv", wall=(1,), floor=(0,))


def header(text: bytes, version: int = 1) -> bytes:
    width = 2 if version == 1 else 4
    return b"\x93NUMPY" + bytes((version, 0)) + len(text).to_bytes(width, "little") + text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\x93NUMPY", "is no npy file"),
        (header(b"", 9), "is no npy file"),
        (header(b"{'descr': __import__('os').abort(), 'fortran_order': False, 'shape': (1, 1), }"), "has a header"),
        (header(b"(" * 60_000), "has a header"),
        (b"\x93NUMPY\x02\0\xff\xff\xff\xff", "has a header"),
        (saved(np.array([[1, None]]), allow_pickle=True), r"holds \|O, not plain numbers"),
        (saved(np.zeros((2, 2), "U3")), "not plain numbers"),
        (saved(np.zeros((2, 2), [("a", "i1")])), "has a header"),
        (saved(np.zeros((2, 2), "M8[s]")), "not plain numbers"),
        (saved(np.zeros((2, 2), np.complex64)), "not plain numbers"),
        (saved(np.zeros(3, np.int8)), "has 1 dimensions"),
        (saved(np.zeros((1, 1, 1), np.int8)), "has 3 dimensions"),
        (saved(np.zeros((0, 4), np.int8)), "both sides must be at least 1"),
        (saved(np.zeros((4, 4), np.int8))[:-1], "holds 15 bytes"),
        (saved(np.zeros((4, 4), np.int8)) + b"x", "holds 17 bytes"),
        (header(b"{'descr': '|i1', 'fortran_order': False, 'shape': (2147483648, 2147483648), }"), "are too many"),
        (header(b"{'descr': '|i1', 'fortran_order': False, 'shape': (1000000, 1000), }"), "1,000,000,000"),
        (saved(np.array([[0.5, np.nan]])), "0.5 at row 0, column 0"),
        (saved(np.array([[1, np.inf]])), "inf at row 0, column 1"),
        (saved(np.array([[1, 1 << 63]], np.uint64)), "9223372036854775808 at row 0"),
    ],
)
def test_what_is_no_plain_array_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        read(data, "npy")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sep=;\n1;1\n", "remove the first line"),
        ("a,b\n1,1\n", "remove the first line"),
        ("1,b\n1,1\n", "a property called name"),
        ("True,False\n", "1 and 0 in place of True"),
        ("1e2,1\n", "without an exponent"),
        ("1,1\n1,NaN\n", "without an exponent"),
        ('1,"1\n",1\n', "close the quotation mark"),
        ("1,99999999999\n", "give every cell a number"),
    ],
)
def test_what_to_do_about_a_cell_is_said(text: str, hint: str) -> None:
    with pytest.raises(ReadError, match="is no whole number") as caught:
        read(text.encode(), "csv")
    assert hint in caught.value.hint


def test_numbers_of_all_lengths_are_read_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mazeconv.formats.csv_grid.BLOCK", 4)
    rows = [[7, 7, 7, 7], [7, -1, 4294967295, 7], [7, 123456, 100000000, 7], [7, -2147483648, 0, 7], [7, 7, 7, 7]]
    text = "\r\n".join(",".join(map(str, row)) for row in rows)
    for plain in (text, text + "\r\n", text.replace(",", ";")):
        level = read(plain.encode(), "csv", wall="7,4294967295", void="-1", start="-2147483648", goal="100000000")
        assert level.tiles.tolist() == [[1, 1, 1, 1], [1, 2, 1, 1], [1, 0, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]]
        assert (level.start, level.goals) == (Place(3, 1), (Place(2, 2),))
