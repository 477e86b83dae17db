from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from mazeconv.api import read
from mazeconv.errors import ReadError
from mazeconv.source import Source, without_gzip

# Without the time, as the names of tests are made of it.
PACKED = gzip.compress(b"###", mtime=0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_bytes(b"secret")
    inner = tmp_path / "maps"
    (inner / "tiles").mkdir(parents=True)
    (inner / "map.tmx").write_bytes(b"map")
    (inner / "tiles" / "the tiles.tsx").write_bytes(b"tiles")
    return inner


def test_a_file_is_loaded_with_its_name_and_folder(folder: Path) -> None:
    source = Source.load(folder / "map.tmx")
    assert (source.name, source.data) == (str(folder / "map.tmx"), b"map")
    assert (source.folder, source.path) == (folder, folder / "map.tmx")
    assert Source("<bytes>", b"").path is None


@pytest.mark.parametrize(
    "name",
    ["tiles/the tiles.tsx", "tiles\\the tiles.tsx", "./tiles/../tiles/the tiles.tsx", "../maps/tiles/the tiles.tsx"],
)
def test_siblings_inside_the_folder(folder: Path, name: str) -> None:
    assert Source.load(folder / "map.tmx").sibling(name).data == b"tiles"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../secret.txt", "outside its folder"),
        ("..\\secret.txt", "outside its folder"),
        ("tiles/../../secret.txt", "outside its folder"),
        ("/etc/passwd", "absolute path"),
        ("\\etc\\passwd", "absolute path"),
        ("C:/secret.txt", "absolute path"),
        ("c:secret.txt", "absolute path"),
        ("//server/share/secret.txt", "absolute path"),
        ("tiles\0.tsx", "absolute path"),
        ("", "is a folder"),
        ("tiles", "is a folder"),
        ("missing.tsx", "cannot be read: no such file"),
        ("x" * 300, "cannot be read"),
    ],
)
def test_siblings_stay_inside_the_folder(folder: Path, name: str, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        Source.load(folder / "map.tmx").sibling(name)


@pytest.mark.skipif(os.name != "posix", reason="about links")
def test_links_do_not_lead_out(folder: Path) -> None:
    (folder / "out.txt").symlink_to("../secret.txt")
    (folder / "in.txt").symlink_to("tiles/the tiles.tsx")
    (folder / "round.txt").symlink_to("round.txt")
    source = Source.load(folder / "map.tmx")
    assert source.sibling("in.txt").data == b"tiles"
    with pytest.raises(ReadError, match="outside its folder"):
        source.sibling("out.txt")
    with pytest.raises(ReadError, match=r"leads nowhere|symbolic links"):
        source.sibling("round.txt")


def test_bytes_have_no_siblings() -> None:
    with pytest.raises(ReadError, match="no folder to look in"):
        Source("<bytes>", b"").sibling("a.tsx")


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="is a folder") as caught:
        Source.load(tmp_path)
    assert caught.value.hint == "name a file in it"
    for name in "bcda":
        (tmp_path / name).touch()
    with pytest.raises(ReadError, match="is a folder") as caught:
        Source.load(tmp_path)
    assert caught.value.hint == "name a file in it, such as " + " or ".join(str(tmp_path / name) for name in "abc")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ReadError, match="not a regular file") as caught:
            Source.load(tmp_path / "pipe")
        assert "standard input" in caught.value.hint
        with pytest.raises(ReadError, match="not a regular file"):
            Source.load("/dev/zero")


def test_large_files_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ReadError, match="too large: 1,099,511,627,776 bytes, the limit is 1,073,741,824"):
        Source.load(path)
    with pytest.raises(ReadError, match="the limit is 10"):
        Source.load(path, limit=10)


@pytest.mark.parametrize(("name", "words"), [("nowhere.json", "no such file"), ("nul\0", "null")])
def test_files_that_cannot_be_read(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        Source.load(tmp_path / name)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("maze", "maze.json or in/maze.txt"),
        ("maze.jsn", "maze.json or in/maze.txt"),
        ("mase.json", "maze.json or in/maze.txt"),
        ("labirinth", "labyrinth.matrix.txt"),
    ],
)
def test_a_missing_file_leads_to_those_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, found: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    Path("in/maze.folder").mkdir()
    for name in ("maze.json", "maze.txt", "labyrinth.matrix.txt", ".hidden"):
        Path("in", name).touch()
    for way in (Source.load, read):
        with pytest.raises(ReadError, match="no such file") as caught:
            way(f"in/{typed}")
        assert caught.value.hint.replace("\\", "/") == f"did you mean in/{found}?"
    with pytest.raises(ReadError) as caught:
        Source.load("elsewhere/maze.json")
    assert caught.value.hint == "check the spelling and the folder"


def test_gzipped_files_are_unpacked() -> None:
    source = Source("a.txt.gz", gzip.compress(b"###\n"))
    assert source.packed
    assert source.unpacked() == Source("a.txt.gz", b"###\n")
    assert not source.unpacked().packed
    assert Source("a.txt", b"###").unpacked() == Source("a.txt", b"###")
    assert without_gzip("a.TMX.GZ") == "a.TMX"
    assert without_gzip("gz") == "gz"


def test_a_gzipped_bomb_is_not_inflated() -> None:
    bomb = gzip.compress(bytes(300 << 20))
    with pytest.raises(ReadError, match=r"bomb: holds more than .* bytes when it is unpacked") as caught:
        Source("bomb", bomb).unpacked()
    assert caught.value.hint == "unpack it with gunzip"
    with pytest.raises(ReadError, match="more than 1,000 bytes"):
        Source("bomb", bomb).unpacked(1000)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x1f\x8b", "ends early"),
        (b"\x1f\x8b\x07" + bytes(20), "is no gzip that can be unpacked"),
        (PACKED[:-3], "ends early"),
        (PACKED * 2, "something behind"),
        (PACKED[:-1] + b"\xff", "is no gzip that can be unpacked"),
    ],
)
def test_broken_gzip_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=f"a.gz: .*{words}"):
        Source("a.gz", data).unpacked()


def test_a_sibling_may_be_gzipped(folder: Path) -> None:
    (folder / "more.tsx.gz").write_bytes(gzip.compress(b"<tileset/>"))
    (folder / "map.tmx").write_bytes(b"<map/>")
    assert Source.load(folder / "map.tmx").sibling("more.tsx").data == b"<tileset/>"
