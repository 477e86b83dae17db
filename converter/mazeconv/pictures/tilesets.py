"""The default tileset's picture, drawn in the colours of a theme: floor, then wall, each once or in every shape.

Square tiles lie flat, the wall with a bevel lit from the top left. Isometric floor is a diamond; isometric
wall is a block on that diamond, so its picture, and with it every picture of the sheet, is higher than the
map's grid. How tiles of many shapes look, `relief` and `isometric` say.
"""

from __future__ import annotations

from itertools import islice
from math import ceil, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from mazeconv.autotile import FULL, Autotile, filled, masks
from mazeconv.level import Tile
from mazeconv.pictures.isometric import floor_tile, masked, wall_tile
from mazeconv.pictures.pixels import Strip, encode
from mazeconv.pictures.relief import BLACK, WHITE, floor_picture, tint, wall_picture
from mazeconv.rng import Stream

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.pictures.themes import Theme

    Pixels: TypeAlias = npt.NDArray[np.float64]

Orientation = Literal["orthogonal", "isometric"]
# The texture has about this many specks a side, whatever the tile's size.
SPECKS = 16
# Below this many pixels a bevel or a grid line would be all there is.
PLAIN = 6
# A sheet of more tiles has several rows, which are all full if that can be; a few that fill none stand in one row.
COLUMNS = range(12, 3, -1)
LONGEST_ROW = 24
# Many graphics cards take no larger picture; sheets are about square rather than above it, in pixels a side.
LARGEST = 4096


class Picture(NamedTuple):
    """Name a tile: its role, and its shape as a mask of `autotile`."""

    role: int
    mask: int


class Sheet(NamedTuple):
    """Say what a default tileset looks like: the map's grid in pixels, its orientation, the colours and the shapes."""

    width: int
    height: int
    orientation: Orientation
    theme: Theme
    walls: Autotile = "none"
    floors: Autotile = "none"

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return what the tiles show, by id."""
        return tuple(
            Picture(role, mask)
            for role, kind in ((Tile.FLOOR, self.floors), (Tile.WALL, self.walls))
            for mask in masks(kind)
        )

    @property
    def columns(self) -> int:
        """Return how many tiles lie side by side."""
        count = len(self.pictures)
        found = next((n for n in COLUMNS if count % n == 0), count if count <= LONGEST_ROW else COLUMNS[0])
        if max(found * self.width, ceil(count / found) * self.tile_height) > LARGEST:
            return min(count, ceil(sqrt(count * self.tile_height / self.width)))
        return found

    @property
    def rows(self) -> int:
        """Return how many tiles lie one above the other; places at the end of the last row may be empty."""
        return ceil(len(self.pictures) / self.columns)

    def ids(self, role: int) -> dict[int, tuple[int, ...]]:
        """Return the id of each tile of a role, by its mask."""
        return {picture.mask: (number,) for number, picture in enumerate(self.pictures) if picture.role == role}

    @property
    def lift(self) -> int:
        """Return by how many pixels a wall stands up from the grid."""
        return 0 if self.orientation == "orthogonal" else max(1, self.height // 2)

    @property
    def tile_height(self) -> int:
        """Return the height of the pictures in pixels, grid and lift together; their width is the grid's."""
        return self.height + self.lift


def draw(sheet: Sheet) -> bytes:
    """Return the sheet as a PNG file, the same pixels every time."""
    tiles = _flat(sheet) if sheet.orientation == "orthogonal" else _raised(sheet)
    blank = tiles[0]
    if len(tiles) % sheet.columns:
        # Where pictures have a fourth channel, it shows nothing.
        blank = np.zeros_like(tiles[0])
        blank[..., :3] = sheet.theme.void
    tiles += [blank] * (sheet.columns * sheet.rows - len(tiles))
    rows = [tiles[first : first + sheet.columns] for first in range(0, len(tiles), sheet.columns)]
    pixels = np.concatenate([np.concatenate(row, axis=1) for row in rows]).round().clip(0, 255).astype(np.uint8)
    height, width, channels = pixels.shape
    return encode([Strip(pixels)], width, height, channels=channels)


def _flat(sheet: Sheet) -> list[Pixels]:
    width, height, theme = sheet.width, sheet.height, sheet.theme
    floor = _textured(theme.floor, width, height, "floor")
    wall = _textured(theme.wall, width, height, "wall")
    return [_square(picture, sheet, floor, wall) for picture in sheet.pictures]


def _square(picture: Picture, sheet: Sheet, floor: Pixels, wall: Pixels) -> Pixels:
    if picture.role == Tile.FLOOR:
        if sheet.floors != "none":
            return floor_picture(filled(picture.mask, sheet.floors), floor)
        return floor if sheet.walls != "none" else _ruled(floor, sheet)
    return wall_picture(filled(picture.mask, sheet.walls), floor, wall) if sheet.walls != "none" else _bevelled(wall)


def _ruled(floor: Pixels, sheet: Sheet) -> Pixels:
    out = floor.copy()
    if min(sheet.width, sheet.height) >= PLAIN:
        out[-1, :] = out[:, -1] = sheet.theme.grid
    return out


def _bevelled(wall: Pixels) -> Pixels:
    height, width = wall.shape[:2]
    out = wall.copy()
    if min(width, height) < PLAIN:
        return out
    y, x = np.ogrid[:height, :width]
    to_light = np.minimum(x, y)
    to_shade = np.minimum(width - 1 - x, height - 1 - y)
    edge = max(1, min(width, height) // 10)
    tint(out, (to_light < edge) & (to_light <= to_shade), WHITE, 0.25)
    tint(out, (to_shade < edge) & (to_shade < to_light), BLACK, 0.35)
    return out


def _raised(sheet: Sheet) -> list[Pixels]:
    floor, wall = _blocks(sheet)
    size = (sheet.width, sheet.height)
    # As many dots a side as the diamond is high: a line of one dot is seen.
    square = _textured(sheet.theme.floor, sheet.height, sheet.height, "floor")
    texture = _textured(sheet.theme.wall, sheet.width, sheet.tile_height, "wall")
    out = []
    for picture in sheet.pictures:
        kind = sheet.floors if picture.role == Tile.FLOOR else sheet.walls
        mask = filled(picture.mask, kind)
        if picture.role == Tile.FLOOR:
            # Between walls of many shapes, floor has no lines.
            plain = floor if sheet.walls == "none" else floor_tile(FULL, square, size, sheet.lift)
            out.append(plain if kind == "none" else floor_tile(mask, square, size, sheet.lift))
        else:
            out.append(wall if kind == "none" else wall_tile(mask, square, texture, size, sheet.lift))
    return out


def _blocks(sheet: Sheet) -> list[Pixels]:
    width, height, theme, lift = sheet.width, sheet.height, sheet.theme, sheet.lift
    y, x = np.ogrid[: sheet.tile_height, :width]
    across = (x + 0.5) / (width / 2) - 1
    # A hair more than the exact diamond, and a pixel more where odd sizes make the grid step by half pixels: no gaps.
    spare = 0.25 if width % 2 == height % 2 == 0 else 1.0
    half = height / 2 * (1 - np.abs(across)) + spare

    def diamond(middle: float) -> npt.NDArray[np.float64]:
        return half - np.abs(y + 0.5 - middle)

    ground = diamond(lift + height / 2)
    top = diamond(height / 2)
    floor = _textured(theme.floor, width, sheet.tile_height, "floor")
    wall = _textured(theme.wall, width, sheet.tile_height, "wall")
    sides = (top < 0) & (y + 0.5 > height / 2)
    everywhere = np.ones_like(sides)
    tint(wall, everywhere & ~sides, WHITE, 0.22)
    tint(wall, sides & (across > 0), BLACK, 0.4)
    if min(width, height) >= PLAIN:
        line = max(1.0, height / 16)
        floor[(ground < line / 2) & (y + 0.5 > lift + height / 2)] = theme.grid
        tint(wall, (top >= 0) & (top < line), WHITE, 0.25)
    covered = (top >= 0) | (ground >= 0) | (sides & (y + 0.5 < lift + height / 2))
    return [masked(floor, ground >= 0), masked(wall, covered)]


def _textured(colour: tuple[int, int, int], width: int, height: int, name: str) -> Pixels:
    """Return the colour with faint specks, which are squares of some pixels in larger tiles."""
    speck = max(1, min(width, height) // SPECKS)
    rows, cols = -(-height // speck), -(-width // speck)
    words = np.fromiter(islice(Stream.of("tileset").child(name).words(), rows * cols), np.float64, rows * cols)
    light = 1 + (words / (1 << 32) - 0.5).reshape(rows, cols) * 0.07
    light = light.repeat(speck, axis=0).repeat(speck, axis=1)[:height, :width]
    return np.array(colour, np.float64) * light[:, :, None]
