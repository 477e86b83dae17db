"""Layer data of TMX files: how the tiles of a layer become the text of its `data` element.

Everything here goes block by block through generators, so that the text of a large map is held only once, by
whoever collects the blocks. At most three different GIDs occur in a layer: one for each role.
"""

from __future__ import annotations

import zlib
from binascii import b2a_base64
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from mazeconv.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy.typing as npt

Encoding = Literal["csv", "base64"]
Compression = Literal["none", "zlib", "gzip", "zstd"]

BLOCK = 1 << 18
# Level 9 takes nine times as long for a tenth less.
ZLIB_LEVEL = 6
ZSTD_LEVEL = 3
GZIP_WINDOW = 31


class Compressor(Protocol):
    """Compress a stream piece by piece."""

    def compress(self, data: bytes, /) -> bytes:
        """Return what is ready after taking `data`, maybe nothing."""

    def flush(self) -> bytes:
        """Return the rest."""


def encoded(
    tiles: npt.NDArray[np.uint8], gids: Sequence[int], encoding: Encoding, compression: Compression
) -> Iterator[bytes]:
    """Return the text of a layer in pieces, in which role `r` of `tiles` stands as `gids[r]`.

    In CSV a row is a line; a comma ends each but the last. Raises `UsageError` for compressed CSV, and for
    zstd without its package.
    """
    if encoding == "csv":
        if compression != "none":
            raise UsageError(
                f"csv cannot be compressed with {compression}", "use encoding=base64, or leave encoding out"
            )
        return _csv(tiles, gids)
    return packed(_little_endian(tiles, gids), tiles.size * 4, compression)


def packed(blocks: Iterable[bytes], size: int, compression: Compression) -> Iterator[bytes]:
    """Return the base64 text of `size` bytes in pieces; raise `UsageError` for zstd without its package."""
    if compression != "none":
        blocks = _compressed(blocks, _compressor(compression, size))
    return _base64(blocks)


def _blocks(tiles: npt.NDArray[np.uint8]) -> Iterator[npt.NDArray[np.uint8]]:
    step = max(1, BLOCK // tiles.shape[1])
    for row in range(0, len(tiles), step):
        yield tiles[row : row + step]


def _csv(tiles: npt.NDArray[np.uint8], gids: Sequence[int]) -> Iterator[bytes]:
    """Write a digit place of all tiles at once into rows of fixed width, then cut the padding out."""
    width = max(len(str(gid)) for gid in gids)
    padded = [str(gid).encode().rjust(width, b"\0") for gid in gids]
    places = [bytes(text[place] for text in padded).ljust(256, b"\0") for place in range(width)]
    uneven = any(b"\0" in text for text in padded)
    done = 0
    for block in _blocks(tiles):
        roles = block.tobytes()
        out = np.full((len(block), block.shape[1] * (width + 1) + 1), ord(","), np.uint8)
        out[:, -1] = ord("\n")
        for place, digits in enumerate(places):
            out[:, place : -1 : width + 1] = np.frombuffer(roles.translate(digits), np.uint8).reshape(block.shape)
        done += len(block)
        text = out.tobytes()
        if uneven:
            text = text.translate(None, b"\0")
        yield text if done < len(tiles) else text[:-2] + b"\n"


def _little_endian(tiles: npt.NDArray[np.uint8], gids: Sequence[int]) -> Iterator[bytes]:
    table = np.array(gids, "<u4")
    for block in _blocks(tiles):
        yield table[block].tobytes()


def _compressed(blocks: Iterable[bytes], compressor: Compressor) -> Iterator[bytes]:
    for block in blocks:
        yield compressor.compress(block)
    yield compressor.flush()


def _base64(blocks: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for block in blocks:
        data = rest + block
        whole = len(data) - len(data) % 3
        rest = data[whole:]
        yield b2a_base64(memoryview(data)[:whole], newline=False)
    yield b2a_base64(rest)


def _compressor(compression: Compression, size: int) -> Compressor:
    if compression == "zstd":
        return _zstd(size)
    # zlib's own gzip header holds no name and the time 0.
    window = GZIP_WINDOW if compression == "gzip" else zlib.MAX_WBITS
    return zlib.compressobj(ZLIB_LEVEL, zlib.DEFLATED, window)


def _zstd(size: int) -> Compressor:
    """Return a compressor that notes `size` in the frame, since several readers refuse a frame without."""
    compressor: Any
    try:
        # Part of Python from 3.14 on.
        compressor = import_module("compression.zstd").ZstdCompressor(level=ZSTD_LEVEL)
        compressor.set_pledged_input_size(size)
    except ImportError:
        try:
            compressor = import_module("zstandard").ZstdCompressor(level=ZSTD_LEVEL).compressobj(size=size)
        except ImportError as error:
            raise UsageError(
                "compression=zstd needs the package zstandard",
                'pip install "mazeconv[zstd]", or use compression=zlib',
            ) from error
    checked: Compressor = compressor
    return checked
