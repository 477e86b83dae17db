"""Symmetry: the level its own image, and perfect where mathematics lets it be."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mazeconv.api import generate
from mazeconv.errors import GenerationError, MazeconvNotice
from mazeconv.generators import GENERATORS
from mazeconv.grid import Grid
from mazeconv.level import Tile
from mazeconv.shaping.ground import loops_in
from mazeconv.shaping.orbits import turned
from shaped import LATTICES, NAMES, border, is_perfect, made, pieces

# Unicursal mazes have even sides only, which rules out turns.
ANY_SIZE = [g.name for g in GENERATORS.all() if g.unit == "cells" and g.step == (1, 1)]
KINDS = ("mirror-x", "mirror-y", "rotate", "quarter")
sides = st.integers(1, 15)
seeds = st.integers(0, 10**6)


def possible(kind: str, width: int, height: int) -> bool:
    if kind == "quarter":
        return width == height and width % 2 == 1
    return kind != "rotate" or width % 2 == 1 or height % 2 == 1


@settings(max_examples=200)
@given(kind=st.sampled_from(KINDS), generator=st.sampled_from(ANY_SIZE), width=sides, height=sides, seed=seeds)
def test_a_lattice_is_its_own_image_and_perfect_where_that_is_possible(
    kind: str, generator: str, width: int, height: int, seed: int
) -> None:
    height = width if kind == "quarter" else height
    if not possible(kind, width, height):
        with pytest.raises(GenerationError) as caught:
            made(generator, width, height, f"symmetry={kind}", seed=seed)
        for w, h in re.findall(r"(\d+)x(\d+)", caught.value.hint):
            assert is_perfect(generate(generator, (int(w), int(h)), shape=f"symmetry={kind}").tiles)
        return
    tiles = made(generator, width, height, f"symmetry={kind}", seed=seed).tiles
    assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    assert is_perfect(tiles)


@given(generator=st.sampled_from(LATTICES), width=sides, height=sides, seed=seeds)
def test_the_half_that_is_repeated_keeps_all_its_passages(generator: str, width: int, height: int, seed: int) -> None:
    plain = Grid.from_level(made(generator, 2 * width, height, seed=seed).tiles)
    grid = Grid.from_level(made(generator, 2 * width, height, "symmetry=mirror-x", seed=seed).tiles)
    assert not (plain.right[:, : width - 1] & ~grid.right[:, : width - 1]).any()
    assert not (plain.down[:, :width] & ~grid.down[:, :width]).any()
    assert np.count_nonzero(grid.right[:, width - 1]) == 1


@given(kind=st.sampled_from(KINDS), side=st.integers(2, 12), braid=st.booleans(), seed=seeds)
def test_with_loops_every_size_can_be(kind: str, side: int, braid: bool, seed: int) -> None:
    tiles = made("dig", side, side, *["braid"] * braid, f"symmetry={kind},loops", seed=seed).tiles
    assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    assert pieces(tiles) == 1


@given(kind=st.sampled_from(KINDS), size=st.tuples(st.integers(5, 30), st.integers(5, 30)), seed=seeds)
def test_roads_of_tiles_are_their_own_image_and_stay_joined(kind: str, size: tuple[int, int], seed: int) -> None:
    width, height = (size[0], size[0]) if kind == "quarter" else size
    tiles = made("labyrinth", width, height, f"symmetry={kind}", seed=seed).tiles
    assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    assert pieces(tiles) == 1
    assert not (border(tiles) == Tile.FLOOR).any()


@settings(max_examples=150)
@given(
    kind=st.sampled_from(KINDS),
    generator=st.sampled_from(("backtracker", "kruskal", "eller", "labyrinth", "cave", "rooms")),
    size=st.tuples(sides, sides),
    rounds=st.integers(1, 9),
    seed=seeds,
)
def test_cells_that_are_missing_are_dug_where_the_level_would_fall_apart(
    kind: str, generator: str, size: tuple[int, int], rounds: int, seed: int
) -> None:
    width, height = (2 * side + 3 for side in size) if generator in ("labyrinth", "cave", "rooms") else size
    height = width if kind == "quarter" else height
    try:
        level = made(generator, width, height, f"sparsify={rounds}", f"symmetry={kind}", seed=seed)
    except GenerationError as error:
        # So little is left of a small maze, or nothing was taken away from one that cannot be.
        assert re.search("lies in the half|is a corner|no floor", error.message)  # noqa: PT017
        return
    assert np.array_equal(level.tiles, turned(level.tiles, kind))  # type: ignore[arg-type]
    assert pieces(level.tiles) == 1
    if generator in LATTICES:
        Grid.from_level(level.tiles)


@pytest.mark.parametrize(("kind", "rounds"), [("rotate", 4), ("mirror-y", 4), ("mirror-y", 2), ("mirror-x", 4)])
def test_levels_that_fell_apart_are_joined(kind: str, rounds: int) -> None:
    for seed in range(25):
        with warnings.catch_warnings(record=True) as notices:
            warnings.simplefilter("always")
            tiles = generate("eller", cells=(12, 9), seed=seed, shape=[f"sparsify={rounds}", f"symmetry={kind}"]).tiles
        assert pieces(tiles) == 1
        assert is_perfect(tiles) != any("it has loops" in str(notice.message) for notice in notices)


signs = arrays.arrays(
    np.uint8,
    st.tuples(st.integers(2, 7), st.integers(2, 7)),
    elements=st.sampled_from([ord(sign) for sign in "?" * 12 + "__R#"]),
)


@settings(max_examples=120)
@given(
    kind=st.sampled_from(KINDS),
    generator=st.sampled_from(("dig", "kruskal", "unicursal", "labyrinth", "cave")),
    half=signs,
    shape=st.sampled_from(((), ("braid=0.4",), ("sparsify=3",))),
    loops=st.booleans(),
    seed=seeds,
)
def test_a_symmetrical_plan_keeps_its_symmetry(
    kind: str, generator: str, half: np.ndarray, shape: tuple[str, ...], loops: bool, seed: int
) -> None:
    rows, cols = 21, 21 if kind == "quarter" else 25
    if generator != "unicursal" and kind != "quarter":
        rows, cols = 19, 27
    drawn = np.full((rows, cols), ord("?"), np.uint8)
    top, left = rows // 2 - half.shape[0] + 2, cols // 2 - half.shape[1] + 1
    drawn[top : top + half.shape[0], left : left + half.shape[1]] = half
    # The question mark is the greatest of the signs but for room and road.
    for _ in range(4):
        drawn = np.maximum(drawn, turned(drawn, kind))  # type: ignore[arg-type]
    plan = [bytes(row).decode() for row in drawn]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MazeconvNotice)
            level = generate(generator, plan=plan, seed=seed, shape=[*shape, f"symmetry={kind}" + ",loops" * loops])
    except GenerationError as error:
        # A wall may seal off a road, and all that is drawn may be free.
        assert re.search("seal off|is a corner|can lead to", error.message)  # noqa: PT017
        return
    floor = level.tiles == Tile.FLOOR
    assert np.array_equal(floor, turned(floor, kind))  # type: ignore[arg-type]
    assert pieces(level.tiles) == 1
    assert floor[(drawn == ord("_")) | (drawn == ord("R"))].all()
    assert not floor[drawn == ord("#")].any()


@pytest.mark.parametrize("generator", NAMES)
@pytest.mark.parametrize(("kind", "asked", "doors"), [("mirror-x", 2, 2), ("rotate", 2, 2), ("quarter", 4, 4)])
def test_a_room_in_the_middle_has_doors_in_pairs(generator: str, kind: str, asked: int, doors: int) -> None:
    side = 20 if GENERATORS.get(generator).unit == "cells" else 25
    level = made(generator, side, side, f"inner=7x7,doors={asked}", f"symmetry={kind}", seed=3)
    floor = level.tiles == Tile.FLOOR
    assert np.array_equal(floor, turned(floor, kind))  # type: ignore[arg-type]
    assert pieces(level.tiles) == 1
    top = (floor.shape[0] - 7) // 2
    assert floor[top : top + 7, top : top + 7].all()
    around = floor[top - 1 : top + 8, top - 1 : top + 8].copy()
    around[1:-1, 1:-1] = False
    assert around.sum() >= doors
    if generator in LATTICES:
        assert around.sum() == doors


def test_a_garden_with_a_room_in_the_middle_is_still_perfect_but_for_the_room() -> None:
    for seed in range(10):
        with pytest.warns(MazeconvNotice, match="2 doors and not 1"):
            level = generate("backtracker", cells=(12, 9), seed=seed, shape=["inner=7x5", "symmetry"])
        floor = level.tiles == Tile.FLOOR
        assert np.array_equal(floor, floor[:, ::-1])
        assert loops_in(floor) == 4 * 6


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
def test_a_room_beside_the_middle_is_refused_with_sizes_that_lie_there() -> None:
    tried = 0
    for kind in KINDS:
        for generator, size in (("dig", (19, 15)), ("dig", (17, 17)), ("labyrinth", (20, 16)), ("cave", (23, 23))):
            for room in ("3x5", "5x5", "5x3", "7x4"):
                try:
                    generate(generator, size, seed=1, shape=[f"inner={room}", f"symmetry={kind},loops"])
                except GenerationError as error:
                    if "middle" not in error.message:
                        continue
                    for better in re.findall(r"inner=(\d+x\d+)", error.hint):
                        tried += 1
                        shape = [f"inner={better},doors=4", f"symmetry={kind},loops"]
                        tiles = generate(generator, size, seed=1, shape=shape).tiles
                        assert np.array_equal(tiles, turned(tiles, kind))  # type: ignore[arg-type]
    assert tried > 20


def test_a_plan_that_is_not_symmetrical_is_refused_with_the_place() -> None:
    plan = ["?" * 11 for _ in range(9)]
    plan[4] = "??__???????"
    with pytest.raises(GenerationError) as caught:
        generate(plan=plan, seed=1, shape=["symmetry"])
    assert "counted in tiles as it is drawn: 2,4 is road, and its image 8,4 is free" in caught.value.message
    plan[4] = "??__???__??"
    tiles = generate(plan=plan, seed=1, shape=["symmetry"]).tiles
    assert np.array_equal(tiles, tiles[:, ::-1])


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("braid", "braid breaks the symmetry; written before symmetry=mirror-x,loops"),
        ("loops=0.3", "loops breaks the symmetry"),
        ("entrances=north,south", "entrances breaks the symmetry: an opening has no image"),
        ("island-goal", "island-goal breaks the symmetry"),
        ("entrances=north,south,at=middle", "with symmetry=mirror-x,loops one on the axis can be"),
        ("entrances=west,east,at=first", ""),
        ("ends", ""),
        ("keys", ""),
    ],
)
def test_a_step_that_breaks_the_symmetry_says_so(step: str, words: str) -> None:
    with warnings.catch_warnings(record=True) as notices:
        warnings.simplefilter("always")
        level = generate(cells=(12, 9), seed=1, shape=["symmetry", step])
        assert words in "".join(str(notice.message) for notice in notices)
        assert bool(words) == bool(notices)
    if step == "braid":
        tiles = generate(cells=(12, 9), seed=1, shape=[step, "symmetry=mirror-x,loops"]).tiles
        assert np.array_equal(tiles, tiles[:, ::-1])
    assert pieces(level.tiles) == 1


@pytest.mark.parametrize("generator", ["backtracker", "labyrinth", "cave"])
@pytest.mark.parametrize(("kind", "sides"), [("mirror-x", ["north", "south"]), ("mirror-y", ["west", "east"])])
@pytest.mark.parametrize("more", [0, 1])
def test_an_opening_in_the_middle_lies_on_the_axis(generator: str, kind: str, sides: list[str], more: int) -> None:
    size = (25 + 2 * more, 25 + 2 * more) if generator != "cave" else (24 + more, 24 + more)
    steps = [f"symmetry={kind},loops", f"entrances={','.join(sides)},at=middle,ends"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(5):
            tiles = generate(generator, size, seed=seed, shape=steps).tiles
            assert np.array_equal(tiles, tiles[:, ::-1] if kind == "mirror-x" else tiles[::-1])
            assert pieces(tiles) == 1
            assert (tiles[0] == 0).any() == (kind == "mirror-x")


def test_a_level_keeps_room_for_a_goal() -> None:
    with pytest.raises(GenerationError, match="only one tile lies in the half"):
        generate("dig", cells=(3, 5), seed=0, shape=["sparsify=4", "symmetry=rotate"])


def test_only_a_square_has_a_quarter_turn() -> None:
    with pytest.raises(GenerationError, match="only a square"):
        generate(cells=(5, 7), shape="symmetry=quarter")


def test_a_missing_middle_is_said() -> None:
    # In a spiral from the border the middle is a dead end, which is taken away first.
    with pytest.warns(MazeconvNotice, match="it has loops"):
        generate("spiral", cells=(9, 9), seed=1, shape=["sparsify=3", "symmetry=rotate"])
