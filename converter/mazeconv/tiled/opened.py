"""A Tiled map that is open for patching: its bytes, its tree, and which of its layers take tiles and markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from mazeconv.errors import ReadError, UsageError, did_you_mean
from mazeconv.formats.tmx_found import MapFound
from mazeconv.formats.tmx_layers import SQUARE, head_of, walk
from mazeconv.formats.tmx_map import MARKERS
from mazeconv.formats.tmx_xml import parse_apart
from mazeconv.tiled.spans import Span, spans

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from mazeconv.source import Source


class Opened(Struct, frozen=True):
    """Hold a map: its file as UTF-8, its tree, what is known of it, and its layers with their offsets in pixels."""

    source: Source
    data: bytes
    root: _Element
    found: MapFound
    size: tuple[int, int] | None
    layers: list[tuple[_Element, tuple[float, float]]]

    def places(self, elements: Iterable[_Element]) -> dict[_Element, Span]:
        """Return where elements lie."""
        wanted = set(elements)
        numbers = {e: n for n, e in enumerate(self.root.iter("*")) if e in wanted}
        held = spans(self.data, set(numbers.values()), self.source.name)
        return {element: held[number] for element, number in numbers.items()}

    def tile_layer(self, name: str | None) -> _Element:
        """Return the tile layer of a name, or the only one; raise `UsageError` if that does not tell which."""
        layers = [element for element, _ in self.layers if element.tag == "layer"]
        names = [element.get("name", "") for element in layers]
        listed = ", ".join(names) or "none"
        if name is None:
            if len(layers) == 1:
                return layers[0]
            raise UsageError(f"{self.source.name} has {len(layers)} tile layers", f"add --layer with one of: {listed}")
        chosen = [element for element in layers if element.get("name", "") == name]
        if not chosen:
            raise UsageError(f"{self.source.name} has no tile layer {name!r}", did_you_mean(name, names))
        if len(chosen) > 1:
            raise UsageError(f"{len(chosen)} tile layers are called {name!r}", "give them different names in Tiled")
        return chosen[0]

    def marker_layer(self) -> tuple[_Element, tuple[float, float]] | None:
        """Return the object layer of our markers, the lowest that is called so, and its offset in pixels."""
        named = ((e, offset) for e, offset in self.layers if e.tag == "objectgroup" and e.get("name") == MARKERS)
        return next(named, None)


def open_map(source: Source, data: bytes) -> Opened:
    """Return the map of a source, of which `data` is the text as UTF-8; raise `ReadError` for what is no such map."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise ReadError("is JSON, and only XML can be patched", "save it as .tmx in Tiled", source=source.name)
    root, _ = parse_apart(source)
    orientation, grid, size = head_of(root, source)
    if orientation not in SQUARE:
        raise ReadError(f"is {orientation}, and a level is square", "give an orthogonal map", source=source.name)
    found = MapFound(source, orientation, grid, (0, 0), size or (0, 0), {}, [], [])
    return Opened(source, data, root, found, size, list(walk(root, source)))
