"""What is drawn stays, and the rest becomes one maze with it; a room in the middle; steps keep to mask and plan."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from clients import need
from commands import made_again
from mazeconv.api import generate, read
from mazeconv.cli import run
from mazeconv.errors import GenerationError, MazeconvError, MazeconvNotice, ReadError
from mazeconv.generators import GENERATORS, nearest_sizes
from mazeconv.level import Level, Place, Tile
from mazeconv.making import make
from mazeconv.plans import ROAD, WALL, Plan
from mazeconv.source import Source
from shaped import NAMES, border, pieces

if TYPE_CHECKING:
    import numpy.typing as npt

PERFECT = [g.name for g in GENERATORS.all() if g.unit == "cells"] + ["labyrinth"]

ROOMS = """\
?????????????????????????
?????????????????????????
??RRRRR??????????????????
??RRRRR??????????????????
??RRRRR??????##########??
?????????????#RRRRRRRR#??
_____????????#RRRRRRRR???
?????????????#RRRRRRRR#??
?????????????##########??
?????????????????????????
?????______??????????????
???????????____?????????_
?????????????????????????
?###?????????????????????
?#??????????????#######??
?###????????????#?????#??
??????????????????????#??
????????????????#?????#??
????????????????#######??
?????????????????????????
?????????????????????????
"""


def kept(level: Level, plan: Plan) -> bool:
    """Return whether every fixed tile is as it was drawn."""
    floor = level.tiles == Tile.FLOOR
    return bool(floor[plan.tiles == ROAD].all() and not floor[plan.tiles == WALL].any())


def loops(floor: npt.NDArray[np.bool_]) -> int:
    """Return how many independent loops the tiles of the floor have."""
    ways = int((floor[1:] & floor[:-1]).sum() + (floor[:, 1:] & floor[:, :-1]).sum())
    return ways - int(floor.sum()) + pieces(np.where(floor, Tile.FLOOR, Tile.WALL).astype(np.uint8))


def sized(name: str, plan: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the plan with free tiles added, at the next size that the generator can do."""
    generator = GENERATORS.get(name)
    pitch, wall = (2, 1) if generator.unit == "cells" else (1, 0)
    cols, rows = nearest_sizes(
        (plan.shape[1], plan.shape[0]),
        (generator.least[0] * pitch + wall, generator.least[1] * pitch + wall),
        (generator.step[0] * pitch, generator.step[1] * pitch),
    )[-1]
    return np.pad(plan, ((0, rows - plan.shape[0]), (0, cols - plan.shape[1])), constant_values=ord("?"))


def text(signs: npt.NDArray[np.uint8]) -> list[str]:
    return [bytes(row).decode() for row in signs]


# --- plans


@pytest.mark.parametrize("name", NAMES)
def test_a_drawn_plan_stays_and_all_is_one_piece(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = Plan.load(text(sized(name, Plan.load(ROOMS).signs)))
    for seed in range(3):
        level = generate(name, plan=text(plan.signs), seed=seed)
        assert level.tiles.shape == plan.signs.shape
        assert kept(level, plan)
        assert pieces(level.tiles) == 1
        assert (border(level.tiles) == Tile.FLOOR).sum() == 2
        if name in PERFECT:
            assert loops(level.tiles == Tile.FLOOR) == loops(plan.tiles == ROAD)
    assert made_again(level) == level


SIGNS = arrays.arrays(
    np.uint8,
    st.tuples(st.integers(5, 17), st.integers(5, 17)),
    elements=st.sampled_from([ord(c) for c in "????????_#"]),
)


OPENINGS = st.lists(st.tuples(st.sampled_from("nesw"), st.integers(0, 16)), min_size=1, max_size=8)
SHAPES = [
    (),
    ("sparsify=50",),
    ("sparsify=5",),
    ("braid",),
    ("sparsify=9", "braid"),
    ("loops=0.5",),
    ("braid", "loops"),
]


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("name", ["dig", "kruskal", "labyrinth", "cave"])
@given(
    size=st.sampled_from([(9, 9), (11, 17), (17, 13)]),
    openings=OPENINGS,
    seed=st.integers(0, 99),
    shape=st.sampled_from(SHAPES),
)
def test_openings_on_all_sides_are_kept(
    name: str, size: tuple[int, int], openings: list[tuple[str, int]], seed: int, shape: tuple[str, ...]
) -> None:
    signs = np.full(size, ord("?"), np.uint8)
    for side, at in openings:
        along = at % (size[1] if side in "ns" else size[0])
        signs[{"n": (0, along), "s": (-1, along), "w": (along, 0), "e": (along, -1)}[side]] = ord("_")
    plan = Plan.load(text(signs))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MazeconvNotice)
            level = generate(name, plan=text(signs), seed=seed, shape=shape)
    except GenerationError as error:
        # An opening in a corner leads nowhere.
        assert any(words in error.message for words in ("seal off", "leave no room", "no floor to start"))  # noqa: PT017
        return
    assert kept(level, plan)
    assert pieces(level.tiles) == 1
    assert not (border(level.tiles) == Tile.FLOOR)[border(plan.tiles) != ROAD].any()


def test_a_loop_is_not_cut_where_only_the_other_side_of_the_plan_goes_on() -> None:
    plan = ["???##??", "??? ???", " ?##???", " ??????", "?????? ", " ?# ???", "??? ???"]
    assert pieces(generate("dig", plan=plan, seed=1).tiles) == 1


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@settings(max_examples=40, deadline=None)
@pytest.mark.parametrize("name", ["backtracker", "kruskal", "unicursal", "labyrinth", "cave", "rooms"])
@given(signs=SIGNS, seed=st.integers(0, 99), shape=st.sampled_from([(), ("braid",), ("sparsify=2",), ("loops=0.3",)]))
def test_any_plan_is_kept_or_refused(
    name: str, signs: npt.NDArray[np.uint8], seed: int, shape: tuple[str, ...]
) -> None:
    plan = Plan.load(text(sized(name, signs)))
    try:
        level = generate(name, plan=text(plan.signs), seed=seed, shape=shape)
    except GenerationError as error:
        assert error.hint or "no floor" in error.message  # noqa: PT017 - some plans cannot be met
        return
    assert kept(level, plan)
    assert pieces(level.tiles) == 1
    assert not (border(level.tiles) == Tile.FLOOR)[border(plan.tiles) != ROAD].any()
    assert level.recipe is not None
    assert make(level.recipe, "python") == level


def test_the_plan_may_hold_start_and_goal() -> None:
    plan = ["???????", "?????S?", "???????", "???????", "???????", "?G?????", "???????"]
    level = generate(plan=plan, seed=1)
    assert (level.start, level.goal) == ((1, 5), (5, 1))
    assert generate(plan=plan, seed=1, start=(1, 1)).start == (1, 1)
    assert generate(plan=plan, seed=1, goal="farthest").start == (1, 5)
    thick = generate(plan=plan, seed=1, shape=["corridor=3"])
    assert (thick.cols, thick.rows) == (13, 13)
    assert (thick.start, thick.goal) == ((2, 10), (10, 2))


def test_a_mask_and_a_plan_go_together() -> None:
    cells = np.ones((10, 12), np.bool_)
    cells[:3, :3] = cells[7:, 9:] = False
    plan = Plan.load(ROOMS)
    rows = np.full((21, 25), ord("?"), np.uint8)
    rows[9:12, 9:16] = ord("R")
    level = generate(mask=cells, plan=text(rows), seed=1)
    assert kept(level, Plan.load(text(rows)))
    assert pieces(level.tiles) == 1
    assert not (level.tiles[1::2, 1::2][~cells] == Tile.FLOOR).any()
    assert plan.signs.shape == level.tiles.shape


def test_black_is_wall_white_is_road_and_the_rest_is_free() -> None:
    pixels = np.full((7, 9, 4), (128, 128, 128, 255), np.uint8)
    pixels[2, 2:5] = (0, 0, 0, 255)
    pixels[3, 3] = (255, 255, 255, 255)
    pixels[5, 5] = (0, 0, 0, 0)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    plan = Plan.load(Source("plan.png", out.getvalue()))
    assert text(plan.signs) == ["?????????", "?????????", "??###????", "???_?????", *["?????????"] * 3]


@pytest.mark.parametrize(
    ("request_", "words", "hint"),
    [
        ({"plan": ["????"] * 5}, "is 4 x 5 tiles, which dig cannot fill", "3 x 5 or 5 x 5"),
        ({"plan": ["??????"] * 5}, "the plan is 6 x 5 tiles", "or take a generator that can: labyrinth, cave"),
        ({"plan": ["?????"] * 5, "size": (7, 7)}, "is 5 x 5 tiles, and the maze 7 x 7", "leave out the size"),
        ({"plan": ["?????", "?S?S?", *["?????"] * 3]}, "has several S, the first at 1,1 and 3,1", "one start"),
        ({"plan": ["??x??"]}, "'x' at column 3 means nothing", "the signs are"),
        ({"plan": [*["???????"] * 2, "??###??", "??#_#??", "??###??", *["???????"] * 2]}, "seal off", "open a wall"),
        ({"plan": ["#####"] * 5}, "no floor", ""),
        ({"plan": ROOMS, "shape": ["symmetry"]}, "the plan is not symmetrical itself", "leave out"),
        ({"plan": np.ones((3, 3), np.bool_)}, "cannot be made of this", "rows of text"),
    ],
)
def test_what_cannot_be_says_what_can(request_: dict[str, Any], words: str, hint: str) -> None:
    with pytest.raises(MazeconvError) as caught:
        generate(**request_)
    assert words in caught.value.message
    assert hint in caught.value.hint


def test_the_sealed_part_is_named() -> None:
    rows = [*["???????"] * 2, "??###??", "??#_#??", "??###??", *["???????"] * 2]
    with pytest.raises(GenerationError, match=r"around 3,3(\nhint:|$)"):
        generate(plan=rows)


def test_a_recipe_with_a_wrong_plan_is_an_error() -> None:
    recipe = generate(plan=["?????"] * 5, seed=1).recipe
    assert recipe is not None
    for plan in (("3?",), ("999999999?",) * 5, ("x",)):
        with pytest.raises((GenerationError, ReadError)):
            make(msgspec.structs.replace(recipe, plan=plan))


# --- a room in the middle


def doors_of(level: Level, room: tuple[slice, slice]) -> int:
    ring = np.zeros(level.tiles.shape, np.bool_)
    rows, cols = room
    ring[rows.start - 1 : rows.stop + 1, cols.start - 1 : cols.stop + 1] = True
    ring[room] = False
    ring[rows.start - 1 : rows.stop + 1 : rows.stop - rows.start + 1, cols.start - 1] = False
    ring[rows.start - 1 : rows.stop + 1 : rows.stop - rows.start + 1, cols.stop] = False
    return int((level.tiles[ring] == Tile.FLOOR).sum())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("doors", [1, 3])
def test_every_generator_leaves_a_room_free(
    name: str, doors: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    generator = GENERATORS.get(name)
    size = (41, 33) if generator.unit == "cells" else (31, 25)
    level = generate(name, size, seed=4, shape=[f"inner=7x5,doors={doors}"])
    top, left = (level.rows - 5) // 2, (level.cols - 7) // 2
    if generator.unit == "cells":
        top, left = 1 + (level.rows - 7) // 4 * 2, 1 + (level.cols - 9) // 4 * 2
    room = (slice(top, top + 5), slice(left, left + 7))
    assert not level.tiles[room].any()
    assert doors_of(level, room) == doors
    assert pieces(level.tiles) == 1
    if name in PERFECT:
        assert loops(level.tiles == Tile.FLOOR) == 4 * 6 + doors - 1
    assert made_again(level) == level


def test_a_thick_level_has_a_room_of_its_own_tiles() -> None:
    level = generate(cells=(9, 9), seed=1, shape=["corridor=2", "inner=8x5"])
    assert (level.cols, level.rows) == (28, 28)
    assert not level.tiles[10:15, 10:18].any()
    with pytest.raises(GenerationError) as caught:
        generate(cells=(9, 9), seed=1, shape=["corridor=2", "inner=7x5"])
    assert "inner=5x5 or inner=8x5" in caught.value.hint


def test_a_room_with_a_mask_and_a_plan() -> None:
    mask = np.hypot(*np.mgrid[-9:10, -9:10]) < 9.5
    plan = ["?" * 39] * 39
    plan[3] = "?" * 15 + "_" * 9 + "?" * 15
    level = generate(mask=mask, plan=plan, seed=2, shape=["inner=9x9"])
    assert not level.tiles[15:24, 15:24].any()
    assert not level.tiles[3, 15:24].any()
    assert pieces(level.tiles) == 1
    with pytest.raises(GenerationError, match="has something, at"):
        generate(mask=~mask, islands="largest", seed=2, shape=["inner=9x9"])


@pytest.mark.parametrize(
    ("shape", "words", "hint"),
    [
        ("inner=4x5", "4 x 5 tiles does not fit", "inner=3x5 or inner=5x5"),
        ("inner=99x5", "does not fit", "try --shape inner="),
        ("inner=5", "'5' is no size: width x height of the room in tiles, such as 7x5", "size=5x5"),
        ("inner=5x5,doors=0", "doors must be", ""),
    ],
)
def test_rooms_that_cannot_be(shape: str, words: str, hint: str) -> None:
    with pytest.raises(MazeconvError) as caught:
        generate(shape=[shape], seed=1)
    assert words in caught.value.message
    assert hint in caught.value.hint


def test_too_many_doors_are_a_notice() -> None:
    with pytest.warns(MazeconvNotice, match="no place is left for more"):
        level = generate(cells=(5, 5), shape=["inner=1x1,doors=9"], seed=1)
    assert pieces(level.tiles) == 1


# --- the steps that follow


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@pytest.mark.parametrize("name", ["labyrinth", "cave", "rooms"])
def test_no_step_leaves_the_mask(name: str) -> None:
    cells = np.ones((21, 31), np.bool_)
    cells[:, 15] = False
    cells[9:12] = True
    cells[10, 3:12] = False
    level = generate(name, mask=cells, seed=3, shape=["braid", "loops=0.5"])
    assert not ((level.tiles == Tile.FLOOR) & ~cells).any()
    assert pieces(level.tiles) == 1


def test_symmetry_keeps_a_mask_that_is_symmetrical() -> None:
    mask = np.hypot(*np.mgrid[-6:7, -6:7]) < 6.5
    level = generate(mask=mask, seed=3, shape=["symmetry"])
    assert np.array_equal(level.tiles, level.tiles[:, ::-1])
    assert pieces(level.tiles) == 1
    assert not (level.tiles[1::2, 1::2][~mask] == Tile.FLOOR).any()
    with pytest.raises(GenerationError, match="not symmetrical"):
        generate(mask=["...", "..#", "..."], seed=3, shape=["symmetry"])


def test_the_commands_take_masks_and_plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.txt").write_text(ROOMS, encoding="utf-8")
    assert run(["generate", "--plan", "plan.txt", "--seed", "3", "-o", "a.json"]) == 0
    assert read("a.json") == generate(plan=ROOMS, seed=3)
    assert run(["generate", "--mask", "rows:4./.2#./4.", "--seed", "3", "-o", "b.json"]) == 0
    assert read("b.json") == generate(mask=["....", ".##.", "...."], seed=3)
    assert run(["preview", "--mask", "rows:.#.", "--islands", "join", "--seed", "3", "-o", "b.png"]) == 0
    assert run(["preview", "a.json", "--mask", "rows:."]) == 2
    assert run(["solve", "--plan", "plan.txt", "--seed", "3"]) == 0
    assert run(["sheet", "--count", "2", "--plan", "plan.txt", "-o", "s.png"]) == 0


def test_the_ends_may_lie_in_the_room() -> None:
    level = generate(cells=(9, 9), shape=["inner=5x5"], seed=1, goal=(9, 9))
    assert level.goal == Place(9, 9)


def test_both_speeds_join_alike() -> None:
    need("numba")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in ("kruskal", "labyrinth"):
            plan = text(sized(name, Plan.load(ROOMS).signs))
            assert generate(name, plan=plan, seed=1, engine="numba") == generate(
                name, plan=plan, seed=1, engine="python"
            )


def test_an_opening_leads_through_no_wall_of_the_plan() -> None:
    plan = ["#####", *["#???#"] * 4, "#?###", "#####"]
    for at in ("first", "middle", "last", "random"):
        tiles = generate(plan=plan, seed=1, shape=f"entrances=south,at={at}").tiles
        assert tiles[-2:].tolist() == [[1, 0, 1, 1, 1]] * 2
    with pytest.raises(GenerationError, match="south side cannot be opened") as caught:
        generate(plan=plan, seed=1, shape="entrances=south,south")
    assert "walls of the plan stay" in caught.value.hint


def test_letters_of_a_plan_are_markers_on_roads() -> None:
    plan = ["?????????", "?S_K?????", "?????????", "?????D???", "?????????"]
    level = generate(size=(9, 5), seed=1, plan=plan)
    assert {(m.kind, *m.place) for m in level.markers} >= {("key", 1, 3), ("door", 3, 5)}
    assert level.recipe is not None
    assert make(level.recipe) == level


def test_a_marker_of_a_plan_gives_way_to_a_start_that_falls_on_it() -> None:
    with pytest.warns(MazeconvNotice, match="treasure at 1,1 of the plan gave way"):
        level = generate(seed=1, plan=["?????", "?T???", "?????", "?????", "?????"])
    assert [m.kind for m in level.markers] == ["start", "goal"]
