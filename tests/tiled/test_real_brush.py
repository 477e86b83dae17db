"""Tiled's own terrain brush: walls that are erased in its window and painted again come out as mazeconv drew them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from mazeconv.formats.tmx_found import find_map
from mazeconv.level import Level
from mazeconv.source import Source
from tiled_window import NotDrivenError, Window, window
from tmx_levels import written

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

PLAN = """\
###########
#...#.....#
#.###.###.#
#.....##..#
#.###.##.##
#.#.......#
#.#.###.#.#
#...#...#.#
###########
"""
TILES = np.array([[sign == "#" for sign in row] for row in PLAN.split()], np.uint8)
SIZE = 24
TRIES = 3
# Walls at an end, a bend, a fork, a block, and the border: (row, col).
ERASED = [(2, 2), (2, 4), (4, 6), (3, 7), (0, 4), (8, 8), (4, 10)]
SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]
CORNERS = [(-1, -1), (-1, 1), (1, 1), (1, -1)]


def is_wall(row: int, col: int) -> bool:
    """Return whether a tile is wall; beyond the edge all is as at the edge."""
    rows, cols = TILES.shape
    return bool(TILES[min(max(row, 0), rows - 1), min(max(col, 0), cols - 1)])


def strokes(row: int, col: int, kind: str) -> list[tuple[int, int]]:
    """Return where the brush has to touch a wall: at the sides on which wall goes on, and for a blob at corners."""
    goes_on = [step for step in SIDES if is_wall(row + step[0], col + step[1])]
    if kind == "blob":
        goes_on += [
            (down, across)
            for down, across in CORNERS
            if is_wall(row + down, col) and is_wall(row, col + across) and is_wall(row + down, col + across)
        ]
    return goes_on


def touch(opened: Window, place: tuple[int, int], step: tuple[int, int] = (0, 0)) -> None:
    """Click into a tile, near the side or corner that `step` leads to."""
    row, col = (at * SIZE + SIZE // 2 + towards * (SIZE // 2 - 1) for at, towards in zip(place, step, strict=True))
    opened.click(col, row)


def erase_and_repaint(path: Path, layer: str, kind: str, home: Path) -> None:
    cols = TILES.shape[1]
    with window(path, layer, home) as opened:
        before = opened.cells()
        opened.do("EraserTool")

        def erased() -> bool:
            cells = opened.cells()
            left = [place for place in ERASED if cells[place[0] * cols + place[1]] >= 0]
            for place in left:
                touch(opened, place)
            return not left

        opened.wait(erased, "erased walls")
        cells = opened.cells()
        if [i for i, (a, b) in enumerate(zip(before, cells, strict=True)) if a != b] != sorted(
            row * cols + col for row, col in ERASED
        ):
            raise NotDrivenError("the eraser went over other tiles")
        opened.do("WangTool")
        # A click that was lost is made again; what stays wrong is told by the saved map.
        for _ in range(3):
            if opened.cells() == before:
                break
            for place in ERASED:
                for step in strokes(*place, kind):
                    touch(opened, place, step)
        opened.save()


def gids(path: Path) -> dict[str, npt.NDArray[np.uint32]]:
    return {layer.name: layer.gids for layer in find_map(Source.load(path), 1 << 16, turned=True).layers}


@pytest.mark.parametrize(("kind", "layers", "layer"), [("blob", "one", "maze"), ("edges", "split", "walls")])
def test_the_terrain_brush_paints_the_same_walls(kind: str, layers: str, layer: str, tmp_path: Path) -> None:
    # A click that a loaded machine loses makes a try worse and never right, so one try that is right is proof.
    reasons, differences = [], []
    for number in range(TRIES):
        home = tmp_path / str(number)
        (home / "maps").mkdir(parents=True)
        path = written(Level(TILES), home / "maps", autotile=kind, layers=layers, tile_size=SIZE)
        before, data = gids(path), path.read_bytes()
        try:
            erase_and_repaint(path, layer, kind, home)
        except NotDrivenError as error:
            reasons.append(str(error))
            continue
        assert path.read_bytes() != data, "Tiled did not save the map"
        after = gids(path)
        if all(np.array_equal(after[name], expected) for name, expected in before.items()):
            return
        differences.append(after)
    if not differences:
        pytest.skip(f"Tiled's window could not be driven: {'; '.join(reasons)}")
    for name, expected in before.items():
        np.testing.assert_array_equal(differences[-1][name], expected, err_msg=name)
