"""From a level, and what is shown of it, to the layers of codes that are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.autotile import Kind, filled, masks, shapes
from mazeconv.directions import STEPS
from mazeconv.pictures.codes import (
    AGAIN,
    AGAIN_FILL,
    DEAD_END,
    HEAT,
    HEAT_SHADES,
    OUTLINE,
    ROUTE_FILL,
    ROUTE_IN,
    ROUTE_OUT,
    ROUTE_TURN,
    SOLUTION,
    codes_of,
    shape_code,
)
from mazeconv.pictures.lines import SMALLEST_LANES

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from mazeconv.level import Level
    from mazeconv.pictures.showing import Shown

    Codes = npt.NDArray[np.uint8]
    Ground = Codes | npt.NDArray[np.uint16]
    Places = npt.NDArray[np.integer]


class Overlay(NamedTuple):
    """Hold what lies on some tiles: their rows and columns in reading order, and a code for each.

    Most overlays leave most tiles alone, and a large level should not be searched for two markers.
    """

    rows: npt.NDArray[np.intp]
    cols: npt.NDArray[np.intp]
    codes: Ground

    @classmethod
    def of(cls, codes: Ground) -> Overlay:
        """Return the overlay of an array of codes in which 0 is nothing."""
        rows, cols = np.nonzero(codes)
        return cls(rows, cols, codes[rows, cols])


class Layers(NamedTuple):
    """Hold what is drawn on each tile: the code of its ground, and what lies on it, from below."""

    ground: Ground
    above: tuple[Overlay, ...] = ()


def layers(level: Level, shown: Shown, tile: int) -> Layers:
    """Return the layers of a picture with tiles of `tile` pixels."""
    ground = level.tiles if shown.distances is None else warmed(level.tiles, shown.distances)
    above = []
    if shown.dead_ends is not None:
        ends = shown.dead_ends * np.uint8(DEAD_END)
        for marker in level.markers:
            ends[marker.place] = 0
        above.append(Overlay.of(ends))
    if shown.walk is not None:
        outlined = shown.distances is not None
        # Lanes keep to the right, and who keeps to the left goes where one who comes back keeps to the right.
        way = shown.walk.tiles[::-1] if shown.walk.hand == "left" else shown.walk.tiles
        above += map(Overlay.of, walk_layers(way, level.tiles.shape, tile, outlined=outlined))
    if shown.solution is not None:
        above.append(Overlay.of(solution_layer(shown.solution.tiles, level.tiles.shape)))
    if level.markers:
        places = np.array([marker.place for marker in level.markers], np.intp)
        table = codes_of(level.markers)
        kind = np.min_scalar_type(max(table.values()))
        codes = np.array([table[marker.kind, marker.label] for marker in level.markers], kind)
        above.append(Overlay(places[:, 0], places[:, 1], codes))
    return Layers(ground, tuple(above))


def shaped(ground: Codes, tiles: Codes, kinds: Mapping[int, Kind], *, beyond: bool) -> Ground:
    """Return the ground with a shape on each plain floor and wall whose kind has some; see `autotile.shapes`."""
    out: Ground = ground
    for role, kind in kinds.items():
        if kind == "none":
            continue
        table = np.zeros(256, np.uint16)
        for mask in masks(kind):
            table[mask] = shape_code(role, filled(mask, kind))
        out = np.where(ground == role, table[shapes(tiles, role, kind, beyond=beyond)], out).astype(np.uint16)
    return out


def warmed(tiles: Codes, distances: npt.NDArray[np.int32]) -> Codes:
    """Return the tiles with a shade of heat where there is a distance: the first at 0, the last at the largest."""
    most = max(1, int(distances.max()))
    shade = (distances.astype(np.int64) * (HEAT_SHADES - 1) + most // 2) // most
    return np.where(distances >= 0, shade + HEAT, tiles).astype(np.uint8)


def solution_layer(way: Places, shape: tuple[int, ...]) -> Codes:
    """Return the lines that join the tiles of a way, (n, 2), one after the other."""
    sides = np.zeros(shape, np.uint8)
    headings = headings_of(way)
    for places, ways in ((way[:-1], headings), (way[1:], headings ^ 2)):
        once, _ = _bits(places, ways, shape)
        sides |= once
    return _coded(sides, SOLUTION)


def walk_layers(way: Places, shape: tuple[int, ...], tile: int, *, outlined: bool = False) -> list[Ground]:
    """Return the lanes of a walk in three parts, those walked once below those walked again.

    With `outlined` there is an outline of all lanes below, for grounds from which their colours would not stand out.
    """
    if tile < SMALLEST_LANES:
        once, again = _bits(way, np.zeros(len(way), np.int8), shape)
        return [np.where(again > 0, AGAIN_FILL, once * np.uint8(ROUTE_FILL)).astype(np.uint8)]
    headings = headings_of(way)
    found = {
        ROUTE_IN: _bits(way[1:], headings ^ 2, shape),
        ROUTE_OUT: _bits(way[:-1], headings, shape),
        ROUTE_TURN: _turns(way, headings, shape),
    }
    lowest: list[Ground] = [
        np.where(once > 0, once + np.uint16(OUTLINE - ROUTE_IN + base), 0).astype(np.uint16)
        for base, (once, _) in found.items()
        if outlined
    ]
    below = [_coded(once & ~again, base) for base, (once, again) in found.items()]
    above = [_coded(again, base + AGAIN) for base, (_, again) in found.items()]
    return [layer for layer in [*lowest, *below, *above] if layer.any()]


def _coded(sides: Codes, base: int) -> Codes:
    return np.where(sides > 0, sides + np.uint8(base), 0).astype(np.uint8)


def _turns(way: Places, headings: npt.NDArray[np.int8], shape: tuple[int, ...]) -> tuple[Codes, Codes]:
    """Return for each tile the sides of the square that are walked along, and those that are so in the same turn again.

    That different turns share a side does not make it one. See `lines`.
    """
    entered, left = headings[:-1] ^ 2, headings[1:]
    turns = (way[1:-1] @ np.array([shape[1], 1])) * 16 + entered * 4 + left
    _, which, times = np.unique(turns, return_inverse=True, return_counts=True)
    again = times[which] > 1
    every = _sides(way[1:-1], entered, left, shape)
    return every, _sides(way[1:-1][again], entered[again], left[again], shape)


def _sides(places: Places, entered: npt.NDArray[np.int8], left: npt.NDArray[np.int8], shape: tuple[int, ...]) -> Codes:
    """Return the sides of the square that are walked along from a way in to a way out."""
    out = np.zeros(shape, np.uint8)
    many = (entered - left - 1) & 3
    for k in range(3):
        out |= _bits(places[many > k], (entered[many > k] - 1 - k) & 3, shape)[0]
    return out


def headings_of(way: Places) -> npt.NDArray[np.int8]:
    """Return the direction of each step of a way, north 0, east 1, south 2, west 3."""
    steps = np.diff(way, axis=0)
    headings = np.zeros(len(steps), np.int8)
    for direction, step in enumerate(STEPS):
        headings[(steps == step).all(axis=1)] = direction
    return headings


def _bits(places: Places, sides: npt.NDArray[np.int8], shape: tuple[int, ...]) -> tuple[Codes, Codes]:
    """Return for each tile the sides with which it is listed, as bits, and those with which it is so more than once."""
    once, again = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for side in range(4):
        flat, times = np.unique(places[sides == side] @ np.array([shape[1], 1]), return_counts=True)
        once.reshape(-1)[flat] |= np.uint8(1 << side)
        again.reshape(-1)[flat[times > 1]] |= np.uint8(1 << side)
    return once, again
