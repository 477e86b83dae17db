"""The one layer between what people type and the option records of formats, generators and the rest.

An option record is a frozen `msgspec.Struct` whose fields carry bounds and a sentence of help. Constructing a Struct
skips its bounds and only `msgspec.convert` checks them, so every record is made here.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from mazeconv.errors import MazeconvError, UsageError, did_you_mean
from mazeconv.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Be the base of every option record, and the record of those without options."""


T = TypeVar("T", bound=Options)

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
        if self.choices:
            one = " or ".join(self.choices) if len(self.choices) < 3 else ", ".join(self.choices)  # noqa: PLR2004
            return f"{'a list of' if self.kind.startswith('list') else 'one of'} {one}"
        low, high = self.minimum, self.maximum
        if low is not None and high is not None:
            return f"{self.kind} from {low:g} to {high:g}"
        if low is not None:
            return f"{self.kind} of at least {low:g}"
        return f"{self.kind} of at most {high:g}" if high is not None else self.kind


def parse_pairs(items: Iterable[str]) -> dict[str, str | bool]:
    """Return `key=value` texts as a mapping; a bare key is true, and a later one wins."""
    pairs: dict[str, str | bool] = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not key.strip():
            raise UsageError(f"option {item!r} has no name", "write key=value")
        pairs[key.strip()] = value if equals else True
    return pairs


def build(record: type[T], values: Mapping[str, Any], owner: str) -> T:
    """Return a checked record from names (kebab or snake case) and values (texts or Python values).

    `owner` is named in the errors, such as "format png". Raises `UsageError`.
    """
    fields = {f.name: f for f in msgspec.structs.fields(record)}
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
        raise UsageError(f"{owner}: {error}") from error


def texts(record: Options) -> dict[str, str]:
    """Return the options of `record` that differ from their defaults, as command-line texts."""
    return {
        kebab(f.name): text
        for f in msgspec.structs.fields(record)
        if (text := text_of(getattr(record, f.name))) != text_of(f.default)
    }


def describe(record: type[Options]) -> tuple[Described, ...]:
    """Return the options of a record, in the order in which they are declared."""
    return tuple(_described(f) for f in msgspec.structs.fields(record))


def kebab(name: str) -> str:
    """Return a field's name as it is typed."""
    return name.replace("_", "-")


def text_of(value: object) -> str:
    """Return an option's value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Source):
        return value.name
    if isinstance(value, tuple | list):
        return ",".join(text_of(v) for v in value)
    return "none" if value is None else str(value)


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


KINDS = {int: "a whole number", float: "a number", bool: "yes or no", str: "text", Source: "a file"}


def _described(field: msgspec.structs.FieldInfo) -> Described:
    bare, meta = _typed(field.type)
    item = bare
    if get_origin(bare) is tuple:
        item, more = _parts(get_args(bare)[0])
        meta = meta + more
    choices = tuple(str(a) for a in get_args(item)) if get_origin(item) is Literal else ()
    kind = "one of" if choices else KINDS.get(item, "text")
    least = [m.ge if m.ge is not None else m.gt for m in meta]
    most = [m.le if m.le is not None else m.lt for m in meta]
    return Described(
        name=kebab(field.name),
        kind=kind if item is bare else "list of " + (kind.removeprefix("a ") if not choices else "choices"),
        default=text_of(field.default),
        help=next((m.description for m in meta if m.description), ""),
        choices=choices,
        minimum=next((v for v in least if v is not None), None),
        maximum=next((v for v in most if v is not None), None),
    )


def _value(field: msgspec.structs.FieldInfo, value: Any, owner: str) -> Any:
    bare, _ = _typed(field.type)
    described = _described(field)
    bad = UsageError(f"{owner}: {described.name} must be {described.expects}, not {text_of(value)!r}")
    value = _unpacked(bare, value)
    if value is True and bare is not bool:
        raise UsageError(f"{owner}: {described.name} needs a value", f"{described.name}=… with {described.expects}")
    if bare is bool and isinstance(value, str):
        if value.lower() not in YES | NO:
            raise bad
        value = value.lower() in YES
    if isinstance(value, float | int) and bare is str:
        value = text_of(value)
    if described.choices and isinstance(value, str) and value not in described.choices:
        bad.hint = did_you_mean(value, described.choices)
        raise bad
    try:
        return msgspec.convert(value, field.type, strict=False)
    except MazeconvError:
        raise
    except msgspec.ValidationError as error:
        if "matching regex" in str(error):
            bad.hint = described.help
        raise bad from error


def _unpacked(bare: Any, value: Any) -> Any:
    """Return a text as the list that it spells or the file that it names, where the option is one."""
    if get_origin(bare) is tuple and isinstance(value, str):
        return [v.strip() for v in value.split(",") if v.strip()]
    if get_origin(bare) is tuple and isinstance(value, list):
        return tuple(value)
    if bare is Source and isinstance(value, str):
        return Source.load(value)
    return value


def route(items: Sequence[str], records: Mapping[str, type[Options]], noun: str) -> dict[str, dict[str, str | bool]]:
    """Sort `[OWNER.]key[=value]` texts by the owners that they are meant for.

    A text without an owner goes to every owner that has the key; one that fits none is a `UsageError`.
    """
    out: dict[str, dict[str, str | bool]] = {name: {} for name in records}
    for key, value in parse_pairs(items).items():
        owner, dot, rest = key.partition(".")
        if dot:
            if owner not in records:
                raise UsageError(
                    f"option {key!r} is for the {noun} {owner}, which is not used here",
                    did_you_mean(owner, records),
                )
            out[owner][rest] = value
            continue
        having = [n for n, r in records.items() if key.replace("-", "_") in r.__struct_fields__]
        if not having:
            known = {kebab(f) for r in records.values() for f in r.__struct_fields__}
            raise UsageError(
                f"{noun} {' / '.join(records)} has no option {key!r}",
                did_you_mean(key, known) or "it has no options",
            )
        for name in having:
            out[name].setdefault(key, value)
    return out
