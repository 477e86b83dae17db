"""What is promised of the zlib stream: it inflates to what was put in, however it was put in."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeconv.pictures.deflate import WORTH, Deflater, joined

PIECES = st.lists(st.tuples(st.binary(max_size=50), st.sampled_from([1, 2, WORTH // 7, WORTH])), max_size=8)


@given(PIECES, st.sampled_from([1, 4, 6, 9]))
def test_the_stream_inflates_to_what_was_added(pieces: list[tuple[bytes, int]], level: int) -> None:
    stream = Deflater(level)
    out = [stream.add(data) if times == 1 else stream.repeat(data, times) for data, times in pieces]
    whole = b"".join(out) + stream.finish()
    assert zlib.decompress(whole) == b"".join(data * times for data, times in pieces)


def test_an_empty_stream_is_one_too() -> None:
    assert zlib.decompress(Deflater(4).finish()) == b""


@given(st.binary(), st.binary(max_size=3), st.integers(0, 90_000))
def test_checksums_are_joined(first: bytes, piece: bytes, times: int) -> None:
    second = piece * times
    assert joined(zlib.adler32(first), zlib.adler32(second), len(second)) == zlib.adler32(first + second)


@pytest.mark.parametrize("times", [1, 3])
def test_a_long_run_is_compressed_once(times: int) -> None:
    stream = Deflater(4)
    lengths = {len(stream.repeat(bytes(1000), 1000)) for _ in range(times + 1)}
    assert max(lengths) < 2000
