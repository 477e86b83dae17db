"""The intermediate model: what generators and readers make and writers turn into files."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from numbers import Integral
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field
from msgspec.structs import asdict, force_setattr

from mazeconv.errors import LevelError, did_you_mean
from mazeconv.recipe import CONTROL, Recipe

Scalar = str | int | float | bool

MAX_SIDE = 1 << 20
MAX_TILES = 1 << 30
NUMBERS = "give np.asarray(rows, np.uint8), a number for each tile: 0 is floor, 1 wall, 2 void"
KIND = re.compile(r"[a-z][a-z0-9_-]{0,31}")

ROLES = ("floor", "wall", "void")
"""The names of the roles of `Tile`, each at its number."""


class Tile:
    """Name the role of a tile by its number; which picture draws it is a writer's option."""

    # Numbers and no `IntEnum`: with that numpy compares several times slower, and on Python 3.11 may lose a Ctrl-C.
    FLOOR: Final = 0
    WALL: Final = 1
    VOID: Final = 2


class Place(NamedTuple):
    """Name a tile by row and column, counted from 0 at the top left."""

    row: int
    col: int


class Marker(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Stand for a thing on a floor tile: a start, a goal, a treasure, a key, a door.

    `row` and `col` count tiles from 0 at the top left. A key and its door share a `label`.
    """

    kind: str
    row: int
    col: int
    label: str = ""

    @property
    def place(self) -> Place:
        """Return the tile on which the marker stands."""
        return Place(self.row, self.col)


class Level(Struct, frozen=True, eq=False, weakref=True):
    """Hold a level as a frozen value; whatever is wrong with it is said when it is made.

    `tiles` is a read-only uint8 array of shape (rows, cols) holding `Tile` values; markers stand on floor, at most one
    a tile and at most one "start"; `properties` are JSON scalars. Raises `LevelError`.
    """

    tiles: npt.NDArray[np.uint8]
    markers: tuple[Marker, ...] = ()
    properties: Mapping[str, Scalar] = field(default_factory=dict)
    recipe: Recipe | None = None

    def __post_init__(self) -> None:
        _check_kinds(self)
        tiles = _checked_tiles(self.tiles)
        force_setattr(self, "tiles", tiles)
        force_setattr(self, "markers", _checked_markers(self.markers, tiles))
        force_setattr(self, "properties", MappingProxyType(_checked_properties(self.properties)))

    @property
    def rows(self) -> int:
        """Return the height in tiles."""
        return int(self.tiles.shape[0])

    @property
    def cols(self) -> int:
        """Return the width in tiles."""
        return int(self.tiles.shape[1])

    @property
    def start(self) -> Place | None:
        """Return the tile of the start marker, or None."""
        return next((m.place for m in self.markers if m.kind == "start"), None)

    @property
    def goals(self) -> tuple[Place, ...]:
        """Return the tiles of the goal markers, in reading order."""
        return tuple(m.place for m in self.markers if m.kind == "goal")

    @property
    def goal(self) -> Place | None:
        """Return the first goal tile in reading order, or None."""
        return next(iter(self.goals), None)

    def with_(self, **changes: Any) -> Self:
        """Return a copy with some of its fields replaced, checked again: tiles, markers, properties or recipe.

        Raises `LevelError`, also for what is no field.
        """
        for name in changes:
            if name not in self.__struct_fields__:
                raise LevelError(f"a level has no field {name!r} that could be replaced", _instead(name))
        # `replace` of msgspec 0.19 would check nothing.
        return type(self)(**asdict(self) | changes)

    def __array__(self, dtype: npt.DTypeLike | None = None, *, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return the tiles as numpy's functions take them; without a copy they are read-only."""
        if copy or (dtype is not None and np.dtype(dtype) != self.tiles.dtype):
            if copy is False:
                raise ValueError("tiles of another type than uint8 are a copy")
            return self.tiles.astype(self.tiles.dtype if dtype is None else dtype)
        return self.tiles

    def __repr__(self) -> str:
        ends = [f"{name} {at.col},{at.row}" for name, at in (("start", self.start), ("goal", self.goal)) if at]
        if more := len(self.markers) - len(ends):
            ends.append(f"{more} {'more ' if ends else ''}marker{'s' if more > 1 else ''}")
        if self.properties:
            ends.append(f"{len(self.properties)} propert{'ies' if len(self.properties) > 1 else 'y'}")
        if self.recipe is not None:
            ends.append(f"{self.recipe.generator} seed {self.recipe.seed:.40}")
        return f"Level({', '.join([f'{self.cols} x {self.rows} tiles', *ends])})"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        """Return what makes the level again, as pickle and deepcopy want it: they cannot copy a read-only mapping."""
        return type(self), (self.tiles, self.markers, dict(self.properties), self.recipe)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Level):
            return NotImplemented
        return (
            np.array_equal(self.tiles, other.tiles)
            and self.markers == other.markers
            and dict(self.properties) == dict(other.properties)
            and self.recipe == other.recipe
        )

    def __ne__(self, other: object) -> bool:
        # A Struct has one of its own, which compares identities.
        return not self == other

    def __hash__(self) -> int:
        return hash((self.tiles.shape, self.tiles.tobytes(), self.markers, self.recipe and self.recipe.seed))


def _instead(name: str) -> str:
    """Return what to do about a field that a level does not have."""
    if name in ("start", "goal", "goals"):
        kind = name.removesuffix("s") if name == "goals" else name
        return (
            f"it is a marker: markers=[m for m in level.markers if m.kind != {kind!r}] + [Marker({kind!r}, row, col)]"
        )
    if name in ("rows", "cols"):
        return "it is that of the tiles: give other tiles"
    return did_you_mean(name, Level.__struct_fields__)


def _check_kinds(level: Level) -> None:
    """Raise `LevelError` for what is not even of the right kind; what it holds is looked at after that."""
    expected = {
        "markers": (isinstance(level.markers, Iterable), "a list of Marker"),
        "properties": (isinstance(level.properties, Mapping), "a dict of texts, numbers and true or false"),
        "recipe": (level.recipe is None or isinstance(level.recipe, Recipe), "a Recipe or None"),
    }
    for name, (right, words) in expected.items():
        if not right:
            found = getattr(level, name)
            raise LevelError(f"{name} must be {words}, not {found!r:.60}", "see the docstring of mazeconv.Level")


def check_size(rows: int, cols: int) -> None:
    """Raise `LevelError` unless a level of `rows` x `cols` tiles can be held; nothing is allocated."""
    if rows < 1 or cols < 1:
        raise LevelError(
            f"a level of {cols} x {rows} tiles cannot be: both sides must be at least 1", "give both sides a size"
        )
    if rows > MAX_SIDE or cols > MAX_SIDE or rows * cols > MAX_TILES:
        raise LevelError(
            f"{cols} x {rows} = {rows * cols:,} tiles are too many",
            f"the limit is {MAX_TILES:,} tiles and {MAX_SIDE:,} a side",
        )


def _checked_tiles(tiles: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    try:
        array = np.asarray(tiles)
    except ValueError as error:  # rows of several lengths
        raise LevelError("tiles must be a uint8 array of rows x cols, and these are no array", NUMBERS) from error
    if array.ndim != 2 or array.dtype != np.uint8:  # noqa: PLR2004 - rows and columns
        raise LevelError(
            f"tiles must be a uint8 array of rows x cols, not {array.dtype} of shape {array.shape}", NUMBERS
        )
    check_size(*array.shape)
    if int(array.max()) > Tile.VOID:
        row, col = np.argwhere(array > Tile.VOID)[0]
        raise LevelError(f"tile {array[row, col]} at {col},{row} is no role", "0 is floor, 1 wall, 2 void")
    # An array that someone else can still write to would let a frozen level change behind its back.
    if array.flags.writeable or not array.flags.c_contiguous or array.base is not None:
        array = array.copy(order="C")
        array.flags.writeable = False
    return array


def _checked_markers(markers: Iterable[Marker], tiles: npt.NDArray[np.uint8]) -> tuple[Marker, ...]:
    rows, cols = tiles.shape
    taken: dict[Place, Marker] = {}
    for marker in markers:
        if not _is_marker(marker):
            raise LevelError(f"{marker!r:.80} is no marker", 'write Marker("goal", row, col), with whole numbers')
        at = f"{marker.kind} at {marker.col},{marker.row}"
        if not KIND.fullmatch(marker.kind):
            raise LevelError(
                f"{marker.kind!r} is no marker kind",
                "a kind is a lower-case word such as goal, treasure or save-point",
            )
        if CONTROL.search(marker.label):
            raise LevelError(f"the label of {at} holds control characters")
        if not (0 <= marker.row < rows and 0 <= marker.col < cols):
            raise LevelError(f"{at} lies outside the level", f"it is {cols} x {rows} tiles")
        if tiles[marker.row, marker.col] != Tile.FLOOR:
            raise LevelError(f"{at} does not stand on floor")
        if marker.place in taken:
            raise LevelError(f"{at} shares its tile with {taken[marker.place].kind}", "one marker a tile")
        taken[marker.place] = _plain_marker(marker)
    ordered = tuple(taken[place] for place in sorted(taken))
    starts = [f"{m.col},{m.row}" for m in ordered if m.kind == "start"]
    if len(starts) > 1:
        raise LevelError(
            f"a level has at most one start, and there are {len(starts)}, the first at {starts[0]} and {starts[1]}",
            "leave one of them",
        )
    return ordered


def _is_marker(found: object) -> bool:
    return (
        isinstance(found, Marker)
        and isinstance(found.kind, str)
        and isinstance(found.label, str)
        and all(isinstance(at, Integral) and not isinstance(at, bool) for at in found.place)
    )


def _plain_marker(marker: Marker) -> Marker:
    """Return a marker that holds Python's own numbers and texts, as writers know only these."""
    return Marker(str(marker.kind), int(marker.row), int(marker.col), str(marker.label))


def _checked_properties(properties: Mapping[str, Scalar]) -> dict[str, Scalar]:
    plain: dict[str, Scalar] = {}
    for key, value in properties.items():
        if not isinstance(key, str) or not key or CONTROL.search(key):
            raise LevelError(f"{key!r} is no property name")
        if not isinstance(value, str | int | float | bool) or (isinstance(value, float) and not math.isfinite(value)):
            raise LevelError(f"property {key} must be a text, a finite number or true/false, not {value!r}")
        if isinstance(value, str) and CONTROL.search(value.replace("\n", "")):
            raise LevelError(f"property {key} holds control characters")
        # Not a number or a text of numpy's, as writers know only Python's own.
        plain[str(key)] = next(kind(value) for kind in (bool, int, float, str) if isinstance(value, kind))
    return dict(sorted(plain.items()))
