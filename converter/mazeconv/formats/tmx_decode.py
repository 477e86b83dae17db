"""Layer data of TMX and TMJ files that may be hostile: how the text of a `data` element becomes GIDs.

Nothing is inflated beyond the size that the map names, and every cell is checked.
"""

from __future__ import annotations

import re
import warnings
import zlib
from binascii import Error as BinasciiError
from binascii import a2b_base64
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.formats.tmx_data import GZIP_WINDOW

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from mazeconv.errors import ReadError

    Gids = npt.NDArray[np.uint32]

# Characters of CSV at a time: what is worked on stays in the processor's cache.
BLOCK = 1 << 18
COMMA, ZERO = ord(","), ord("0")
# The four upper bits turn a tile; what is left is its GID.
TURNS = 0xF000_0000
LEAST, MOST = -(1 << 31), (1 << 32) - 1
CELL = re.compile(r"\s*-?\s*[0-9]{1,10}\s*", re.ASCII)
ZSTD_WINDOW = 1 << 27


class Text(NamedTuple):
    """Point to a text in the bytes of a file, so that large layers are held only once."""

    data: bytes
    start: int
    end: int

    @property
    def bytes(self) -> bytes:
        """Return a copy."""
        return self.data[self.start : self.end]


class Block(NamedTuple):
    """Say what stands in a text: its size in tiles and how it is stored.

    `fail(message, hint)` returns the error that names the file, the line and the layer.
    """

    rows: int
    cols: int
    encoding: str
    compression: str
    fail: Callable[[str, str], ReadError]

    @property
    def size(self) -> int:
        """Return the number of tiles."""
        return self.rows * self.cols


def decoded(text: Text, block: Block) -> Gids:
    """Return the GIDs as uint32 of shape (rows, cols), without the bits that turn a tile.

    Raises `ReadError` for junk and for too few or too many tiles, and `UsageError` for zstd without its package.
    """
    if block.encoding == "csv":
        if block.compression:
            raise block.fail(f"compresses csv with {block.compression}", "save it in Tiled")
        gids = _csv(text, block)
    elif block.encoding == "base64":
        gids = _base64(text.bytes, block)
    else:
        raise block.fail(f"has the unknown encoding {block.encoding!r}", "csv and base64 are known")
    return _unturned(gids, block)


def from_list(values: list[int], block: Block) -> Gids:
    """Return GIDs that stand one by one, as in old files, checked and shaped as `decoded` does it."""
    if len(values) != block.size:
        raise _wrong_count(len(values), block)
    return _unturned(np.array(values, np.uint32), block)


def _unturned(gids: Gids, block: Block) -> Gids:
    gids &= np.uint32(~TURNS & MOST)
    return gids.reshape(block.rows, block.cols)


def _csv(text: Text, block: Block) -> Gids:
    data, start, end = text
    while end > start and data[end - 1 : end].isspace():
        end -= 1
    # Tiled writes no comma at the end, other programs do.
    if data[end - 1 : end] == b"," and end > start:
        end -= 1
    # Asked before memory is taken for them: each tile but the last is two characters at least.
    if end - start < 2 * block.size - 1:
        raise _wrong_count(data.count(b",", start, end) + (end > start), block)
    out = np.empty(block.size, np.uint32)
    done = negative = 0
    while start <= end:
        cut = data.find(b",", start + BLOCK, end)
        cut = end if cut < 0 else cut
        cells = data[start:cut]
        values = _words(cells)
        if values is None:
            values = _numbers(cells)
            if values is None:
                raise _bad_cell(cells, done, block)
            negative += int(np.count_nonzero(values < 0))
        if done + len(values) > block.size:
            raise _wrong_count(done + data.count(b",", start, end) + 1, block)
        out[done : done + len(values)] = values
        done += len(values)
        start = cut + 1
    if done < block.size:
        raise _wrong_count(done, block)
    if negative:
        warnings.warn(
            f"{negative} GIDs are negative and taken as unsigned, as programs that save 32 bits mean them",
            MazeconvNotice,
            stacklevel=2,
        )
    return out


def _words(cells: bytes) -> npt.NDArray[Any] | None:
    """Return numbers of up to eight digits with commas, and lines that end in one, between; None for anything else.

    This is the quick way for what Tiled writes. Each number's last characters are read as one word of four or eight
    bytes, in which those before the number are shifted out; its digits are then added up in pairs, and pairs of pairs.
    """
    lines = cells.strip(b"\n").split(b"\n")
    if not all(line.endswith(b",") for line in lines[:-1]):
        return None
    text = np.frombuffer(b"".join([b"0000000,", *lines, b","]), np.uint8)
    if text.size % 2 == 0 and (text[9::2] == COMMA).all():
        digits = text[8::2] - np.uint8(ZERO)
        return digits if digits.max() < 10 else None  # noqa: PLR2004 - a digit
    commas = text == COMMA
    if np.count_nonzero(commas) + np.count_nonzero(text - np.uint8(ZERO) < 10) != text.size:  # noqa: PLR2004
        return None
    cuts = np.flatnonzero(commas)
    lengths = np.diff(cuts) - 1
    longest = lengths.max()
    if lengths.min() < 1 or longest > 8:  # noqa: PLR2004 - the bytes of the longest word
        return None
    kind: Any = np.uint32 if longest <= 4 else np.uint64  # noqa: PLR2004
    bits = np.dtype(kind).itemsize * 8
    starts = cuts[1:] - bits // 8
    words: npt.NDArray[Any] = np.ndarray(
        (text.size - bits // 8 + 1,), np.dtype(kind).newbyteorder("<"), text, 0, (1,)
    ).take(starts)
    # The first character is the lowest byte, so the number's last digit is the highest.
    before = (bits - 8 * lengths).astype(kind)
    words = ((words ^ kind(0x3030303030303030 & ((1 << bits) - 1))) >> before) << before
    for size, mask in ((8, 0x00FF00FF00FF00FF), (16, 0x0000FFFF0000FFFF), (32, 0x00000000FFFFFFFF)):
        if size < bits:
            words = (words * kind(10 ** (size // 8)) + (words >> kind(size))) & kind(mask & ((1 << bits) - 1))
    return words


def _numbers(cells: bytes) -> npt.NDArray[np.int64] | None:
    """Return the whole numbers of a text with commas between, or None when one is none or no GID."""
    bare = cells.translate(None, b" \t\r\n")
    if bare.translate(None, b"0123456789,-") or b",," in bare or bare[:1] in b"," or bare[-1:] in b",":
        return None
    with warnings.catch_warnings():
        # Older numpy only warns of a text that is no number.
        warnings.simplefilter("error")
        try:
            values = np.fromstring(cells.decode("ascii"), np.int64, sep=",")
        except (ValueError, DeprecationWarning):
            return None
    if len(values) != bare.count(b",") + 1 or values.min() < LEAST or values.max() > MOST:
        return None
    return values


def _bad_cell(cells: bytes, done: int, block: Block) -> ReadError:
    for number, cell in enumerate(cells.decode("utf-8", "replace").split(",")):
        if not CELL.fullmatch(cell) or not LEAST <= int("".join(cell.split())) <= MOST:
            row, col = divmod(done + number, block.cols)
            return block.fail(
                f"holds {cell.strip()[:20]!r} in row {row + 1}, column {col + 1}", "a GID is a whole number"
            )
    return block.fail("holds something other than numbers", "a GID is a whole number")


def _wrong_count(count: int, block: Block) -> ReadError:
    if count > block.size:
        return block.fail(f"holds {count} tiles, but {block.cols} x {block.rows} is {block.size}", "")
    row, col = divmod(count, block.cols)
    return block.fail(
        f"ends before row {row + 1}, column {col + 1}: it holds {count} tiles of {block.size}",
        f"it must hold {block.cols} x {block.rows} tiles",
    )


def _base64(text: bytes, block: Block) -> Gids:
    try:
        data = a2b_base64(b"".join(text.split()), strict_mode=True)
    except (BinasciiError, ValueError) as error:
        raise block.fail(f"is no base64: {error}".lower(), "save the map in Tiled") from error
    size = 4 * block.size
    # One byte more than fits shows that there is more.
    raw = _inflated(data, size + 1, block) if block.compression else data
    if len(raw) > size:
        raise block.fail(f"holds more tiles than {block.cols} x {block.rows}", "")
    if len(raw) < size:
        raise _wrong_count(len(raw) // 4, block)
    return np.frombuffer(raw, "<u4").astype(np.uint32)


def _inflated(data: bytes, limit: int, block: Block) -> bytes:
    try:
        if block.compression == "zstd":
            return _zstd(data, limit)
        if block.compression not in ("zlib", "gzip"):
            raise block.fail(f"has the unknown compression {block.compression!r}", "zlib, gzip and zstd are known")
        inflater = zlib.decompressobj(GZIP_WINDOW if block.compression == "gzip" else zlib.MAX_WBITS)
        return inflater.decompress(data, limit)
    except zlib.error as error:
        raise block.fail(f"is no {block.compression}: {error}".lower(), "save the map in Tiled") from error
    except _zstd_errors() as error:
        raise block.fail(f"is no zstd: {error}".lower(), "save the map in Tiled") from error


def _zstd(data: bytes, limit: int) -> bytes:
    module = _zstd_module()
    if module.__name__ == "zstandard":
        with module.ZstdDecompressor(max_window_size=ZSTD_WINDOW).stream_reader(data) as reader:
            raw: bytes = reader.read(limit)
    else:
        options = {module.DecompressionParameter.window_log_max: ZSTD_WINDOW.bit_length() - 1}
        raw = module.ZstdDecompressor(options=options).decompress(data, limit)
    return raw


def _zstd_module() -> Any:
    # Part of Python from 3.14 on.
    for name in ("compression.zstd", "zstandard"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise UsageError(
        "a layer is compressed with zstd, which needs the package zstandard",
        'pip install "mazeconv[zstd]", or save the map with zlib',
    )


def _zstd_errors() -> tuple[type[Exception], ...]:
    """Return the errors of the zstd package at hand; asked only when something was raised."""
    try:
        return (_zstd_module().ZstdError,)
    except UsageError:
        return ()
