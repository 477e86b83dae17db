"""From what people type or Python gives to checked records of options."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin

import msgspec

from mazeconv.errors import UsageError, did_you_mean
from mazeconv.options import BY_WORD, NamedSource, Options, fields_of, kebab, parts_of, text_of, type_of
from mazeconv.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T", bound=Options)

YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})


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


def _value(field: msgspec.structs.FieldInfo, value: Any, owner: str) -> Any:
    if value is True and type_of(field)[0] is not bool:
        from mazeconv.options.refusing import nothing

        raise nothing(field, owner, "needs a value")
    spelled = _unpacked(field, value)
    if isinstance(value, str) and spelled == []:
        from mazeconv.options.describing import described
        from mazeconv.options.refusing import nothing

        if described(field).choices:
            # Nothing chosen would be taken for the default.
            raise nothing(field, owner, "names nothing")
    return checked_value(field, spelled, owner)


def checked_value(field: msgspec.structs.FieldInfo, spelled: Any, owner: str) -> Any:
    """Return a value as the type of a record's field; raise `UsageError` for one that cannot be, as `build` does."""
    value = _plain(spelled)
    if isinstance(value, str) and value.startswith(".") and type_of(field)[0] is float:
        value = "0" + value
    try:
        found = msgspec.convert(value, field.type, strict=False)
        if not isinstance(found, float) or math.isfinite(found):
            return found
        cause = None
    except (msgspec.ValidationError, UnicodeError) as error:  # half a character can be no number
        cause = error
    from mazeconv.options.refusing import refusal

    raise refusal(field, spelled, owner, cause) from cause


def _plain(value: Any) -> Any:
    """Return numpy's numbers as Python's, and its arrays as lists: msgspec knows only these."""
    if type(value) in (list, tuple):
        return [_plain(item) for item in value]
    return value.tolist() if hasattr(value, "ndim") and hasattr(value, "tolist") else value


def _unpacked(field: msgspec.structs.FieldInfo, value: Any) -> Any:
    """Return the list, the truth, nothing or the file that a text spells, where the option is one."""
    bare, _ = type_of(field)
    if isinstance(value, str) and value == "none" and bare is not parts_of(field.type)[0]:
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
    by_word = next((m.extra[BY_WORD] for m in type_of(field)[1] if m.extra and BY_WORD in m.extra), None)
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
