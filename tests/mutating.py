"""Damage to files, the same every time for a seed: what a fuzzer needs and nothing more."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Words that break things where a file has something harmless.
WORDS = (
    b"0",
    b"-1",
    b"2147483648",
    b"4294967295",
    b"99999999999999999999",
    b"1e999",
    b"NaN",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"<",
    b"&#0;",
    b"&x;",
    b"<!DOCTYPE a [<!ENTITY x 'y'>]>",
    b"../",
    b"[[[[",
    b'{"":',
    b"none",
    b"true",
    b"@0",
    b"\r\n",
    b"",
)
# Of these, what needs no quotes to be undone.
HARMLESS = (
    *(b"%d" % number for number in (0, 1, 2, 3, 7, 16, 255, 65536, 1 << 31, (1 << 32) - 1, 10**20)),
    *(b"-1", b"-2147483648", b"0.5", b"1e999", b"-1e18", b"nan", b"", b"true", b"csv", b"base64", b"zlib", b"zstd"),
    *(b"gzip", b"isometric", b"hexagonal", b"wall", b"start", b"goal", b"@0", b"@1", b"../t.tsx", b"class", b"float"),
)
NUMBER, QUOTED = re.compile(rb"[0-9]+"), re.compile(rb'(?<=")[^"\n]*(?=")')


def mutants(seeds: Sequence[bytes], count: int, first: int = 0) -> Iterator[bytes]:
    """Yield `count` damaged files, numbers `first` and on; each is one to six changes away from a seed.

    Every other file is hurt only where its syntax stays whole, so that what lies behind the parser is reached too.
    """
    for number in range(first, first + count):
        rng = random.Random(number)
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.randint(1, 6)):
            if number % 2:
                _damage(data, rng, seeds)
            else:
                _alter(data, rng)
        yield bytes(data)


def _alter(data: bytearray, rng: random.Random) -> None:
    """Put another number or word for one, or lose, double or move a line."""
    kind = rng.randrange(6)
    if kind < 3:
        _replace(data, rng, NUMBER, HARMLESS)
    elif kind == 3:
        _replace(data, rng, QUOTED, HARMLESS)
    else:
        lines = data.split(b"\n")
        line = lines.pop(rng.randrange(len(lines)))
        for _ in range(rng.choice((0, 1, 1, 2))):
            lines.insert(rng.randrange(len(lines) + 1), line)
        data[:] = b"\n".join(lines)


def _replace(data: bytearray, rng: random.Random, pattern: re.Pattern[bytes], words: Sequence[bytes]) -> None:
    """Put a word in the place of the next match."""
    if found := pattern.search(data, rng.randrange(len(data) + 1)):
        data[found.start() : found.end()] = rng.choice(words)


def _damage(data: bytearray, rng: random.Random, seeds: Sequence[bytes]) -> None:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((1, 1, 2, 4, 16, 100)))
    kind = rng.randrange(7)
    if kind == 0:
        data[at:end] = bytes(rng.randrange(256) for _ in range(end - at))
    elif kind == 1:
        del data[at:end]
    elif kind == 2:
        data[at:at] = data[at:end] * rng.choice((1, 2, 20))
    elif kind == 3:
        data[at:at] = rng.choice(WORDS)
    elif kind == 4:
        _replace(data, rng, NUMBER, WORDS)
    elif kind == 5:
        other = rng.choice(seeds)
        start = rng.randrange(len(other) + 1)
        data[at:end] = other[start : start + 60]
    elif end > at:
        data[at] ^= 1 << rng.randrange(8)
