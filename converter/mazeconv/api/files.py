"""Read levels from files and write them to files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from mazeconv.arguments import checked
from mazeconv.errors import ReadError, UsageError, notify
from mazeconv.formats import FORMATS, Format, Target, by_content, by_name, check_name, losses
from mazeconv.level import Level
from mazeconv.options.building import build
from mazeconv.output import safe_name, save
from mazeconv.source import Source, without_gzip


@checked
def read(source: str | os.PathLike[str] | bytes | Source, format: str | None = None, **options: Any) -> Level:
    """Read a level from a path, from bytes or from a `Source`; without a `format` it is `recognise` that finds it.

    A gzipped file is read as what it holds.

    Raises `ReadError` and, for unknown formats and options, `UsageError`.
    """
    found = FORMATS.get(format) if format else None
    source = _source(source)
    return _read(source, found or recognise(source), options)


@checked
def check_image(source: str | os.PathLike[str] | bytes | Source, format: str | None = None, **options: Any) -> bytes:
    """Return a PNG that shows how a picture is read: its tiles, and in red those that could be wall or floor.

    The arguments are those of `read`. Raises `ReadError`, and `UsageError` for what is no picture.
    """
    source = _source(source)
    found = FORMATS.get(format) if format else recognise(source)
    if found.check is None:
        raise UsageError(f"{found.name} is no picture that could be looked at", "leave out --check-image")
    return found.check(source, build(found.read_options, options, f"format {found.name}"))


@checked
def recognise(source: Source) -> Format:
    """Return the format of a file: by its name, or by what it holds if the name does not say or says what is not so.

    Raises `ReadError` if it may be several, and `UsageError` if it is none.
    """
    named = by_name(without_gzip(source.name))
    if named is not None:
        may_be = named.may_be or named.looks_like
        if may_be is None or may_be(source.data):
            return named
    found = by_content(source)
    if found is None:
        if named is not None:
            return named
        if not source.data:
            raise _empty(source)
        raise UsageError(
            f"neither the name nor the content of {source.name} says which format it is",
            "name the format: " + ", ".join(readable()),
        )
    if named is not None:
        notice = f"{source.name} is read as {found.name}, as it holds that and not {named.name}"
        notify(notice)
    return found


@checked
def encode(
    level: Level,
    format: str,
    *,
    stem: str | None = None,
    target: str | os.PathLike[str] = ".",
    name: str = "",
    **options: Any,
) -> dict[str, bytes]:
    """Return the files that a format makes of a level, by name relative to the folder `target`, the main one first.

    `stem` begins the files' names, `name` is the main file's whole name. Nothing is written. What the format cannot
    keep is said by a `MazeconvNotice`. Raises `UsageError`, as for a name of another format, and `WriteError`.
    """
    found = FORMATS.get(format)
    if found.write is None:
        raise UsageError(f"{found.name} can be read but not written", "write one of " + ", ".join(writable()))
    record = build(found.write_options, options, f"format {found.name}")
    place = Target(stem or stem_of(level), Path(target), name)
    if lost := losses(level, found.keeps | found.keeps_more(level, record, place)):
        notify(f"{found.name} cannot keep {', '.join(lost)}")
    files = found.write(level, record, place)
    if name:
        check_name(name, found, files[name])
    return files


@checked
def write(
    level: Level,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    force: bool = False,
    **options: Any,
) -> list[Path]:
    """Write a level to a file, and the files that belong to it beside it; return their paths, the main one first.

    The format is known by the name unless it is given. A different file in the way is a `WriteError` unless `force`.
    """
    name = os.fspath(path)
    found = FORMATS.get(format) if format else by_name(name)
    if found is None:
        raise UsageError(
            f"the name {name} does not say which format it is", "name the format: " + ", ".join(writable())
        )
    folder = Path(name).parent
    files = encode(level, found.name, stem=stem_in(name, found), target=folder, name=Path(name).name, **options)
    return [w.path for w in save({folder / n: data for n, data in files.items()}, force=force)]


@checked
def convert(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    force: bool = False,
    read_options: dict[str, Any] | None = None,
    **options: Any,
) -> list[Path]:
    """Read a level from one file and write it to another; the formats are known as by `read` and `write`."""
    return write(read(source, **(read_options or {})), target, force=force, **options)


def readable() -> list[str]:
    """Return the names of the formats that can be read."""
    return [f.name for f in FORMATS.all() if f.read]


def writable() -> list[str]:
    """Return the names of the formats that can be written."""
    return [f.name for f in FORMATS.all() if f.write]


@checked
def stem_of(level: Level) -> str:
    """Return the stem of the file names of a level: GENERATOR-15x13-SEED, or level-15x13 if it was not generated."""
    if level.recipe is None:
        return f"level-{level.cols}x{level.rows}"
    return safe_name(f"{level.recipe.generator}-{level.cols}x{level.rows}-{level.recipe.seed}")


@checked
def stem_in(name: str, format: Format | None) -> str:
    """Return the stem of a file's name: without the extension that the format claims, or else the last one."""
    base = Path(name).name
    for extension in sorted(format.extensions if format else (), key=len, reverse=True):
        if base.lower().endswith(extension) and len(base) > len(extension):
            return base[: -len(extension)]
    return Path(base).stem


def _source(given: str | os.PathLike[str] | bytes | Source) -> Source:
    if isinstance(given, bytes):
        given = Source("<bytes>", given)
    return (given if isinstance(given, Source) else Source.load(given)).unpacked()


def _empty(source: Source) -> ReadError:
    return ReadError("is empty", "was it saved, and is the disk full?" if source.folder else "", source=source.name)


def _read(source: Source, format: Format, options: dict[str, Any]) -> Level:
    if format.read is None:
        raise ReadError(
            f"{format.name} can be written but not read", "formats that can be read: " + ", ".join(readable())
        )
    if not source.data:
        raise _empty(source)
    return format.read(source, build(format.read_options, options, f"format {format.name}"))
