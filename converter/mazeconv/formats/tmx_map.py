"""The tree of a Tiled map, all but the text of its tile layer, and the rule by which it tells what tiles are.

What a tile of the map is, is written down twice, so that an edited map reads back without being told:

- The map's properties `mazeconv.floor` and `mazeconv.wall` list local tile ids, separated by commas, of the
  tileset that the property `mazeconv.tileset` names (one without a name goes by the stem of its file). A
  designer who uses a second floor tile adds its id. `mazeconv.floor` may be `none`: empty tiles are floor.
- A tile of any tileset whose class is `floor`, `wall` or `void` has that role, unless listed there otherwise.

An empty tile (GID 0) is void, unless it is floor. A marker is an object of the layer `markers` that covers
its tile; its class is the marker's kind and its property `label` the label; its name is for people. In
isometric maps both coordinates of an object count in tile heights, as Tiled has it.

The level's own properties are map properties. `mazeconv.recipe` holds the recipe as JSON, and `mazeconv.check` a
hash of the tiles and markers that it makes, so that an edited map can be told from the made one; `mazeconv.integers`
holds, as JSON, the names of properties that are whole numbers but stand as texts, being over 32 bits.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import to_builtins

from mazeconv.errors import WriteError
from mazeconv.formats.tmx_xml import INT_MAX, INT_MIN, WRITTEN_BY, add, add_properties, new
from mazeconv.formats.tmx_xml import number as number_text
from mazeconv.level import Level, Marker, Scalar
from mazeconv.recipe import CONTROL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from mazeconv.brushes import Cells
    from mazeconv.formats.templates import Template
    from mazeconv.pictures.themes import Theme
    from mazeconv.pictures.tilesets import Orientation

OURS = "mazeconv."
FIRST_GID = 1
MARKERS = "markers"
# Where the text of a layer goes. They are the last in the file: an embedded tileset may hold the same.
HOLE = b'<data encoding="csv">HOLE</data>'


class Layer(NamedTuple):
    """Hold a tile layer: its name, and its cells, (rows, cols), whose numbers lead to `gids`."""

    name: str
    cells: Cells
    gids: tuple[int, ...]


class Drawing(NamedTuple):
    """Say how a map draws a level.

    `tilesets` are the elements in the map by their first GID, and `name` is the name of the one whose ids `floor` and
    `wall` list: all tiles that are that, `floor` None if it is empty; `grid` is the size in pixels of what draws a tile
    of the level, `pieces` x `pieces` tiles of the map; `theme` colours all but the tiles; `templates` are for kinds of
    markers. Without a name the map does not say what its tiles are.
    """

    tilesets: Mapping[int, _Element]
    name: str
    floor: tuple[int, ...] | None
    wall: tuple[int, ...]
    orientation: Orientation
    grid: tuple[int, int]
    theme: Theme | None = None
    layers: tuple[Layer, ...] = ()
    templates: Mapping[str, Template] = MappingProxyType({})
    pieces: int = 1


def map_element(level: Level, drawing: Drawing) -> _Element:
    """Return the map; the data of each tile layer is `HOLE` once it is serialised."""
    width, height, pieces = *drawing.grid, drawing.pieces
    size = {"width": level.cols * pieces, "height": level.rows * pieces}
    root = new(
        "map",
        **WRITTEN_BY,
        orientation=drawing.orientation,
        renderorder="right-down",
        **size,
        tilewidth=width // pieces,
        tileheight=height // pieces,
        infinite=0,
        backgroundcolor=drawing.theme and _hex(drawing.theme.void),
        nextlayerid=len(drawing.layers) + 2,
        nextobjectid=len(level.markers) + 1,
    )
    add_properties(root, _properties(level, drawing))
    # Inside a map a tileset has no version of its own, and Tiled puts firstgid first.
    for first, told in drawing.tilesets.items():
        attributes = {str(n): v for n, v in told.attrib.items() if n not in (*WRITTEN_BY, "firstgid")}
        tileset = add(root, "tileset", firstgid=first, **attributes)
        tileset.extend(told)
    for number, painted in enumerate(drawing.layers, 1):
        layer = add(root, "layer", id=number, name=painted.name, **size)
        add(layer, "data", encoding="csv").text = "HOLE"
    _add_markers(root, level, drawing)
    return root


def _add_markers(root: _Element, level: Level, drawing: Drawing) -> None:
    width, height = drawing.grid
    if drawing.orientation == "isometric":
        width = height
    colour = drawing.theme and _hex(drawing.theme.marker)
    group = add(root, "objectgroup", color=colour, id=len(drawing.layers) + 1, name=MARKERS)
    isometric = drawing.orientation == "isometric"
    # Of a piece of several tiles a template stands on the one in the middle, as the foot of the piece may be wall.
    tile_width, tile_height = width / drawing.pieces, height / drawing.pieces
    inset = (drawing.pieces - 1) / 2
    for number, marker in enumerate(level.markers, 1):
        template = drawing.templates.get(marker.kind)
        x, y = float(marker.col * width), float(marker.row * height)
        if template is not None:
            x, y = x + inset * tile_width, y + inset * tile_height
            x, y = template.place(x, y, tile_width, tile_height, isometric=isometric)
        group.append(marker_object(marker, number, (x, y), (width, height), template))


def marker_object(
    marker: Marker,
    number: int,
    place: tuple[float, float],
    size: tuple[float, float],
    template: Template | None = None,
) -> _Element:
    """Return the object `number` that stands for a marker; `place` is (x, y), `size` (width, height) in pixels.

    The object of a template keeps the name that it has there.
    """
    named = template is not None and template.name
    thing = new(
        "object",
        id=number,
        template=template and template.link,
        name=None if named else f"{marker.kind} {marker.label}".rstrip(),
        type=marker.kind,
        x=number_text(place[0]),
        y=number_text(place[1]),
        width=None if template else number_text(size[0]),
        height=None if template else number_text(size[1]),
    )
    add_properties(thing, {"label": marker.label} if marker.label else {})
    return thing


def _properties(level: Level, drawing: Drawing) -> dict[str, Scalar]:
    for name in level.properties:
        if name.startswith(OURS):
            raise WriteError(f"the property {name} would be taken for mazeconv's own", "give it another name")
    ours: dict[str, Scalar] = {}
    if drawing.name:
        ours = {
            "tileset": drawing.name,
            "floor": "none" if drawing.floor is None else ",".join(map(str, drawing.floor)),
            "wall": ",".join(map(str, drawing.wall)),
        }
    if level.recipe is not None and drawing.name:
        ours["recipe"] = _json(to_builtins(level.recipe))
        ours["check"] = check_of(level)
    large = [n for n, v in level.properties.items() if isinstance(v, int) and not INT_MIN <= v <= INT_MAX]
    if large:
        ours["integers"] = _json(large)
    return {**level.properties, **{OURS + name: value for name, value in ours.items()}}


def check_of(level: Level) -> str:
    """Return a short hash of the tiles and markers of a level, the same on every machine."""
    text = json.dumps([level.rows, level.cols, *map(to_builtins, level.markers)], sort_keys=True)
    return blake2b(level.tiles.tobytes() + text.encode(), digest_size=8).hexdigest()


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _json(value: Any) -> str:
    """Return JSON that XML can hold: what `CONTROL` refuses is escaped, in UTF-16 units as JSON has it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
