"""Where a project lies on the disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mazeconv.errors import ReadError
from mazeconv.source import Source

if TYPE_CHECKING:
    import os

# Real projects hold several megabytes; reading takes up to twenty times as much memory.
MAX_BYTES = 32 << 20
GAME = "Game.pgmproject"
DATA = Path("data", "project.json")
SIGNATURE = b"PGMMV"


class Found(NamedTuple):
    """Hold a project file: where it lies, the project's folder, its bytes and its text."""

    path: Path
    folder: Path
    data: bytes
    text: str


def find(place: str | os.PathLike[str]) -> Found:
    """Read the project at `place`: data/project.json, Game.pgmproject beside `data`, or the folder of the latter.

    Raises `ReadError`, also for files of more than 32 MiB.
    """
    path = Path(place)
    if path.is_dir():
        path /= DATA
        if not path.exists():
            hint = "give the folder that holds Game.pgmproject and data"
            raise ReadError(f"the folder {place} holds no {DATA.as_posix()}", hint)
    elif path.suffix == ".pgmproject":
        check_game(Source.load(path, MAX_BYTES))
        path = path.parent / DATA
    # What a link leads to is read and replaced, and its folder takes the backup.
    path = path.resolve() if path.is_symlink() else path
    source = Source.load(path, MAX_BYTES)
    return Found(path, path.absolute().parent.parent, source.data, decode(source))


def check_game(source: Source) -> None:
    """Raise `ReadError` unless the source is a Game.pgmproject."""
    if not source.data.startswith(SIGNATURE):
        raise ReadError("is no PGMMV project", "its first word would be PGMMV", source=source.name)


def data_of(source: Source) -> Source:
    """Return the data/project.json beside a Game.pgmproject, and any other source as it is."""
    if source.data.startswith(SIGNATURE):
        return source.sibling(DATA.as_posix(), MAX_BYTES)
    if len(source.data) > MAX_BYTES:
        raise ReadError(f"is too large for a project: {len(source.data):,} bytes", source=source.name)
    return source


def decode(source: Source) -> str:
    """Return the text of a project file; raise `ReadError` unless it is UTF-8."""
    try:
        return source.data.decode()
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        raise ReadError(
            "is not UTF-8", "save the project in the editor again", source=source.name, line=line
        ) from error
