"""The options that several commands share, and the completion of names."""

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

import typer


def format_names(incomplete: str) -> Iterator[str]:
    """Yield the names of formats that begin with what is typed."""
    from mazeconv.formats import FORMATS

    yield from (name for name in FORMATS.names() if name.startswith(incomplete))


def generator_names(incomplete: str) -> Iterator[str]:
    """Yield the names of generators that begin with what is typed."""
    from mazeconv.generators import GENERATORS

    yield from (name for name in GENERATORS.names() if name.startswith(incomplete))


def solver_names(incomplete: str) -> Iterator[str]:
    """Yield the names of solvers that begin with what is typed."""
    from mazeconv.solvers import SOLVERS

    yield from (name for name in SOLVERS.names() if name.startswith(incomplete))


def measure_names(incomplete: str) -> Iterator[str]:
    """Yield the names of measures that begin with what is typed."""
    from mazeconv.measures import described

    yield from (measure.name for measure in described() if measure.name.startswith(incomplete))


def preset_names(incomplete: str) -> Iterator[str]:
    """Yield the names of presets that begin with what is typed."""
    from mazeconv.resources import presets

    yield from (name for name in presets() if name.startswith(incomplete))


def theme_names(incomplete: str) -> Iterator[str]:
    """Yield the names of themes that begin with what is typed."""
    from mazeconv.pictures.themes import THEMES

    yield from (name for name in THEMES if name.startswith(incomplete))


def step_names(incomplete: str) -> Iterator[str]:
    """Yield the names of shaping steps that begin with what is typed."""
    from mazeconv.shaping import SHAPING

    yield from (name for name in SHAPING.names() if name.startswith(incomplete))


def stem(level: str | None) -> str | None:
    """Return how the names of the files of a level that was read begin, or None to name them after the level."""
    if level is None or level == "-":
        return None
    from mazeconv import api
    from mazeconv.formats import by_name
    from mazeconv.source import without_gzip

    name = without_gzip(level)
    return api.stem_in(name, by_name(name))


LevelPath = Annotated[
    str | None,
    typer.Argument(metavar="[LEVEL]", help="A level to read; - is standard input. Without one, a new level is made."),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help="Format of LEVEL, where its name does not say.",
        autocompletion=format_names,
    ),
]
Formats = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="Format to write; may be given several times, or as several names with commas between.",
        autocompletion=format_names,
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset",
        "-p",
        metavar="NAME|FILE.toml",
        help="Kind of level to make, such as garden; other options count before it. `mazeconv presets` lists them.",
        autocompletion=preset_names,
    ),
]
GeneratorName = Annotated[
    str | None,
    typer.Option(
        "--generator",
        "-g",
        metavar="NAME",
        help="How the maze is made (default: dig). Options of a preset's own generator are dropped.",
        autocompletion=generator_names,
    ),
]
Size = Annotated[
    str | None,
    typer.Option("--size", "-s", metavar="WxH", help="Width x height in tiles, outer wall included (default: 15x13)."),
]
Cells = Annotated[
    str | None,
    typer.Option("--cells", metavar="WxH", help="Width x height in cells instead: 7x6 is 15x13 tiles."),
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Any number or text; the same seed makes the same maze."),
]
Start = Annotated[
    str | None,
    typer.Option("--start", metavar="X,Y", help="Tile of the start, from 0,0 at the top left (default: 1,1)."),
]
Goal = Annotated[
    str | None,
    typer.Option(
        "--goal",
        metavar="X,Y|farthest",
        help="Tile of the goal, or the one farthest from the start (default: mostly bottom right).",
    ),
]
WalkStart = Annotated[
    str | None, typer.Option("--start", metavar="X,Y", help="Tile where the walk begins (default: the level's start).")
]
WalkGoal = Annotated[
    str | None, typer.Option("--goal", metavar="X,Y", help="Tile to reach (default: any goal of the level).")
]
OriginName = Annotated[
    Literal["top-left", "bottom-left"],
    typer.Option("--origin", help="Where 0,0 is for places taken and printed; from the bottom left y goes up."),
]
GenerateOptions = Annotated[
    list[str] | None,
    typer.Option("-G", metavar="KEY=VALUE", help="Option of the generator; `mazeconv generators NAME` lists them."),
]
MaskFile = Annotated[
    str | None,
    typer.Option(
        "--mask",
        metavar="FILE",
        help="Picture or text of where the maze is: white or . inside, black or # outside; a pixel is a cell.",
    ),
]
IslandsPolicy = Annotated[
    Literal["refuse", "join", "largest"] | None,
    typer.Option("--islands", help="What is done with a mask of several pieces (default: refuse)."),
]
PlanFile = Annotated[
    str | None,
    typer.Option(
        "--plan",
        metavar="FILE",
        help="Picture or text of what stays: # or black wall, space or white road, ? or grey free; a pixel is a tile.",
    ),
]
SolverName = Annotated[
    str,
    typer.Option("--solver", metavar="NAME", help="How the way is found.", autocompletion=solver_names),
]
WalkSolver = Annotated[
    str | None,
    typer.Option(
        "--solver", metavar="NAME", help="How the walk goes (default: shortest).", autocompletion=solver_names
    ),
]
SolveOptions = Annotated[
    list[str] | None,
    typer.Option("-S", metavar="KEY=VALUE", help="Option of the solver; `mazeconv solvers NAME` lists them."),
]
Shape = Annotated[
    list[str] | None,
    typer.Option(
        "--shape",
        metavar="NAME[=VALUE][,KEY=VALUE...]",
        help="Shaping step such as braid=0.5; may be given several times. `mazeconv shapes` lists them and says in "
        "which order they are done. "
        "They are added to those of a preset, in place of those of the same name.",
        autocompletion=step_names,
    ),
]
EngineName = Annotated[
    Literal["auto", "python", "numba"],
    typer.Option("--engine", help="Which engine computes; the level is the same."),
]
WriteOptions = Annotated[
    list[str] | None,
    typer.Option("-O", metavar="[FORMAT.]KEY=VALUE", help="Option for writing; `mazeconv formats NAME` lists them."),
]
ReadOptions = Annotated[list[str] | None, typer.Option("-I", metavar="KEY=VALUE", help="Option for reading LEVEL.")]
OutputPath = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="PATH", help="File or folder to write to; - is standard output."),
]
TileSize = Annotated[str | None, typer.Option("--tile-size", metavar="N|WxH", help="Size of a tile in pixels.")]
Offset = Annotated[
    str | None,
    typer.Option("--offset", metavar="X,Y", help="Where the maze lies in the scene, in tiles (agtk)."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist and are different.")]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Say what would be written and write nothing.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


class Making(NamedTuple):
    """Hold how a new level is made, as it was typed; the seed, the start and the goal are the command's own."""

    preset: PresetName = None
    generator: GeneratorName = None
    size: Size = None
    cells: Cells = None
    mask: MaskFile = None
    islands: IslandsPolicy = None
    plan: PlanFile = None
    g: GenerateOptions = None
    shape: Shape = None


class Reading(NamedTuple):
    """Hold how a level is read, as it was typed."""

    read_from: From = None
    i: ReadOptions = None
