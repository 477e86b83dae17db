"""Pictures as levels: our own previews, pictures of square tiles, and with `grid` drawings and photographs."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import numpy as np
from msgspec import Meta, structs

from mazeconv.errors import MazeconvError, MazeconvNotice, ReadError, UsageError
from mazeconv.formats import png_own
from mazeconv.formats.png_sampling import (
    Sampled,
    box_of,
    by_lines,
    by_majority,
    found_grid,
    of_grid,
    of_size,
    shares,
)
from mazeconv.level import KIND, Level, Marker, Tile
from mazeconv.options import Options
from mazeconv.pictures.decoding import BEGINNINGS, bands, decode
from mazeconv.pictures.pixels import Strip, encode

if TYPE_CHECKING:
    import numpy.typing as npt

    from mazeconv.pictures.decoding import Picture
    from mazeconv.source import Source

    Yes = npt.NDArray[np.bool_]

PIXEL_LIMIT = 1 << 26
MORE = "allow more with -I pixel-limit=N, at the cost of memory"
# How far each channel of a marker's colour may be off, and the least share of a tile that it covers.
NEAR, LEAST = 56, 0.04
# A colour on more tiles than this marks nothing.
MOST_MARKERS = 1 << 16
# What is neither dark nor light, and how much of a picture may be so before it is taken for a drawing.
GREY, SMOOTH = (40, 215), 0.002
# Light walls all round are known by ways of more runs along them than an outer wall has between its openings.
SMALLEST_INVERSE, MOST_OPENINGS = 7, 2
# Cells with lines between them need some pixels.
SMALLEST_CELL = 4
RED, BLUE = (230, 30, 30), (40, 90, 220)

Colour = Annotated[str, Meta(title="a colour as #rrggbb or #rgb", pattern=r"^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|)\Z")]


class PngReadOptions(Options, frozen=True, kw_only=True):
    """Say how a picture is read."""

    tile_size: Annotated[
        Annotated[int, Meta(ge=1, le=1 << 14)] | None, Meta(description="pixels a tile; if not given, it is found")
    ] = None
    grid: Annotated[
        str,
        Meta(
            pattern=r"^([1-9][0-9]{0,5}x[1-9][0-9]{0,5}|)\Z",
            description="WxH tiles (cells with lines=thin) for what has no exact grid: each is what most of it is",
        ),
    ] = ""
    trim: Annotated[bool, Meta(description="leave out the light margin around what is drawn")] = False
    lines: Annotated[
        Literal["thick", "thin"],
        Meta(description="thin: walls are lines between cells, and grid or tile-size is that of the cells"),
    ] = "thick"
    threshold: Annotated[int, Meta(ge=1, le=255, description="light from 0 to 255 below which a pixel is dark")] = 128
    wall: Annotated[
        Literal["auto", "dark", "light"],
        Meta(description="what walls are; auto is dark, or light if the border is light and the dark looks like ways"),
    ] = "auto"
    clear: Annotated[Literal["floor", "wall", "void"], Meta(description="what transparent pixels are")] = "floor"
    start_colour: Annotated[Colour, Meta(description="colour of the start, such as #00ff00; empty for none")] = (
        "#00ff00"
    )
    goal_colour: Annotated[Colour, Meta(description="colour of goals, such as #ff0000; empty for none")] = "#ff0000"
    marker_colours: Annotated[
        tuple[str, ...], Meta(description="colours of other markers as KIND:#rrggbb, such as key:#ffcc00")
    ] = ()
    border: Annotated[
        Literal["ends", "open", "close"],
        Meta(description="ends: openings in the border become start and goal, if none is marked; close seals them"),
    ] = "ends"
    pixel_limit: Annotated[int, Meta(ge=1, description="refuse to decode a picture of more pixels")] = PIXEL_LIMIT


class Seen(NamedTuple):
    """Hold what is seen in a picture: where it is dark and where it is void, and where each marker's colour is."""

    dark: Yes
    void: Yes
    marked: dict[str, Yes]
    smooth: bool


def read(source: Source, options: PngReadOptions) -> Level:
    """Read a picture; raise `ReadError` if it has no exact grid and none is given."""
    picture = decode(source, options.pixel_limit, more=MORE)
    try:
        note = None if _asked(options) else png_own.noted(picture.text, *picture.light.shape)
        if note:
            tiles, markers = png_own.tiles_and_markers(picture, note)
        else:
            seen, sampled = _looked_at(picture, options, source.name)
            # It may be large, and is not needed any more.
            del picture
            _tell_of_doubt(sampled, source.name, options)
            tiles, markers = sampled.tiles.copy(), _markers(seen, sampled, source.name)
            tiles[[m.row for m in markers], [m.col for m in markers]] = Tile.FLOOR
        return Level(*_bordered(tiles, markers, options, source.name))
    except (ReadError, UsageError):
        raise
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def check_image(source: Source, options: PngReadOptions) -> bytes:
    """Return a PNG of the picture with the grid in blue and tiles that could be wall or floor in red."""
    picture = decode(source, options.pixel_limit, more=MORE)
    _, sampled = _looked_at(picture, options, source.name)
    out = picture.colours.copy()
    down, across = sampled.areas
    for row, col in np.argwhere(sampled.doubtful).tolist():
        part = out[down[row] : down[row + 1], across[col] : across[col + 1]]
        part[:] = (part.astype(np.uint16) + np.array(RED, np.uint16) * 2) // 3
    out[down[:-1], across[0] : across[-1]] = BLUE
    out[down[0] : down[-1], across[:-1]] = BLUE
    out[down[-1] - 1, across[0] : across[-1]] = BLUE
    out[down[0] : down[-1], across[-1] - 1] = BLUE
    return encode([Strip(out)], out.shape[1], out.shape[0])


def _asked(options: PngReadOptions) -> bool:
    """Return whether the options say where tiles are, so that a preview is read as any picture."""
    return bool(options.grid or options.tile_size or options.trim or options.lines == "thin")


def _looked_at(picture: Picture, options: PngReadOptions, name: str) -> tuple[Seen, Sampled]:
    """Return what is seen and its tiles, with a notice where `wall=auto` had more than one way to read them."""
    seen = _seen(picture, options)
    sampled, notice = _sampled(seen, options, name)
    if options.wall == "auto" and options.lines != "thin" and _inverse(sampled.tiles) and picture.opaque.all():
        text = f"{name}: what is light was taken for wall, as all of the border is light; -I wall=dark says otherwise"
        warnings.warn(text, MazeconvNotice, stacklevel=4)
        options = structs.replace(options, wall="light")
        seen = _seen(picture, options)
        sampled, notice = _sampled(seen, options, name)
    if notice:
        warnings.warn(f"{name}: {notice}", MazeconvNotice, stacklevel=4)
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


def _seen(picture: Picture, options: PngReadOptions) -> Seen:
    shape = picture.light.shape
    colours = _colours(options)
    dark, void = np.empty(shape, np.bool_), np.zeros(shape, np.bool_)
    marked: dict[str, Yes] = {kind: np.empty(shape, np.bool_) for kind in colours}
    values = np.zeros(256, np.int64)
    for band in bands(*shape):
        light, opaque = picture.light[band], picture.opaque[band]
        dark[band] = np.where(opaque, (light < options.threshold) == (options.wall != "light"), options.clear == "wall")
        if options.clear == "void":
            void[band] = ~opaque
        grey = (light > GREY[0]) & (light < GREY[1]) & opaque
        for kind, colour in colours.items():
            off = np.abs(picture.colours[band].astype(np.int16) - np.array(colour, np.int16))
            near = (off <= NEAR).all(axis=2) & opaque
            marked[kind][band] = near
            dark[band] &= ~near
            grey &= ~near
        values += np.bincount(light[grey], minlength=256)
    # A flat colour or two are a way to draw tiles; many shades are a drawing.
    smooth = values.sum() > SMOOTH * dark.size and np.count_nonzero(values) > 8  # noqa: PLR2004 - many
    return Seen(dark, void, marked, bool(smooth))


def _colours(options: PngReadOptions) -> dict[str, tuple[int, int, int]]:
    out = {}
    for kind, typed in (("start", options.start_colour), ("goal", options.goal_colour)):
        if typed:
            out[kind] = _rgb(typed)
    for item in options.marker_colours:
        kind, _, typed = item.partition(":")
        if not KIND.fullmatch(kind) or not re.fullmatch(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", typed):
            raise UsageError(
                f"format png: {item!r} is no marker and its colour", "write KIND:#rrggbb, such as key:#fc0"
            )
        out[kind] = _rgb(typed)
    return out


def _rgb(typed: str) -> tuple[int, int, int]:
    digits = typed.removeprefix("#")
    red, green, blue = bytes.fromhex(digits if len(digits) == len("rrggbb") else "".join(d + d for d in digits))
    return red, green, blue


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


def _tell_of_doubt(sampled: Sampled, name: str, options: PngReadOptions) -> None:
    count = int(np.count_nonzero(sampled.doubtful))
    if count:
        row, col = np.argwhere(sampled.doubtful)[0].tolist()
        notice = f"{name}: {count} tiles could be wall or floor, the first at {col},{row}"
        notice += "; mazeconv convert --check-image FILE.png shows them"
        if options.grid:
            notice += f", and another -I threshold= than {options.threshold}, lower for a dark picture, may settle them"
        warnings.warn(notice, MazeconvNotice, stacklevel=5)


def _markers(seen: Seen, sampled: Sampled, name: str) -> list[Marker]:
    """Return a marker for each tile that shows its colour: a start where most of it is, others where there is any."""
    taken: dict[tuple[int, int], Marker] = {}
    for kind, near in seen.marked.items():
        found = shares(near, sampled.areas)
        shown = found >= LEAST
        count = int(np.count_nonzero(shown))
        if kind == "start" and count > 1:
            # The first of those that show most of it.
            places = [[int(at) for at in np.unravel_index(found.argmax(), found.shape)]]
            warnings.warn(
                f"{name}: the colour of the start is on several tiles; the fullest was taken",
                MazeconvNotice,
                stacklevel=5,
            )
        elif count > MOST_MARKERS:
            raise ReadError(
                f"shows the colour of {kind} on {count:,} tiles, and {MOST_MARKERS:,} is the most",
                f"is it drawn with that colour? say another one, or none with -I {kind}-colour="
                if kind in ("start", "goal")
                else "leave that colour out of -I marker-colours",
                source=name,
            )
        else:
            places = np.argwhere(shown).tolist()
        for row, col in places:
            taken.setdefault((row, col), Marker(kind, row, col))
    return list(taken.values())


def _bordered(
    tiles: npt.NDArray[np.uint8], markers: list[Marker], options: PngReadOptions, name: str
) -> tuple[npt.NDArray[np.uint8], tuple[Marker, ...]]:
    """Return tiles and markers after what `border` says."""
    openings = _openings(tiles)
    inner = tuple(m for m in markers if 0 < m.row < tiles.shape[0] - 1 and 0 < m.col < tiles.shape[1] - 1)
    if options.border == "close":
        for way in openings:
            for row, col in way:
                tiles[row, col] = Tile.WALL
        return tiles, inner
    if options.border == "ends" and openings and not any(m.kind in ("start", "goal") for m in markers):
        if len(openings) > 2:  # noqa: PLR2004 - a way in and a way out
            notice = f"{name}: the border has {len(openings)} openings, so none became start or goal"
            warnings.warn(notice, MazeconvNotice, stacklevel=5)
            return tiles, tuple(markers)
        there = {(m.row, m.col) for m in markers}
        for kind, way in zip(("start", "goal"), openings, strict=False):
            if way[len(way) // 2] not in there:
                markers.append(Marker(kind, *way[len(way) // 2]))
    return tiles, tuple(markers)


def _openings(tiles: npt.NDArray[np.uint8]) -> list[list[tuple[int, int]]]:
    """Return the runs of floor along a border that is mostly wall, in the order in which they are read."""
    rows, cols = tiles.shape
    if min(rows, cols) < 3:  # noqa: PLR2004 - a border and something inside
        return []
    ring = [(0, col) for col in range(cols)] + [(row, cols - 1) for row in range(1, rows)]
    ring += [(rows - 1, col) for col in range(cols - 2, -1, -1)] + [(row, 0) for row in range(rows - 2, 0, -1)]
    floor = [bool(tiles[at] == Tile.FLOOR) for at in ring]
    if 2 * sum(floor) >= len(ring):
        return []
    # Begun at a wall, no run goes over the end.
    first = floor.index(False)
    out: list[list[tuple[int, int]]] = []
    before = False
    for at, is_floor in zip(ring[first:] + ring[:first], floor[first:] + floor[:first], strict=True):
        if is_floor and not before:
            out.append([])
        if is_floor:
            out[-1].append(at)
        before = is_floor
    return sorted(out, key=min)


def looks_like(data: bytes) -> bool:
    """Say whether the bytes begin as pictures do."""
    return data.startswith(BEGINNINGS)
