"""Sizes and places as people type them."""

from __future__ import annotations

import re
from typing import Literal

from mazeconv.errors import UsageError
from mazeconv.level import Place

SIZE = re.compile(r"([0-9]{1,9})\s*[xX×*]\s*([0-9]{1,9})", re.ASCII)
PLACE = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})", re.ASCII)
NUMBER = re.compile(r"(?<![0-9.-])[0-9]{1,9}(?![0-9.])", re.ASCII)
ANYWHERE = re.compile(r"(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})", re.ASCII)

Origin = Literal["top-left", "bottom-left"]
Islands = Literal["refuse", "join", "largest"]
"""What is done with a mask of several pieces."""


def parse_size(text: str, what: str = "--size") -> tuple[int, int]:
    """Return (width, height) from a text such as "15x13"."""
    found = SIZE.fullmatch(text.strip())
    if not found:
        numbers = NUMBER.findall(text)
        hint = "two whole numbers with an x between"
        if len(numbers) in (1, 2):
            hint += f": {numbers[0]}x{numbers[-1]}"
        raise UsageError(f"{what} must be WIDTHxHEIGHT such as 15x13, not {text!r}", hint)
    return int(found[1]), int(found[2])


def parse_place(text: str, what: str = "a place") -> Place:
    """Return the tile of a text such as "3,1": X and Y, in tiles from 0 at the top left."""
    found = PLACE.fullmatch(text.strip())
    if not found:
        raise UsageError(
            f"{what} must be X,Y such as 1,1, not {text!r}",
            "two whole numbers with a comma between them: tiles, counted from 0",
        )
    return Place(int(found[2]), int(found[1]))


def parse_map_place(text: str, what: str = "a place") -> Place:
    """Return what `parse_place` does, or a tile left of or above that of 0,0, which infinite maps have."""
    found = ANYWHERE.fullmatch(text.strip())
    if not found:
        raise UsageError(f"{what} must be X,Y such as 1,1 or -3,5 (tiles as the map counts them), not {text!r}")
    return Place(int(found[2]), int(found[1]))


def to_xy(place: Place, rows: int, origin: Origin = "top-left") -> tuple[int, int]:
    """Return (x, y) of a tile in a level of `rows` rows; from the bottom left, y grows upwards."""
    return place.col, place.row if origin == "top-left" else rows - 1 - place.row


def from_xy(x: int, y: int, rows: int, origin: Origin = "top-left") -> Place:
    """Return the tile at (x, y), the inverse of `to_xy`; it may lie outside the level."""
    return Place(y if origin == "top-left" else rows - 1 - y, x)
