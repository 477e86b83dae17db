"""The table of shaping steps: what a step is, the built-in ones, and how a step is written.

A step is written NAME[=VALUE][,key=value…] and works on the `Draft` of a level. Steps run in the order given, stage by
stage: first "size", then what is kept free of the maze ("plan"), what is carved ("tiles"), the openings in the border
("border"), where the level starts and ends ("ends"), and what lies in it ("markers").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, get_args

from msgspec import Struct

from mazeconv.errors import UsageError, did_you_mean
from mazeconv.kernels import Engine, Machine, Progress
from mazeconv.memory import BYTES_PER_TILE
from mazeconv.options import Options, kebab, text_of, texts
from mazeconv.options.building import build
from mazeconv.rng import Stream
from mazeconv.shaping.draft import Draft, Frame
from mazeconv.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterable


Stage = Literal["size", "plan", "tiles", "border", "ends", "markers"]
STAGES: tuple[Stage, ...] = get_args(Stage)


class Task(Struct, frozen=True, kw_only=True):
    """Hold what one step of a request has beside the draft: its options and its own stream of random words."""

    options: Any
    stream: Stream
    engine: Engine = "auto"
    progress: Progress | None = None

    def machine(self, draft: Draft) -> Machine:
        """Return the machine on which kernels go over the draft."""
        return Machine.choose(draft.size, self.engine, self.progress)


class Step(Struct, frozen=True, kw_only=True):
    """Describe a shaping step and hold its function.

    `run` changes the draft. A step of the stage "size" has `frame` instead: it gives the thicknesses in which the
    draft will be drawn, before anything is made. The first option is the one that VALUE sets. `memory` is how many
    bytes a tile of the draft compiled kernels take at least, at the peak while it runs and all included: on mazes of
    cells, and on those of tiles.
    """

    name: str
    title: str
    about: str
    stage: Stage
    options: type[Options]
    run: Callable[[Draft, Task], None] | None = None
    frame: Callable[[Frame, Any], Frame] | None = None
    memory: tuple[int, int] = (BYTES_PER_TILE, BYTES_PER_TILE)


SHAPING: Table[Step] = Table(
    "shaping step",
    "mazeconv.shaping",
    {
        "corridor": "mazeconv.shaping.thickness:CORRIDOR",
        "wall": "mazeconv.shaping.thickness:WALL",
        "inner": "mazeconv.shaping.inner:INNER",
        "symmetry": "mazeconv.shaping.symmetry:SYMMETRY",
        "sparsify": "mazeconv.shaping.dead_ends:SPARSIFY",
        "braid": "mazeconv.shaping.dead_ends:BRAID",
        "loops": "mazeconv.shaping.walls:LOOPS",
        "entrances": "mazeconv.shaping.entrances:ENTRANCES",
        "repair": "mazeconv.shaping.repair:REPAIR",
        "ends": "mazeconv.shaping.ends:ENDS",
        "island-goal": "mazeconv.shaping.island:ISLAND_GOAL",
        "keys": "mazeconv.shaping.keys:KEYS",
        "treasures": "mazeconv.shaping.placing:TREASURES",
        "place": "mazeconv.shaping.placing:PLACE",
    },
)


class Request(Struct, frozen=True):
    """Hold a step and the options that it was asked for with."""

    step: Step
    options: Any

    @property
    def text(self) -> str:
        """Return the request as it is typed: the first option always, the others where they differ."""
        first, *_ = self.options.__struct_fields__
        more = [f"{key}={value}" for key, value in texts(self.options).items() if key != kebab(first)]
        return ",".join([f"{self.step.name}={text_of(getattr(self.options, first))}", *more])


def parse(text: str) -> Request:
    """Return the step that NAME[=VALUE][,key=value…] asks for; raise `UsageError`.

    A bare key is true where it names a yes-or-no option; any other part without `=` continues the value before it, so
    that a value may be a list.
    """
    try:
        return _parsed(text)
    except UsageError as error:
        from mazeconv.shaping.mistyped import as_written, meant

        raise UsageError(error.message, as_written(meant(text, SHAPING.names(), _parsed)) or error.hint) from error


def _parsed(text: str) -> Request:
    from mazeconv.options.describing import MANY, describe

    head, *parts = text.split(",")
    name, equals, value = (piece.strip() for piece in head.partition("="))
    step = SHAPING.get(name)
    described = describe(step.options)
    many = {d.name for d in described if d.kind.startswith(MANY)}
    flags = {d.name for d in described if d.kind == "yes or no"}
    key = described[0].name
    values: dict[str, str | bool] = {key: value} if equals else {}
    for part in parts:
        named, equals, value = (piece.strip() for piece in part.partition("="))
        if equals:
            key = named
            values[key] = value
        elif named in flags:
            values[named] = True
        elif key in values and key not in many and (hint := did_you_mean(named, flags, ())):
            raise UsageError(f"shaping step {name} has no option {named!r}", hint)
        elif key in values:
            values[key] = f"{values[key]},{named}"
        else:
            raise UsageError(
                f"shaping step {name}: {part!r} has no name", f"write {name}=VALUE,key=value; `mazeconv shapes {name}`"
            )
    return Request(step, build(step.options, values, f"shaping step {name}"))


def parse_all(steps: str | Iterable[str]) -> tuple[Request, ...]:
    """Return the steps that the texts ask for; one text is one step."""
    return tuple(parse(text) for text in ([steps] if isinstance(steps, str) else steps))


def staged(requests: Iterable[Request]) -> dict[Stage, list[tuple[int, Request]]]:
    """Return the requests by stage, in the order given, each with its number among those of its name from 0."""
    stages: dict[Stage, list[tuple[int, Request]]] = {stage: [] for stage in STAGES}
    seen: dict[str, int] = {}
    for request in requests:
        index = seen[request.step.name] = seen.get(request.step.name, -1) + 1
        stages[request.step.stage].append((index, request))
    return stages


def needs(requests: Iterable[Request], unit: Literal["cells", "tiles"]) -> dict[str, int]:
    """Return the bytes a tile that the steps take at least, by what asks for them; see `memory.check_memory`."""
    return {f"--shape {request.step.name}": request.step.memory[unit == "tiles"] for request in requests}
