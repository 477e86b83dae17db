"""A cave is one connected hollow inside a border of wall, whatever the size, the mask and the options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients import need
from generated import assert_one_piece, tiles_of
from mazeconv.errors import GenerationError
from mazeconv.generators import Job
from mazeconv.generators.automaton import CLOSED, smooth, smooth_bands
from mazeconv.generators.cave import CAVE
from mazeconv.kernels import Machine
from mazeconv.level import Tile
from mazeconv.options.building import build
from mazeconv.rng import Stream

if TYPE_CHECKING:
    import numpy.typing as npt

pytestmark = pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")


def assert_one_cave(tiles: npt.NDArray[np.uint8]) -> None:
    assert set(np.unique(tiles)) <= {Tile.FLOOR, Tile.WALL}
    assert_one_piece(tiles)


@given(
    width=st.integers(5, 60),
    height=st.integers(5, 60),
    seed=st.integers(0, 2**64 - 1),
    fill=st.sampled_from([0, 0.3, 0.45, 0.55, 0.95]),
    rounds=st.integers(0, 6),
    least=st.sampled_from([1, 12, 1000]),
    join=st.booleans(),
)
def test_it_is_one_cave_whatever_the_options(
    width: int, height: int, seed: int, fill: float, rounds: int, least: int, join: bool
) -> None:
    assert_one_cave(tiles_of("cave", width, height, seed, fill=fill, rounds=rounds, least=least, join=join))


def test_tunnels_join_what_is_otherwise_left_out() -> None:
    joined, alone = tiles_of("cave", 80, 60, 1), tiles_of("cave", 80, 60, 1, join=False)
    assert_one_cave(alone)
    assert (joined == Tile.FLOOR).sum() > (alone == Tile.FLOOR).sum()
    assert (joined == Tile.FLOOR)[alone == Tile.FLOOR].all()


def test_a_higher_fill_leaves_less_floor() -> None:
    floor = [int((tiles_of("cave", 100, 100, 2, fill=fill) == Tile.FLOOR).sum()) for fill in (0.3, 0.4, 0.5, 0.6)]
    assert floor == sorted(floor, reverse=True)


def test_noise_without_any_hollow_still_gives_a_cave() -> None:
    tiles = tiles_of("cave", 40, 40, fill=0.9)
    assert_one_cave(tiles)
    assert int((tiles == Tile.FLOOR).sum()) == round(38 * 38 * 0.1)


@pytest.mark.parametrize("seed", range(4))
def test_a_mask_is_kept(seed: int) -> None:
    row, col = np.mgrid[0:50, 0:60]
    mask = ((row - 25) ** 2 + (col - 30) ** 2 < 600) & (abs(row - 25) > (col < 45))
    tiles = tiles_of("cave", 60, 50, seed, mask)
    assert_one_cave(tiles)
    assert not (tiles == Tile.FLOOR)[~mask].any()


def test_a_mask_without_a_tile_inside_the_border_is_an_error() -> None:
    mask = np.ones((7, 7), np.bool_)
    mask[1:-1, 1:-1] = False
    with pytest.raises(GenerationError, match="no tile"):
        tiles_of("cave", 7, 7, mask=mask)


@pytest.mark.parametrize(("size", "near"), [((4, 9), "5x9"), ((1, 1), "5x5")])
def test_a_level_too_small_is_an_error_that_names_the_least(size: tuple[int, int], near: str) -> None:
    with pytest.raises(GenerationError) as caught:
        tiles_of("cave", *size)
    assert near in caught.value.hint


def test_smoothing_counts_all_eight_neighbours_across_its_bands() -> None:
    words = Stream(4).words()
    before = np.array([next(words) >> 31 for _ in range(700 * 9)], np.uint8).reshape(700, 9)
    before[[0, -1]] = before[:, [0, -1]] = Tile.WALL
    after = before.copy()
    smooth_bands(after, 5, 4)
    for row in range(1, 699):
        for col in range(1, 8):
            around = int(before[row - 1 : row + 2, col - 1 : col + 2].sum()) - int(before[row, col])
            assert after[row, col] == (around >= (4 if before[row, col] else 5))


@pytest.mark.parametrize("rule", [(5, 4, 1), (1, 0, 2), (9, 9, 3), (4, 8, 5), (5, 4, 0)])
@pytest.mark.parametrize("shape", [(3, 3), (5, 40), (70, 33)])
def test_smoothing_by_rows_and_by_vectors_is_the_same(rule: tuple[int, int, int], shape: tuple[int, int]) -> None:
    need("numba")
    birth, survive, rounds = rule
    options = build(CAVE.options, {"birth": birth, "survive": survive, "rounds": rounds}, "cave")
    words = Stream(9).block(1, shape[0] * shape[1]).reshape(shape)
    tiles = (words >> np.uint64(31)).astype(np.uint8) + np.uint8(CLOSED) * (words % np.uint64(7) == 0)
    tiles[[0, -1]] = tiles[:, [0, -1]] = CLOSED | Tile.WALL
    made, shown = [], []
    for machine in (Machine(compiled=False), Machine(compiled=True)):
        made.append(tiles.copy())
        smooth(machine, made[-1], options, lambda: shown.append(1))
    np.testing.assert_array_equal(*made)
    assert not shown


def test_a_compiled_cave_is_shown_round_by_round() -> None:
    need("numba")
    films: list[list[bytes]] = []
    for engine in ("python", "numba"):
        film: list[bytes] = []
        watch = Looker(film)
        job = Job(rows=30, cols=40, options=CAVE.options(), stream=Stream(2), engine=engine, watch=watch)
        CAVE.run(job)
        films.append(film)
    assert films[0] == films[1]
    assert len(films[0]) >= 1 + 5


@dataclass(frozen=True)
class Looker:
    """Keep the milestones."""

    film: list[bytes]
    budget: int = 1 << 20

    def look(self, picture: Any, *, milestone: bool = False) -> None:
        if milestone:
            self.film.append(picture.tobytes())


@pytest.mark.parametrize(("size", "options"), [((60, 50), {}), ((30, 70), {"fill": 0.5, "least": 3}), ((9, 9), {})])
def test_both_speeds_make_the_same(size: tuple[int, int], options: dict[str, Any]) -> None:
    need("numba")
    for seed in range(3):
        plain, fast = (tiles_of("cave", *size, seed, engine=engine, **options) for engine in ("python", "numba"))
        np.testing.assert_array_equal(plain, fast)


def test_it_does_not_depend_on_how_the_kernels_are_sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tiles_of("cave", 40, 30, 3, fill=0.5, least=2)
    monkeypatch.setattr("mazeconv.kernels.PLAIN_BUDGET", 1)
    np.testing.assert_array_equal(tiles_of("cave", 40, 30, 3, fill=0.5, least=2), whole)
