"""Options described for people and forms: what each is called, takes, is by default and does."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

import msgspec

from mazeconv.options import NamedSource, Options, fields_of, kebab, parts_of, text_of, type_of
from mazeconv.source import Source

MANY = "a list of"
KINDS = {
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    bool: ("yes or no", "yes or no"),
    str: ("text", "words"),
    Source: ("a file", "files"),
    NamedSource: ("NAME:FILE", "NAME:FILE"),
}


class Described(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describe one option for people and forms: kebab-case name, kind, default, bounds, choices, help."""

    name: str
    kind: str
    default: str
    help: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    @property
    def expects(self) -> str:
        """Return what a value must be, in words."""
        low, high = self.minimum, self.maximum
        words = self.kind
        if self.choices:
            words += " " + (" or ".join(self.choices) if len(self.choices) < 3 else ", ".join(self.choices))  # noqa: PLR2004
        elif low is not None and high is not None:
            words += f" from {_figure(low)} to {_figure(high)}"
        elif low is not None:
            words += f" of at least {_figure(low)}"
        elif high is not None:
            words += f" of at most {_figure(high)}"
        return words + (", with commas between" if self.kind.startswith(MANY) else "")


def describe(record: type[Options]) -> tuple[Described, ...]:
    """Return the options of a record, in the order in which they are declared."""
    return tuple(described(f) for f in fields_of(record))


def described(field: msgspec.structs.FieldInfo) -> Described:
    """Return what one field of a record says of itself."""
    bare, meta = type_of(field)
    item = bare
    if get_origin(bare) is tuple:
        item, more = parts_of(get_args(bare)[0])
        meta = meta + more
    choices = tuple(str(a) for a in get_args(item)) if get_origin(item) is Literal else ()
    one, several = ("one of", "") if choices else KINDS.get(item, KINDS[str])
    least = [m.ge if m.ge is not None else m.gt for m in meta]
    most = [m.le if m.le is not None else m.lt for m in meta]
    return Described(
        name=kebab(field.name),
        kind=title(field) or (one if item is bare else f"{MANY} {several}".rstrip()),
        default=text_of(field.default),
        help=next((m.description for m in meta if m.description), ""),
        choices=choices,
        minimum=next((v for v in least if v is not None), None),
        maximum=next((v for v in most if v is not None), None),
    )


def title(field: msgspec.structs.FieldInfo) -> str:
    """Return what a value must be where the field says so itself, as a union of types cannot be told in words."""
    return next((m.title for m in type_of(field)[1] if m.title), "")


def _figure(bound: float) -> str:
    """Return a bound as it is typed: a whole number with all its digits."""
    return str(int(bound)) if bound == int(bound) else f"{bound:g}"
