"""From what is seen in a picture to its tiles: where they lie, as asked or found, and whether what is light is wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import structs

from mazeconv.errors import ReadError, UsageError, notify
from mazeconv.formats.png_sampling import Sampled, box_of, by_lines, by_majority, found_grid, of_grid, of_size
from mazeconv.formats.png_seen import Seen, seen_in
from mazeconv.level import Tile

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.formats.png_read import PngReadOptions
    from mazeconv.pictures.decoding import Picture

    Yes = npt.NDArray[np.bool_]

# Light walls all round are known by ways of more runs along them than an outer wall has between its openings.
SMALLEST_INVERSE, MOST_OPENINGS = 7, 2
# Cells with lines between them need some pixels.
SMALLEST_CELL = 4


def seen_and_sampled(picture: Picture, options: PngReadOptions, name: str) -> tuple[Seen, Sampled]:
    """Return what is seen and its tiles, with a notice where `wall=auto` had more than one way to read them."""
    seen = seen_in(picture, options)
    sampled, notice = _sampled(seen, options, name)
    if options.wall == "auto" and options.lines != "thin" and _inverse(sampled.tiles) and picture.opaque.all():
        text = f"{name}: what is light was taken for wall, as all of the border is light; -I wall=dark says otherwise"
        notify(text)
        options = structs.replace(options, wall="light")
        seen = seen_in(picture, options)
        sampled, notice = _sampled(seen, options, name)
    if notice:
        notify(f"{name}: {notice}")
    return seen, sampled


def _inverse(tiles: npt.NDArray[np.uint8]) -> bool:
    """Return whether walls and floor look as if each were the other."""
    around = (tiles[0], tiles[-1], tiles[:, 0], tiles[:, -1])
    return not any(side.any() for side in around) and _ways(tiles == Tile.WALL)


def _ways(dark: Yes) -> bool:
    """Return whether what is dark, inside a light border, is the ways of a maze rather than its walls.

    Next to the border, ways are broken several times by walls that begin there; an outer wall inside a margin has an
    opening or two. No way is a tile alone, as a pillar is.
    """
    if min(dark.shape) < SMALLEST_INVERSE:
        return False
    inner = dark[1:-1, 1:-1]
    ring = np.concatenate((inner[0], inner[1:, -1], inner[-1, -2::-1], inner[-2:0:-1, 0]))
    breaks = np.count_nonzero(ring & ~np.roll(ring, 1))
    beside = dark[:-2, 1:-1] | dark[2:, 1:-1] | dark[1:-1, :-2] | dark[1:-1, 2:]
    return bool(breaks > MOST_OPENINGS and 2 * np.count_nonzero(ring) > ring.size and beside[inner].all())


def _sampled(seen: Seen, options: PngReadOptions, name: str) -> tuple[Sampled, str]:
    """Return the tiles, and what is to be said of how they were found."""
    notice = ""
    if options.grid and options.tile_size:
        raise UsageError("format png: grid and tile-size exclude each other", "grid counts tiles, tile-size pixels")
    thin = options.lines == "thin"
    if thin and not (options.grid or options.tile_size):
        raise UsageError("format png: lines=thin needs to know the cells", "add -I grid=WxH, counted in cells")
    if options.grid or options.tile_size:
        box = box_of(seen.dark) if options.trim else (slice(0, seen.dark.shape[0]), slice(0, seen.dark.shape[1]))
        if options.tile_size:
            lattice = of_size(box, options.tile_size, name)
        else:
            cols, rows = map(int, options.grid.split("x"))
            lattice = of_grid(box, cols, rows, name)
    else:
        part = found_grid(seen.dark, seen.marked.values(), trim=options.trim, smooth=seen.smooth, name=name)
        lattice, notice = of_size(part.box, part.size, name), part.notice
    if not thin:
        return by_majority(seen.dark, seen.void, lattice), notice
    if min(int(np.diff(edges).min()) for edges in lattice) < SMALLEST_CELL:
        raise ReadError(f"has cells of less than {SMALLEST_CELL} pixels", "scale it up, or read it thick", source=name)
    return by_lines(seen.dark, lattice), notice
