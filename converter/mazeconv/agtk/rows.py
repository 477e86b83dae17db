"""The maze maker's variables on an object of a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.errors import ReadError
from mazeconv.formats.agtk_rows import EXACT_LIMIT, ROWS_LIMIT
from mazeconv.level import Level, Marker, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

    from mazeconv.agtk.project import Object, Project
    from mazeconv.formats.agtk_rows import RowName

MAKER = "MazeMaker"
ARTICLE = ("TileSize", "MazeNow", "MazeSize", "MazeSizeX", "MazeSizeY", "OffsetX", "OffsetY", "RoadType")


def row_count(item: Object, row_name: RowName) -> int:
    """Return how many row variables the object has, counted from the first without a gap."""
    there = {variable.name for variable in item.variables}
    count = 0
    while count < ROWS_LIMIT and row_name.number(count + 1) in there:
        count += 1
    return count


def initial_values(project: Project, item: Object) -> dict[str, object]:
    """Return the initial values of the object's variables by name."""
    return {variable.name: project.value(variable.value) for variable in item.variables}


def level_of(project: Project, item: Object, row_name: RowName) -> Level:
    """Return the maze that the initial values hold; start and goal too where StartX … are set.

    Raises `ReadError` when a size or a row is missing or holds what no maze has.
    """
    return level_in(initial_values(project, item), row_name, f" of {item.name}", project.source)


def level_in(values: Mapping[str, object], row_name: RowName, owner: str, source: str) -> Level:
    """Return the maze that variables hold by name, as `level_of` does; `owner` is said in errors, such as " of X"."""

    def whole(name: str, least: int, most: int) -> int:
        value = values.get(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int or not least <= value <= most:
            what = "is missing" if name not in values else f"is {value!r:.40}"
            raise ReadError(
                f"the variable {name}{owner} {what}",
                f"a maze has a whole number from {least} to {most} there",
                source=source,
            )
        return value

    cols, rows = whole("MazeSizeX", 1, EXACT_LIMIT), whole("MazeSizeY", 1, ROWS_LIMIT)
    numbers = [whole(row_name.number(n), 0, 2**cols - 1) for n in range(1, rows + 1)]
    shifts = np.arange(cols - 1, -1, -1, dtype=np.int64)
    tiles = ((np.array(numbers, np.int64)[:, None] >> shifts) & 1).astype(np.uint8)
    return Level(tiles, tuple(_markers(values, tiles)))


def _markers(values: Mapping[str, object], tiles: npt.NDArray[np.uint8]) -> Iterator[Marker]:
    taken = set()
    for kind in ("start", "goal"):
        col, row = values.get(f"{kind.title()}X"), values.get(f"{kind.title()}Y")
        # Truths are whole numbers to Python, but no places.
        if type(col) is int and type(row) is int and 0 <= row < tiles.shape[0] and 0 <= col < tiles.shape[1]:
            if tiles[row, col] == Tile.FLOOR and (row, col) not in taken:
                yield Marker(kind, row, col)
            taken.add((row, col))
