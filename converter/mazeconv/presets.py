"""Presets: kinds of level under one name, as TOML files with the names of the command line.

A preset is only a way to ask: it is filled into the request, and the level's recipe holds all of it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from mazeconv import resources
from mazeconv.errors import MazeconvError, ReadError, UsageError, did_you_mean, notify
from mazeconv.formats import FORMATS
from mazeconv.generators import GENERATORS
from mazeconv.level import Scalar
from mazeconv.options import Options, kebab, text_of
from mazeconv.options.building import build
from mazeconv.places import Islands, parse_size
from mazeconv.recipe import OneLine
from mazeconv.shaping import parse, parse_all
from mazeconv.source import Source

if TYPE_CHECKING:
    from mazeconv.drawn import Given, GivenMask

# tomllib takes quadratic time for some files: a second for one of this size.
MAX_BYTES = 1 << 14
NAME = re.compile(r"\w[\w-]{0,63}")
# Set by the loader; a file cannot say them.
OURS = ("name", "source")

NO_KEY = {"seed": "a preset is a kind of level, of which there are many: give --seed beside it"}
KINDS = {
    "islands": "refuse, join or largest",
    "shape": "a list of texts",
    "options": "a table of texts and numbers, yes or no, and lists of these",
    "write": "a table for each format",
}
ANY = '"…"'
# How a key is written, where more than a text can be said.
FORMS = {
    "shape": 'shape = ["braid=0.5", "sparsify=2"], before the first line in brackets',
    "options": "[options], and below it lines such as loops = 2",
    "write": '[write.png], and below it lines such as theme = "garden"',
    "title": 'title = "…", in one line what kind of level it is',
    "about": 'about = "…", in one sentence what it is like',
}

Text = Annotated[OneLine, Meta(max_length=400)]
Value = Scalar | tuple[Scalar, ...]


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """Hold a kind of level: how it is made, and how each format draws it.

    Texts are those of the command line: `size` is "31x21", `shape` holds shaping steps, `write` the options of each
    format by its name; `mask` and `plan` name files in the preset's folder. `about` is one sentence, `about_ja` the
    same in Japanese. `source` is the file that it was read from.
    """

    name: Text
    source: Text
    title: Text
    about: Text
    about_ja: Text = ""
    generator: Text = ""
    size: Text = ""
    cells: Text = ""
    start: Text = ""
    goal: Text = ""
    mask: Text = ""
    islands: Islands | None = None
    plan: Text = ""
    options: dict[Text, Value] = {}
    shape: tuple[Text, ...] = ()
    write: dict[Text, dict[Text, Value]] = {}

    def writing(self, format: str) -> dict[str, Any]:
        """Return the options for writing a format; files that they name are read from the preset's folder."""
        options: dict[str, Any] = dict(self.write.get(format, {}))
        files = _files(FORMATS.get(format).write_options)
        return {kebab(key): self.file(str(value)) if kebab(key) in files else value for key, value in options.items()}

    def file(self, name: str) -> Source:
        """Return a file that the preset names; raise `ReadError` for one outside its folder."""
        return Source(self.source, b"", Path(self.source).absolute().parent).sibling(name)


class Asked(NamedTuple):
    """Hold what a new level is to be; None or empty is what was not said. The fields are those of `generate`."""

    generator: str | None = None
    size: tuple[int, int] | None = None
    cells: tuple[int, int] | None = None
    start: tuple[int, int] | str | None = None
    goal: tuple[int, int] | str | None = None
    shape: Sequence[str] = ()
    options: Mapping[str, Any] = {}
    mask: GivenMask | None = None
    islands: Islands | None = None
    plan: Given | None = None


def preset(name: str | os.PathLike[str]) -> Preset:
    """Return the preset of that name, or in the file of that name if it ends in .toml.

    Raises `UsageError` for an unknown name and `ReadError` for a file that is no preset.
    """
    if not isinstance(name, str | os.PathLike):
        raise UsageError(f"a preset is known by its name or its file, not by {name!r}", "`mazeconv presets` lists them")
    if isinstance(name, os.PathLike) or name.lower().endswith(".toml"):
        return _load(Path(name))
    known = resources.presets()
    # A name is looked up, never made into a path.
    if name not in known:
        own = f"known: {', '.join(known)}; a preset of your own is a file whose name ends in .toml"
        raise UsageError(f"there is no preset {name!r}", did_you_mean(name, known, ()) or own)
    return _load(known[name])


def every() -> list[Preset]:
    """Return all presets, sorted by name; a file that is none is a notice and hides nothing else."""
    found = []
    for path in resources.presets().values():
        try:
            found.append(_load(path))
        except ReadError as error:
            notify(error.message)
    return found


def words(found: Preset) -> str:
    """Return the options of the command line that ask for the same, without those for writing."""
    from mazeconv.words import command_line

    out = ["--generator", found.generator] if found.generator else []
    for key in ("size", "cells", "start", "goal"):
        out += [f"--{key}", getattr(found, key)] if getattr(found, key) else []
    for key in ("mask", "plan"):
        out += [f"--{key}", str(Path(found.source).parent / getattr(found, key))] if getattr(found, key) else []
    out += ["--islands", found.islands] if found.islands else []
    for key, value in found.options.items():
        out += ["-G", f"{kebab(key)}={text_of(value)}"]
    for text in found.shape:
        out += ["--shape", text]
    return command_line(out)


def fill(found: Preset, asked: Asked) -> Asked:
    """Return what was asked for, filled up from a preset.

    What was asked for counts. Another generator goes without the preset's options; a mask or a plan goes without its
    size, its mask and its plan; a size without its size. Shaping steps are added to the preset's, and take the place
    of those with their name.
    """
    named = {parse(text).step.name for text in asked.shape}
    kept = [text for text in found.shape if parse(text).step.name not in named]
    drawn = asked.mask is not None or asked.plan is not None
    sized = drawn or asked.size is not None or asked.cells is not None
    mask = asked.mask if drawn or not found.mask else found.file(found.mask)
    return asked._replace(
        generator=found.generator or None if asked.generator is None else asked.generator,
        size=asked.size if sized or not found.size else parse_size(found.size),
        cells=asked.cells if sized or not found.cells else parse_size(found.cells),
        start=found.start or None if asked.start is None else asked.start,
        goal=found.goal or None if asked.goal is None else asked.goal,
        shape=(*kept, *asked.shape),
        mask=mask,
        islands=found.islands if asked.islands is None and mask is not None else asked.islands,
        plan=asked.plan if drawn or not found.plan else found.file(found.plan),
        options=_kebab(found.options if asked.generator is None else {}) | _kebab(asked.options),
    )


def _kebab(options: Mapping[str, Any]) -> dict[str, Any]:
    return {kebab(key): value for key, value in options.items()}


def _load(path: Path) -> Preset:
    """Return the preset in a file, checked; raise `ReadError` for anything that is wrong with it."""
    source = Source.load(path, MAX_BYTES)
    table = _table(source)
    known = [field.encode_name for field in msgspec.structs.fields(Preset) if field.name not in OURS]
    for key in table:
        if key not in known:
            hint = NO_KEY.get(key) or did_you_mean(key, known)
            raise ReadError(f"a preset has no {key!r}", hint, source=source.name)
    try:
        found = msgspec.convert(table | {"name": path.stem, "source": str(path)}, Preset)
    except msgspec.ValidationError as error:
        raise _misformed(str(error), source.name) from error
    try:
        _check(found)
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error
    return found


def _misformed(reason: str, source: str) -> ReadError:
    """Return the error for a key that is missing or holds something of another kind, from what msgspec says."""
    missing = re.search(r"missing required field `([^`]+)`", reason)
    key = missing[1] if missing else next(iter(re.findall(r"\$\.([a-z-]+)", reason)), "")
    if not key:
        return ReadError(f"is no preset: {reason}", source=source)
    kind = "one line of at most 400 characters" if re.search("regex|length", reason) else KINDS.get(key, "a text")
    what = f"has no {key}" if missing else f"{key} is not {kind}"
    return ReadError(what, f"write {FORMS.get(key, f'{key} = {ANY}')}", source=source)


def _table(source: Source) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(source.data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        # tomllib says the place in its message, as (at line 3, column 7).
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        reason = "it nests too deeply" if isinstance(error, RecursionError) else str(error)
        message = reason[: place.start()] if place else reason
        raise ReadError(
            f"is no TOML: {message}",
            'texts stand in double quotes, as in goal = "farthest"',
            source=source.name,
            line=int(place[1]) if place else None,
        ) from error


def _check(found: Preset) -> None:
    """Raise `UsageError` for what no command could ask for."""
    if found.size and found.cells:
        raise UsageError("size and cells exclude each other", "size counts tiles, outer wall included")
    for key in ("size", "cells"):
        if typed := getattr(found, key):
            parse_size(typed, key)
    if found.generator:
        build(GENERATORS.get(found.generator).options, found.options, f"generator {found.generator}")
    elif found.options:
        raise UsageError("options are a generator's, and none is named", 'name it, such as generator = "backtracker"')
    parse_all(found.shape)
    for name in found.write:
        _check_writing(found, name, FORMATS.get(name).write_options)


def _check_writing(found: Preset, name: str, record: type[Options]) -> None:
    """Check the options of a format but for the files that they name, which are read when they are needed."""
    files = _files(record)
    build(record, {k: v for k, v in found.write[name].items() if kebab(k) not in files}, f"format {name}")


def _files(record: type[Options]) -> set[str]:
    """Return the names of the options that are files."""
    from mazeconv.options.describing import describe

    return {d.name for d in describe(record) if d.kind == "a file"}
