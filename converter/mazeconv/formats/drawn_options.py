"""Options that several formats have which draw levels: how walls and floor take the shape of what is around them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mazeconv.autotile import Autotile
from mazeconv.options import BY_WORD
from mazeconv.source import Source
from mazeconv.wall_table import built_in

FloorAutotile = Annotated[Autotile, Meta(description="draw floor in the same way, as paths")]
Beyond = Annotated[
    Literal["same", "open"],
    Meta(
        description="for autotile, what is void or beyond the level's edge: the same as the tile, or open, "
        "so that the outer wall closes"
    ),
]
FloorTable = Annotated[
    Source | None, Meta(description="the same for floor, such as roadtype for paths", extra={BY_WORD: built_in})
]
