"""Tiled's JSON and Tiled's XML are two spellings of one tree; here the tree becomes JSON, as `tmj_parse` does it back.

The tree is made of XML elements, as TMX has them, so that each rule about maps is written once. In JSON a list has a
name of its own (`layers`, `tiles`), and numbers and truths are no texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element

Value = str | int | float | bool | None

LAYERS = {"tilelayer": "layer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
# The lists of JSON whose items are elements of XML, by the element that holds them.
LISTS = {"tilesets": "tileset", "tiles": "tile", "objects": "object"}
SHAPES = ("point", "ellipse")
LINES = ("polygon", "polyline")
KINDS = {tag: kind for kind, tag in LAYERS.items()}
WHAT_LISTS_ARE_CALLED = {
    **{tag: name for name, tag in LISTS.items()},
    **dict.fromkeys(KINDS, "layers"),
    "wangset": "wangsets",
    "wangcolor": "colors",
    "wangtile": "wangtiles",
    "frame": "animation",
}
# The lists in which a reader finds elements.
WAYS = {
    **{tag: name for name, tag in LISTS.items()},
    **dict.fromkeys([*KINDS, "unknown"], "layers"),
    "property": "properties",
    "chunk": "chunks",
}
# Elements of XML that only hold others, and those whose attributes are an object of their own.
FRAMES = frozenset({"wangsets", "animation"})
OBJECTS = frozenset({"grid", "tileoffset", "transformations", "objectgroup"})
TRUTHS = frozenset({"infinite", "visible", "hflip", "vflip", "rotate", "preferuntransformed", "locked"})
TEXTS = frozenset({"name", "class", "type", "version", "tiledversion", "source", "image", "color", "backgroundcolor"})
# What Tiled writes in every file, and readers look for.
DEFAULTS: dict[str, dict[str, Any]] = {
    "map": {"compressionlevel": -1, "type": "map", "layers": [], "tilesets": []},
    "tileset": {"margin": 0, "spacing": 0},
    "layer": {"opacity": 1, "type": "tilelayer", "visible": True, "x": 0, "y": 0},
    "objectgroup": {
        "draworder": "topdown",
        "objects": [],
        "opacity": 1,
        "type": "objectgroup",
        "visible": True,
        "x": 0,
        "y": 0,
    },
    "object": {"name": "", "type": "", "rotation": 0, "visible": True, "width": 0, "height": 0},
}


def way_to(element: _Element) -> list[str | int]:
    """Return the names and numbers that lead in JSON to what an element stands for, as far as it is an object there."""
    way: list[str | int] = []
    while (parent := element.getparent()) is not None:
        tag, name = str(element.tag), WAYS.get(str(element.tag))
        if (str(parent.tag), tag) in (("tile", "objectgroup"), ("template", "object")):
            way = [tag, *way]
        elif name:
            others = [child for child in parent if WAYS.get(str(child.tag)) == name]
            way = [name, others.index(element), *way]
        element = parent
    return way


def to_json(element: _Element) -> dict[str, Any]:
    """Return the object that JSON has for an element as TMX has it, with what TMX leaves out and JSON does not.

    The text of tile data stands as it is in `data`.
    """
    tag = str(element.tag)
    out: dict[str, Any] = dict(DEFAULTS.get(tag, {}))
    # What is told elsewhere has no defaults here.
    if (tag == "tileset" and element.get("source")) or (tag == "object" and element.get("template")):
        out = {}
    out |= {str(name): _plain(str(name), str(value)) for name, value in element.attrib.items()}
    # Lists of the defaults belong to all elements; here a new one begins.
    out |= {name: [] for name, value in out.items() if value == []}
    for child in element:
        _put(out, child)
    return out


def _put(out: dict[str, Any], child: _Element) -> None:
    name = str(child.tag)
    if name == "properties":
        out["properties"] = [_property(item) for item in child]
    elif name == "data":
        out["data"] = child.text
    elif name == "image":
        out |= _image(child)
    elif name in FRAMES:
        for item in child:
            _put(out, item)
    elif name in SHAPES:
        out[name] = True
    elif name in LINES:
        pairs = (pair.split(",") for pair in str(child.get("points", "")).split())
        out[name] = [{"x": _plain("x", x), "y": _plain("y", y)} for x, y in pairs]
    elif name in OBJECTS and "layers" not in out:
        out[name] = to_json(child)
    elif name in WHAT_LISTS_ARE_CALLED:
        out.setdefault(WHAT_LISTS_ARE_CALLED[name], []).append(to_json(child))


def _image(element: _Element) -> dict[str, Any]:
    out: dict[str, Any] = {"image": element.get("source", "")}
    out |= {f"image{side}": int(element.get(side, "0")) for side in ("width", "height") if element.get(side)}
    colour = element.get("trans", "").lstrip("#")
    return out | ({"transparentcolor": f"#{colour}"} if colour else {})


def _property(item: _Element) -> dict[str, Any]:
    kind, text = item.get("type", "string"), item.get("value")
    value: Any = (item.text or "") if text is None else text
    if kind == "bool":
        value = value == "true"
    elif kind == "float":
        value = float(value)
    elif kind in ("int", "object"):
        value = _plain("value", value)
    return {"name": item.get("name"), "type": kind, "value": value}


def _plain(name: str, text: str) -> Value | list[int]:
    """Return an attribute as what JSON has for it: a truth, a number, a text, or the colours of a wang tile."""
    if name in TRUTHS:
        return text == "1"
    if name in TEXTS:
        return text
    if name == "wangid":
        return [int(v) for v in text.split(",")]
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text
