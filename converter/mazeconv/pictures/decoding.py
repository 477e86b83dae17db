"""Pictures from anywhere as pixels: bounded before they are decoded, whatever their depth and palette."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from msgspec import Struct, field

from mazeconv.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import numpy.typing as npt

    from mazeconv.source import Source

# Characters of what a decoder says.
MOST_WORDS = 80
KINDS = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "TIFF")
BEGINNINGS = (b"\x89PNG", b"GIF8", b"BM", b"\xff\xd8\xff", b"RIFF", b"II*\0", b"MM\0*")
HALF = 128
BLOCK = 1 << 19
T = TypeVar("T")


class Picture(Struct, frozen=True):
    """Hold a picture: `colours` is uint8[rows, cols, 3], `light` uint8[rows, cols], `opaque` bool[rows, cols].

    They may be views that cannot be written to. `text` is what a PNG file says of itself.
    """

    colours: npt.NDArray[np.uint8]
    light: npt.NDArray[np.uint8]
    opaque: npt.NDArray[np.bool_]
    text: Mapping[str, str] = field(default_factory=dict)


def decode(
    source: Source, limit: int, wrong: str = "is no picture that can be read", also: str = "", more: str = ""
) -> Picture:
    """Return the first picture of a file of at most `limit` pixels, turned as its camera says.

    Raises `ReadError`; `wrong` says what it is not, `also` what else it might be, and `more` how to allow more pixels.
    """
    return opened(source, limit, _pixels, wrong=wrong, also=also, more=more)


def opened(
    source: Source,
    limit: int,
    use: Callable[[Any], T],
    kinds: tuple[str, ...] = KINDS,
    *,
    wrong: str,
    also: str = "",
    more: str = "",
) -> T:
    """Return what `use` makes of the first picture of a file, of one of the `kinds`, as Pillow opens it.

    One of more than `limit` pixels is not decoded. Raises `ReadError`, whose words are as for `decode`.
    """
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    smaller = "make the picture smaller" + (f", or {more}" if more else "")
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures from a limit of its own; ours is lower and is an error.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(source.data), formats=kinds) as image:
                width, height = image.size
                if width * height <= limit:
                    return use(image)
    except Image.DecompressionBombError as error:
        # A limit that can be raised goes no further than Pillow's.
        most = 2 * (Image.MAX_IMAGE_PIXELS or limit) if more else limit
        message = f"is too large: no picture of more than {most:,} pixels is decoded"
        raise ReadError(message, "make the picture smaller", source=source.name) from error
    except Exception as error:  # Pillow's decoders raise whatever a damaged file makes them stumble over
        # What is no picture at all is told by its place in memory.
        why = "" if isinstance(error, UnidentifiedImageError) else f": {' '.join(str(error).split())[:MOST_WORDS]}"
        raise ReadError(wrong + why.rstrip(": "), f"use a {also}{', '.join(kinds)} file", source=source.name) from error
    raise ReadError(f"is too large: {width} x {height}, the limit is {limit:,} in all", smaller, source=source.name)


def _pixels(image: Any) -> Picture:
    """Return the pixels, some rows at a time: what is seldom needed at once for all is held for few."""
    from PIL import ImageOps

    text = {str(k): v for k, v in getattr(image, "text", {}).items() if isinstance(v, str)}
    ImageOps.exif_transpose(image, in_place=True)
    image.load()
    cols, rows = image.size
    deep = image.mode.startswith(("I", "F"))
    clear = image.has_transparency_data and not deep
    grey = deep or (image.mode in ("1", "L") and not clear)
    light = np.empty((rows, cols), np.uint8)
    # Where all is alike, one value or one channel stands for all.
    colours = np.broadcast_to(light[:, :, None], (rows, cols, 3)) if grey else np.empty((rows, cols, 3), np.uint8)
    opaque = np.empty((rows, cols), np.bool_) if clear else np.broadcast_to(np.True_, (rows, cols))
    for part in bands(rows, cols):
        band = image.crop((0, part.start, cols, part.stop))
        if deep:
            # 16 bits of grey, which Pillow would cut off at 255.
            light[part] = np.clip(np.asarray(band), 0, 65535).astype(np.uint32) >> 8
            continue
        band = band.convert("RGBA")
        light[part] = np.asarray(band.convert("L"))
        pixels = np.asarray(band)
        if not grey:
            colours[part] = pixels[:, :, :3]
        if clear:
            opaque[part] = pixels[:, :, 3] >= HALF
    return Picture(colours, light, opaque, text)


def bands(rows: int, cols: int) -> Iterator[slice]:
    """Yield slices of rows, each of some hundred thousand pixels, that together are all rows."""
    step = max(1, BLOCK // cols)
    for row in range(0, rows, step):
        yield slice(row, min(row + step, rows))
