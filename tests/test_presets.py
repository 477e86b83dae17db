"""Presets: ours make what they say, the user's own are checked, and the recipe needs none of them."""

from __future__ import annotations

import shlex
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from mazeconv import resources
from mazeconv.errors import MazeconvError, MazeconvNotice, ReadError, UsageError
from mazeconv.making import make
from mazeconv.presets import MAX_BYTES, Preset, every, preset, words

OURS = ("cave", "dungeon", "garden", "labyrinth", "speedrun", "town")
SEEDS = range(40)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder of the user's own, so that no one's real presets are met."""
    monkeypatch.setenv("MAZECONV_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "presets"
    folder.mkdir(parents=True)
    return folder


def written(folder: Path, text: str, name: str = "own.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


HEAD = 'title = "mine"\nabout = "A test."\n'


# --- those that are ours


def test_ours_are_listed() -> None:
    assert tuple(one.name for one in every()) == OURS


@pytest.mark.parametrize("name", OURS)
def test_ours_say_what_they_are_in_two_languages(name: str) -> None:
    one = preset(name)
    assert one.title
    assert one.about.endswith(".")
    assert one.about_ja.endswith("。")


@pytest.mark.parametrize("name", OURS)
def test_ours_work_with_every_seed_and_lead_to_the_goal(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", MazeconvNotice)
        for seed in SEEDS:
            level = mazeconv.generate(preset=name, seed=seed)
            assert mazeconv.solve(level).found, seed


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("format", ["agtk", "tmx", "png", "text", "json"])
@pytest.mark.filterwarnings("ignore::mazeconv.errors.MazeconvNotice")
def test_ours_fit_every_format(name: str, format: str) -> None:
    one = preset(name)
    level = mazeconv.generate(preset=one, seed=7)
    assert mazeconv.encode(level, format, **one.writing(format))


@pytest.mark.parametrize("name", OURS)
def test_the_recipe_makes_the_level_without_the_preset(name: str) -> None:
    level = mazeconv.generate(preset=name, seed="spring")
    assert level.recipe is not None
    assert "preset" not in level.recipe.command()
    assert make(level.recipe) == level


def test_a_labyrinth_has_one_path_through_everything() -> None:
    for seed in range(6):
        level = mazeconv.generate(preset="labyrinth", seed=seed)
        assert mazeconv.solve(level).steps == int((level.tiles == 0).sum()) - 1


def test_a_garden_is_mirrored() -> None:
    for seed in range(12):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            level = mazeconv.generate(preset="garden", seed=seed)
        assert (level.tiles == level.tiles[:, ::-1]).all()
        rows, cols = level.tiles.shape
        for border in (level.tiles[0], level.tiles[rows - 1]):
            assert border[cols // 2 - 1 : cols // 2 + 1].tolist() == [0, 0]


def test_a_dungeon_has_a_key_for_each_door() -> None:
    level = mazeconv.generate(preset="dungeon", seed=7)
    labels = [sorted(m.label for m in level.markers if m.kind == kind) for kind in ("key", "door")]
    assert labels[0] == labels[1] == ["A", "B"]


def test_every_dungeon_has_its_two_locks() -> None:
    # Those after the first 20 had one or none while a door was a single tile.
    for seed in [*range(20), 133, 225, 430, 482]:
        level = mazeconv.generate(preset="dungeon", seed=seed)
        for kind in ("key", "door"):
            assert {m.label for m in level.markers if m.kind == kind} == {"A", "B"}


@pytest.mark.parametrize("name", OURS)
def test_a_small_level_of_a_preset_has_less_in_it_and_says_so(name: str) -> None:
    size = {"labyrinth": (17, 13), "garden": (26, 18), "speedrun": (16, 13), "town": (18, 18)}.get(name, (15, 13))
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        for seed in range(5):
            assert mazeconv.generate(preset=name, size=size, seed=seed).start


# --- what is given beside a preset


def recipe(**given: object) -> mazeconv.Recipe:
    made = mazeconv.generate(seed=7, **given).recipe  # type: ignore[arg-type]
    assert made is not None
    return made


def test_what_is_given_counts(home: Path) -> None:
    shape = 'shape = ["corridor=2", "loops=0.3", "place=a", "place=b"]\n'
    path = written(
        home, HEAD + 'generator = "eller"\nsize = "49x31"\ngoal = "farthest"\n' + shape + "[options]\nhorizontal = 90\n"
    )
    plain = recipe(preset=path)
    assert (plain.generator, plain.size, plain.goal, plain.options) == (
        "eller",
        (49, 31),
        "farthest",
        {"horizontal": "90"},
    )
    assert plain.shape == ("corridor=2", "loops=0.3", "place=a", "place=b")
    assert recipe(preset=path, vertical=10).options == {"horizontal": "90", "vertical": "10"}
    assert recipe(preset=path, horizontal=20).options == {"horizontal": "20"}
    assert recipe(preset=path, cells=(5, 4)).size == (16, 13)
    assert recipe(preset=path, goal=(4, 1)).goal == "4,1"
    assert recipe(preset=path, shape="braid=0.5").shape == (*plain.shape, "braid=0.5")
    assert recipe(preset=path, shape=["place=c", "place=d"]).shape == ("corridor=2", "loops=0.3", "place=c", "place=d")
    other = recipe(preset=path, generator="eller")
    assert (other.generator, other.options) == ("eller", {})
    assert recipe(preset=path, generator="prim").generator == "prim"


def test_a_preset_may_set_next_to_nothing(home: Path) -> None:
    assert recipe(preset=written(home, HEAD)) == recipe()


@pytest.mark.parametrize("name", OURS)
def test_the_words_of_a_preset_ask_for_the_same(name: str) -> None:
    from mazeconv.cli.levels import level_of
    from mazeconv.cli.parameters import Making

    split = shlex.split(words(preset(name)))
    pairs = list(zip(split[::2], split[1::2], strict=True))
    one = {key.removeprefix("--"): value for key, value in pairs if key not in ("--shape", "-G")}
    many = {key: [v for k, v in pairs if k == key] for key in ("--shape", "-G")}
    ends = {key: one.pop(key) for key in ("start", "goal") if key in one}
    level = level_of(None, Making(shape=many["--shape"], g=many["-G"], **one), seed="7", **ends)  # type: ignore[arg-type]
    assert level == mazeconv.generate(preset=name, seed=7)


# --- where they are found


def test_ones_own_take_the_place_of_ours(home: Path) -> None:
    written(home, HEAD, "garden.toml")
    assert preset("garden").title == "mine"
    assert [one.name for one in every()] == list(OURS)
    written(home, HEAD, "迷路.toml")
    assert preset("迷路").title == "mine"


def test_a_file_that_is_no_preset_hides_nothing_else(home: Path) -> None:
    written(home, "size = [", "broken.toml")
    with pytest.warns(MazeconvNotice, match="is no TOML"):
        assert tuple(one.name for one in every()) == OURS


def test_a_mask_and_a_plan_of_a_preset_lie_in_its_folder(home: Path) -> None:
    written(home, "....\n.##.\n....\n", "ring.txt")
    masked = written(home, HEAD + 'generator = "prim"\nmask = "ring.txt"\n')
    assert recipe(preset=masked) == recipe(generator="prim", mask=["....", ".##.", "...."])
    assert recipe(preset=masked, mask=["..", ".."]).size == (5, 5)
    assert recipe(preset=masked, plan=["?" * 9] * 7).mask == ()
    assert recipe(preset=masked, size=(21, 21)).size == (21, 21)
    written(home, "??????#\n" * 7, "wall.txt")
    planned = written(home, HEAD + 'plan = "wall.txt"\n', "planned.toml")
    assert recipe(preset=planned) == recipe(plan=["??????#"] * 7)
    assert recipe(preset=planned, mask=["..", ".."]).plan == ()
    written(home, "..#..\n", "two.txt")
    joined = written(home, HEAD + 'mask = "two.txt"\nislands = "join"\n', "joined.toml")
    assert recipe(preset=joined) == recipe(mask=["..#.."], islands="join")
    assert recipe(preset=joined, islands="largest") == recipe(mask=["..#.."], islands="largest")
    assert recipe(preset=joined, generator="eller", mask=["..", ".."]).mask
    for name in ("../../secret.txt", "/etc/hostname"):
        outside = written(home, HEAD + f'mask = "{name}"\n', "outside.toml")
        with pytest.raises(ReadError, match=r"outside its folder|absolute path"):
            recipe(preset=outside)


def test_files_that_it_names_lie_in_its_folder(home: Path) -> None:
    own = written(home, HEAD + '[write.tmx]\ntileset = "tiles.tsx"\n[write.png]\ntile-size = 8\n')
    assert preset(own).writing("png") == {"tile-size": 8}
    assert preset(own).writing("text") == {}
    with pytest.raises(ReadError, match="cannot be read"):
        preset(own).writing("tmx")
    written(home, "<tileset/>", "tiles.tsx")
    assert preset(own).writing("tmx")["tileset"].data == b"<tileset/>"
    outside = written(home, HEAD + '[write.tmx]\ntileset = "../../secret"\n')
    with pytest.raises(ReadError, match="outside its folder"):
        preset(outside).writing("tmx")


@pytest.mark.parametrize(
    "name", ["", "..", "../presets/garden", "presets/garden", "/etc/passwd", "GARDEN", "garden\0", "*"]
)
def test_a_name_is_no_path(name: str) -> None:
    with pytest.raises(UsageError, match="there is no preset"):
        preset(name)


def test_a_wrong_name_is_answered_with_the_right_one() -> None:
    with pytest.raises(UsageError) as error:
        preset("graden")
    assert "did you mean garden?" in error.value.hint
    with pytest.raises(ReadError, match="cannot be read"):
        preset("none.toml")


# --- what a file may hold


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (HEAD + "siez = 3", "a preset has no 'siez'", "did you mean size?"),
        (HEAD + 'source = "/etc"', "a preset has no 'source'", ""),
        ('title = "a"', "has no about", 'write about = "'),
        (HEAD + "size = 3", "size is not a text", 'write size = "'),
        (HEAD + 'size = "3 by 3"', "size must be WIDTHxHEIGHT", ""),
        (HEAD + 'size = "7x7"\ncells = "3x3"', "exclude each other", ""),
        (HEAD + 'generator = "primm"', "there is no generator 'primm'", "did you mean prim?"),
        (HEAD + "[options]\nfill = 1", "options are a generator's", ""),
        (HEAD + 'generator = "cave"\n[options]\nfil = 1', "generator cave has no option 'fil'", "did you mean fill?"),
        (HEAD + 'generator = "cave"\n[options]\nfill = 9', "fill must be a number from 0 to 0.95", ""),
        (HEAD + 'generator = "cave"\n[options]\nfill = 1979-05-27', "options is not a table of texts", "[options]"),
        (HEAD + 'shape = "braid"', "shape is not a list of texts", 'shape = ["braid=0.5"'),
        (HEAD + "[shape]\nbraid = 0.5", "shape is not a list of texts", 'shape = ["braid=0.5"'),
        (HEAD + "[write]\npng = 5", "write is not a table for each format", "[write.png]"),
        (HEAD + "seed = 5", "a preset has no 'seed'", "--seed"),
        (HEAD + 'shape = ["brade"]', "there is no shaping step 'brade'", "did you mean braid"),
        (HEAD + "[write.pgn]", "there is no format 'pgn'", "did you mean png?"),
        (HEAD + '[write.png]\ntheme = "gardn"', "format png: theme must be", "did you mean garden?"),
        ('title = "a\\u0007b"\nabout = "b"', "title is not one line of at most 400", "title ="),
        (f'title = "{"x" * 500}"\nabout = "b"', "title is not one line of at most 400", ""),
    ],
)
def test_what_is_wrong_is_said_with_the_file(home: Path, text: str, message: str, hint: str) -> None:
    path = written(home, text)
    with pytest.raises(ReadError) as error:
        preset(path)
    assert message in error.value.message
    assert error.value.message.startswith(f"{path}: ")
    assert hint in error.value.hint


def test_what_is_no_toml_is_said_with_the_line(home: Path) -> None:
    path = written(home, HEAD + "goal = farthest\n")
    with pytest.raises(ReadError, match=r"is no TOML: Invalid value") as error:
        preset(path)
    assert error.value.line == 3
    assert error.value.message.startswith(f"{path}:3: ")


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe\x00",
        b"x = " + b"[" * 15_000,
        b"x = " + b"9" * 15_000,
        b"a." * 8_000 + b"a = 1",
        b"[" + b"a." * 8_000 + b"a]",
        b"x = {" * 3_000,
        b"#" * (MAX_BYTES + 1),
        b"a=1\n" * 4_000,
    ],
)
def test_hostile_files_are_refused(home: Path, data: bytes) -> None:
    path = home / "bad.toml"
    path.write_bytes(data)
    with pytest.raises(ReadError):
        preset(path)


def test_a_folder_is_no_preset(home: Path) -> None:
    (home / "folder.toml").mkdir()
    with pytest.raises(ReadError, match="is a folder"):
        preset("folder")


KEYS = st.sampled_from(["title", "about", "size", "cells", "goal", "shape", "options", "write", "generator", "x"])
VALUES = st.recursive(
    st.text(max_size=5) | st.integers() | st.floats() | st.booleans() | st.sampled_from(["cave", "7x7", "braid"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["png", "fill", "theme"]), inner),
    max_leaves=4,
)


@settings(max_examples=60)
@given(table=st.dictionaries(KEYS, VALUES))
def test_any_table_is_a_preset_or_an_error(table: dict[str, object], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = written(tmp_path_factory.mktemp("any"), "".join(f"{key} = {_toml(value)}\n" for key, value in table.items()))
    try:
        assert isinstance(preset(path), Preset)
    except MazeconvError as error:
        said = error.message
    else:
        said = str(path)
    assert str(path) in said


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08x}" for c in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + "}"
    return str(value)


def test_our_files_are_found_in_a_checkout() -> None:
    assert set(OURS) == set(resources.presets())
