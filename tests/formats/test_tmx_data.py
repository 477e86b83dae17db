from __future__ import annotations

import sys
import tracemalloc
from base64 import b64decode
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from clients import need
from mazeconv.errors import UsageError
from mazeconv.formats import tmx_data
from mazeconv.formats.tmx_data import encoded
from tiled_client import INFLATE

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.formats.tmx_data import Compression, Encoding

    Tiles: TypeAlias = npt.NDArray[np.uint8]
    Gids: TypeAlias = tuple[int, int, int]

GIDS = st.integers(0, (1 << 29) - 1)
TILES = arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=20), elements=st.integers(0, 2))


def decoded(text: bytes, encoding: Encoding, compression: Compression) -> list[int]:
    if encoding == "csv":
        return [int(cell) for cell in text.decode("ascii").replace("\n", "").split(",")]
    data = INFLATE["" if compression == "none" else compression](b64decode(text, validate=False))
    return [int(gid) for gid in np.frombuffer(data, "<u4")]


@pytest.mark.parametrize(
    ("encoding", "compression"),
    [("csv", "none"), ("base64", "none"), ("base64", "zlib"), ("base64", "gzip"), ("base64", "zstd")],
)
@given(tiles=TILES, gids=st.tuples(GIDS, GIDS, GIDS), block=st.integers(1, 50))
def test_every_encoding_decodes_to_the_gids(
    encoding: Encoding, compression: Compression, tiles: Tiles, gids: Gids, block: int
) -> None:
    if compression == "zstd":
        need("zstandard")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tmx_data, "BLOCK", block)
        text = b"".join(encoded(tiles, gids, encoding, compression))
    assert decoded(text, encoding, compression) == np.array(gids)[tiles].ravel().tolist()


@given(tiles=TILES, gids=st.tuples(GIDS, GIDS, GIDS))
def test_csv_is_what_joining_texts_gives(tiles: Tiles, gids: Gids) -> None:
    rows = (",".join(str(gids[role]) for role in row) for row in tiles)
    assert b"".join(encoded(tiles, gids, "csv", "none")).decode() == ",\n".join(rows) + "\n"


@given(
    count=st.sampled_from([1, 9, 48, 256, 257, 1000]),
    least=st.sampled_from([0, 1, 95, 9_990, 9_999_900, (1 << 29) - 1000, (1 << 32) - 1000]),
    seed=st.integers(0, 9),
)
def test_layers_of_many_gids(count: int, least: int, seed: int) -> None:
    wide = np.random.default_rng(seed).integers(0, count, (7, 33)).astype(np.uint16)
    cells = wide.astype(np.uint8) if count <= 256 else wide
    gids = list(range(least, least + count))
    rows = (",".join(str(gids[cell]) for cell in row) for row in wide.tolist())
    assert b"".join(encoded(cells, gids, "csv", "none")).decode() == ",\n".join(rows) + "\n"
    assert decoded(b"".join(encoded(cells, gids, "base64", "zlib")), "base64", "zlib") == [
        gids[c] for c in wide.ravel().tolist()
    ]


def test_gzip_holds_no_time_and_no_name() -> None:
    data = b64decode(b"".join(encoded(np.zeros((3, 3), np.uint8), (1, 2, 0), "base64", "gzip")))
    assert data[:8] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00"


def test_csv_is_not_compressed() -> None:
    with pytest.raises(UsageError, match="csv cannot be compressed with zlib") as caught:
        encoded(np.zeros((1, 1), np.uint8), (1, 2, 0), "csv", "zlib")
    assert "base64" in caught.value.hint


def test_missing_zstd_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    with pytest.raises(UsageError, match="zstandard") as caught:
        encoded(np.zeros((1, 1), np.uint8), (1, 2, 0), "base64", "zstd")
    assert 'pip install "mazeconv[zstd]"' in caught.value.hint


@pytest.mark.parametrize("gids", [(1, 2, 0), (101, 7, 0)])
def test_the_text_of_a_large_layer_is_held_once(gids: Gids) -> None:
    tiles = np.ones((2000, 2000), np.uint8)
    tracemalloc.start()
    try:
        out = BytesIO()
        out.writelines(encoded(tiles, gids, "csv", "none"))
        size = len(out.getvalue())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * size
