"""A maze of any shape: masks are read, fitted, made one piece, kept by every generator and by the recipe."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from commands import made_again
from mazeconv.api import generate
from mazeconv.errors import GenerationError, MazeconvError, MazeconvNotice, ReadError, UsageError
from mazeconv.generators import GENERATORS
from mazeconv.grid import Grid
from mazeconv.level import Tile
from mazeconv.making import make
from mazeconv.masks import Mask, majority
from mazeconv.runs import packed, unpacked
from mazeconv.source import Source
from pngs import bomb
from shaped import NAMES, is_perfect, pieces

if TYPE_CHECKING:
    import numpy.typing as npt

LATTICE = [g.name for g in GENERATORS.all() if g.unit == "cells"]
SHAPES = arrays.arrays(np.bool_, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=st.booleans())


def picture(cells: npt.NDArray[np.bool_], scale: int = 1, kind: str = "PNG") -> Source:
    """Return a picture of the cells, white on black, each `scale` pixels wide."""
    pixels = np.where(cells, 255, 0).astype(np.uint8).repeat(scale, 0).repeat(scale, 1)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, kind)
    return Source(f"mask.{kind.lower()}", out.getvalue())


DISC = np.hypot(*np.mgrid[-7:8, -7:8]) < 7.5
RING = DISC & (np.hypot(*np.mgrid[-7:8, -7:8]) > 3.5)


@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("name", [n for n in LATTICE if n != "unicursal"])
@given(cells=SHAPES, seed=st.integers(0, 99))
def test_a_lattice_maze_of_any_shape_is_perfect_on_it(name: str, cells: npt.NDArray[np.bool_], seed: int) -> None:
    if not cells.any():
        with pytest.raises(GenerationError, match="leaves no cell"):
            generate(name, mask=cells, seed=seed)
        return
    level = generate(name, mask=cells, islands="join", seed=seed)
    assert is_perfect(level.tiles)
    grid = Grid.from_level(level.tiles)
    assert not (cells & ~grid.mask).any()
    assert (level.cols, level.rows) == (2 * cells.shape[1] + 1, 2 * cells.shape[0] + 1)
    if pieces(np.where(cells, Tile.FLOOR, Tile.WALL).astype(np.uint8)) == 1:
        assert np.array_equal(grid.mask, cells)
    assert level.recipe is not None
    assert make(level.recipe) == level


@settings(max_examples=25, deadline=None)
@given(cells=SHAPES)
def test_blocks_for_the_one_that_needs_them(cells: npt.NDArray[np.bool_]) -> None:
    if not cells.any():
        return
    level = generate("unicursal", mask=cells.repeat(2, 0).repeat(2, 1), islands="join", seed=1)
    assert pieces(level.tiles) == 1
    with pytest.warns(MazeconvNotice, match="blocks of 2 x 2 cells, as unicursal needs: 4 differ"):
        generate("unicursal", mask=np.array([[True, True, False], [True, True, True]] * 2).repeat([1, 1, 2], 1))


@pytest.mark.filterwarnings("ignore:the mask .*is drawn in blocks")
@pytest.mark.parametrize("drawn", ["picture", "text", "array"])
def test_a_mask_is_fitted_however_it_is_drawn(drawn: str) -> None:
    cells = np.ones((11, 13), np.bool_)
    cells[:4, :4] = cells[8:, 9:] = False
    rows = ["".join(".#"[not cell] for cell in row) for row in cells]
    mask: Any = {"picture": picture(cells, 1), "text": rows, "array": cells}[drawn]
    for generator, side in (
        ("dig", {"cells": (21, 17)}),
        ("unicursal", {"cells": (12, 10)}),
        ("cave", {"size": (31, 21)}),
    ):
        level = generate(generator, mask=mask, seed=1, islands="largest", **side)  # type: ignore[arg-type]
        other = generate(generator, mask=picture(cells, 1), seed=1, islands="largest", **side)  # type: ignore[arg-type]
        assert level == other
    with pytest.warns(MazeconvNotice, match="stretched from 13 x 11 to 14 x 12 cells"):
        generate("unicursal", mask=mask, seed=1)


def test_what_is_changed_of_a_picture_is_said() -> None:
    lop = np.ones((10, 12), np.bool_)
    lop[:3, :5] = False
    with pytest.warns(MazeconvNotice, match="blocks of 2 x 2 cells, as unicursal needs: 7 differ") as notices:
        generate("unicursal", mask=picture(lop, 1), seed=1)
    assert len(notices) == 1
    with pytest.warns(MazeconvNotice, match="stretched from 12 x 10 to 13 x 11 tiles"):
        generate("rooms", mask=picture(lop, 1), seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        generate("dig", mask=picture(lop, 1), seed=1)
        generate("rooms", (21, 19), mask=picture(lop, 1), seed=1)


@pytest.mark.filterwarnings("ignore:the mask mask.png is drawn in blocks")
@pytest.mark.parametrize("name", NAMES)
def test_every_generator_makes_a_picture_into_a_maze(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    generator = GENERATORS.get(name)
    for cells in (DISC, RING):
        level = generate(name, mask=picture(cells, 3), size=(41, 41) if generator.unit == "cells" else (31, 31), seed=5)
        assert pieces(level.tiles) == 1
        assert level.start
        assert level.goal
        floor = level.tiles == Tile.FLOOR
        assert not floor[[0, -1]].any()
        assert not floor[:2, :2].any()
        assert floor.any(axis=1).sum() > level.rows * 0.7
        if cells is RING:
            assert not floor[level.rows // 2, level.cols // 2]
        assert made_again(level) == level


def test_a_thick_maze_has_a_mask_by_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    level = generate(mask=["..#", "...", "#.."], shape=["corridor=2"], seed=1)
    assert (level.cols, level.rows) == (10, 10)
    assert not (level.tiles[1:3, 7:9] == Tile.FLOOR).any()
    assert made_again(level) == level


# --- pieces


ISLANDS = ["..##...", "..##...", "#######", "###...."]


def test_several_pieces_are_refused_with_their_places() -> None:
    with pytest.raises(GenerationError) as caught:
        generate(mask=ISLANDS)
    assert "3 pieces of cells: 6 at 4,0, 4 at 0,0, 4 at 3,3" in caught.value.message
    assert "--islands join" in caught.value.hint
    assert "--islands largest" in caught.value.hint


def test_the_largest_piece_is_kept() -> None:
    grid = Grid.from_level(generate(mask=ISLANDS, islands="largest", seed=1).tiles)
    assert np.argwhere(grid.mask).tolist() == [[r, c] for r in (0, 1) for c in (4, 5, 6)]


def test_pieces_are_joined_by_the_shortest_bridges() -> None:
    grid = Grid.from_level(generate(mask=ISLANDS, islands="join", seed=1).tiles)
    assert grid.mask.sum() == 4 + 6 + 4 + 2 + 1
    assert all(
        np.array_equal(Grid.from_level(generate(mask=ISLANDS, islands="join", seed=seed).tiles).mask, grid.mask)
        for seed in range(4)
    )


def test_islands_without_a_mask_are_an_error() -> None:
    with pytest.raises(UsageError, match="of a mask"):
        generate(islands="join")
    with pytest.raises(UsageError) as caught:
        generate(mask=["."], islands="large")  # type: ignore[arg-type]
    assert "largest" in caught.value.hint


# --- reading


@pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "TIFF", "WEBP"])
def test_pictures_of_every_kind(kind: str) -> None:
    assert np.array_equal(Mask.load(picture(DISC, 2, kind)).cells, DISC.repeat(2, 0).repeat(2, 1))


def test_what_is_clear_or_dark_is_outside() -> None:
    pixels = np.array([[[255, 255, 255, 255], [255, 255, 255, 0], [0, 0, 0, 255], [200, 190, 180, 200]]], np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    assert Mask.load(Source("m.png", out.getvalue())).cells.tolist() == [[True, False, False, True]]


def test_texts_arrays_and_rows(tmp_path: Path) -> None:
    path = tmp_path / "mask.txt"
    path.write_bytes(b"\xef\xbb\xbf.o1\r\n#\r\n~X0.\r\n\r\n")
    cells = [[True, True, True, False], [False] * 4, [False, False, False, True]]
    rows = ["...#", "####", "###."]
    for given_ in (path, str(path), rows, ".o1\n\n~X0.\n", "rows:3.#/4#/3#.", np.array(cells)):
        assert Mask.load(given_).cells.tolist() == cells


@given(st.lists(st.text(".#R_?", max_size=30), max_size=5))
def test_packed_rows_are_unpacked_to_what_they_were(rows: list[str]) -> None:
    assert unpacked(packed(rows), 1000, "rows") == rows


@given(SHAPES, st.integers(1, 12), st.integers(1, 12))
def test_the_majority_decides(cells: npt.NDArray[np.bool_], rows: int, cols: int) -> None:
    height, width = cells.shape
    fine = cells.repeat(rows, 0).repeat(cols, 1).reshape(rows, height, cols, width)
    assert np.array_equal(majority(cells, rows, cols), 2 * fine.sum(axis=(1, 3)) >= height * width)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (bomb(60_000, 60_000), r"too large: (the limit is 33,554,432|no picture of more than)"),
        (bomb(8_000, 8_000), "too large: 8000 x 8000"),
        (bomb(50, 50), "neither a text nor a picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "neither a text nor a picture"),
        (b"GIF89a" + b"\xff" * 40, "neither a text nor a picture"),
        (b"\0\1\2", "neither a text nor a picture"),
        (b"\xff\xfe.\0\0\0", "neither a text nor a picture"),
        (b"", "nothing that is drawn"),
        (b"\n\n", "nothing that is drawn"),
        (b"..\n.?\n", "mask:2: '\\?' at column 2"),
        (b"." * 6000 + b"\n" * 6000 + b".", "too large: 6000 x 6001"),
    ],
)
def test_hostile_masks(data: bytes, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        generate(mask=Source("mask", data))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_may_be_saved_as_windows_does(encoding: str) -> None:
    text = "...\r\n.#.\r\n...\r\n"
    assert Mask.load(Source("m.txt", text.encode(encoding))).cells.sum() == 8


@pytest.mark.parametrize("cut", range(0, 90, 7))
def test_a_picture_cut_short_is_an_error_or_a_mask(cut: int) -> None:
    data = picture(DISC).data
    try:
        Mask.load(Source("m.png", data[: len(data) - cut]))
    except ReadError as error:
        assert error.hint  # noqa: PT017 - either is right, but no other exception


@pytest.mark.parametrize(
    ("request_", "words", "hint"),
    [
        ({"mask": ["##", "##"]}, "leaves no cell", "white"),
        ({"mask": [".####"] * 5, "generator": "labyrinth"}, "leaves no tile", "inside the border"),
        ({"mask": "rows:99999999."}, "holds more than", ""),
        ({"mask": "rows:3"}, "is no run", "3#5"),
        ({"mask": ""}, "names no file", "picture"),
        ({"mask": np.ones((2, 2))}, "bool array", ""),
        ({"mask": "no such file.png"}, "cannot be read", "spelling"),
    ],
)
def test_what_cannot_be_says_what_can(request_: dict[str, object], words: str, hint: str) -> None:
    with pytest.raises(MazeconvError) as caught:
        generate(**request_)  # type: ignore[arg-type]
    assert words in caught.value.message
    assert hint in caught.value.hint


def test_a_recipe_with_a_wrong_mask_is_an_error() -> None:
    import msgspec

    recipe = generate(mask=["..", ".."], seed=1).recipe
    assert recipe is not None
    for mask in (("3.",), ("999999999.",) * 2, ("x",)):
        with pytest.raises(MazeconvError):
            make(msgspec.structs.replace(recipe, mask=mask))
