"""Which key opens which door is seen: a label that makes a difference has a character, the same wherever it stands."""

from __future__ import annotations

import warnings
from io import BytesIO
from string import ascii_letters, digits
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import mazeconv
from mazeconv.animation import growing
from mazeconv.animation.film import film_of, whole
from mazeconv.differences import diff
from mazeconv.errors import MazeconvNotice
from mazeconv.lettering import badges, signs
from mazeconv.level import Level, Marker
from mazeconv.options.building import build
from mazeconv.pictures import differences_picture
from mazeconv.pictures.codes import LETTERS, code_of, sign_of
from mazeconv.pictures.legend import entries
from mazeconv.pictures.marks import SMALLEST_PAIR, badge, second_place
from mazeconv.pictures.showing import NOTHING, Shown, ShowOptions, find
from mazeconv.pictures.sketch import sketch
from mazeconv.pictures.stamps import look
from mazeconv.pictures.themes import THEMES
from mazeconv.pictures.thumbnails import GAP, sheet
from pngs import decoded, depth, picture

if TYPE_CHECKING:
    import numpy.typing as npt

KINDS = ("start", "goal", "key", "door", "key", "door", "warp", "treasure")
LABELS = ("", "A", "B", "a", "AA", "red", "rust", "blue", "é", "#", " x", "鍵")


def row(*things: tuple[str, str]) -> Level:
    """Return a level of one row with these kinds and labels beside one another."""
    return Level(
        np.zeros((1, len(things)), np.uint8), tuple(Marker(kind, 0, n, at) for n, (kind, at) in enumerate(things))
    )


def without_labels(level: Level) -> Level:
    return level.with_(markers=tuple(Marker(m.kind, m.row, m.col) for m in level.markers))


def seen(level: Level) -> list[str]:
    table = signs(level.markers)
    return [table[m.kind, m.label] for m in level.markers]


@st.composite
def levels(draw: st.DrawFn) -> Level:
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=9))
    kinds = [kind for n, kind in enumerate(kinds) if kind != "start" or kind not in kinds[:n]]
    return row(*((kind, draw(st.sampled_from(LABELS))) for kind in kinds), ("goal", ""))


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        ("key:A door:A key:B door:B", "KA DA KB DB"),
        ("key:A door:A treasure:", "KA DA T"),
        ("key:A door:B", "K D"),
        ("key:A key:B", "KA KB"),
        ("key:A key:", "KA K"),
        ("key: key: door:", "K K D"),
        ("warp:A warp:A", "WA WA"),
        ("key:red door:red key:blue door:blue", "Kr Dr Kb Db"),
        ("key:red door:red key:rust door:rust", "K D K D"),
        ("key:A door:A key:AA door:AA", "KA DA K D"),
        ("key:鍵 door:鍵", "K D"),
        ("goal:A goal:B start:A", "GA GB SA"),
    ],
)
def test_a_label_has_a_character_where_it_makes_a_difference(things: str, expected: str) -> None:
    level = row(*(tuple(thing.split(":")) for thing in things.split()))  # type: ignore[arg-type]  # two each
    assert seen(level) == expected.split()


@given(levels())
def test_a_character_is_that_of_one_label_and_the_letter_that_of_the_kind(level: Level) -> None:
    letters = badges(m.kind for m in level.markers)
    of_character: dict[str, str] = {}
    for marker, sign in zip(level.markers, seen(level), strict=True):
        assert sign[0] == letters[marker.kind]
        assert len(sign) <= 2
        if len(sign) > 1:
            assert marker.label[0] == sign[1]
            assert of_character.setdefault(sign[1], marker.label) == marker.label
    assert seen(without_labels(level)) == [letters[m.kind] for m in level.markers]


def test_codes_say_what_stands_on_a_badge() -> None:
    assert [sign_of(code_of("key", letter)) for letter in LETTERS] == list(LETTERS)
    pairs = [letter + character for letter in LETTERS for character in map(chr, range(33, 127))]
    codes = [code_of("key", pair) for pair in pairs]
    assert len(set(codes)) == len(codes)
    assert [sign_of(code) for code in codes] == pairs


@pytest.mark.parametrize("size", [SMALLEST_PAIR, 16, 22, 24, 32, 33, 48, 256])
def test_badges_carry_both_letters(size: int) -> None:
    signs = [f"K{character}" for character in ascii_letters + digits]
    assert len({badge(size, sign).tobytes() for sign in signs}) == len(signs)
    first = badge(size, "K ")
    for sign in signs:
        mask = badge(size, sign)
        written = np.argwhere(mask == 2)
        assert (mask > 0).tolist() == (badge(size, "K") > 0).tolist()
        assert written.min() > 1
        assert written.max() < size - 2
        mask[second_place(size)] = 1
        assert mask.tolist() == first.tolist()


@pytest.mark.parametrize("size", range(1, SMALLEST_PAIR))
def test_small_badges_have_room_for_one(size: int) -> None:
    assert badge(size, "KA").tolist() == badge(size, "K").tolist()


def tiles_of(data: bytes, level: Level, size: int) -> list[npt.NDArray[np.uint8]]:
    """Return the picture of each marker's tile."""
    pixels = decoded(data)
    return [pixels[m.row * size : m.row * size + size, m.col * size : m.col * size + size] for m in level.markers]


@settings(deadline=None, max_examples=60)
@given(levels(), st.sampled_from([8, 13, 15, 16, 24, 33]), st.sampled_from(sorted(THEMES)))
def test_pictures_show_the_same_label_alike_and_others_as_before(level: Level, size: int, theme: str) -> None:
    data = picture(level, tile_size=size, theme=theme)
    plain = picture(without_labels(level), tile_size=size, theme=theme)
    looks: dict[str, bytes] = {}
    tiles = zip(tiles_of(data, level, size), tiles_of(plain, level, size), level.markers, seen(level), strict=True)
    for tile, before, marker, sign in tiles:
        if len(sign) == 1 or size < SMALLEST_PAIR or marker.kind in ("start", "goal"):
            assert np.array_equal(tile, before)
        else:
            assert not np.array_equal(tile, before)
            assert looks.setdefault(sign, tile.tobytes()) == tile.tobytes()
    assert len(set(looks.values())) == len(looks)
    # It takes no more colours, and where no label is seen not another byte.
    assert depth(data) == depth(plain)
    assert looks or data == plain


@settings(deadline=None, max_examples=40)
@given(levels(), st.integers(11, 40), st.sampled_from(sorted(THEMES)))
@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
def test_pictures_with_labels_are_read_back_without_them(level: Level, size: int, theme: str) -> None:
    assert mazeconv.read(picture(level, tile_size=size, theme=theme), "png").markers == without_labels(level).markers


def test_a_badge_with_two_letters_may_be_copied_in_a_picture() -> None:
    level = row(("key", "A"), ("door", "A"), ("key", "B"), ("door", "B")).with_(tiles=np.zeros((2, 4), np.uint8))
    with Image.open(BytesIO(picture(level, tile_size=16))) as image:
        image.paste(image.crop((0, 0, 32, 16)), (32, 16))
        file = BytesIO()
        image.save(file, "PNG", pnginfo=_text(image))
    markers = mazeconv.read(file.getvalue(), "png").markers
    assert [m.kind for m in markers] == ["key", "door", "key", "door", "key", "door"]
    assert [m.place for m in markers[4:]] == [(1, 2), (1, 3)]


def _text(image: Image.Image) -> object:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    info.add_text("Level", image.info["Level"])
    return info


def shown(level: Level, **options: object) -> Shown:
    return find(level, build(ShowOptions, options, "test"))


LOCKED = mazeconv.generate("backtracker", (13, 9), seed=7, shape=["keys=2", "treasures=1"])


def test_the_terminal_shows_pairs() -> None:
    assert sketch(LOCKED, 80, shown=shown(LOCKED, legend=True)).splitlines() == [
        "##########################",
        "##S         ##          ##",
        "##########  ##########  ##",
        "##      ##KA##          ##",
        "##  ##  ##  ##DB######  ##",
        "##  ##T ##  DAKB##  ##  ##",
        "##  ##############  ##  ##",
        "##                    G ##",
        "##########################",
        "S  start",
        "G  goal",
        "D  door",
        "K  key",
        "T  treasure",
        "KA opens DA",
    ]


def test_a_terminal_of_one_column_a_tile_has_no_room_for_labels() -> None:
    assert sketch(LOCKED, 20, shown=shown(LOCKED, legend=True)) == sketch(
        without_labels(LOCKED), 20, shown=shown(LOCKED, legend=True)
    )


@given(levels())
def test_the_terminal_shows_each_sign(level: Level) -> None:
    (line,) = sketch(level, 80).splitlines()
    assert [line[2 * m.col : 2 * m.col + 2].rstrip() for m in level.markers] == seen(level)


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        ("key:A door:A key:B door:B", "KA opens DA"),
        ("door:A door:A", "the second letter is that of the label"),
        ("goal:A goal:B", None),
        ("key: door:", None),
    ],
)
def test_the_legend_says_once_what_second_letters_mean(things: str, expected: str | None) -> None:
    level = row(*(tuple(thing.split(":")) for thing in things.split()))  # type: ignore[arg-type]  # two each
    kinds = sorted({m.kind for m in level.markers})
    texts = [entry.text for entry in entries(level, NOTHING, SMALLEST_PAIR)]
    assert texts == [*kinds, *([expected] if expected else [])]
    assert [entry.text for entry in entries(level, NOTHING, SMALLEST_PAIR - 1)] == kinds


def test_thumbnails_show_them_as_pictures_do() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MazeconvNotice)
        made = sheet(2, seed=5, columns=1, thumb=208, generator="backtracker", size=(13, 9), shape=["keys=2"])
    pixels = decoded(made.picture)
    for at, cell in enumerate(made.cells):
        level = mazeconv.generate("backtracker", (13, 9), seed=cell.seed, shape=["keys=2"])
        assert any(len(sign) > 1 for sign in seen(level))
        top = GAP + at * (9 * 16 + GAP // 2 + 14 + GAP)
        assert np.array_equal(pixels[top : top + 9 * 16, GAP : GAP + 13 * 16], decoded(picture(level, tile_size=16)))


def test_films_end_as_pictures_do() -> None:
    film = film_of(growing.frames(LOCKED, 9, 50), 16, look(THEMES["paper"], {}))
    last = film.sheet.palette[whole(film, film.frames[-1])]
    assert np.array_equal(last, decoded(picture(LOCKED, tile_size=16)))


def test_pictures_of_differences_show_them() -> None:
    levels = (row(("key", "A"), ("door", at), ("key", "B"), ("door", to)) for at, to in ("AB", "BA"))
    one, other = (decoded(differences_picture.picture(diff(level, level))) for level in levels)
    assert (one != other).any()
