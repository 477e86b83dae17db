"""The one layer between what people type and the option records of formats, generators and the rest.

An option record is a frozen `msgspec.Struct` whose fields carry bounds and a sentence of help. Constructing a Struct
skips its bounds and only `msgspec.convert` checks them, so every record is made here.
"""

from __future__ import annotations

import math
import os
import re
import types
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from mazeconv.errors import UsageError, did_you_mean
from mazeconv.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Be the base of every option record, and the record of those without options."""


T = TypeVar("T", bound=Options)


class NamedSource(Struct, frozen=True):
    """Hold a file that a list of `NAME:PATH` texts gives for a name."""

    name: str
    source: Source


# An option of a file may name in `Meta.extra` a function that returns the `Source` for a word, or None for other texts.
BY_WORD = "by word"
YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})


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


@cache
def fields_of(record: type[Options]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a record; to read their types takes as long as to make a small maze."""
    return msgspec.structs.fields(record)


def parse_pairs(items: Iterable[str]) -> dict[str, str | bool]:
    """Return `key=value` texts as a mapping by kebab-case key; a bare key is true, and a later one wins."""
    pairs: dict[str, str | bool] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not key.strip():
            raise UsageError(f"option {item!r} has no name", "write key=value")
        owner, dot, name = key.strip().rpartition(".")
        pairs[owner + dot + kebab(name)] = value if equals else True
    return pairs


def build(record: type[T], values: Mapping[str, Any], owner: str) -> T:
    """Return a checked record from names (kebab or snake case) and values (texts or Python values).

    `owner` is named in the errors, such as "format png". Raises `UsageError`.
    """
    fields = {f.name: f for f in fields_of(record)}
    taken: dict[str, Any] = {}
    for key, value in values.items():
        name = key.replace("-", "_")
        if name not in fields:
            known = [kebab(f) for f in fields]
            hint = did_you_mean(key, known) if known else f"{owner} has no options"
            raise UsageError(f"{owner} has no option {key!r}", hint)
        taken[name] = _value(fields[name], value, owner)
    try:
        return msgspec.convert(taken, record)
    except msgspec.ValidationError as error:
        # A record that checks its options together says what to do in a second line.
        message, _, hint = str(error).partition("\n")
        raise UsageError(f"{owner}: {message}", hint) from error


def texts(record: Options) -> dict[str, str]:
    """Return the options of `record` that differ from their defaults, as command-line texts."""
    return {
        kebab(f.name): text
        for f in fields_of(record)
        if (text := text_of(getattr(record, f.name))) != text_of(f.default)
    }


def describe(record: type[Options]) -> tuple[Described, ...]:
    """Return the options of a record, in the order in which they are declared."""
    return tuple(_described(f) for f in fields_of(record))


def kebab(name: str) -> str:
    """Return a field's name as it is typed."""
    return name.replace("_", "-")


def text_of(value: object) -> str:
    """Return an option's value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Source):
        return value.name
    if isinstance(value, NamedSource):
        return f"{value.name}:{value.source.name}"
    if isinstance(value, tuple | list):
        return ",".join(text_of(v) for v in value)
    return "none" if value is None else str(value)


def _figure(bound: float) -> str:
    """Return a bound as it is typed: a whole number with all its digits."""
    return str(int(bound)) if bound == int(bound) else f"{bound:g}"


def _parts(annotation: Any) -> tuple[Any, list[msgspec.Meta]]:
    """Return the bare type and the metadata of an annotation."""
    if get_origin(annotation) is Annotated:
        bare, *meta = get_args(annotation)
        return bare, [m for m in meta if isinstance(m, msgspec.Meta)]
    return annotation, []


def _typed(annotation: Any) -> tuple[Any, list[msgspec.Meta]]:
    """Return the bare type that a value has when it is not None, and all the metadata."""
    bare, meta = _parts(annotation)
    if get_origin(bare) in (Union, types.UnionType):
        rest = [a for a in get_args(bare) if a is not type(None)]
        if len(rest) == 1:
            inner, more = _parts(rest[0])
            return inner, meta + more
    return bare, meta


MANY = "a list of"
PERCENT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)%", re.ASCII)
KINDS = {
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    bool: ("yes or no", "yes or no"),
    str: ("text", "words"),
    Source: ("a file", "files"),
    NamedSource: ("NAME:FILE", "NAME:FILE"),
}


def _described(field: msgspec.structs.FieldInfo) -> Described:
    bare, meta = _typed(field.type)
    item = bare
    if get_origin(bare) is tuple:
        item, more = _parts(get_args(bare)[0])
        meta = meta + more
    choices = tuple(str(a) for a in get_args(item)) if get_origin(item) is Literal else ()
    one, several = ("one of", "") if choices else KINDS.get(item, KINDS[str])
    least = [m.ge if m.ge is not None else m.gt for m in meta]
    most = [m.le if m.le is not None else m.lt for m in meta]
    return Described(
        name=kebab(field.name),
        kind=_title(field) or (one if item is bare else f"{MANY} {several}".rstrip()),
        default=text_of(field.default),
        help=next((m.description for m in meta if m.description), ""),
        choices=choices,
        minimum=next((v for v in least if v is not None), None),
        maximum=next((v for v in most if v is not None), None),
    )


def _title(field: msgspec.structs.FieldInfo) -> str:
    """Return what a value must be where the field says so itself, as a union of types cannot be told in words."""
    return next((m.title for m in _typed(field.type)[1] if m.title), "")


def _value(field: msgspec.structs.FieldInfo, value: Any, owner: str) -> Any:
    if value is True and _typed(field.type)[0] is not bool:
        described = _described(field)
        raise UsageError(f"{owner}: {described.name} needs a value", f"{described.name}=… with {described.expects}")
    spelled = _unpacked(field, value)
    if isinstance(value, str) and spelled == [] and (described := _described(field)).choices:
        # Nothing chosen would be taken for the default.
        raise UsageError(f"{owner}: {described.name} names nothing", f"{described.name}=… with {described.expects}")
    return checked_value(field, spelled, owner)


def checked_value(field: msgspec.structs.FieldInfo, spelled: Any, owner: str) -> Any:
    """Return a value as the type of a record's field; raise `UsageError` for one that cannot be, as `build` does."""
    value = _plain(spelled)
    try:
        found = msgspec.convert(value, field.type, strict=False)
        if not isinstance(found, float) or math.isfinite(found):
            return found
        cause = None
    except (msgspec.ValidationError, UnicodeError) as error:  # half a character can be no number
        cause = error
    described = _described(field)
    # The kind of value is right, but not its form: only the help says what that is.
    misshaped = any(words in str(cause) for words in ("matching regex", "of length"))
    hint = f"{described.name}: {described.help}" if described.help else ""
    if described.choices:
        # Of anything else than a text, such as an array, only the text can be looked for among texts.
        given = [str(v) for v in (spelled if isinstance(spelled, list) else [spelled])]
        hint = did_you_mean(next((v for v in given if v not in described.choices), ""), described.choices)
    # Lists are mostly spelled with commas, and are shown so where one is expected.
    is_list = isinstance(spelled, list) and get_origin(_typed(field.type)[0]) is tuple
    shown = repr(text_of(spelled) if is_list else spelled)
    if misshaped and described.help and not _title(field):
        usual = (
            f"leave it out for {described.name}={described.default}" if described.default else "write it in that form"
        )
        raise UsageError(f"{owner}: {shown} is no {described.name}: {described.help}", usual) from cause
    if isinstance(value, str) and (percent := PERCENT.fullmatch(value.strip())) and described.kind == KINDS[float][0]:
        hint = f"{value.strip()} is written {float(percent[1]) / 100:g}"
    raise UsageError(f"{owner}: {described.name} must be {described.expects}, not {shown}", hint) from cause


def _plain(value: Any) -> Any:
    """Return numpy's numbers as Python's, in lists too: msgspec knows only these."""
    if type(value) in (list, tuple):
        return [_plain(item) for item in value]
    return value.item() if getattr(value, "ndim", None) == 0 else value


def _unpacked(field: msgspec.structs.FieldInfo, value: Any) -> Any:
    """Return the list, the truth, nothing or the file that a text spells, where the option is one."""
    bare, _ = _typed(field.type)
    if isinstance(value, str) and value == "none" and bare is not _parts(field.type)[0]:
        return None
    if get_origin(bare) is tuple and isinstance(value, str):
        value = [v.strip() for v in value.split(",") if v.strip()]
    if get_origin(bare) is tuple and isinstance(value, list | tuple) and get_args(bare)[0] is NamedSource:
        return [_named_source(field, item) for item in value]
    if bare is Source and isinstance(value, str | os.PathLike):
        return (_by_word(field, value) if isinstance(value, str) else None) or Source.load(value)
    if bare is bool and isinstance(value, str) and value.lower() in YES | NO:
        return value.lower() in YES
    if bare is str and isinstance(value, float | int):
        return text_of(value)
    return value


def _by_word(field: msgspec.structs.FieldInfo, text: str) -> Source | None:
    """Return what a word stands for in an option that takes words beside files, or None for a file's name."""
    by_word = next((m.extra[BY_WORD] for m in _typed(field.type)[1] if m.extra and BY_WORD in m.extra), None)
    found: Source | None = by_word(text) if by_word else None
    return found


def _named_source(field: msgspec.structs.FieldInfo, item: Any) -> Any:
    if not isinstance(item, str):
        return item
    name, colon, path = item.partition(":")
    if not (name and colon and path):
        option = kebab(field.name)
        raise UsageError(f"{option} names no file in {item!r}", f"write {option}=NAME:FILE, with commas between")
    return NamedSource(name, Source.load(path))


def route(
    items: Sequence[str],
    records: Mapping[str, type[Options]],
    noun: str,
    every: Callable[[], Mapping[str, type[Options]]] = dict,
) -> dict[str, dict[str, str | bool]]:
    """Sort `[OWNER.]key[=value]` texts by the owners that they are meant for.

    A text without an owner goes to every owner that has the key; one that fits none is a `UsageError`, which names the
    owners among `every` that have it.
    """
    out: dict[str, dict[str, str | bool]] = {name: {} for name in records}
    for key, value in parse_pairs(items).items():
        owner, dot, rest = key.rpartition(".")
        if dot and owner not in records:
            raise UsageError(
                f"option {key!r} is for the {noun} {owner}, which is not used here", did_you_mean(owner, records)
            )
        asked = [owner] if dot else list(records)
        known = {name: [kebab(f) for f in records[name].__struct_fields__] for name in asked}
        having = [name for name in asked if rest in known[name]]
        if not having:
            raise UsageError(
                f"{noun} {' / '.join(asked)} has no option {rest!r}",
                _having(rest, every(), noun)
                or did_you_mean(rest, {k for keys in known.values() for k in keys})
                or "it has no options",
            )
        for name in having:
            if dot:
                out[name][rest] = value
            else:
                out[name].setdefault(rest, value)
    return out


def _having(key: str, records: Mapping[str, type[Options]], noun: str) -> str:
    """Return a hint that names the owners of an option, if there are any."""
    owners = [name for name, record in records.items() if key.replace("-", "_") in record.__struct_fields__]
    return f"{key} belongs to the {noun}{'s' * (len(owners) > 1)} {', '.join(owners)}" if owners else ""
