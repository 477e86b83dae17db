"""Grids of numbers: which number is which tile, given by options or found, for reading and for writing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from msgspec import Meta

from mazeconv.errors import MazeconvError, ReadError, UsageError, notify
from mazeconv.formats import Keep, Target
from mazeconv.level import Level, Marker, Tile
from mazeconv.options import Options
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

    from mazeconv.source import Source

    Field = npt.NDArray[np.int64]

EMPTY = -1
LEAST, MOST = -(1 << 31), (1 << 32) - 1
NOTES = ("Read again what was written with -O start=… or goal=… with the same numbers after -I.",)

Number = Annotated[int, Meta(ge=LEAST, le=MOST)]
Numbers = tuple[Number, ...]


class NumberOptions(Options, frozen=True, kw_only=True):
    """Say which number is written for what."""

    floor: Annotated[Number, Meta(description="number of a floor tile")] = 0
    wall: Annotated[Number, Meta(description="number of a wall tile")] = 1
    void: Annotated[Number, Meta(description="number of a void tile; -1 is an empty cell in Tiled")] = EMPTY
    start: Annotated[Number | None, Meta(description="number of the start; if not given, it is written as floor")] = (
        None
    )
    goal: Annotated[Number | None, Meta(description="number of goals; if not given, they are written as floor")] = None


class MeaningOptions(Options, frozen=True, kw_only=True):
    """Say what the numbers mean, but for the start."""

    wall: Annotated[
        Numbers, Meta(description="numbers that are wall; if not given, the one that most of the border is made of")
    ] = ()
    floor: Annotated[Numbers, Meta(description="numbers that are floor; if not given, all that are not wall")] = ()
    void: Annotated[
        Numbers,
        Meta(description="numbers that are void; if not given, -1 where there is another number for floor"),
    ] = ()
    goal: Annotated[Number | None, Meta(description="number of goals, if there is one")] = None


class NumberReadOptions(MeaningOptions, frozen=True, kw_only=True):
    """Say what the numbers mean."""

    start: Annotated[Number | None, Meta(description="number of the start, if there is one")] = None


def field_of(level: Level, options: NumberOptions) -> Field:
    """Return the level as numbers, int64[rows, cols]; raise `UsageError` if one number would mean two things."""
    numbers = {role: getattr(options, role) for role in ("floor", "wall", "void", "start", "goal")}
    check_apart({role: [number] for role, number in numbers.items() if number is not None}, "number")
    field = np.array([options.floor, options.wall, options.void], np.int64)[level.tiles]
    for kind in ("start", "goal"):
        number = getattr(options, kind)
        for marker in level.markers if number is not None else ():
            if marker.kind == kind:
                field[marker.place] = number
    return field


def check_apart(meant: Mapping[str, Iterable[int]], what: str) -> None:
    """Raise `UsageError` if a number stands for two roles, as neither could be read again; `what` names the numbers."""
    roles: dict[int, str] = {}
    for role, numbers in meant.items():
        for number in numbers:
            if roles.setdefault(number, role) != role:
                raise UsageError(f"{number} cannot be both {roles[number]} and {role}", f"give {role} another {what}")


def keeps_more(level: Level, options: NumberOptions, target: Target) -> frozenset[Keep]:
    """Return that start and goals are kept if they have numbers."""
    del level, target
    numbered: list[tuple[Keep, int | None]] = [("start", options.start), ("goal", options.goal)]
    return frozenset(kind for kind, number in numbered if number is not None)


def level_of(field: npt.NDArray[np.integer], options: NumberReadOptions, source: Source) -> Level:
    """Return the level that the numbers show; which number is wall is said by a notice if it had to be found.

    Raises `ReadError` for a number that the options give no meaning, with its place.
    """
    tiles = np.full(field.shape, Tile.FLOOR, np.uint8)
    markers = []
    special = np.zeros(field.shape, np.bool_)
    for kind, number in (("start", options.start), ("goal", options.goal)):
        if number is not None:
            places = field == number
            special |= places
            markers += [Marker(kind, row, col) for row, col in np.argwhere(places).tolist()]
    if options.wall or not options.floor:
        wall = _among(field, options.wall or _found(field, options, source))
    else:
        wall = ~_among(field, (*options.floor, *options.void))
    void = _among(field, options.void) if options.void else _empty(field, wall | special)
    tiles[wall] = Tile.WALL
    tiles[void] = Tile.VOID
    tiles[special] = Tile.FLOOR
    if options.wall and options.floor:
        _check(field, special | wall | void | _among(field, options.floor), source)
    try:
        return Level(tiles, tuple(markers))
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def _among(field: npt.NDArray[np.integer], numbers: Iterable[int]) -> npt.NDArray[np.bool_]:
    """Return where one of some numbers is; `numpy.isin` takes an index of 8 bytes for each tile."""
    found = np.zeros(field.shape, np.bool_)
    for number in numbers:
        found |= field == number
    return found


def _empty(field: npt.NDArray[np.integer], other: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return where void is by the rule: empty cells, if some floor has a number of its own."""
    empty: npt.NDArray[np.bool_] = np.equal(field, EMPTY)
    return empty if (~empty & ~other).any() else np.zeros_like(empty)


def _found(field: npt.NDArray[np.integer], options: NumberReadOptions, source: Source) -> list[int]:
    border = border_of(field)
    taken = [n for n in (options.start, options.goal, *options.void) if n is not None]
    rest = border[~np.isin(border, taken)]
    rest = rest[rest >= 0] if (rest >= 0).any() else rest
    if not rest.size:
        return []
    numbers, counts = np.unique(rest, return_counts=True)
    wall = int(numbers[np.argmax(counts)])
    if len(numbers) > 1 or _more_than_two(field, {*taken, EMPTY}):
        notify(
            f"{source.name}: {wall} was taken for wall, as most of the border is made of it; -I wall=… says otherwise"
        )
    return [wall]


def border_of(field: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    """Return the numbers along the edges, each corner once."""
    return np.concatenate((field[0], field[-1], field[1:-1, 0], field[1:-1, -1]))


def _more_than_two(field: npt.NDArray[np.integer], taken: set[int]) -> bool:
    """Return whether there are more numbers beside those taken than a wall and a floor, which leave no doubt."""
    seen: set[int] = set()
    for row in field:
        # Row by row, as all of a large field would be copied and sorted.
        seen.update(unique(row).tolist())
        if len(seen - taken) > 2:  # noqa: PLR2004 - a wall and a floor
            return True
    return False


def _check(field: npt.NDArray[np.integer], known: npt.NDArray[np.bool_], source: Source) -> None:
    if not known.all():
        row, col = np.argwhere(~known)[0].tolist()
        raise ReadError(
            f"{field[row, col]} at column {col + 1} is neither wall nor floor nor anything else that was named",
            "name it with -I floor=… or -I wall=…, or leave one of them out",
            source=source.name,
            line=row + 1,
        )
