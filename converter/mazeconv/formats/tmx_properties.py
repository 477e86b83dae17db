"""Custom properties of Tiled's elements, as the scalars that a level can hold."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from mazeconv.errors import notify
from mazeconv.formats.tmx_xml import broken
from mazeconv.recipe import CONTROL

if TYPE_CHECKING:
    from lxml.etree import _Element

    from mazeconv.level import Scalar
    from mazeconv.source import Source

WHOLE = re.compile(r"-?[0-9]{1,20}", re.ASCII)
TEXTS = frozenset({"", "string", "color", "file"})
NO = frozenset({"", "0", "false"})


def properties_of(element: _Element, source: Source) -> dict[str, Scalar]:
    """Return the flat properties of an element by name; lists and classes are left out with a notice.

    Characters that no level can hold become spaces. Raises `ReadError` with the line for a number that is none.
    """
    out: dict[str, Scalar] = {}
    for item in element.iterfind("properties/property"):
        name = CONTROL.sub(" ", item.get("name", ""))
        kind = item.get("type", "")
        text = item.get("value")
        if text is None:
            text = item.text or ""
        if not name:
            continue
        if kind in TEXTS:
            out[name] = _clean(text)
        elif kind == "bool":
            out[name] = text.lower() not in NO
        elif kind in ("int", "object"):
            out[name] = _whole(item, text or "0", source)
        elif kind == "float":
            out[name] = _float(item, text or "0", source)
        else:
            notify(f"the property {name} of type {kind} is left out")
    return out


def _whole(item: _Element, text: str, source: Source) -> int:
    if WHOLE.fullmatch(text):
        return int(text)
    raise broken(item, f"the property {item.get('name')} is no whole number: {text[:20]!r}", source=source)


def _float(item: _Element, text: str, source: Source) -> float:
    try:
        value = float(text) if "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if math.isfinite(value):
        return value
    raise broken(item, f"the property {item.get('name')} is no finite number: {text[:20]!r}", source=source)


def _clean(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return CONTROL.sub(lambda found: "\n" if found[0] == "\n" else " ", text)
