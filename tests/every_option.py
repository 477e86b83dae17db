"""A record with an option of every kind."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mazeconv.options import Options
from mazeconv.source import Source

Colour = Literal["red", "green", "blue"]


class Everything(Options, frozen=True):
    whole: Annotated[int, Meta(ge=1, le=64, description="a whole number")] = 16
    number: Annotated[float, Meta(ge=0, description="a number")] = 0.5
    truth: Annotated[bool, Meta(description="a truth")] = False
    word: Annotated[str, Meta(pattern="^[a-z]*$", description="small letters")] = "word"
    colour: Annotated[Colour, Meta(description="a colour")] = "red"
    colours: Annotated[tuple[Colour, ...], Meta(description="colours")] = ()
    pair: Annotated[tuple[Annotated[int, Meta(ge=-9, le=9)], int], Meta(description="a pair")] = (5, 1)
    maybe_size: Annotated[Annotated[int, Meta(ge=1)] | None, Meta(description="a size or none")] = 8
    file: Annotated[Source | None, Meta(description="a file")] = None
