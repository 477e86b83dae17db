"""What differs between two levels: size, tiles, markers and properties; how they were made does not count.

Both lie with their top left corners on one another.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from mazeconv.arguments import checked
from mazeconv.level import ROLES, Level, Marker, Place, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

# What a level has beyond its edges.
ABSENT = len(ROLES)
NAMES = ("floor", "wall", "void", "nothing")


class Change(NamedTuple):
    """Hold a tile that differs: its place and what it was and is, a `Tile` or `ABSENT`."""

    place: Place
    before: int
    after: int


class Moves(NamedTuple):
    """Hold markers: those that moved, from and to, those that are gone and those that are new."""

    moved: tuple[tuple[Marker, Marker], ...]
    gone: tuple[Marker, ...]
    new: tuple[Marker, ...]


class Property(NamedTuple):
    """Hold a property that differs, None where a level does not have it."""

    name: str
    before: Scalar | None
    after: Scalar | None


class Differences(Struct, dict=True, weakref=True, frozen=True, eq=False):
    """Hold two levels, and say in what they differ; it is true if they do."""

    before: Level
    after: Level

    def __bool__(self) -> bool:
        """Tell whether anything differs."""
        return self.before.tiles.shape != self.after.tiles.shape or bool(
            self.changed.any() or any(self.markers) or self.properties
        )

    @cached_property
    def roles(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Return the tiles of both levels in arrays of one size, uint8[rows, cols], with `ABSENT` beyond the edges."""
        shapes = (self.before.tiles.shape, self.after.tiles.shape)
        size = tuple(map(max, *shapes))
        out = tuple(np.full(size, ABSENT, np.uint8) for _ in shapes)
        for array, level in zip(out, (self.before, self.after), strict=True):
            array[: level.rows, : level.cols] = level.tiles
        return out[0], out[1]

    @cached_property
    def changed(self) -> npt.NDArray[np.bool_]:
        """Return which tiles differ, bool[rows, cols] of the size that holds both levels."""
        return np.not_equal(*self.roles)

    @cached_property
    def counts(self) -> dict[tuple[int, int], int]:
        """Return how many tiles were one thing and are another, most first; things are `Tile` values or `ABSENT`."""
        before, after = (roles[self.changed].astype(np.intp) for roles in self.roles)
        counts = np.bincount(before * len(NAMES) + after, minlength=len(NAMES) ** 2)
        order = np.argsort(-counts, kind="stable")
        return {divmod(int(n), len(NAMES)): int(counts[n]) for n in order if counts[n]}

    def places(self) -> Iterator[Change]:
        """Yield the tiles that differ, in reading order."""
        before, after = self.roles
        for row in np.flatnonzero(self.changed.any(axis=1)).tolist():
            for col in np.flatnonzero(self.changed[row]).tolist():
                yield Change(Place(row, col), int(before[row, col]), int(after[row, col]))

    @cached_property
    def markers(self) -> Moves:
        """Return what became of markers; one of the same kind and label elsewhere is one that moved."""
        both = set(self.before.markers) & set(self.after.markers)
        gone = [m for m in self.before.markers if m not in both]
        left = dict.fromkeys(m for m in self.after.markers if m not in both)
        moved: dict[Marker, Marker] = {}
        for one in gone:
            same = (m for m in left if (m.kind, m.label) == (one.kind, one.label))
            if target := next(same, None):
                moved[one] = target
                del left[target]
        return Moves(tuple(moved.items()), tuple(m for m in gone if m not in moved), tuple(left))

    @cached_property
    def properties(self) -> tuple[Property, ...]:
        """Return the properties that differ, by name; true and 1 do, and so do 1 and 1.0."""
        before, after = self.before.properties, self.after.properties
        found = (Property(name, before.get(name), after.get(name)) for name in sorted({*before, *after}))
        return tuple(p for p in found if (type(p.before), p.before) != (type(p.after), p.after))


@checked
def diff(before: Level, after: Level) -> Differences:
    """Return what differs between two levels."""
    return Differences(before, after)


def lines(found: Differences, most: int) -> list[str]:
    """Return what differs as lines of text, with at most so many places; there are none if nothing does."""
    out = []
    before, after = found.before, found.after
    if before.tiles.shape != after.tiles.shape:
        out.append(f"size: {before.cols}x{before.rows} -> {after.cols}x{after.rows}")
    if found.counts:
        kinds = ", ".join(f"{n:,} {NAMES[old]} -> {NAMES[new]}" for (old, new), n in found.counts.items())
        total = sum(found.counts.values())
        out.append(f"tiles: {total:,} differ: {kinds}")
        for _, change in zip(range(most), found.places(), strict=False):
            out.append(f"  {_xy(change.place)} {NAMES[change.before]} -> {NAMES[change.after]}")
        if 0 < most < total:
            out.append(f"  and {total - most:,} more")
    moved, gone, new = found.markers
    if any(found.markers):
        words = ((moved, "moved"), (gone, "gone"), (new, "new"))
        out.append("markers: " + ", ".join(f"{len(some)} {word}" for some, word in words if some))
        told = [f"  {_name(a)} {_xy(a.place)} -> {_xy(b.place)}" for a, b in moved]
        told += [f"  {_name(m)} {_xy(m.place)} is gone" for m in gone]
        told += [f"  {_name(m)} {_xy(m.place)} is new" for m in new]
        out += told[:most] + ([f"  and {len(told) - most:,} more"] if 0 < most < len(told) else [])
    if found.properties:
        out.append(f"properties: {len(found.properties)} differ")
        out += [f"  {p.name}: {_value(p.before)} -> {_value(p.after)}" for p in found.properties]
    return out


def _xy(place: Place) -> str:
    return f"{place.col},{place.row}"


def _name(marker: Marker) -> str:
    return f"{marker.kind} {marker.label}".rstrip()


def _value(value: Scalar | None) -> str:
    return "nothing" if value is None else repr(value)
