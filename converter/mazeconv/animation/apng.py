"""A film as an animated PNG, which every reader of PNG opens as a still of its first frame.

Source: PNG specification, third edition (W3C): acTL, fcTL and fdAT.
"""

from __future__ import annotations

import struct
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from mazeconv.animation.film import Film, Patch, patches
from mazeconv.pictures.pixels import INDEXED, SIGNATURE, Strip, chunk, compressed, depth_of, palette_chunks

if TYPE_CHECKING:
    from collections.abc import Iterator

# What is clear leaves the pixel below as it is; the first frame has none below.
REPLACE, LAY_OVER = 0, 1
KEEP = 0
FOR_EVER = 0
THOUSANDTHS = 1000


def encode(film: Film) -> Iterator[bytes]:
    """Yield the file piece by piece, one for each frame."""
    palette = film.sheet.palette[:, :3]
    if film.clear is not None:
        palette = np.vstack((np.insert(palette, 3, 255, axis=1), np.zeros((1, 4), np.uint8)))
    depth = depth_of(len(palette))
    head = struct.pack(">IIBBBBB", film.width, film.height, depth, INDEXED, 0, 0, 0)
    parts = [SIGNATURE, chunk(b"IHDR", head), chunk(b"acTL", struct.pack(">II", len(film.frames), FOR_EVER))]
    parts += palette_chunks(palette)
    numbers = count()
    for patch in patches(film):
        first = len(parts) > 1
        parts.append(_control(patch, next(numbers), REPLACE if first else LAY_OVER))
        height, width = patch.indices.shape
        for data in compressed([Strip(patch.indices)], (width,), height, depth):
            parts.append(chunk(b"IDAT", data) if first else chunk(b"fdAT", struct.pack(">I", next(numbers)) + data))
        yield b"".join(parts)
        parts = []
    yield chunk(b"IEND", b"")


def _control(patch: Patch, number: int, blend: int) -> bytes:
    height, width = patch.indices.shape
    place = struct.pack(">IIIII", number, width, height, patch.left, patch.top)
    return chunk(b"fcTL", place + struct.pack(">HHBB", patch.milliseconds, THOUSANDTHS, KEEP, blend))
