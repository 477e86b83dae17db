"""What the commands that walk share: whose start and goal hold, and places from either corner."""

from typing import Any

from mazeconv.cli.levels import level_of
from mazeconv.cli.parameters import Making
from mazeconv.level import Level
from mazeconv.places import Origin


def level_for(
    level: str | None, making: Making, start: str | None, goal: str | None, origin: Origin, **how: Any
) -> tuple[Level, dict[str, Any]]:
    """Read or make the level; return it and the start and goal that then are still to be asked for.

    A new level is made with them, so that its recipe holds them, unless they are counted from the bottom left.
    """
    if level is None and origin == "top-left":
        return level_of(level, making, start=start, goal=goal, **how), {}
    return level_of(level, making, **how), {"start": start, "goal": goal, "origin": origin}


def xy_rows(tiles: Any, rows: int, origin: Origin) -> list[list[int]]:
    """Return int32[n, 2] of (row, col) as [[x, y], ...]."""
    flipped = tiles[:, ::-1].copy()
    if origin == "bottom-left":
        flipped[:, 1] = rows - 1 - flipped[:, 1]
    pairs: list[list[int]] = flipped.tolist()
    return pairs
