"""The dictionary of tiles of a layer: read, and written again with only the entries changed that have to change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from mazeconv.agtk.spans import parse
from mazeconv.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mazeconv.agtk.project import Layer, Project

ENTRY = re.compile(
    r'([ \t\r\n]*)("(0|-?[1-9]\d{0,6}),(0|-?[1-9]\d{0,6})"[ \t\r\n]*:[ \t\r\n]*)(\{[^{}]*\})([ \t\r\n]*)([,}])',
    re.ASCII,
)
NUMBER = {name: re.compile(rf'("{name}"\s*:\s*)-?\d+', re.ASCII) for name in ("tilesetId", "x", "y")}
BODY = '"0,0": { "tilesetId": 0, "x": 0, "y": 0 }'


class Spot(NamedTuple):
    """Name a place in a scene, in tiles from the top left."""

    col: int
    row: int


class Picture(NamedTuple):
    """Name a tile of a tileset: the tileset's id, column and row in its image."""

    tileset: int
    x: int
    y: int


class Entry(NamedTuple):
    """Hold one entry as it is written: the space before it, its key with the colon, its value, the space after it."""

    before: str
    key: str
    value: str
    after: str


class Dictionary(Struct, frozen=True):
    """Hold a layer's entries by place, in the order of the file, and what stands before the closing brace."""

    entries: dict[Spot, Entry]
    tail: str


class Style(NamedTuple):
    """Say how entries are written: the space before one, an entry to copy, the space before the brace, an empty one."""

    before: str
    key: str
    value: str
    tail: str
    empty: str

    def entry(self, spot: Spot, picture: Picture) -> Entry:
        """Return a new entry."""
        value = self.value
        for name, number in zip(NUMBER, picture, strict=True):
            value = NUMBER[name].sub(rf"\g<1>{number}", value, count=1)
        colon = self.key[self.key.rindex('"') + 1 :]
        return Entry(self.before, f'"{spot.col},{spot.row}"{colon}', value, "")


def read_tiles(project: Project, layer: Layer) -> Dictionary:
    """Return the tiles of a layer as they are written; raise `ReadError` for what no editor writes."""
    text, at, entries = project.text, layer.tile.start + 1, {}
    # A layer has few different tiles: each is held once.
    held: dict[str, str] = {}
    end = layer.tile.end
    if not text[at : end - 1].strip(" \t\r\n"):
        return Dictionary({}, text[at : end - 1])
    while True:
        found = ENTRY.match(text, at, end)
        if not found or (found[5] not in held and not _is_plain(found[5])):
            line = text.count("\n", 0, at) + 1
            raise ReadError(
                f"layer {layer.name} holds a tile that mazeconv cannot read",
                'a tile stands as "COL,ROW": {...} in whole numbers',
                source=project.source,
                line=line,
            )
        before, key, col, row, value, after, close = found.groups()
        spot = Spot(int(col), int(row))
        if spot in entries:
            raise ReadError(
                f"layer {layer.name} holds two tiles at {col},{row}",
                "open the project in the editor and save it again",
                source=project.source,
            )
        entries[spot] = Entry(held.setdefault(before, before), key, held.setdefault(value, value), after)
        at = found.end()
        if close == "}":
            break
    # The space before the closing brace belongs to the dictionary, whichever entry comes last.
    last = next(reversed(entries))
    entries[last] = entries[last]._replace(after="")
    return Dictionary(entries, after)


def _is_plain(value: str) -> bool:
    """Return whether a value can be parsed: one that names the same twice cannot."""
    try:
        return isinstance(parse(value), dict)
    except (ValueError, RecursionError):
        return False


def picture_of(value: str) -> Picture | None:
    """Return the tile that a value stands for; None for one that carries more, as tiles of auto tilesets do."""
    found = parse(value)
    if found.keys() != NUMBER.keys() or not all(type(number) is int for number in found.values()):
        return None
    return Picture(found["tilesetId"], found["x"], found["y"])


def tileset_of(value: str) -> int | None:
    """Return the id of the tileset of a value, whatever else it carries."""
    found = parse(value).get("tilesetId")
    return found if type(found) is int else None


def style_of(project: Project, layer: Layer, tiles: Dictionary) -> Style:
    """Return how the file writes tiles: as in this layer, else as in another, else in the manner of the editor."""
    text = project.text
    empty = next((t for one in _layers(project) if not (t := text[one.tile.start + 1 : one.tile.end - 1]).strip()), "")
    before, tail = _indents(text, layer.tile.start)
    sample = _sample(tiles.entries.values())
    if tiles.entries:
        befores = [entry.before for entry in tiles.entries.values()]
        before, tail = befores[min(1, len(befores) - 1)], tiles.tail
    else:
        firsts = (ENTRY.match(text, one.tile.start + 1, one.tile.end) for one in _layers(project))
        sample = _sample(Entry(first[1], first[2], first[5], "") for first in firsts if first)
    key, value = (sample.key, sample.value) if sample else BODY.split(" ", 1)
    return Style(before, key + ("" if sample else " "), value, tail, empty)


def written(tiles: Dictionary, wanted: Mapping[Spot, Picture | None], style: Style, *, clear: bool) -> str | None:
    """Return the dictionary with the `wanted` tiles, None for no tile; or None when it says so already.

    Entries at other places stay as they are, unless `clear`. What is right already keeps its bytes.
    """
    kept: dict[Spot, Entry] = {}
    known: dict[str, Picture | None] = {}
    changed = False
    for spot, entry in tiles.entries.items():
        if spot not in wanted:
            changed |= clear
            if not clear:
                kept[spot] = entry
            continue
        picture = wanted[spot]
        if entry.value not in known:
            known[entry.value] = picture_of(entry.value)
        if picture is not None and known[entry.value] == picture:
            kept[spot] = entry
        else:
            changed = True
            if picture is not None:
                kept[spot] = style.entry(spot, picture)._replace(before=entry.before, key=entry.key)
    new = sorted(spot for spot, picture in wanted.items() if picture is not None and spot not in tiles.entries)
    kept |= {spot: style.entry(spot, picture) for spot in new if (picture := wanted[spot]) is not None}
    if not changed and not new:
        return None
    if not kept:
        return "{" + style.empty + "}"
    return "{" + ",".join("".join(entry) for entry in kept.values()) + style.tail + "}"


def _sample(entries: Iterable[Entry]) -> Entry | None:
    return next((entry for entry in entries if picture_of(entry.value)), None)


def _layers(project: Project) -> list[Layer]:
    return [layer for scene in project.scenes for layer in scene.layers]


def _indents(text: str, at: int) -> tuple[str, str]:
    """Return the space before an entry and before the closing brace of an object that opens at `at`."""
    line = text.rfind("\n", 0, at) + 1
    if line == 0:
        return " ", " "
    newline = "\r\n" if text[line - 2 : line] == "\r\n" else "\n"
    indent = text[line : at - len(text[line:at].lstrip(" \t"))]
    unit = re.search(r"\n([ \t]+)\S", text)
    return newline + indent + (unit[1] if unit else ""), newline + indent
