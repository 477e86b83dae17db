"""What every shaping step promises with every generator; a new step is tested by being in the table."""

from __future__ import annotations

import json
import os
import shlex
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients import need
from mazeconv.api import generate
from mazeconv.errors import GenerationError, UsageError
from mazeconv.formats import level_json
from mazeconv.generators import GENERATORS
from mazeconv.level import Level, Tile
from mazeconv.making import make
from mazeconv.options.describing import describe
from mazeconv.shaping import SHAPING, parse, staged
from shaped import NAMES, border, made, pieces

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

GOLDEN = Path(__file__).parent.parent / "golden" / "shaping.json"
EXAMPLES = {
    "corridor": ("corridor=2", "wall=2"),
    "wall": ("wall=3", "corridor=3"),
    "inner": ("inner=3x3",),
    "symmetry": ("symmetry=rotate,loops",),
    "sparsify": ("sparsify=2",),
    "braid": ("braid=0.5",),
    "loops": ("loops=0.2",),
    "entrances": ("entrances=north,east,ends",),
    "repair": ("repair",),
    "ends": ("ends=random,min-distance=5",),
    "island-goal": ("island-goal=1",),
    "keys": ("keys=2",),
    "treasures": ("treasures=4",),
    "place": ("place=enemy,count=3,distance=4-",),
}
steps = st.sampled_from(
    [text for texts in EXAMPLES.values() for text in texts if text.partition("=")[0] not in "corridorwall"]
)


def test_every_step_has_an_example() -> None:
    assert list(EXAMPLES) == list(SHAPING.builtin)


@pytest.mark.parametrize("name", SHAPING.builtin)
def test_a_step_is_described(name: str) -> None:
    step = SHAPING.get(name)
    assert step.name == name
    assert step.title
    assert step.about.endswith(".")
    assert (step.run is None) == (step.stage == "size") == (step.frame is not None)
    assert all(option.help and option.default for option in describe(step.options) if option.name != "distance")


@pytest.mark.parametrize("generator", NAMES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_step_goes_with_every_generator(name: str, generator: str) -> None:
    plain = made(generator, 9, 8)
    level = made(generator, 9, 8, *EXAMPLES[name])
    assert level.start
    assert level.goal
    assert pieces(level.tiles) == pieces(plain.tiles)
    if name != "entrances":
        assert not (border(level.tiles) == Tile.FLOOR).any()


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@settings(max_examples=60)
@given(
    generator=st.sampled_from(NAMES),
    shape=st.lists(steps, max_size=4),
    thick=st.booleans(),
    size=st.tuples(st.integers(5, 14), st.integers(5, 14)),
    seed=st.integers(0, 10**6),
)
def test_steps_combine_and_a_recipe_makes_the_same_level(
    generator: str, shape: list[str], thick: bool, size: tuple[int, int], seed: int
) -> None:
    try:
        level = made(generator, *size, *shape, *["corridor=2", "wall=2"] * thick, seed=seed)
    except GenerationError as error:
        assert error.hint  # noqa: PT017 - some requests cannot be met, and then a hint says what to do
        return
    assert level.recipe is not None
    again = make(level.recipe, "python")
    assert again == level
    assert [parse(text).text for text in level.recipe.shape] == list(level.recipe.shape)


@pytest.mark.parametrize("generator", ["dig", "labyrinth"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_both_speeds_make_the_same_level(name: str, generator: str) -> None:
    need("numba")
    plain = made(generator, 40, 31, *EXAMPLES[name], engine="python")
    assert made(generator, 40, 31, *EXAMPLES[name], engine="numba") == plain


ODD = np.hypot(*np.mgrid[-9:10, -12:13]) < 11
EXTREMES = (0, -1, 2**63, 2**64 - 1, "迷路")


@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=list(EXAMPLES))
def test_both_speeds_agree_on_odd_shapes_masks_plans_and_extreme_seeds(number: int) -> None:
    need("numba")
    shape = list(EXAMPLES.values())[number]
    plan = ["?" * 31 for _ in range(23)]
    plan[4] = plan[18] = "_" * 6 + "?" * 19 + "_" * 6
    found = 0
    for turn, seed in enumerate(EXTREMES):
        # Each step meets every second generator, and every generator half of the steps.
        for generator in ("kruskal", "eller", "growing-tree", "wilson", "unicursal", "cave", "rooms")[turn % 2 :: 2]:
            grain = GENERATORS.get(generator).step
            lattice = GENERATORS.get(generator).unit == "cells"
            requests: list[dict[str, Any]] = [{"size": (29, 21) if grain == (2, 2) and lattice else (31, 7)}]
            if grain == (1, 1):
                requests += [{"mask": ODD}, {"plan": plan}]
            for request in requests:
                levels: list[Level | str] = []
                for engine in ("python", "numba"):
                    try:
                        levels.append(generate(generator, seed=seed, shape=shape, engine=engine, **request))  # type: ignore[arg-type]
                    except GenerationError as error:
                        levels.append(error.message)
                assert levels[0] == levels[1]
                found += isinstance(levels[0], Level)
    assert found


def test_the_command_of_a_recipe_holds_the_steps_as_typed() -> None:
    level = generate(size=(15, 13), seed=7, shape=["braid=0.50", "entrances=west,east,ends", "place=enemy,count=2"])
    assert level.recipe is not None
    assert shlex.split(level.recipe.command())[-6:] == [
        "--shape",
        "braid=0.5",
        "--shape",
        "entrances=west,east,ends=true",
        "--shape",
        "place=enemy,count=2",
    ]


def test_the_order_matters_and_is_recorded() -> None:
    one, other = (made("dig", 20, 20, *shape) for shape in (("sparsify=3", "braid"), ("braid", "sparsify=3")))
    assert (one.tiles != other.tiles).any()
    assert one.recipe is not None
    assert one.recipe.shape == ("sparsify=3", "braid=1.0")


def test_a_step_draws_from_its_own_stream() -> None:
    numbered = staged([parse("braid"), parse("loops"), parse("braid"), parse("keys")])
    assert [(index, request.step.name) for index, request in numbered["tiles"]] == [
        (0, "braid"),
        (0, "loops"),
        (1, "braid"),
    ]
    keys = [m for m in made("dig", 20, 20, "keys=3").markers if m.kind == "key"]
    assert keys == [m for m in made("dig", 20, 20, "keys=3", "treasures=5").markers if m.kind == "key"]


def digest(level: Level) -> str:
    marks = ";".join(f"{m.kind} {m.row} {m.col} {m.label}" for m in level.markers)
    return blake2b(level.tiles.tobytes() + marks.encode(), digest_size=16).hexdigest()


def test_steps_make_the_levels_that_they_always_made() -> None:
    found = {
        f"{generator} {' '.join(shape)}": digest(made(generator, 16, 13, *shape, seed="golden"))
        for generator in ("backtracker", "labyrinth")
        for shape in EXAMPLES.values()
    }
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    assert found == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("bread=1", "no shaping step 'bread'", "braid"),
        ("braid=2", "share must be a number from 0 to 1, not '2'", ""),
        ("braid=half", "share must be a number from 0 to 1, not 'half'", ""),
        ("braid,x", "'x' has no name", "mazeconv shapes braid"),
        ("braid=1,shar=2", "no option 'shar'", "share"),
        ("sparsify=0", "rounds must be a whole number", ""),
        ("symmetry=mirror", "kind must be one of", "mirror-x"),
        ("entrances=up", "sides must be", ""),
        ("place=goal", "'goal' is no kind: ", "leave it out for kind="),
        ("treasures=3,distance=40-x", "'40-x' is no distance: ", ""),
        ("treasures=3,distance=5", "distance 5 has no end", "distance=5- for at least so many"),
        ("", "no shaping step ''", ""),
    ],
)
def test_a_bad_step_is_an_error_that_says_what_to_write(text: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        generate(shape=[text])
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_lists_and_flags_are_read_from_one_text() -> None:
    request = parse("entrances=north,south, ends ,at=first")
    assert request.options.sides == ("north", "south")
    assert request.options.ends
    assert request.options.at == "first"
    assert parse(request.text) == request


def test_the_level_file_keeps_the_steps(tmp_path: Path) -> None:
    from mazeconv.api import read, write

    level = made("dig", 7, 6, "braid=0.3", "keys=1")
    (path,) = write(level, tmp_path / f"maze{level_json.FORMAT.extensions[0]}")
    assert read(path) == level
