"""A film of a level: frames of codes, of which only what changes is encoded.

A frame holds the codes of a whole picture. From one frame to the next some tiles change; the smallest
rectangle around these is drawn, and in it the tiles that stay as they are get left clear.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.pictures.codes import codes_of
from mazeconv.pictures.layers import Layers, Overlay
from mazeconv.pictures.pixels import MAX_COLOURS
from mazeconv.pictures.sheets import Sheet, pixels, samples, sheet_of
from mazeconv.unique import unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy.typing as npt

    from mazeconv.level import Level
    from mazeconv.pictures.layers import Codes
    from mazeconv.pictures.stamps import Look


class Frame(NamedTuple):
    """Hold the codes of a picture, uint8 of one shape, and for how many milliseconds it is shown.

    `marks` lie on the ground, 0 being nothing.
    """

    ground: Codes
    marks: Codes
    milliseconds: int


class Patch(NamedTuple):
    """Hold what a frame changes: a rectangle of palette indices, its place in pixels, and the time it is shown."""

    left: int
    top: int
    indices: npt.NDArray[np.uint8]
    milliseconds: int


class Film(NamedTuple):
    """Hold what an encoder needs: sizes in pixels, the sheet, and frames, each of which differs from the one before.

    `clear` is the index of the palette that is transparent, or None if no colour is left for it.
    """

    width: int
    height: int
    sheet: Sheet
    frames: Sequence[Frame]

    @property
    def clear(self) -> int | None:
        """Return the index that leaves a pixel as it is; the palette's own colours end before it."""
        colours = len(self.sheet.palette)
        return colours if colours < MAX_COLOURS else None


def film_of(frames: Iterable[Frame], tile: int, colours: Look) -> Film:
    """Return the film of frames of one shape, drawn with tiles of `tile` pixels; equal neighbours become one."""
    kept: list[Frame] = []
    for frame in frames:
        if kept and not changed(kept[-1], frame).any():
            kept[-1] = kept[-1]._replace(milliseconds=kept[-1].milliseconds + frame.milliseconds)
        else:
            kept.append(frame)
    rows, cols = kept[0].ground.shape
    return Film(cols * tile, rows * tile, sheet_of(_all_codes(kept), tile, colours, {}), kept)


def changed(before: Frame, after: Frame) -> npt.NDArray[np.bool_]:
    """Return which tiles differ between two frames."""
    different: npt.NDArray[np.bool_] = (before.ground != after.ground) | (before.marks != after.marks)
    return different


def patches(film: Film) -> Iterator[Patch]:
    """Yield what each frame changes, the first one being whole."""
    tile = film.sheet.squares.shape[1]
    yield Patch(0, 0, whole(film, film.frames[0]), film.frames[0].milliseconds)
    for before, frame in pairwise(film.frames):
        different = changed(before, frame)
        rows, cols = (np.flatnonzero(different.any(axis=axis)) for axis in (1, 0))
        area = np.s_[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
        indices = whole(film, Frame(frame.ground[area], frame.marks[area], 0))
        if film.clear is not None:
            same = ~different[area]
            indices = np.where(same.repeat(tile, axis=0).repeat(tile, axis=1), np.uint8(film.clear), indices)
        yield Patch(int(cols[0]) * tile, int(rows[0]) * tile, indices, frame.milliseconds)


def whole(film: Film, frame: Frame) -> npt.NDArray[np.uint8]:
    """Return all pixels of a frame as palette indices."""
    drawn = Layers(frame.ground, (Overlay.of(frame.marks),))
    return pixels(drawn, film.sheet, np.arange(len(frame.ground) * film.sheet.squares.shape[1])).astype(np.uint8)


def marks_of(level: Level) -> Codes:
    """Return the marks of a level as codes, 0 being nothing."""
    codes = codes_of(level.markers)
    marks = np.zeros(level.tiles.shape, np.min_scalar_type(max(codes.values(), default=0)))
    for marker in level.markers:
        marks[marker.place] = codes[marker.kind, marker.label]
    return marks


def _all_codes(frames: Sequence[Frame]) -> Layers:
    grounds = {code for frame in frames for code in unique(frame.ground).tolist()}
    marks = {code for frame in frames for code in unique(frame.marks).tolist()}
    return samples(grounds, marks - {0})
