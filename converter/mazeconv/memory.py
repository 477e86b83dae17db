"""How much memory there is, so that a job that cannot fit is refused before it begins."""

from __future__ import annotations

import os
import sys

from mazeconv.errors import GenerationError

# Tiles, the grid and the kernel's buffers together, measured on the lattice generators.
BYTES_PER_TILE = 3


def physical() -> int | None:
    """Return the bytes of memory of this machine, or None where the system does not say."""
    if sys.platform == "win32":
        return _windows()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None


def check_memory(tiles: int) -> None:
    """Raise `GenerationError` if a level of so many tiles cannot be made in this machine's memory."""
    needed, there = tiles * BYTES_PER_TILE, physical()
    if there is not None and needed > there:
        raise GenerationError(
            f"{tiles:,} tiles need about {needed / 2**30:.1f} GiB of memory, this machine has {there / 2**30:.1f} GiB",
            "make a smaller maze",
        )


def _windows() -> int | None:
    import ctypes

    kilobytes = ctypes.c_ulonglong()
    library = getattr(ctypes, "windll", None)
    if library is None or not library.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes)):
        return None
    return kilobytes.value * 1024
