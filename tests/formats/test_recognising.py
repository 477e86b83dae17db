"""Which format a file is of: by its name, else by what it holds."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from carving import carve
from mazeconv.api import encode, generate, read, readable, recognise, write
from mazeconv.errors import MazeconvNotice, ReadError, UsageError
from mazeconv.formats import FORMATS
from mazeconv.level import Level
from mazeconv.source import Source

# An AGTK project cannot be written, and is known by its name.
WRITTEN = [name for name in readable() if FORMATS.get(name).write]


def files(name: str, level: Level) -> dict[str, bytes]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return encode(level, name, stem="maze")


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("generator", ["dig", "cave", "rooms", "labyrinth"])
def test_what_is_written_is_known_without_a_name(name: str, generator: str) -> None:
    level = generate(generator, (21, 15) if generator != "labyrinth" else (20, 14), seed=3)
    data = next(iter(files(name, level).values()))
    assert recognise(Source("maze", data)).name == name


def test_every_format_that_can_be_read_is_known_by_content() -> None:
    assert all(FORMATS.get(name).looks_like for name in readable())


def test_several_that_fit_are_an_error_with_the_choices() -> None:
    with pytest.raises(ReadError, match="maze: may be matrix or csv") as caught:
        recognise(Source("maze", b"1, 1, 1\n1, 0, 1\n1, 1, 1\n"))
    assert caught.value.hint == "say which: --from matrix or --from csv"
    assert recognise(Source("maze.csv", b"1, 1, 1\n1, 0, 1\n1, 1, 1\n")).name == "csv"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        # As a file of numbers is spelled, and no printed list.
        (b"1,1,1\n1,0,1\n1,1,1\n", "csv"),
        (b"1,1,1\r\n1,2,1\r\n1,1,1\r\n", "csv"),
        # Both give the same level.
        (b"1, 1, 1\n1, 1, 0\n1, 1, 1\n", "matrix"),
        # Only one of them reads it.
        (b"1, 1, 1\n1, 1, -1\n1, 1, 1\n", "csv"),
    ],
)
def test_of_several_that_fit_one_may_be_meant(data: bytes, name: str) -> None:
    assert recognise(Source("maze", data)).name == name


def test_none_that_fits_is_an_error_with_the_choices() -> None:
    for data in (b"\n", b"\0\0\0", b"%PDF-1.7\n%\xe2\xe3\n", b"dear reader, this is no maze at all. 123!\n"):
        with pytest.raises(UsageError, match="neither the name nor the content of maze") as caught:
            recognise(Source("maze", data))
        assert "text" in caught.value.hint


def test_a_name_that_says_what_is_not_so() -> None:
    with pytest.warns(MazeconvNotice, match=r"maze.txt is read as matrix, as it holds that and not text"):
        assert recognise(Source("maze.txt", str(np.eye(3, dtype=int)).encode())).name == "matrix"
    with pytest.warns(MazeconvNotice, match="read as tmj"):
        assert recognise(Source("maze.json", files("tmj", carve())["maze.tmj"])).name == "tmj"
    # Broken files stay what they are called, so that the error is about that.
    assert recognise(Source("maze.json", b"{")).name == "json"
    assert recognise(Source("maze.txt", b"")).name == "text"


FIELD = np.pad(np.zeros((28, 43), int), 1, constant_values=1)


@pytest.mark.parametrize("name", ["maze.txt", "maze", "standard input"])
@pytest.mark.parametrize("kind", [int, np.uint8, bool, float])
@pytest.mark.parametrize(
    "form", ["{}", "{}\n", "maze = np.{}\n", "import numpy as np\r\n\r\n# 迷路\r\nmaze = np.{}\r\n"]
)
def test_arrays_are_known_as_numpy_prints_them(name: str, kind: Any, form: str) -> None:
    with np.printoptions(threshold=10**6):
        data = form.format(repr(FIELD.astype(kind))).encode()
    assert len(data.splitlines()) > 28
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert read(Source(name, data)).tiles.tolist() == FIELD.tolist()


@pytest.mark.parametrize("name", ["maze.txt", "maze"])
def test_arrays_are_known_as_numpy_shows_them(name: str) -> None:
    with np.printoptions(threshold=10**6), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert read(Source(name, str(FIELD).encode())).tiles.tolist() == FIELD.tolist()
        # The border of this one is wall by the usual numbers.
        assert read(Source(name, repr(1 - FIELD).encode())).tiles.tolist() == FIELD.tolist()


def test_an_array_that_is_named_text_is_told_apart() -> None:
    with pytest.raises(ReadError, match="holds numbers, not characters") as caught:
        read(Source("maze.txt", b"maze = np.array([[1, 1]])"), "text")
    assert "--from matrix" in caught.value.hint


def test_looking_for_an_array_takes_no_time() -> None:
    for data in (b"\n" * (1 << 16), b" \n" * (1 << 15), b"import a\n" * 7000, b"#" * (1 << 16), b"a = " * (1 << 14)):
        for name in ("text", "matrix", "csv"):
            looks_like = FORMATS.get(name).looks_like
            assert looks_like
            looks_like(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"1,1,1\n1,NaN,1\n1,1,1\n", "maze.csv:2: 'NaN' at cell 2"),
        (b"1;1;1\n1;;1\n1;1;1\n", "maze.csv:2: '' at cell 2"),
        (b"1;1;1\n1;0,5;1\n", "maze.csv:2: '0,5' at cell 2"),
        (b"1,1,1\n1,0\n", "maze.csv:2: holds 2 numbers"),
        (b"", "maze.csv: is empty"),
    ],
)
def test_a_broken_csv_is_a_csv(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        read(Source("maze.csv", data))


@pytest.mark.parametrize(
    "text",
    [
        "1;1;1\n1;0;1\n1;1;1\n",
        "1\t1\t1\r\n1\t0\t1\r\n1\t1\t1\r\n",
        '"1","1","1"\n"1","0","1"\n"1","1","1"\n',
        '"1";"1";"1"\n"1";"0";"1"\n"1";"1";"1"\n',
        "1;1;1;\n1;0;1;\n1;1;1;\n;;;\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_numbers_of_spreadsheets_are_read(text: str, encoding: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        level = read(Source("maze.csv", text.encode(encoding)))
    assert level.tiles.tolist() == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]


def test_what_is_called_csv_and_is_not_is_read_as_what_it_is() -> None:
    for text, found in (("#####\n#S G#\n#####\n", "text"), ("[[0, 0], [0, 1]]\n", "matrix"), ("1 1\n1 0\n", "matrix")):
        with pytest.warns(MazeconvNotice, match=f"is read as {found}"):
            assert recognise(Source("maze.csv", text.encode())).name == found


def test_bytes_need_no_format() -> None:
    level = carve()
    assert read(files("text", level)["maze.txt"]) == read(files("text", level)["maze.txt"], "text")


@given(st.binary(max_size=80) | st.text("#. 01,[]{}<map\n", max_size=60).map(str.encode))
def test_guessing_ends_well(data: bytes) -> None:
    for name in readable():
        looks_like = FORMATS.get(name).looks_like
        assert looks_like
        assert looks_like(data) in (True, False)


def piped(data: bytes, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "mazeconv", *words]
    return subprocess.run(command, input=data, env=environment, capture_output=True, check=False)


def test_standard_input_is_recognised(tmp_path: Path) -> None:
    level = generate(seed=3).with_(recipe=None)
    target = tmp_path / "out.json"
    done = piped(files("text", level)["maze.txt"], "convert", "-", str(target))
    assert done.returncode == 0, done.stderr
    assert read(target) == level
    assert piped(files("csv", level)["maze.csv"], "convert", "-", str(target), "--force").returncode == 0
    assert (read(target).tiles == level.tiles).all()
    assert piped(b"1, 1\n1, 0\n", "convert", "-", str(target)).returncode == 1
    done = piped(b"", "convert", "-", str(target))
    assert done.returncode == 1
    assert b"error: standard input: is empty" in done.stderr
    assert piped(b"\n", "convert", "-", str(target)).returncode == 2


def test_standard_input_may_be_closed() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m mazeconv convert - out.json <&-"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"standard input" in done.stderr


@pytest.mark.parametrize("name", WRITTEN)
def test_folders_and_pipes_are_refused(name: str, tmp_path: Path) -> None:
    extension = FORMATS.get(name).extensions[0]
    folder, pipe = tmp_path / f"folder{extension}", tmp_path / f"pipe{extension}"
    folder.mkdir()
    with pytest.raises(ReadError, match="is a folder"):
        read(folder)
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        with pytest.raises(ReadError, match="is not a regular file"):
            read(pipe)


def test_the_name_counts_first(tmp_path: Path) -> None:
    (path,) = write(carve().with_(markers=()), tmp_path / "maze.matrix.txt")
    assert recognise(Source.load(path)).name == "matrix"
