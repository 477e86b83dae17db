"""The tiles of a layer of a Tiled map: read with their turns, and put back as they were stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mazeconv.edits import Edit
from mazeconv.errors import WriteError
from mazeconv.formats.tmx_data import packed
from mazeconv.formats.tmx_decode import BARE, Text, words
from mazeconv.formats.tmx_numbers import COMMA

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from mazeconv.formats.tmx_found import Piece
    from mazeconv.level import Place
    from mazeconv.tiled.spans import Span

    Gids = npt.NDArray[np.uint32]


class Repainted(NamedTuple):
    """Hold the edits of a layer, and how many tiles they change."""

    edits: list[Edit[bytes]]
    changed: int


def repaint(data: bytes, held: Sequence[tuple[Piece, Span]], gids: Gids, at: Place) -> Repainted:
    """Return the edits after which the layer shows `gids`, a uint32 array, from the tile `at` on.

    `held` are the pieces of the layer and where their texts lie. A tile that stays keeps its turns and the characters
    with which it is written. Raises `WriteError` when tiles lie where the layer has no piece, and what `words` raises.
    """
    edits = []
    changed = 0
    missing = gids != 0
    for piece, span in held:
        part, own = _overlap(piece, gids.shape, at)
        if gids[part].size == 0:
            continue
        missing[part] = False
        text = Text(data, span.inside, span.outside)
        old = words(text, piece.block)
        new = old.copy()
        cells = new.reshape(piece.block.rows, piece.block.cols)[own]
        target = gids[part]
        np.copyto(cells, target, where=cells & np.uint32(BARE) != target)
        where = np.flatnonzero(new != old)
        if where.size:
            changed += where.size
            store = _csv if piece.block.encoding == "csv" else _base64
            edits.append(Edit(span.inside, span.outside, store(text.bytes, new, where, piece.block.compression)))
    if missing.any():
        row, col = (int(v) for v in np.argwhere(missing)[0])
        raise WriteError(
            f"the layer has no chunk at {at.col + col},{at.row + row}, where the maze needs a tile",
            "draw something there in Tiled, or move the maze with --at",
        )
    return Repainted(edits, changed)


def _overlap(piece: Piece, shape: tuple[int, ...], at: Place) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return which part of an array of `shape` at `at` lies in a piece, and which part of the piece that is."""
    part, own = [], []
    sides = ((piece.row, piece.block.rows, at.row, shape[0]), (piece.col, piece.block.cols, at.col, shape[1]))
    for begin, length, first, size in sides:
        low, high = max(begin, first), min(begin + length, first + size)
        high = max(low, high)
        part.append(slice(low - first, high - first))
        own.append(slice(low - begin, high - begin))
    return (part[0], part[1]), (own[0], own[1])


def _csv(text: bytes, new: Gids, where: npt.NDArray[np.intp], _compression: str) -> bytes:
    """Return CSV in which the numbers at `where` are new, and all else is as it was."""
    commas = np.append(np.flatnonzero(np.frombuffer(text, np.uint8) == COMMA), len(text))
    starts = np.where(where > 0, commas[where - 1] + 1, 0)
    parts: list[bytes] = []
    done = 0
    for start, end, gid in zip(starts.tolist(), commas[where].tolist(), new[where].tolist(), strict=True):
        cell = text[start:end]
        bare = cell.strip()
        begin = start + len(cell) - len(cell.lstrip())
        parts += [text[done:begin], b"%d" % gid]
        done = begin + len(bare)
    return b"".join([*parts, text[done:]])


def _base64(text: bytes, new: Gids, _where: npt.NDArray[np.intp], compression: Any) -> bytes:
    raw = new.astype("<u4").tobytes()
    bare = b"".join(packed([raw], len(raw), compression or "none")).strip()
    begin = len(text) - len(text.lstrip())
    return text[:begin] + bare + text[begin + len(text.strip()) :]
