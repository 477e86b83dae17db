from __future__ import annotations

import copy
import pickle
import shlex
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levels import levels
from mazeconv.errors import LevelError
from mazeconv.level import MAX_SIDE, Level, Marker, Place, Tile, check_size
from mazeconv.recipe import Recipe

if TYPE_CHECKING:
    import numpy.typing as npt


def floor(rows: int = 2, cols: int = 3) -> npt.NDArray[np.uint8]:
    return np.zeros((rows, cols), np.uint8)


@given(levels())
def test_a_level_is_what_it_was_made_of(level: Level) -> None:
    again = Level(level.tiles.copy(), level.markers[::-1], dict(level.properties), level.recipe)
    assert again == level
    assert hash(again) == hash(level)
    assert level.with_() == level
    assert (level.rows, level.cols) == level.tiles.shape
    assert list(level.markers) == sorted(level.markers, key=lambda m: m.place)


@given(levels())
def test_a_level_cannot_be_changed(level: Level) -> None:
    with pytest.raises(ValueError, match="read-only"):
        level.tiles[0, 0] = Tile.WALL
    with pytest.raises(AttributeError, match="immutable"):
        level.tiles = floor()  # type: ignore[misc]
    with pytest.raises(TypeError):
        level.properties["new"] = 1  # type: ignore[index]
    for marker in level.markers:
        with pytest.raises(AttributeError):
            marker.row = 0  # type: ignore[misc]


def test_a_level_does_not_share_what_others_can_write_to() -> None:
    whole = floor(4, 4)
    properties: dict[str, Any] = {"a": 1}
    view, level = Level(whole[1:3]), Level(whole, properties=properties)
    locked = whole[:2]
    locked.flags.writeable = False
    behind = Level(locked)
    whole[:] = Tile.WALL
    properties["a"] = 2
    assert not view.tiles.any()
    assert not level.tiles.any()
    assert not behind.tiles.any()
    assert dict(level.properties) == {"a": 1}


@given(levels())
def test_a_level_goes_to_other_processes_and_comes_back(level: Level) -> None:
    for again in (pickle.loads(pickle.dumps(level)), copy.deepcopy(level)):  # noqa: S301 - our own
        assert again == level
        assert not again.tiles.flags.writeable
        with pytest.raises(TypeError):
            again.properties["new"] = 1  # type: ignore[index]


def test_a_level_takes_a_read_only_array_as_it_is() -> None:
    tiles = floor()
    tiles.flags.writeable = False
    assert Level(tiles).tiles is tiles


def test_a_changed_level_is_checked_again() -> None:
    level = Level(floor())
    goal, start = Marker("goal", 1, 2), Marker("start", 0, 0)
    assert level.with_(markers=(start, goal)) == level.with_(markers=(goal, start)) != level
    with pytest.raises(LevelError, match="outside the level"):
        level.with_(markers=(Marker("goal", 2, 0),))


def test_start_and_goals() -> None:
    level = Level(floor(), (Marker("goal", 1, 2), Marker("start", 0, 1), Marker("goal", 1, 0)))
    assert (level.start, level.goal, level.goals) == (Place(0, 1), Place(1, 0), (Place(1, 0), Place(1, 2)))
    assert (Level(floor()).start, Level(floor()).goal, Level(floor()).goals) == (None, None, ())


def test_a_copy_with_other_fields_says_which_there_are() -> None:
    level = Level(floor(), (Marker("start", 0, 0), Marker("goal", 1, 2)))
    for name in ("start", "goal"):
        with pytest.raises(LevelError, match=f"no field '{name}'") as caught:
            level.with_(**{name: (1, 1)})
        told = caught.value.hint.removeprefix("it is a marker: markers=")
        markers = eval(told, {"level": level, "Marker": Marker, "row": 1, "col": 1})  # noqa: S307 - our own
        assert getattr(level.with_(markers=markers), name) == (1, 1)
    with pytest.raises(LevelError, match="no field 'cols'") as caught:
        level.with_(cols=3)
    assert "give other tiles" in caught.value.hint
    with pytest.raises(LevelError, match="no field 'marker'") as caught:
        level.with_(marker=())
    assert caught.value.hint == "did you mean markers?"
    with pytest.raises(LevelError, match="no field 'seed'") as caught:
        level.with_(seed=1)
    assert caught.value.hint == "known: markers, properties, recipe, tiles"


def test_a_level_is_shown_in_one_line() -> None:
    markers = (Marker("start", 0, 1), Marker("goal", 1, 2), Marker("goal", 1, 1), Marker("key", 0, 0))
    recipe = Recipe("dig", 1, "5", (3, 2))
    assert repr(Level(floor())) == "Level(3 x 2 tiles)"
    assert repr(Level(floor(), markers[3:])) == "Level(3 x 2 tiles, 1 marker)"
    level = Level(floor(), markers, {"title": "x" * 999}, recipe)
    shown = "Level(3 x 2 tiles, start 1,0, goal 1,1, 2 more markers, 1 property, dig seed 5)"
    assert (repr(level), str(level)) == (shown, shown)


@given(levels())
def test_any_level_is_shown_in_one_short_line(level: Level) -> None:
    assert "\n" not in repr(level)
    assert len(repr(level)) < 200


@given(levels())
def test_a_level_is_an_array_of_its_tiles(level: Level) -> None:
    assert np.asarray(level) is level.tiles
    assert np.array_equal(np.asarray(level, np.int64), level.tiles)
    assert np.asarray(level, np.int64).dtype == np.int64
    copied = np.array(level)
    assert copied.flags.writeable
    assert copied.dtype == np.uint8
    copied[:] = Tile.WALL
    assert np.array_equal(np.asarray(level), level.tiles)
    assert int(np.count_nonzero(level)) == int(np.count_nonzero(level.tiles))
    assert level.__array__(np.dtype(np.uint8), copy=None) is level.tiles
    assert level.__array__(copy=True) is not level.tiles
    with pytest.raises(ValueError, match="copy"):
        level.__array__(np.dtype(bool), copy=False)


def test_levels_differ_in_every_field() -> None:
    base = Level(floor())
    others = [
        Level(floor(3, 2)),
        Level(floor() + np.uint8(1)),
        Level(floor(), (Marker("start", 0, 0),)),
        Level(floor(), properties={"a": 1}),
        Level(floor(), recipe=Recipe("dig", 1, "1", (3, 2))),
    ]
    assert all(other != base for other in others)
    assert base != "a level"


WALLED = floor()
WALLED[0, 0], WALLED[0, 1] = Tile.WALL, Tile.VOID


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        (np.zeros((2, 3)), "uint8 array of rows x cols, not float64"),
        (np.zeros(6, np.uint8), r"not uint8 of shape \(6,\)"),
        (np.zeros((1, 2, 3), np.uint8), r"of shape \(1, 2, 3\)"),
        ([[0, 1]], "not int64"),
        ([[0, 1], [0]], "these are no array"),
        (np.zeros((0, 3), np.uint8), "both sides must be at least 1"),
        (np.zeros((3, 0), np.uint8), "both sides must be at least 1"),
        (np.array([[0, 0], [0, 3]], np.uint8), "tile 3 at 1,1 is no role"),
    ],
)
def test_tiles_that_no_level_has(tiles: Any, words: str) -> None:
    with pytest.raises(LevelError, match=words) as caught:
        Level(tiles)
    assert caught.value.hint


@pytest.mark.parametrize("tiles", [np.ones((3, 3), int), np.ones((3, 3), np.bool_), [[1, 1], [1, 0]]], ids=repr)
def test_the_hint_for_numbers_of_another_kind_works(tiles: Any) -> None:
    with pytest.raises(LevelError) as caught:
        Level(tiles)
    assert "np.asarray(rows, np.uint8)" in caught.value.hint
    assert Level(np.asarray(tiles, np.uint8)).tiles.tolist() == np.asarray(tiles).astype(int).tolist()


@pytest.mark.parametrize(
    ("markers", "words"),
    [
        ([Marker("Start", 0, 2)], "'Start' is no marker kind"),
        ([Marker("", 0, 2)], "'' is no marker kind"),
        ([Marker("x" * 33, 0, 2)], "is no marker kind"),
        ([Marker("key", 0, 2, "a\x1b[31m")], "the label of key at 2,0 holds control characters"),
        ([Marker("key", 0, 2, "\ud800")], "control characters"),
        ([Marker("key", 2, 0)], "key at 0,2 lies outside the level"),
        ([Marker("key", 0, -1)], "key at -1,0 lies outside"),
        ([Marker("goal", 0, 0)], "goal at 0,0 does not stand on floor"),
        ([Marker("goal", 0, 1)], "goal at 1,0 does not stand on floor"),
        ([Marker("goal", 1, 1), Marker("key", 1, 1)], "key at 1,1 shares its tile with goal"),
        ([Marker("start", 1, 1), Marker("start", 1, 2)], "at most one start"),
    ],
)
def test_markers_that_no_level_has(markers: list[Marker], words: str) -> None:
    with pytest.raises(LevelError, match=words):
        Level(WALLED, tuple(markers))


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({"": 1}, "'' is no property name"),
        ({"a\n": 1}, "is no property name"),
        ({1: 1}, "1 is no property name"),
        ({"a": None}, "property a must be"),
        ({"a": [1]}, "property a must be"),
        ({"a": float("nan")}, "property a must be .* finite"),
        ({"a": float("inf")}, "property a must be .* finite"),
        ({"a": "\0"}, "property a holds control characters"),
        ({"a": "\ud800"}, "property a holds control characters"),
    ],
)
def test_properties_that_no_level_has(properties: Any, words: str) -> None:
    with pytest.raises(LevelError, match=words):
        Level(floor(), properties=properties)


def test_texts_of_several_lines_are_properties() -> None:
    assert Level(floor(), properties={"b": "two\nlines", "a": True}).properties == {"a": True, "b": "two\nlines"}


@pytest.mark.parametrize(
    ("rows", "cols"), [(MAX_SIDE + 1, 1), (1, MAX_SIDE + 1), (1 << 16, 1 << 16), (1 << 62, 1 << 62)]
)
def test_sizes_are_bounded_before_anything_is_allocated(rows: int, cols: int) -> None:
    with pytest.raises(LevelError, match="are too many") as caught:
        check_size(rows, cols)
    assert "the limit is" in caught.value.hint


words = st.text(st.characters(min_codepoint=33, exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)


@given(st.integers() | words, st.dictionaries(words, words, max_size=2), st.lists(words, max_size=2))
def test_a_recipe_is_a_command_that_a_shell_takes_apart_again(
    seed: int | str, options: dict[str, str], shape: list[str]
) -> None:
    recipe = Recipe("dig", 2, str(seed), (15, 13), "1,1", "farthest", options, tuple(shape))
    found = shlex.split(recipe.command())
    assert found[:6] == ["mazeconv", "generate", "--generator", "dig@2", "--size", "15x13"]
    assert found[6:8] == ["--seed", str(seed)] or found[6] == f"--seed={seed}"
    assert [w for w in found if w in ("--start", "--goal")] == ["--start", "--goal"] or {seed, *shape} & {"--start"}
    assert found.count("-G") >= len(options)
