"""What layers of a Tiled map have that no level can hold: pictures, offsets in pixels, and how they look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.errors import notify
from mazeconv.formats.tmx_xml import decimal

if TYPE_CHECKING:
    from lxml.etree import _Element

    from mazeconv.source import Source

LAYERS = ("layer", "objectgroup", "imagelayer", "group")
OFFSETS = ("offsetx", "offsety")
# Attributes that change how a layer looks, and their usual values.
LOOKS = {"opacity": 1.0, "parallaxx": 1.0, "parallaxy": 1.0}
EXAMPLES = 3


def tell_of_looks(root: _Element, source: Source) -> None:
    """Say by notices what the layers of a map lose when they are read; raise `ReadError` for what is no number."""
    images, moved, looks, hidden = [], [], [], []
    for element in root.iter(*LAYERS):
        parent = element.getparent()
        if parent is None or parent.tag not in ("map", "group"):
            # The objectgroups of tiles hold their collision shapes.
            continue
        name = element.get("name") or "?"
        if element.tag == "imagelayer":
            images.append(name)
            continue
        # Objects are moved with their layers.
        if element.tag == "layer" and any(decimal(e, n, source) for e in _with_groups(element) for n in OFFSETS):
            moved.append(name)
        changed = [n for n, usual in LOOKS.items() if decimal(element, n, source, usual) != usual]
        if changed or element.get("tintcolor"):
            looks.append(name)
        if element.tag == "layer" and any(e.get("visible") in ("0", "false") for e in _with_groups(element)):
            hidden.append(name)
    for names, text in (
        (images, "image layers are left out"),
        (moved, "layers are read where their tiles stand in the grid, without their offset in pixels"),
        (looks, "opacity, tint and parallax of layers are left out"),
        (hidden, "hidden layers are read like others"),
    ):
        if names:
            some = ", ".join(names[:EXAMPLES]) + (", …" if len(names) > EXAMPLES else "")
            notify(f"{text}: {some}")


def _with_groups(layer: _Element) -> list[_Element]:
    return [layer, *layer.iterancestors("group")]
