"""What is read: a named run of bytes, and the files that lie beside it."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import zlib
from difflib import get_close_matches
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath

from msgspec import Struct
from msgspec.structs import replace

from mazeconv.errors import ReadError

MAX_BYTES = 1 << 30
MAX_LISTED = 10_000
MOST_NAMED = 3
GZIP, GZIP_SUFFIX = b"\x1f\x8b", ".gz"
# A gzipped file may hold as much as this and so many times its own size, and no more.
SPARE, MULTIPLE = 1 << 26, 100
SIZELESS = 1 << 20


class Source(Struct, frozen=True):
    """Hold the bytes of one file and the way to the files beside it.

    `name` is the file's name as the user knows it; `folder` is where it lies, or None for bytes without a place.
    """

    name: str
    data: bytes
    folder: Path | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str], limit: int = MAX_BYTES) -> Source:
        """Read the regular file at `path`, at most `limit` bytes; raise `ReadError` when that cannot be."""
        return cls(os.fspath(path), _bytes_of(Path(path), limit), Path(path).absolute().parent)

    @classmethod
    def standard_input(cls, limit: int = MAX_BYTES) -> Source:
        """Read standard input to its end, at most `limit` bytes; raise `ReadError` when that cannot be."""
        name = "standard input"
        try:
            data = sys.stdin.buffer.read(limit + 1)
        except (AttributeError, OSError, ValueError) as error:
            raise ReadError("standard input is closed", "pipe a level into it, or name a file") from error
        if len(data) > limit:
            raise ReadError(f"is too large: the limit is {limit:,} bytes", source=name)
        return cls(name, data)

    @property
    def path(self) -> Path | None:
        """Return the absolute path of the file, or None for bytes without a place."""
        return None if self.folder is None else self.folder / Path(self.name).name

    @property
    def packed(self) -> bool:
        """Return whether the bytes are those of a gzipped file."""
        return self.data.startswith(GZIP)

    def unpacked(self, limit: int = MAX_BYTES) -> Source:
        """Return what a gzipped file holds, under the same name, and any other source as it is.

        Raises `ReadError` for broken data and for more than `limit` bytes, or than 64 MiB and 100 times its own size.
        """
        if not self.packed:
            return self
        most = min(limit, SPARE + MULTIPLE * len(self.data))
        inflater = zlib.decompressobj(16 + zlib.MAX_WBITS)
        try:
            # One byte more shows that there is more.
            data = inflater.decompress(self.data, most + 1)
        except zlib.error as error:
            raise ReadError(
                f"is no gzip that can be unpacked: {error}", "take another copy of it", source=self.name
            ) from error
        hint = "unpack it with gunzip"
        if len(data) > most:
            raise ReadError(f"holds more than {most:,} bytes when it is unpacked", hint, source=self.name)
        if not inflater.eof:
            raise ReadError("is a gzipped file that ends early", "take a whole copy of it", source=self.name)
        if inflater.unused_data.strip(b"\0"):
            raise ReadError("holds something behind the gzipped file", hint, source=self.name)
        return replace(self, data=data)

    def text(self) -> str:
        """Return the text: UTF-8, or UTF-16 if its mark says so, as Windows makes it; raise `ReadError` otherwise."""
        encoding = "utf-16" if self.data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
        try:
            return self.data.decode(encoding)
        except UnicodeDecodeError as error:
            raise ReadError(
                f"is not {encoding.removesuffix('-sig').upper()} text: {error.reason} at byte {error.start}",
                "save it as UTF-8",
                source=self.name,
            ) from error

    def sibling(self, name: str, limit: int = MAX_BYTES, *, outside: bool = False, hint: str = "") -> Source:
        """Read the file `name`, written relative to this one, from inside this one's folder, or what it is gzipped as.

        Raises `ReadError` for absolute names and for names that lead, by `..` or by a link, out of the folder, unless
        `outside` allows them. `hint` says how a user allows them.
        """
        if self.folder is None:
            raise ReadError(f"names the file {name}, but has no folder to look in", source=self.name)
        posix = name.replace("\\", "/")
        absolute = PurePosixPath(posix).is_absolute() or bool(PureWindowsPath(name).drive)
        if (absolute and not outside) or "\0" in name:
            hints = "use a path relative to the file" + (f", or {hint}" if hint else "")
            raise ReadError(f"names the absolute path {name}", hints, source=self.name)
        try:
            path = (self.folder / posix).resolve()
        except (OSError, RuntimeError) as error:  # links that lead in a circle
            raise ReadError(f"names {name}, which leads nowhere", source=self.name) from error
        if not outside and not path.is_relative_to(self.folder.resolve()):
            raise ReadError(
                f"names {name}, which lies outside its folder",
                "move that file into the folder of the one that names it" + (f", or {hint}" if hint else ""),
                source=self.name,
            )
        gzipped = f"{path}{GZIP_SUFFIX}"
        # Unlike those of Path, these take any name.
        if not os.path.exists(path) and os.path.isfile(gzipped):  # noqa: PTH110, PTH113
            path = Path(gzipped)
        return Source.load(path, limit).unpacked(limit)


def without_gzip(name: str) -> str:
    """Return a file's name without the `.gz` that says that it is gzipped."""
    return name[: -len(GZIP_SUFFIX)] if name.lower().endswith(GZIP_SUFFIX) else name


def _bytes_of(path: Path, limit: int) -> bytes:
    try:
        # Asked before opening: opening a named pipe would wait for ever.
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise ReadError("is a folder, not a file", _files_in(path), source=str(path))
        if not stat.S_ISREG(status.st_mode):
            raise ReadError("is not a regular file", "use - to read from standard input", source=str(path))
        if status.st_size > limit:
            raise ReadError(f"is too large: {status.st_size:,} bytes, the limit is {limit:,}", source=str(path))
        with path.open("rb") as file:
            # As much as is asked for is taken at once, whatever there is; some files of the system say no size.
            return file.read(status.st_size or min(limit, SIZELESS))
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        hint = _nearest(path) if isinstance(error, FileNotFoundError) else ""
        raise ReadError(f"cannot be read: {reason}", hint, source=str(path)) from error


def _files_in(folder: Path) -> str:
    """Return a hint that names some files of a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        if names := sorted(str(folder / entry.name) for entry in islice(entries, MAX_LISTED) if entry.is_file()):
            return "name a file in it, such as " + " or ".join(names[:MOST_NAMED])
    return "name a file in it"


def _nearest(path: Path) -> str:
    """Return a hint that names the files beside `path` whose names are close to it, whatever their extensions."""
    stems: dict[str, list[str]] = {}
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        # A folder of very many files is not read to its end for a hint.
        for entry in islice(entries, MAX_LISTED):
            if entry.is_file():
                stems.setdefault(entry.name.partition(".")[0], []).append(entry.name)
    close = get_close_matches(path.name.partition(".")[0], sorted(stems), n=3)
    names = [str(path.parent / name) for stem in close for name in sorted(stems[stem])][:MOST_NAMED]
    return f"did you mean {' or '.join(names)}?" if names else "check the spelling and the folder"
