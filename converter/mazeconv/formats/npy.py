"""numpy's array files, .npy, with one number a tile. Source: the NPY format in numpy's documentation.

The header is matched, not evaluated, and nothing is ever unpickled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.errors import LevelError, ReadError
from mazeconv.formats import EXTENSIONS, Format, Target
from mazeconv.formats.numbers import (
    LEAST,
    MOST,
    NOTES,
    NumberOptions,
    NumberReadOptions,
    field_of,
    keeps_more,
    level_of,
)
from mazeconv.level import Level, check_size

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.source import Source

MAGIC = b"\x93NUMPY"
# How many bytes hold the header's length, by version.
LENGTHS = {1: 2, 2: 4, 3: 4}
MAX_HEADER = 1 << 12
HEADER = re.compile(
    rb"\{'descr': '(?P<descr>[^']{1,20})', 'fortran_order': (?P<fortran>True|False), "
    rb"'shape': \((?P<shape>[0-9, ]{0,60})\),? ?\} *\n?"
)
KINDS = re.compile(rb"[<>|=]?(?:b1|[iu][1248]|f[248])")
# Of some dtypes even the sums of bytes would do for a level; numbers of tiles are small.
SMALL = 127


def write(level: Level, options: NumberOptions, target: Target) -> dict[str, bytes]:
    """Return the level as an array of int8, or of int64 if a number needs it."""
    field = field_of(level, options)
    small = int(field.min()) >= -SMALL and int(field.max()) <= SMALL
    field = field.astype(np.int8) if small else field.astype("<i8")
    header = f"{{'descr': '{field.dtype.str}', 'fortran_order': False, 'shape': {field.shape}, }}"
    # The numbers begin at a multiple of 64 bytes, and a line's end closes the header.
    header += " " * (-(len(MAGIC) + 4 + len(header) + 1) % 64) + "\n"
    head = MAGIC + bytes((1, 0)) + len(header).to_bytes(2, "little") + header.encode()
    return {target.main(".npy"): head + field.tobytes()}


def read(source: Source, options: NumberReadOptions) -> Level:
    """Read a two-dimensional array of whole numbers or truths; raise `ReadError` for any other."""
    dtype, shape, fortran, start = _header(source)
    try:
        check_size(*shape)
    except LevelError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error
    size = shape[0] * shape[1]
    if len(source.data) - start != size * dtype.itemsize:
        raise ReadError(
            f"holds {len(source.data) - start:,} bytes of numbers where {shape[1]} x {shape[0]} of {dtype} are"
            f" {size * dtype.itemsize:,}",
            "is the file whole?",
            source=source.name,
        )
    field = np.frombuffer(source.data, dtype, offset=start)
    field = field.reshape(shape[::-1]).T if fortran else field.reshape(shape)
    return level_of(_whole(field, source), options, source)


def _header(source: Source) -> tuple[np.dtype[np.generic], tuple[int, int], bool, int]:
    """Return dtype, shape, whether columns come first, and where the numbers begin."""
    data = source.data
    width = LENGTHS.get(data[6], 0) if len(data) > 8 and data.startswith(MAGIC) else 0  # noqa: PLR2004 - magic, version
    if not width:
        raise ReadError("is no npy file of a version that is known", "save it with numpy.save", source=source.name)
    begin = len(MAGIC) + 2 + width
    length = int.from_bytes(data[begin - width : begin], "little")
    found = HEADER.fullmatch(data[begin : begin + length]) if length <= MAX_HEADER else None
    if not found:
        raise ReadError(
            "has a header that is none of a plain array", "save a two-dimensional array", source=source.name
        )
    if not KINDS.fullmatch(found["descr"]):
        raise ReadError(
            f"holds {found['descr'].decode('latin-1')}, not plain numbers",
            "save it as whole numbers, such as array.astype('int8')",
            source=source.name,
        )
    sides = [int(side) for side in found["shape"].split(b",") if side.strip().isdigit()]
    if len(sides) != 2 or len(found["shape"].split(b",")) != 2:  # noqa: PLR2004 - rows and columns
        raise ReadError(f"has {len(sides)} dimensions, not two", "save one level a file", source=source.name)
    dtype: np.dtype[np.generic] = np.dtype(found["descr"].decode())
    return dtype, (sides[0], sides[1]), found["fortran"] == b"True", begin + length


def _whole(field: npt.NDArray[Any], source: Source) -> npt.NDArray[np.integer]:
    """Return the numbers as some kind of integers; raise `ReadError` if some are not whole or too large."""
    if field.dtype.kind in "biu" and field.dtype.itemsize < 8:  # noqa: PLR2004 - all of these fit, and a copy may be large
        return field.view(np.uint8) if field.dtype.kind == "b" else field
    whole = field.astype(np.int64) if field.dtype.kind == "i" else field.astype(np.float64)
    wrong = ~((whole >= LEAST) & (whole <= MOST))
    if whole.dtype.kind == "f":
        wrong |= whole != np.floor(whole)
    if wrong.any():
        row, col = np.argwhere(wrong)[0].tolist()
        raise ReadError(
            f"{field[row, col]} at row {row}, column {col} is no number of a tile",
            "tiles are whole numbers",
            source=source.name,
        )
    return whole.astype(np.int64, copy=False)


def looks_like(data: bytes) -> bool:
    """Say whether the bytes begin as npy files do."""
    return data.startswith(MAGIC)


FORMAT = Format(
    name="npy",
    title="numpy's array file, one number a tile",
    extensions=EXTENSIONS["npy"],
    keeps=frozenset({"void"}),
    keeps_more=keeps_more,
    write=write,
    write_options=NumberOptions,
    read=read,
    read_options=NumberReadOptions,
    looks_like=looks_like,
    notes=NOTES,
)
