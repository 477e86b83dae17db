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
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import to_builtins

from mazeconv.errors import WriteError
from mazeconv.formats.tmx_xml import INT_MAX, INT_MIN, WRITTEN_BY, add, add_properties, new
from mazeconv.level import CONTROL, Level, Scalar

if TYPE_CHECKING:
    from lxml.etree import _Element

    from mazeconv.themes import Theme
    from mazeconv.tilesets import Orientation

OURS = "mazeconv."
FIRST_GID = 1
TILE_LAYER, OBJECT_LAYER = 1, 2
# Where the text of the layer goes. It is the last in the file: an embedded tileset may hold the same.
HOLE = b'<data encoding="csv">HOLE</data>'


class Drawing(NamedTuple):
    """Say how a map draws a level.

    `tileset` is the element in the map and `name` the tileset's name; `floor` and `wall` are local tile ids,
    None being empty; `grid` is the size of the map's tiles in pixels; `theme` colours all but the tiles.
    """

    tileset: _Element
    name: str
    floor: int | None
    wall: int
    orientation: Orientation
    grid: tuple[int, int]
    theme: Theme | None = None

    @property
    def gids(self) -> tuple[int, int, int]:
        """Return the GID of floor, wall and void."""
        return (0 if self.floor is None else FIRST_GID + self.floor, FIRST_GID + self.wall, 0)


def map_element(level: Level, drawing: Drawing) -> _Element:
    """Return the map; its tile layer's data is `HOLE` once it is serialised."""
    width, height = drawing.grid
    root = new(
        "map",
        **WRITTEN_BY,
        orientation=drawing.orientation,
        renderorder="right-down",
        width=level.cols,
        height=level.rows,
        tilewidth=width,
        tileheight=height,
        infinite=0,
        backgroundcolor=drawing.theme and _hex(drawing.theme.void),
        nextlayerid=OBJECT_LAYER + 1,
        nextobjectid=len(level.markers) + 1,
    )
    add_properties(root, _properties(level, drawing))
    # Inside a map a tileset has no version of its own, and Tiled puts firstgid first.
    attributes = {str(name): value for name, value in drawing.tileset.attrib.items() if name not in WRITTEN_BY}
    tileset = add(root, "tileset", firstgid=FIRST_GID, **attributes)
    tileset.extend(drawing.tileset)
    layer = add(root, "layer", id=TILE_LAYER, name="maze", width=level.cols, height=level.rows)
    add(layer, "data", encoding="csv").text = "HOLE"
    _add_markers(root, level, drawing)
    return root


def _add_markers(root: _Element, level: Level, drawing: Drawing) -> None:
    width, height = drawing.grid
    if drawing.orientation == "isometric":
        width = height
    colour = drawing.theme and _hex(drawing.theme.marker)
    group = add(root, "objectgroup", color=colour, id=OBJECT_LAYER, name="markers")
    for number, marker in enumerate(level.markers, 1):
        thing = add(
            group,
            "object",
            id=number,
            name=f"{marker.kind} {marker.label}".rstrip(),
            type=marker.kind,
            x=marker.col * width,
            y=marker.row * height,
            width=width,
            height=height,
        )
        add_properties(thing, {"label": marker.label} if marker.label else {})


def _properties(level: Level, drawing: Drawing) -> dict[str, Scalar]:
    for name in level.properties:
        if name.startswith(OURS):
            raise WriteError(f"the property {name} would be taken for mazeconv's own", "give it another name")
    ours: dict[str, Scalar] = {
        "tileset": drawing.name,
        "floor": "none" if drawing.floor is None else str(drawing.floor),
        "wall": str(drawing.wall),
    }
    if level.recipe is not None:
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
