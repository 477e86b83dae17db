"""Tiled maps in JSON (TMJ): the same map as TMX, which `tmx` and `tmx_map` build, in Tiled's other spelling."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from mazeconv.errors import UsageError
from mazeconv.formats import EVERYTHING, EXTENSIONS, Format, Target, tmx, tmx_options
from mazeconv.formats.tmj_tree import to_json
from mazeconv.formats.tmx_data import encoded
from mazeconv.formats.tmx_drawing import Dialect, drawing_of
from mazeconv.formats.tmx_map import map_element
from mazeconv.formats.tmx_read import ReadOptions, read

if TYPE_CHECKING:
    from lxml.etree import _Element

    from mazeconv.level import Level

HOLE = '"data": "HOLE"'


class WriteOptions(tmx_options.WriteOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say how a map is drawn and stored, and for whom."""

    profile: Annotated[
        Literal["tiled", "engines"],
        Meta(description="engines: tileset in the map, tiles as plain numbers, which is all that most engines read"),
    ] = "tiled"


def write(level: Level, options: WriteOptions, target: Target) -> dict[str, bytes]:
    """Return the map and, unless they are the designer's own, its tileset and the tileset's image.

    Raises `UsageError` for options that exclude each other and `ReadError` for a tileset that cannot be read.
    """
    if options.profile == "engines":
        if options.compression != "none" or options.encoding == "base64":
            raise UsageError("profile=engines has tiles as plain numbers", "leave out encoding and compression")
        options = replace(options, embed_tileset=True)
    drawing, files = drawing_of(level, options, target, TMJ)
    encoding, compression = tmx.encoding_of(options), options.compression
    found = to_json(map_element(level, drawing))
    opening, closing = "[", "]"
    if encoding == "base64":
        for layer in found["layers"][: len(drawing.layers)]:
            layer |= {"encoding": encoding, "compression": "" if compression == "none" else compression}
        opening = closing = '"'
    # Quotes inside of texts are escaped, so that no text can look like the hole.
    head, *tails = _text(found).split(HOLE, len(drawing.layers))
    out = BytesIO()
    out.write(head.encode())
    for painted, tail in zip(drawing.layers, tails, strict=True):
        out.write(f'"data": {opening}'.encode())
        pieces = encoded(painted.cells, painted.gids, encoding, compression)
        # A text of JSON has no line ends.
        out.writelines(pieces if encoding == "csv" else (piece.rstrip(b"\n") for piece in pieces))
        out.write(f"{closing}{tail}".encode())
    return {target.main(".tmj"): out.getvalue(), **files}


def _text(value: object) -> str:
    """Return JSON as Tiled orders it, one value a line, so that files can be compared."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _tileset(element: _Element) -> bytes:
    return _text({**to_json(element), "type": "tileset"}).encode()


TMJ = Dialect("-tmj", ".tsj", _tileset)


def looks_like(data: bytes) -> bool:
    """Say whether the bytes are JSON with layers and tiles, or with a tileset, of which reading says the rest."""
    head = data[: 1 << 12].removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith(b"{") and b'"tilewidth"' in data and (b'"layers"' in data or b'"tilecount"' in data)


FORMAT = Format(
    name="tmj",
    title="Tiled map in JSON (TMJ), with its tileset (TSJ) and picture",
    extensions=EXTENSIONS["tmj"],
    keeps=EVERYTHING,
    write=write,
    write_options=WriteOptions,
    read=read,
    read_options=ReadOptions,
    looks_like=looks_like,
    notes=(
        "profile=engines is for Phaser and others that read neither external tilesets nor compressed layers.",
        "Tiled saves JSON under .json too: name the format, as .json means a level file.",
    ),
)
