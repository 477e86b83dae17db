"""What Tiled's maps take beside a format's files: a level put into a map that a designer goes on drawing.

`spans` finds elements and where their bytes lie, and `opened` the layers of a map. `palette` says which tiles draw the
roles and `drawing` where; `repainting` has `layer` edit the tiles, `markers` has `objects` edit the markers, and
`patching` puts them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import os
    from datetime import datetime

    from mazeconv.formats import Keep
    from mazeconv.level import Level
    from mazeconv.output import Written
    from mazeconv.tiled.drawing import Beyond
    from mazeconv.tiled.repainting import Empty


class Patch(NamedTuple):
    """Say what a patch did: a line for each thing asked for, and the files, the map first, then its backup."""

    summary: tuple[str, ...]
    files: list[Written]


def patch_map(
    place: str | os.PathLike[str],
    level: Level | None = None,
    *,
    layer: str | None = None,
    wall: str | None = None,
    floor: str | None = None,
    at: tuple[int, int] = (0, 0),
    beyond: Beyond = "auto",
    empty: Empty = "auto",
    markers: bool = True,
    keeps: frozenset[Keep] | None = None,
    outside: bool = False,
    dry_run: bool = False,
    now: datetime | None = None,
) -> Patch:
    """Put a level into a layer of a TMX file, and its markers into the object layer `markers`.

    Without a level, the walls that the layer shows get the shapes that fit their neighbours, and `empty` says whether
    its empty cells are floor or void; "auto" is floor where floor borders them, see `mazeconv.holes`. All else stays
    byte for byte. `wall` and `floor` are a GID, TILESET:ID, the name of a terrain or "none"; without them the map's
    mazeconv properties or its tile classes say. `beyond` is the option of the format tmx, or "auto": as the map was
    drawn. `at` is (x, y) in tiles of the map. The old file is kept beside the new one, with the time `now` in its name.
    `keeps` is what the format keeps that the level was read from, all if it is not given: markers of the map that it
    cannot hold stay. `outside` allows tilesets in other folders than the map's. Raises `ReadError`, `UsageError` for
    names that do not exist, and `WriteError` when the maze does not fit or the file changed meanwhile.
    """
    from datetime import datetime as clock
    from pathlib import Path

    from mazeconv import backups
    from mazeconv.errors import ReadError
    from mazeconv.formats import EVERYTHING
    from mazeconv.level import Place
    from mazeconv.source import Source
    from mazeconv.tiled import patching

    path = Path(place)
    # What a link leads to is read and replaced, and its folder takes the backup.
    path = path.resolve() if path.is_symlink() else path
    source = Source.load(path)
    if source.packed:
        raise ReadError("is gzipped", "unpack it with gunzip, and patch what that makes", source=source.name)
    request = patching.Request(
        layer=layer,
        wall=wall,
        floor=floor,
        at=Place(at[1], at[0]),
        beyond=beyond,
        empty=empty,
        markers=markers,
        outside=outside,
        keeps=EVERYTHING if keeps is None else keeps,
    )
    patched = patching.patch(source, level, request)
    now = now or clock.now().astimezone()
    return Patch(patched.summary, backups.replace(path, source.data, patched.data, now, dry_run=dry_run))
