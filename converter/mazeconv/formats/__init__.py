"""The table of formats: what a format is, and the built-in ones."""

from __future__ import annotations

import contextlib
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct, field

from mazeconv.errors import MazeconvError, ReadError, UsageError
from mazeconv.level import Level
from mazeconv.options import Options
from mazeconv.source import Source
from mazeconv.tables import Table

if TYPE_CHECKING:
    from pathlib import Path


Keep = Literal["start", "goal", "markers", "labels", "void", "properties", "recipe"]
EVERYTHING: frozenset[Keep] = frozenset({"start", "goal", "markers", "labels", "void", "properties", "recipe"})


class Target(NamedTuple):
    """Say where files will go: the stem of their names, their folder, and the main file's name if the user gave one."""

    stem: str
    folder: Path
    name: str = ""

    def main(self, suffix: str) -> str:
        """Return the main file's name: the user's, else the stem with `suffix`."""
        return self.name or self.stem + suffix

    def relative(self, path: Path) -> str:
        """Return the way from the target's folder to `path`, with slashes; raise `UsageError` across drives."""
        try:
            return os.path.relpath(path, self.folder.absolute()).replace("\\", "/")
        except ValueError as error:
            raise UsageError(f"{path} and {self.folder} lie on different drives", "put both on one drive") from error


def _nothing(level: Level, options: Any, target: Target) -> frozenset[Keep]:
    del level, options, target
    return frozenset()


class Format(Struct, frozen=True, kw_only=True):
    """Describe a format and hold its pure functions.

    `extensions` are claimed by the format, the default one first; each begins with a dot.
    `write(level, options, target)` gives the files by relative name, the main one first, the same bytes every time.
    `read(source, options)` gives a level. `keeps` says what survives a round trip beside floor and walls;
    `keeps_more(level, options, target)` adds what does so in some writes only. `looks_like(data)` says quickly whether
    a file is of the format, for files whose names do not say, and `spelled(data)` whether one that may be of others too
    is spelled as no other spells it. `may_be(data)` says it for files whose names do, broken ones too, and is
    `looks_like` if not given. `check(source, options)` gives a picture of how a file is read, as PNG.
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    keeps: frozenset[Keep] = frozenset()
    write: Callable[[Level, Any, Target], dict[str, bytes]] | None = None
    write_options: type[Options] = Options
    read: Callable[[Source, Any], Level] | None = None
    read_options: type[Options] = Options
    notes: tuple[str, ...] = field(default=())
    keeps_more: Callable[[Level, Any, Target], frozenset[Keep]] = _nothing
    looks_like: Callable[[bytes], bool] | None = None
    spelled: Callable[[bytes], bool] | None = None
    may_be: Callable[[bytes], bool] | None = None
    check: Callable[[Source, Any], bytes] | None = None

    def __post_init__(self) -> None:
        for extension in self.extensions:
            if not extension.startswith(".") or extension != extension.lower():
                raise UsageError(
                    f"format {self.name} cannot claim names that end in {extension!r}",
                    "an extension begins with a dot and has no capitals",
                )


FORMATS: Table[Format] = Table(
    "format",
    "mazeconv.formats",
    {
        "agtk": "mazeconv.formats.agtk:FORMAT",
        "agtk-project": "mazeconv.formats.agtk_project:FORMAT",
        "tmx": "mazeconv.formats.tmx:FORMAT",
        "tmj": "mazeconv.formats.tmj:FORMAT",
        "png": "mazeconv.formats.png:FORMAT",
        "text": "mazeconv.formats.text:FORMAT",
        "matrix": "mazeconv.formats.matrix:FORMAT",
        "csv": "mazeconv.formats.csv_grid:FORMAT",
        "npy": "mazeconv.formats.npy:FORMAT",
        "json": "mazeconv.formats.level_json:FORMAT",
    },
)


EXTENSIONS: Mapping[str, tuple[str, ...]] = {
    "agtk": (".agtk.txt", ".agtk.json", ".agtk.js", ".agtk-dig.js", ".agtk-make.js", ".agtk-plugin.js"),
    "agtk-project": (".pgmproject",),
    "tmx": (".tmx",),
    "tmj": (".tmj",),
    "png": (".png",),
    "text": (".txt",),
    "matrix": (".matrix.txt",),
    "csv": (".csv",),
    "npy": (".npy",),
    "json": (".json",),
}
"""The names that the built-in formats claim; kept here, as to load a format takes longer than to make a small maze."""

# Names that many programs use, and how a file of another format begins that may have them too.
SHARED = {".txt": re.compile(rb"[^\0-\x08\x0e-\x1f]*\Z"), ".json": re.compile(rb"\s*[\[{]")}
PICTURES = (".gif", ".bmp", ".jpg", ".jpeg", ".webp", ".tif", ".tiff")
"""Names of pictures of kinds that can be read, and that no format writes."""
FILMS = (".gif", ".webp", ".apng")
"""Names of films, which only the animation writes."""


def check_name(name: str, format: Format, data: bytes) -> None:
    """Raise `UsageError` if a file of a format would have a name that says that it is of another."""
    named = by_name(name)
    if named is format or (named is None and not name.lower().endswith(PICTURES)):
        return
    if any(name.lower().endswith(end) and begins.match(data[:64]) for end, begins in SHARED.items()):
        return
    suffix = os.path.splitext(name)[1]  # noqa: PTH122 - as below
    raise UsageError(
        f"{name} would hold {format.name}, and its name says {named.name if named else suffix[1:]}",
        f"end the name in {format.extensions[0]}"
        + (", or draw a film with mazeconv animate" if name.lower().endswith(FILMS) else "")
        + (f", or take the format {named.name}, as `mazeconv export -o {name}` does" if named and named.write else ""),
    )


def by_name(path: str) -> Format | None:
    """Return the format whose longest extension ends the file's name, or None."""
    name = os.path.basename(path).lower()  # noqa: PTH119 - the text may be a Windows path or a bare name
    builtin = {extension: owner for owner, claimed in EXTENSIONS.items() for extension in claimed}
    longest = max(filter(name.endswith, builtin), key=len, default="")
    # A plugin could claim a longer end only if one more dot stands before.
    if longest and "." not in name.removesuffix(longest):
        return FORMATS.get(builtin[longest])
    claims = [(len(e), f) for f in FORMATS.all() for e in f.extensions if name.endswith(e)]
    return max(claims, key=lambda claim: claim[0])[1] if claims else None


def by_content(source: Source) -> Format | None:
    """Return the format that the bytes look like, or None.

    Raises `ReadError` with the choices if there are several, unless one alone is spelled so, or all give one level.
    """
    found = [f for f in FORMATS.all() if f.read and f.looks_like and f.looks_like(source.data)]
    if len(found) > 1:
        spelled = [f for f in found if f.spelled and f.spelled(source.data)]
        found = spelled if len(spelled) == 1 else _different(found, source)
    if len(found) > 1:
        names = [f.name for f in found]
        raise ReadError(
            f"may be {', '.join(names[:-1])} or {names[-1]}",
            "say which: " + " or ".join(f"--from {name}" for name in names),
            source=source.name,
        )
    return found[0] if found else None


def _different(formats: list[Format], source: Source) -> list[Format]:
    """Return the formats that read different levels, the first of those that read the same, or all if none reads."""
    levels: dict[Level, Format] = {}
    for one in formats:
        with warnings.catch_warnings(), contextlib.suppress(MazeconvError):
            warnings.simplefilter("ignore")
            if one.read:
                levels.setdefault(one.read(source, one.read_options()), one)
    return list(levels.values()) or formats


def keeps_kind(kind: str, keeps: frozenset[Keep]) -> bool:
    """Say whether a format that keeps `keeps` can hold markers of a kind."""
    return (kind if kind in ("start", "goal") else "markers") in keeps


def reduced(level: Level, keeps: Iterable[Keep]) -> Level:
    """Return the level as a format that keeps only `keeps` carries it; void becomes wall where it is not kept."""
    import numpy as np

    from mazeconv.level import Tile

    kept = frozenset(keeps)
    markers = tuple(
        m if "labels" in kept else type(m)(m.kind, m.row, m.col) for m in level.markers if keeps_kind(m.kind, kept)
    )
    tiles = level.tiles
    if "void" not in kept:
        tiles = np.where(tiles == Tile.VOID, Tile.WALL, tiles).astype(np.uint8)
    return level.with_(
        tiles=tiles,
        markers=markers,
        properties=level.properties if "properties" in kept else {},
        recipe=level.recipe if "recipe" in kept else None,
    )


def losses(level: Level, keeps: Iterable[Keep]) -> list[str]:
    """Return what `reduced` would drop, as words for a notice; a recipe is no loss, as the name holds the seed."""
    less = reduced(level, keeps)
    out = []
    kinds = {m.kind for m in level.markers} - {m.kind for m in less.markers}
    if kinds:
        out.append("markers (" + ", ".join(sorted(kinds)) + ")")
    if any(m.label for m in level.markers if m.kind not in kinds) and "labels" not in keeps:
        out.append("labels")
    if (less.tiles != level.tiles).any():
        out.append("void tiles (written as wall)")
    if len(less.properties) != len(level.properties):
        out.append("properties")
    return out
