"""From a level to its measures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

import numpy as np

from mazeconv.arguments import check
from mazeconv.errors import LevelError, UsageError
from mazeconv.grid import Grid
from mazeconv.kernels import Engine, Machine
from mazeconv.level import ROLES, Level, Place, Tile
from mazeconv.measures import Branch, Measures, players
from mazeconv.measures.branching import branches_of, difficulty
from mazeconv.measures.hands import hand_proof, hand_steps
from mazeconv.measures.pair import farthest_pair
from mazeconv.measures.reach import Reach
from mazeconv.measures.sight import seen
from mazeconv.options import Options
from mazeconv.solvers import Job
from mazeconv.solvers.board import Board
from mazeconv.solvers.doors import doors_on
from mazeconv.solvers.shortest import run as shortest

# The thicknesses of corridor and wall with which a level is tried as a lattice.
LATTICES = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 2), (3, 3))


def take(
    level: Level,
    *,
    speed: float = players.SPEED,
    played: float | Sequence[float] | None = None,
    explorers: int | None = None,
    pair: bool = True,
    engine: Engine = "auto",
) -> Measures:
    """Return the measures of a level; see `mazeconv.measure`. Without `pair` the farthest pair is not looked for."""
    times = () if played is None else (played,) if isinstance(played, int | float) else tuple(played)
    if not all(0 < n < math.inf for n in (speed, *times)) or (explorers or 0) < 0:
        raise UsageError("speed and played must be above 0, and explorers not below", "speed is in tiles a second")
    rows, cols = level.tiles.shape
    board = Board(rows, cols, Machine.choose(rows * cols, engine))
    job = Job(tiles=level.tiles, start=level.start or Place(0, 0), goals=level.goals, options=Options(), engine=engine)
    roles = [int(np.count_nonzero(level.tiles == tile)) for tile in range(len(ROLES))]
    out: dict[str, Any] = {
        "width": cols,
        "height": rows,
        "floor": roles[Tile.FLOOR],
        "wall": roles[Tile.WALL],
        "void": roles[Tile.VOID],
        "floor_percent": _percent(roles[Tile.FLOOR], rows * cols),
        "cells": _cells(level),
    }
    out |= _structure(board, job, level.start, pair=pair)
    if level.start is not None and level.goals:
        found = _solution(board, job, out["reachable"], level)
        number = players.enough(out["reachable"]) if explorers is None else explorers
        if found and number and out["reachable"] <= players.LARGEST:
            found |= _times(job, out["reachable"], speed, median(times) if times else None, number)
        out |= found
    return Measures(**out)


def pace(played: Iterable[tuple[Level, float]], speed: float = players.SPEED, engine: Engine = "auto") -> float:
    """Return the speed at which the estimates for levels are the designer's own times on them, in seconds.

    Of several times the median counts. Raises `UsageError` for a level on which no time can be estimated.
    """
    factors = []
    for one in played:
        if not isinstance(one, tuple | list) or len(one) != 2 or not isinstance(one[0], Level):
            raise UsageError(
                f"search: played must be a list of (level, seconds), and a {type(one).__name__} is in it",
                "give played=[(level, 45)] if it took you 45 seconds",
            )
        level, seconds = one
        seconds = check("measure_played", seconds, "search")
        factor = take(level, speed=speed, played=seconds, pair=False, engine=engine).time_factor
        if not factor:
            raise UsageError(
                "no time can be estimated for a level that was played",
                "it needs a start, a goal elsewhere, and a way between them",
            )
        factors.append(factor)
    return speed / median(factors) if factors else speed


def _structure(board: Board, job: Job, start: Place | None, *, pair: bool) -> dict[str, Any]:
    """Return what does not depend on a goal, with the farthest `pair` or without."""
    reach = Reach(board, job)
    counts, found = reach.counts(), reach.pieces()
    loops = counts.sides // 2 - counts.floor + found.number
    corridors = counts.ends // 2 + found.rings
    out: dict[str, Any] = {
        "components": found.number,
        "dead_ends": counts.dead_ends,
        "dead_ends_percent": _percent(counts.dead_ends, counts.floor),
        "junctions": counts.junctions_3 + counts.junctions_4,
        "junctions_3": counts.junctions_3,
        "junctions_4": counts.junctions_4,
        "corridors": corridors,
        "corridor_mean": round(counts.sides / 2 / corridors, 3) if corridors else None,
        "turns": counts.turns,
        "loops": loops,
        "squares": counts.squares,
        "islands": loops - counts.squares,
    }
    seed = start or found.largest
    if seed is None:
        return out
    reachable = reach.spread(seed)
    if start is not None:
        out |= {"reachable": reachable, "reachable_percent": _percent(reachable, counts.floor)}
    if pair:
        tree = loops == 0 or (found.number > 1 and reach.is_tree(reachable))
        places, steps, exact = farthest_pair(reach, reachable, tree=tree)
        out |= {"farthest": places, "farthest_steps": steps, "farthest_exact": exact}
    return out


def _solution(board: Board, job: Job, reachable: int, level: Level) -> dict[str, Any]:
    """Return what depends on the way from the start to a goal; nothing if there is none."""
    route = shortest(job)
    if not route.found:
        return {}
    field = board.field(job)
    hands = {hand: hand_steps(board, field, job, hand) for hand in ("right", "left")}
    out: dict[str, Any] = {
        "solution": route.steps,
        "solution_turns": route.turns,
        "solution_doors": doors_on(level, route.tiles),
        "solution_percent": _percent(route.steps + 1, reachable),
        "seen_percent": _percent(seen(board, board.field(job), route.tiles), reachable),
        "hand_proof": hands == {"right": None, "left": None} and hand_proof(board, field, job),
    }
    for hand, steps in hands.items():
        out[f"{hand}_hand"] = steps
        out[f"{hand}_hand_ratio"] = round(steps / route.steps, 3) if steps is not None and route.steps else None
    branches = branches_of(board, field, route.tiles)
    return out | _branching(branches) | {"branches": branches, "difficulty": difficulty(route.tiles, branches)}


def _branching(branches: tuple[Branch, ...]) -> dict[str, Any]:
    sizes = [b.tiles for b in branches]
    return {
        "forks": len({b.step for b in branches}),
        "false_branches": len(sizes),
        "false_branch_mean": round(sum(sizes) / len(sizes), 3) if sizes else None,
        "false_branch_max": max(sizes, default=None),
    }


def _times(job: Job, reachable: int, speed: float, played: float | None, explorers: int) -> dict[str, Any]:
    steps = players.percentiles(players.explorers_steps(job, reachable, explorers, job.engine))
    low, middle, high = (None if n is None else n / speed for n in steps)
    factor = played / middle if played is not None and middle else None
    low, middle, high = (None if t is None else round(t * (factor or 1.0), 3) for t in (low, middle, high))
    return {
        "time_p10": low,
        "time_p50": middle,
        "time_p90": high,
        "time_factor": None if factor is None else round(factor, 3),
    }


def _cells(level: Level) -> int | None:
    """Return the number of cells if the tiles are exactly the raster of a lattice."""
    for corridor, wall in LATTICES:
        try:
            cells = int(np.count_nonzero(Grid.from_level(level.tiles, corridor, wall).mask))
        except LevelError:
            continue
        if cells:
            return cells
    return None


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 3) if whole else 0.0
