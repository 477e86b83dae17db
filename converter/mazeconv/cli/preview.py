"""`mazeconv preview`: a look at a level, in the terminal or as a picture."""

import typer

from mazeconv.cli import parameters as p
from mazeconv.cli.console import CONSOLE, shared

UNLIMITED = 1 << 20


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("preview")(shared(preview))


def preview(
    level: p.LevelPath = None,
    *,
    output: p.OutputPath = None,
    preset: p.PresetName = None,
    generator: p.GeneratorName = None,
    size: p.Size = None,
    cells: p.Cells = None,
    seed: p.Seed = None,
    start: p.Start = None,
    goal: p.Goal = None,
    mask: p.MaskFile = None,
    islands: p.IslandsPolicy = None,
    plan: p.PlanFile = None,
    g: p.GenerateOptions = None,
    shape: p.Shape = None,
    o: p.WriteOptions = None,
    tile_size: p.TileSize = None,
    read_from: p.From = None,
    i: p.ReadOptions = None,
    engine: p.EngineName = "auto",
    force: p.Force = False,
) -> None:
    """Draw a level in the terminal or as a picture.

    Without LEVEL it draws a new maze; with -o it writes a PNG picture.
    """
    import shutil

    from mazeconv.cli.delivery import Order, deliver
    from mazeconv.cli.levels import describe, level_of, preset_of
    from mazeconv.errors import UsageError
    from mazeconv.sketch import sketch

    if output is None and (o or tile_size):
        raise UsageError("-O and --tile-size are for a picture, and no file is named", "add -o maze.png")
    kind = preset_of(preset)
    found = level_of(
        level,
        read_from=read_from,
        read_options=i,
        engine=engine,
        preset=kind,
        generator=generator,
        size=size,
        cells=cells,
        seed=seed,
        start=start,
        goal=goal,
        mask=mask,
        islands=islands,
        plan=plan,
        generate_options=g,
        shape=shape,
    )
    chosen = level is None and seed is None
    if output is not None:
        options = [*([f"tile-size={tile_size}"] if tile_size else []), *(o or [])]
        stem = p.stem(level)
        order = Order(["png"], output, options, stem, force, preset=kind, chosen_seed=chosen, source=level)
        deliver(found, order)
        return
    # What is not shown in a terminal, nor told a width by COLUMNS, is not cut off.
    print(sketch(found, shutil.get_terminal_size((UNLIMITED, 0)).columns), end="")
    CONSOLE.say(describe(found, chosen=chosen, source=level))
