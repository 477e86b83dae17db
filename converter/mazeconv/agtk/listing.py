"""What a project holds, as far as a maze is concerned: for people as text, for programs as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mazeconv.agtk.project import KINDS
from mazeconv.agtk.rows import ARTICLE, row_count
from mazeconv.agtk.tiles import read_tiles

if TYPE_CHECKING:
    from mazeconv.agtk.project import Object, Project
    from mazeconv.formats.agtk_rows import RowName


def listing(project: Project, row_name: RowName) -> dict[str, Any]:
    """Return tile size, scenes, tilesets and objects as JSON values; sizes are width and height in tiles."""
    return {
        "tile_size": list(project.tile_size),
        "scenes": [
            {
                "id": scene.id,
                "name": scene.name,
                "size": [scene.cols, scene.rows],
                "tilesets": list(scene.tilesets),
                "layers": [
                    {
                        "number": layer.number,
                        "name": layer.name,
                        "tiles": len(read_tiles(project, layer).entries),
                    }
                    for layer in scene.layers
                ],
                "instances": [{"id": part.id, "name": part.name, "object": part.object_id} for part in scene.parts],
            }
            for scene in project.scenes
        ],
        "tilesets": [
            {
                "id": tileset.id,
                "name": tileset.name,
                "kind": KINDS.get(tileset.kind, "unknown"),
                "size": [tileset.cols, tileset.rows],
                "image": project.images.get(tileset.image),
            }
            for tileset in project.tilesets
        ],
        "objects": [_object(item, row_name) for item in project.objects],
    }


def text(found: dict[str, Any]) -> str:
    """Return a listing as lines for people."""
    lines = ["tiles: {} x {} pixels".format(*found["tile_size"]), "", "scenes:"]
    for scene in found["scenes"]:
        lines.append("  #{} {}: {} x {} tiles".format(scene["id"], scene["name"], *scene["size"]))
        lines += [f"      layer {one['number']} ({one['name']}): {one['tiles']} tiles" for one in scene["layers"]]
        if scene["instances"]:
            named = ", ".join(f"#{one['id']} {one['name']}" for one in scene["instances"])
            lines.append(f"      instances: {named}")
    lines += ["", "tilesets:"]
    for one in found["tilesets"]:
        lines.append("  #{} {}: {} x {} tiles, {}".format(one["id"], one["name"], *one["size"], one["kind"]))
    lines += ["", "objects:"]
    for one in found["objects"]:
        has = f": {', '.join(one['variables'])}" if one["variables"] else ""
        rows = f"{', ' if has else ': '}{one['rows']} rows" if one["rows"] else ""
        lines.append(f"  #{one['id']} {one['name']}{has}{rows}")
    none = {"scenes:": "scene", "tilesets:": "tileset", "objects:": "object"}
    out = []
    for number, line in enumerate(lines):
        empty = line in none and not "".join(lines[number + 1 : number + 2]).strip()
        out.append(f"{line} none" if empty else line)
    return "\n".join(out)


def _object(item: Object, row_name: RowName) -> dict[str, Any]:
    there = {variable.name for variable in item.variables}
    return {
        "id": item.id,
        "name": item.name,
        "variables": [name for name in ARTICLE if name in there],
        "rows": row_count(item, row_name),
    }
