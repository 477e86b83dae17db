"""What a search looks for and what it finds.

A search tries one seed after the other, and each level is the one that `generate` makes with that seed. They are tried
in shards, here, in processes or on a cluster; how they are split changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from mazeconv import __version__
from mazeconv.batches import seeded
from mazeconv.kernels import Engine
from mazeconv.making import make
from mazeconv.measures.conditions import YES_OR_NO, Condition
from mazeconv.measures.players import SPEED
from mazeconv.recipe import Recipe
from mazeconv.rng import seed_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.level import Level
    from mazeconv.searching.tally import Row


class Aim(Struct, frozen=True, kw_only=True):
    """Hold what is searched for: levels of a recipe that meet all conditions, the best `top` of them.

    The recipe's seed is that of the search. `best` names the measure by which levels are ranked, the largest first or,
    with `least`, the smallest; without it the first ones are wanted. Players walk `speed` tiles a second.
    With `any_generator` the recipe's was not asked for, and others may be advised.
    """

    recipe: Recipe
    conditions: tuple[Condition, ...] = ()
    best: str = ""
    least: bool = False
    top: int = 1
    speed: float = SPEED
    any_generator: bool = False
    engine: Engine = "auto"
    version: str = __version__

    @property
    def names(self) -> tuple[str, ...]:
        """Return the measures that the search needs, each once: what ranks first, then those of the conditions."""
        return tuple(dict.fromkeys([*([self.best] if self.best else []), *(c.name for c in self.conditions)]))

    @property
    def proof(self) -> bool:
        """Return whether only levels that are proof against hands on the wall are wanted."""
        return any(c.name == "hand_proof" and c.test(1.0) and not c.test(0.0) for c in self.conditions)

    def recipe_of(self, number: int) -> Recipe:
        """Return the recipe of a level, which makes it alone."""
        return seeded(self.recipe, self.seeds(number, 1)[0])

    def seeds(self, first: int, count: int) -> npt.NDArray[np.uint64]:
        """Return the seeds of the levels `first` to `first + count - 1`: that of the search, as a number, and so on."""
        with np.errstate(over="ignore"):
            return np.uint64(seed_of(self.recipe.seed)) + np.arange(first, first + count, dtype=np.uint64)


class Hit(Struct, frozen=True):
    """Hold a level that was found: its number in the search, its recipe and the measures that were asked for."""

    number: int
    recipe: Recipe
    measures: dict[str, float | None]

    @classmethod
    def of(cls, aim: Aim, row: Row) -> Hit:
        """Return the level of a row of a tally."""
        measures = {name: _figure(name, value) for name, value in zip(aim.names, row.values, strict=True)}
        return cls(row.number, aim.recipe_of(row.number), measures)

    def level(self) -> Level:
        """Return the level itself."""
        return make(self.recipe)


class Found(Struct, frozen=True, kw_only=True):
    """Hold what a search has found: `hits`, the best first, and of equals the one with the lower number.

    `tried` levels were tried, the first `gapless` of the search among them: fewer where several at a time were tried
    and an interruption left gaps. Of those tried `met` meet all conditions, and `unmade` could not be made. `failed`
    says how often each condition failed. `nearest` is the level that misses the conditions by least, if none meets
    them.
    A search for the first few ends when it has them: `tried` then goes up to the last, and `failed` is empty.
    `advice` is what may help if none was found, or "".
    """

    hits: tuple[Hit, ...]
    tried: int
    gapless: int
    met: int
    unmade: int
    failed: dict[Condition, int]
    nearest: Hit | None
    interrupted: bool = False
    advice: str = ""

    def __repr__(self) -> str:
        best = f", the first with {self.hits[0].measures}" if self.hits else ""
        return f"Found({len(self.hits)} of {self.met} levels that meet the conditions, {self.tried} tried{best})"

    def levels(self) -> tuple[Level, ...]:
        """Return the levels that were found, the best first."""
        return tuple(hit.level() for hit in self.hits)


def _figure(name: str, value: float) -> float | None:
    """Return a measure as people know it: yes or no, a whole number, a number, or None if it could not be taken."""
    if value != value:  # noqa: PLR0124 - not a number
        return None
    if name in YES_OR_NO:
        return bool(value)
    return int(value) if value.is_integer() else value
