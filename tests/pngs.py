"""PNG files in tests: what a level is drawn as, the pixels that a decoder sees, and a file that lies about its size."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from mazeconv.formats import Target
from mazeconv.formats.png import PngOptions, write
from mazeconv.options.building import build

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Level


def picture(level: Level, **options: Any) -> bytes:
    """Return the level as a PNG file."""
    (data,) = write(level, build(PngOptions, options, "format png"), Target("maze", Path())).values()
    return data


def decoded(data: bytes) -> npt.NDArray[np.uint8]:
    """Return the pixels of a picture as RGBA, of shape (height, width, 4)."""
    with Image.open(BytesIO(data)) as image:
        return np.asarray(image.convert("RGBA"))


def depth(data: bytes) -> int:
    """Return how many bits a PNG file has for a pixel, or for a channel of it."""
    return data[24]


def bomb(width: int, height: int) -> bytes:
    """Return a tiny PNG file that says it is a large picture."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0")), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
