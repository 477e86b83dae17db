"""Square tiles drawn by their masks: walls that stand up from the floor, and floor in their shadow.

The light comes from the top left. A wall is seen from above and a little from the front: where it does not go on
downwards, its face shows below its top. All is made of few plain steps, so that a picture keeps few colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from mazeconv.autotile import CORNERS, DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP, UP_LEFT, UP_RIGHT

if TYPE_CHECKING:
    import numpy.typing as npt

    Pixels: TypeAlias = npt.NDArray[np.float64]
    Area: TypeAlias = npt.NDArray[np.bool_]

WHITE, BLACK = 255.0, 0.0
# Below this many pixels a wall has neither face nor rim.
PLAIN = 6
# Below this many its corners are not round.
ROUND = 12


class Measures(NamedTuple):
    """Hold the pixels of a wall's parts: floor beside it, its face, its rim, and the radius of its corners."""

    gap: int
    face: int
    rim: int
    radius: float


def measures(width: int, height: int) -> Measures:
    """Return the measures for tiles of a size."""
    side = min(width, height)
    if side < PLAIN:
        return Measures(0, 0, 0, 0)
    # On a small tile round corners and floor all around would leave little of a wall that stands alone.
    gap, radius = (int(side > PLAIN), 0.0) if side < ROUND else (max(1, side // 16), side * 0.24)
    return Measures(gap, max(1, round(height * 0.28)), max(1, side // 20), radius)


def wall_picture(mask: int, floor: Pixels, wall: Pixels) -> Pixels:
    """Return a wall with the shape `mask`, from pictures of floor and wall, float64 of (height, width, channels)."""
    height, width = wall.shape[:2]
    m = measures(width, height)
    away = inside(mask, width, height, m)
    top = away >= 0
    face = np.zeros_like(top)
    for down in range(1, m.face + 1):
        face[down:] |= top[:-down]
    face &= ~top
    out = floor.copy()
    # What the wall keeps from the light, but for the strip at its left and top.
    shade = np.zeros_like(top)
    shade[m.gap :, m.gap :] = (top | face)[: height - m.gap, : width - m.gap]
    tint(out, shade & ~top & ~face, BLACK, 0.22)
    out[top | face] = wall[top | face]
    tint(out, top, WHITE, 0.10)
    tint(out, face, BLACK, 0.32)
    tint(out, face & _joints(width, height, m), BLACK, 0.30)
    foot = face.copy()
    foot[:-1] &= ~(face | top)[1:]
    foot[-1] = False
    tint(out, foot, BLACK, 0.35)
    if m.rim:
        rim = top & (away < m.rim)
        lit = _towards_light(away)
        tint(out, rim & lit, WHITE, 0.28)
        tint(out, rim & ~lit, BLACK, 0.25)
    return out


def floor_picture(mask: int, floor: Pixels) -> Pixels:
    """Return floor with the shape `mask`, in the shadow of what stands above it and at its left."""
    height, width = floor.shape[:2]
    side = min(width, height)
    y, x = np.ogrid[:height, :width]
    out = floor.copy()
    if side < PLAIN:
        return out
    for share, dark in ((0.30, 0.10), (0.16, 0.14)):
        left, up = x < round(width * share * 0.7), y < round(height * share)
        beside = left & ~up & (not mask & LEFT)
        above = up & ~left & (not mask & UP)
        corner = left & up & (not mask & UP_LEFT)
        tint(out, beside | above | corner, BLACK, dark)
    edge = max(1, side // 20)
    right, down = x >= width - edge, y >= height - edge
    far = (right & (not mask & RIGHT)) | (down & (not mask & DOWN))
    near = {UP_RIGHT: right & (y < edge), DOWN_RIGHT: right & down, DOWN_LEFT: down & (x < edge)}
    for corner, area in near.items():
        if mask & CORNERS[corner] == CORNERS[corner] and not mask & corner:
            far = far | area
    tint(out, far, WHITE, 0.35)
    return out


def inside(mask: int, width: int, height: int, m: Measures) -> Pixels:
    """Return how many pixels each pixel lies inside of the wall's top, below 0 outside."""
    y, x = np.mgrid[:height, :width].astype(float)
    far = float(width + height)
    to = {UP: y - m.gap, LEFT: x - m.gap, RIGHT: width - 1 - x - m.gap, DOWN: height - 1 - y - m.gap - m.face}
    out = np.full((height, width), far)
    for corner, sides in CORNERS.items():
        one, two = (side for side in to if side & sides)
        if not mask & sides:
            near = (to[one] < m.radius) & (to[two] < m.radius)
            out = np.where(near, np.minimum(out, m.radius - np.hypot(m.radius - to[one], m.radius - to[two])), out)
        elif mask & sides == sides and not mask & corner:
            # Outside of the notch that the floor beyond the corner cuts.
            notch = (to[one] < 0) & (to[two] < 0)
            out = np.minimum(out, np.where(notch, -1, np.hypot(np.maximum(to[one], 0), np.maximum(to[two], 0))))
        for side in (one, two):
            if not mask & side:
                out = np.minimum(out, to[side])
    return out


def _towards_light(away: Pixels) -> Area:
    """Return where the edge of the wall's top looks up or left: there the way in leads down or right."""
    down, right = np.gradient(away)
    return np.asarray(down + right > 0)


def _joints(width: int, height: int, m: Measures) -> Area:
    """Return the lines between bricks, which go on from tile to tile."""
    y, x = np.mgrid[:height, :width]
    out = np.zeros((height, width), np.bool_)
    course = max(2, m.face // 2)
    if m.face < course + 2:
        return out
    from_foot = height - 1 - m.gap - y
    brick = max(4, width // 3)
    row = from_foot // course
    out |= from_foot % course == course - 1
    out |= (x + row % 2 * (brick // 2)) % brick == 0
    return out


def tint(pixels: Pixels, where: Area, towards: float, share: float) -> None:
    """Bring the colours of some pixels, in place, nearer to a grey by a share."""
    colours = pixels[..., :3]
    colours[where] += (towards - colours[where]) * share
