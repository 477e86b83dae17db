"""Layer data of TMX files: how the tiles of a layer become the text of its `data` element.

Everything here goes block by block through generators, so that the text of a large map is held only once, by
whoever collects the blocks. A layer comes as small numbers, of which each stands for a GID of a list.
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

    Cells = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

Encoding = Literal["csv", "base64"]
Compression = Literal["none", "zlib", "gzip", "zstd"]

# Bytes at a time: enough for numpy, and little beside the text of a large layer.
BLOCK = 1 << 19
# Level 9 takes nine times as long for a tenth less.
ZLIB_LEVEL = 6
ZSTD_LEVEL = 3
GZIP_WINDOW = 31
# Sizes of a cell's text in bytes, its comma included, of which numpy takes many at a time.
WORDS = (2, 4, 8, 16)


class Compressor(Protocol):
    """Compress a stream piece by piece."""

    def compress(self, data: bytes, /) -> bytes:
        """Return what is ready after taking `data`, maybe nothing."""

    def flush(self) -> bytes:
        """Return the rest."""


def encoded(cells: Cells, gids: Sequence[int], encoding: Encoding, compression: Compression) -> Iterator[bytes]:
    """Return the text of a layer in pieces, in which the number `n` of `cells`, (rows, cols), stands as `gids[n]`.

    In CSV a row is a line; a comma ends each but the last. Raises `UsageError` for compressed CSV, and for
    zstd without its package.
    """
    if encoding == "csv":
        if compression != "none":
            raise UsageError(
                f"csv cannot be compressed with {compression}", "use encoding=base64, or leave encoding out"
            )
        return _csv(cells, gids)
    return packed(_little_endian(cells, gids), cells.size * 4, compression)


def packed(blocks: Iterable[bytes], size: int, compression: Compression) -> Iterator[bytes]:
    """Return the base64 text of `size` bytes in pieces; raise `UsageError` for zstd without its package."""
    if compression != "none":
        blocks = _compressed(blocks, _compressor(compression, size))
    return _base64(blocks)


def _blocks(cells: Cells, size: int) -> Iterator[Cells]:
    """Yield some rows at a time, of which each cell takes `size` bytes."""
    step = max(1, BLOCK // (size * cells.shape[1]))
    for row in range(0, len(cells), step):
        yield cells[row : row + step]


def _csv(cells: Cells, gids: Sequence[int]) -> Iterator[bytes]:
    """Write the text of each cell with its comma as one word of fixed width, then cut the padding out."""
    texts = [f"{gid},".encode() for gid in gids]
    word = next(size for size in WORDS if size >= max(map(len, texts)))
    # Numpy has no integers of 16 bytes, but takes anything of that size as quickly.
    table = np.frombuffer(b"".join(text.ljust(word, b"\0") for text in texts), f"V{word}")
    digits = b"".join(text[:1] for text in texts).ljust(256, b"\0")
    padded = any(len(text) < word for text in texts)
    done = 0
    for block in _blocks(cells, word):
        out = np.full((len(block), block.shape[1] * word + 1), ord(","), np.uint8)
        if word == WORDS[0] and not padded and block.dtype == np.uint8:
            single = np.frombuffer(block.tobytes().translate(digits), np.uint8)
            out[:, : -1 : WORDS[0]] = single.reshape(block.shape)
        else:
            out[:, :-1] = table.take(block).view(np.uint8).reshape(len(block), -1)
        out[:, -1] = ord("\n")
        done += len(block)
        text = out.tobytes()
        if padded:
            text = text.translate(None, b"\0")
        yield text if done < len(cells) else text[:-2] + b"\n"


def _little_endian(cells: Cells, gids: Sequence[int]) -> Iterator[bytes]:
    table = np.array(gids, "<u4")
    for block in _blocks(cells, table.itemsize):
        yield table.take(block).tobytes()


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
