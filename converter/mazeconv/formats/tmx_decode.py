"""Layer data of TMX and TMJ files that may be hostile: how the text of a `data` element becomes GIDs.

Nothing is inflated beyond the size that the map names, and every cell is checked.
"""

from __future__ import annotations

import re
import zlib
from binascii import Error as BinasciiError
from binascii import a2b_base64
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeconv.errors import UsageError, notify
from mazeconv.formats.tmx_data import GZIP_WINDOW
from mazeconv.formats.tmx_numbers import LEAST, MOST, numbers_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from mazeconv.errors import ReadError

    Gids = npt.NDArray[np.uint32]

# Characters of CSV, or bytes, at a time: what is worked on stays in the processor's cache.
BLOCK = 1 << 16
# More than all arrays of a block together.
KEPT = 1 << 22
# The four upper bits turn a tile; what is left is its GID.
TURNS = 0xF000_0000
BARE = 0xFFFF_FFFF ^ TURNS
CELL = re.compile(r"\s*-?[0-9]{1,10}\s*", re.ASCII)
ZSTD_WINDOW = 1 << 27
MEND = "give the layer the width and height that it has, or open and save the map in Tiled"


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

    `fail(message, hint)` returns the error that names the file, the line and the layer; the number of the cell that is
    wrong may follow. `turned` keeps the bits that
    turn a tile.
    """

    rows: int
    cols: int
    encoding: str
    compression: str
    fail: Callable[..., ReadError]
    turned: bool = False

    @property
    def size(self) -> int:
        """Return the number of tiles."""
        return self.rows * self.cols


def decoded(text: Text, block: Block) -> Gids:
    """Return the GIDs as uint32 of shape (rows, cols), without the bits that turn a tile unless told otherwise.

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
    if not block.turned:
        gids &= np.uint32(BARE)
    return gids.reshape(block.rows, block.cols)


def _csv(text: Text, block: Block) -> Gids:
    data, start, _ = text
    end = _without_space(text)
    # Tiled writes no comma at the end, other programs do.
    if data[end - 1 : end] == b"," and end > start:
        end -= 1
    # Asked before memory is taken for them: each tile but the last is two characters at least.
    if end - start < 2 * block.size - 1:
        raise _wrong_count(data.count(b",", start, end) + (end > start), block)
    out = np.empty(block.size, np.uint32)
    done = negative = 0
    # Given back at once: from then on glibc keeps what the arrays of a block give back for those of the next one, where
    # it would else ask the system for it anew, which takes longer than the sums.
    if end - start > KEPT:
        np.empty(KEPT, np.uint8)
    while start <= end:
        cut = data.find(b",", start + BLOCK, end)
        cut = end if cut < 0 else cut
        cells = data[start:cut]
        values = numbers_in(cells)
        if values is None:
            raise _bad_cell(cells, done, block)
        negative += int(np.count_nonzero(values < 0)) if values.dtype == np.int64 else 0
        if done + len(values) > block.size:
            raise _wrong_count(done + data.count(b",", start, end) + 1, block)
        out[done : done + len(values)] = values
        done += len(values)
        start = cut + 1
    if done < block.size:
        raise _wrong_count(done, block)
    if negative:
        notify(f"{negative} GIDs are negative and taken as unsigned, as programs that save 32 bits mean them")
    return out


def _without_space(text: Text) -> int:
    """Return where a text ends without the white space at its end, which may be long; nothing large is copied."""
    data, start, end = text
    while end > start:
        tail = data[max(start, end - BLOCK) : end]
        bare = len(tail.rstrip())
        end -= len(tail) - bare
        if bare:
            break
    return end


def _bad_cell(cells: bytes, done: int, block: Block) -> ReadError:
    for number, cell in enumerate(cells.decode("utf-8", "replace").split(",")):
        if not CELL.fullmatch(cell) or not LEAST <= int("".join(cell.split())) <= MOST:
            row, col = divmod(done + number, block.cols)
            text = f"holds {cell.strip()[:20]!r} in row {row + 1}, column {col + 1}"
            return block.fail(text, "a GID is a whole number", done + number)
    return block.fail("holds something other than numbers", "a GID is a whole number")


def _wrong_count(count: int, block: Block) -> ReadError:
    if count > block.size:
        return block.fail(f"holds {count} tiles, but {block.cols} x {block.rows} is {block.size}", MEND)
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
    # Memory is taken where something is written, so that a size alone takes none.
    out = np.empty(block.size, "<u4")
    room = out.view(np.uint8).data
    done = 0
    for piece in _inflated(data, block) if block.compression else (data,):
        if len(piece) > len(room) - done:
            raise block.fail(f"holds more tiles than {block.cols} x {block.rows}", MEND)
        room[done : done + len(piece)] = piece
        done += len(piece)
    if done < len(room):
        raise _wrong_count(done // 4, block)
    return out.astype(np.uint32, copy=False)


def _inflated(data: bytes, block: Block) -> Iterator[bytes]:
    """Yield what is in compressed data, a piece at a time, so that nobody has to hold it whole."""
    try:
        if block.compression == "zstd":
            yield from _zstd(data)
            return
        if block.compression not in ("zlib", "gzip"):
            raise block.fail(f"has the unknown compression {block.compression!r}", "zlib, gzip and zstd are known")
        inflater = zlib.decompressobj(GZIP_WINDOW if block.compression == "gzip" else zlib.MAX_WBITS)
        # What is left over of a piece is copied each time, so the pieces are small.
        for start in range(0, len(data), BLOCK):
            left = data[start : start + BLOCK]
            while piece := inflater.decompress(left, BLOCK):
                yield piece
                left = inflater.unconsumed_tail
    except zlib.error as error:
        raise block.fail(f"is no {block.compression}: {error}".lower(), "save the map in Tiled") from error
    except _zstd_errors() as error:
        raise block.fail(f"is no zstd: {error}".lower(), "save the map in Tiled") from error


def _zstd(data: bytes) -> Iterator[bytes]:
    module = _zstd_module()
    if module.__name__ == "zstandard":
        with module.ZstdDecompressor(max_window_size=ZSTD_WINDOW).stream_reader(data) as reader:
            while piece := reader.read(BLOCK):
                yield piece
        return
    options = {module.DecompressionParameter.window_log_max: ZSTD_WINDOW.bit_length() - 1}
    inflater = module.ZstdDecompressor(options=options)
    while piece := inflater.decompress(data, BLOCK):
        yield piece
        if inflater.eof:
            return
        data = b""


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
