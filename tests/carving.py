"""A tiny maze of its own for tests of writers: they should not move when a generator does."""

from __future__ import annotations

import numpy as np

from mazeconv.level import Level, Marker, Tile
from mazeconv.pictures.pixels import Strip, encode
from mazeconv.recipe import Recipe

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def carve(rows: int = 9, cols: int = 13, *, extras: bool = False, pairs: bool = False, void: bool = False) -> Level:
    """Return a small maze with start and goal, with other markers, with keys of doors, with an outside."""
    tiles = np.full((rows, cols), Tile.WALL, np.uint8)
    tiles[1, 1] = Tile.FLOOR
    path, state = [(1, 1)], 7
    while path:
        row, col = path[-1]
        ahead = [(row + 2 * d, col + 2 * e) for d, e in STEPS]
        free = [p for p in ahead if 0 < p[0] < rows - 1 and 0 < p[1] < cols - 1 and tiles[p] == Tile.WALL]
        if not free:
            path.pop()
            continue
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        r, c = free[(state >> 16) % len(free)]
        tiles[(row + r) // 2, (col + c) // 2] = tiles[r, c] = Tile.FLOOR
        path.append((r, c))
    if void:
        tiles[:2, cols - 4 :] = Tile.VOID
        tiles[rows - 1, :3] = Tile.VOID
    floor = [(int(r), int(c)) for r, c in np.argwhere(tiles == Tile.FLOOR)]
    markers = [Marker("start", *floor[0]), Marker("goal", *floor[-1])]
    if extras:
        kinds = ("key", "door", "treasure", "save-point", "monster")
        markers += [Marker(kind, *floor[len(floor) * (i + 1) // 7]) for i, kind in enumerate(kinds)]
    if pairs:
        kinds = ("key", "door", "treasure", "door", "key")
        named = zip(kinds, ("A", "A", "", "B", "B"), strict=True)
        markers += [Marker(kind, *floor[len(floor) * (i + 1) // 7], label) for i, (kind, label) in enumerate(named)]
    recipe = Recipe("test", 1, "迷路-7", (cols, rows))
    return Level(tiles, tuple(markers), recipe=recipe)


def tileset(side: int = 16) -> bytes:
    """Return a PNG of three tiles side by side: flagstones, bricks, and a coin with clear corners."""
    y, x = np.indices((side, side))
    half = side // 2
    stones = np.where((y % half == 0) | ((x + (y // half) * (half // 2)) % half == 0), 1, 0)
    stones[(x * 7 + y * 13) % 29 == 0] = 2
    course = y // (side // 4)
    bricks = np.where((y % (side // 4) == side // 4 - 1) | ((x + course % 2 * half // 2) % half == 0), 4, 3)
    bricks[(bricks == 3) & (y % (side // 4) == 0)] = 5
    away = (2 * y - side + 1) ** 2 + (2 * x - side + 1) ** 2
    coin = np.where(away < (side * 0.5) ** 2, 7, np.where(away < (side * 0.8) ** 2, 6, 8))
    colours = "8c8478ff 6e675eff 9a9286ff 7a3b32ff 3d2826ff 94493dff d9a520ff ffe07aff 00000000"
    palette = np.array([list(bytes.fromhex(colour)) for colour in colours.split()], np.uint8)
    rows = np.hstack((stones, bricks, coin)).astype(np.uint8)
    return encode([Strip(rows)], 3 * side, side, palette=palette)
