"""Measures as people and programs read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from mazeconv.measures import Branch
from mazeconv.measures.players import enough
from mazeconv.solvers.doors import note
from mazeconv.words import counted

if TYPE_CHECKING:
    from mazeconv.level import Place
    from mazeconv.measures import Measures

SHOWN_BRANCHES = 5
LONG = 90


def rows(measures: Measures, speed: float, missing: str) -> list[tuple[str, str]]:
    """Return the measures as (what, figure) lines for people; what could not be taken is left out.

    `missing` says why there is no solution, if there is none.
    """
    m = measures
    out = [
        ("size", f"{m.width} x {m.height} tiles" + (f", {m.cells:,} cells" if m.cells is not None else "")),
        ("tiles", f"{m.floor:,} floor ({figure(m.floor_percent)} %), {m.wall:,} wall, {m.void:,} void"),
        ("pieces of floor", figure(m.components)),
    ]
    if m.reachable is not None:
        out.append(
            ("reachable from the start", f"{m.reachable:,} tiles ({figure(m.reachable_percent)} % of the floor)")
        )
    out += [
        ("dead ends", f"{m.dead_ends:,} ({figure(m.dead_ends_percent)} % of the floor)"),
        ("junctions", f"{m.junctions:,} ({counted(m.junctions_3, 'fork')}, {counted(m.junctions_4, 'crossing')})"),
        (
            "corridors",
            f"{m.corridors:,}" + (f", {figure(m.corridor_mean)} steps long on average" if m.corridors else ""),
        ),
        ("corners", figure(m.turns)),
        (
            "loops",
            f"{m.loops:,}" + (f" ({m.islands:,} round walls, {m.squares:,} in open ground)" if m.squares else ""),
        ),
    ]
    if m.farthest is not None and m.farthest_steps is not None:
        pair = " and ".join(map(at, m.farthest))
        how = "" if m.farthest_exact else ", or more: to be sure would take too long"
        out.append(("farthest pair", f"{pair}, {counted(m.farthest_steps, 'step')} apart{how}"))
    if m.solution is None:
        return [*out, ("solution", f"none: {missing}")]
    return out + _way(m) + _times(m, speed)


def _way(m: Measures) -> list[tuple[str, str]]:
    out = [
        ("solution", f"{figure(m.solution)} steps, {figure(m.solution_turns)} turns"),
        *([("", note(m.solution_doors))] if m.solution_doors else []),
        ("tiles of the solution", f"{figure(m.solution_percent)} % of the reachable floor"),
        ("seen on the way", f"{figure(m.seen_percent)} % of the reachable floor"),
        ("right hand on the wall", _hand(m.right_hand, m.right_hand_ratio)),
        ("left hand on the wall", _hand(m.left_hand, m.left_hand_ratio)),
        ("proof against both hands", figure(m.hand_proof)),
    ]
    if m.branches:
        mean, most = figure(m.false_branch_mean), figure(m.false_branch_max)
        out.append(
            (
                "false branches",
                f"{m.false_branches:,} at {counted(m.forks or 0, 'fork')}, {mean} tiles on average, {most} at most",
            )
        )
        largest = sorted(m.branches, key=lambda b: (-b.tiles, b.step))[:SHOWN_BRANCHES]
        out += [
            (
                "the largest" if i == 0 else "",
                f"{counted(b.tiles, 'tile')} from {at(b.place)}, step {b.step:,}{_back(b)}",
            )
            for i, b in enumerate(largest)
        ]
    else:
        out.append(("false branches", "none"))
    return [*out, ("difficulty (McClendon)", f"{figure(m.difficulty)}, to compare mazes of like size")]


def _times(m: Measures, speed: float) -> list[tuple[str, str]]:
    if m.time_p50 is None:
        return []
    low, median, high = map(clock, (m.time_p10, m.time_p50, m.time_p90))
    out = [("time, an estimate", f"half of the players within {median}, 10 % within {low}, 90 % within {high}")]
    if m.time_factor:
        out.append(
            ("", f"scaled by {figure(m.time_factor)} to your own time; elsewhere --speed {speed / m.time_factor:.3g}")
        )
    else:
        walkers = f"estimated with {enough(m.reachable or 0)} simulated players at {speed:g} tiles a second"
        out.append(("", f"{walkers}; --played SECONDS scales it to your own time"))
    return out


def _hand(steps: int | None, ratio: float | None) -> str:
    if steps is None:
        return "never arrives, walks in a circle"
    return counted(steps, "step") + (f", {figure(ratio)} times the solution" if ratio is not None else "")


def _back(branch: Branch) -> str:
    return f", back to the way ({branch.mouths} mouths)" if branch.mouths > 1 else ""


def at(place: Place) -> str:
    """Return a tile as people type it: X,Y from 0 at the top left."""
    return f"{place.col},{place.row}"


def figure(value: float | bool | None) -> str:
    """Return a figure for people: yes or no, whole numbers with commas, others with at most two digits."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")


def clock(seconds: float | None) -> str:
    """Return a time for people: seconds below a minute and a half, minutes below two hours, else hours."""
    if seconds is None:
        return "no time at all (they gave up)"
    if seconds < LONG:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(int(seconds + 0.5), 60)
    if minutes < 2 * 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"


def as_dict(measures: Measures) -> dict[str, Any]:
    """Return every measure as a JSON value; places are [x, y] in tiles from 0 at the top left."""
    out: dict[str, Any] = {name: getattr(measures, name) for name in measures.__struct_fields__}
    if measures.farthest is not None:
        out["farthest"] = [[place.col, place.row] for place in measures.farthest]
    out["branches"] = [msgspec.to_builtins(b) | {"place": [b.place.col, b.place.row]} for b in measures.branches]
    return out
