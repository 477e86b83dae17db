"""Conditions on measures, such as `solution >= 40`: parsed, never evaluated as Python."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from mazeconv.errors import UsageError
from mazeconv.measures import described, unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazeconv.measures import Measures

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
FORM = re.compile(
    r"\s*(?P<name>[A-Za-z][A-Za-z0-9_-]*)\s*"
    r"(?:(?P<op>>=|<=|==|!=|>|<|=)\s*(?P<number>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)|true|false|yes|no)\s*(?P<percent>%?))?\s*",
    re.ASCII,
)
WORDS = {"true": 1.0, "yes": 1.0, "false": 0.0, "no": 0.0}


class Condition(Struct, frozen=True):
    """Hold a condition: the measure called `name` compared with a number."""

    name: str
    op: str
    number: float

    def __str__(self) -> str:
        return f"{self.name} {self.op} {self.number:g}"

    def value(self, measures: Measures) -> float | None:
        """Return the measure that the condition is about, or None if it could not be taken."""
        found: float | None = getattr(measures, self.name)
        return found

    def holds(self, measures: Measures) -> bool:
        """Return whether the condition holds; one on a measure that could not be taken does not."""
        return self.test(self.value(measures))

    def margin(self, measures: Measures) -> float:
        """Return how far the measures are from meeting the condition; see `distance`."""
        return self.distance(self.value(measures))

    def test(self, value: float | None) -> bool:
        """Return whether the condition holds for a value of the measure."""
        return value is not None and bool(COMPARE[self.op](value, self.number))

    def distance(self, value: float | None) -> float:
        """Return 0 if the condition holds for a value, else by how much of the number it is missed.

        Shares of the number, so that distances of several conditions can be added. Infinite without a value.
        """
        if value is None:
            return math.inf
        if self.test(value):
            return 0.0
        # A value that only just fails, as 40 does `> 40`, is one off.
        return (abs(value - self.number) or 1.0) / max(1.0, abs(self.number))


def parse(text: str) -> Condition:
    """Return the condition that a text such as "dead-ends < 30" states; raise `UsageError` if it states none.

    NAME OP NUMBER with >=, <=, >, <, == or !=. A measure that is true or false may stand alone. A percent sign may
    follow the number of a measure in percent.
    """
    found = FORM.fullmatch(text)
    if found is None:
        raise UsageError(
            f"{text!r} is no condition",
            "write NAME OP NUMBER such as 'solution >= 40', with one of "
            + " ".join(COMPARE)
            + "; `mazeconv measures` lists the names",
        )
    name = found["name"].lower().replace("-", "_")
    measure = known(name)
    if found["op"] is None:
        if measure not in YES_OR_NO:
            raise UsageError(
                f"{text!r} compares {name} with nothing",
                f'shells take < and > for themselves: write --require "{name} >= 40", in quotes',
            )
        return Condition(name, "==", 1.0)
    if found["percent"] and not name.endswith("_percent"):
        raise UsageError(f"{name} is not counted in percent", f"leave out the % in {text!r}")
    op = "==" if found["op"] == "=" else found["op"]
    word = found["number"]
    number = WORDS[word] if word in WORDS else float(word)
    if math.isinf(number):
        raise UsageError(f"the number in '{text[:30]}...' is too large", "no measure comes near it")
    return Condition(name, op, number)


def parse_all(texts: Iterable[str]) -> tuple[Condition, ...]:
    """Return the conditions of several texts, in order."""
    return tuple(map(parse, texts))


YES_OR_NO = frozenset({"hand_proof", "farthest_exact"})


def known(name: str) -> str:
    """Return the name of a measure that is a number; raise `UsageError` if there is none of that name."""
    numbers = [m.name for m in described() if m.number]
    if name not in numbers:
        raise UsageError(f"there is no measure {name!r}", unknown(name, numbers))
    return name
