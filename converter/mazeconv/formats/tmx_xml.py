"""XML as Tiled writes it, and XML from strangers read safely; TMX and TSX share both."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from mazeconv.errors import ReadError, WriteError
from mazeconv.level import CONTROL, Scalar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from mazeconv.source import Source

DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
WRITTEN_BY = {"version": "1.10", "tiledversion": "1.11.2"}
INT_MIN, INT_MAX = -(1 << 31), (1 << 31) - 1


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


def parse(source: Source) -> _Element:
    """Return the root element of a file that may be hostile: nothing is fetched and no entity is expanded.

    Raises `ReadError` with the line for what is no XML, and for a file that declares or uses entities.
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(source.data, parser)
    except etree.XMLSyntaxError as error:
        reason = (error.msg or "the file is empty").rsplit(", line ", 1)[0]
        raise ReadError(f"is no XML: {reason}", source=source.name, line=error.lineno) from error
    dtd: Any = root.getroottree().docinfo.internalDTD
    declared = dtd is not None and next(iter(dtd.iterentities()), None) is not None
    if declared or next(root.iter(etree.Entity), None) is not None:
        raise ReadError("has XML entities of its own, which are refused", "save it in Tiled", source=source.name)
    return root


def line_of(element: Any) -> int | None:
    """Return the line on which an element that was read begins."""
    line: int | None = element.sourceline
    return line
