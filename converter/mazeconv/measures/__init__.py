"""What can be said of a level in numbers: the record, and what each of its fields means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta

from mazeconv.errors import UsageError, by_words, did_you_mean
from mazeconv.level import Place

if TYPE_CHECKING:
    from collections.abc import Iterable


class Branch(msgspec.Struct, frozen=True):
    """Describe one false branch: a piece of road that hangs on the shortest way and is not part of it.

    `place` is the tile of the way where a walker meets it first, after `step` steps. `tiles` is its size. It touches
    the way at `mouths` sides of tiles: 1 is blind, more lead back to the way. `complexity` is the sum of McClendon's
    figure over its hallways; see `mazeconv.measures.branching`.
    """

    step: int
    place: Place
    tiles: int
    mouths: int
    complexity: float


def _is(unit: str, description: str) -> Meta:
    return Meta(description=description, extra={"unit": unit})


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """Hold the measures of a level. One that cannot be taken, as there is no start, goal or way, is None.

    A tile's degree is the number of its four neighbours that are floor. Percents go from 0 to 100. Of several goal
    tiles the nearest one counts.
    """

    width: Annotated[int, _is("tiles", "width, outer wall included")]
    height: Annotated[int, _is("tiles", "height, outer wall included")]
    floor: Annotated[int, _is("tiles", "floor, on which one can walk")]
    wall: Annotated[int, _is("tiles", "wall")]
    void: Annotated[int, _is("tiles", "void: neither floor nor wall")]
    floor_percent: Annotated[float, _is("%", "share of the tiles that is floor")]
    cells: Annotated[int | None, _is("cells", "cells, if the tiles are exactly a lattice maze")] = None
    components: Annotated[int, _is("pieces", "pieces of floor that are not joined to each other")]
    reachable: Annotated[int | None, _is("tiles", "floor that can be reached from the start")] = None
    reachable_percent: Annotated[float | None, _is("%", "share of the floor that can be reached from the start")] = None
    dead_ends: Annotated[int, _is("tiles", "dead ends: floor of degree 1")]
    dead_ends_percent: Annotated[float, _is("%", "share of the floor that is dead ends")]
    junctions: Annotated[int, _is("tiles", "junctions: floor of degree 3 or 4")]
    junctions_3: Annotated[int, _is("tiles", "forks: junctions of degree 3")]
    junctions_4: Annotated[int, _is("tiles", "crossings: junctions of degree 4")]
    corridors: Annotated[int, _is("corridors", "ways without a choice between two junctions or dead ends, and rings")]
    corridor_mean: Annotated[float | None, _is("steps", "mean length of a corridor, from one end to the other")] = None
    turns: Annotated[int, _is("tiles", "corners: floor of degree 2 whose open sides are not opposite")]
    loops: Annotated[int, _is("loops", "cyclomatic number: edges between floor tiles - floor + pieces")]
    squares: Annotated[int, _is("squares", "2 x 2 blocks of floor, each of which is one of the loops")]
    islands: Annotated[int, _is("islands", "loops that go round something: loops - squares")]
    solution: Annotated[int | None, _is("steps", "length of the shortest way from the start to the goal")] = None
    solution_turns: Annotated[int | None, _is("turns", "turns of the shortest way")] = None
    solution_doors: Annotated[
        int | None, _is("doors", "doors on the shortest way, as if they were open: keys are not looked for")
    ] = None
    solution_percent: Annotated[
        float | None, _is("%", "share of the reachable floor that lies on the shortest way")
    ] = None
    seen_percent: Annotated[
        float | None,
        _is("%", "share of the reachable floor seen from the shortest way, along rows and columns up to a wall"),
    ] = None
    forks: Annotated[int | None, _is("tiles", "tiles of the shortest way at which a false branch begins")] = None
    false_branches: Annotated[int | None, _is("branches", "pieces of road that hang on the shortest way")] = None
    false_branch_mean: Annotated[float | None, _is("tiles", "mean size of a false branch")] = None
    false_branch_max: Annotated[int | None, _is("tiles", "size of the largest false branch")] = None
    farthest: Annotated[
        tuple[Place, Place] | None,
        _is("places", "the two tiles farthest apart, in the start's piece of floor or else the largest"),
    ] = None
    farthest_steps: Annotated[int | None, _is("steps", "shortest way between the farthest pair")] = None
    farthest_exact: Annotated[
        bool | None,
        _is("", "whether it is proved that no pair is farther apart; if not, the steps are a lower bound"),
    ] = None
    right_hand: Annotated[int | None, _is("steps", "walk with the right hand on the wall, starting north")] = None
    left_hand: Annotated[int | None, _is("steps", "walk with the left hand on the wall, starting north")] = None
    right_hand_ratio: Annotated[float | None, _is("times", "steps of that walk by those of the solution")] = None
    left_hand_ratio: Annotated[float | None, _is("times", "steps of that walk by those of the solution")] = None
    hand_proof: Annotated[
        bool | None, _is("", "whether neither hand, from any heading, ever reaches the goal although a way leads there")
    ] = None
    difficulty: Annotated[float | None, _is("", "McClendon's difficulty, to compare mazes of like size")] = None
    time_p10: Annotated[float | None, _is("s", "estimate: 10 of 100 players take at most so long")] = None
    time_p50: Annotated[float | None, _is("s", "estimate: half of the players take at most so long")] = None
    time_p90: Annotated[float | None, _is("s", "estimate: 90 of 100 players take at most so long")] = None
    time_factor: Annotated[
        float | None, _is("times", "the designer's own time by the unscaled median, if it was given")
    ] = None
    branches: Annotated[tuple[Branch, ...], _is("", "the false branches, in walking order")] = ()


class Measure(NamedTuple):
    """Say what a field of `Measures` means and in which unit it counts; conditions can use it if it is a `number`."""

    name: str
    unit: str
    description: str
    number: bool


def described() -> tuple[Measure, ...]:
    """Return the fields of `Measures` in order."""
    return tuple(_measure(f) for f in msgspec.structs.fields(Measures))


def find(name: str) -> Measure:
    """Return the measure of a name, however it is typed; raise `UsageError` if there is none."""
    plain = name.strip().lower().replace("-", "_")
    found = {measure.name: measure for measure in described()}
    if plain not in found:
        raise UsageError(f"there is no measure {name!r}", unknown(plain, found))
    return found[plain]


def unknown(name: str, known: Iterable[str]) -> str:
    """Return a hint for a name that no measure has: those with a like one, or that are told of with that word."""
    names = set(known)
    told = by_words(name, {m.name: m.description for m in described() if m.name in names})[:3]
    meant = did_you_mean(name, names, told)
    return f"{meant}{meant and ' '}`mazeconv measures` lists them"


def _measure(field: msgspec.structs.FieldInfo) -> Measure:
    bare: Any
    bare, meta = get_args(field.type) if get_origin(field.type) is Annotated else (field.type, Meta())
    kinds = set(get_args(bare)) - {type(None)} or {bare}
    return Measure(field.name, (meta.extra or {})["unit"], meta.description or "", kinds <= {int, float, bool})
