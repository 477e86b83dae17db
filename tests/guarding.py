"""Buffers that refuse what only plain Python understands: an index that counts from the end, or lies beyond it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mazeconv.kernels import Machine

if TYPE_CHECKING:
    import pytest

    from mazeconv.rng import Stream


class Guarded:
    """Be a buffer that is looked at from 0 up to its length only, as compiled kernels see none of their mistakes."""

    def __init__(self, buffer: Any) -> None:
        self.buffer = buffer

    def __len__(self) -> int:
        return len(self.buffer)

    def __getitem__(self, index: int) -> int:
        assert 0 <= index < len(self.buffer)
        return int(self.buffer[index])

    def __setitem__(self, index: int, value: int) -> None:
        assert 0 <= index < len(self.buffer)
        self.buffer[index] = value


def guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every kernel that runs in plain Python have guarded buffers."""
    steps = Machine.steps

    def guarded(machine: Machine, kernel: Any, stream: Stream, *buffers: Any, **rest: Any) -> Any:
        return steps(machine, kernel, stream, *map(Guarded, buffers), **rest)

    monkeypatch.setattr(Machine, "steps", guarded)
