"""A zlib stream into which long repetitions are pasted ready-made instead of being compressed again and again.

A picture of large tiles is mostly repeats of lines. The stream is brought to a byte boundary without history (a full
flush), and the compressed form of the repeats, made once for each length, is put in as it is. Source: RFC 1950, 1951.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

RAW = -15
# A full flush costs some bytes and forgets the 32 KB that deflate looks back on. Measured on mazes: from half of that
# on, files grow by a few hundredths (small ones by a third at worst) and are made 3 to 6 times as fast.
WORTH = 1 << 14
ADLER_BASE = 65521


class Deflater:
    """Take bytes and give a zlib stream piece by piece: each method returns what is ready."""

    def __init__(self, level: int) -> None:
        self._level = level
        self._stream = zlib.compressobj(level, zlib.DEFLATED, RAW)
        self._adler = 1
        self._ready: dict[tuple[bytes, int], tuple[bytes, int]] = {}
        self._head = zlib.compress(b"", level)[:2]

    def add(self, data: ReadableBuffer) -> bytes:
        """Compress `data`."""
        self._adler = zlib.adler32(data, self._adler)
        head, self._head = self._head, b""
        return head + self._stream.compress(data)

    def repeat(self, data: bytes, times: int) -> bytes:
        """Compress `data` repeated `times` times."""
        length = len(data) * times
        if length < WORTH:
            return self.add(data * times)
        pasted, adler = self._pasted(data, times)
        self._adler = joined(self._adler, adler, length)
        return self.add(b"") + self._stream.flush(zlib.Z_FULL_FLUSH) + pasted

    def finish(self) -> bytes:
        """End the stream; nothing can be added any more."""
        return self.add(b"") + self._stream.flush() + self._adler.to_bytes(4, "big")

    def _pasted(self, data: bytes, times: int) -> tuple[bytes, int]:
        if (data, times) not in self._ready:
            stream = zlib.compressobj(self._level, zlib.DEFLATED, RAW)
            parts, adler = [], 1
            for _ in range(times):
                parts.append(stream.compress(data))
                adler = zlib.adler32(data, adler)
            parts.append(stream.flush(zlib.Z_FULL_FLUSH))
            self._ready[data, times] = b"".join(parts), adler
        return self._ready[data, times]


def joined(first: int, second: int, length: int) -> int:
    """Return the Adler-32 of two runs of bytes from that of each and the second's length."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + ((first & 0xFFFF) - 1) * length
    return high % ADLER_BASE << 16 | low % ADLER_BASE
