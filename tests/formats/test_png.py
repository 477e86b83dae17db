"""What is promised of the preview picture: it shows the level pixel for pixel, small, bounded and always the same."""

from __future__ import annotations

import io
import tracemalloc
import warnings
from colorsys import hls_to_rgb, rgb_to_hls
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from carving import carve, tileset
from mazeconv import api
from mazeconv.errors import MazeconvNotice, ReadError, UsageError, WriteError
from mazeconv.formats import FORMATS, Target
from mazeconv.formats.png import FORMAT, PngOptions, write
from mazeconv.lettering import badges
from mazeconv.level import Level, Marker, Tile
from mazeconv.options.building import build
from mazeconv.options.describing import describe
from mazeconv.pictures.drawing import layout
from mazeconv.pictures.marks import badge, disc, flag
from mazeconv.pictures.themes import THEMES
from mazeconv.source import Source
from pngs import decoded, depth, picture

if TYPE_CHECKING:
    import numpy.typing as npt

TARGET = Target("maze", Path())


def hued(colour: tuple[int, int, int], letter: str) -> tuple[int, ...]:
    """Turn a colour to the hue of a letter."""
    _, light, strong = rgb_to_hls(*(part / 255 for part in colour))
    usual = {"D": 28, "N": 355, "K": 190, "T": 285}
    hue = usual.get(letter, (260 + 75 * (ord(letter.lower()) - ord("a"))) % 360)
    return tuple(round(part * 255) for part in hls_to_rgb(hue / 360, light, strong))


def painted(level: Level, size: int, theme: str, *, grid: bool) -> npt.NDArray[np.uint8]:
    """Draw the level one pixel at a time, as the help texts describe it."""
    colours = THEMES[theme]
    image = np.zeros((level.rows * size, level.cols * size, 4), np.uint8)
    letters = badges(m.kind for m in level.markers)
    thing = {(m.row, m.col): m.kind for m in level.markers}
    for y in range(image.shape[0]):
        for x in range(image.shape[1]):
            (row, v), (col, u) = divmod(y, size), divmod(x, size)
            tile = level.tiles[row, col]
            colour: tuple[int, ...] = (colours.floor, colours.wall, colours.void)[tile]
            if grid and min(u, v) < max(1, size // 48):
                share = 4 if tile == Tile.FLOOR else 1
                colour = tuple(
                    ((4 - share) * a + share * b + 2) // 4 for a, b in zip(colour, colours.grid, strict=True)
                )
            kind = thing.get((row, col))
            if kind == "start" and disc(size)[v, u]:
                colour = colours.start
            elif kind == "goal" and flag(size)[v, u]:
                colour = colours.goal
            elif kind not in ("start", "goal", None):
                mark = badge(size, letters[kind])[v, u]
                badge_colour = hued(colours.marker, letters[kind])
                if mark == 1:
                    colour = badge_colour
                elif mark == 2:
                    ways = (colours.floor, colours.wall, colours.ink)
                    grey = [np.dot(c, (299, 587, 114)) - np.dot(badge_colour, (299, 587, 114)) for c in ways]
                    colour = ways[int(np.argmax(np.abs(grey)))]
            image[y, x] = (*colour, 255)
    return image


@st.composite
def levels(draw: st.DrawFn) -> Level:
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 9))
    values = draw(st.lists(st.integers(0, 2), min_size=rows * cols, max_size=rows * cols))
    tiles = np.array(values, np.uint8).reshape(rows, cols)
    floor = np.argwhere(tiles == Tile.FLOOR).tolist()
    kinds = draw(st.permutations(["start", "goal", "goal", "key", "door", "exit", "enemy", "elf"]))
    pairs = zip(kinds, draw(st.permutations(floor)), strict=False)
    markers = [Marker(kind, row, col) for kind, (row, col) in pairs]
    return Level(tiles, tuple(markers[: draw(st.integers(0, 8))]))


@settings(deadline=None, max_examples=60)
@given(levels(), st.integers(1, 20), st.sampled_from(sorted(THEMES)), st.booleans(), st.booleans())
def test_every_pixel_is_where_it_should_be(level: Level, size: int, theme: str, grid: bool, markers: bool) -> None:
    grid = grid and size >= 4
    data = picture(level, tile_size=size, theme=theme, grid=grid, markers=markers)
    expected = painted(level if markers else level.with_(markers=()), size, theme, grid=grid)
    assert np.array_equal(decoded(data), expected)
    colours = len(np.unique(expected.reshape(-1, 4), axis=0))
    assert depth(data) == min(b for b in (1, 2, 4, 8) if 2**b >= colours)
    assert data == picture(level, tile_size=size, theme=theme, grid=grid, markers=markers)


@settings(deadline=None, max_examples=30)
@given(levels(), st.integers(1, 60), st.booleans())
def test_coordinates_leave_the_picture_as_it_is(level: Level, size: int, transparent: bool) -> None:
    plain = decoded(picture(level, tile_size=size, transparent=transparent))
    numbered = decoded(picture(level, tile_size=size, transparent=transparent, coordinates=True))
    left, top = numbered.shape[1] - plain.shape[1], numbered.shape[0] - plain.shape[0]
    assert np.array_equal(numbered[top:, left:], plain)
    numbered = numbered.copy()
    numbered[top:, left:] = numbered[0, 0]
    theme = THEMES["paper"]
    seen = {tuple(c) for c in np.unique(numbered.reshape(-1, 4), axis=0).tolist()}
    assert seen <= {(0, 0, 0, 0) if transparent else (*theme.void, 255), (*theme.ink, 255)}


def test_wide_pictures_in_strips_are_seamless() -> None:
    rng = np.random.default_rng(5)
    level = Level(rng.integers(0, 3, (700, 301), np.uint8))
    colours = np.array([(*c, 255) for c in THEMES["paper"][:3]], np.uint8)
    for size in (1, 7):
        whole = np.repeat(np.repeat(level.tiles, size, axis=0), size, axis=1)
        assert np.array_equal(decoded(picture(level, tile_size=size)), colours[whole])


def test_colours_replace_those_of_the_theme() -> None:
    level = Level(np.array([[0, 1, 2]], np.uint8))
    data = picture(level, tile_size=1, floor_colour="#123", wall_colour="A0b0C0", void_colour="none", theme="night")
    assert decoded(data)[0].tolist() == [[0x11, 0x22, 0x33, 255], [0xA0, 0xB0, 0xC0, 255], [0, 0, 0, 0]]


def test_equal_colours_need_one_entry() -> None:
    level = Level(np.array([[0, 1, 2]], np.uint8))
    assert depth(picture(level, floor_colour="#fff", void_colour="#ffffff")) == 1
    assert depth(picture(level)) == 2


def test_transparent_leaves_walls_and_marks() -> None:
    pixels = decoded(picture(carve(void=True), tile_size=16, transparent=True))
    level = carve(void=True)
    clear = pixels[..., 3].reshape(level.rows, 16, level.cols, 16).max(axis=(1, 3)) == 0
    marked = {m.place for m in level.markers}
    for (row, col), tile in np.ndenumerate(level.tiles):
        assert clear[row, col] == (tile != Tile.WALL and (row, col) not in marked)


@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize(("width", "height"), [(40, 40), (100, 100), (640, 480), (9000, 200), (9000, 9000)])
def test_fit_takes_the_largest_tile_that_fits(width: int, height: int, coordinates: bool) -> None:
    shape = decoded(picture(carve(9, 13), fit=f"{width}x{height}", coordinates=coordinates)).shape[:2]
    places = [layout(9, 13, tile, coordinates=coordinates) for tile in range(1, 257)]
    largest = max((p for p in places if p.width <= width and p.height <= height), key=lambda p: p.tile)
    assert shape == (largest.height, largest.width)


def test_fit_that_cannot_be_says_what_it_takes() -> None:
    with pytest.raises(WriteError, match="not even with 1 pixel") as caught:
        picture(carve(9, 13), fit="12x100")
    assert caught.value.hint == "it needs fit=13x9 or more"
    with pytest.raises(UsageError, match="exclude each other"):
        picture(carve(), fit="100x100", tile_size=3)


def test_the_limit_is_checked_before_memory_is_taken() -> None:
    level = Level(np.zeros((2000, 2000), np.uint8))
    tracemalloc.start()
    with pytest.raises(WriteError, match=r"512000 x 512000 .* 262,144,000,000, the limit is 100,000,000") as caught:
        picture(level, tile_size=256, coordinates=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20
    assert caught.value.hint == "use tile-size=5 or less, or raise pixel-limit"
    assert len(picture(carve(), tile_size=1, pixel_limit=117)) > 0
    with pytest.raises(WriteError, match="too large"):
        picture(carve(), tile_size=1, pixel_limit=116)


def test_tiles_of_a_size_that_nobody_asked_for_become_smaller_to_keep_to_the_limit() -> None:
    level = carve(9, 13)
    with pytest.warns(MazeconvNotice, match="tiles are 3 pixels, as with 16"):
        assert picture(level, pixel_limit=9 * 13 * 15) == picture(level, tile_size=3)
    for asked in ({"tile_size": 16}, {"fit": "300x300"}):
        with pytest.raises(WriteError, match="is too large"):
            picture(level, pixel_limit=9 * 13 * 15, **asked)


@pytest.mark.parametrize(("side", "size"), [(400, 40), (60, 256)])
def test_the_whole_picture_is_never_in_memory(side: int, size: int) -> None:
    tiles = np.random.default_rng(3).integers(0, 2, (side, side), np.uint8)
    tiles[1, 1] = Tile.FLOOR
    level = Level(tiles, (Marker("key", 1, 1),))
    tracemalloc.start()
    picture(level, tile_size=size, pixel_limit=1 << 30, grid=True, coordinates=True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 25_000_000 < side * side * size * size / 4


def test_a_grid_on_tiny_tiles_is_left_out_with_a_notice() -> None:
    with pytest.warns(MazeconvNotice, match="grid is left out"):
        data = picture(carve(), tile_size=3, grid=True)
    assert data == picture(carve(), tile_size=3)


def test_the_picture_says_how_to_make_it_again() -> None:
    with Image.open(io.BytesIO(picture(carve()))) as image:
        assert image.info["Software"] == "mazeconv"
        assert '"seed":"迷路-7"' in image.info["Recipe"]
    bare = picture(carve().with_(recipe=None))
    assert b"Recipe" not in bare
    assert b"tIME" not in bare


def image_source(side: int = 16) -> Source:
    return Source("tiles.png", tileset(side))


@pytest.mark.parametrize(("size", "own"), [(16, None), (8, 16), (40, 16), (1, 16)])
def test_tiles_come_from_the_image(size: int, own: int | None) -> None:
    level = Level(np.array([[0, 1], [2, 0]], np.uint8), (Marker("goal", 1, 1),))
    chosen = {"floor_tile": 0, "wall_tile": 1, "goal_tile": 2}
    data = picture(level, tiles=image_source(), tiles_size=own, tile_size=size, **chosen)
    sheet = decoded(tileset(16))
    pick = np.arange(size) * 16 // size
    floor, wall, goal = (sheet[:16, 16 * i : 16 * i + 16][pick[:, None], pick] for i in range(3))
    # The goal's picture has clear places, through which the floor is seen.
    goal = np.where(goal[..., 3:] > 0, goal, floor)
    void = np.full_like(floor, (*THEMES["paper"].void, 255))
    expected = np.vstack((np.hstack((floor, wall)), np.hstack((void, goal))))
    assert np.array_equal(decoded(data), expected)


@pytest.mark.parametrize("alpha", [False, True])
def test_an_image_of_many_colours_makes_true_colour(alpha: bool) -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (32, 64, 4), np.uint8)
    pixels[..., 3] = 255
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    level = Level(np.array([[0, 1, 1, 0]] * 3, np.uint8))
    data = picture(level, tiles=Source("t.png", file.getvalue()), tile_size=32, transparent=alpha)
    assert data[25] == (6 if alpha else 2)
    floor = np.zeros_like(pixels[:, :32]) if alpha else pixels[:, :32]
    row = np.hstack((floor, pixels[:, 32:], pixels[:, 32:], floor))
    assert np.array_equal(decoded(data), np.vstack([row] * 3))


def test_tiles_give_the_size_of_a_tile() -> None:
    assert decoded(picture(carve(9, 13), tiles=image_source(), tiles_size=8)).shape == (72, 104, 4)


def bomb() -> bytes:
    file = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [b"", b"no image", tileset(16)[:60], tileset(16)[:-40], tileset(16)[:8] + bytes(100), b"%!PS-Adobe-3.0 EPSF-3.0\n"],
)
def test_a_damaged_image_is_an_error(data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ReadError, match=r"tiles\.png: is no image"):
            picture(carve(), tiles=Source("tiles.png", data))


def test_a_huge_image_is_refused_before_it_is_decoded() -> None:
    data = bomb()
    tracemalloc.start()
    with pytest.raises(ReadError, match="no picture of more than 16,777,216 pixels"):
        picture(carve(), tiles=Source("tiles.png", data))
    assert tracemalloc.get_traced_memory()[1] < 4_000_000
    tracemalloc.stop()


def test_a_missing_tile_is_an_error() -> None:
    with pytest.raises(ReadError, match="no tile 9: it holds 3 x 1 tiles of 16 pixels"):
        picture(carve(), tiles=image_source(), wall_tile=9)
    with pytest.raises(ReadError, match="holds 0 x 0 tiles"):
        picture(carve(), tiles=image_source(), tiles_size=64)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tile-size": "0"}, "from 1 to 256"),
        ({"tile-size": "257"}, "from 1 to 256"),
        ({"fit": "12"}, "fit"),
        ({"fit": "0x5"}, "fit"),
        ({"wall-colour": "#12"}, "wall-colour"),
        ({"wall-colour": "#123\n"}, "wall-colour"),
        ({"theme": "papr"}, "theme must be one of"),
        ({"wall-tile": "-1"}, "at least 0|from 0"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        build(PngOptions, options, "format png")


def test_the_format_stands_in_the_table() -> None:
    assert FORMATS.get("png") is FORMAT
    assert list(write(carve(), PngOptions(), TARGET)) == ["maze.png"]
    assert list(write(carve(), PngOptions(), Target("maze", Path(), "other.png"))) == ["other.png"]
    described = {d.name: d for d in describe(PngOptions)}
    assert described["theme"].choices == tuple(THEMES)
    assert (described["tile-size"].minimum, described["tile-size"].maximum) == (1, 256)
    assert all(d.help for d in described.values())


def test_the_size_of_tiles_is_what_the_tileset_beside_says_or_a_guess_that_is_told(tmp_path: Path) -> None:
    level = carve()
    api.write(level, tmp_path / "map.tmx", autotile="blob")
    data = (tmp_path / "map-tiles.png").read_bytes()
    known = Source.load(tmp_path / "map-tiles.png")
    said = api.encode(level, "png", stem="x", tiles=known, autotile="blob")
    assert said == api.encode(level, "png", stem="x", tiles=Source("x.png", data), tiles_size=24, autotile="blob")
    with pytest.warns(MazeconvNotice, match="nothing says how large the tiles of x.png are: 16 pixels were taken"):
        api.encode(level, "png", stem="x", tiles=Source("x.png", data), autotile="blob")
    (tmp_path / "map-tiles.tsx").write_text("<map/>", encoding="utf-8")
    with pytest.warns(MazeconvNotice, match="nothing says how large"):
        api.encode(level, "png", stem="x", tiles=known, autotile="blob")
