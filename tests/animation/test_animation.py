"""Films: every frame is what it should be in every format, bounded, and only what changes is encoded."""

from __future__ import annotations

import io
import struct
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

import mazeconv
from clients import need
from mazeconv import animation
from mazeconv.animation import animate, growing, walking
from mazeconv.animation.film import Film, Frame, changed, film_of, marks_of, patches
from mazeconv.errors import LevelError, UsageError, WriteError
from mazeconv.generators import GENERATORS
from mazeconv.kernels import Machine
from mazeconv.level import Level, Tile
from mazeconv.making import make
from mazeconv.pictures import codes as c
from mazeconv.pictures.stamps import grounds, look, mark
from mazeconv.pictures.themes import THEMES

if TYPE_CHECKING:
    from pathlib import Path

Pixels = npt.NDArray[np.uint8]
ENCODERS = sorted(set(animation.ENCODERS.values()))
PAPER = look(THEMES["paper"], {})


def seen(data: bytes) -> tuple[list[Pixels], list[int]]:
    """Return the frames as a viewer shows them, RGB, and how long each stays."""
    frames, times = [], []
    with Image.open(io.BytesIO(data)) as picture:
        file: Any = picture
        for number in range(file.n_frames):
            file.seek(number)
            frames.append(np.asarray(file.convert("RGB")))
            times.append(round(file.info["duration"]))
    return frames, times


def drawn(frame: Frame, size: int) -> Pixels:
    """Draw a frame tile by tile."""
    rows, cols = frame.ground.shape
    out = np.zeros((rows * size, cols * size, 4), np.uint8)
    for (row, col), ground in np.ndenumerate(frame.ground):
        area = out[row * size : row * size + size, col * size : col * size + size]
        area[...] = grounds([int(ground)], size, PAPER, {}, grid=False)[int(ground)]
        if code := int(frame.marks[row, col]):
            stamp, cover = mark(code, size, PAPER, {})
            area[cover] = stamp[cover]
    return out[..., :3]


def areas(data: bytes) -> list[tuple[int, int]]:
    """Return the width and height that each frame of a GIF or an animated PNG encodes."""
    found = []
    if data.startswith(b"GIF"):
        at = 13 + (3 << (data[10] & 7) + 1)
        while data[at] != 0x3B:
            if data[at] == 0x2C:
                found.append(struct.unpack("<HH", data[at + 5 : at + 9]))
                at += 11
            else:
                at += 2
            while data[at]:
                at += data[at] + 1
            at += 1
        return found
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0]
        if kind == b"fcTL":
            found.append(struct.unpack(">II", body[4:12]))
        at += 12 + length
    return found


LEVEL = mazeconv.generate("backtracker", (17, 13), seed=5, goal="farthest", shape="braid=0.3")


def frames_of(subject: str) -> list[Frame]:
    if subject == "generation":
        return list(growing.frames(LEVEL, 40, 50))
    return list(walking.frames(LEVEL, mazeconv.solve(LEVEL, "right-hand"), 40, 50))


@pytest.mark.parametrize("size", [1, 3, 8])
@pytest.mark.parametrize("subject", ["generation", "solver"])
@pytest.mark.parametrize("encoder", ENCODERS)
def test_a_viewer_sees_each_frame_pixel_for_pixel(encoder: str, subject: str, size: int) -> None:
    frames = frames_of(subject)
    data = animation.encode(frames, size, encoder, theme="paper", last=1500)
    found, times = seen(data)
    kept = film_of(frames, size, PAPER).frames
    assert len(found) == len(kept)
    for picture, frame in zip(found, kept, strict=True):
        assert np.array_equal(picture, drawn(frame, size))
    assert times == [*(frame.milliseconds for frame in kept[:-1]), 1500]
    assert data == animation.encode(frames, size, encoder, theme="paper", last=1500)


@pytest.mark.parametrize("encoder", ["gif", "apng"])
def test_only_what_changes_is_encoded(encoder: str) -> None:
    frames = frames_of("solver")
    film = film_of(frames, 8, PAPER)
    found = areas(animation.encode(frames, 8, encoder, theme="paper"))
    assert found[0] == (film.width, film.height)
    for (width, height), before, after in zip(found[1:], film.frames, film.frames[1:], strict=False):
        rows, cols = np.nonzero(changed(before, after))
        assert (width, height) == (int(np.ptp(cols) + 1) * 8, int(np.ptp(rows) + 1) * 8)
    assert sum(w * h for w, h in found[1:]) < len(found) * film.width * film.height / 10


def test_what_stays_in_a_changed_area_is_clear() -> None:
    film = film_of(frames_of("generation"), 4, PAPER)
    assert film.clear == len(film.sheet.palette)
    first, *others = patches(film)
    assert not (first.indices == film.clear).any()
    for patch, before, after in zip(others, film.frames, film.frames[1:], strict=False):
        top, left = patch.top // 4, patch.left // 4
        height, width = (side // 4 for side in patch.indices.shape)
        different = changed(before, after)
        assert different[top : top + height, left : left + width].sum() == different.sum()
        clear = (patch.indices == film.clear).reshape(height, 4, width, 4).all(axis=(1, 3))
        assert np.array_equal(clear, ~different[top : top + height, left : left + width])


def test_equal_frames_become_one_that_stays_longer() -> None:
    one, other = (np.full((2, 2), tile, np.uint8) for tile in (Tile.FLOOR, Tile.WALL))
    film = film_of([Frame(one, one, 10), Frame(one, one, 20), Frame(other, one, 5)], 1, PAPER)
    assert [frame.milliseconds for frame in film.frames] == [30, 5]


def test_a_film_of_all_256_colours_has_none_left_for_clear() -> None:
    nothing = np.zeros((1, 1), np.uint8)
    sheet = film_of([Frame(nothing, nothing, 1)], 1, PAPER).sheet
    full = Film(1, 1, sheet._replace(palette=np.zeros((256, 4), np.uint8)), ())
    assert full.clear is None


# --- how a level is made


@pytest.mark.parametrize("name", GENERATORS.builtin)
def test_every_generator_shows_how_it_works(name: str) -> None:
    level = mazeconv.generate(name, (33, 21), seed=6)
    frames = list(growing.frames(level, 60, 50))
    assert 5 < len(frames) <= 60
    assert (frames[0].ground == Tile.WALL).all()
    assert np.array_equal(frames[-1].ground, level.tiles)
    assert np.array_equal(frames[-1].marks, marks_of(level))
    if name not in ("recursive-division", "cave", "unicursal"):
        floors = [np.isin(frame.ground, (Tile.FLOOR, c.FRESH_FLOOR)) for frame in frames]
        for before, after in pairwise(floors):
            assert not (before & ~after).any(), "carved tiles stay carved"
    if name != "cave":
        steps = [np.count_nonzero(changed(a, b)) for a, b in pairwise(frames)]
        assert sorted(steps)[len(steps) // 2] < level.tiles.size / 10, "most steps are small"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", [{}, {"fill": "spiral", "loops": 1.0}, {"share": 0.1, "rooms_min": 9}], ids=str)
def test_rooms_come_one_by_one_and_nothing_closes_them(options: dict[str, Any], seed: int) -> None:
    level = mazeconv.generate("rooms", (41, 33), seed=seed, **options)
    frames = list(growing.frames(level, 400, 50))
    floors = [np.isin(frame.ground, (Tile.FLOOR, c.FRESH_FLOOR)) for frame in frames]
    for before, after in pairwise(floors):
        assert not (before & ~after).any()
        assert np.count_nonzero(before != after) <= 9 * 9, "no more than the largest room"


@pytest.mark.parametrize("most", [2, 3, 10, 37, 500])
def test_there_are_never_more_frames_than_asked_for(most: int) -> None:
    assert len(list(growing.frames(LEVEL, most, 50))) <= most
    assert len(list(walking.frames(LEVEL, mazeconv.solve(LEVEL, "random-mouse"), most, 50))) <= most


def test_what_is_new_is_tinted() -> None:
    frames = list(growing.frames(LEVEL, 100, 50))
    for before, after in pairwise(frames[:-1]):
        was = np.isin(before.ground, (Tile.WALL, c.FRESH_WALL))
        now = np.isin(after.ground, (Tile.WALL, c.FRESH_WALL))
        fresh = np.isin(after.ground, (c.FRESH_FLOOR, c.FRESH_WALL))
        assert np.array_equal(fresh, was != now)


def test_shaping_is_shown_at_the_end_and_stays_longer() -> None:
    level = mazeconv.generate("dig", (22, 16), seed=2, shape=["braid=1", "corridor=2"])
    frames = list(growing.frames(level, 80, 50))
    assert [frame.milliseconds for frame in frames[-2:]] == [500, 50]
    assert {frame.milliseconds for frame in frames[:-2]} == {50}
    assert frames[0].ground.shape == level.tiles.shape


def test_without_anybody_watching_no_picture_is_made() -> None:
    Machine.choose(1).show(lambda: pytest.fail("a picture was made"), milestone=True)


def test_watching_changes_nothing() -> None:
    for name in GENERATORS.builtin:
        level = mazeconv.generate(name, (33, 21), seed=3)
        *_, last = growing.frames(level, 30, 50)
        assert level.recipe is not None
        watcher = growing.Watcher(30)
        assert make(level.recipe, watch=watcher) == level
        assert np.array_equal(last.ground, level.tiles)


def test_both_engines_show_the_same() -> None:
    need("numba")
    for name in ("backtracker", "kruskal"):
        level = mazeconv.generate(name, (33, 21), seed=3)
        plain, fast = (list(growing.frames(level, 50, 50, engine)) for engine in ("python", "numba"))
        assert len(plain) == len(fast)
        assert all(np.array_equal(a.ground, b.ground) for a, b in zip(plain, fast, strict=True))


def test_a_level_without_a_recipe_cannot_be_made_again() -> None:
    with pytest.raises(LevelError, match="no recipe") as caught:
        list(growing.frames(LEVEL.with_(recipe=None), 10, 50))
    assert "--of solver" in caught.value.hint


# --- a walk


def test_a_walk_leaves_its_trace() -> None:
    route = mazeconv.solve(LEVEL, "random-mouse")
    frames = list(walking.frames(LEVEL, route, 10_000, 50))
    assert len(frames) == route.steps + 1
    visits = np.zeros(LEVEL.tiles.shape, np.int64)
    for place, frame in zip(route.tiles, frames, strict=True):
        visits[tuple(place)] += 1
        assert frame.marks[tuple(place)] == c.WALKER
        assert np.count_nonzero(frame.marks == c.WALKER) == 1
        trace = np.where(visits > 0, c.TRODDEN - 1 + np.minimum(visits, 3), LEVEL.tiles)
        assert np.array_equal(frame.ground, trace)


def test_a_walk_that_is_cut_short_still_begins_and_ends_right() -> None:
    route = mazeconv.solve(LEVEL, "right-hand")
    for most in (2, 7, 20):
        frames = list(walking.frames(LEVEL, route, most, 50))
        for frame, place in ((frames[0], route.tiles[0]), (frames[-1], route.tiles[-1])):
            assert frame.marks[tuple(place)] == c.WALKER
        assert np.count_nonzero(frames[-1].ground >= c.TRODDEN) == route.visited


# --- bounds and errors


def test_the_default_fits_into_640_pixels() -> None:
    for size in ((15, 13), (61, 31), (640, 3), (801, 5)):
        level = Level(np.zeros((size[1], size[0]), np.uint8), LEVEL.markers[:1]).with_(markers=())
        tile = animation.tile_for(level, animation.AnimateOptions())
        assert tile == max(1, min(24, 640 // max(size)))


def test_bounds_are_stated() -> None:
    level = Level(np.zeros((900, 900), np.uint8))
    with pytest.raises(WriteError, match=r"200 frames of 900 x 900 pixels .* 162,000,000 pixels") as caught:
        animate(level, "gif", {})
    assert caught.value.hint == "use frames=123 or less, or raise pixel-limit"
    with pytest.raises(WriteError, match="too much") as caught:
        animate(LEVEL, "gif", {"tile_size": 256})
    assert caught.value.hint == "use frames=6 or tile-size=47 or less, or raise pixel-limit"
    limit = {"frames": 6, "tile_size": 256}
    assert animate(LEVEL, "gif", limit)
    with pytest.raises(UsageError, match="exclude each other"):
        animate(LEVEL, "gif", {"fit": "100x100", "tile_size": 3})
    with pytest.raises(WriteError, match="does not fit into 9x9"):
        animate(LEVEL, "gif", {"fit": "9x9"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"frames": "1"}, "from 2 to 2000"),
        ({"fps": "51"}, "from 1 to 50"),
        ({"hold": "61"}, "from 0 to 60"),
        ({"theme": "papr"}, "one of"),
        ({"loop": "1"}, "no option 'loop'"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        animate(LEVEL, "gif", options)


def test_a_pillow_without_webp_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import features

    monkeypatch.setattr(features, "check", lambda _: False)
    with pytest.raises(WriteError, match="without WebP") as caught:
        animate(LEVEL, "webp", {})
    assert ".gif or .png" in caught.value.hint


def test_the_name_says_the_format(tmp_path: Path) -> None:
    for name, start in (("a.gif", b"GIF89a"), ("a.png", b"\x89PNG"), ("a.APNG", b"\x89PNG"), ("a.webp", b"RIFF")):
        written = mazeconv.animate(LEVEL, tmp_path / name, frames=4, tile_size=2)
        assert written.path.read_bytes().startswith(start)
    with pytest.raises(UsageError, match=r"maze\.mp4 does not say") as caught:
        mazeconv.animate(LEVEL, "maze.mp4")
    assert caught.value.hint == "end it in one of .gif, .png, .apng, .webp"
    with pytest.raises(WriteError, match="exists and is different"):
        mazeconv.animate(LEVEL, tmp_path / "a.gif", frames=4, tile_size=3)
    with pytest.raises(UsageError, match="of must be"):
        mazeconv.animate(LEVEL, tmp_path / "b.gif", of="thing")  # type: ignore[arg-type]


def test_progress_ends_at_the_whole() -> None:
    said: list[tuple[int, int]] = []
    animate(LEVEL, "gif", {"frames": 20}, progress=lambda done, total: said.append((done, total)))
    assert said[-1][0] == said[-1][1]


def test_a_still_viewer_of_png_sees_the_first_frame() -> None:
    data = animation.encode(frames_of("solver"), 4, "apng", theme="paper")
    first = seen(data)[0][0]
    # Without the control chunks it is an ordinary PNG.
    assert data[12:16] == b"IHDR"
    assert data.index(b"acTL") < data.index(b"IDAT") < data.index(b"fdAT")
    assert first.shape == (13 * 4, 17 * 4, 3)
