"""How a command's level leaves: which formats, which names, files or standard output."""

import os
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeconv.cli.console import CONSOLE
from mazeconv.cli.levels import as_json, describe
from mazeconv.errors import UsageError
from mazeconv.level import Level

if TYPE_CHECKING:
    from mazeconv.formats import Format
    from mazeconv.output import Written
    from mazeconv.presets import Preset

VERBS = {"written": "wrote", "unchanged": "unchanged", "planned": "would write"}


class Order(NamedTuple):
    """Hold what the user asked for.

    `stem` begins the names when `output` does not say them; `source` names the file that was read.
    """

    formats: Sequence[str]
    output: str | None = None
    options: Sequence[str] = ()
    stem: str | None = None
    force: bool = False
    dry_run: bool = False
    json: bool = False
    chosen_seed: bool = False
    source: str | None = None
    preset: "Preset | None" = None


class Filed(NamedTuple):
    """Hold what became of a file, and its format."""

    file: "Written"
    format: str


def deliver(level: Level, order: Order) -> None:
    """Encode the level in every format of the order, then write the files and list them."""
    if order.output == "-":
        _to_stdout(level, order)
        return
    filed = write_all([level], order)
    if order.json:
        CONSOLE.result({"level": as_json(level), "files": listing(filed), "notices": CONSOLE.notices})
        return
    CONSOLE.say(describe(level, chosen=order.chosen_seed, source=order.source))
    say_files(filed, sizes=order.dry_run or CONSOLE.verbose)


def write_all(levels: Sequence[Level], order: Order) -> list[Filed]:
    """Write the files of all levels in every format of the order, or none of them; several levels go into a folder."""
    from mazeconv import api

    found = _formats(order)
    options = _options(order, found)
    folder, main = _place(order.output, several=len(found) > 1 or len(levels) > 1)
    files: dict[Path, bytes] = {}
    formats: dict[Path, str] = {}
    for level, one in product(levels, found):
        stem = api.stem_in(main, one) if main else order.stem
        encoded = api.encode(level, one.name, stem=stem, target=folder, name=main, **options[one.name])
        for relative, data in encoded.items():
            path = folder / relative
            if path in files:
                raise UsageError(
                    f"{formats[path]} and {one.name} both write {path}", "write them one at a time with -o"
                )
            files[path], formats[path] = data, one.name
    written = api.save(files, force=order.force, dry_run=order.dry_run)
    return [Filed(w, formats[w.path]) for w in written]


def listing(filed: Sequence[Filed]) -> list[dict[str, Any]]:
    """Return what --json says of files."""
    return [file_as_json(w, format=name) for w, name in filed]


def file_as_json(file: "Written", **more: str) -> dict[str, Any]:
    """Return what --json says of one file, and `more` after its path."""
    return {"path": str(file.path), **more, "bytes": file.bytes, "status": file.status}


def say_files(filed: Sequence[Filed], *, sizes: bool = False) -> None:
    """Say what became of files."""
    for w, _ in filed:
        CONSOLE.say(outcome(w) + (f" ({w.bytes:,} bytes)" if sizes else ""))


def outcome(file: "Written") -> str:
    """Return what became of a file, for people."""
    return f"{VERBS[file.status]} {file.path}"


def report(summary: Sequence[str], files: "Sequence[Written]", *, json: bool) -> None:
    """Say, or print as JSON, what was changed within files that were there."""
    if json:
        listed = [file_as_json(file) for file in files]
        CONSOLE.result({"summary": summary, "files": listed, "notices": CONSOLE.notices})
        return
    for line in [*summary, *map(outcome, files)]:
        CONSOLE.say(line)


def require_one_output(output: str | None, *, json: bool) -> None:
    """Raise `UsageError` if both a file and what --json says would go to standard output."""
    if output == "-" and json:
        raise UsageError("--json and -o - both want standard output", "leave out one of the two")


def to_stdout(data: bytes) -> None:
    """Write a file to standard output."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _formats(order: Order) -> "list[Format]":
    from mazeconv.formats import FORMATS

    return [FORMATS.get(name) for name in dict.fromkeys(order.formats)]


def _options(order: Order, found: "Sequence[Format]") -> dict[str, dict[str, Any]]:
    """Return the options for writing in each format."""
    from mazeconv.formats import FORMATS
    from mazeconv.options.sorting import route

    options: dict[str, dict[str, Any]] = {f.name: order.preset.writing(f.name) if order.preset else {} for f in found}
    typed = route(
        order.options,
        {f.name: f.write_options for f in found},
        "format",
        lambda: {f.name: f.write_options for f in FORMATS.all()},
    )
    for name, given in typed.items():
        options[name] |= given
    return options


def apart(formats: Sequence[str]) -> list[str]:
    """Return the names of formats that were given, several of them perhaps in one text with commas between."""
    return [name.strip() for text in formats for name in text.split(",") if name.strip()]


def formats_for(formats: Sequence[str] | None, output: str | None) -> list[str]:
    """Return the formats that were named, or the one that the output's name says."""
    from mazeconv import api
    from mazeconv.formats import by_name

    if formats:
        return apart(formats)
    named = None if output == "-" else output
    found = by_name(named) if named is not None else None
    if found is not None and found.write is not None:
        return [found.name]
    hint = f"add --format with one of {', '.join(api.writable())}"
    if named is not None:
        from mazeconv.formats.naming import better_name

        raise UsageError(f"the name {named} does not say which format to write", better_name(named) or hint)
    raise UsageError("no format is named", f"{hint}, or -o with a name such as maze.png; `mazeconv formats` lists them")


def _place(output: str | None, *, several: bool) -> tuple[Path, str]:
    """Return the folder, and the main file's name if the user gave one."""
    from mazeconv.formats import by_name

    if output is None:
        return Path(), ""
    if not output:
        raise UsageError("-o names no file or folder", "leave it out to write to this folder")
    path = Path(output)
    if output.endswith(("/", os.sep)) or os.path.isdir(output):  # noqa: PTH112 - false rather than an error for what cannot be
        return path, ""
    if several:
        if by_name(output) or os.path.exists(output):  # noqa: PTH110 - as above
            raise UsageError(
                f"-o {output} names one file, but several formats or levels are asked for", "give a folder"
            )
        return path, ""
    return path.parent, path.name


def _to_stdout(level: Level, order: Order) -> None:
    from mazeconv import api

    found = _formats(order)
    options = _options(order, found)
    names = [f.name for f in found]
    require_one_output("-", json=order.json)
    if len(names) > 1:
        raise UsageError("-o - takes one format", "leave out the others, or give a folder with -o")
    files = api.encode(level, names[0], stem=order.stem, **options[names[0]])
    if len(files) > 1:
        raise UsageError(
            f"{names[0]} makes {len(files)} files ({', '.join(files)}), and standard output holds one",
            "give a file or a folder with -o" + (", or one part with -O parts=" if names[0] == "agtk" else ""),
        )
    CONSOLE.remark(describe(level, chosen=order.chosen_seed, source=order.source))
    if not order.dry_run:
        to_stdout(next(iter(files.values())))
