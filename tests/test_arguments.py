"""Wrong calls of the public functions: each is a `MazeconvError` with a hint, before anything is done."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pytest

import mazeconv
from mazeconv import Drone, MazeconvError, api
from mazeconv.animation import Subject
from mazeconv.arguments import FIELDS, OBJECTS
from mazeconv.errors import LevelError, UsageError
from mazeconv.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

LEVEL = mazeconv.generate(seed=1)
TILES = LEVEL.tiles
FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(module, name)
    for module in (api, mazeconv)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name)) and inspect.signature(getattr(module, name)).parameters
}
HALF = "\ud800"
MANY: Any = np.array([1, 2])

WRONG: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("animate", (LEVEL, "x.gif"), {"of": "dreams"}),
    ("animate", (LEVEL, "x.gif"), {"of": "solver", "solver_options": "fallback"}),
    ("animate", (LEVEL, "x.gif"), {"frames": 1}),
    ("animate", (LEVEL, 5), {}),
    ("animate", (LEVEL,), {}),
    ("animate", (LEVEL, "x.gif"), {"of": MANY}),
    ("batch", (0,), {}),
    ("batch", (2, "prim", (5, 5)), {"first": 10**30}),
    ("batch", (10**13, "prim", (5, 5)), {}),
    ("batch", (10**30, "prim", (5, 5)), {}),
    ("check_image", (b"x",), {}),
    ("check_image", (5,), {}),
    ("batch", ("ten",), {}),
    ("batch", (3,), {"first": -1}),
    ("batch", (3, "dig", 15), {}),
    ("convert", (LEVEL, "x.png"), {}),
    ("convert", ("samples/maze.json", 5), {}),
    ("diff", (LEVEL, None), {}),
    ("diff", (LEVEL, "samples/maze.json"), {}),
    ("encode", (LEVEL, 5), {}),
    ("encode", (LEVEL, None), {}),
    ("encode", (LEVEL, "png"), {"pixel_limit": MANY}),
    ("encode", (TILES, "png"), {}),
    ("encode", (LEVEL, "png"), {"tile_size": object()}),
    ("generate", ("dig",), {"size": "15x13"}),
    ("generate", ("dig",), {"size": (15,)}),
    ("generate", ("dig",), {"size": (15.5, 13)}),
    ("generate", ("dig",), {"cells": 7}),
    ("generate", ("dig",), {"engine": "fast"}),
    ("generate", ("dig",), {"engine": MANY}),
    ("generate", ("dig",), {"size": HALF}),
    ("generate", ("dig",), {"goal": (1,)}),
    ("generate", ("dig",), {"goal": mazeconv.Place(3, 1)}),
    ("generate", ("dig",), {"mask": 5}),
    ("generate", ("dig",), {"mask": "rows:../..", "islands": 5}),
    ("generate", ("dig",), {"plan": 5}),
    ("generate", ("dig",), {"preset": 5}),
    ("generate", ("dig",), {"progress": "bar"}),
    ("generate", ("dig",), {"seed": 1.5}),
    ("generate", ("dig",), {"shape": 5}),
    ("generate", ("dig",), {"shape": [5]}),
    ("generate", ("dig",), {"sise": (15, 13)}),
    ("generate", (5,), {}),
    ("hunt", (LEVEL, "three"), {}),
    ("hunt", (LEVEL, 0), {}),
    ("hunt", (LEVEL, 302), {}),
    ("hunt", (LEVEL, 2), {"hand": "up"}),
    ("hunt", (LEVEL, 2), {"upgrade": 0}),
    ("hunt", (LEVEL, 2), {"open_walls": 1.5}),
    ("hunt", (LEVEL, 2), {"open_walls": float("nan")}),
    ("hunt", (LEVEL, 2), {"open_wall": 0.5}),
    ("hunt", ("maze.json",), {}),
    ("hunt", (), {}),
    ("measure", (LEVEL,), {"speed": "fast"}),
    ("measure", (LEVEL,), {"speed": 0}),
    ("measure", (LEVEL,), {"explorers": -1}),
    ("measure", (LEVEL,), {"explorers": 1_000_001}),
    ("measure", (LEVEL,), {"explorers": 10**30}),
    ("measure", (LEVEL,), {"played": "long"}),
    ("measure", (LEVEL,), {"played": 0}),
    ("measure", (LEVEL,), {"played": [40, "long"]}),
    ("measure", (LEVEL,), {"explorers": 1.5}),
    ("measure", (TILES,), {}),
    ("preset", (5,), {}),
    ("read", (5,), {}),
    ("read", (b"#", 5), {}),
    ("recognise", (b"#",), {}),
    ("recognise", ("maze.txt",), {}),
    ("save", (5,), {}),
    ("save", ({"maze.txt": b""},), {}),
    ("save", ({Path("maze.txt"): "#"},), {}),
    ("save", ({Path("maze.txt"): b"#"},), {"mode_of": 5}),
    ("save", ({Path("maze.txt"): b"#"},), {"unless_changed": 5}),
    ("search", ("ten",), {"require": "solution > 1"}),
    ("search", (10,), {"require": 5}),
    ("search", (10,), {"best": 5}),
    ("search", (10,), {"best": "time_p50", "speed": 0}),
    ("search", (10,), {"best": "time_p50", "played": 42}),
    ("search", (10,), {"best": "time_p50", "played": [42]}),
    ("search", (10,), {"best": "time_p50", "played": [(42, LEVEL)]}),
    ("search", (10,), {"best": "time_p50", "played": [(LEVEL, "long")]}),
    ("search", (10,), {"best": "solution", "top": 0}),
    ("search", (10,), {"best": "solution", "workers": 0}),
    ("search", (10,), {"best": "solution", "scheduler": 5}),
    ("seed_text", (HALF,), {}),
    ("shape", (LEVEL, 5), {}),
    ("shape", (LEVEL, f"treasures={HALF}"), {}),
    ("sheet", (0,), {}),
    ("sheet", (2,), {"columns": 0}),
    ("sheet", (2,), {"theme": 5}),
    ("sheet", (2,), {"sise": (15, 13)}),
    ("solve", (LEVEL,), {"start": (1,)}),
    ("solve", (LEVEL,), {"start": (1.5, 1)}),
    ("solve", (LEVEL,), {"start": "farthest"}),
    ("solve", (LEVEL,), {"origin": "nonsense"}),
    ("solve", (LEVEL,), {"engine": "fast"}),
    ("solve", (LEVEL,), {"weights": "heavy"}),
    ("solve", (LEVEL,), {"weights": [[1, 2], [3]]}),
    ("solve", (LEVEL,), {"weights": np.ones((2, 2), int)}),
    ("solve", (LEVEL, 5), {}),
    ("solve", (TILES,), {}),
    ("stem_in", (5, None), {}),
    ("stem_in", ("maze.txt", "text"), {}),
    ("stem_of", (TILES,), {}),
    ("write", (LEVEL, None), {}),
    ("write", (LEVEL, 5, "png"), {}),
]
WRONG_DRONES: list[dict[str, Any]] = [
    {"open_walls": 1.5},
    {"open_walls": 2},
    {"open_walls": "all"},
    {"origin": "x"},
    {"seed": 1.5},
    {"start": (1,)},
    {"start": (99, 99)},
    {"engine": "fast"},
    {"colour": "red"},
]


def named(value: object) -> str:
    return f"{value:.40}" if isinstance(value, str) else ""


@pytest.mark.parametrize(("name", "args", "kwargs"), WRONG, ids=lambda value: named(value) or None)
def test_a_wrong_call_says_what_is_wrong_and_what_to_do(
    name: str, args: tuple[Any, ...], kwargs: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MazeconvError) as caught:
        FUNCTIONS[name](*args, **kwargs)
    assert caught.value.hint
    assert "object at 0x" not in caught.value.message or name == "encode"
    assert list(tmp_path.iterdir()) == []


LONG = "long" * 1250


@pytest.mark.parametrize(
    ("name", "args", "kwargs", "start", "end"),
    [
        ("encode", (LEVEL, LONG), {}, "there is no format 'longlong", "long'"),
        ("encode", (LEVEL, "png"), {LONG: 1}, "format png has no option 'longlong", "long'"),
        ("generate", (), {"size": LONG}, "generate: size must be (width, height) such as (15, 13), not 'long", "long'"),
        ("read", (LONG,), {}, "longlong", "long: cannot be read: file name too long"),
        ("recognise", (Source(LONG, b"\0"),), {}, "neither the name nor the content of longlong", "which format it is"),
        ("shape", (LEVEL, LONG), {}, "there is no shaping step 'longlong", "long'"),
    ],
    ids=lambda value: named(value) or None,
)
def test_what_is_too_long_to_read_is_shortened(
    name: str, args: tuple[Any, ...], kwargs: dict[str, Any], start: str, end: str
) -> None:
    with pytest.raises(MazeconvError) as caught:
        FUNCTIONS[name](*args, **kwargs)
    message = caught.value.message
    assert message == str(caught.value)
    assert (message.startswith(start), message.endswith(end)) == (True, True), message
    assert " … " in message
    assert len(message) < 500
    assert len(caught.value.hint) < 500


def test_every_function_has_a_wrong_call() -> None:
    assert {name for name, _, _ in WRONG} == set(FUNCTIONS)


@pytest.mark.parametrize("kwargs", WRONG_DRONES, ids=str)
def test_a_wrong_drone_is_refused_when_it_is_made(kwargs: dict[str, Any]) -> None:
    with pytest.raises(MazeconvError) as caught:
        Drone(LEVEL, **kwargs)
    assert caught.value.hint


@pytest.mark.parametrize("heading", [4, -1, "north", None, 1.5])
def test_a_drone_knows_four_headings(heading: Any) -> None:
    drone = Drone(LEVEL)
    for act in (drone.can_move, drone.move):
        with pytest.raises(UsageError, match="heading must be a whole number from 0 to 3") as caught:
            act(heading)
        assert caught.value.hint == "heading: 0 is north, 1 east, 2 south, 3 west"
    assert drone.moves == 0


def test_a_drone_walks_routes_of_its_own_level_only() -> None:
    drone = Drone(LEVEL)
    with pytest.raises(UsageError, match="route must be a Route") as caught:
        drone.walk(LEVEL)  # type: ignore[arg-type]
    assert caught.value.hint
    far = mazeconv.generate(size=(101, 101), seed=1)
    with pytest.raises(MazeconvError, match="cannot walk"):
        drone.walk(mazeconv.solve(far))


@pytest.mark.parametrize(
    "fields",
    [
        {"markers": 5},
        {"markers": [5]},
        {"markers": [mazeconv.Marker("goal", "a", 1)]},  # type: ignore[arg-type]
        {"markers": [mazeconv.Marker(5, 1, 1)]},  # type: ignore[arg-type]
        {"properties": 5},
        {"recipe": "dig"},
    ],
    ids=str,
)
def test_a_level_of_wrong_parts_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(LevelError) as caught:
        mazeconv.Level(TILES, **fields)
    assert caught.value.hint


def test_the_messages_name_the_function_the_argument_and_what_it_may_be() -> None:
    with pytest.raises(UsageError) as caught:
        mazeconv.hunt(LEVEL, 2, hand="up")  # type: ignore[arg-type]
    assert caught.value.message == "hunt: hand must be one of auto, right, left, not 'up'"
    with pytest.raises(UsageError) as caught:
        mazeconv.solve(LEVEL, start=(1,))  # type: ignore[arg-type]
    assert caught.value.message == "solve: start must be (x, y) such as (1, 1), not (1,)"
    with pytest.raises(UsageError) as caught:
        mazeconv.generate(sise=(15, 13))
    assert caught.value.message == "generator dig has no option 'sise'"
    with pytest.raises(UsageError) as caught:
        mazeconv.hunt(LEVEL, tresures=2)  # type: ignore[call-arg]
    assert caught.value.hint == "did you mean treasures?"


def test_what_is_no_level_is_told_how_to_become_one(tmp_path: Path) -> None:
    levels = (mazeconv.batch(2, "dig", (9, 9), seed=1), TILES, "maze.json", tmp_path, None)
    for one in levels:
        for call in (mazeconv.solve, mazeconv.measure, mazeconv.hunt):
            with pytest.raises(UsageError, match="level must be a Level, not") as caught:
                call(one)  # type: ignore[arg-type]
            for way in ("generate", "read", "batch[0]", "Level(tiles)"):
                assert way in caught.value.hint


@pytest.mark.parametrize(
    "call",
    [
        lambda: mazeconv.generate(goal="here"),
        lambda: mazeconv.generate(goal=(2, 2), seed=1),
        lambda: mazeconv.generate(start=(99, 1), seed=1),
        lambda: mazeconv.solve(LEVEL, goal="1,1,1"),
        lambda: mazeconv.search(3, best="dead_ends", goal="here"),
        lambda: mazeconv.generate(mask=np.ones((5, 9), int)),
        lambda: mazeconv.generate(mask=5),  # type: ignore[arg-type]
        lambda: mazeconv.generate(mask=["..", ".x"]),
        lambda: mazeconv.generate(mask=[".#."]),
        lambda: mazeconv.generate(mask=["..."], islands="x"),  # type: ignore[arg-type]
        lambda: mazeconv.generate(islands="join"),
        lambda: mazeconv.generate(plan=np.ones((5, 9), np.bool_)),  # type: ignore[arg-type]
        lambda: mazeconv.generate(plan=["??????"] * 5),
        lambda: mazeconv.generate(plan=["?????"] * 5, size=(7, 7)),
    ],
)
def test_messages_name_arguments_as_python_does(call: Callable[[], object]) -> None:
    with pytest.raises(MazeconvError) as caught:
        call()
    assert "--" not in caught.value.message
    assert caught.value.hint


def test_the_hints_for_arrays_that_are_no_mask_or_plan_work() -> None:
    tiles = LEVEL.tiles
    for wrong in (np.ones((5, 9), int), np.ones(5, np.bool_), np.ones((0, 3), np.bool_), [[True, False]]):
        with pytest.raises(UsageError, match=r"a bool array|cannot be made of this list") as caught:
            mazeconv.generate(mask=wrong)  # type: ignore[arg-type]
        assert "true where the maze may be: mask.astype(bool)" in caught.value.hint
    assert mazeconv.generate(mask=np.ones((5, 9), int).astype(bool), seed=1).tiles.shape == (11, 19)
    for plan in (tiles, tiles.astype(bool), tiles.astype(int), tiles.tolist()):
        with pytest.raises(UsageError, match=r"a plan cannot be made of this (ndarray|list)") as caught:
            mazeconv.generate(plan=plan)  # type: ignore[arg-type]
        rows = caught.value.hint.partition("an array of tiles as ")[2]
        drawn = eval(rows, {"tiles": plan})  # noqa: S307 - our own
        assert np.array_equal(mazeconv.generate(plan=drawn, seed=2).tiles, tiles)


def test_arrays_of_numpy_are_lists() -> None:
    size: Any = np.array([21, 15])
    assert mazeconv.generate(size=size, seed=1).tiles.shape == (15, 21)
    assert mazeconv.solve(LEVEL, start=np.array([1, 1], np.uint8)).found  # type: ignore[arg-type]
    assert mazeconv.generate(shape=np.array(["braid", "treasures=2"]), seed=1).recipe  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="size must be"):
        mazeconv.generate(size=np.array([[21, 15]]))  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    two: Any = np.int64(2)
    width, height = np.array([15, 13])
    assert len(mazeconv.batch(two, size=(width, height))) == two
    assert mazeconv.solve(LEVEL, start=tuple(np.array([1, 1]))).found
    assert len(mazeconv.hunt(LEVEL, two, open_walls=np.float64(0.05)).hunts) == two
    assert mazeconv.encode(LEVEL, "png", tile_size=two)
    assert Drone(LEVEL).can_move(two) == Drone(LEVEL).can_move(2)


def test_paths_may_be_paths(tmp_path: Path) -> None:
    target = tmp_path / "level.json"
    assert mazeconv.write(LEVEL, target) == [target]
    assert mazeconv.read(target) == mazeconv.read(str(target)) == LEVEL


def test_each_argument_that_is_described_is_one() -> None:
    functions: dict[str, Callable[..., Any]] = {**FUNCTIONS, "Drone": Drone, "walk": Drone.walk, "move": Drone.move}
    taken = [(own, name) for own, function in functions.items() for name in inspect.signature(function).parameters]
    described = {*FIELDS, *OBJECTS}
    assert described <= {name for _, name in taken} | {f"{own}_{name}" for own, name in taken}
    assert get_args(FIELDS["of"].type) == get_args(Subject)
    # What is not described is checked where it is used.
    others = {name for own, name in taken if not {name, f"{own}_{name}"} & described}
    assert others <= {"self", "how", "islands", "mask", "options", "plan", "weights"}
