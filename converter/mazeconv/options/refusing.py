"""What is said of a value that an option cannot have: what it must be, and what was probably meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_origin

from mazeconv.errors import UsageError, did_you_mean
from mazeconv.options import text_of, type_of
from mazeconv.options.describing import KINDS, described, title

if TYPE_CHECKING:
    import msgspec

    from mazeconv.options.describing import Described

# A greater number is mostly a percentage where 1 is the most.
PERCENT_FROM = 4
# With a point or a comma, which may be the first character, and perhaps a percent sign.
NUMBER = re.compile(r"([0-9]{0,9})(?:[.,]([0-9]{1,9}))?( ?%)?", re.ASCII)


def nothing(field: msgspec.structs.FieldInfo, owner: str, trouble: str) -> UsageError:
    """Return the error for an option that was given no value; `trouble` says it, such as "needs a value"."""
    option = described(field)
    return UsageError(f"{owner}: {option.name} {trouble}", f"{option.name}=… with {option.expects}")


def refusal(field: msgspec.structs.FieldInfo, spelled: Any, owner: str, cause: Exception | None) -> UsageError:
    """Return the error for a value that is not of the field's type; `cause` is what msgspec says of it."""
    option = described(field)
    # The kind of value is right, but not its form: only the help says what that is.
    misshaped = any(words in str(cause) for words in ("matching regex", "of length"))
    hint = f"{option.name}: {option.help}" if option.help else ""
    if option.choices:
        # Of anything else than a text, such as an array, only the text can be looked for among texts.
        given = [str(v) for v in (spelled if isinstance(spelled, list) else [spelled])]
        hint = did_you_mean(next((v for v in given if v not in option.choices), ""), option.choices)
    # Lists are mostly spelled with commas, and are shown so where one is expected.
    is_list = isinstance(spelled, list) and get_origin(type_of(field)[0]) is tuple
    shown = repr(text_of(spelled) if is_list else spelled)
    if misshaped and option.help and not title(field):
        usual = f"leave it out for {option.name}={option.default}" if option.default else "write it in that form"
        return UsageError(f"{owner}: {shown} is no {option.name}: {option.help}", usual)
    if option.kind == KINDS[float][0] and (number := _number(str(spelled).strip(), option)):
        hint = f"{str(spelled).strip()} is written {number}"
    return UsageError(f"{owner}: {option.name} must be {option.expects}, not {shown}", hint)


def _number(text: str, option: Described) -> str:
    """Return a number as it is typed, where it was given in percent, with a comma or without a digit before the point.

    It is "" where the option cannot have it either.
    """
    found = NUMBER.fullmatch(text)
    if not found or not (found[1] or found[2]):
        return ""
    value = float(f"{found[1] or 0}.{found[2] or 0}")
    if found[3] or (option.maximum == 1 and value > PERCENT_FROM):
        value /= 100
    low, high = (0 if bound is None else bound for bound in (option.minimum, option.maximum))
    return f"{value:g}" if low <= value and (option.maximum is None or value <= high) else ""
