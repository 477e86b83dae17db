"""Options as they are typed, `[OWNER.]key[=value]`, sorted by the formats, generators or solvers that they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeconv.errors import UsageError, did_you_mean
from mazeconv.options import Options, kebab

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


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
