"""How many tiles wide corridors and walls are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from mazeconv.errors import GenerationError
from mazeconv.options import Options
from mazeconv.shaping import Step
from mazeconv.shaping.draft import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazeconv.generators import Generator
    from mazeconv.shaping import Request


class CorridorOptions(Options, frozen=True):
    """Hold how wide corridors are."""

    tiles: Annotated[int, Meta(ge=1, le=64, description="how many tiles wide")] = 2


class WallOptions(Options, frozen=True):
    """Hold how thick walls are."""

    tiles: Annotated[int, Meta(ge=1, le=64, description="how many tiles thick")] = 2


def corridors(frame: Frame, options: CorridorOptions) -> Frame:
    """Return the frame with corridors of that width."""
    return frame._replace(corridor=options.tiles)


def walls(frame: Frame, options: WallOptions) -> Frame:
    """Return the frame with walls of that thickness."""
    return frame._replace(wall=options.tiles)


def frame_of(requests: Iterable[Request], generator: Generator) -> Frame:
    """Return the thicknesses that the steps ask for; raise `GenerationError` where the generator has only one."""
    frame = Frame()
    for request in requests:
        if request.step.frame is not None:
            frame = request.step.frame(frame, request.options)
    if generator.unit == "tiles" and frame.corridor != frame.wall:
        most = max(frame)
        raise GenerationError(
            f"{generator.name} makes walls and corridors of single tiles, which can only grow together",
            f"give both the same thickness: --shape corridor={most} --shape wall={most}",
        )
    return frame


CORRIDOR = Step(
    name="corridor",
    title="corridors several tiles wide",
    about="Draws every corridor that many tiles wide. The size of the level must fit: see the error if it does not.",
    stage="size",
    options=CorridorOptions,
    frame=corridors,
)

WALL = Step(
    name="wall",
    title="walls several tiles thick",
    about="Draws every wall, the outer one too, that many tiles thick. The size of the level must fit.",
    stage="size",
    options=WallOptions,
    frame=walls,
)
