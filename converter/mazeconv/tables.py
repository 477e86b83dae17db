"""The shape of the tables of formats, generators, shaping steps and solvers: a name leads to a frozen value.

Built-ins are a static mapping name -> "module:ATTRIBUTE", imported on demand. Third parties add theirs by entry points,
looked at only when a name is not built in or when all are listed; a built-in cannot be shadowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from msgspec import Struct

from mazeconv.errors import UsageError, did_you_mean, notify

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Entry(Protocol):
    """Have a name and a title, as every value in a table does."""

    @property
    def name(self) -> str:
        """Return the name in the table."""

    @property
    def title(self) -> str:
        """Return one line for people."""


E = TypeVar("E", bound=Entry)


class Table(Struct, Generic[E], frozen=True):
    """Look values up by name; `noun` is for messages, `group` names the entry points."""

    noun: str
    group: str
    builtin: Mapping[str, str]

    def get(self, name: str) -> E:
        """Return the value called `name` ("dig@1" is "dig"); raise `UsageError` with the closest names otherwise."""
        wanted = name.removesuffix("@1")
        if wanted in self.builtin:
            return self._load(self.builtin[wanted])
        plugins = self._plugins()
        if wanted in plugins:
            try:
                return self._plugin(plugins[wanted])
            except Exception as error:
                raise UsageError(
                    f"the plugin for the {self.noun} {wanted} is broken: {error}",
                    f"update or remove {plugins[wanted].value}",
                ) from error
        raise UsageError(f"there is no {self.noun} {name!r}", self._suggestion(name, [*self.builtin, *plugins]))

    def names(self) -> list[str]:
        """Return every name, built-ins first, without importing what it stands for."""
        return [*self.builtin, *sorted(self._plugins())]

    def all(self) -> list[E]:
        """Return every value, built-ins first; a broken plugin is a notice and hides nothing else."""
        values = [self._load(path) for path in self.builtin.values()]
        for name, point in sorted(self._plugins().items()):
            try:
                values.append(self._plugin(point))
            except Exception as error:  # noqa: BLE001 - a plugin can raise whatever it likes
                notice = f"the plugin for the {self.noun} {name} is broken: {error}"
                notify(notice)
        return values

    def _suggestion(self, name: str, known: list[str]) -> str:
        """Return what may be meant: by its name, else by its title, as a format is known by the tool that reads it."""
        if name.lower() in known:
            return did_you_mean(name, known)
        titled = {n: self._load(path).title.lower() for n, path in self.builtin.items()}
        told = [n for n, title in titled.items() if len(name) > 2 and name.lower() in title]  # noqa: PLR2004 - a word
        return "did you mean " + " or ".join(told) + "?" if told else did_you_mean(name, known)

    def _load(self, path: str) -> E:
        module, _, attribute = path.partition(":")
        value: E = getattr(import_module(module), attribute)
        return value

    def _plugin(self, point: EntryPoint) -> E:
        try:
            value: E = point.load()
        except SystemExit as error:
            raise ImportError(f"{point.value} ends the program when it is imported") from error
        kind = type(self._load(next(iter(self.builtin.values()))))
        if not isinstance(value, kind) or value.name != point.name or not isinstance(value.title, str):
            raise TypeError(f"{point.value} is no {self.noun} called {point.name}")
        return value

    def _plugins(self) -> dict[str, EntryPoint]:
        from importlib.metadata import entry_points

        return {p.name: p for p in entry_points(group=self.group) if p.name not in self.builtin}
