"""Where elements of an XML file lie, byte for byte, so that a few of them can be replaced.

The tree says which elements, by their number in the order of the file; a strict parser passes over the file once more
and says where those begin and end. Files that are not UTF-8 are looked at as UTF-8 and turned back at the end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

from mazeconv.edits import Edit
from mazeconv.errors import ReadError
from mazeconv.formats.tmx_xml import encoding_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from mazeconv.source import Source

TAG = re.compile(rb"""<(?:[^>"']++|"[^"]*+"|'[^']*+')*+>""")
ATTRIBUTE = re.compile(rb"""\s([^\s=/>"']++)\s*+=\s*+("[^"]*+"|'[^']*+')""")


class Span(NamedTuple):
    """Hold where an element lies: its start tag from `start` to `inside`, its end tag from `outside` to `end`.

    In an element without an end tag, all three but `start` are the same.
    """

    start: int
    inside: int
    outside: int
    end: int

    @property
    def closed(self) -> bool:
        """Tell whether the element has no end tag, as in <object/>."""
        return self.inside == self.end


class Coded(NamedTuple):
    """Hold a file as UTF-8 and how it is written."""

    data: bytes
    encoding: str

    def back(self, data: bytes) -> bytes:
        """Return `data` as the file is written; what its encoding lacks becomes a reference."""
        return data if self.encoding == "utf-8" else data.decode().encode(self.encoding, "xmlcharrefreplace")


def coded(source: Source) -> Coded:
    """Return a file as UTF-8; raise `ReadError` for bytes that its encoding does not have."""
    encoding = encoding_of(source)
    try:
        data = source.data.decode(encoding).encode() if encoding != "utf-8" else source.data
    except UnicodeError as error:
        raise ReadError(f"is not {encoding}: {error}", "save it as UTF-8", source=source.name) from error
    found = Coded(data, encoding)
    if found.back(data) != source.data:
        raise ReadError(f"is {encoding} that cannot be kept as it is", "save it as UTF-8", source=source.name)
    return found


def spans(data: bytes, wanted: Collection[int], name: str) -> dict[int, Span]:
    """Return where the elements lie whose numbers, from 0 in the order of a UTF-8 file, are wanted.

    Nothing is fetched, and entities of the file's own are refused. Raises `ReadError` with the line.
    """
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = False
    found: dict[int, Span] = {}
    open_: list[int] = []
    count = -1

    def start(_tag: str, _attributes: object) -> None:
        nonlocal count
        count += 1
        open_.append(count)
        if count in wanted:
            at = parser.CurrentByteIndex
            tag = TAG.match(data, at)
            inside = tag.end() if tag else at
            found[count] = Span(at, inside, inside, inside)

    def end(_tag: str) -> None:
        number = open_.pop()
        if number in wanted:
            span = found[number]
            if data[span.inside - 2 : span.inside] != b"/>":
                at = parser.CurrentByteIndex
                found[number] = span._replace(outside=at, end=data.index(b">", at) + 1)

    def refuse(*_: object) -> None:
        raise ReadError("has XML entities of its own, which are refused", "save it in Tiled", source=name)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)  # noqa: FBT003 - that it is the end
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "it is broken"
        raise ReadError(f"is no XML: {reason}", source=name, line=error.lineno) from error
    return found


def attribute(data: bytes, span: Span, name: str) -> tuple[int, int] | None:
    """Return where the value of an attribute lies, without its quotes, or None without it."""
    for found in ATTRIBUTE.finditer(data, span.start, span.inside):
        if found[1] == name.encode():
            return found.start(2) + 1, found.end(2) - 1
    return None


def newline_of(data: bytes) -> bytes:
    """Return how the first line of a file ends; nothing if there is only one."""
    at = data.find(b"\n")
    return b"" if at < 0 else b"\r\n" if data[:at].endswith(b"\r") else b"\n"


def indent_at(data: bytes, at: int) -> bytes | None:
    """Return the spaces and tabs between the beginning of a line and `at`, or None if something else is there."""
    begin = data.rfind(b"\n", 0, at) + 1
    indent = data[begin:at]
    return None if begin == 0 or indent.strip(b" \t") else indent


def removed(data: bytes, span: Span) -> Edit[bytes]:
    """Return the edit that takes an element out, and with it its line if it stands on one of its own."""
    indent = indent_at(data, span.start)
    start = span.start
    if indent is not None:
        start -= len(indent) + 1
        start -= data[start - 1 : start] == b"\r"
    return Edit(start, span.end, b"")
