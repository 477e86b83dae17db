"""A sheet shows just the levels that its captions' seeds make."""

from __future__ import annotations

import re
import shlex
import warnings
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import mazeconv
from mazeconv.errors import GenerationError, MazeconvNotice, UsageError, WriteError
from mazeconv.pictures.font import line
from mazeconv.pictures.themes import THEMES
from mazeconv.pictures.thumbnails import GAP, MAX_COUNT, Sheet, seeds_from, sheet
from mazeconv.rng import seed_of


def pixels(made: Sheet) -> np.ndarray:
    with Image.open(BytesIO(made.picture)) as image:
        assert image.format == "PNG"
        return np.asarray(image.convert("RGBA"))


def dark(made: Sheet) -> np.ndarray:
    """Return where the wall's colour is, which is that of captions too."""
    found: np.ndarray = (pixels(made)[:, :, :3] == THEMES["paper"].wall).all(axis=2)
    return found


def inked(mask: np.ndarray) -> np.ndarray:
    """Return the mask without the empty lines around."""
    rows, cols = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    return mask[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


@pytest.mark.parametrize("columns", [1, 2, 3, 5])
def test_thumbnails_and_captions_are_those_of_the_seeds(columns: int) -> None:
    made = sheet(5, seed=98, columns=columns, thumb=75, size=(15, 13))
    picture = dark(made)
    assert [cell.seed for cell in made.cells] == ["98", "99", "100", "101", "102"]
    assert made.columns == columns
    row, col = GAP + 13 * 5 + GAP // 2 + 14, 15 * 5 + GAP
    assert picture.shape == (-(-5 // columns) * row + GAP, columns * col + GAP)
    for at, cell in enumerate(made.cells):
        top, left = at // columns * row + GAP, GAP + at % columns * col
        level = mazeconv.generate(seed=cell.seed)
        shown = picture[top : top + 65, left : left + 75]
        assert (shown == (level.tiles == 1).repeat(5, axis=0).repeat(5, axis=1)).all()
        below = picture[top + 65 + GAP // 2 : top + row - GAP, left - GAP : left - GAP + col]
        assert np.array_equal(inked(below), inked(line(cell.seed, 2) == 1))
        assert level.recipe is not None
        assert cell.command == level.recipe.command()


def test_the_same_request_makes_the_same_sheet() -> None:
    assert sheet(4, seed="a", preset="dungeon") == sheet(4, seed="a", preset="dungeon")


def test_seeds_are_chosen_when_none_is_given() -> None:
    assert sheet(1).cells[0].seed != sheet(1).cells[0].seed


@given(
    base=st.integers(-(10**20), 10**20).map(str) | st.text("a-1 迷", min_size=1, max_size=6), count=st.integers(1, 30)
)
def test_seeds_differ(base: str, count: int) -> None:
    seeds = seeds_from(base, count)
    assert len({seed_of(seed) for seed in seeds}) == count
    if re.fullmatch(r"-?[0-9]{1,17}", base):
        assert seed_of(seeds[0]) == seed_of(base)


@pytest.mark.parametrize(
    ("seed", "drawn"),
    [(7, True), (-3, True), ("Quick fox", True), ("迷路", False), ("a  b", False), (" a", False), ("x" * 200, False)],
)
def test_captions_are_the_seeds_or_numbers_where_they_cannot_be_read(seed: str | int, drawn: bool) -> None:
    made = sheet(3, seed=seed, thumb=150)
    expected = [cell.seed for cell in made.cells] if drawn else ["#1", "#2", "#3"]
    assert [cell.caption for cell in made.cells] == expected


def test_the_file_names_its_seeds() -> None:
    with Image.open(BytesIO(sheet(3, seed="迷路").picture)) as image:
        assert image.text == {"Software": "mazeconv", "Seeds": "迷路-1\n迷路-2\n迷路-3"}  # type: ignore[attr-defined]


def test_colours_are_those_asked_for() -> None:
    def corner(made: Sheet) -> tuple[int, ...]:
        return tuple(int(value) for value in pixels(made)[0, 0])

    assert corner(sheet(1, theme="night")) == (*THEMES["night"].void, 255)
    assert corner(sheet(1, preset="garden")) == (*THEMES["garden"].void, 255)
    assert corner(sheet(1, preset="garden", theme="mono")) == (*THEMES["mono"].void, 255)
    assert corner(sheet(1, background="#123")) == (0x11, 0x22, 0x33, 255)
    assert corner(sheet(1, background="none"))[3] == 0


def test_a_caption_stands_out_from_any_background() -> None:
    for background in ("#000000", "#ffffff", "#343a46"):
        made = pixels(sheet(1, seed=888, background=background)).astype(int)
        low = made[-GAP - 14 : -GAP, :, :3].reshape(-1, 3)
        assert abs(low - low[0]).sum(axis=1).max() > 200


def test_large_levels_have_a_pixel_a_tile_and_a_notice() -> None:
    with pytest.warns(MazeconvNotice, match="101 x 81 pixels"):
        made = sheet(2, seed=1, size=(101, 81), thumb=50, columns=2)
    assert pixels(made).shape[1] == 2 * 101 + 3 * GAP


def test_a_seed_without_a_level_is_left_out() -> None:
    how: dict[str, Any] = {"generator": "prim", "size": (9, 9), "shape": ["ends=random,min-distance=18"]}

    def works(seed: str) -> bool:
        try:
            mazeconv.generate(seed=seed, **how)
        except GenerationError:
            return False
        return True

    seeds = [str(seed) for seed in range(12)]
    failing = [seed for seed in seeds if not works(seed)]
    assert 0 < len(failing) < 12, "choose another distance"
    with warnings.catch_warnings(record=True) as notices:
        warnings.simplefilter("always")
        made = sheet(12, seed=0, **how)
    assert [cell.seed for cell in made.cells if not cell.command] == failing
    assert [str(notice.message).split()[1] for notice in notices] == failing


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(GenerationError, match="cannot fill 14 x 14"):
        sheet(3, size=(14, 14))
    with pytest.raises(GenerationError, match="steps apart"):
        sheet(3, size=(9, 9), shape=["ends=random,min-distance=99"])
    for count in (0, MAX_COUNT + 1):
        with pytest.raises(UsageError, match=r"count must be|at most 10,000"):
            sheet(count)
    with pytest.raises(UsageError, match="at least 1"):
        sheet(1, thumb=0)
    with pytest.raises(UsageError, match="theme must be"):
        sheet(1, theme="pink")
    with pytest.raises(WriteError, match="too large"):
        sheet(MAX_COUNT, thumb=255)


def test_progress_counts_levels() -> None:
    seen: list[tuple[int, int]] = []
    sheet(3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_the_commands_make_the_levels() -> None:
    cell = sheet(2, preset="cave", seed="it's").cells[1]
    words = shlex.split(cell.command)
    assert words[words.index("--seed") + 1] == cell.seed == "it's-2"


@pytest.mark.parametrize("count", [6, 12, 20, 24])
def test_a_sheet_has_no_empty_places_where_that_suits_a_screen(count: int) -> None:
    made = sheet(count, seed=1, size=(31, 21), thumb=62)
    assert 1 < made.columns < count
    assert count % made.columns == 0
