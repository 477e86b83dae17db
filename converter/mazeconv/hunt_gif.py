"""A game of hunts as an animated GIF: bounded in frames and in pixels, with a palette of a few colours."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

from mazeconv.errors import MazeconvNotice, WriteError
from mazeconv.level import Tile
from mazeconv.themes import THEMES, Theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    import numpy.typing as npt

    from mazeconv.hunting import Game

MAX_FRAMES, FRAMES_A_HUNT, MAX_PIXELS, MAX_SCALE = 400, 4, 640, 24
MOVE_MS, PAUSE_MS, LAST_MS = 60, 600, 2000
# Palette indices; the first three are those of `Tile`.
TRAIL, OLD_TRAIL, OPENED, TREASURE, DRONE = range(3, 8)

Frame = tuple["npt.NDArray[np.uint8]", int]


def encode_gif(game: Game, theme: str = "garden", max_frames: int = MAX_FRAMES) -> bytes:
    """Return the game as a GIF: the drone, its trail, the treasure, and walls as they open.

    A frame shows as many steps as keep within `max_frames`. Raises `WriteError` if the level is too large to be seen.
    """
    from PIL import Image

    rows, cols = game.level.tiles.shape
    if max(rows, cols) > MAX_PIXELS:
        raise WriteError(
            f"{cols} x {rows} tiles are too many for an animation", f"at most {MAX_PIXELS} a side: a pixel a tile"
        )
    scale = max(1, min(MAX_SCALE, MAX_PIXELS // max(rows, cols)))
    palette = _palette(THEMES[theme])
    pictures, times = [], []
    for tiles, milliseconds in _frames(game, max_frames):
        picture = Image.fromarray(tiles.repeat(scale, axis=0).repeat(scale, axis=1), "P")
        picture.putpalette(palette)
        pictures.append(picture)
        times.append(milliseconds)
    out = io.BytesIO()
    pictures[0].save(
        out, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=False, disposal=1
    )
    return out.getvalue()


def _frames(game: Game, most: int) -> Iterator[Frame]:
    """Yield the frames as palette indices a tile, with the time each is shown."""
    # Each hunt takes a frame for its beginning and one for its end; the steps share the rest.
    hunts = game.hunts[: most // FRAMES_A_HUNT]
    if len(hunts) < len(game.hunts):
        notice = f"the animation shows the first {len(hunts)} of {len(game.hunts)} hunts"
        warnings.warn(notice, MazeconvNotice, stacklevel=3)
    stride = max(1, -(-sum(hunt.route.steps for hunt in hunts) // (most - 2 * len(hunts))))
    ground = game.level.tiles.copy()
    for number, hunt in enumerate(hunts):
        ground[ground == TRAIL] = OLD_TRAIL
        ground[ground == OPENED] = Tile.FLOOR
        ground[hunt.opened[:, 0], hunt.opened[:, 1]] = OPENED
        way = hunt.route.tiles
        yield _with_things(ground, way[0], hunt.treasure), PAUSE_MS
        for at in range(0, len(way), stride):
            piece = way[at : at + stride]
            ground[piece[:, 0], piece[:, 1]] = TRAIL
            last = at + stride >= len(way)
            pause = LAST_MS if number == len(hunts) - 1 else PAUSE_MS
            yield _with_things(ground, piece[-1], hunt.treasure), pause if last else MOVE_MS
        ground[ground == OLD_TRAIL] = Tile.FLOOR


def _with_things(ground: npt.NDArray[np.uint8], drone: Any, treasure: Any) -> npt.NDArray[np.uint8]:
    frame = ground.copy()
    frame[tuple(treasure)] = TREASURE
    frame[tuple(drone)] = DRONE
    return frame


def _palette(theme: Theme) -> bytes:
    """Return the colours by index, a trail being floor tinted with the drone's colour."""
    trail = _mix(theme.floor, theme.start, 0.45)
    old = _mix(theme.floor, theme.start, 0.15)
    opened = _mix(theme.floor, theme.marker, 0.6)
    colors = [theme.floor, theme.wall, theme.void, trail, old, opened, theme.goal, theme.start]
    return bytes(part for color in colors for part in color)


def _mix(one: tuple[int, int, int], other: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
