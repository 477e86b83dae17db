"""The records of options of formats, generators and the rest: what their fields are, and how their values are typed.

An option record is a frozen `msgspec.Struct` whose fields carry bounds and a sentence of help. Constructing a Struct
skips its bounds and only `msgspec.convert` checks them, so every record is made by `building`.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from mazeconv.source import Source

# An option of a file may name in `Meta.extra` a function that returns the `Source` for a word, or None for other texts.
BY_WORD = "by word"


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Be the base of every option record, and the record of those without options."""


class NamedSource(Struct, frozen=True):
    """Hold a file that a list of `NAME:PATH` texts gives for a name."""

    name: str
    source: Source


@cache
def fields_of(record: type[Options]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a record; to read their types takes as long as to make a small maze."""
    return msgspec.structs.fields(record)


def parts_of(annotation: Any) -> tuple[Any, list[msgspec.Meta]]:
    """Return the bare type and the metadata of an annotation."""
    if get_origin(annotation) is Annotated:
        bare, *meta = get_args(annotation)
        return bare, [m for m in meta if isinstance(m, msgspec.Meta)]
    return annotation, []


def type_of(field: msgspec.structs.FieldInfo) -> tuple[Any, list[msgspec.Meta]]:
    """Return the bare type that a field's value has when it is not None, and all the metadata."""
    bare, meta = parts_of(field.type)
    if get_origin(bare) in (Union, types.UnionType):
        rest = [a for a in get_args(bare) if a is not type(None)]
        if len(rest) == 1:
            inner, more = parts_of(rest[0])
            return inner, meta + more
    return bare, meta


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


def texts(record: Options) -> dict[str, str]:
    """Return the options of `record` that differ from their defaults, as command-line texts."""
    return {
        kebab(f.name): text
        for f in fields_of(record)
        if (text := text_of(getattr(record, f.name))) != text_of(f.default)
    }
