"""What people draw for a generator, a mask or a plan: a text or a picture, as a file or inside a command."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from msgspec import Struct

from mazeconv.errors import ReadError, UsageError
from mazeconv.pictures.decoding import BEGINNINGS, decode
from mazeconv.runs import INLINE, unpacked
from mazeconv.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

Given: TypeAlias = "str | os.PathLike[str] | Source | Sequence[str]"
GivenMask: TypeAlias = "Given | npt.NDArray[np.bool_]"

PIXELS = 1 << 25


class Drawn(Struct, frozen=True):
    """Hold a drawing: `values` is uint8[rows, cols], the signs of a text or the light of a picture.

    `opaque` is bool[rows, cols], false where a picture is clear, and None for a text. `name` is what errors call it.
    """

    name: str
    values: npt.NDArray[np.uint8]
    opaque: npt.NDArray[np.bool_] | None = None


def drawn(given: Given, what: str, *, blank: str, hint: str = "") -> Drawn:
    """Return the drawing in a file, a `Source`, a text `rows:…` or of several lines, or rows of text.

    Short rows are filled up with `blank`. `what` is named in errors; `hint` says what to give instead of what is no
    drawing, which is a `UsageError`. Raises `ReadError`.
    """
    if isinstance(given, Source):
        return _read(given, what, blank)
    if isinstance(given, str):
        if given.startswith(INLINE):
            return _signs(unpacked(given.removeprefix(INLINE).split("/"), PIXELS, what), what, blank)
        if "\n" in given:
            return _text(given, what, blank)
        if not given:
            raise UsageError(f"{what} names no file", f"{what} takes a picture or a text file, or {INLINE}…")
    if isinstance(given, str | os.PathLike):
        return _read(Source.load(given), what, blank)
    if not isinstance(given, list | tuple) or not all(isinstance(row, str) for row in given):
        raise UsageError(f"a {what} cannot be made of this {type(given).__name__}", hint)
    return _signs(list(given), what, blank)


def _read(source: Source, what: str, blank: str) -> Drawn:
    if not source.data.startswith(BEGINNINGS):
        # What is no text may still be a picture of a kind that the beginnings do not name.
        text = "\0"
        with contextlib.suppress(ReadError):
            text = source.text()
        if "\0" not in text:
            return _text(text, source.name or what, blank)
    return _picture(source)


def _text(text: str, name: str, blank: str) -> Drawn:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[-1]:
        lines.pop()
    return _signs(lines, name, blank)


def _signs(lines: list[str], name: str, blank: str) -> Drawn:
    width = max(map(len, lines), default=0)
    if not width:
        raise ReadError("holds nothing that is drawn", "draw a mask with . and #, a plan with ?, _ and #", source=name)
    if len(lines) * width > PIXELS:
        raise _too_large(len(lines), width, name)
    # No sign that means anything is beyond ASCII.
    text = "".join(line.ljust(width, blank) for line in lines).encode("ascii", "replace")
    return Drawn(name, np.frombuffer(text, np.uint8).reshape(len(lines), width))


def _picture(source: Source) -> Drawn:
    found = decode(source, PIXELS, "is neither a text nor a picture that can be read", "text file or a ")
    return Drawn(source.name, found.light, found.opaque)


def _too_large(rows: int, cols: int, name: str) -> ReadError:
    return ReadError(f"is too large: {cols} x {rows}, the limit is {PIXELS:,} in all", source=name)


def called(name: str, what: str) -> str:
    """Return a drawing in words: "the mask" if it has no name of its own, else such as "the mask hall.png"."""
    return name if name.startswith("the ") else f"the {what}" if name == what else f"the {what} {name}"


def valued(found: Drawn, table: dict[str, int]) -> npt.NDArray[np.uint8]:
    """Return the value of every sign of a text by the table; raise `ReadError` with the line of one not in it."""
    other = 255
    values = np.full(256, other, np.uint8)
    for sign, value in table.items():
        values[ord(sign)] = value
    out: npt.NDArray[np.uint8] = values[found.values]
    if (out == other).any():
        row, col = np.argwhere(out == other)[0]
        known = " ".join(sign if sign != " " else "space" for sign in table)
        sign = chr(found.values[row, col])
        meant = f"did you mean {sign.upper()}? " if sign.upper() in table else ""
        raise ReadError(
            f"{sign!r} at column {col + 1} means nothing here",
            f"{meant}the signs are {known}",
            source=found.name,
            line=int(row) + 1,
        )
    return out
