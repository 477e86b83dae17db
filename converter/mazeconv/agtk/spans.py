"""A strict JSON scanner that tells where values lie, so that a few bytes of a large file can be replaced.

Only what a shape names is looked into; all else is checked and passed over by the standard library's scanner, in C.
NaN and Infinity are refused, and so are duplicate keys wherever something is read: parsers differ on which of the two
counts. Where nothing is read they stay (the editor has been seen to write one member twice).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from msgspec import Struct, field

from mazeconv.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Mapping

Shape: TypeAlias = "Mapping[str, Shape]"
"""The members to look into, by name; a list is looked into item by item. An empty shape asks for the place alone."""

SPACE = re.compile(r"[ \t\n\r]*")
# A key, and with it a value that is no container and what follows it, if both are plain: most members are.
MEMBER = re.compile(
    r"""
    "([^"\\\x00-\x1f]*)" [ \t\n\r]* : [ \t\n\r]*
    (?:
        ( "[^"\\\x00-\x1f]*" | -?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)? | true | false | null )
        [ \t\n\r]* (?: , [ \t\n\r]* (?=") | (}) )
    )?
    """,
    re.VERBOSE,
)
SHORT_NUMBER = 18
MAX_DEPTH = 100


class RefusedError(ValueError):
    """Say what is wrong with a text; whoever scans knows its name."""


class Node(Struct, frozen=True):
    """Hold a value's place in a text, and the members or items that the shape asked for."""

    start: int
    end: int
    members: dict[str, Node] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)


def scan(text: str, shape: Shape, source: str) -> Node:
    """Return where the values of `shape` lie in a JSON text; raise `ReadError` unless all of it is good JSON."""
    try:
        node = _scan(text, _after_space(text, 0), shape, 0)
        rest = _after_space(text, node.end)
        if rest != len(text):
            _broken("more follows after the end", text, rest)
    except json.JSONDecodeError as error:
        raise ReadError(f"is no JSON: {error.msg}", _HINT, source=source, line=error.lineno) from error
    except RefusedError as error:
        raise ReadError(str(error), _HINT, source=source) from error
    except RecursionError as error:
        raise ReadError("is nested too deep", _HINT, source=source) from error
    return node


def value(text: str, node: Node) -> Any:
    """Return the value at `node`; a number that is too long or too large for a game stays a text."""
    return _VALUES.raw_decode(text, node.start)[0]


def parse(text: str) -> Any:
    """Return the value of a text that is one JSON value; raise `ValueError` when it is none."""
    return _VALUES.decode(text)


_HINT = "open the project in the editor and save it again, or take a backup"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                _twice(name)
            seen.add(name)
    return found


def _broken(reason: str, text: str, at: int) -> NoReturn:
    raise json.JSONDecodeError(reason, text, at)


def _twice(name: str) -> NoReturn:
    raise RefusedError(f"holds the key {name[:40]!r} twice in one object")


def _constant(name: str) -> NoReturn:
    raise RefusedError(f"holds {name}, which is no JSON number")


def _integer(text: str) -> int | str:
    return int(text) if len(text) <= SHORT_NUMBER else text


def _decimal(text: str) -> float | str:
    number = float(text)
    return text if number in (float("inf"), float("-inf")) else number


# What is passed over is forgotten at once: a dictionary becomes its length.
_PASS = json.JSONDecoder(object_pairs_hook=len, parse_int=str, parse_float=str, parse_constant=_constant)
_VALUES = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_integer, parse_float=_decimal, parse_constant=_constant
)


def _scan(text: str, at: int, shape: Shape, depth: int) -> Node:
    opening = text[at : at + 1]
    if depth > MAX_DEPTH:
        raise RecursionError
    if shape and opening == "{":
        return _object(text, at, shape, depth)
    if shape and opening == "[":
        return _list(text, at, shape, depth)
    return Node(at, _PASS.raw_decode(text, at)[1])


def _object(text: str, start: int, shape: Shape, depth: int) -> Node:
    members: dict[str, Node] = {}
    at = _after_space(text, start + 1)
    if text[at : at + 1] == "}":
        return Node(start, at + 1)
    while True:
        found = MEMBER.match(text, at)
        key, at = (found[1], found.end()) if found else _key(text, at)
        if key in members:
            _twice(key)
        if found and found[2] is not None:
            if key in shape:
                members[key] = Node(found.start(2), found.end(2))
            closes = found[3]
        else:
            if key in shape:
                child = members[key] = _scan(text, at, shape[key], depth + 1)
                at = child.end
            else:
                at = _PASS.raw_decode(text, at)[1]
            at, closes = _next(text, at, "}")
        if closes:
            return Node(start, at, members)


def _key(text: str, at: int) -> tuple[str, int]:
    """Return a key and where its value begins, when neither is plain."""
    if text[at : at + 1] != '"':
        _broken("a key in quotes is missing", text, at)
    key, at = _VALUES.raw_decode(text, at)
    at = _after_space(text, at)
    if text[at : at + 1] != ":":
        _broken("a colon is missing", text, at)
    return key, _after_space(text, at + 1)


def _next(text: str, at: int, closing: str) -> tuple[int, bool]:
    """Return where the next key or item begins and False, or where the container ends and True."""
    at = _after_space(text, at)
    if text[at : at + 1] == closing:
        return at + 1, True
    if text[at : at + 1] != ",":
        _broken(f"a comma or {closing} is missing", text, at)
    return _after_space(text, at + 1), False


def _after_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _list(text: str, start: int, shape: Shape, depth: int) -> Node:
    items: list[Node] = []
    at = _after_space(text, start + 1)
    if text[at : at + 1] == "]":
        return Node(start, at + 1)
    closes = False
    while not closes:
        items.append(_scan(text, at, shape, depth + 1))
        at, closes = _next(text, items[-1].end, "]")
    return Node(start, at, items=items)
