"""Pictures that show more than tiles: every pixel, as few bits as can be, bounded, with a legend that can be read."""

from __future__ import annotations

import tracemalloc
from string import ascii_lowercase, digits
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from carving import carve, tileset
from mazeconv.errors import WriteError
from mazeconv.formats.png import PngOptions
from mazeconv.level import Level
from mazeconv.options.building import build
from mazeconv.pictures import codes as c
from mazeconv.pictures.drawing import layout
from mazeconv.pictures.font import glyph
from mazeconv.pictures.layers import layers
from mazeconv.pictures.legend import entries
from mazeconv.pictures.showing import find
from mazeconv.pictures.stamps import grounds, look, mark
from mazeconv.pictures.themes import THEMES
from mazeconv.source import Source
from pngs import decoded, picture

Pixels = npt.NDArray[np.uint8]


def stacked(level: Level, size: int, theme: str, *, grid: bool, **options: Any) -> Pixels:
    """Lay tile by tile the marks over the ground, in the order of the layers."""
    colours = look(THEMES[theme], {})
    drawn = layers(level, find(level, build(PngOptions, options, "png")), size)
    out = np.zeros((level.rows * size, level.cols * size, 4), np.uint8)
    for (row, col), ground in np.ndenumerate(drawn.ground):
        area = out[row * size : row * size + size, col * size : col * size + size]
        area[...] = grounds([int(ground)], size, colours, {}, grid=grid)[int(ground)]
        for layer in drawn.above:
            here = layer.codes[(layer.rows == row) & (layer.cols == col)].tolist()
            for code in here:
                edged = "heatmap" in options and code < c.SOLUTION
                stamp, cover = mark(code, size, colours, {}, edged=edged)
                area[cover] = stamp[cover]
    return out


LEVEL = mazeconv.generate("dig", (13, 9), seed=3, shape=["loops=0.1", "treasures=2"])


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 24),
    st.sampled_from(sorted(THEMES)),
    st.booleans(),
    st.sampled_from(["", "right-hand", "tremaux", "random-mouse"]),
    st.fixed_dictionaries({}, optional={"solution": st.sampled_from([True]), "dead_ends": st.sampled_from([True])}),
    st.booleans(),
)
def test_every_pixel_is_where_it_should_be(
    size: int, theme: str, grid: bool, route: str, more: dict[str, Any], heat: bool
) -> None:
    grid = grid and size >= 4
    options = {**more, **({"route": route} if route else {}), **({"heatmap": "distance"} if heat else {})}
    data = picture(LEVEL, tile_size=size, theme=theme, grid=grid, **options)
    expected = stacked(LEVEL, size, theme, grid=grid, **options)
    assert np.array_equal(decoded(data), expected)
    colours = len(np.unique(expected.reshape(-1, 4), axis=0))
    assert data[24] == min(b for b in (1, 2, 4, 8) if 2**b >= colours), "as few bits as the colours need"
    assert data == picture(LEVEL, tile_size=size, theme=theme, grid=grid, **options)


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 40), st.booleans(), st.booleans(), st.sampled_from(sorted(THEMES)))
def test_coordinates_and_legend_leave_the_picture_as_it_is(
    size: int, coordinates: bool, transparent: bool, theme: str
) -> None:
    options = {"solution": True, "route": "pledge", "dead_ends": True, "heatmap": "distance"}
    options |= {"tile_size": size, "transparent": transparent, "theme": theme}
    plain = decoded(picture(LEVEL, **options))
    whole = decoded(picture(LEVEL, **options, coordinates=coordinates, legend=True))
    texts = entries(LEVEL, find(LEVEL, build(PngOptions, options, "png")), size)
    places = layout(LEVEL.rows, LEVEL.cols, size, coordinates=coordinates, explained=texts)
    assert whole.shape[:2] == (places.height, places.width)
    area = whole[places.top : places.top + plain.shape[0], places.left : places.left + plain.shape[1]]
    assert np.array_equal(area, plain)
    if not transparent:
        assert (whole[..., 3] == 255).all()


def read(strip: npt.NDArray[np.bool_], scale: int) -> list[str]:
    """Read the words in a strip of ink, glyph by glyph, by the font alone."""
    shapes = {glyph(key, scale).tobytes(): key for key in ascii_lowercase + digits + "-:"}
    high, wide = 7 * scale, 5 * scale
    out = []
    for top in range(strip.shape[0] - high + 1):
        text, gap, left = "", 0, 0
        while left <= strip.shape[1] - wide:
            key = shapes.get(strip[top : top + high, left : left + wide].astype(np.uint8).tobytes())
            if key is None:
                left, gap = left + 1, gap + 1
                continue
            blank = gap > 2 * scale and text
            text, gap, left = text + " " * bool(blank) + key, 0, left + wide
        if len(text) > 3:
            out.append(text)
    return out


@pytest.mark.filterwarnings("ignore:.*goes through a door")
@pytest.mark.parametrize(("size", "scale"), [(8, 1), (16, 1), (32, 2)])
def test_the_legend_says_what_there_is(size: int, scale: int) -> None:
    level = mazeconv.generate("backtracker", (41, 21), seed=3, shape="keys=1")
    options = {"solution": True, "route": "right-hand", "dead_ends": True, "heatmap": "distance", "legend": True}
    pixels = decoded(picture(level, tile_size=size, **options))
    strip = (pixels[level.rows * size :] == (*THEMES["paper"].ink, 255)).all(axis=2)
    found = " ".join(read(strip, scale))
    shown = find(level, build(PngOptions, options, "png"))
    assert shown.solution is not None
    assert shown.walk is not None
    assert shown.distances is not None
    assert shown.dead_ends is not None
    for text in (
        "start",
        "goal",
        "door",
        "key",
        f"shortest way: {shown.solution.steps} steps",
        f"right-hand: {shown.walk.steps} steps",
        f"{shown.dead_ends.sum()} dead ends",
        f"0 to {shown.distances.max()} steps from the start",
    ):
        assert text in found, found


def test_the_legend_counts_for_fit_and_limit() -> None:
    options = {"solution": True, "legend": True}
    height, width = decoded(picture(LEVEL, **options, fit="300x300")).shape[:2]
    assert height <= 300
    assert width <= 300
    with pytest.raises(WriteError, match="not even with 1 pixel"):
        picture(LEVEL, **options, fit="20x20")
    area = np.prod(decoded(picture(LEVEL, **options, tile_size=5)).shape[:2])
    with pytest.raises(WriteError, match="too large"):
        picture(LEVEL, **options, tile_size=5, pixel_limit=int(area) - 1)


def test_the_whole_picture_is_never_in_memory() -> None:
    level = mazeconv.generate("dig", (301, 301), seed=1)
    shown = {"solution": True, "route": "right-hand", "heatmap": "distance", "dead_ends": True, "legend": True}
    picture(LEVEL, **shown)
    tracemalloc.start()
    picture(level, tile_size=40, pixel_limit=1 << 30, **shown)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40_000_000 < (301 * 40) ** 2 / 3


def test_colours_of_marks_can_be_given() -> None:
    options = {"solution": True, "route": "left-hand", "dead_ends": True, "tile_size": 16}
    pixels = decoded(picture(LEVEL, **options, solution_colour="#f00", route_colour="#0f0", dead_end_colour="#00f"))
    seen = {tuple(colour) for colour in np.unique(pixels.reshape(-1, 4), axis=0).tolist()}
    assert {(255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255)} <= seen
    gone = decoded(picture(LEVEL, solution=True, solution_colour="none", tile_size=8))
    assert np.array_equal(gone, decoded(picture(LEVEL, tile_size=8)))


def test_marks_lie_on_tiles_of_an_image() -> None:
    image = {"tiles": Source("tiles.png", tileset(16)), "tiles_size": 16}
    plain = decoded(picture(carve(), **image))
    pixels = decoded(picture(carve(), **image, solution=True, legend=True))
    changed = (pixels[: plain.shape[0]] != plain).any(axis=2)
    shown = find(carve(), build(PngOptions, {"solution": True}, "png"))
    assert shown.solution is not None
    tiles = {(y // 16, x // 16) for y, x in np.argwhere(changed)}
    assert tiles == {tuple(place) for place in shown.solution.tiles.tolist()}
