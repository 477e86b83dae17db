"""Whole numbers in CSV, the quick way where a text is as Tiled writes it and the strict way where it is not."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

COMMA, ZERO = ord(","), ord("0")
LEAST, MOST = -(1 << 31), (1 << 32) - 1


def numbers_in(cells: bytes) -> npt.NDArray[Any] | None:
    """Return the numbers of a text with commas between, from -2**31 to 2**32 - 1, or None when one is none.

    They are unsigned or, if some may be negative, int64. White space round a number is allowed.
    """
    found = _words(cells)
    return _numbers(cells) if found is None else found


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
