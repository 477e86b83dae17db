"""A game of hunts as an animated GIF, bounded in frames and in pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mazeconv.animation import LARGEST, SIDE, encode
from mazeconv.animation.film import Frame
from mazeconv.errors import WriteError, notify
from mazeconv.lettering import LETTERS
from mazeconv.level import Tile
from mazeconv.pictures.codes import OPENED, TRODDEN, WALKER, code_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from mazeconv.hunting import Game

MAX_FRAMES, FRAMES_A_HUNT, MAX_PIXELS = 400, 4, SIDE
MOVE_MS, PAUSE_MS, LAST_MS = 60, 600, 2000
TRAIL, OLD_TRAIL = TRODDEN + 1, TRODDEN


def encode_gif(game: Game, theme: str = "garden", max_frames: int = MAX_FRAMES) -> bytes:
    """Return the game as a GIF: the drone, its trail, the treasure, and walls as they open.

    A frame shows as many steps as keep within `max_frames`. Raises `WriteError` if the level is too large to be seen.
    """
    rows, cols = game.level.tiles.shape
    if max(rows, cols) > SIDE:
        raise WriteError(
            f"{cols} x {rows} tiles are too many for an animation", f"at most {SIDE} a side: a pixel a tile"
        )
    return encode(_frames(game, max_frames), max(1, min(LARGEST, SIDE // max(rows, cols))), "gif", theme=theme)


def _frames(game: Game, most: int) -> Iterator[Frame]:
    # Each hunt takes a frame for its beginning and one for its end; the steps share the rest.
    hunts = game.hunts[: most // FRAMES_A_HUNT]
    if len(hunts) < len(game.hunts):
        notice = f"the animation shows the first {len(hunts)} of {len(game.hunts)} hunts"
        notify(notice)
    stride = max(1, -(-sum(hunt.route.steps for hunt in hunts) // (most - 2 * len(hunts))))
    ground = game.level.tiles.copy()
    for number, hunt in enumerate(hunts):
        ground[ground == TRAIL] = OLD_TRAIL
        ground[ground == OPENED] = Tile.FLOOR
        ground[hunt.opened[:, 0], hunt.opened[:, 1]] = OPENED
        way = hunt.route.tiles
        yield _with_things(ground, way[0], hunt.treasure, PAUSE_MS)
        for at in range(0, len(way), stride):
            piece = way[at : at + stride]
            ground[piece[:, 0], piece[:, 1]] = TRAIL
            last = at + stride >= len(way)
            pause = LAST_MS if number == len(hunts) - 1 else PAUSE_MS
            yield _with_things(ground, piece[-1], hunt.treasure, pause if last else MOVE_MS)
        ground[ground == OLD_TRAIL] = Tile.FLOOR


def _with_things(ground: npt.NDArray[np.uint8], drone: Any, treasure: Any, milliseconds: int) -> Frame:
    things = np.zeros_like(ground)
    things[tuple(treasure)] = code_of("treasure", LETTERS["treasure"])
    things[tuple(drone)] = WALKER
    return Frame(ground.copy(), things, milliseconds)
