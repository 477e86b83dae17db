"""The one random source: SplitMix64 as a counter, the same numbers on every platform and for ever.

Word k (from 1) of a stream is the upper half of `mix64(seed + k * GAMMA)`. Source: G. Steele, D. Lea, C. Flood, "Fast
splittable pseudorandom number generators", OOPSLA 2014; constants of Stafford's variant 13.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import chain, count
from typing import TYPE_CHECKING

from msgspec import Struct

try:
    # The same function; hashlib loads OpenSSL too, which takes longer than a small maze.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

GAMMA = 0x9E3779B97F4A7C15
M1 = 0xBF58476D1CE4E5B9
M2 = 0x94D049BB133111EB
MASK64 = (1 << 64) - 1
MASK32 = (1 << 32) - 1
# The first chunk is short, as most mazes are small; each later one is twice as long, to amortise numpy's cost per call.
FIRST_CHUNK = 1 << 8
CHUNK = 1 << 16
NUMBER = re.compile(r"-?[0-9]+", re.ASCII)


def mix64(z: int) -> int:
    """Return the SplitMix64 finaliser of `z` modulo 2^64."""
    z &= MASK64
    z = ((z ^ (z >> 30)) * M1) & MASK64
    z = ((z ^ (z >> 27)) * M2) & MASK64
    return z ^ (z >> 31)


def mix64_array(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return `mix64` of every number."""
    import numpy as np

    z = (z ^ (z >> np.uint64(30))) * np.uint64(M1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(M2)
    return z ^ (z >> np.uint64(31))


def seed_of(text: str) -> int:
    """Return the 64-bit seed that a text stands for.

    ASCII digits, with or without a minus, are a number modulo 2^64; any other text is the first 8 bytes, big-endian,
    of the 64-byte BLAKE2b digest of its NFC form in UTF-8.
    """
    if NUMBER.fullmatch(text):
        # int() refuses very long texts, so the number is taken modulo 2^64 in pieces.
        value = 0
        for start in range(0, len(digits := text.lstrip("-")), 1000):
            piece = digits[start : start + 1000]
            value = (value * pow(10, len(piece), 1 << 64) + int(piece)) & MASK64
        return -value & MASK64 if text.startswith("-") else value
    digest = blake2b(unicodedata.normalize("NFC", text).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")


@cache
def tag_of(name: str) -> int:
    """Return the 64-bit tag of a consumer's name."""
    return int.from_bytes(blake2b(name.encode()).digest()[:8], "big")


class Stream(Struct, frozen=True):
    """Stand for one endless sequence of 32-bit words; children never shift one another."""

    seed: int

    @classmethod
    def of(cls, text: str) -> Stream:
        """Return the root stream of a seed as people type it."""
        return cls(seed_of(text))

    def child(self, name: str, index: int = 0) -> Stream:
        """Return the stream of the consumer `name`, the `index`-th of its kind."""
        return Stream(mix64(mix64(self.seed ^ tag_of(name)) + index))

    def child_seeds(self, name: str, first: int, count: int) -> npt.NDArray[np.uint64]:
        """Return the seeds of `count` streams of the consumer `name`, from the `first`-th on, as an array."""
        import numpy as np

        base = np.uint64(mix64(self.seed ^ tag_of(name)))
        with np.errstate(over="ignore"):
            return mix64_array(base + np.arange(first, first + count, dtype=np.uint64))

    def word(self, k: int = 1) -> int:
        """Return the k-th word, the first of all being 1."""
        return mix64(self.seed + k * GAMMA) >> 32

    def words(self) -> Iterator[int]:
        """Return the words from the first on, as an iterator of Python integers."""
        return chain.from_iterable(self._chunks())

    def block(self, first: int, size: int) -> npt.NDArray[np.uint64]:
        """Return `size` words from the `first`-th on (the first of all is 1), as an array."""
        import numpy as np

        with np.errstate(over="ignore"):
            k = np.arange(first, first + size, dtype=np.uint64)
            return mix64_array(np.uint64(self.seed) + k * np.uint64(GAMMA)) >> np.uint64(32)

    def _chunks(self) -> Iterator[list[int]]:
        first, size = 1, FIRST_CHUNK
        for _ in count():
            yield self.block(first, size).tolist()
            first, size = first + size, min(2 * size, CHUNK)
