"""A PGMMV project as its file says it: scenes, tilesets, objects, each with the place of what can be changed."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from mazeconv.agtk.fields import Fields, printable
from mazeconv.agtk.spans import Node, Shape, scan
from mazeconv.errors import ReadError

MENU_SCENE = 99999999
NORMAL, GIMMICK, AUTO = range(3)
KINDS = {NORMAL: "normal", GIMMICK: "gimmick", AUTO: "auto"}
SOLID = 15
OBJECT_PART = 0
MAX_LAYERS = 1000

BOM = "\ufeff"


def _shape(*names: str, **deeper: Shape) -> dict[str, Shape]:
    """Return a shape of items that may also be folders of such items."""
    shape: dict[str, Shape] = {name: {} for name in ("id", "name", "folder", *names)} | deeper
    shape["children"] = shape
    return shape


LAYER: Shape = {"name": {}, "tile": {}}
SCENE = _shape(
    "horzScreenCount",
    "vertScreenCount",
    "tileset",
    scenePartList=_shape("partType", "objectId", "x", "y"),
    **{f"layer{n}": LAYER for n in range(1, MAX_LAYERS)},
)
PROJECT: Shape = {
    **{name: {} for name in ("tileWidth", "tileHeight", "screenWidth", "screenHeight", "objectGroup")},
    "sceneList": SCENE,
    "tilesetList": _shape("tilesetType", "imageId", "horzTileCount", "vertTileCount", "wallSetting", "tileData"),
    "imageList": _shape("filename"),
    "objectList": _shape("group", variableList=_shape("initialValue")),
}


class Layer(Struct, frozen=True):
    """Hold a layer: its number from 1, its name, and the place of its dictionary of tiles."""

    number: int
    name: str
    tile: Node


class Part(Struct, frozen=True):
    """Hold an object that stands in a scene, and the places of its x and y, in pixels."""

    id: int
    name: str
    object_id: int
    x: Node
    y: Node


class Scene(Struct, frozen=True):
    """Hold a scene: its size in tiles, its layers, the tilesets that it lists, and the objects in it."""

    id: int
    name: str
    cols: int
    rows: int
    layers: tuple[Layer, ...]
    tilesets: tuple[int, ...]
    parts: tuple[Part, ...]


class Tileset(Struct, frozen=True):
    """Hold a tileset: its kind, its size in tiles, its wall flags (1 up, 2 left, 4 right, 8 down), its picture."""

    id: int
    name: str
    kind: int
    cols: int
    rows: int
    walls: tuple[int, ...]
    image: int
    settings: Node

    def wall(self, x: int, y: int) -> int:
        """Return the wall flags of a tile; the player reads missing ones as none."""
        index = y * self.cols + x
        return self.walls[index] if 0 <= x < self.cols and 0 <= index < len(self.walls) else 0


class Variable(Struct, frozen=True):
    """Hold an object's variable and the place of its initial value."""

    id: int
    name: str
    value: Node


class Object(Struct, frozen=True):
    """Hold an object: its group, counted from 0, and its variables."""

    id: int
    name: str
    group: int
    variables: tuple[Variable, ...]


class Project:
    """Hold the text of a project file and what was found in it; raise `ReadError` when it is none."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        if text.startswith(BOM):
            raise ReadError("begins with a byte order mark", "save the project in the editor again", source=source)
        self.fields = Fields(text, source)
        self._root = scan(text, PROJECT, source)
        needed = ("tileWidth", "tileHeight", "screenWidth", "screenHeight", "sceneList", "tilesetList", "objectList")
        if missing := [name for name in needed if name not in self._root.members]:
            raise ReadError(
                f"is no PGMMV project: {', '.join(missing)} is missing",
                "give data/project.json, or the folder that holds Game.pgmproject",
                source=source,
            )

    def value(self, node: Node) -> Any:
        """Return the value at a place in the file."""
        return self.fields.value(node)

    @cached_property
    def tile_size(self) -> tuple[int, int]:
        """Return width and height of a tile in pixels."""
        return self.fields.count(self._root, "tileWidth"), self.fields.count(self._root, "tileHeight")

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """Return the names of the object groups; the first two are the player's and the enemies'."""
        return tuple(printable(name) for name in self.fields.texts(self._root, "objectGroup"))

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """Return the scenes, without the menu scene."""
        found = (self._scene(node) for node in self.fields.leaves(self._root, "sceneList"))
        return tuple(scene for scene in found if scene.id != MENU_SCENE)

    @cached_property
    def tilesets(self) -> tuple[Tileset, ...]:
        """Return the tilesets."""
        return tuple(self._tileset(node) for node in self.fields.leaves(self._root, "tilesetList"))

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        """Return the objects."""
        return tuple(self._object(node) for node in self.fields.leaves(self._root, "objectList"))

    @cached_property
    def images(self) -> dict[int, str]:
        """Return the file names of the pictures by id, relative to the project's folder."""
        return {
            self.fields.whole(node, "id"): self.fields.text(node, "filename")
            for node in self.fields.leaves(self._root, "imageList")
        }

    def _scene(self, node: Node) -> Scene:
        width, height = self.fields.count(self._root, "screenWidth"), self.fields.count(self._root, "screenHeight")
        tile_width, tile_height = self.tile_size
        layers: list[Layer] = []
        while (layer := node.members.get(f"layer{len(layers) + 1}")) is not None:
            layers.append(Layer(len(layers) + 1, self.fields.name(layer), self.fields.dictionary(layer, "tile")))
        return Scene(
            self.fields.whole(node, "id"),
            self.fields.name(node),
            -(-width * self.fields.count(node, "horzScreenCount") // tile_width),
            -(-height * self.fields.count(node, "vertScreenCount") // tile_height),
            tuple(layers),
            tuple(self.fields.numbers(node, "tileset")),
            tuple(
                Part(
                    self.fields.whole(part, "id"),
                    self.fields.name(part),
                    self.fields.whole(part, "objectId"),
                    part.members["x"],
                    part.members["y"],
                )
                for part in self.fields.leaves(node, "scenePartList")
                if part.members.keys() >= {"x", "y", "objectId"} and self.fields.whole(part, "partType") == OBJECT_PART
            ),
        )

    def _tileset(self, node: Node) -> Tileset:
        return Tileset(
            self.fields.whole(node, "id"),
            self.fields.name(node),
            self.fields.whole(node, "tilesetType"),
            self.fields.count(node, "horzTileCount"),
            self.fields.count(node, "vertTileCount"),
            tuple(self.fields.numbers(node, "wallSetting")),
            self.fields.whole(node, "imageId") if "imageId" in node.members else -1,
            self.fields.dictionary(node, "tileData"),
        )

    def _object(self, node: Node) -> Object:
        return Object(
            self.fields.whole(node, "id"),
            self.fields.name(node),
            self.fields.whole(node, "group") if "group" in node.members else 0,
            tuple(
                Variable(self.fields.whole(one, "id"), self.fields.name(one), self.fields.member(one, "initialValue"))
                for one in self.fields.leaves(node, "variableList")
            ),
        )
