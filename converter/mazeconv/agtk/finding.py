"""Finding what a person means by a name or an id: a scene, a layer, a tileset, a tile of it, an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from mazeconv.agtk.project import AUTO, KINDS, MENU_SCENE
from mazeconv.agtk.tiles import Picture
from mazeconv.errors import UsageError, did_you_mean
from mazeconv.places import parse_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazeconv.agtk.project import Layer, Object, Part, Project, Scene, Tileset


class Named(Protocol):
    """Have an id and a name, as everything in a project has."""

    @property
    def id(self) -> int:
        """Return the id."""

    @property
    def name(self) -> str:
        """Return the name."""


N = TypeVar("N", bound=Named)


def one(items: Sequence[N], text: str, noun: str) -> N:
    """Return the item that `text` names: by its name, by its id, or by its id with a # before it.

    Raises `UsageError` when there is none, or when several share the name.
    """
    by_id = [item for item in items if text.removeprefix("#") == str(item.id)]
    named = [item for item in items if item.name == text]
    found = by_id if text.startswith("#") and by_id else named or by_id
    if not found:
        hint = did_you_mean(text, {item.name for item in items}) or f"the project has no {noun}"
        raise UsageError(f"there is no {noun} {text!r}", hint)
    if len(found) > 1:
        ids = ", ".join(f"#{item.id}" for item in found)
        raise UsageError(f"{len(found)} {noun}s are called {text!r}", f"name one by its id: {ids}")
    return found[0]


def scene(project: Project, text: str) -> Scene:
    """Return the scene that `text` names; the menu scene is never given."""
    if text.removeprefix("#") == str(MENU_SCENE):
        raise UsageError("the menu scene holds no maze", "name a scene of the game")
    return one(project.scenes, text, "scene")


def layer(place: Scene, text: str) -> Layer:
    """Return the layer that `text` names by its number from 1 or by its name."""
    found = [one for one in place.layers if text in (str(one.number), one.name)]
    numbered = [one for one in found if text == str(one.number)]
    if len(numbered or found) == 1:
        return (numbered or found)[0]
    if found:
        numbers = ", ".join(str(one.number) for one in found)
        raise UsageError(
            f"{len(found)} layers of {place.name} are called {text!r}", f"name one by its number: {numbers}"
        )
    names = ", ".join(f"{one.number} ({one.name})" for one in place.layers)
    raise UsageError(f"the scene {place.name} has no layer {text!r}", f"its layers: {names}")


def game_object(project: Project, text: str) -> Object:
    """Return the object that `text` names."""
    return one(project.objects, text, "object")


def part(project: Project, place: Scene, text: str) -> Part:
    """Return what stands in the scene by its own name or id, or by the name of the object that it is made from."""
    if not any(text in (p.name, str(p.id), f"#{p.id}") for p in place.parts):
        ids = {o.id for o in project.objects if o.name == text}
        made = [p for p in place.parts if p.object_id in ids]
        if len(made) == 1:
            return made[0]
        if made:
            raise UsageError(
                f"{len(made)} instances of {text!r} stand in {place.name}",
                "name one by its id: " + ", ".join(f"#{p.id}" for p in made),
            )
    return one(place.parts, text, "instance")


def tileset(project: Project, text: str) -> Tileset:
    """Return the tileset that `text` names."""
    return one(project.tilesets, text, "tileset")


def picture(project: Project, text: str, what: str) -> Picture:
    """Return the tile that a text such as "Walls:3,1" names: a tileset by name or id, and X,Y in its image.

    Raises `UsageError`, also for tilesets of the auto kind: which parts their tiles are made of is not known.
    """
    name, colon, place = text.rpartition(":")
    if not colon or not name:
        raise UsageError(
            f"{what} must be TILESET:X,Y such as 1:0,0, not {text!r}",
            "`mazeconv agtk list PROJECT` shows the tilesets, and with -o a numbered picture of each",
        )
    at, found = parse_place(place, what), tileset(project, name)
    if found.kind not in KINDS or found.kind == AUTO:
        raise UsageError(
            f"{what}: the tileset {found.name} is of the auto kind, whose tiles mazeconv does not compute",
            "name a tile of a normal or gimmick tileset, or draw over the maze with the auto tiles in the editor",
        )
    if at.col >= found.cols or at.row >= found.rows:
        raise UsageError(
            f"{what}: the tileset {found.name} has no tile {at.col},{at.row}",
            f"it is {found.cols} x {found.rows} tiles, counted from 0,0",
        )
    return Picture(found.id, at.col, at.row)
