"""Run a search: split it into shards, add up their tallies, and end it when it is done or interrupted."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mazeconv.batches import COMPILE_FROM
from mazeconv.errors import GenerationError, UsageError, notify
from mazeconv.generators import GENERATORS
from mazeconv.kernels import COMPILE_FROM as COMPILE_ONE
from mazeconv.kernels import Machine
from mazeconv.making import unit_size
from mazeconv.measures.taking import take
from mazeconv.searching import Aim, Found, Hit
from mazeconv.searching.advice import other_generators
from mazeconv.searching.lanes import here, in_processes, on_cluster
from mazeconv.searching.presses import counted
from mazeconv.searching.tally import Tally
from mazeconv.searching.trying import shard_size
from mazeconv.shaping import parse_all
from mazeconv.shaping.thickness import frame_of

if TYPE_CHECKING:
    from mazeconv.kernels import Progress
    from mazeconv.searching.lanes import Lane

# A process takes longer to start than a few shards to try.
WORTH_A_PROCESS = 4
# So many shards are tried in plain Python first: many a search ends with them, and compiled code need not be loaded.
LEAD = 2
CHANCE = "who keeps a hand on the wall misses the goal only where loops cut it off, which seldom happens by chance"
FALLS = "a maze without loops always falls to one hand on the wall"
LOOPS = ("braid", "loops", "symmetry", "island-goal")
ISLAND = "--shape island-goal lays a loop of road around the goal, where no hand on the wall leads to it"


def run(
    aim: Aim,
    count: int,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    shard: int | None = None,
    progress: Progress | None = None,
) -> Found:
    """Return what the levels 0 to `count - 1` give; see `mazeconv.search`."""
    _check(aim)
    width, height = aim.recipe.size
    compiled = Machine.choose(width * height * count * COMPILE_ONE // COMPILE_FROM, aim.engine).compiled
    plain = replace(aim, engine="python")
    lead = min(count, LEAD * shard_size(plain)) if compiled and aim.engine == "auto" and not (shard or scheduler) else 0
    aim = replace(aim, engine="numba" if compiled else "python")
    each = shard or shard_size(aim)
    shards = ((first, min(each, count - first)) for first in range(lead, count, each))
    number = -(-(count - lead) // each)
    most = min(workers, number) if workers else min(cores(), number // WORTH_A_PROCESS)
    many = scheduler is None and most > 1
    with counted(raises=not many) as presses:
        if scheduler is not None:
            lane = on_cluster(aim, shards, scheduler)
        else:
            lane = in_processes(aim, shards, most, presses) if many else here(aim, shards)
        tally, gapless, interrupted = _collect(aim, count, _led(here(plain, iter([(0, lead)])), lane), progress)
    return _found(aim, tally, gapless, interrupted=interrupted)


def _led(first: Lane, then: Lane) -> Lane:
    """Yield what one lane gives, and then what another does, which begins only then."""
    yield from first
    yield from then


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check(aim: Aim) -> None:
    """Raise an error for what no level can meet, before any is tried."""
    recipe = aim.recipe
    generator = GENERATORS.get(f"{recipe.generator}@{recipe.version}")
    requests = parse_all(recipe.shape)
    unit_size(generator, recipe.size, frame_of(requests, generator))
    if aim.proof and generator.unit == "cells" and not any(request.step.name in LOOPS for request in requests):
        raise UsageError(f"no level can be hand_proof: {generator.name} makes perfect mazes, and {FALLS}", ISLAND)


def _collect(aim: Aim, count: int, lane: Lane, progress: Progress | None) -> tuple[Tally, int, bool]:
    """Return the tally of the shards of a lane, up to which level no gap is in it, and whether Ctrl-C ended it."""
    total = Tally()
    waiting: dict[int, int] = {}
    settled = 0

    def add(first: int, tally: Tally) -> None:
        nonlocal total, settled
        total = total.add(tally, aim.top)
        waiting[first] = tally.tried
        while settled in waiting:
            settled += waiting.pop(settled)

    try:
        for first, tally in lane:
            add(first, tally)
            if progress is not None:
                progress(total.tried, count)
            if not aim.best and len(total.hits) == aim.top and total.hits[-1].number < settled:
                last = total.hits[-1].number
                return total._replace(tried=last + 1, met=aim.top, failed=(), unmade=0), last + 1, False
    except KeyboardInterrupt as interrupt:
        for first, tally in _under_way(lane, interrupt):
            add(first, tally)
        return total, settled, True
    finally:
        lane.close()
    return total, settled, False


def _under_way(lane: Lane, interrupt: KeyboardInterrupt) -> Lane:
    """Yield what a lane had under way when it was interrupted; one that was interrupted itself has yielded it."""
    with suppress(KeyboardInterrupt, StopIteration):
        yield lane.throw(interrupt)
        yield from lane


def _found(aim: Aim, tally: Tally, gapless: int, *, interrupted: bool) -> Found:
    if tally.reason is not None and tally.unmade == tally.tried:
        _, message, hint = tally.reason
        raise GenerationError(f"none of {tally.tried:,} levels could be made; the first: {message}", hint)
    nearest = Hit.of(aim, tally.nearest) if tally.nearest and not tally.met else None
    if nearest is not None and aim.proof and not _has_island(aim):
        looped = take(nearest.level(), explorers=0, pair=False).loops
        why = CHANCE if looped else f"the nearest level has no loops, and {FALLS}"
        notify(f"{why}: {ISLAND}")
    return Found(
        hits=tuple(Hit.of(aim, row) for row in tally.hits),
        tried=tally.tried,
        gapless=gapless,
        met=tally.met,
        unmade=tally.unmade,
        failed=dict(zip(aim.conditions, tally.failed, strict=False)),
        nearest=nearest,
        interrupted=interrupted,
        advice="" if nearest is None or interrupted else _advice(aim),
    )


def _advice(aim: Aim) -> str:
    """Return what may help a search that found nothing."""
    if aim.proof and not _has_island(aim):
        return "add --shape island-goal"
    return other_generators(aim) if aim.any_generator else ""


def _has_island(aim: Aim) -> bool:
    return any(request.step.name == "island-goal" for request in parse_all(aim.recipe.shape))
