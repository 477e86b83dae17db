"""What a designer has drawn into a level: walls and roads that stay, and free tiles that become a maze."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeconv.drawn import PIXELS, Drawn, called, drawn, valued
from mazeconv.errors import GenerationError, ReadError
from mazeconv.generators import GENERATORS, Generator, nearest_sizes
from mazeconv.lettering import LETTERS
from mazeconv.level import Marker, Place
from mazeconv.runs import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from mazeconv.drawn import Given

FREE, ROAD, WALL = range(3)
SIGNS = dict.fromkeys("?.", FREE) | dict.fromkeys([*" _R", *LETTERS.values()], ROAD) | {"#": WALL}
PLAIN = {" ": "_", ".": "?"}
"""Signs for which another stands in a recipe, as a command shows it better."""
ENDS = {kind: LETTERS[kind] for kind in ("start", "goal")}
RECIPE = "the plan of the recipe"
DARK, LIGHT = 64, 192
GIVE = (
    "give a path or rows of text, such as ['?????', '??#__']: # is wall, _ road and ? free; an array of tiles as "
    '["".join("_#?"[int(n)] for n in row) for row in tiles]'
)


class Plan:
    """Hold a plan: `signs` is uint8[rows, cols], one sign for each tile of a level drawn with thin corridors and walls.

    `#` is a wall that stays, a space or `_` a road that stays, `R` the floor of a room (a road too), `S` and `G` are
    roads with the start and the goal, as the other letters of a text are with their markers, `?` and `.` are free.
    """

    def __init__(self, signs: npt.NDArray[np.uint8], name: str) -> None:
        self.signs = signs
        self.name = name
        self.tiles = valued(Drawn(name, signs), SIGNS)
        for what, sign in ENDS.items():
            places = np.argwhere(signs == ord(sign))
            if len(places) > 1:
                (row, col), (other_row, other_col) = places[:2].tolist()
                raise ReadError(
                    f"has several {sign}, the first at {col},{row} and {other_col},{other_row}",
                    f"a plan has at most one {what}",
                    source=name,
                )

    @classmethod
    def load(cls, given: Given, what: str = "plan") -> Plan:
        """Return the plan that is drawn in a file, a text or rows of text; raise `ReadError`, `UsageError`.

        In a picture what is black is wall, what is white is road, and what is grey or clear is free.
        """
        found = drawn(given, what, blank="?", hint=GIVE)
        if found.opaque is None:
            return cls(found.values, found.name)
        signs = np.full(found.values.shape, ord("?"), np.uint8)
        signs[found.opaque & (found.values < DARK)] = ord("#")
        signs[found.opaque & (found.values >= LIGHT)] = ord("_")
        return cls(signs, found.name)

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Plan:
        """Return the plan that a recipe holds; raise `ReadError`."""
        return cls(drawn(unpacked(rows, PIXELS, RECIPE), RECIPE, blank="?").values, RECIPE)

    def rows(self) -> tuple[str, ...]:
        """Return the plan as packed rows of text, as a recipe holds it."""
        table = str.maketrans(PLAIN)
        return packed(bytes(row).decode().translate(table) for row in self.signs)

    def size(self, generator: Generator) -> tuple[int, int]:
        """Return the (width, height) of the plan in the generator's unit; raise `GenerationError` if it cannot be."""
        from mazeconv.making import unit_size

        rows, cols = self.signs.shape
        near = _near(generator, cols, rows)
        if near != [(cols, rows)]:
            others = [one.name for one in GENERATORS.all() if _near(one, cols, rows) == [(cols, rows)]]
            raise GenerationError(
                f"{called(self.name, 'plan')} is {cols} x {rows} tiles, which {generator.name} cannot fill",
                "draw it at "
                + " or ".join(f"{w} x {h}" for w, h in near)
                + (f", or take a generator that can: {', '.join(others)}" if others else ""),
            )
        height, width = unit_size(generator, (cols, rows))
        return width, height

    def require_shape(self, shape: tuple[int, int]) -> None:
        """Raise `GenerationError` unless the plan is of that shape, (rows, cols) in tiles of the draft."""
        if self.signs.shape != shape:
            rows, cols = self.signs.shape
            raise GenerationError(
                f"{called(self.name, 'plan')} is {cols} x {rows} tiles, and the maze {shape[1]} x {shape[0]}",
                "leave out the size, as a plan is not fitted: each sign or pixel is a tile, before --shape makes "
                "corridors and walls wider",
            )

    def ends(self) -> dict[str, Place]:
        """Return the tiles of the start and the goal, where the plan has them."""
        found = {name: np.argwhere(self.signs == ord(sign)) for name, sign in ENDS.items()}
        return {name: Place(*places[0].tolist()) for name, places in found.items() if len(places)}

    def markers(self) -> list[Marker]:
        """Return the markers other than the start and the goal, on tiles of the plan, in reading order."""
        kinds = {ord(sign): kind for kind, sign in LETTERS.items() if kind not in ENDS}
        places = np.argwhere(np.isin(self.signs, list(kinds))).tolist()
        return [Marker(kinds[int(self.signs[row, col])], row, col) for row, col in places]


def _near(generator: Generator, cols: int, rows: int) -> list[tuple[int, int]]:
    """Return the sizes in tiles of the draft around a size that the generator can do; itself if it can."""
    from mazeconv.making import tile_sizes

    return nearest_sizes((cols, rows), *tile_sizes(generator))
