"""What the arguments of the public functions may be: said once for each name, and checked before anything is done."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

import msgspec
from msgspec import Meta

from mazeconv.errors import UsageError, did_you_mean
from mazeconv.hedge import MAX_REUSES
from mazeconv.kernels import Engine
from mazeconv.level import Place
from mazeconv.options import Options, kebab
from mazeconv.options.building import checked_value
from mazeconv.places import Origin
from mazeconv.source import Source

P = ParamSpec("P")
R = TypeVar("R")

Size = Annotated[
    tuple[int, int] | None, Meta(title="(width, height) such as (15, 13)", description="how wide and how high it is")
]
Tile = Annotated[
    tuple[int, int] | str | None,
    Meta(title="(x, y) such as (1, 1)", description="a tile, counted from 0 in the corner that is the origin"),
]
Text = str | None
Texts = Annotated[str | tuple[str, ...], Meta(title="a text or a list of texts")]
AtLeastOne = Annotated[int, Meta(ge=1)]
Positive = Annotated[float, Meta(ge=0.001, le=1e9)]


class Arguments(Options, frozen=True, kw_only=True):
    """Hold the values that arguments may have, by their names.

    A name means the same in all functions; where it does not, that of the function stands before it.
    """

    background: Text
    best: Annotated[Text, Meta(description="the measure of which the largest is wanted, such as dead_ends")]
    cells: Size
    columns: Annotated[AtLeastOne | None, Meta(description="levels side by side; leave it out for what suits")]
    count: Annotated[int, Meta(ge=1, description="how many levels")]
    dry_run: Annotated[bool, Meta(description="whether to write nothing")]
    encode_format: Annotated[str, Meta(description="the name of a format, as `mazeconv formats` lists them")]
    engine: Engine
    # What explorers remember fits 32 bits for twice as many.
    explorers: Annotated[
        int, Meta(ge=0, le=1_000_000, description="simulated players on whom the estimate of times rests")
    ]
    fallback: Annotated[bool, Meta(description="whether to go on otherwise when walking in a circle")]
    first: Annotated[int, Meta(ge=0, le=10**18, description="the number of the first level")]
    force: Annotated[bool, Meta(description="whether to replace files that are different")]
    format: Annotated[Text, Meta(description="the name of a format, as `mazeconv formats` lists them")]
    generator: Annotated[Text, Meta(description="the name of a generator, as `mazeconv generators` lists them")]
    goal: Tile
    hand: Literal["auto", "right", "left"]
    heading: Annotated[int, Meta(ge=0, le=3, description="0 is north, 1 east, 2 south, 3 west")]
    least: Annotated[Text, Meta(description="the measure of which the smallest is wanted, such as dead_ends")]
    measure_played: Annotated[
        Positive | tuple[Positive, ...] | None,
        Meta(title="seconds, or a list of them", description="your own time on this level, such as 42.5"),
    ]
    name: Annotated[str, Meta(description="the whole name of the main file")]
    of: Literal["generation", "solver"]
    open_walls: Annotated[
        float, Meta(ge=0, le=1, description="share of the walls that opens at each re-use, such as 0.05 for 5 of 100")
    ]
    origin: Origin
    require: Annotated[Texts, Meta(description="conditions, such as 'solution >= 120'")]
    scheduler: Annotated[Text, Meta(description="the address of a Dask cluster, such as tcp://127.0.0.1:8786")]
    seed: Annotated[str | int | None, Meta(title="a whole number or a text", description="where chance begins")]
    shape: Annotated[Texts, Meta(description="shaping steps, such as 'braid=0.5'")]
    shard: Annotated[AtLeastOne | None, Meta(description="how many levels are tried at a time")]
    size: Size
    solver: Annotated[str, Meta(description="the name of a solver, as `mazeconv solvers` lists them")]
    speed: Annotated[Positive | None, Meta(description="how many tiles a second a player walks, such as 4")]
    start: Tile
    stem: Annotated[Text, Meta(description="what the names of the files begin with")]
    steps: Annotated[Texts, Meta(description="shaping steps, such as 'repair'")]
    theme: Annotated[Text, Meta(description="the name of a set of colours, such as garden")]
    thumb: Annotated[int, Meta(ge=1, description="pixels that a small picture is wide and high at most")]
    top: Annotated[int, Meta(ge=1, description="how many levels to return")]
    treasures: Annotated[int, Meta(ge=1, le=MAX_REUSES + 1, description="treasures to hunt, one and up to 300 re-uses")]
    upgrade: Annotated[int, Meta(ge=1, le=64, description="level of the upgrade (--level), which doubles the cost")]
    workers: Annotated[AtLeastOne | None, Meta(description="how many processes to use; leave it out for what suits")]


FIELDS = {
    field.name: msgspec.structs.replace(field, name=re.sub("^(encode|measure)_", "", field.name))
    for field in msgspec.structs.fields(Arguments)
}

LEVEL = (
    "a Level",
    ("mazeconv.level:Level",),
    "give one that mazeconv.generate or mazeconv.read returns, one of a batch such as batch[0], or Level(tiles)",
)
PATHS = (str, os.PathLike)
PATH = ("a path", PATHS, "give a text such as 'maze.json', or a pathlib.Path")
FILES = ("a dict of bytes by path", (Mapping,), "give a dict such as {Path('maze.txt'): data}")
OPTIONS = ("a dict of options by name", (Mapping,), "give a dict such as {'key': 'value'}")
# Arguments that are objects: what they are in words, their classes, or where those are that are imported late, and
# what to give.
OBJECTS: dict[str, tuple[str, tuple[type | str, ...], str]] = {
    "after": LEVEL,
    "before": LEVEL,
    "files": FILES,
    "level": LEVEL,
    "mode_of": PATH,
    "path": PATH,
    "preset": (
        "a Preset, or the name or path of one",
        (*PATHS, "mazeconv.presets:Preset"),
        "give a name such as 'garden', a path such as 'mine.toml', or what mazeconv.preset returns",
    ),
    "progress": (
        "a function of two numbers, done and all",
        ("collections.abc:Callable",),
        "give a function such as lambda done, all: print(done, all)",
    ),
    "read_options": OPTIONS,
    "recognise_source": ("a Source", (Source,), "give Source.load(path)"),
    "route": ("a Route", ("mazeconv.solvers:Route",), "give what mazeconv.solve returns"),
    "search_played": ("a list of (level, seconds)", (Sequence,), "give a list such as [(level, 42.5)]"),
    "solver_options": OPTIONS,
    "source": (
        "a path, bytes or a Source",
        (*PATHS, bytes, Source),
        "give a text such as 'maze.json', a pathlib.Path, or the bytes of a file",
    ),
    "stem_in_format": ("a Format or None", ("mazeconv.formats:Format", type(None)), "give None"),
    "target": PATH,
    "unless_changed": FILES,
}


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with its arguments checked by their names; what is wrong raises `UsageError`.

    An argument that is its parameter's default is taken as it is, and so are those whose names are not known here.
    """
    signature = inspect.signature(function)
    owner = function.__qualname__.removesuffix(".__init__")
    defaults = {name: parameter.default for name, parameter in signature.parameters.items()}

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            names = [name for name in defaults if name != "self"]
            unknown = [name for name in kwargs if name not in names]
            hint = did_you_mean(unknown[0], names) if unknown else "its arguments are " + ", ".join(names)
            raise UsageError(f"{owner}: {error}", hint) from error
        given = bound.arguments
        for name, value in given.items():
            if value is not defaults[name]:
                given[name] = check(name, value, owner)
        return function(*bound.args, **bound.kwargs)

    return call


def check(name: str, value: Any, owner: str) -> Any:
    """Return the value of an argument as it is to be used; raise `UsageError` for one that cannot be."""
    own = f"{owner}_{name}"
    field = FIELDS.get(own) or (None if own in OBJECTS else FIELDS.get(name))
    if field is not None:
        if isinstance(value, Place):
            # A tuple too, so that x and y would change places without a word.
            raise UsageError(
                f"{owner}: {kebab(name)} must be (x, y), and a Place is (row, col)",
                f"give ({value.col}, {value.row}), as y is counted from the top",
            )
        return checked_value(field, value, owner)
    found = OBJECTS.get(own) or OBJECTS.get(name)
    if found is not None:
        words, kinds, hint = found
        if not any(isinstance(value, _class_of(kind)) for kind in kinds):
            raise UsageError(f"{owner}: {kebab(name)} must be {words}, not {value!r:.60}", hint)
    return value


def _class_of(kind: type | str) -> type:
    if not isinstance(kind, str):
        return kind
    module, _, name = kind.partition(":")
    found: type = getattr(import_module(module), name)
    return found
