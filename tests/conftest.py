"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import settings

# The first call of a test may import or compile; time is for benchmarks.
settings.register_profile("mazeconv", deadline=None)
settings.load_profile("mazeconv")
