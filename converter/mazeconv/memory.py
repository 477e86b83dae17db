"""How much memory there is, so that a job that cannot fit is refused before it begins."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mazeconv.errors import GenerationError

if TYPE_CHECKING:
    from collections.abc import Mapping

# Tiles, the grid and the kernel's buffers together, measured on the lattice generators.
BYTES_PER_TILE = 3
# So many fit wherever Python does, and asking takes longer than making a small maze.
ALWAYS = 1 << 20
CONTAINER_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where Linux says how much a container may take: of its control groups, version 2 and version 1."""


def allowed() -> int | None:
    """Return the bytes of memory that this process may have, or None where the system does not say.

    That is the least of what the machine has, of what the container may take and of the process's own limit.
    """
    known = [bytes_ for bytes_ in (physical(), _container(), _process()) if bytes_ is not None]
    return min(known, default=None)


def physical() -> int | None:
    """Return the bytes of memory of this machine, or None where the system does not say."""
    if sys.platform == "win32":
        return _windows()
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None


def check_memory(tiles: int, needs: Mapping[str, int] | None = None) -> None:
    """Raise `GenerationError` if a level of so many tiles cannot be made in the memory that this process may have.

    `needs` are the bytes a tile that something else than carving takes at least, at its peak, by its name.
    """
    check_bytes(tiles * BYTES_PER_TILE, f"{tiles:,} tiles", "make a smaller maze")
    for name, each in (needs or {}).items():
        check_bytes(tiles * each, f"{tiles:,} tiles with {name}", f"make a smaller maze, or leave out {name}")


def check_plain(tiles: int, each: int) -> None:
    """Raise `GenerationError` if so many tiles, of so many bytes each in plain Python, are more than can be had."""
    check_bytes(
        tiles * each, f"{tiles:,} tiles in plain Python", 'make a smaller maze, or pip install "mazeconv[fast]"'
    )


def check_bytes(needed: int, what: str, hint: str) -> None:
    """Raise `GenerationError` if so many bytes are more than this process may have; `what` needs them."""
    if needed <= ALWAYS * BYTES_PER_TILE:
        return
    there = allowed()
    if there is not None and needed > there:
        raise GenerationError(
            f"{what} need about {needed / 2**30:.1f} GiB of memory, and there are {there / 2**30:.1f} GiB", hint
        )


def _container() -> int | None:
    for name in CONTAINER_LIMITS:
        # A group without a limit says "max", and one of version 1 a number that no machine has.
        with suppress(OSError, ValueError):
            return int(Path(name).read_text("ascii"))
    return None


def _process() -> int | None:
    if sys.platform == "win32":
        return None
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def _windows() -> int | None:
    import ctypes

    kilobytes = ctypes.c_ulonglong()
    library = getattr(ctypes, "windll", None)
    if library is None or not library.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes)):
        return None
    return kilobytes.value * 1024
