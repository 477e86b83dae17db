from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mazeconv.api import encode, read, writable
from mazeconv.errors import MazeconvNotice, ReadError, UsageError
from mazeconv.formats import FORMATS, by_name, reduced
from mazeconv.level import Level, Marker, Place, Tile

# What the original numpy program prints; the real file is read too where it is at hand.
FIELD = """\
[[0 0 0 0 0 0 0 0 0 0]
 [0 1 0 1 1 1 1 0 1 0]
 [0 1 0 1 0 0 1 0 1 0]
 [0 1 1 0 1 1 1 1 1 0]
 [0 0 1 1 1 0 0 0 1 0]
 [0 1 0 0 1 1 1 0 0 0]
 [0 1 1 1 1 0 1 1 2 0]
 [0 0 0 0 0 0 0 0 0 0]]
"""
REAL = Path(__file__).parents[3] / "shared" / "data" / "fields" / "labyrinth-10x8.txt"


def field_of(level: Level) -> list[list[int]]:
    field = (level.tiles == Tile.FLOOR).astype(int)
    for goal in level.goals:
        field[goal] = 2
    return [list(map(int, row)) for row in field]


def test_what_the_original_program_prints() -> None:
    level = read(FIELD.encode(), "matrix")
    assert (level.cols, level.rows) == (10, 8)
    assert (level.start, level.goals) == (Place(1, 1), (Place(6, 8),))
    assert level.tiles[3].tolist() == [1, 0, 0, 1, 0, 0, 0, 0, 0, 1]


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@pytest.mark.parametrize("name", writable())
def test_the_real_file_goes_to_every_format(name: str) -> None:
    if not REAL.exists():
        pytest.skip("the folder of real files is not here")
    level = read(REAL, "matrix")
    assert level == read(FIELD.encode(), "matrix")
    files = encode(level, name, stem="labyrinth")
    assert all(files.values())
    found = FORMATS.get(name)
    if found.read and len(files) == 1:
        (data,) = files.values()
        # A start at 1,1 is read again even from numbers of which only one is told apart, that of the goal.
        kept = [*found.keeps, *(["start"] if "goal" in found.keeps else [])]
        assert read(data, name) == reduced(level, kept)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "0 0 0\n0 1 2\n",
        "0,0,0\r\n0,1,2\r\n",
        "[[0 0 0]\n [0 1 2]]\n",
        "[[0, 0, 0], [0, 1, 2]]",
        "[[0, 0, 0],\n [0, 1, 2]]\n",
        "array([[0, 0, 0],\n       [0, 1, 2]])".removeprefix("array(").removesuffix(")"),
        "[[0 0\n  0]\n [0 1\n  2]]\n",
        "\ufeff0\t0\t0\n\n0\t1\t2",
        "000 00 0\n0 01 002\n",
    ],
)
def test_the_ways_in_which_numbers_are_printed(text: str) -> None:
    assert field_of(read(text.encode(), "matrix")) == [[0, 0, 0], [0, 1, 2]]


def test_rows_that_numpy_wraps() -> None:
    field = np.arange(40 * 6).reshape(6, 40) % 3
    with np.printoptions(linewidth=75, threshold=10**6):
        text = str(field)
    assert len(text.splitlines()) > 6
    assert field_of(read(text.encode(), "matrix", wall="0")) == field.tolist()


@given(arrays.arrays(np.uint8, st.tuples(st.integers(1, 60), st.integers(1, 60)), elements=st.integers(0, 2)))
def test_every_field_comes_back(field: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> None:
    with np.printoptions(threshold=10**6):
        level = read(str(field).encode(), "matrix", start="none", wall="0")
    assert field_of(level) == field.tolist()
    (data,) = encode(level, "matrix", stem="x").values()
    assert data.decode().removeprefix("# 0 is wall, 1 road, 2 goal\n") == "".join(
        " ".join(map(str, row)) + "\n" for row in field.tolist()
    )
    assert read(data, "matrix", start="none", wall="0") == level


def test_the_start_is_an_option() -> None:
    assert read(FIELD.encode(), "matrix", start="none").start is None
    assert read(FIELD.encode(), "matrix", start="3,1").start == Place(1, 3)
    assert read(b"0 1\n0 0\n", "matrix").start is None
    assert read(b"0 1\n", "matrix").start is None
    with pytest.raises(ReadError, match="does not stand on floor"):
        read(FIELD.encode(), "matrix", start="0,0")
    with pytest.raises(ReadError, match="outside the level"):
        read(FIELD.encode(), "matrix", start="99,0")
    with pytest.raises(UsageError, match="is no start") as caught:
        read(FIELD.encode(), "matrix", start="here")
    assert "X,Y" in caught.value.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 1\n0 3\n", "maze:2: 3 is neither wall, road nor goal"),
        ("0 1\n0110\n", "maze:2: 110 is neither"),
        ("0 1\n0 -1\n", "maze:2: holds something other"),
        ("0 1\n0 x\n", "maze:2: holds something other"),
        ("0 1\n0 1 0\n", "maze:2: has 3 numbers where the first row has 2"),
        ("[[0 1]\n [0 1 0]]", "maze:2: has 3 numbers where the first row has 2"),
        ("[[0 1]\n [0 1", "maze:2: has no closing bracket"),
        ("[[0 0 ... 0 0]\n", "maze:1: numpy left out numbers"),
        ("1" * 100_000, "maze:1: 11111111111 is neither"),
        ("", "both sides must be at least 1"),
        ("[[]]", "both sides must be at least 1"),
        ("\0", "holds something other"),
    ],
)
def test_what_is_no_field_is_said_with_its_line(text: str, words: str) -> None:
    from mazeconv.source import Source

    matrix = FORMATS.get("matrix")
    assert matrix.read
    with pytest.raises(ReadError, match=words):
        matrix.read(Source("maze", text.encode()), matrix.read_options())


def test_other_encodings() -> None:
    assert read(FIELD.encode("utf-16"), "matrix") == read(FIELD.encode(), "matrix")
    with pytest.raises(ReadError, match="is not UTF-8 text"):
        read(b"\xff0 1", "matrix")


@pytest.mark.parametrize(
    "text",
    [
        "[[1, 1, 1], [1, 0, 1], [1, 1, 1]]",
        "[[True, True, True],\n [True, False, True],\n [True, True, True]]",
        "array([[ True,  True,  True],\n       [ True, False,  True],\n       [ True,  True,  True]])",
        "array([[1, 1, 1],\n       [1, 0, 1],\n       [1, 1, 1]], dtype=int8)\n",
        "maze = np.array([[1., 1., 1.],\n [1., 0., 1.],\n [1., 1., 1.]])\n",
        "maze = [[1.0, 1.0, 1.0],\n [1.0, 0.0, 1.0],\n [1.0, 1.0, 1.0]]\n",
        "1 1 1\n1 0 1\n1 1 1\n",
    ],
)
def test_ones_for_walls_as_python_and_numpy_print_them(text: str) -> None:
    with pytest.warns(MazeconvNotice, match="1 was taken for wall"):
        level = read(text.encode(), "matrix")
    assert level.tiles.tolist() == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]
    assert read(text.encode(), "matrix", wall="1") == level
    assert read(text.encode(), "matrix", wall="0").tiles.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_rooms_and_walls_of_any_thickness_are_read_as_they_are() -> None:
    field = np.zeros((11, 13), int)
    field[2:5, 2:11] = field[5:8, 4:7] = 1
    assert field_of(read(str(field).encode(), "matrix")) == field.tolist()


def test_an_open_border_is_told_by_a_remark() -> None:
    level = Level(np.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]], np.uint8))
    (data,) = encode(level, "matrix", stem="x").values()
    assert data == b"# 0 is wall, 1 road, 2 goal\n1 1 1\n1 0 1\n1 1 1\n"
    assert np.loadtxt(data.decode().splitlines(), int).tolist() == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]
    assert read(data, "matrix", start="none") == level


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@given(st.text("012 []\n,.", max_size=40))
def test_any_text_is_a_field_or_an_error(text: str) -> None:
    try:
        level = read(text.encode(), "matrix")
    except ReadError:
        return
    assert level.tiles.size


def test_it_is_known_by_its_extension() -> None:
    found = by_name("maze.matrix.txt")
    assert found is not None
    assert found.name == "matrix"


def test_what_the_numbers_cannot_hold_is_a_notice() -> None:
    level = Level(np.zeros((1, 3), np.uint8), (Marker("start", 0, 0), Marker("key", 0, 1), Marker("goal", 0, 2)))
    with pytest.warns(MazeconvNotice, match=r"matrix cannot keep markers \(key, start\)"):
        files = encode(level, "matrix", stem="x")
    assert files["x.matrix.txt"].endswith(b"1 1 2\n")


def test_a_start_that_is_read_again_is_no_loss() -> None:
    level = Level(np.zeros((3, 3), np.uint8), (Marker("start", 1, 1), Marker("goal", 2, 2)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (data,) = encode(level, "matrix", stem="x").values()
    assert read(data, "matrix") == level


@pytest.mark.parametrize("kind", ["uint8", "int8", "int32", "int64", "bool", "float64"])
@pytest.mark.parametrize("cols", [9, 19, 21, 25, 40, 41])
def test_what_numpy_shows_of_an_array_is_read_at_every_width(cols: int, kind: str) -> None:
    tiles = np.ones((5, cols), kind)
    tiles[1:-1, 1:-1] = 0
    for form in ("{}", ">>> maze\n{}\n>>> ", "import numpy as np\nmaze = np.{}\nprint(maze)\n"):
        text = form.format(repr(tiles)).encode()
        assert FORMATS.get("matrix").looks_like(text)  # type: ignore[misc]
        with pytest.warns(MazeconvNotice, match="1 was taken for wall"):
            assert read(text, "matrix", start="none").tiles.tolist() == tiles.astype(int).tolist()
    tensor = repr(tiles).replace("array(", "tensor(").replace("dtype=", "dtype=torch.").encode()
    assert read(tensor, "matrix", start="none", wall="1").tiles.tolist() == tiles.astype(int).tolist()


def test_numbers_mean_what_the_options_say() -> None:
    text = b"[[1 1 1 1]\n [1 2 300 1]\n [1 5 4 1]\n [1 1 1 1]]\n"
    level = read(text, "matrix", wall="1,5", start="2", goal="300", floor="0,4")
    assert (level.start, level.goals) == (Place(1, 1), (Place(1, 2),))
    assert level.tiles[2].tolist() == [1, 1, 0, 1]
    with pytest.raises(ReadError, match="2: 300 is neither") as caught:
        read(text, "matrix", wall="1")
    assert "-I start=2 -I goal=3" in caught.value.hint
