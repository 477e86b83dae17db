"""PGMMV projects to test on: real ones where they lie beside the checkout, with a tileset added, and a synthetic one.

No real project at hand has a tileset; what is added here follows the player's source and the editor's way of writing.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "shared" / "data" / "pgmmv"
REAL = {path.parent.name: path.read_bytes().decode() for path in sorted(FOLDER.glob("*/project.json"))}
SCREEN = (320, 180)
WALL = {"tilesetId": 1, "x": 0, "y": 0}
GRASS = {"tilesetId": 1, "x": 1, "y": 0}
AUTO_TILE = {"tilesetId": 3, "x": 0, "y": 0, "subtileInfo": [[0, 0], [1, 0], [0, 1], [1, 1]]}
ROWS = 9


def with_tilesets(text: str) -> str:
    """Return a real project with a tileset, and with a scene of its own if it has none, in its own spacing."""
    tab = "\t" if "\n\t" in text else "  "
    tilesets = json.dumps(tilesets_of()).replace('{"id"', f'\n{tab * 2}{{"id"')
    text, count = re.subn(r'"tilesetList": \[\s*\]', lambda _: f'"tilesetList": {tilesets}', text)
    assert count == 1
    if '"layer2"' not in text:
        start = text.index("{", text.index('"sceneList"'))
        end = json.JSONDecoder().raw_decode(text, start)[1]
        scene = text[start:end].replace("99999999", "1").replace("menu scene", "Field").replace("Menu 1", "Layer 1")
        text = f"{text[:end]},\n{scene}{text[end:]}"
    return text


def tilesets_of() -> list[dict[str, Any]]:
    """Return tilesets of every kind: 1 Walls (normal), 2 Dig (gimmick), 3 Auto, the last two in a folder."""

    def tileset(number: int, name: str, kind: int, cols: int, rows: int, **more: Any) -> dict[str, Any]:
        walls = [15 if n == 0 else 0 for n in range(cols * rows)]
        base = {"id": number, "name": name, "tilesetType": kind, "imageId": number, "memo": ""}
        size = {"horzTileCount": cols, "vertTileCount": rows, "wallSetting": walls}
        return base | size | {"tileData": {}} | more | {"folder": False}

    dig = {"changeTileType": 0, "gimmickObjectGroupBit": 4, "tileGroup": 0}
    inner = [tileset(2, "Dig", 1, 2, 2, tileData={"0": dig}), tileset(3, "Auto", 2, 4, 4)]
    return [
        tileset(1, "Walls", 0, 8, 4),
        {"id": 4, "name": "more", "folder": True, "children": inner},
    ]


def synthetic(*, tabs: bool = True, tiles: dict[str, Any] | None = None) -> str:
    """Return a small project with all that the article needs, written as the editor does."""
    placed = {"9,1": GRASS, "10,1": GRASS, "2,9": AUTO_TILE} if tiles is None else tiles
    rows = {f"変数{n:03}": 0 for n in range(1, ROWS + 1)}
    maze = {"TileSize": 24, "MazeNow": 0, "MazeSize": 0, "MazeSizeX": 15, "MazeSizeY": ROWS, "OffsetX": 5}
    maze |= {"OffsetY": 1, "RoadType": -2} | rows | {"StartX": 0, "StartY": 0}
    layers = {f"layer{n}": {"tile": placed if n == 2 else {}, "name": f"Layer {n}"} for n in (1, 2)}
    parts = [_part(2, "Player", 1), _part(3, "Guard", 3), _part(4, "Guard", 3), _part(5, "maker", 2)]
    project = {
        "version": "1.0.5",
        "tileWidth": 16,
        "tileHeight": 16,
        "screenWidth": SCREEN[0],
        "screenHeight": SCREEN[1],
        "magnifyWindow": True,
        "wallDetectionOverlapMargin": 0.6,
        "objectGroup": ["Player Group", "Enemy Group", "Digger"],
        "sceneList": [
            {"id": 99999999, "name": "menu scene", "horzScreenCount": 1, "vertScreenCount": 1, "tileset": []}
            | {"layer1": {"tile": {}, "name": "Menu 1"}, "scenePartList": [], "folder": False},
            {"id": 7, "name": "stages", "folder": True, "children": [
                {"id": 1, "name": "Cave", "horzScreenCount": 1, "vertScreenCount": 2, "tileset": [1, 2]}
                | layers | {"scenePartList": parts, "folder": False},
                {"id": 2, "name": "Field", "horzScreenCount": 3, "vertScreenCount": 1, "tileset": [1]}
                | {"layer1": {"tile": {}, "name": "Ground"}, "scenePartList": [], "folder": False},
            ]},
        ],
        "tilesetList": tilesets_of(),
        "imageList": [{"id": 1, "name": "walls", "filename": "img/001.png", "folder": False}],
        "objectList": [
            {"id": 1, "name": "Player", "group": 0, "variableList": [], "folder": False},
            {"id": 2, "name": "MazeMaker", "group": 2, "variableList": _variables(maze), "folder": False},
            {"id": 3, "name": "Guard", "group": 1, "variableList": [], "folder": False},
        ],
    }  # fmt: skip
    return _written(project, "\t" if tabs else "  ", "") + "\n"


def _variables(values: dict[str, int]) -> list[dict[str, Any]]:
    return [
        {"folder": False, "id": 2000 + n, "initialValue": value, "memo": "", "name": name, "toBeSaved": True}
        for n, (name, value) in enumerate(values.items())
    ]


def _part(number: int, name: str, of: int) -> dict[str, Any]:
    return {"id": number, "name": name, "partType": 0, "objectId": of, "x": 284.75, "y": 144, "folder": False}


def _written(value: Any, tab: str, indent: str) -> str:
    """Return JSON with the editor's habits: a tile a line, true and false without a space, odd empty dictionaries."""
    inner = indent + tab
    if isinstance(value, dict) and value.keys() >= {"tilesetId"}:
        return "{ " + ", ".join(f'"{k}": {json.dumps(v)}' for k, v in value.items()) + " }"
    if isinstance(value, dict) and value:
        pairs = [
            f'{inner}"{k}":{"" if isinstance(v, bool) else " "}{_written(v, tab, inner)}' for k, v in value.items()
        ]
        return "{\n" + ",\n".join(pairs) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(inner + _written(v, tab, inner) for v in value) + f"\n{indent}]"
    return "{" + tab * 3 + "}" if value == {} else json.dumps(value, ensure_ascii=False)
