"""Make mazes and carry them into game engines: Action Game Maker MV, Tiled, PNG and more.

The public functions are imported when they are first used, so that `import mazeconv` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mazeconv.api import animate, batch, convert, encode, generate, measure, read, search, shape, solve, write
    from mazeconv.differences import Differences, diff
    from mazeconv.drone import Drone
    from mazeconv.errors import MazeconvError, MazeconvNotice
    from mazeconv.hunting import hunt
    from mazeconv.level import Level, Marker, Place, Tile
    from mazeconv.measures import Measures
    from mazeconv.pictures.thumbnails import sheet
    from mazeconv.presets import Preset, preset
    from mazeconv.recipe import Recipe
    from mazeconv.searching import Found
    from mazeconv.solvers import Route

__version__ = "0.1.0"

_HOMES = {
    "mazeconv.api": (
        "animate",
        "batch",
        "convert",
        "encode",
        "generate",
        "measure",
        "read",
        "search",
        "shape",
        "solve",
        "write",
    ),
    "mazeconv.searching": ("Found",),
    "mazeconv.solvers": ("Route",),
    "mazeconv.differences": ("Differences", "diff"),
    "mazeconv.drone": ("Drone",),
    "mazeconv.hunting": ("hunt",),
    "mazeconv.errors": ("MazeconvError", "MazeconvNotice"),
    "mazeconv.level": ("Level", "Marker", "Place", "Tile"),
    "mazeconv.recipe": ("Recipe",),
    "mazeconv.measures": ("Measures",),
    "mazeconv.presets": ("Preset", "preset"),
    "mazeconv.pictures.thumbnails": ("sheet",),
}

__all__ = [  # noqa: RUF022 - in the order in which they are met
    "generate",
    "batch",
    "preset",
    "sheet",
    "read",
    "encode",
    "write",
    "convert",
    "solve",
    "hunt",
    "Drone",
    "measure",
    "diff",
    "search",
    "shape",
    "animate",
    "Level",
    "Marker",
    "Place",
    "Recipe",
    "Tile",
    "Route",
    "Measures",
    "Differences",
    "Preset",
    "Found",
    "MazeconvError",
    "MazeconvNotice",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'mazeconv' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
