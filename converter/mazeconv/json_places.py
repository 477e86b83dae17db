"""Where in a text of JSON an error lies: its line, by the byte or by the path that msgspec names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

# Larger texts are not gone through for a line.
MAX_BYTES = 1 << 21
BYTE = re.compile(r"\(byte ([0-9]+)\)")
PATH = re.compile(r"`\$([^`]*)`$")
STEP = re.compile(r"\.([^.\[]+)|\[([0-9]+)\]")
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')


def utf8(data: bytes, errors: str = "strict") -> bytes:
    """Return JSON without its mark, and as UTF-8 if the mark says that it is UTF-16, as Windows makes it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors).encode("utf-8", errors)
    return data.removeprefix(b"\xef\xbb\xbf")


def hint_of_error(error: Exception) -> str:
    """Return what to do about an error of `msgspec.json.decode`."""
    text = str(error)
    if "unknown field" in text:
        return "correct its spelling or remove it; if a newer mazeconv wrote the file, update this one"
    if isinstance(error, msgspec.ValidationError):
        return "correct that value, or make the file again"
    if "truncated" in text:
        return "the file ends early: take a whole copy of it"
    if isinstance(error, UnicodeDecodeError):
        return "save it as UTF-8"
    return "mend the JSON there: it has no NaN, no comments and no comma before a closing bracket"


def line_of_error(error: Exception, data: bytes) -> int | None:
    """Return the line, from 1, that an error of `msgspec.json.decode` means in `data`, or None if it cannot be told."""
    text = str(error)
    if byte := BYTE.search(text):
        return _line(data, int(byte[1]))
    if not isinstance(error, msgspec.ValidationError):
        # What ends early.
        return _line(data.rstrip(), len(data))
    path = PATH.search(text)
    steps = STEP.findall(path[1].partition("[...]")[0]) if path else []
    return line_of([name or int(number) for name, number in steps], data)


def line_of(path: Sequence[str | int], data: bytes) -> int | None:
    """Return the line, from 1, on which a value begins, by the names and numbers that lead to it; None if unknown."""
    if len(data) > MAX_BYTES:
        return None
    wanted = list(path)
    # The way to the value that comes next: names and numbers, None before a name is read.
    way: list[str | int | None] = []
    for found in TOKEN.finditer(data):
        token = found[0]
        if token in (b"}", b"]"):
            way = way[:-1]
        elif token == b"," and way:
            last = way[-1]
            way[-1] = last + 1 if isinstance(last, int) else None
        elif way and way[-1] is None:
            way[-1] = _name(token)
        elif token != b":":
            if way == wanted:
                return _line(data, found.start())
            if token in (b"{", b"["):
                way.append(None if token == b"{" else 0)
    return None


def _name(token: bytes) -> str:
    try:
        return str(msgspec.json.decode(token))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""


def _line(data: bytes, end: int) -> int:
    return data.count(b"\n", 0, end) + 1
