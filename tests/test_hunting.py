"""The hunt: every treasure is found, within the bound, on whatever the walls have become."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

import mazeconv
from mazeconv import cli
from mazeconv.animation import SIDE
from mazeconv.errors import MazeconvNotice, UsageError, WriteError
from mazeconv.hunting import hunt
from mazeconv.pictures.hunt_gif import MAX_FRAMES, encode_gif
from mazeconv.solvers.hands import bound

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("share", [0.0, 0.02, 0.2])
@pytest.mark.parametrize("generator", ["dig", "backtracker"])
def test_every_treasure_of_a_long_game_is_found(generator: str, share: float) -> None:
    level = mazeconv.generate(generator, (25, 21), seed=5)
    game = hunt(level, 60, seed=9, open_walls=share)
    assert len(game.hunts) == 60
    tiles = level.tiles.copy()
    at = level.start
    for one in game.hunts:
        tiles[one.opened[:, 0], one.opened[:, 1]] = 0
        way = one.route.tiles
        assert one.route.found
        assert tuple(way[0]) == at
        assert tuple(way[-1]) == one.treasure
        assert not tiles[way[:, 0], way[:, 1]].any()
        assert one.shortest is not None
        assert one.shortest <= one.route.steps <= bound(int((tiles == 0).sum()))
        at = one.treasure
    assert game.steps == sum(one.route.steps for one in game.hunts)
    assert game.substance == 60 * 12


def test_the_whole_game_of_300_reuses() -> None:
    game = hunt(mazeconv.generate(seed=1), 301, open_walls=0.05)
    assert [one.route.found for one in game.hunts] == [True] * 301
    with pytest.raises(UsageError, match="treasures must be a whole number from 1 to 301, not 302"):
        hunt(mazeconv.generate(seed=1), 302)


def test_the_same_seed_is_the_same_game_and_walls_do_not_shift_treasures() -> None:
    level = mazeconv.generate("backtracker", (21, 21), seed=5)
    first, again = (hunt(level, 8, seed="a", open_walls=0.1) for _ in range(2))
    assert [one.treasure for one in first.hunts] == [one.treasure for one in again.hunts]
    assert first.steps == again.steps
    other = hunt(level, 8, seed="a", open_walls=0.3)
    assert [one.treasure for one in first.hunts] == [one.treasure for one in other.hunts]


def test_the_plain_rule_ends_in_a_circle_where_ours_goes_on() -> None:
    level = mazeconv.generate("backtracker", (41, 41), seed=5)
    plain = hunt(level, 40, open_walls=0.05, fallback=False)
    assert plain.hunts[-1].route.ending == "looped"
    assert len(plain.hunts) < 40
    assert len(hunt(level, 40, open_walls=0.05).hunts) == 40


def frames(data: bytes) -> tuple[list[Image.Image], list[tuple[int, int, int, int]], list[int]]:
    """Return the frames of a GIF, the area that each encodes, and how long each is shown."""
    picture: Any = Image.open(io.BytesIO(data))
    pictures, areas, times = [], [], []
    for number in range(picture.n_frames):
        picture.seek(number)
        areas.append(picture.tile[0][1])
        times.append(picture.info["duration"])
        pictures.append(picture.convert("RGB"))
    return pictures, areas, times


def test_the_animation_is_bounded_and_encodes_what_changes() -> None:
    level = mazeconv.generate("backtracker", (41, 31), seed=5)
    data = encode_gif(hunt(level, 12, open_walls=0.05))
    pictures, areas, times = frames(data)
    width, height = pictures[0].size
    assert max(width, height) <= SIDE
    assert (width % 41, height % 31) == (0, 0)
    assert 100 < len(pictures) <= MAX_FRAMES
    whole = width * height
    later = [(right - left) * (bottom - top) for left, top, right, bottom in areas[1:]]
    assert sum(later) / len(later) < whole / 4
    assert times[-1] > times[1]
    assert data == encode_gif(hunt(level, 12, open_walls=0.05))


def test_the_animation_shows_what_the_game_did() -> None:
    level = mazeconv.generate("backtracker", (11, 11), seed=5)
    game = hunt(level, 2)
    pictures, _, _ = frames(encode_gif(game))
    scale = pictures[0].width // 11

    def color(picture: Image.Image, place: Any) -> Any:
        return picture.getpixel((int(place[1]) * scale + scale // 2, int(place[0]) * scale + scale // 2))

    drone = color(pictures[0], level.start)
    assert color(pictures[0], game.hunts[0].treasure) not in {drone, color(pictures[0], (0, 0))}
    assert color(pictures[-1], game.hunts[-1].treasure) == drone
    assert color(pictures[-1], (0, 0)) == color(pictures[0], (0, 0))


def test_a_long_game_is_shown_in_part_with_a_notice() -> None:
    game = hunt(mazeconv.generate(seed=1), 150)
    with pytest.warns(MazeconvNotice, match="first 100 of 150 hunts"):
        data = encode_gif(game)
    assert len(frames(data)[0]) <= MAX_FRAMES


def test_a_level_too_large_to_be_seen_is_refused() -> None:
    level = mazeconv.Level(np.zeros((1, 700), np.uint8), (mazeconv.Marker("start", 0, 0),))
    with pytest.raises(WriteError, match="too many for an animation"):
        encode_gif(hunt(level))


def test_the_command_prints_a_table_and_writes_a_gif(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "hunt.gif"
    words = ["hunt", "--size", "15x13", "--treasures", "3", "--seed", "2", "--open-walls", "0.1", "--level", "3"]
    assert cli.run([*words, "-o", str(target)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1].split()[:2] == ["hunt", "treasure"]
    assert [line.split()[0] for line in out[2:5]] == ["1", "2", "3"]
    assert out[5].startswith("3 of 3 treasures in ")
    assert out[6] == "substance: 7 x 2^2 = 28 for the maze and for each re-use, 84 in all"
    assert out[7] == f"wrote {target}"
    assert target.read_bytes().startswith(b"GIF89a")


def test_the_command_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["hunt", "--size", "15x13", "--treasures", "3", "--seed", "2", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert len(result["hunts"]) == 3
    for one in result["hunts"]:
        assert one["found"] is True
        assert one["shortest"] <= one["steps"]
        assert one["hand"] in {"right", "left"}
        assert one["loops"] in {0, 1}
    assert result["steps"] == sum(one["steps"] for one in result["hunts"])


def test_all_places_in_json_count_from_one_corner(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hunt", "--size", "11x11", "--seed", "7", "--json"]
    places = {}
    for origin in ("top-left", "bottom-left"):
        assert cli.run([*words, "--origin", origin]) == 0
        result = json.loads(capsys.readouterr().out)
        assert [result["hunts"][0]["treasure"]] == result["level"]["goals"]
        places[origin] = [result["level"]["start"], result["hunts"][0]["treasure"]]
    assert places == {"top-left": [[1, 1], [9, 9]], "bottom-left": [[1, 9], [9, 1]]}


def test_the_command_goes_to_the_levels_own_treasures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = mazeconv.generate(size=(21, 15), seed=3, shape=["treasures=3"])
    path = tmp_path / "treasures.json"
    mazeconv.write(level, path)
    own = [[marker.col, marker.row] for marker in level.markers if marker.kind == "treasure"]
    assert cli.run(["hunt", str(path), "-t", "4", "--seed", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [one["treasure"] for one in result["hunts"]] == [*result["level"]["goals"], *own]


@pytest.mark.parametrize(("row", "missing"), [("#   G#", "no start"), ("# S  #", "")])
def test_a_level_without_start_or_goal(
    row: str, missing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.txt"
    path.write_text(f"######\n{row}\n######\n")
    for words in ([], ["--json"]):
        code = cli.run(["hunt", str(path), "-t", "2", *words])
        out, err = capsys.readouterr()
        assert code == (1 if missing else 0)
        assert ("say where with --start" in err and missing in err) if missing else out
        assert cli.run(["hunt", str(path), "-t", "2", "--start", "1,1", *words]) == 0
        out = capsys.readouterr().out
        assert not words or json.loads(out)["start"] == [1, 1]


@pytest.mark.parametrize(
    ("picture", "words", "message", "hint"),
    [
        ("S#G", [], "treasure 1 at 2,0 was not found: unreachable", "--shape repair"),
        (
            "#   \n#S# \nG   ",
            ["--plain", "--hand", "right"],
            "treasure 1 at 0,2 was not found: looped",
            "leave --plain",
        ),
    ],
)
def test_a_treasure_that_is_not_found_is_told_and_exits_with_1(
    picture: str, words: list[str], message: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.txt"
    path.write_text(picture)
    assert cli.run(["hunt", str(path), *words]) == 1
    said = capsys.readouterr()
    assert " treasures in " in said.out
    assert said.err.startswith(f"error: {message}\nhint: ")
    assert hint in said.err
    assert cli.run(["hunt", str(path), *words, "--json"]) == 1
    assert "hunts" in json.loads(capsys.readouterr().out)


def test_the_command_refuses_other_animations(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["hunt", "-o", "hunt.mp4"]) == 2
    assert "write -o hunt.gif" in capsys.readouterr().err
