"""The tiles of a layer of a Tiled map: read with their turns, and put back as they were stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec import Struct

from mazeconv.edits import Edit
from mazeconv.formats.tmx_data import packed
from mazeconv.formats.tmx_decode import Text, decoded
from mazeconv.formats.tmx_numbers import COMMA
from mazeconv.level import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from mazeconv.formats.tmx_layers import Piece
    from mazeconv.tiled.spans import Span

    Words = npt.NDArray[np.uint32]

# The most tiles of a layer, gaps between its chunks included where all are looked at.
TILE_LIMIT = 1 << 26


class Held(NamedTuple):
    """Hold a piece of a layer: where its text lies, and its words, GIDs with their turns, as (rows, cols)."""

    piece: Piece
    span: Span
    words: Words


class Repainted(NamedTuple):
    """Hold the edits of a layer, how many tiles they change, and the words of its pieces after them."""

    edits: list[Edit[bytes]]
    changed: int
    words: list[Words]


class Layer(Struct, frozen=True):
    """Hold a tile layer in the bytes of its file; an infinite map's has gaps between its pieces."""

    data: bytes
    held: list[Held]

    @classmethod
    def of(cls, data: bytes, places: Sequence[tuple[Piece, Span]]) -> Layer:
        """Read a layer of which the pieces and their places are known; raise what `decoded` raises."""
        texts = ((piece, span, Text(data, span.inside, span.outside)) for piece, span in places)
        return cls(
            data,
            [Held(piece, span, decoded(text, piece.block._replace(turned=True))) for piece, span, text in texts],
        )

    def box(self) -> tuple[Place, tuple[int, int]]:
        """Return the first tile of the layer, and its rows and columns up to the last one."""
        top, left = (min((getattr(h.piece, side) for h in self.held), default=0) for side in ("row", "col"))
        bottom = max((h.piece.row + h.piece.block.rows for h in self.held), default=0)
        right = max((h.piece.col + h.piece.block.cols for h in self.held), default=0)
        return Place(top, left), (bottom - top, right - left)

    def window(self, at: Place, size: tuple[int, int]) -> tuple[Words, npt.NDArray[np.bool_]]:
        """Return the words of a rectangle, 0 where there are none, and where the layer has tiles."""
        out = np.zeros(size, np.uint32)
        there = np.zeros(size, np.bool_)
        for held, part, own in self._overlaps(at, size):
            out[part] = held.words[own]
            there[part] = True
        return out, there

    def repaint(self, new: Words, at: Place) -> Repainted:
        """Return the edits after which the layer holds `new` from the tile `at` on; what it has no piece for is lost.

        Tiles that stay keep the characters with which they are written.
        """
        edits = []
        changed = 0
        words = {held.span: held.words for held in self.held}
        for held, part, own in self._overlaps(at, new.shape):
            after = words[held.span] = held.words.copy()
            after[own] = new[part]
            where = np.flatnonzero(after != held.words)
            if where.size:
                changed += where.size
                store = _csv if held.piece.block.encoding == "csv" else _base64
                text = store(
                    self.data[held.span.inside : held.span.outside],
                    after.reshape(-1),
                    where,
                    held.piece.block.compression,
                )
                edits.append(Edit(held.span.inside, held.span.outside, text))
        return Repainted(edits, changed, list(words.values()))

    def _overlaps(
        self, at: Place, size: tuple[int, ...]
    ) -> Iterator[tuple[Held, tuple[slice, slice], tuple[slice, slice]]]:
        """Yield the pieces in a rectangle, each with its part of that, and with the part of the piece that it is."""
        for held in self.held:
            row, col, _, block = held.piece
            rows, cols = (
                (max(begin, first), min(begin + length, first + size_))
                for begin, length, first, size_ in (
                    (row, block.rows, at.row, size[0]),
                    (col, block.cols, at.col, size[1]),
                )
            )
            if rows[0] < rows[1] and cols[0] < cols[1]:
                yield (
                    held,
                    (slice(rows[0] - at.row, rows[1] - at.row), slice(cols[0] - at.col, cols[1] - at.col)),
                    (slice(rows[0] - row, rows[1] - row), slice(cols[0] - col, cols[1] - col)),
                )


def _csv(text: bytes, new: Words, where: npt.NDArray[np.intp], _compression: str) -> bytes:
    """Return CSV in which the numbers at `where` are new, and all else is as it was."""
    commas = np.append(np.flatnonzero(np.frombuffer(text, np.uint8) == COMMA), len(text))
    starts = np.where(where > 0, commas[where - 1] + 1, 0)
    parts: list[bytes] = []
    done = 0
    for start, end, gid in zip(starts.tolist(), commas[where].tolist(), new[where].tolist(), strict=True):
        cell = text[start:end]
        begin = start + len(cell) - len(cell.lstrip())
        parts += [text[done:begin], b"%d" % gid]
        done = begin + len(cell.strip())
    return b"".join([*parts, text[done:]])


def _base64(text: bytes, new: Words, _where: npt.NDArray[np.intp], compression: Any) -> bytes:
    raw = new.astype("<u4").tobytes()
    bare = b"".join(packed([raw], len(raw), compression or "none")).strip()
    begin = len(text) - len(text.lstrip())
    return text[:begin] + bare + text[begin + len(text.strip()) :]
