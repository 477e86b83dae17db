"""Steps that change what is carved: dead ends, loops, thickness, entrances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeconv.api import generate
from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS
from mazeconv.grid import Grid, rasterise
from mazeconv.level import Place, Tile
from mazeconv.rng import Stream
from mazeconv.shaping import Task, parse
from mazeconv.shaping.draft import Draft
from mazeconv.shaping.walls import between
from shaped import LATTICES, border, dead_ends_of, floor_of, is_perfect, made, neighbours, pieces

if TYPE_CHECKING:
    import numpy.typing as npt

sides = st.integers(2, 16)
lattices = st.sampled_from(LATTICES)
seeds = st.integers(0, 10**6)


@given(generator=lattices, width=sides, height=sides, seed=seeds)
def test_braiding_all_leaves_no_dead_end_in_a_lattice(generator: str, width: int, height: int, seed: int) -> None:
    plain = made(generator, width, height, seed=seed)
    level = made(generator, width, height, "braid", seed=seed)
    assert dead_ends_of(level.tiles) == set()
    assert not (border(level.tiles) == Tile.FLOOR).any()
    assert (level.tiles <= plain.tiles).all()


@given(generator=lattices, size=st.tuples(sides, sides), share=st.floats(0, 1), seed=seeds)
def test_braid_opens_the_share_of_the_dead_ends(generator: str, size: tuple[int, int], share: float, seed: int) -> None:
    before = len(dead_ends_of(made(generator, *size, seed=seed).tiles))
    level = made(generator, *size, f"braid={share}", seed=seed)
    gone = before - len(dead_ends_of(level.tiles))
    assert 0 <= gone - round(share * before) <= 1
    Grid.from_level(level.tiles)


@given(size=st.tuples(st.integers(8, 40), st.integers(8, 40)), seed=seeds)
def test_braiding_a_labyrinth_makes_no_blocks_of_road(size: tuple[int, int], seed: int) -> None:
    plain = made("labyrinth", *size, seed=seed).tiles
    tiles = made("labyrinth", *size, "braid", seed=seed).tiles
    floor = tiles == Tile.FLOOR
    assert not (floor[1:, 1:] & floor[:-1, 1:] & floor[1:, :-1] & floor[:-1, :-1]).any()
    assert len(dead_ends_of(tiles)) <= len(dead_ends_of(plain))
    assert not (border(tiles) == Tile.FLOOR).any()


def test_braiding_a_labyrinth_opens_about_half_of_its_dead_ends() -> None:
    before, after = (
        sum(len(dead_ends_of(made("labyrinth", 40, 40, *shape, seed=seed).tiles)) for seed in range(5))
        for shape in ((), ("braid",))
    )
    assert after < 0.6 * before


def shortened(level_tiles: npt.NDArray[np.uint8], rounds: int, step: int) -> set[Place]:
    """Return the places that are left when leaves are taken away round by round, worked out on a plain graph."""
    near: dict[Place, set[Place]] = {p: set() for p in floor_of(level_tiles) if step == 1 or (p.row % 2 and p.col % 2)}
    for p, beside in near.items():
        for q in neighbours(level_tiles, p):
            beside.add(Place(p.row + (q.row - p.row) * step, p.col + (q.col - p.col) * step))
    for _ in range(rounds):
        leaves = {p for p in near if len(near[p]) == 1}
        for p in list(near):
            if near[p] and near[p] <= leaves:
                leaves.discard(min(near[p]))
        for leaf in leaves:
            for other in near.pop(leaf):
                near[other].discard(leaf)
    return set(near)


@given(
    generator=st.sampled_from([*LATTICES, "labyrinth"]),
    size=st.tuples(st.integers(5, 16), st.integers(5, 16)),
    rounds=st.integers(1, 60),
    seed=seeds,
)
def test_sparsify_takes_the_leaves_away_round_by_round(
    generator: str, size: tuple[int, int], rounds: int, seed: int
) -> None:
    plain = made(generator, *size, seed=seed).tiles
    tiles = made(generator, *size, f"sparsify={rounds}", seed=seed).tiles
    step = 2 if GENERATORS.get(generator).unit == "cells" else 1
    left = {p for p in floor_of(tiles) if step == 1 or (p.row % 2 and p.col % 2)}
    assert left == shortened(plain, rounds, step)
    assert len(left) >= 2
    assert pieces(tiles) == 1
    assert step == 1 or is_perfect(tiles)


def test_sparsify_keeps_a_start_and_a_goal_that_are_given() -> None:
    level = generate(cells=(20, 20), seed=3, start=(1, 1), goal=(39, 2), shape="sparsify=1000")
    assert level.start == (1, 1)
    assert level.goal == (2, 39)
    assert dead_ends_of(level.tiles) <= {Place(1, 1), Place(1, 39), Place(3, 39)}


@given(generator=lattices, size=st.tuples(sides, sides), share=st.floats(0, 1), seed=seeds)
def test_loops_removes_exactly_the_share_of_the_walls(
    generator: str, size: tuple[int, int], share: float, seed: int
) -> None:
    plain = Grid.from_level(made(generator, *size, seed=seed).tiles)
    grid = Grid.from_level(made(generator, *size, f"loops={share}", seed=seed).tiles)
    walls = 2 * grid.rows * grid.cols - grid.rows - grid.cols - plain.passages
    assert grid.passages - plain.passages == round(share * walls)
    assert not (plain.right & ~grid.right).any()
    assert not (plain.down & ~grid.down).any()


def test_every_wall_is_as_likely_to_go() -> None:
    count = np.zeros((4, 3), np.int64)
    runs = 3000
    plain = Grid.from_level(made("binary-tree", 4, 4, seed=1).tiles)
    closed = ~plain.right
    share = 3 / (2 * 16 - 8 - plain.passages)
    for seed in range(runs):
        draft = Draft(rasterise(plain), "cells")
        request = parse(f"loops={share}")
        assert request.step.run is not None
        request.step.run(draft, Task(options=request.options, stream=Stream.of(str(seed))))
        count += Grid.from_level(draft.tiles).right & closed
    expected = runs * share
    assert np.abs(count[closed] - expected).max() < 5 * (expected * (1 - share)) ** 0.5


def test_walls_between_places_are_found_alike_in_bands() -> None:
    draft = Draft(made("dig", 60, 60).tiles.copy(), "cells")
    grid = Grid.from_level(draft.tiles)
    assert len(between(draft)) == 2 * 3600 - 120 - grid.passages


@given(
    generator=lattices,
    size=st.tuples(sides, sides),
    corridor=st.integers(1, 4),
    wall=st.integers(1, 4),
    seed=seeds,
)
def test_thickness_draws_the_same_maze(
    generator: str, size: tuple[int, int], corridor: int, wall: int, seed: int
) -> None:
    thin = made(generator, *size, "braid=0.5", seed=seed)
    thick = made(generator, *size, "braid=0.5", f"corridor={corridor}", f"wall={wall}", "treasures=2", seed=seed)
    assert np.array_equal(thick.tiles, rasterise(Grid.from_level(thin.tiles), corridor, wall))


def test_a_generator_of_tiles_grows_in_both_or_not_at_all() -> None:
    with pytest.raises(GenerationError, match="only grow together") as caught:
        generate("labyrinth", (20, 20), shape="corridor=2")
    assert caught.value.hint.endswith("--shape corridor=2 --shape wall=2")
    small = made("labyrinth", 12, 9, seed=4)
    large = made("labyrinth", 12, 9, "corridor=3", "wall=3", seed=4)
    assert np.array_equal(large.tiles, small.tiles.repeat(3, 0).repeat(3, 1))


def test_a_size_that_thick_walls_do_not_fit_names_those_that_do() -> None:
    with pytest.raises(GenerationError) as caught:
        generate(size=(20, 20), shape=["corridor=2", "wall=3"])
    assert caught.value.hint == "try --size 18x18 or 23x23"
    for size in ((18, 18), (23, 23)):
        assert generate(size=size, shape=["corridor=2", "wall=3"]).tiles.shape == size


def test_a_start_in_a_wide_corridor_stays_on_its_tile() -> None:
    level = generate(size=(22, 22), seed=1, start=(2, 2), goal=(19, 20), shape="corridor=2")
    assert level.start == (2, 2)
    assert level.goal == (20, 19)
    with pytest.raises(GenerationError, match="is a wall") as caught:
        generate(size=(22, 22), seed=1, start=(0, 2), shape="corridor=2")
    assert caught.value.hint == "the nearest road tile is 1,1"


@settings(max_examples=60)
@given(
    generator=st.sampled_from([*LATTICES, "labyrinth"]),
    named=st.lists(st.sampled_from(["north", "east", "south", "west"]), min_size=1, max_size=3),
    at=st.sampled_from(["random", "first", "middle", "last"]),
    ends=st.booleans(),
    seed=seeds,
)
def test_entrances_open_the_sides_named(generator: str, named: list[str], at: str, ends: bool, seed: int) -> None:
    shape = f"entrances={','.join(named)},at={at}" + ",ends" * ends
    plain = made(generator, 9, 8, seed=seed)
    level = made(generator, 9, 8, shape, seed=seed)
    tiles = level.tiles
    found = {"north": tiles[0], "south": tiles[-1], "west": tiles[:, 0], "east": tiles[:, -1]}
    for side, line in found.items():
        assert np.count_nonzero(line == Tile.FLOOR) == named.count(side)
    assert pieces(tiles) == 1
    assert np.count_nonzero(tiles != plain.tiles) >= len(named)
    rows, cols = tiles.shape
    assert level.start
    on_border = level.start.row in (0, rows - 1) or level.start.col in (0, cols - 1)
    assert on_border == ends


def test_an_entrance_of_a_wide_corridor_is_as_wide() -> None:
    level = made("dig", 6, 5, "entrances=west,east,ends", "corridor=3", "wall=2")
    assert np.count_nonzero(level.tiles[:, 0] == Tile.FLOOR) == 3
    assert np.count_nonzero(level.tiles[:, 1] == Tile.FLOOR) == 3
    assert level.start
    assert level.tiles[level.start.row - 1 : level.start.row + 2, level.start.col].tolist() == [Tile.FLOOR] * 3


def test_a_start_that_is_given_is_not_moved_to_an_entrance() -> None:
    level = generate(cells=(6, 5), seed=1, start=(3, 3), shape="entrances=west,east,ends")
    assert level.start == (3, 3)
    assert level.goal
    assert level.goal.col == 12


def test_a_side_full_of_openings_is_an_error() -> None:
    with pytest.raises(GenerationError, match="north side cannot be opened"):
        generate(cells=(2, 2), shape="entrances=north,north,north")
