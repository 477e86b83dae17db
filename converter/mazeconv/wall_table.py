"""The wall table, a file in which a designer says which tile draws which shape of wall (or of floor).

Its lines are such as `"up down" = …`. The words are the sides on which wall goes on, in any order, and for shapes with
corners also "up-right" and the like; "alone" is a wall without neighbours, "cross" one with four. A number stands for
the sum of these: up 1, up-right 2, right 4 and so on clockwise.

Tilesets in an order that many have need no file: a word names the order, see `BUILT_IN`.
"""

from __future__ import annotations

import os
import re
import tomllib
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from mazeconv.autotile import EDGES, ROAD_TYPE, SIDES, masks, renumbered, settled
from mazeconv.errors import ReadError, UsageError, did_you_mean
from mazeconv.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ("up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left")
WORDS = MappingProxyType({name: 1 << bit for bit, name in enumerate(NAMES)})
NUMBER = re.compile(r"[0-9]{1,2}|1[0-9]{2}|2[0-4][0-9]|25[0-5]", re.ASCII)
ALONE, CROSS = "alone", "cross"
# Orders of tiles that have a name: the number of each shape's tile. A RoadType counts the sides where the like of the
# tile does not go on; `edges` counts those where it does, up 1, right 2, down 4, left 8; `blob` is all shapes with
# corners by ascending mask.
BUILT_IN: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {
        "roadtype": {mask: sum(ROAD_TYPE.values()) - int(renumbered(ROAD_TYPE)[mask]) for mask in masks("edges")},
        "edges": {mask: int(renumbered(EDGES)[mask]) for mask in masks("edges")},
        "blob": {mask: number for number, mask in enumerate(masks("blob"))},
    }
)
ORDER = re.compile(rf"({'|'.join(BUILT_IN)})(?::([0-9]{{1,9}}))?", re.ASCII)
# As people read them: the sides, then the corners.
READING_ORDER = ("up", "left", "right", "down", "up-left", "up-right", "down-left", "down-right")


def built_in(text: str) -> Source | None:
    """Return the table that a word such as `roadtype` or `roadtype:16` names, or None for what is a file's name.

    The number is the tile with which the order begins, 0 without one. Raises `UsageError` for what is nearly a word.
    """
    if not (found := ORDER.fullmatch(text)):
        _check_word(text)
        return None
    first = int(found[2] or 0)
    lines = (f"{mask} = {first + number}\n" for mask, number in BUILT_IN[found[1]].items())
    return Source(text, "".join(lines).encode())


def _check_word(text: str) -> None:
    word, colon, _ = text.partition(":")
    if colon and word in BUILT_IN:
        hint = f"write {word}:ID with the id of the tile with which the order begins, such as {word}:16"
        raise UsageError(f"{text} is no order of tiles", hint)
    near = word.isalpha() and get_close_matches(word.lower(), BUILT_IN, cutoff=0.75)
    if near and not os.path.exists(text):  # noqa: PTH110 - false rather than an error for what cannot be
        raise UsageError(f"{text} is neither a file nor an order of tiles", did_you_mean(word, BUILT_IN))


def shape_name(mask: int) -> str:
    """Return the words for a shape."""
    return " ".join(word for word in READING_ORDER if WORDS[word] & mask) or ALONE


def read_table(source: Source, example: str) -> dict[int, str]:
    """Return the text of a tile by shape, a mask of `autotile`, from a file in TOML or JSON.

    `example` is a tile as it is written there; where it is a number, tiles may be numbers.

    Raises `ReadError` and `UsageError`.
    """
    table: dict[int, str] = {}
    for key, tile in _lines(source, example).items():
        mask = _mask(key, source)
        text = str(tile) if type(tile) is int and example.isdigit() else tile
        if not isinstance(text, str) or mask in table:
            raise UsageError(
                f"the wall table {source.name} names the shape {key!r} twice or without a tile",
                f"write each shape once, such as {_line(example)}",
            )
        table[mask] = text
    return table


def _lines(source: Source, example: str) -> dict[str, object]:
    try:
        text = source.data.decode("utf-8-sig")
        if text.lstrip().startswith("{"):
            return msgspec.json.decode(text, type=dict[str, object])
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        hint = f"write lines such as {_line(example)}"
        raise ReadError(f"is no wall table: {error}", hint, source=source.name) from error


def _line(example: str) -> str:
    return f'"up down" = "{example}"'


def _mask(key: str, source: Source) -> int:
    """Return the mask that a key names; corners that do not count are an error, as they are never looked up."""
    if key in (ALONE, CROSS):
        return 0 if key == ALONE else SIDES
    digits = NUMBER.fullmatch(key) is not None
    words = [] if digits else key.split()
    mask = int(key) if digits else sum({WORDS.get(word, 0) for word in words})
    for word in words:
        if word not in WORDS:
            hint = did_you_mean(word, [*WORDS, ALONE, CROSS])
            raise UsageError(f"the wall table {source.name} names no shape by {key!r}", hint)
    if not (words or digits) or settled(mask) != mask:
        raise UsageError(
            f"the wall table {source.name} names no shape by {key!r}", "a corner counts only beside both its sides"
        )
    return mask
