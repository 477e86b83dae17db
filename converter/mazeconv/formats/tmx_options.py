"""The options with which Tiled maps are written, in XML and in JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mazeconv.autotile import Autotile
from mazeconv.formats.drawn_options import Beyond, FloorAutotile, FloorTable
from mazeconv.formats.tmx_data import Compression
from mazeconv.options import BY_WORD, NamedSource, Options
from mazeconv.pictures.themes import ThemeName
from mazeconv.pictures.tilesets import Orientation
from mazeconv.source import Source
from mazeconv.wall_table import built_in

TILE_SIZE = 24
MAX_TILE_SIZE = 1024
# Ids, each alone or with its weight.
IDS = r"[0-9]{1,9}(:[1-9][0-9]{0,5})?(,[0-9]{1,9}(:[1-9][0-9]{0,5})?)*"


class WriteOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say how a map is drawn and stored."""

    orientation: Annotated[Orientation, Meta(description="square tiles, or diamonds half as high as wide")] = (
        "orthogonal"
    )
    tile_size: Annotated[
        str,
        Meta(
            pattern=r"^([1-9][0-9]{0,3}(x[1-9][0-9]{0,3})?)?\Z",
            description=f"pixels, N or WxH up to {MAX_TILE_SIZE}; N is NxN, or isometric N by half of N; "
            f"else the tileset's own, else {TILE_SIZE}",
        ),
    ] = ""
    theme: Annotated[ThemeName, Meta(description="the colours of the default tileset")] = "paper"
    tileset: Annotated[
        Source | None, Meta(description="your own tileset, a .tsx file, in place of the default one")
    ] = None
    wall: Annotated[
        str,
        Meta(
            pattern=rf"^({IDS})?\Z",
            description="the id of your tileset's wall tile, or several to mix, with weights such as 3:5,4:1; "
            "else its tiles of class wall",
        ),
    ] = ""
    floor: Annotated[
        str,
        Meta(
            pattern=rf"^({IDS}|none)?\Z",
            description="the floor tile, or several, as wall; none for empty; else the tiles of class floor",
        ),
    ] = ""
    autotile: Annotated[
        Autotile,
        Meta(
            description="draw each wall by where wall goes on: 16 shapes by its edges, or 47 (blob) by corners too; "
            "your own tileset says the tiles by its terrain set or wall-table"
        ),
    ] = "none"
    floor_autotile: FloorAutotile = "none"
    beyond: Beyond = "same"
    wall_terrain: Annotated[
        str, Meta(description="the terrain of your tileset that is wall; else the one called wall, or the only one")
    ] = ""
    floor_terrain: Annotated[
        str, Meta(description="the terrain of your tileset that is floor; else the one called floor")
    ] = ""
    wall_table: Annotated[
        Source | None,
        Meta(
            description='a file with a tile for each shape of wall, in lines such as "up down" = 7 or = "7:3,8:1"; '
            "or roadtype, edges or blob if your tiles lie in that order, roadtype:16 from id 16 on",
            extra={BY_WORD: built_in},
        ),
    ] = None
    floor_table: FloorTable = None
    variant_seed: Annotated[
        str, Meta(description="what chooses among several tiles, place by place; else the seed of the level")
    ] = ""
    layers: Annotated[
        Literal["one", "split"], Meta(description="split: floor in a layer ground, walls in a layer walls above it")
    ] = "one"
    template: Annotated[
        tuple[NamedSource, ...],
        Meta(description="your own object templates for kinds of markers, such as treasure:chest.tx,door:door.tx"),
    ] = ()
    stamps: Annotated[
        Source | None,
        Meta(
            description="your own map of pieces, four pieces wide: for floor those of RoadType 0 to 15, "
            "in a fifth row wall and void; each tile of the level becomes a copy of its piece"
        ),
    ] = None
    embed_tileset: Annotated[bool, Meta(description="put the tileset into the map; its image stays a file")] = False
    encoding: Annotated[
        Literal["auto", "csv", "base64"],
        Meta(description="of the tile data; auto is csv, or base64 if compressed"),
    ] = "auto"
    compression: Annotated[Compression, Meta(description="of the tile data; fewer programs read zstd")] = "none"
