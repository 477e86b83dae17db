"""The numbers under which what is seen on a tile is drawn: its ground, and what lies on it layer by layer.

A picture is made of arrays of these, one byte a tile unless the ground has shapes. In the layers above the ground 0 is
nothing.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from mazeconv.autotile import masks
from mazeconv.lettering import badges
from mazeconv.level import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterable

# Up to here they are the roles of tiles, see `Tile`.
START = 3
GOAL = 4
BADGES = 5
# The usual ones come first, as pictures of all codes up to the last are held.
LETTERS = ascii_uppercase + ascii_lowercase
DEAD_END = BADGES + len(LETTERS)
WALKER = DEAD_END + 1
# Around or over another mark.
FRAME, CROSS = WALKER + 1, WALKER + 2
# Grounds other than roles: floor that was just carved, wall that was just built, a wall that was opened, floor walked
# on once, twice, more often, and floor by its distance.
FRESH_FLOOR, FRESH_WALL = CROSS + 1, CROSS + 2
OPENED = FRESH_WALL + 1
TRODDEN = OPENED + 1
TRODDEN_SHADES = 3
HEAT = TRODDEN + TRODDEN_SHADES
HEAT_SHADES = 64
# Lines; each adds four bits, one a direction (north 1, east 2, south 4, west 8). Those of a route come in three parts,
# see `lines`, each walked once or more often; on tiles too small for lines the tile is filled.
SOLUTION = HEAT + HEAT_SHADES
ROUTE_IN, ROUTE_OUT, ROUTE_TURN = (SOLUTION + 16 * i for i in (1, 2, 3))
AGAIN = 3 * 16
ROUTE_FILL = ROUTE_IN + 2 * AGAIN
AGAIN_FILL = ROUTE_FILL + 1

# Grounds with a shape: the masks of 47 tiles, of floor and of wall.
SHAPED = 256
MASKS = masks("blob")

# The outline of the lanes of a walk, in the same three parts; it lies below all of them.
OUTLINE = SHAPED + len(ROLES) * len(MASKS)


def shape_code(role: int, mask: int) -> int:
    """Return the code of floor or wall with the shape that a mask of `autotile` says."""
    return SHAPED + role * len(MASKS) + MASKS.index(mask)


def shape_of(code: int) -> tuple[int, int]:
    """Return the role and the mask of a ground with a shape."""
    role, number = divmod(code - SHAPED, len(MASKS))
    return role, MASKS[number]


def codes_of(kinds: Iterable[str]) -> dict[str, int]:
    """Return the code under which a marker of each of these kinds is drawn in a picture that holds them all."""
    letters = {kind: BADGES + LETTERS.index(letter) for kind, letter in badges(kinds).items()}
    return letters | {"start": START, "goal": GOAL}


def letter_of(code: int) -> str:
    """Return the letter on the badge of a marker's code."""
    return LETTERS[code - BADGES]
