"""The numbers under which what is seen on a tile is drawn: its ground, and what lies on it layer by layer.

A picture is made of arrays of these, one byte a tile unless the ground has shapes. In the layers above the ground 0 is
nothing.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

from mazeconv.autotile import masks
from mazeconv.lettering import signs
from mazeconv.level import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazeconv.level import Marker

# Up to here they are the roles of tiles, see `Tile`.
START = 3
GOAL = 4
BADGES = 5
SHAPES = {"start": START, "goal": GOAL}
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

# Badges with a second character, that of a label: so many codes a letter, by the number of the character in ASCII.
LABELLED = OUTLINE + AGAIN
CHARACTERS = 128


def shape_code(role: int, mask: int) -> int:
    """Return the code of floor or wall with the shape that a mask of `autotile` says."""
    return SHAPED + role * len(MASKS) + MASKS.index(mask)


def shape_of(code: int) -> tuple[int, int]:
    """Return the role and the mask of a ground with a shape."""
    role, number = divmod(code - SHAPED, len(MASKS))
    return role, MASKS[number]


def codes_of(markers: Iterable[Marker]) -> dict[tuple[str, str], int]:
    """Return the code under which a marker of each kind and label is drawn in a picture that holds all of these."""
    return {look: code_of(look[0], sign) for look, sign in signs(markers).items()}


def code_of(kind: str, sign: str) -> int:
    """Return the code of a kind that has a shape of its own, else of a badge with a letter and maybe a second one."""
    if kind in SHAPES:
        return SHAPES[kind]
    letter = LETTERS.index(sign[0])
    return LABELLED + letter * CHARACTERS + ord(sign[1]) if len(sign) > 1 else BADGES + letter


def sign_of(code: int) -> str:
    """Return what stands on the badge of a marker's code, as `code_of` was given it."""
    if code < LABELLED:
        return LETTERS[code - BADGES]
    letter, character = divmod(code - LABELLED, CHARACTERS)
    return LETTERS[letter] + chr(character)
