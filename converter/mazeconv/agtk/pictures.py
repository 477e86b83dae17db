"""A numbered picture of a tileset, from which a designer reads the X,Y of a tile."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from mazeconv.agtk.fields import printable
from mazeconv.errors import MazeconvError, WriteError, notify
from mazeconv.output import safe_name
from mazeconv.pictures.themes import THEMES
from mazeconv.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

    from mazeconv.agtk.project import Project, Tileset

EDGE = 48
MARGIN = 32
FONT = 15
MAX_TILES = 1 << 14
MAX_PIXELS = 1 << 26
WALL_WIDTH = 3


def pictures(project: Project, folder: Path) -> dict[str, bytes]:
    """Return a PNG of every tileset by file name; `folder` is the project's, in which the images lie.

    Columns and rows are numbered from 0, and the sides with wall flags are lined. A missing image is a notice, and its
    tiles stay empty.
    """
    return {
        safe_name(f"tileset-{tileset.id}-{tileset.name}") + ".png": _png(
            draw(tileset, _image(project, tileset, folder))
        )
        for tileset in project.tilesets
    }


def draw(tileset: Tileset, image: Image | None) -> Image:
    """Return the tileset's image as large tiles with a numbered frame."""
    from PIL import Image as Images
    from PIL import ImageDraw, ImageFont

    if tileset.cols * tileset.rows > MAX_TILES:
        raise WriteError(f"the tileset {tileset.name} has too many tiles to draw: {tileset.cols} x {tileset.rows}")
    colors = THEMES["paper"]
    width, height = tileset.cols * EDGE, tileset.rows * EDGE
    sheet = Images.new("RGB", (MARGIN + width + 1, MARGIN + height + 1), colors.floor)
    if image is not None:
        tiles = image.convert("RGBA").resize((width, height), Images.Resampling.NEAREST)
        sheet.paste(tiles, (MARGIN, MARGIN), tiles)
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(FONT)
    for col in range(tileset.cols + 1):
        pen.line([(MARGIN + col * EDGE, MARGIN), (MARGIN + col * EDGE, MARGIN + height)], colors.grid)
    for row in range(tileset.rows + 1):
        pen.line([(MARGIN, MARGIN + row * EDGE), (MARGIN + width, MARGIN + row * EDGE)], colors.grid)
    for col in range(tileset.cols):
        pen.text((MARGIN + (col + 0.5) * EDGE, MARGIN / 2), str(col), colors.ink, font, anchor="mm")
    for row in range(tileset.rows):
        pen.text((MARGIN / 2, MARGIN + (row + 0.5) * EDGE), str(row), colors.ink, font, anchor="mm")
        for col in range(tileset.cols):
            left, top = MARGIN + col * EDGE + 2, MARGIN + row * EDGE + 2
            right, bottom = left + EDGE - 4, top + EDGE - 4
            sides = ((left, top, right, top), (left, top, left, bottom), (right, top, right, bottom))
            for bit, line in enumerate((*sides, (left, bottom, right, bottom))):
                if tileset.wall(col, row) >> bit & 1:
                    pen.line(line, colors.goal, WALL_WIDTH)
    return sheet


def _image(project: Project, tileset: Tileset, folder: Path) -> Image | None:
    from PIL import Image as Images

    try:
        name = project.images.get(tileset.image, "")
        if not name:
            raise WriteError("the project names no image for it")
        source = Source("Game.pgmproject", b"", folder).sibling(name)
        image = Images.open(io.BytesIO(source.data))
        if image.width * image.height > MAX_PIXELS:
            raise WriteError(f"{name} has {image.width} x {image.height} pixels")
        image.load()
    except (MazeconvError, OSError, ValueError, SyntaxError, Images.DecompressionBombError) as error:
        notice = f"the image of the tileset {tileset.name} is left out: {printable(str(error))}"
        notify(notice)
        return None
    return image


def _png(image: Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
