"""Pictures as levels: our own previews, pictures of others, drawings, and what is no picture."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from carving import carve, tileset
from commands import python
from mazeconv.api import check_image, encode, generate, read
from mazeconv.errors import MazeconvNotice, ReadError, UsageError
from mazeconv.formats import FORMATS, reduced
from mazeconv.level import Level, Marker, Place, Tile
from mazeconv.pictures.themes import THEMES
from mazeconv.source import Source
from pngs import bomb

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

KEEPS = FORMATS.get("png").keeps


def preview(level: Level, **options: Any) -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (data,) = encode(level, "png", stem="x", **options).values()
    return data


def saved(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def drawn(tiles: npt.NDArray[np.uint8], size: int = 8, dark: int = 0, light: int = 255) -> Image.Image:
    pixels = np.where(tiles == 1, dark, light).astype(np.uint8)
    return Image.fromarray(pixels.repeat(size, 0).repeat(size, 1))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("tile_size", [1, 2, 3, 5, 7, 11, 16, 33])
def test_previews_come_back(theme: str, tile_size: int) -> None:
    level = carve(extras=True, void=True)
    assert read(preview(level, theme=theme, tile_size=tile_size), "png") == reduced(level, KEEPS)


@pytest.mark.parametrize(
    "options",
    [
        {"grid": True, "coordinates": True},
        {"legend": True, "solution": True},
        {"heatmap": "distance", "dead_ends": True},
        {"route": "right-hand", "legend": True, "coordinates": True},
        {"wall_colour": "#fff", "floor_colour": "#000", "start_colour": "#00f"},
        {"wall_colour": "#000", "transparent": True},
        {"fit": "200x100"},
    ],
)
@pytest.mark.parametrize("theme", ["paper", "night"])
def test_previews_with_more_on_them_come_back(options: dict[str, Any], theme: str) -> None:
    level = carve(extras=True)
    assert read(preview(level, theme=theme, **options), "png") == reduced(level, KEEPS)


def test_edits_of_a_preview_count() -> None:
    level = carve(extras=True)
    with Image.open(io.BytesIO(preview(level))) as image:
        text = {k: v for k, v in image.info.items() if k == "Level"}
        edited = image.convert("RGB")
    wall = edited.getpixel((0, 0))
    ImageDraw.Draw(edited).rectangle((16, 16, 31, 31), fill=wall)
    file = io.BytesIO()
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Level", text["Level"])
    edited.save(file, "PNG", pnginfo=info)
    found = read(file.getvalue(), "png")
    assert found.tiles[1, 1] == 1
    assert found.start is None
    assert found.goals == level.goals


def test_previews_of_tiles_are_read_by_light_and_dark() -> None:
    level = carve()
    data = preview(level.with_(markers=()), tiles=Source("t.png", tileset(16)), tiles_size=16)
    assert read(data, "png", tile_size=16, threshold=110).tiles.tolist() == level.tiles.tolist()


@pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "TIFF", "WEBP"])
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA"])
def test_pictures_of_every_kind(kind: str, mode: str) -> None:
    level = carve().with_(markers=())
    image = drawn(level.tiles).convert(mode)
    data = saved(image, kind, **({"lossless": True} if kind == "WEBP" else {}))
    assert read(data).tiles.tolist() == level.tiles.tolist()


def test_sixteen_bits_and_transparency() -> None:
    tiles = carve().tiles
    deep = Image.fromarray((np.where(tiles == 1, 1000, 60_000).astype(np.uint16)).repeat(4, 0).repeat(4, 1))
    assert read(saved(deep), "png").tiles.tolist() == tiles.tolist()
    pixels = np.zeros((*tiles.shape, 4), np.uint8)
    pixels[tiles == 1, 3] = 255
    data = saved(Image.fromarray(pixels.repeat(4, 0).repeat(4, 1)))
    assert read(data, "png").tiles.tolist() == tiles.tolist()
    assert read(data, "png", clear="void").tiles.tolist() == np.where(tiles == 1, 1, 2).tolist()


def test_light_walls_and_thresholds() -> None:
    tiles = carve().tiles
    assert read(saved(drawn(tiles, dark=255, light=0)), "png", wall="light").tiles.tolist() == tiles.tolist()
    pale = saved(drawn(tiles, dark=180, light=220))
    assert read(pale, "png", threshold=200).tiles.tolist() == tiles.tolist()
    assert not read(pale, "png", border="open").tiles.any()


def test_colours_are_markers() -> None:
    tiles = carve().tiles
    image = drawn(tiles, 10).convert("RGB")
    pen = ImageDraw.Draw(image)
    pen.ellipse((12, 12, 18, 18), fill=(10, 240, 20))
    pen.rectangle((110, 70, 119, 79), fill=(250, 0, 0))
    pen.rectangle((72, 12, 76, 16), fill=(0, 0, 255))
    level = read(saved(image), "png", marker_colours=("key:#00f",), tile_size=10)
    assert level.markers == (Marker("start", 1, 1), Marker("key", 1, 7), Marker("goal", 7, 11))
    other = read(saved(image), "png", start_colour="#f00", goal_colour="#0f0", tile_size=10)
    assert (other.start, other.goals) == (Place(7, 11), (Place(1, 1),))
    with pytest.raises(UsageError, match="is no marker and its colour"):
        read(saved(image), "png", marker_colours=("key",))


@pytest.mark.parametrize("size", [1, 2, 7, 30])
def test_the_tile_size_is_found(size: int) -> None:
    tiles = generate(size=(15, 13), seed=4).tiles
    assert read(saved(drawn(tiles, size)), "png").tiles.tolist() == tiles.tolist()
    assert read(saved(drawn(tiles, size)), "png", tile_size=size).tiles.tolist() == tiles.tolist()


def framed(margins: tuple[int, int, int, int], shade: int) -> bytes:
    """Return a picture of tiles of 12 pixels with a margin: left, top, right and bottom."""
    picture = drawn(carve().tiles, 12).convert("RGB")
    left, top, right, bottom = margins
    out = Image.new(picture.mode, (picture.width + left + right, picture.height + top + bottom), (shade,) * 3)
    out.paste(picture, (left, top))
    return saved(out)


@pytest.mark.parametrize("margins", [(15, 15, 15, 15), (0, 0, 0, 5), (7, 0, 1, 40), (11, 24, 12, 36)])
def test_a_plain_margin_is_left_out_and_said(margins: tuple[int, int, int, int]) -> None:
    data = framed(margins, 255)
    with pytest.warns(MazeconvNotice, match=f"a plain margin is left out: {margins[0]} pixels at the left"):
        assert read(data, "png").tiles.tolist() == carve().tiles.tolist()
    assert read(data, "png", trim=True).tiles.tolist() == carve().tiles.tolist()
    with pytest.warns(MazeconvNotice, match="a plain margin is left out"):
        assert check_image(Source("in.png", data), "png")[:4] == b"\x89PNG"


def test_a_margin_of_whole_tiles_is_floor_and_said() -> None:
    with pytest.warns(MazeconvNotice, match="a plain margin is read as floor.* -I trim leaves it out"):
        found = read(framed((12, 24, 12, 0), 255), "png")
    rows, cols = carve().tiles.shape
    assert found.tiles.shape == (rows + 2, cols + 2)
    assert not found.tiles[:2].any()


def test_a_margin_of_wall_is_said_as_it_may_be_one() -> None:
    with pytest.warns(MazeconvNotice, match="tiles of 3 pixels fit all, tiles of 12 all but a margin of wall"):
        read(framed((15, 15, 15, 15), 0), "png")


@pytest.mark.parametrize(
    "rows",
    [
        ["#######", "#     #", "#     #", "#     #", "#######"],
        ["         ", "  #      ", "      #  ", "  #      ", "         "],
        ["     ", "     ", "     "],
        ["#####", "#####", "#####"],
        ["#### #", "#    #", "#### #", "#    #", "######"],
        ["#######", "#######", "##  ###", "##  ###", "#######", "#######"],
    ],
)
def test_what_only_looks_like_a_margin_stays(rows: list[str]) -> None:
    tiles = np.array([[sign == "#" for sign in row] for row in rows], np.uint8)
    assert read(saved(drawn(tiles, 1)), "png", border="open").tiles.tolist() == tiles.tolist()


def test_a_margin_with_a_mark_in_it_stays() -> None:
    picture = Image.open(io.BytesIO(framed((15, 15, 15, 15), 255))).convert("RGB")
    picture.paste((0, 255, 0), (3, 3, 6, 6))
    assert read(saved(picture), "png").start == Place(1, 1)


def test_no_exact_grid_is_refused_with_the_sizes_that_fit() -> None:
    tiles = generate(size=(15, 13), seed=4).tiles
    with pytest.raises(ReadError, match="300 x 260 pixels, which tiles of 7 do not fill") as caught:
        read(saved(drawn(tiles, 20)), "png", tile_size=7)
    assert "tile-size could be 20 (15 x 13), 10 (30 x 26)" in caught.value.hint
    photo = drawn(tiles, 20).filter(ImageFilter.GaussianBlur(2)).rotate(1, fillcolor=255)
    with pytest.raises(ReadError, match="has no exact grid") as caught:
        read(saved(photo), "png")
    assert "grid=WxH" in caught.value.hint
    assert read(saved(photo), "png", grid="15x13").tiles.tolist() == tiles.tolist()


def by_hand(tiles: npt.NDArray[np.uint8]) -> Image.Image:
    """Return a drawing of a maze with a shaking pen, on paper with a margin."""
    rng = np.random.default_rng(1)
    image = Image.new("RGB", (640, 520), (238, 234, 225))
    pen = ImageDraw.Draw(image)
    for row, col in np.argwhere(tiles == 1).tolist():
        if row % 2 != col % 2:
            begin, end = np.array((col // 2, row // 2)), np.array(((col + 1) // 2, (row + 1) // 2))
            points = [(40, 24) + (begin + (end - begin) * i / 12) * 78 + rng.normal(0, 1.6, 2) for i in range(13)]
            pen.line([tuple(p.tolist()) for p in points], fill=(60, 50, 70), width=5)
    return image.filter(ImageFilter.GaussianBlur(1.2)).rotate(0.6, fillcolor=(238, 234, 225))


def test_a_drawing_by_hand() -> None:
    tiles = generate(size=(15, 13), seed=3).tiles
    data = saved(by_hand(tiles), "JPEG", quality=70)
    assert read(data, grid="7x6", trim=True, lines="thin").tiles.tolist() == tiles.tolist()


def test_doubtful_tiles_are_told_and_shown() -> None:
    image = drawn(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8), 20)
    ImageDraw.Draw(image).rectangle((20, 20, 39, 28), fill=0)
    data = saved(image)
    with pytest.warns(
        MazeconvNotice, match="1 tile could be wall or floor, the first at 1,1; mazeconv convert --check"
    ):
        read(data, "png", grid="3x3")
    with Image.open(io.BytesIO(check_image(Source("x.png", data), grid="3x3"))) as shown:
        assert shown.size == image.size
        pixels = np.asarray(shown)
    assert pixels[36, 30, 0] > 200 > pixels[36, 30, 1]
    assert not pixels[10, 10].any()
    with pytest.raises(UsageError, match="is no picture"):
        check_image(Source("x.txt", b"##\n##\n"))


def test_openings_become_start_and_goal() -> None:
    tiles = generate(size=(9, 7), seed=3).tiles.copy()
    tiles[0, 1] = tiles[5, 8] = 0
    level = read(saved(drawn(tiles)), "png")
    assert (level.start, level.goals) == (Place(0, 1), (Place(5, 8),))
    assert not read(saved(drawn(tiles)), "png", border="open").markers
    closed = read(saved(drawn(tiles)), "png", border="close")
    assert closed.tiles[0, 1] == closed.tiles[5, 8] == 1
    assert not closed.markers
    tiles[6, 1] = 0
    with pytest.warns(MazeconvNotice, match="the border has 3 openings"):
        assert not read(saved(drawn(tiles)), "png").markers


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(60), "is no picture"),
        (bomb(100_000, 100_000), "is too large"),
        (bomb(0x7FFFFFFF, 0x7FFFFFFF), "is too large|is no picture"),
        (bomb(12_000, 12_000), "is too large: 12000 x 12000"),
        (bomb(500, 500), "is no picture"),
        (bomb(0, 5), "is no picture"),
    ],
)
def test_what_is_no_picture_is_refused_before_it_is_decoded(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        read(data, "png")


def test_the_limit_is_an_option() -> None:
    data = saved(drawn(carve().tiles))
    with pytest.raises(ReadError, match="is too large: 104 x 72, the limit is 100 in all"):
        read(data, "png", pixel_limit=100)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "{}",
        "[" * 100_000,
        '{"tile":16,"left":0,"top":0,"cols":2147483648,"rows":1,"colours":{}}',
        '{"tile":0,"left":0,"top":0,"cols":1,"rows":1,"colours":{}}',
        '{"tile":16,"left":-1,"top":0,"cols":1,"rows":1,"colours":{}}',
        '{"tile":1e999,"left":0,"top":0,"cols":1,"rows":1,"colours":{}}',
    ],
)
def test_what_a_picture_says_of_itself_is_not_trusted(note: str) -> None:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Level", note)
    tiles = carve().tiles
    assert read(saved(drawn(tiles), pnginfo=info), "png").tiles.tolist() == tiles.tolist()


def test_grids_and_options_that_cannot_be() -> None:
    data = saved(drawn(carve().tiles))
    bad: list[tuple[dict[str, Any], str]] = [
        ({"grid": "999999x999999"}, "are too many|for a grid of"),
        ({"grid": "105x1"}, "has 104 x 72 pixels for a grid of 105 x 1"),
        ({"grid": "50x30", "lines": "thin"}, "has cells of less than 4 pixels"),
    ]
    for options, words in bad:
        with pytest.raises(ReadError, match=words):
            read(data, "png", **options)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"grid": "3x3", "tile_size": 8}, "exclude each other"),
        ({"lines": "thin"}, "needs to know the cells"),
        ({"grid": "0x3"}, "is no grid"),
    ]
    for options, words in wrong:
        with pytest.raises(UsageError, match=words):
            read(data, "png", **options)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 6), st.randoms(use_true_random=False))
@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
def test_any_black_and_white_picture_is_its_tiles(rows: int, cols: int, size: int, random: Any) -> None:
    tiles = np.array([[random.randrange(2) for _ in range(cols)] for _ in range(rows)], np.uint8)
    assert read(saved(drawn(tiles, size)), "png", tile_size=size, border="open").tiles.tolist() == tiles.tolist()


def test_the_command_writes_the_check(tmp_path: Path) -> None:
    (tmp_path / "in.png").write_bytes(saved(drawn(carve().tiles)))
    code = "import sys; from mazeconv.cli import run; sys.exit(run(sys.argv[1:]))"
    words = ["convert", str(tmp_path / "in.png"), str(tmp_path / "out.txt"), "-I", "grid=13x9"]
    python(code, *words, "--check-image", str(tmp_path / "check.png"))
    assert (tmp_path / "check.png").read_bytes().startswith(b"\x89PNG")
    assert read(tmp_path / "out.txt").tiles.tolist() == carve().tiles.tolist()


def test_a_colour_that_is_everywhere_marks_nothing() -> None:
    pixels = np.zeros((600, 600, 3), np.uint8)
    pixels[::2, ::2] = (255, 0, 0)
    with pytest.raises(ReadError, match="shows the colour of goal on 90,000 tiles") as caught:
        read(saved(Image.fromarray(pixels)), "png", tile_size=1)
    assert "-I goal-colour=" in caught.value.hint
    assert read(saved(Image.fromarray(pixels)), "png", tile_size=1, goal_colour="").tiles.shape == (600, 600)


def test_badges_are_letters_as_in_a_text_and_are_read_back() -> None:
    kinds = ("start", "enemy", "exit", "elf", "key", "trap", "treasure", "npc", "goal")
    tiles = np.ones((3, 2 * len(kinds) + 1), np.uint8)
    tiles[1, 1:-1] = Tile.FLOOR
    level = Level(tiles, tuple(Marker(kind, 1, 2 * n + 1) for n, kind in enumerate(kinds)))
    for size in (11, 24):
        (data,) = encode(level, "png", tile_size=size).values()
        assert read(data, "png").markers == level.markers
    text = next(iter(encode(level, "text").values())).decode()
    assert text.splitlines()[1] == "#S N E L K X T P G#"


@pytest.mark.filterwarnings("ignore:.*a plain margin is read as floor")
@pytest.mark.parametrize("seed", range(5))
def test_light_walls_are_known_by_the_border(seed: int) -> None:
    tiles = generate(size=(15, 13), seed=seed).tiles
    data = saved(drawn(tiles, dark=255, light=0))
    with pytest.warns(MazeconvNotice, match="-I wall=dark says otherwise"):
        assert read(data, "png").tiles.tolist() == tiles.tolist()
    assert read(data, "png", wall="dark").tiles.tolist() == (1 - tiles).tolist()


def test_a_light_border_round_dark_walls_is_floor() -> None:
    maze = generate(size=(15, 13), seed=1).tiles.copy()
    maze[0, 1] = maze[-1, -2] = 0
    pillars = np.zeros((13, 15), np.uint8)
    pillars[1::2, 1::2] = 1
    blocks = np.zeros((13, 15), np.uint8)
    blocks[1:4, 1:5] = blocks[6:9, 5:9] = 1
    for tiles in (np.pad(maze, 1), pillars, blocks):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", ".*a plain margin is read as floor")
            assert read(saved(drawn(tiles)), "png", border="open").tiles.tolist() == tiles.tolist()
