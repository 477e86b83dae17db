"""`mazeconv preview`: a look at a level, in the terminal or as a picture."""

from typing import TYPE_CHECKING

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

if TYPE_CHECKING:
    from mazeconv.pictures.showing import ShowOptions

UNLIMITED = 1 << 20
MOST = 1 << 20


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("preview")(shared(preview))


def preview(
    level: p.LevelPath = None,
    *,
    making: p.Making,
    reading: p.Reading,
    output: p.OutputPath = None,
    seed: p.Seed = None,
    start: p.Start = None,
    goal: p.Goal = None,
    o: p.WriteOptions = None,
    tile_size: p.TileSize = None,
    engine: p.EngineName = "auto",
    force: p.Force = False,
) -> None:
    """Draw a level in the terminal or as a picture.

    Without LEVEL it draws a new maze; with -o it writes a PNG picture. -O solution, route=SOLVER, heatmap=distance,
    dead-ends and legend show more.
    """
    import shutil
    import warnings

    from mazeconv.cli.delivery import Order, deliver
    from mazeconv.cli.levels import describe, level_of, preset_of
    from mazeconv.errors import MazeconvNotice, UsageError
    from mazeconv.pictures.showing import find
    from mazeconv.pictures.sketch import sketch

    options = [*([f"tile-size={tile_size}"] if tile_size else []), *(o or [])]
    asked = _shown(options) if output is None else None
    kind = preset_of(making.preset)
    found = level_of(
        level,
        making,
        reading=reading,
        engine=engine,
        seed=seed,
        start=start,
        goal=goal,
    )
    chosen = level is None and seed is None
    if asked is None:
        stem = p.stem(level)
        order = Order(["png"], output, options, stem, force, preset=kind, chosen_seed=chosen, source=level)
        with warnings.catch_warnings():
            # It is to be looked at, and what no picture can be read back with may well be seen in it.
            warnings.filterwarnings("ignore", "png cannot keep", MazeconvNotice)
            deliver(found, order)
        return
    if found.tiles.size > MOST:
        raise UsageError(f"{found.cols} x {found.rows} tiles are too many to print", "draw a picture with -o maze.png")
    # What is not shown in a terminal, nor told a width by COLUMNS, is not cut off.
    width = shutil.get_terminal_size((UNLIMITED, 0)).columns
    print(sketch(found, width, shown=find(found, asked)), end="")
    CONSOLE.say(describe(found, chosen=chosen, source=level))


def _shown(options: list[str]) -> "ShowOptions":
    """Return what is to be shown in the terminal; raise `UsageError` for options that only a picture has."""
    from mazeconv.errors import UsageError
    from mazeconv.formats.png import PngOptions
    from mazeconv.options import kebab
    from mazeconv.options.building import build
    from mazeconv.options.sorting import route
    from mazeconv.pictures.showing import ShowOptions

    given = route(options, {"png": PngOptions}, "format")["png"]
    words = [kebab(name) for name in ShowOptions.__struct_fields__]
    if only := [name for name in given if name not in words]:
        raise UsageError(
            f"{only[0]} is for a picture, and no file is named",
            "add -o maze.png; for a terminal there are " + ", ".join(words),
        )
    return build(ShowOptions, given, "preview")
