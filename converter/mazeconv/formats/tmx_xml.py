"""XML as Tiled writes it, and XML from strangers read safely; TMX and TSX share both."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from mazeconv.errors import ReadError, WriteError
from mazeconv.formats.tmj_tree import way_to
from mazeconv.json_places import line_of, utf8
from mazeconv.level import Scalar
from mazeconv.recipe import CONTROL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.etree import _Element

    from mazeconv.source import Source

DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
WRITTEN_BY = {"version": "1.10", "tiledversion": "1.11.2"}
INT_MIN, INT_MAX = -(1 << 31), (1 << 31) - 1
# An element takes about 120 bytes of memory, of which a file needs to hold only four.
MAX_TAGS = 1 << 23
MAX_PIXELS = 1 << 40
MAX_DIGITS = 64
# Texts of tile data from this size on are kept out of the tree, which would hold them twice more.
LARGE = 1 << 14
BLOCK = 1 << 16
# Lines from this length on are found more quickly than they are counted.
LONG_LINE = 1 << 10
DATA = re.compile(rb"<data(?:\s[^<>]*)?>")
# In all of them markup is what it is in ASCII.
ENCODINGS = frozenset({"utf-8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "windows-1251"})
NO_XML = "open and save it in Tiled, or say what it is with --from"
BOMS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
DECLARED = re.compile(rb"""\s*(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")


def number(value: float) -> str:
    """Return a number without exponent, and without ".0" where it is whole."""
    text = format(Decimal(repr(value)), "f")
    return text.removesuffix(".0")


def new(tag: str, **attributes: object) -> _Element:
    """Return an element with the attributes in the order given; None leaves one out.

    Raises `WriteError` for a text that XML cannot hold.
    """
    from lxml import etree

    element = etree.Element(tag)
    for name, value in attributes.items():
        if value is None:
            continue
        text = str(value)
        if CONTROL.search(text):
            raise WriteError(f"{text!r} cannot be written into XML", "choose a name without control characters")
        element.set(name, text)
    return element


def add(parent: _Element, tag: str, **attributes: object) -> _Element:
    """Append a `new` element to `parent` and return it."""
    child = new(tag, **attributes)
    parent.append(child)
    return child


def add_properties(parent: _Element, properties: Mapping[str, Scalar]) -> None:
    """Append flat Tiled properties sorted by name; nothing is added when there are none.

    Whole numbers beyond 32 bits become texts, as Tiled wraps them; texts of several lines stand between tags.
    """
    if not properties:
        return
    group = add(parent, "properties")
    for name, value in sorted(properties.items()):
        if isinstance(value, bool):
            add(group, "property", name=name, type="bool", value="true" if value else "false")
        elif isinstance(value, int) and INT_MIN <= value <= INT_MAX:
            add(group, "property", name=name, type="int", value=value)
        elif isinstance(value, float):
            add(group, "property", name=name, type="float", value=number(value))
        elif isinstance(value, str) and "\n" in value:
            add(group, "property", name=name).text = value
        else:
            add(group, "property", name=name, value=value)


def document(root: _Element) -> bytes:
    """Return the file: UTF-8 without a byte order mark, one space of indent a level, lines ending in LF."""
    from lxml import etree

    etree.indent(root, space=" ")
    return DECLARATION + etree.tostring(root, encoding="UTF-8", xml_declaration=False) + b"\n"


def parse(source: Source, hint: str = NO_XML) -> _Element:
    """Return the root element of a file that may be hostile: nothing is fetched and no entity is expanded.

    Raises `ReadError` with the line for what is no XML, with `hint`, and for a file that declares or uses entities.
    """
    return _parsed(source.data, encoding_of(source), source, hint)


def parse_apart(source: Source) -> tuple[_Element, list[tuple[int, int]]]:
    """Return what `parse` does but for large texts of `data` elements, of which it returns start and end instead.

    In their place stands "@" and their number, with as many line ends as they have, so that lines keep their numbers.
    """
    encoding = encoding_of(source)
    if encoding.startswith("utf-16"):
        return _parsed(source.data, encoding, source), []
    data = source.data
    pieces: list[bytes] = []
    spans: list[tuple[int, int]] = []
    done = at = 0
    while found := DATA.search(data, at):
        start = found.end()
        at = data.find(b"<", start)
        if at < 0:
            break
        if at - start >= LARGE:
            pieces += [data[done:start], b"@%d" % len(spans), b"\n" * _lines(data, start, at)]
            spans.append((start, at))
            done = at
    return _parsed(b"".join([*pieces, data[done:]]) if pieces else data, encoding, source), spans


def _lines(data: bytes, start: int, end: int) -> int:
    """Return how many lines end in a part of a file; `bytes.count` takes three to five times as long."""
    import numpy as np

    first = data.find(b"\n", start + 1, end)
    if first - start > LONG_LINE:
        at, count = start - 1, -1
        while at >= 0:
            at, count = data.find(b"\n", at + 1, end), count + 1
        return count
    view = memoryview(data)[start:end]
    blocks = (np.frombuffer(view[at : at + BLOCK], np.uint8) for at in range(0, len(view), BLOCK))
    return sum(int(np.count_nonzero(block == ord("\n"))) for block in blocks)


def _parsed(data: bytes, encoding: str, source: Source, hint: str = NO_XML) -> _Element:
    from lxml import etree

    # Asked before parsing: a parser expands entities in attributes, whatever it is told.
    if (at := data.find("<!ENTITY".encode(encoding))) >= 0:
        raise _entities(data.count(b"\n", 0, at) + 1, source)
    if data.count(b"<") > MAX_TAGS:
        raise ReadError(f"holds more than {MAX_TAGS:,} tags", "save its layers as CSV in Tiled", source=source.name)
    # Texts above 10 MB, which large layers are, need huge_tree; it still bounds the depth.
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        # As libxml2 spells it.
        encoding=encoding.replace("16-", "16"),
    )
    try:
        root = etree.fromstring(data.removeprefix(BOMS.get(encoding, b"")), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _no_xml(error, source, hint) from error
    if (entity := next(root.iter(etree.Entity), None)) is not None:
        raise _entities(entity.sourceline, source)
    return root


def _entities(line: int | None, source: Source) -> ReadError:
    message = "has XML entities of its own, which are refused"
    return ReadError(message, "open and save it in Tiled", source=source.name, line=line)


def _no_xml(error: Exception, source: Source, hint: str) -> ReadError:
    """Return the error for what the parser does not take, in words that do not speak of the parser's own options."""
    reason = (getattr(error, "msg", None) or str(error) or "it is empty").rsplit(", line ", 1)[0]
    line = getattr(error, "lineno", None) or 1
    if "depth" in reason.lower():
        hint = "Tiled writes no such file: give another"
        return ReadError("is no XML of Tiled's: it is nested too deeply", hint, source=source.name, line=line)
    if not source.data.strip(b"\xef\xbb\xbf \t\r\n"):
        reason = "it is empty"
    return ReadError(f"is no XML: {reason}", hint, source=source.name, line=line)


def encoding_of(source: Source) -> str:
    """Return how the file is written; only encodings in which markup cannot hide are read."""
    start = source.data[:4]
    if start.startswith((b"\xff\xfe", b"<\0")):
        return "utf-16-le"
    if start.startswith((b"\xfe\xff", b"\0<")):
        return "utf-16-be"
    told = DECLARED.match(source.data[:200])
    encoding = told[1].decode().lower() if told else "utf-8"
    if encoding not in ENCODINGS:
        raise ReadError(f"is written in {encoding}", "save it as UTF-8", source=source.name, line=1)
    return encoding


def place_of(element: Any) -> tuple[str, int | None]:
    """Return where an element stands: a path, empty for the root or if there is a line, and the line if XML has it."""
    line: int | None = element.sourceline
    return ("" if line or element.getparent() is None else f"at {element.getroottree().getpath(element)}: "), line


def broken(element: Any, message: str, hint: str = "", *, source: Source, at: Sequence[str | int] = ()) -> ReadError:
    """Return the error that something is wrong with an element, to be raised; `at` leads on from it in JSON."""
    path, line = place_of(element)
    if line is None:
        # Of a tree that was made from JSON.
        way, data = way_to(element), utf8(source.data, "replace")
        line = line_of([*way, *at], data) or line_of(way, data)
    return ReadError(path + message, hint, source=source.name, line=line)


def whole(element: _Element, name: str, most: int, source: Source, least: int = 1) -> int:
    """Return an attribute that must be a whole number from `least` to `most`, else raise `ReadError`."""
    text = element.get(name, "")
    digits = text.removeprefix("-")
    # int() would take underscores, signs and the digits of other scripts, and balk at thousands of them.
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)) and least <= int(text) <= most:
        return int(text)
    raise broken(
        element,
        f'<{element.tag}> has {name}="{text[:20]}"' if text else f"<{element.tag}> has no {name}",
        f"it must be a whole number from {least} to {most}; open and save the file in Tiled",
        source=source,
        at=[name],
    )


def decimal(element: _Element, name: str, source: Source, default: float = 0) -> float:
    """Return an attribute that must be a number of up to `MAX_PIXELS`, or `default` when it is missing."""
    text = element.get(name)
    if text is None:
        return default
    try:
        value = float(text) if len(text) <= MAX_DIGITS else math.nan
    except ValueError:
        value = math.nan
    if abs(value) <= MAX_PIXELS:
        return value
    raise broken(
        element,
        f'<{element.tag}> has {name}="{text[:20]}"',
        f"it must be a number up to {MAX_PIXELS:,}",
        source=source,
        at=[name],
    )
