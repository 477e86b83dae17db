"""Pictures from anywhere as pixels: bounded before they are decoded, whatever their depth and palette."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from mazeconv.source import Source

# Characters of what a decoder says.
MOST_WORDS = 80
KINDS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "TIFF")
BEGINNINGS = (b"\x89PNG", b"GIF8", b"BM", b"\xff\xd8\xff", b"RIFF", b"II*\0", b"MM\0*")
HALF = 128


@dataclass(frozen=True)
class Picture:
    """Hold a picture: `colours` is uint8[rows, cols, 3], `light` uint8[rows, cols], `opaque` bool[rows, cols].

    `text` is what a PNG file says of itself.
    """

    colours: npt.NDArray[np.uint8]
    light: npt.NDArray[np.uint8]
    opaque: npt.NDArray[np.bool_]
    text: Mapping[str, str] = field(default_factory=dict)


def decode(source: Source, limit: int, wrong: str = "is no picture that can be read", also: str = "") -> Picture:
    """Return the first picture of a file of at most `limit` pixels, turned as its camera says.

    Raises `ReadError`; `wrong` says what it is not, and `also` what else it might be.
    """
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures from a limit of its own; ours is lower and is an error.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(source.data), formats=KINDS) as image:
                width, height = image.size
                if width * height <= limit:
                    return _pixels(image)
    except Image.DecompressionBombError as error:
        raise ReadError(f"is too large: the limit is {limit:,} pixels in all", source=source.name) from error
    except Exception as error:  # Pillow's decoders raise whatever a damaged file makes them stumble over
        # What is no picture at all is told by its place in memory.
        why = "" if isinstance(error, UnidentifiedImageError) else f": {' '.join(str(error).split())[:MOST_WORDS]}"
        raise ReadError(wrong + why.rstrip(": "), f"use a {also}{', '.join(KINDS)} file", source=source.name) from error
    raise ReadError(f"is too large: {width} x {height}, the limit is {limit:,} in all", source=source.name)


def _pixels(image: Any) -> Picture:
    from PIL import ImageOps

    text = {str(k): v for k, v in getattr(image, "text", {}).items() if isinstance(v, str)}
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith(("I", "F")):
        # 16 bits of grey, which Pillow would cut off at 255.
        deep = np.asarray(image)
        light = (np.clip(deep, 0, 65535).astype(np.uint32) >> 8).astype(np.uint8)
        opaque = np.ones(light.shape, np.bool_)
        return Picture(light[:, :, None].repeat(3, axis=2), light, opaque, text)
    clear = image.convert("RGBA")
    pixels = np.asarray(clear)
    return Picture(pixels[:, :, :3], np.asarray(clear.convert("L")), pixels[:, :, 3] >= HALF, text)
