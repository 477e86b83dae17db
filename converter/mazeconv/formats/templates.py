"""The designer's own object templates (TX) as they are used for markers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mazeconv.errors import ReadError, UsageError
from mazeconv.formats.tmx_xml import broken, decimal, parse

if TYPE_CHECKING:
    from mazeconv.formats import Target
    from mazeconv.source import Source


class Template(NamedTuple):
    """Hold the way from the map to a template, the size of its object in pixels, if that shows a tile, and its name."""

    link: str
    width: float
    height: float
    is_tile: bool
    name: str = ""

    def place(self, x: float, y: float, width: float, height: float, *, isometric: bool) -> tuple[float, float]:
        """Return where the object goes on a tile at x and y: in its middle, tile objects at the foot of the tile.

        A tile object that is more than twice as high as the tile is lowered, so that its middle stays on the tile.
        """
        if isometric:
            # There tile objects stand with the middle of their foot on their place.
            return (x + width, y + height) if self.is_tile else self._middle(x, y, width, height)
        left, top = self._middle(x, y, width, height)
        if not self.is_tile:
            return left, top
        return left, y + height if self.height < 2 * height else top + self.height

    def _middle(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        return x + (width - self.width) / 2, y + (height - self.height) / 2


def read_template(source: Source, target: Target) -> Template:
    """Return the template in a TX file; raise `ReadError` for what is none, `UsageError` if it has no place."""
    if source.data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        raise ReadError("is JSON", "save the template as .tx in Tiled", source=source.name)
    root = parse(source)
    thing = root.find("object")
    if root.tag != "template" or thing is None:
        raise broken(root, f"is no object template: its root is <{root.tag}>", "give a .tx file", source=source)
    if source.path is None:
        raise UsageError("a template must be a file, so that the map can point to it", "give the path of a .tx file")
    width, height = (decimal(thing, name, source) for name in ("width", "height"))
    return Template(target.relative(source.path), width, height, bool(thing.get("gid")), thing.get("name", ""))
