"""What is seen in a picture, pixel by pixel: where it is dark, where it is void, and where each marker's colour is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeconv.errors import UsageError
from mazeconv.level import KIND
from mazeconv.pictures.decoding import bands

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.formats.png_read import PngReadOptions
    from mazeconv.pictures.decoding import Picture

    Yes = npt.NDArray[np.bool_]

# How far each channel of a marker's colour may be off.
NEAR = 56
# What is neither dark nor light, and how much of a picture may be so before it is taken for a drawing.
GREY, SMOOTH = (40, 215), 0.002


class Seen(NamedTuple):
    """Hold what is seen in a picture: where it is dark and where it is void, and where each marker's colour is."""

    dark: Yes
    void: Yes
    marked: dict[str, Yes]
    smooth: bool


def seen_in(picture: Picture, options: PngReadOptions) -> Seen:
    """Return what is seen in a picture; raise `UsageError` for colours of markers that are none."""
    shape = picture.light.shape
    colours = _colours(options)
    dark, void = np.empty(shape, np.bool_), np.zeros(shape, np.bool_)
    marked: dict[str, Yes] = {kind: np.empty(shape, np.bool_) for kind in colours}
    values = np.zeros(256, np.int64)
    for band in bands(*shape):
        light, opaque = picture.light[band], picture.opaque[band]
        dark[band] = np.where(opaque, (light < options.threshold) == (options.wall != "light"), options.clear == "wall")
        if options.clear == "void":
            void[band] = ~opaque
        grey = (light > GREY[0]) & (light < GREY[1]) & opaque
        for kind, colour in colours.items():
            off = np.abs(picture.colours[band].astype(np.int16) - np.array(colour, np.int16))
            near = (off <= NEAR).all(axis=2) & opaque
            marked[kind][band] = near
            dark[band] &= ~near
            grey &= ~near
        values += np.bincount(light[grey], minlength=256)
    # A flat colour or two are a way to draw tiles; many shades are a drawing.
    smooth = values.sum() > SMOOTH * dark.size and np.count_nonzero(values) > 8  # noqa: PLR2004 - many
    return Seen(dark, void, marked, bool(smooth))


def _colours(options: PngReadOptions) -> dict[str, tuple[int, int, int]]:
    out = {}
    for kind, typed in (("start", options.start_colour), ("goal", options.goal_colour)):
        if typed:
            out[kind] = _rgb(typed)
    for item in options.marker_colours:
        kind, _, typed = item.partition(":")
        if not KIND.fullmatch(kind) or not re.fullmatch(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", typed):
            raise UsageError(
                f"format png: {item!r} is no marker and its colour", "write KIND:#rrggbb, such as key:#fc0"
            )
        out[kind] = _rgb(typed)
    return out


def _rgb(typed: str) -> tuple[int, int, int]:
    digits = typed.removeprefix("#")
    red, green, blue = bytes.fromhex(digits if len(digits) == len("rrggbb") else "".join(d + d for d in digits))
    return red, green, blue
