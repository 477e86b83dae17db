"""A film as an animated GIF: one table of colours, and of each frame only the rectangle that changes.

Source: Graphics Interchange Format, version 89a (CompuServe, 1990), and the looping extension of Netscape 2.0.
"""

from __future__ import annotations

import struct
from io import BytesIO
from typing import TYPE_CHECKING

from mazeconv.animation.film import Film, Patch, patches

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

EXTENSION, IMAGE, TRAILER = 0x21, 0x2C, b"\x3b"
FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
KEEP = 1 << 2
# Times are in hundredths of a second. Below two, viewers show a frame for a tenth.
MILLISECONDS, LEAST = 10, 2
HEADER, SCREEN, DESCRIPTOR = 6, 7, 10


def encode(film: Film) -> Iterator[bytes]:
    """Yield the file piece by piece, one for each frame."""
    colours = film.sheet.palette[:, :3].tobytes()
    bits = max(1, (len(film.sheet.palette) + (film.clear is not None) - 1).bit_length())
    head = struct.pack("<6sHHBBB", b"GIF89a", film.width, film.height, 0xF0 | bits - 1, 0, 0)
    head += colours.ljust(3 << bits, b"\0") + FOR_EVER
    for number, patch in enumerate(patches(film)):
        yield head + _frame(patch, None if number == 0 else film.clear)
        head = b""
    yield TRAILER


def _frame(patch: Patch, clear: int | None) -> bytes:
    time = max(LEAST, round(patch.milliseconds / MILLISECONDS))
    control = struct.pack("<BBBBHBB", EXTENSION, 0xF9, 4, KEEP | (clear is not None), time, clear or 0, 0)
    height, width = patch.indices.shape
    place = struct.pack("<BHHHHB", IMAGE, patch.left, patch.top, width, height, 0)
    return control + place + _packed(patch.indices)


def _packed(indices: npt.NDArray[np.uint8]) -> bytes:
    """Return the indices as LZW data in blocks: what follows the descriptor in Pillow's file of one image."""
    from PIL import Image

    file = BytesIO()
    Image.fromarray(indices).save(file, "GIF", optimize=False, interlace=0)
    data = file.getbuffer()
    at = HEADER + SCREEN + _table(data[HEADER + 4])
    while data[at] != IMAGE:
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    at += DESCRIPTOR + _table(data[at + DESCRIPTOR - 1])
    return bytes(data[at:-1])


def _table(flags: int) -> int:
    """Return the length of the table of colours that a byte of flags announces."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0
