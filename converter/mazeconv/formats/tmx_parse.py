"""A file of Tiled's from anyone, XML or JSON, as one tree; large texts of tile data are kept apart as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mazeconv.errors import ReadError
from mazeconv.formats.tmj_parse import parse_json
from mazeconv.formats.tmx_decode import Text
from mazeconv.formats.tmx_xml import parse_apart

if TYPE_CHECKING:
    from lxml.etree import _Element

    from mazeconv.source import Source


class File(NamedTuple):
    """Hold a file of Tiled's as a tree; large texts of tile data stand in `texts`, "@" and a number in their place.

    `turned` says that GIDs keep the bits that turn a tile.
    """

    source: Source
    root: _Element
    texts: list[Text]
    turned: bool = False

    def text(self, element: _Element) -> Text:
        """Return the text of tile data."""
        told = element.text or ""
        number = told[1:].strip()
        if told[:1] == "@" and number.isascii() and number.isdigit() and int(number[:9]) < len(self.texts):
            return self.texts[int(number[:9])]
        data = told.encode("utf-8", "replace")
        return Text(data, 0, len(data))


def parse_any(source: Source) -> File:
    """Return a file of Tiled's, XML or JSON, which its first character tells; raise `ReadError` with the line."""
    if not source.data or source.data.isspace():
        raise ReadError("is empty", "save it again in Tiled", source=source.name, line=1)
    if _first_of(source) in (b"{", b"["):
        root, texts = parse_json(source)
        return File(source, root, [Text(text, 0, len(text)) for text in texts])
    root, spans = parse_apart(source)
    return File(source, root, [Text(source.data, *span) for span in spans])


def _first_of(source: Source) -> bytes:
    """Return the first character of a file of any encoding that is no space, as ASCII; none of an empty file."""
    return source.data[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1]
