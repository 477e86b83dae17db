"""A search gives the levels that a plain loop would, however it is split, and each is made again from its recipe."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeconv
from clients import need
from mazeconv.errors import GenerationError, MazeconvNotice, UsageError
from mazeconv.measures.conditions import parse
from mazeconv.rng import seed_of
from mazeconv.searching import trying

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

REQUESTS: dict[str, dict[str, Any]] = {
    "batch": {"generator": "backtracker", "cells": (7, 6)},
    "options": {"generator": "growing-tree", "cells": (7, 6), "pick": "random"},
    "farthest": {"generator": "kruskal", "cells": (7, 6), "goal": "farthest"},
    "ends": {"generator": "backtracker", "cells": (7, 6), "start": (5, 3), "goal": (1, 1)},
    "shaped": {"generator": "dig", "cells": (7, 6), "shape": ["braid=0.5"]},
    "tiles": {"generator": "labyrinth", "size": (16, 12)},
    "preset": {"preset": "garden", "cells": (9, 7)},
    "masked": {"generator": "backtracker", "mask": ["......", "......", "..##..", "......"]},
    "unicursal": {"generator": "spiral", "cells": (7, 6)},
    "one cell": {"generator": "dig", "cells": (1, 1)},
}
COUNT = 30


def plainly(count: int, conditions: list[str], best: str | None, top: int, **request: Any) -> tuple[Any, ...]:
    """Return the numbers of the best, how many meet the conditions and how often each fails, by a plain loop."""
    parsed = [parse(text) for text in conditions]
    failed = [0] * len(parsed)
    met = []
    for number in range(count):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MazeconvNotice)
            measures = mazeconv.measure(mazeconv.generate(seed=number, **request), explorers=0)
        good = [condition.holds(measures) for condition in parsed]
        failed = [n + (not ok) for n, ok in zip(failed, good, strict=True)]
        if all(good):
            value = None if best is None else getattr(measures, best)
            met.append((0.0 if best is None else math.inf if value is None else -value, number))
    return [number for _, number in sorted(met)[:top]], len(met), failed


@pytest.mark.parametrize("engine", ["python", "numba"])
@pytest.mark.parametrize("name", REQUESTS)
def test_a_search_finds_what_a_plain_loop_finds(name: str, engine: str) -> None:
    if engine == "numba":
        need("numba")
    conditions = ["solution >= 20", "dead_ends < 14"]
    found = mazeconv.search(COUNT, require=conditions, best="dead_ends", top=4, engine=engine, **REQUESTS[name])  # type: ignore[arg-type]
    numbers, met, failed = plainly(COUNT, conditions, "dead_ends", 4, **REQUESTS[name])
    assert [hit.number for hit in found.hits] == numbers
    assert (found.tried, found.met, found.unmade, found.interrupted) == (COUNT, met, 0, False)
    assert list(found.failed.values()) == failed
    assert [str(condition) for condition in found.failed] == conditions
    for hit, level in zip(found.hits, found.levels(), strict=True):
        assert hit.recipe.seed == str(hit.number)
        assert level == mazeconv.generate(seed=hit.number, **REQUESTS[name])
        measures = mazeconv.measure(level, explorers=0)
        assert hit.measures == {"dead_ends": measures.dead_ends, "solution": measures.solution}


@pytest.mark.parametrize("measure", ["hand_proof", "false_branch_max", "difficulty", "seen_percent", "time_p50"])
def test_any_measure_can_be_asked_for(measure: str) -> None:
    found = mazeconv.search(8, "dig", cells=(8, 6), shape=["braid=0.4"], best=measure, top=2)
    for hit in found.hits:
        assert hit.measures == {measure: getattr(mazeconv.measure(hit.level()), measure)}


@settings(max_examples=25)
@given(shard=st.integers(1, 70), top=st.integers(1, 9), best=st.sampled_from([None, "dead_ends", "solution"]))
def test_shards_of_any_size_give_the_same(shard: int, top: int, best: str | None) -> None:
    def asked(**how: Any) -> mazeconv.Found:
        return mazeconv.search(
            60, "backtracker", cells=(6, 6), require="solution > 20", best=best, top=top, workers=1, **how
        )

    assert asked(shard=shard) == asked()


@pytest.mark.parametrize("name", ["batch", "shaped"])
def test_any_number_of_workers_gives_the_same(name: str) -> None:
    def asked(**how: Any) -> mazeconv.Found:
        return mazeconv.search(60, require="solution > 20", least="dead_ends", top=5, **REQUESTS[name], **how)

    alone = asked(workers=1)
    assert alone.met > 5
    assert asked(workers=2, shard=7) == alone
    assert asked(workers=3, shard=1) == alone


def test_equals_come_by_number_and_least_is_the_smallest() -> None:
    found = mazeconv.search(40, "binary-tree", cells=(4, 4), least="dead_ends", top=40)
    keys = [(hit.measures["dead_ends"], hit.number) for hit in found.hits]
    assert keys == sorted(keys)
    assert len({value for value, _ in keys}) < len(keys)


def test_without_a_rank_the_search_ends_with_the_first_that_meet_the_conditions() -> None:
    numbers, _, _ = plainly(40, ["solution >= 30"], None, 3, **REQUESTS["batch"])
    for shard in (1, 4, 1000):
        found = mazeconv.search(10**6, require="solution >= 30", top=3, shard=shard, workers=1, **REQUESTS["batch"])
        assert [hit.number for hit in found.hits] == numbers
        assert (found.tried, found.met, found.failed) == (numbers[-1] + 1, 3, {})


def test_a_found_level_is_made_again_from_its_command_alone() -> None:
    (hit,) = mazeconv.search(20, "growing-tree", cells=(6, 6), best="solution", pick="oldest").hits
    assert hit.recipe.command() == (
        f"mazeconv generate --generator growing-tree --size 13x13 --seed {hit.recipe.seed} -G pick=oldest"
    )
    again = mazeconv.generate("growing-tree", (13, 13), seed=hit.recipe.seed, pick="oldest")
    assert again == hit.level()


@pytest.mark.parametrize(
    ("seed", "seeds"),
    [
        (0, ["0", "1", "2"]),
        ("41", ["41", "42", "43"]),
        (-1, [str(2**64 - 1), "0", "1"]),
        ("rain", [str(seed_of("rain") + i) for i in range(3)]),
    ],
)
def test_seeds_are_tried_in_order(seed: str | int, seeds: list[str]) -> None:
    found = mazeconv.search(3, seed=seed, best="solution", top=3)
    tried = sorted(found.hits, key=lambda hit: hit.number)
    assert [hit.recipe.seed for hit in tried] == seeds
    assert tried[0].level().tiles.tolist() == mazeconv.generate(seed=seed).tiles.tolist()


@pytest.mark.parametrize("name", ["batch", "shaped"])
@pytest.mark.parametrize("measure", ["dead_ends", "difficulty"])
def test_a_shard_that_takes_long_is_tried_in_parts(name: str, measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked() -> mazeconv.Found:
        return mazeconv.search(30, require="solution > 20", best=measure, top=5, shard=20, workers=1, **REQUESTS[name])

    whole = asked()
    monkeypatch.setattr(trying, "LONGEST", 0.0)
    assert asked() == whole


def test_a_search_that_finds_nothing_shows_the_nearest() -> None:
    found = mazeconv.search(30, require=["solution >= 1000", "dead_ends >= 0"], **REQUESTS["batch"])
    assert (found.hits, found.met) == ((), 0)
    assert list(found.failed.values()) == [30, 0]
    longest = mazeconv.search(30, best="solution", **REQUESTS["batch"]).hits[0]
    assert found.nearest is not None
    assert found.nearest.number == longest.number
    assert found.nearest.measures["solution"] == longest.measures["solution"]


def test_levels_that_cannot_be_made_are_counted() -> None:
    found = mazeconv.search(40, "kruskal", cells=(6, 6), goal=(2, 1), best="dead_ends")
    assert 0 < found.unmade < 40
    assert found.tried == 40
    assert found.met == 40 - found.unmade
    with pytest.raises(GenerationError, match="none of 5 levels could be made; the first: the goal 2,2 is a wall"):
        mazeconv.search(5, "kruskal", cells=(6, 6), goal=(2, 2), best="dead_ends")


def test_a_search_for_proof_against_hands_on_perfect_mazes_says_that_there_is_none() -> None:
    with pytest.raises(UsageError, match="always falls to one hand") as caught:
        mazeconv.search(10, "wilson", cells=(9, 9), require="hand_proof")
    assert "island-goal" in caught.value.hint
    with pytest.warns(MazeconvNotice, match="always falls to one hand"):
        mazeconv.search(3, "labyrinth", (16, 12), require="hand_proof")
    found = mazeconv.search(10, "wilson", cells=(9, 9), require="hand_proof", shape="island-goal")
    assert found.hits[0].measures == {"hand_proof": True}
    assert mazeconv.search(2, "wilson", cells=(9, 9), require="hand_proof = no").met == 1


@pytest.mark.parametrize(
    "request_",
    [
        {"generator": "cave", "size": (21, 15)},
        {"generator": "rooms", "size": (21, 15)},
        {"generator": "backtracker", "size": (21, 15), "shape": "braid=1"},
        {"size": (21, 15), "shape": "loops=0.1"},
    ],
    ids=str,
)
def test_a_search_for_proof_against_hands_that_finds_none_says_what_makes_it(request_: dict[str, Any]) -> None:
    with pytest.warns(MazeconvNotice, match="island-goal lays a loop of road around the goal"):
        found = mazeconv.search(6, require=["hand_proof", "dead_ends >= 0"], **request_)
    assert found.advice == "add --shape island-goal"


def test_who_named_no_generator_is_told_of_others() -> None:
    asked: dict[str, Any] = {"size": (31, 21), "require": "solution >= 120", "workers": 1}
    found = mazeconv.search(30, best="dead_ends", **asked)
    others = re.findall(r"([a-z-]+): (\d+) of (\d+)", found.advice)
    assert found.advice.startswith("try --generator ")
    assert "backtracker" in [name for name, _, _ in others]
    for name, met, count in others:
        tried = mazeconv.search(int(count), name, top=int(count), **asked)
        assert (tried.met, tried.tried) == (int(met), int(count))
    assert mazeconv.search(30, best="dead_ends", engine="python", **asked) == found
    assert mazeconv.search(5, "dig", **asked).advice == ""


def test_where_no_generator_does_the_nearest_is_told_for_each_condition() -> None:
    found = mazeconv.search(5, size=(15, 13), require=["solution >= 90", "dead_ends < 3"])
    assert re.fullmatch(
        r"no other generator meets all with \d+ seeds each: solution >= 90 never holds, the nearest is spiral with \d+"
        r"; dead_ends < 3 holds for \d+ of \d+ with [a-z-]+",
        found.advice,
    )
    assert mazeconv.search(2, size=(201, 201), require="dead_ends < 1").advice == "", "it would take too long"


def test_times_are_for_the_speed_and_scaled_by_own_times() -> None:
    asked: dict[str, Any] = {"size": (15, 13), "best": "time_p50", "top": 3}
    level = mazeconv.generate(seed=3)
    plain = mazeconv.measure(level).time_p50
    assert plain is not None
    for how, speed in (
        ({"speed": 2.0}, 2.0),
        ({"played": [(level, 2 * plain)]}, 2.0),
        ({"played": [(level, plain), (level, 2 * plain), (level, 9 * plain)], "speed": 8.0}, 2.0),
    ):
        for hit in mazeconv.search(3, **asked, **how).hits:
            expected = mazeconv.measure(hit.level(), speed=speed).time_p50
            assert hit.measures["time_p50"] == pytest.approx(expected, rel=2e-3)


def test_progress_ends_with_all_levels() -> None:
    seen: list[tuple[int, int]] = []
    mazeconv.search(30, best="solution", shard=7, workers=1, progress=lambda *at: seen.append(at), **REQUESTS["batch"])
    assert seen == [(7, 30), (14, 30), (21, 30), (28, 30), (30, 30)]


def test_an_interrupted_search_returns_what_it_has() -> None:
    def interrupt(done: int, total: int) -> None:
        del total
        if done >= 20:
            raise KeyboardInterrupt

    found = mazeconv.search(100, best="solution", shard=10, workers=1, progress=interrupt, **REQUESTS["batch"])
    assert found.interrupted
    assert found.tried == found.gapless == 20
    assert found.hits == mazeconv.search(20, best="solution", **REQUESTS["batch"]).hits


def test_a_script_without_a_guard_is_told_to_have_one(tmp_path: Path) -> None:
    search = 'print(mazeconv.search(60, "prim", (9, 7), best="dead_ends", workers=2, shard=10).tried)\n'
    script = tmp_path / "script.py"
    script.write_text(f"import mazeconv\n{search}", encoding="utf-8")
    told = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "RuntimeError" not in told.stderr
    assert "UsageError: a script that searches in several processes" in told.stderr
    assert "put `if __name__ == '__main__':` before the part that searches" in told.stderr.splitlines()[-1]
    script.write_text(f"import mazeconv\nif __name__ == '__main__':\n    {search}", encoding="utf-8")
    assert subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout == "60\n"


@pytest.mark.filterwarnings("ignore:stopping when")
def test_an_interrupted_search_keeps_what_its_workers_had_under_way() -> None:
    seen: list[int] = []

    def interrupt(done: int, total: int) -> None:
        del total
        seen.append(done)
        raise KeyboardInterrupt

    found = mazeconv.search(
        10**6, best="solution", shard=10, workers=2, engine="python", progress=interrupt, **REQUESTS["shaped"]
    )
    assert found.interrupted
    assert len(seen) == 1
    assert found.tried > seen[0]
    assert 0 <= found.gapless <= found.tried


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({}, "nothing to search for"),
        ({"best": "dead_ends", "least": "turns"}, "exclude each other"),
        ({"best": "deadends"}, "no measure 'deadends'"),
        ({"best": "branches"}, "no measure 'branches'"),
        ({"best": "turns", "top": 0}, "at least 1"),
        ({"best": "turns", "workers": 0}, "at least 1"),
        ({"best": "time_factor"}, "time_factor is the same for all levels"),
        ({"require": "time_factor > 1"}, "time_factor is the same for all levels"),
        ({"best": "time_p50", "speed": 0.0}, "speed must be "),
        ({"best": "time_p50", "played": [45]}, "must be a list of (level, seconds), and a int is in it"),
        ({"best": "time_p50", "played": (mazeconv.generate(seed=1), 3)}, "must be a list of (level, seconds)"),
        ({"least": ["solution"]}, "least must be text, not ['solution']"),
        ({"best": "time_p50", "played": [(mazeconv.generate(seed=1), "soon")]}, "played must be"),
        ({"best": "time_p50", "played": [(mazeconv.generate(seed=1).with_(markers=()), 3.0)]}, "no time can be"),
        ({"require": "__import__('os').getpid() > 0"}, "is no condition"),
        ({"require": "solution >= (1)"}, "is no condition"),
        ({"best": "turns", "scheduler": "nothing"}, "no Dask scheduler answers at nothing"),
    ],
)
def test_what_cannot_be_asked_is_an_error_with_a_hint(request_: dict[str, Any], message: str) -> None:
    if "scheduler" in request_:
        need("distributed")
    with pytest.raises((UsageError, GenerationError), match=re.escape(message)):
        mazeconv.search(10, **request_)


def test_a_size_that_does_not_fit_is_an_error_at_once() -> None:
    with pytest.raises(GenerationError, match="dig cannot fill 16 x 13"):
        mazeconv.search(10, size=(16, 13), best="turns")
