"""Tiled maps (TMX): tile layers, one object layer of markers, and a tileset that draws the roles.

How roles, markers and the recipe stand in the map is told in `tmx_map`.
"""

from __future__ import annotations

from io import BytesIO

from mazeconv.formats import EVERYTHING, EXTENSIONS, Format, Target
from mazeconv.formats.tmx_data import Encoding, encoded
from mazeconv.formats.tmx_drawing import Dialect, drawing_of
from mazeconv.formats.tmx_map import HOLE, map_element
from mazeconv.formats.tmx_options import WriteOptions
from mazeconv.formats.tmx_read import ReadOptions, read
from mazeconv.formats.tmx_xml import document
from mazeconv.level import Level

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
    # Layers come after the tilesets, of which an embedded one may hold the same text as a hole.
    head, *tails = document(map_element(level, drawing)).rsplit(HOLE, len(drawing.layers))
    # BytesIO hands out its own buffer, so the text of a layer is in memory once.
    out = BytesIO()
    out.write(head)
    for layer, tail in zip(drawing.layers, tails, strict=True):
        out.write(opening.encode())
        out.writelines(encoded(layer.cells, layer.gids, encoding, compression))
        out.write(b"</data>" + tail)
    return {target.main(".tmx"): out.getvalue(), **files}


def encoding_of(options: WriteOptions) -> Encoding:
    """Return the encoding of the tile data that the options mean."""
    if options.encoding == "auto":
        return "csv" if options.compression == "none" else "base64"
    return options.encoding


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are XML with a map in it, or with a tileset or template, of which reading says the rest."""
    head = data[: 1 << 16]
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = head.decode("utf-16" if wide else "utf-8-sig", "replace").lstrip()
    return text.startswith("<") and any(tag in text for tag in ("<map", "<tileset", "<template"))


FORMAT = Format(
    name="tmx",
    title="Tiled map (TMX), with its tileset (TSX) and picture",
    extensions=EXTENSIONS["tmx"],
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
