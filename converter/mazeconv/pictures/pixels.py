"""Turn pixels into PNG bytes, strip by strip, so that no whole picture is ever in memory.

It is quick because it knows what pictures of tiles are like: few colours, packed into as few bits as they
need, and many equal rows, which the Up filter turns into zeros. Source: PNG specification, third edition (W3C).
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.pictures.deflate import WORTH, Deflater

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy.typing as npt

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_SIDE = (1 << 31) - 1
MAX_COLOURS = 256
# Measured on mazes at 1, 8 and 16 pixels a tile: level 4 comes within 14 % of level 6 in a third of its time;
# level 1 takes half as long as level 4 and makes files of up to twice the size.
LEVEL = 4
# A row is near another if fewer than one byte in so many differ.
NEAR = 8
FILTER_NONE = 0
FILTER_UP = 2
INDEXED = 3
TRUECOLOUR = {3: 2, 4: 6}
# One multiplication moves the 2-bit (4-bit) values of four (two) neighbouring bytes into the top byte.
GATHER = {2: (0x40100401, 24), 4: (0x1001, 8)}


class Strip(NamedTuple):
    """Hold some rows of a picture, each shown one or more times.

    `rows` is a uint8 array, (rows, width) of palette indices or (rows, width, 3 or 4) of RGB or RGBA; `repeats`
    is how often each row is shown, one number or one for each row. A strip is in memory with its repeats.
    """

    rows: npt.NDArray[np.uint8]
    repeats: npt.NDArray[np.intp] | int = 1


def encode(
    strips: Iterable[Strip],
    width: int,
    height: int,
    *,
    palette: npt.NDArray[np.uint8] | None = None,
    channels: int = 3,
    text: Mapping[str, str] | None = None,
) -> bytes:
    """Return a PNG file of `width` x `height` pixels.

    With a `palette`, a uint8 array of (1 to 256 colours, 3 or 4), strips hold indices and are stored with 1, 2,
    4 or 8 bits; without one they hold `channels` bytes a pixel. `text` goes into text chunks, in its own order.
    Raises `ValueError` when strips, sizes and palette do not fit together.
    """
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise ValueError(f"a PNG of {width} x {height} pixels cannot be")
    depth = 8 if palette is None else depth_of(len(palette))
    shape = (width,) if palette is not None else (width, channels)
    kind = INDEXED if palette is not None else TRUECOLOUR[channels]
    parts = [SIGNATURE, chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0))]
    parts += [_text(key, value) for key, value in (text or {}).items()]
    if palette is not None:
        parts += palette_chunks(palette)
    parts += [chunk(b"IDAT", data) for data in compressed(strips, shape, height, depth)]
    parts.append(chunk(b"IEND", b""))
    return b"".join(parts)


def compressed(strips: Iterable[Strip], shape: tuple[int, ...], height: int, depth: int) -> Iterator[bytes]:
    """Yield the compressed data of a picture piece by piece; `shape` is that of a row, which has `depth` bits a value.

    Raises `ValueError` when the strips do not make `height` rows of that shape.
    """
    stream = Deflater(LEVEL)
    shown = 0
    for strip in strips:
        if strip.rows.shape[1:] != shape:
            raise ValueError(f"strip rows of shape {strip.rows.shape[1:]} do not fit {shape}")
        repeats = np.broadcast_to(strip.repeats, len(strip.rows))
        shown += int(repeats.sum())
        if data := _data(_packed(strip.rows, depth), repeats, stream):
            yield data
    if shown != height:
        raise ValueError(f"the strips show {shown} rows, not {height}")
    yield stream.finish()


def depth_of(colours: int) -> int:
    """Return the bits that an index into so many colours needs: 1, 2, 4 or 8."""
    if not 1 <= colours <= MAX_COLOURS:
        raise ValueError(f"a palette has 1 to {MAX_COLOURS} colours, not {colours}")
    return next(bits for bits in (1, 2, 4, 8) if colours <= 1 << bits)


def pack(indices: npt.NDArray[np.uint8], depth: int) -> npt.NDArray[np.uint8]:
    """Return (rows, width) indices with `depth` bits each, the first highest, rows padded to whole bytes."""
    if depth == 1:
        return np.packbits(indices, axis=1)
    if depth == 8:  # noqa: PLR2004 - bytes are packed already
        return indices
    together = 8 // depth
    if spare := -indices.shape[1] % together:
        indices = np.pad(indices, ((0, 0), (0, spare)))
    words: npt.NDArray[np.unsignedinteger] = np.ascontiguousarray(indices).view(f"<u{together}")
    factor, shift = (words.dtype.type(number) for number in GATHER[depth])
    packed: npt.NDArray[np.uint8] = ((words * factor) >> shift).astype(np.uint8)
    return packed


def _packed(rows: npt.NDArray[np.uint8], depth: int) -> npt.NDArray[np.uint8]:
    return pack(rows, depth) if rows.ndim == 2 else rows.reshape(len(rows), -1)  # noqa: PLR2004 - indices


def _data(packed: npt.NDArray[np.uint8], repeats: npt.NDArray[np.intp], stream: Deflater) -> bytes:
    """Return what the stream gives for a strip; a long repeat is pasted in."""
    lines = _filtered(packed)
    width = packed.shape[1]
    if not len(repeats) or (int(repeats.max()) - 1) * width < WORTH:
        return stream.add(_repeated(lines, repeats).data)
    same = bytes([FILTER_UP]) + bytes(width)
    parts = []
    for line, times in zip(lines, repeats.tolist(), strict=True):
        parts.append(stream.add(line.data))
        if times > 1:
            parts.append(stream.repeat(same, times - 1))
    return b"".join(parts)


def _filtered(packed: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the scanlines: a row that is nearly the one above as its difference to it, others as they are."""
    lines = np.empty((len(packed), packed.shape[1] + 1), np.uint8)
    lines[:, 0] = FILTER_NONE
    lines[:, 1:] = packed
    change = packed[1:] - packed[:-1]
    near = np.flatnonzero(np.count_nonzero(change, axis=1) * NEAR < packed.shape[1])
    lines[near + 1, 0] = FILTER_UP
    lines[near + 1, 1:] = change[near]
    return lines


def _repeated(lines: npt.NDArray[np.uint8], repeats: npt.NDArray[np.intp]) -> npt.NDArray[np.uint8]:
    """Return the scanlines with the repeats of each, which are its difference to itself: zeros."""
    ends = np.cumsum(repeats)
    out = np.zeros((int(ends[-1]) if len(ends) else 0, lines.shape[1]), np.uint8)
    out[:, 0] = FILTER_UP
    out[ends - repeats] = lines
    return out


def palette_chunks(palette: npt.NDArray[np.uint8]) -> list[bytes]:
    """Return the chunks that hold the colours, and their transparency if there is any."""
    chunks = [chunk(b"PLTE", palette[:, :3].tobytes())]
    alpha = palette[:, 3:].tobytes().rstrip(b"\xff")
    if alpha:
        chunks.append(chunk(b"tRNS", alpha))
    return chunks


def _text(key: str, value: str) -> bytes:
    if value.isascii():
        return chunk(b"tEXt", key.encode("ascii") + b"\0" + value.encode("ascii"))
    # Kept uncompressed: readers refuse texts that inflate to more than they expect.
    return chunk(b"iTXt", key.encode("ascii") + b"\0\0\0\0\0" + value.encode("utf-8"))


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
