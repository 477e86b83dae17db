"""Whole numbers in CSV, the quick way where a text is as Tiled writes it and the strict way where it is not."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[Any]
    Bytes = npt.NDArray[np.uint8]

COMMA, LINE, ZERO, DIGITS = (np.uint8(sign) for sign in (*b",\n0", 10))
LEAST, MOST = -(1 << 31), (1 << 32) - 1
MOST_DIGITS = len(str(MOST))
SPACE = b" \t\r\n"
# The digits of the largest word, and what stands before the first number, so that a word fits there.
WORD = 8
BEFORE = b"0" * 15 + b","
# Numbers looked at to see whether all are of one length, and characters for some that are too long for a word.
SAMPLE, HEAD = 64, 256
LONG = re.compile(rb"[0-9]{9}")
BAD_SIGN = re.compile(rb"-(?![0-9])|[0-9]-")
# Adding up the digits of a word, each with its neighbour, then pairs, then fours: which bits count, by what they are
# multiplied, and how far the sums are shifted down.
SUMS = (
    (0x0F0F0F0F0F0F0F0F, (10 << 8) + 1, 8),
    (0x00FF00FF00FF00FF, (100 << 16) + 1, 16),
    (0x0000FFFF0000FFFF, (10_000 << 32) + 1, 32),
)


class Spans(NamedTuple):
    """Say where numbers end in a text that begins with `BEFORE`, counted from there, and of how many digits they are.

    A single length is that of all, which then stand one behind the other; `ends` is their count.
    """

    text: Bytes
    ends: Any
    lengths: Any
    longest: int


def numbers_in(cells: bytes) -> Integers | None:
    """Return the numbers of a text with commas between, from -2**31 to 2**32 - 1, or None when one is none.

    They are unsigned or, if some may be negative, int64. White space round a number is allowed.
    """
    found = _quick(cells)
    return _numbers(cells) if found is None else found


def _quick(cells: bytes) -> Integers | None:
    """Return numbers of up to eight digits without signs, or of ten if all are, or None for anything else.

    The characters before a comma are taken as a word, and its digits added up in pairs, and pairs of pairs.
    """
    # Where tiles are turned here and there the numbers are of all lengths.
    if LONG.search(cells, 0, HEAD) and len({len(cell.strip()) for cell in cells[:HEAD].split(b",")[:-1]}) > 1:
        return None
    text = _bare_lines(cells)
    spans = None if text is None else _even(text) or _uneven(text)
    if spans is None:
        text = _bare(cells)
        spans = None if text is None else _uneven(text)
    if spans is None:
        return None
    if spans.longest == 1 and isinstance(spans.lengths, int):
        return spans.text[len(BEFORE) :: 2] - ZERO
    if spans.longest <= WORD // 2:
        return _summed(spans, np.uint32)
    values = _summed(spans, np.uint64)
    if spans.longest > WORD:
        # numpy 1 would take 32 bits for the product, as both fit there.
        values += np.multiply(_summed(spans, np.uint16, WORD), 10**WORD, dtype=np.uint64)
    return values if spans.longest < MOST_DIGITS or values.max() <= MOST else None


def _bare_lines(cells: bytes) -> Bytes | None:
    """Return a text without the white space round its lines, or None if there is more, or a line ends in no comma.

    It has a comma behind the last number too, and `BEFORE` before the first one.
    """
    lines = [line.strip(SPACE) for line in cells.strip(SPACE).split(b"\n")]
    if b" " in lines[0] or not all(line.endswith(b",") for line in lines[:-1]):
        return None
    return np.frombuffer(b"".join([BEFORE, *lines, b","]), np.uint8)


def _bare(cells: bytes) -> Bytes | None:
    """Return what `_bare_lines` does, without any white space, or None if some stands within a number."""
    text = np.frombuffer(b"".join([BEFORE, cells.translate(None, SPACE), b","]), np.uint8)
    _, runs = _digits(np.frombuffer(cells, np.uint8))
    # No cell may be empty, so each has one run of digits.
    return text if runs == np.count_nonzero(text == COMMA) - 1 else None


def _digits(text: Bytes) -> tuple[int, int]:
    """Return how many digits a text holds, and in how many runs without anything between."""
    digits = text - ZERO < DIGITS
    runs = np.count_nonzero(digits[1:] > digits[:-1]) + np.count_nonzero(digits[:1])
    return int(np.count_nonzero(digits)), int(runs)


def _even(text: Bytes) -> Spans | None:
    """Return the numbers of a text if all have as many digits as the first, else None."""
    begin = len(BEFORE)
    length = text[begin : begin + MOST_DIGITS + 1].tobytes().find(b",")
    if length < 1 or (text.size - begin) % (length + 1):
        return None
    commas = text[begin + length :: length + 1] == COMMA
    if not commas[:SAMPLE].all() or not commas.all():
        return None
    # Commas among the digits would be more than there are numbers.
    if np.count_nonzero(text[begin:] - ZERO < DIGITS) != commas.size * length:
        return None
    return Spans(text, commas.size, length, length)


def _uneven(text: Bytes) -> Spans | None:
    """Return the numbers of a text, or None if it holds more than digits and commas, or one is none."""
    rest = text[len(BEFORE) - 1 :]
    commas = rest == COMMA
    if np.count_nonzero(commas) + np.count_nonzero(rest - ZERO < DIGITS) != rest.size:
        return None
    cuts = np.flatnonzero(commas)
    ends = cuts[1:]
    lengths = ends - cuts[:-1]
    lengths -= 1
    longest = int(lengths.max())
    # Shifts need no more, and are quicker.
    return Spans(text, ends, lengths.astype(np.int8), longest) if lengths.min() > 0 and longest <= WORD else None


def _summed(spans: Spans, kind: Any, skipped: int = 0) -> Integers:
    """Return what the last digits of numbers are worth, as many as `kind` has bytes, the last `skipped` left out.

    The first character is the lowest byte of a word, so what stands before the number is shifted out at that end.
    """
    text, ends, lengths, _ = spans
    size = np.dtype(kind).itemsize
    first = len(BEFORE) - 1 - size - skipped
    word = np.dtype(kind).newbyteorder("<")
    if isinstance(lengths, int):
        words: Integers = np.ndarray((ends,), word, text, first + lengths + 1, (lengths + 1,)).astype(kind)
        before: Any = kind(8 * max(0, size + skipped - lengths))
    else:
        # A view of all words, each a byte further on than the one before.
        words = np.ndarray((text.size - first - size + 1,), word, text, first, (1,)).take(ends)
        before = np.maximum(size + skipped - lengths, 0)
        before *= 8
        before = before.astype(kind)
    words >>= before
    words <<= before
    for mask, factor, down in SUMS:
        if down < 8 * size:
            words &= kind(mask & ((1 << 8 * size) - 1))
            words *= kind(factor)
            words >>= kind(down)
    return words


def _numbers(cells: bytes) -> npt.NDArray[np.int64] | None:
    """Return the whole numbers of a text with commas between, or None when one is none or no GID."""
    text = np.frombuffer(cells, np.uint8)
    digits, runs = _digits(text)
    commas = np.count_nonzero(text == COMMA)
    known = commas + digits + np.count_nonzero(text == LINE)
    if known != text.size and (cells.translate(None, b"0123456789,-" + SPACE) or BAD_SIGN.search(cells)):
        return None
    # Cells without digits would be read as 0.
    if runs != commas + 1:
        return None
    with warnings.catch_warnings():
        # Older numpy only warns of a text that is no number.
        warnings.simplefilter("error")
        try:
            values = np.fromstring(cells, np.int64, sep=",")
        except (ValueError, DeprecationWarning):
            return None
    if len(values) != commas + 1 or values.min() < LEAST or values.max() > MOST:
        return None
    return values
