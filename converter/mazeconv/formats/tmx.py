"""Tiled maps (TMX): one tile layer, one object layer of markers, and a tileset that draws the roles.

How roles, markers and the recipe stand in the map is told in `tmx_map`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from msgspec import Meta

from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.formats import EVERYTHING, Format, Target
from mazeconv.formats.tmx_data import Compression, Encoding, encoded
from mazeconv.formats.tmx_map import HOLE, Drawing, map_element
from mazeconv.formats.tmx_read import ReadOptions, read
from mazeconv.formats.tmx_xml import document
from mazeconv.formats.tsx import default_tileset, link_to, read_tileset
from mazeconv.level import Level, Tile
from mazeconv.options import Options
from mazeconv.source import Source
from mazeconv.themes import THEMES
from mazeconv.tilesets import FLOOR, WALL, Orientation, Sheet, draw

if TYPE_CHECKING:
    from lxml.etree import _Element

    ThemeName = str
else:
    ThemeName = Literal[tuple(THEMES)]

TILE_SIZE = 24
MAX_TILE_SIZE = 1024


class WriteOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say how a map is drawn and stored."""

    orientation: Annotated[Orientation, Meta(description="square tiles, or diamonds half as high as wide")] = (
        "orthogonal"
    )
    tile_size: Annotated[
        str,
        Meta(
            pattern=r"^([1-9][0-9]{0,3}(x[1-9][0-9]{0,3})?)?$",
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
            pattern=r"^[0-9]{0,9}$",
            description="the id of your tileset's wall tile; else its tile of class wall",
        ),
    ] = ""
    floor: Annotated[
        str,
        Meta(
            pattern=r"^([0-9]{1,9}|none)?$",
            description="the id of your tileset's floor tile, none for empty; else its tile of class floor",
        ),
    ] = ""
    embed_tileset: Annotated[bool, Meta(description="put the tileset into the map; its image stays a file")] = False
    encoding: Annotated[
        Literal["auto", "csv", "base64"],
        Meta(description="of the tile data; auto is csv, or base64 if compressed"),
    ] = "auto"
    compression: Annotated[Compression, Meta(description="of the tile data; fewer programs read zstd")] = "none"


class Dialect(NamedTuple):
    """Say how a spelling of Tiled's files names and writes a tileset: what follows the stem, the suffix, the bytes."""

    ending: str
    suffix: str
    save: Callable[[_Element], bytes]


TMX = Dialect("-tiles", ".tsx", document)


def write(level: Level, options: WriteOptions, target: Target) -> dict[str, bytes]:
    """Return the map and, unless they are the designer's own, its tileset and the tileset's image.

    Raises `UsageError` for options that exclude each other and `ReadError` for a tileset that cannot be read.
    """
    drawing, files = drawing_of(level, options, target, TMX)
    encoding = encoding_of(options)
    compression = options.compression
    opening = (
        f'<data encoding="{encoding}"' + ("" if compression == "none" else f' compression="{compression}"') + ">\n"
    )
    pieces = encoded(level.tiles, drawing.gids, encoding, compression)
    head, _, tail = document(map_element(level, drawing)).rpartition(HOLE)
    # BytesIO hands out its own buffer, so the text of the layer is in memory once.
    out = BytesIO()
    out.write(head + opening.encode())
    out.writelines(pieces)
    out.write(b"</data>" + tail)
    return {target.main(".tmx"): out.getvalue(), **files}


def encoding_of(options: WriteOptions) -> Encoding:
    """Return the encoding of the tile data that the options mean."""
    if options.encoding == "auto":
        return "csv" if options.compression == "none" else "base64"
    return options.encoding


def drawing_of(
    level: Level, options: WriteOptions, target: Target, dialect: Dialect
) -> tuple[Drawing, dict[str, bytes]]:
    """Return how the map draws the level, and the files of the default tileset unless the designer's own is used.

    Raises what `write` raises.
    """
    drawing, files = _own(options, target) if options.tileset else _default(options, target, dialect)
    if drawing.floor is None and (level.tiles == Tile.VOID).any():
        warnings.warn(
            "void tiles are left empty as floor tiles are, and read back as floor",
            MazeconvNotice,
            stacklevel=3,
        )
    return drawing, files


def _default(options: WriteOptions, target: Target, dialect: Dialect) -> tuple[Drawing, dict[str, bytes]]:
    if options.wall or options.floor:
        raise UsageError("wall and floor name tiles of your own tileset", "add tileset=FILE.tsx")
    width, height = _tile_size(options) or _by_convention(TILE_SIZE, options.orientation)
    theme = THEMES[options.theme]
    sheet = Sheet(width, height, options.orientation, theme)
    name = target.stem + dialect.ending
    image = f"{name}.png"
    files = {image: draw(sheet)}
    element = default_tileset(sheet, name, image)
    if not options.embed_tileset:
        files = {f"{name}{dialect.suffix}": dialect.save(element), **files}
        element = link_to(f"{name}{dialect.suffix}")
    drawing = Drawing(element, name, FLOOR, WALL, options.orientation, (width, height), theme)
    return drawing, files


def _own(options: WriteOptions, target: Target) -> tuple[Drawing, dict[str, bytes]]:
    if options.tileset is None:
        raise UsageError("there is no tileset", "add tileset=FILE.tsx")
    tileset = read_tileset(options.tileset)
    wall = options.wall or str(tileset.classes.get("wall", ""))
    floor = options.floor or str(tileset.classes.get("floor", ""))
    if not wall or not floor:
        missing = " and ".join(role for role, text in (("wall", wall), ("floor", floor)) if not text)
        raise UsageError(
            f"which tile of {tileset.source.name} is {missing}?",
            "add wall=ID and floor=ID, the ids that Tiled shows for its tiles; floor=none leaves floor empty",
        )
    grid = _tile_size(options)
    if grid is None and options.orientation == "isometric":
        grid = tileset.grid or _by_convention(tileset.width, options.orientation)
    drawing = Drawing(
        tileset.embedded(target) if options.embed_tileset else link_to(tileset.link(target)),
        tileset.name,
        None if floor == "none" else tileset.tile(int(floor), "floor"),
        tileset.tile(int(wall), "wall"),
        options.orientation,
        grid or (tileset.width, tileset.height),
    )
    return drawing, {}


def _tile_size(options: WriteOptions) -> tuple[int, int] | None:
    """Return the width and height that the user asked for, or None."""
    if not options.tile_size:
        return None
    width, _, height = options.tile_size.partition("x")
    size = (int(width), int(height)) if height else _by_convention(int(width), options.orientation)
    if max(size) > MAX_TILE_SIZE:
        raise UsageError(f"tile-size {options.tile_size} is too large", f"at most {MAX_TILE_SIZE} pixels a side")
    return size


def _by_convention(width: int, orientation: Orientation) -> tuple[int, int]:
    return (width, width) if orientation == "orthogonal" else (width, max(1, width // 2))


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are XML with a map in it."""
    head = data[: 1 << 16]
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = head.decode("utf-16" if wide else "utf-8-sig", "replace").lstrip()
    return text.startswith("<") and "<map" in text


FORMAT = Format(
    name="tmx",
    title="Tiled map (TMX), with its tileset (TSX) and picture",
    extensions=(".tmx",),
    keeps=EVERYTHING,
    write=write,
    write_options=WriteOptions,
    read=read,
    read_options=ReadOptions,
    looks_like=looks_like,
    notes=(
        "Without options it is what most programs read: finite, CSV, an external tileset, flat properties.",
        "compression=zstd is read by Tiled, but not by pytmx and other small readers.",
        "Tiled 1.8 is slow with more than 2000 x 2000 tiles.",
    ),
)
