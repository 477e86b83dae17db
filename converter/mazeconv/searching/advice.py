"""What may help a search that found nothing: other generators, each tried on a few seeds.

It is for those who named no generator and may not know that there are others. What is tried is the same on every
machine, and so little that plain Python, which needs no compiling, takes about half a second.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from mazeconv.errors import MazeconvError
from mazeconv.generators import GENERATORS
from mazeconv.measures.conditions import Condition
from mazeconv.measures.report import figure
from mazeconv.measures.surveying import SURVEYED
from mazeconv.searching.lanes import here
from mazeconv.searching.tally import Tally

if TYPE_CHECKING:
    from mazeconv.searching import Aim

    # The measures of each level that was tried, by the generator's name.
    Tried = dict[str, list[dict[str, float]]]

# What may be done for one generator: tiles, times what is done with each. A level has a cost of its own.
WORK, EACH = 13_000, 150
SHAPED, MEASURED = 2, 4
FEWEST, MOST = 4, 100
NAMED = 3


def other_generators(aim: Aim) -> str:
    """Return which other generators meet the conditions, or else come nearest to each; "" where that takes too long."""
    count = _seeds(aim)
    if count < FEWEST:
        return ""
    tried = {name: _tried(aim, name, count) for name in GENERATORS.builtin if name != aim.recipe.generator}
    met = {
        name: sum(all(c.test(values[c.name]) for c in aim.conditions) for values in levels)
        for name, levels in tried.items()
    }
    best = [name for name in sorted(met, key=lambda name: -met[name]) if met[name]][:NAMED]
    if not best:
        nearest = "; ".join(_nearest(condition, tried) for condition in aim.conditions)
        return f"no other generator meets all with {count} seeds each: {nearest}" if nearest else ""
    first, *others = (f"{name}: {met[name]} of {count}" for name in best)
    return "; ".join([f"try --generator {first} seeds meet all conditions", *others])


def _seeds(aim: Aim) -> int:
    """Return how many seeds of each generator can be tried."""
    if any(name.startswith(("time_", "farthest_")) for name in aim.names) or aim.recipe.mask or aim.recipe.plan:
        return 0
    width, height = aim.recipe.size
    cost = (width * height + EACH) * (SHAPED if aim.recipe.shape else 1)
    return min(MOST, WORK // (cost * (1 if set(aim.names) <= set(SURVEYED) else MEASURED)))


def _tried(aim: Aim, name: str, count: int) -> list[dict[str, float]]:
    """Return the measures of `count` levels of another generator; those that cannot be made are left out."""
    recipe = msgspec.structs.replace(aim.recipe, generator=name, version=GENERATORS.get(name).version, options={})
    # Conditions that every level meets, so that all are kept.
    names = tuple(dict.fromkeys(c.name for c in aim.conditions))
    anything = tuple(Condition(name, ">=", -math.inf) for name in names)
    asked = replace(aim, recipe=recipe, conditions=anything, best="", top=count, engine="python")
    total = Tally()
    try:
        for _, tally in here(asked, iter([(0, count)])):
            total = total.add(tally, count)
    except MazeconvError:
        return []
    return [dict(zip(names, row.values, strict=True)) for row in total.hits]


def _nearest(condition: Condition, tried: Tried) -> str:
    """Return which generator meets a condition most often, or comes nearest to it."""
    values = {name: [level[condition.name] for level in levels] for name, levels in tried.items() if levels}
    if not values:
        return f"{condition} cannot be measured"
    often = {name: sum(map(condition.test, found)) for name, found in values.items()}
    name = max(often, key=lambda name: often[name])
    if often[name]:
        return f"{condition} holds for {often[name]} of {len(values[name])} with {name}"
    distance, name = min((min(map(condition.distance, found)), name) for name, found in values.items())
    value = next(v for v in values[name] if condition.distance(v) == distance)
    return f"{condition} never holds, the nearest is {name} with {figure(int(value) if value.is_integer() else value)}"
