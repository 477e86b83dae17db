"""Tiled's JSON, from strangers and of any version, as the tree that TMX has; `tmj_tree` tells how they go together.

Tile data are numbers in a list, which is CSV in brackets, or base64 in quotes. They are kept apart as bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from mazeconv.errors import ReadError
from mazeconv.formats.tmj_tree import LAYERS, LINES, LISTS, SHAPES, Value
from mazeconv.formats.tmx_xml import add, number
from mazeconv.json_places import hint_of_error, line_of_error, utf8

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from mazeconv.source import Source

# What a layer has as plain values.
PLAIN = (
    *("id", "name", "width", "height", "visible"),
    *("offsetx", "offsety", "opacity", "parallaxx", "parallaxy", "tintcolor"),
)


class Chunk(msgspec.Struct):
    """Mirror a chunk of an infinite layer; its data are read later."""

    x: Value = None
    y: Value = None
    width: Value = None
    height: Value = None
    data: msgspec.Raw = msgspec.Raw()


class Layer(msgspec.Struct, rename={"kind": "type", "class_": "class"}):
    """Mirror a layer of any type; `objects` and `properties` are looked at later."""

    kind: str
    name: Value = None
    class_: Value = None
    id: Value = None
    width: Value = None
    height: Value = None
    visible: Value = None
    offsetx: Value = None
    offsety: Value = None
    opacity: Value = None
    parallaxx: Value = None
    parallaxy: Value = None
    tintcolor: Value = None
    encoding: Value = None
    compression: Value = None
    data: msgspec.Raw = msgspec.Raw()
    chunks: list[Chunk] = []
    layers: list["Layer"] = []  # noqa: UP037 - msgspec looks the name up later
    objects: list[dict[str, Any]] = []
    properties: Any = None


class File(msgspec.Struct, rename={"class_": "class"}):
    """Mirror a map, a tileset or an object template, as far as mazeconv reads them."""

    type: Value = None
    name: Value = None
    class_: Value = None
    version: Value = None
    orientation: Value = None
    infinite: Value = None
    width: Value = None
    height: Value = None
    tilewidth: Value = None
    tileheight: Value = None
    tilecount: Value = None
    columns: Value = None
    objectalignment: Value = None
    tilesets: list[dict[str, Any]] = []
    tiles: Any = None
    layers: list[Layer] = []
    object: Any = None
    properties: Any = None


def parse_json(source: Source) -> tuple[_Element, list[bytes]]:
    """Return the root element, as TMX has it, of a map, tileset or template in JSON that may be hostile.

    The texts of tile data are returned apart; in their place stands "@" and their number.

    Raises `ReadError` with the line for what is no JSON, for wrong types, and for numbers that no float holds.
    """
    data = source.data
    try:
        data = utf8(data)
        file = msgspec.json.decode(data, type=File)
        texts: list[bytes] = []
        return _root(file, texts), texts
    except RecursionError as error:
        raise ReadError("is nested too deeply", "give another file", source=source.name) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        line = line_of_error(error, data)
        raise ReadError(
            f"is no JSON of Tiled's: {error}", hint_of_error(error), source=source.name, line=line
        ) from error
    except (ValueError, TypeError) as error:
        raise ReadError(f"holds a text that no map can hold: {error}", source=source.name) from error


def _root(file: File, texts: list[bytes]) -> _Element:
    kind = file.type if file.type in ("tileset", "template") else "map" if file.layers or file.type == "map" else "?"
    from lxml import etree

    root = etree.Element(str(kind) if kind != "?" else "json")
    plain = {
        name: value
        for name, field in zip(file.__struct_encode_fields__, file.__struct_fields__, strict=True)
        if name not in ("type", "tilesets", "tiles", "layers", "object", "properties")
        for value in [getattr(file, field)]
    }
    _attributes(root, plain)
    _properties(root, file.properties)
    for tileset in file.tilesets:
        _element(root, "tileset", tileset)
    if file.tiles is not None:
        _children(root, "tile", file.tiles)
    if isinstance(file.object, dict):
        _element(root, "object", file.object)
    for layer in file.layers:
        _layer(root, layer, texts)
    return root


def _layer(parent: _Element, layer: Layer, texts: list[bytes]) -> None:
    plain = {name: getattr(layer, name) for name in PLAIN}
    element = add(parent, LAYERS.get(layer.kind, "unknown"))
    _attributes(element, {**plain, "class": layer.class_})
    _properties(element, layer.properties)
    if layer.kind == "tilelayer":
        data = add(element, "data")
        raw = bytes(layer.data)
        _attributes(data, {"encoding": layer.encoding or "csv", "compression": layer.compression or None})
        for chunk in layer.chunks:
            place = add(data, "chunk")
            _attributes(place, {name: getattr(chunk, name) for name in ("x", "y", "width", "height")})
            place.text = f"@{len(texts)}"
            texts.append(_data(bytes(chunk.data)))
        if raw:
            data.text = f"@{len(texts)}"
            texts.append(_data(raw))
    for thing in layer.objects:
        _element(element, "object", thing)
    for child in layer.layers:
        _layer(element, child, texts)


def _data(raw: bytes) -> bytes:
    """Return tile data as the text that XML has: what stands between the brackets or quotes."""
    if raw[:1] == b'"':
        text: str = msgspec.json.decode(raw)
        return text.encode()
    return raw[1:-1] if raw[:1] == b"[" else raw


def _element(parent: _Element, tag: str, value: dict[str, Any]) -> None:
    element = add(parent, tag)
    _attributes(element, {name: v for name, v in value.items() if name not in SHAPES})
    _properties(element, value.get("properties"))
    for shape in SHAPES:
        if value.get(shape) is True:
            add(element, shape)
    for shape in LINES:
        if isinstance(points := value.get(shape), list):
            pairs = [(p.get("x"), p.get("y")) for p in points if isinstance(p, dict)]
            add(element, shape, points=" ".join(f"{_text(x or 0)},{_text(y or 0)}" for x, y in pairs))
    if isinstance(value.get("text"), dict):
        add(element, "text")
    for name, child in LISTS.items():
        if name in value:
            _children(element, child, value[name])
    if isinstance(group := value.get("objectgroup"), dict):
        _element(element, "objectgroup", group)


def _children(parent: _Element, tag: str, values: Any) -> None:
    """Add the items of a list, or of an object whose keys are ids, as Tiled before 1.2 wrote tiles."""
    if isinstance(values, dict):
        values = [{"id": key, **item} for key, item in values.items() if isinstance(item, dict)]
    for item in values if isinstance(values, list) else []:
        if isinstance(item, dict):
            _element(parent, tag, item)


def _properties(parent: _Element, properties: Any) -> None:
    """Add properties, which before Tiled 1.2 were an object of names and values."""
    if isinstance(properties, dict):
        properties = [{"name": name, "value": value} for name, value in properties.items()]
    items: Iterable[Any] = properties if isinstance(properties, list) else []
    group = add(parent, "properties") if properties else None
    for item in items:
        if group is None or not isinstance(item, dict):
            continue
        value = item.get("value")
        kind = item.get("type") or _kind(value)
        flat = value if isinstance(value, Value) and value is not None else None
        text = ("true" if flat else "false") if isinstance(flat, bool) else None if flat is None else _text(flat)
        element = add(group, "property")
        _attributes(element, {"name": item.get("name"), "type": None if kind == "string" else kind, "value": text})


def _kind(value: Any) -> str:
    for kind, of_type in (("bool", bool), ("int", int), ("float", float), ("string", str)):
        if isinstance(value, of_type):
            return kind
    return "class"


def _attributes(element: _Element, values: dict[str, Any]) -> None:
    for name, value in values.items():
        if value is not None and isinstance(value, Value) and name.isascii() and name.isidentifier():
            element.set(name, _text(value))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return number(value) if isinstance(value, float) else str(value)
