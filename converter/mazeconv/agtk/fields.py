"""The members of a project's items, each with its type checked, so that a broken file ends in a clear error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from mazeconv.agtk.spans import Node, value
from mazeconv.errors import ReadError
from mazeconv.recipe import CONTROL

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_COUNT = 100_000


class Fields(Struct, frozen=True):
    """Read members by name out of a document that `source` names; whatever is wrong is a `ReadError`."""

    document: str
    source: str

    def value(self, node: Node) -> Any:
        """Return the value at a place."""
        return value(self.document, node)

    def leaves(self, node: Node, name: str) -> Iterator[Node]:
        """Yield the items of a list, those in folders too."""
        if name not in node.members:
            return
        if self.document[node.members[name].start] != "[":
            raise self._bad(name, "a list")
        waiting = node.members[name].items[::-1]
        while waiting:
            item = waiting.pop()
            if self.document[item.start] != "{":
                raise self._bad(name, "a list of objects")
            if "folder" in item.members and self.value(item.members["folder"]) is True:
                waiting += item.members["children"].items[::-1] if "children" in item.members else []
            else:
                yield item

    def member(self, node: Node, name: str) -> Node:
        """Return the place of a member; raise `ReadError` when there is none."""
        if name not in node.members:
            raise ReadError(f"is no whole PGMMV project: {name} is missing somewhere", source=self.source)
        return node.members[name]

    def dictionary(self, node: Node, name: str) -> Node:
        """Return the place of a member that is an object."""
        found = self.member(node, name)
        if self.document[found.start] != "{":
            raise self._bad(name, "an object")
        return found

    def whole(self, node: Node, name: str) -> int:
        """Return a member that is a whole number."""
        found = self.value(self.member(node, name))
        if isinstance(found, bool) or not isinstance(found, int):
            raise self._bad(name, "a whole number of a sensible size")
        return found

    def count(self, node: Node, name: str) -> int:
        """Return a member that counts something: a whole number of at least 1."""
        found = self.whole(node, name)
        if not 1 <= found <= MAX_COUNT:
            raise self._bad(name, f"a whole number from 1 to {MAX_COUNT:,}")
        return found

    def text(self, node: Node, name: str) -> str:
        """Return a member that is a text."""
        found = self.value(self.member(node, name))
        if not isinstance(found, str) or self.document[node.members[name].start] != '"':
            raise self._bad(name, "a text")
        return found

    def name(self, node: Node) -> str:
        """Return the name of an item, as it can be printed on one line."""
        return printable(self.text(node, "name"))

    def numbers(self, node: Node, name: str) -> list[int]:
        """Return a member that is a list of whole numbers."""
        found = self.value(self.member(node, name))
        if not isinstance(found, list) or not all(type(item) is int for item in found):
            raise self._bad(name, "a list of whole numbers")
        return found

    def texts(self, node: Node, name: str) -> list[str]:
        """Return a member that is a list of texts; none when it is missing."""
        found = self.value(node.members[name]) if name in node.members else []
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            raise self._bad(name, "a list of texts")
        return found

    def _bad(self, name: str, expected: str) -> ReadError:
        return ReadError(f"{name} is not {expected}", "open the project in the editor and save it", source=self.source)


def printable(name: str) -> str:
    """Return a name that can be printed on one line."""
    return CONTROL.sub("?", name)
