"""The preview picture: a level as a PNG with few colours, quick to make at any size."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec
import numpy as np
from msgspec import Meta

from mazeconv.autotile import Autotile, filled, masks
from mazeconv.errors import UsageError, WriteError, notify
from mazeconv.formats import EXTENSIONS, Format, Target, png_own
from mazeconv.formats.drawn_options import Beyond, FloorAutotile, FloorTable
from mazeconv.formats.png_read import PngReadOptions, check_image, looks_like, read
from mazeconv.level import Tile
from mazeconv.options import BY_WORD
from mazeconv.pictures.codes import GOAL, START, shape_code
from mazeconv.pictures.drawing import MAX_TILE_SIZE, Fit, Layout, chosen_layout, draw, layout
from mazeconv.pictures.layers import layers, shaped
from mazeconv.pictures.legend import entries
from mazeconv.pictures.lines import SMALLEST_LANES
from mazeconv.pictures.marks import SMALLEST_PAIR
from mazeconv.pictures.relief import PLAIN
from mazeconv.pictures.showing import Shown, ShowOptions, find
from mazeconv.pictures.stamps import NONE, RGBA, Look, cut, look, wall_colours
from mazeconv.pictures.themes import THEMES, ThemeName
from mazeconv.source import Source
from mazeconv.wall_table import built_in, read_table

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from mazeconv.level import Level

TILE_SIZE = 16
PIXEL_LIMIT = 100_000_000
# A line of a smaller tile would be a third of it or more.
SMALLEST_GRID = 4

Colour = Annotated[
    str, Meta(title="a colour as #rrggbb or #rgb, or none", pattern=r"^(#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|none|)\Z")
]
Number = Annotated[int, Meta(ge=0)]


def _colour(what: str) -> Meta:
    return Meta(description=f"colour of {what}: #rrggbb, #rgb or none for transparent; the theme's if not given")


class PngOptions(ShowOptions, frozen=True, kw_only=True):
    """Say how a level is drawn."""

    tile_size: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_TILE_SIZE)] | None,
        Meta(description="pixels a tile; if not given, the tiles-size of an image, else 16 or, of large levels, less"),
    ] = None
    fit: Annotated[
        Fit,
        Meta(description="WxH: take the largest tile-size with which the whole picture fits into W x H pixels"),
    ] = ""
    theme: Annotated[ThemeName, Meta(description="set of colours")] = "paper"
    floor_colour: Annotated[Colour, _colour("floor")] = ""
    wall_colour: Annotated[Colour, _colour("walls")] = ""
    void_colour: Annotated[Colour, _colour("what lies outside the level, and of the margin")] = ""
    start_colour: Annotated[Colour, _colour("the mark of the start, a disc")] = ""
    goal_colour: Annotated[Colour, _colour("the mark of a goal, a flag")] = ""
    marker_colour: Annotated[Colour, _colour("the badge with a letter that marks anything else")] = ""
    ink_colour: Annotated[Colour, _colour("coordinates and legend")] = ""
    solution_colour: Annotated[Colour, _colour("the line of the solution")] = ""
    route_colour: Annotated[Colour, _colour("the lines of a route")] = ""
    dead_end_colour: Annotated[Colour, _colour("the diamond that marks a dead end")] = ""
    transparent: Annotated[
        bool,
        Meta(description="make floor, void and margin transparent, so that walls can lie over a background"),
    ] = False
    grid: Annotated[bool, Meta(description="draw lines between tiles (tiles of 4 pixels or more)")] = False
    grid_colour: Annotated[Colour, _colour("the lines of the grid")] = ""
    coordinates: Annotated[
        bool, Meta(description="number columns and rows from 0 at the top left, in a margin of its own")
    ] = False
    markers: Annotated[bool, Meta(description="draw start, goal and other markers")] = True
    tiles: Annotated[
        Source | None,
        Meta(description="an image with square tiles side by side, drawn in place of plain colours"),
    ] = None
    tiles_size: Annotated[
        Annotated[int, Meta(ge=1, le=1024)] | None,
        Meta(description="pixels a tile has in the image; if not given, what a .tsx of its name says, else tile-size"),
    ] = None
    floor_tile: Annotated[Number, Meta(description="the image's tile for floor, counted row by row from 0")] = 0
    wall_tile: Annotated[Number, Meta(description="the image's tile for walls, drawn over the floor's")] = 1
    void_tile: Annotated[Number | None, Meta(description="the image's tile for void; if not given, a colour")] = None
    start_tile: Annotated[Number | None, Meta(description="the image's tile for the start; if not given, a disc")] = (
        None
    )
    goal_tile: Annotated[Number | None, Meta(description="the image's tile for goals; if not given, a flag")] = None
    autotile: Annotated[
        Autotile,
        Meta(
            description="draw each wall by where wall goes on: 16 shapes by its edges, or 47 (blob) by corners too; "
            "an image has them from wall-tile on, or a wall-table says where"
        ),
    ] = "none"
    floor_autotile: FloorAutotile = "none"
    beyond: Beyond = "same"
    wall_table: Annotated[
        Source | None,
        Meta(
            description='a file with an image\'s tile for each shape of wall, in lines such as "up down" = 7; '
            "or roadtype, edges or blob if the tiles lie in that order, roadtype:16 from tile 16 on",
            extra={BY_WORD: built_in},
        ),
    ] = None
    floor_table: FloorTable = None
    pixel_limit: Annotated[Annotated[int, Meta(ge=1)], Meta(description="refuse to make a picture of more pixels")] = (
        PIXEL_LIMIT
    )


def write(level: Level, options: PngOptions, target: Target) -> dict[str, bytes]:
    """Return the picture; raise `WriteError` when it would be too large, before any of it is made."""
    options = _with_size(options)
    shown = find(level, options)
    level = level if options.markers or not level.markers else level.with_(markers=())
    places = _places(level, shown, options)
    colours = look_of(options)
    grid = options.grid and places.tile >= SMALLEST_GRID
    if options.grid and not grid:
        notice = f"the grid is left out: tiles of {places.tile} pixels are too small, it needs {SMALLEST_GRID}"
        notify(notice)
    drawn = layers(level, shown, places.tile)
    kinds = {Tile.FLOOR: options.floor_autotile, Tile.WALL: options.autotile}
    if places.tile < PLAIN and options.tiles is None and set(kinds.values()) != {"none"}:
        notice = f"walls are drawn plain: tiles of {places.tile} pixels are too small for autotile, it needs {PLAIN}"
        notify(notice)
    else:
        ground = shaped(drawn.ground.astype(np.uint8, copy=False), level.tiles, kinds, beyond=options.beyond == "same")
        drawn = drawn._replace(ground=ground)
    pictures = partial(_pictures, options)
    text = _text(level) | _note(level, places, options)
    data = draw(drawn, places, colours, pictures, grid=grid, text=text)
    if options.tiles is not None and not (options.tiles_size or options.tile_size):
        notice = f"nothing says how large the tiles of {options.tiles.name} are: {places.tile} pixels were taken"
        notify(f"{notice}; tiles-size=N says otherwise")
    return {target.main(".png"): data}


def _with_size(options: PngOptions) -> PngOptions:
    """Return the options with the size of the image's tiles that a tileset file says, if they say none."""
    if options.tiles is None or options.tiles_size:
        return options
    from mazeconv.formats.tsx import size_beside

    size = size_beside(options.tiles)
    return msgspec.structs.replace(options, tiles_size=size) if size else options


def _places(level: Level, shown: Shown, options: PngOptions) -> Layout:
    steps = sorted((1, SMALLEST_LANES, SMALLEST_PAIR))
    texts = {step: entries(level, shown, step) if shown.legend else [] for step in steps}

    def of(tile: int) -> Layout:
        explained = texts[max(step for step in steps if step <= tile)]
        return layout(level.rows, level.cols, tile, coordinates=options.coordinates, explained=explained)

    found = chosen_layout(of, options.fit, options.tile_size, options.tiles_size or TILE_SIZE, "format png")
    if found.width * found.height > options.pixel_limit:
        fitting = _fitting(of, found.tile, options.pixel_limit)
        if fitting and options.tile_size is None and options.tiles is None and not options.fit:
            notice = (
                f"tiles are {fitting.tile} pixels, as with {found.tile} the picture would be larger than pixel-limit"
            )
            notify(notice)
            return fitting
        smaller = f"use tile-size={fitting.tile} or less, or " if fitting else ""
        raise WriteError(
            f"a picture of {found.width} x {found.height} pixels is too large:"
            f" they are {found.width * found.height:,}, the limit is {options.pixel_limit:,}",
            f"{smaller}raise pixel-limit",
        )
    return found


def _fitting(of: Callable[[int], Layout], tile: int, limit: int) -> Layout | None:
    """Return the layout with the largest tile below `tile` that keeps to the limit of pixels, if there is one."""
    smaller = (of(size) for size in range(tile - 1, 0, -1))
    return next((layout for layout in smaller if layout.width * layout.height <= limit), None)


def look_of(options: PngOptions) -> Look:
    """Return the colours that the options say."""
    changes = dict.fromkeys(("floor", "void") if options.transparent else (), NONE)
    for role in Look._fields:
        if typed := getattr(options, f"{role}_colour", ""):
            changes[role] = _rgba(typed)
    return look(THEMES[options.theme], changes)


def _rgba(typed: str) -> RGBA:
    digits = typed.removeprefix("#")
    if digits == "none":
        return NONE
    red, green, blue = bytes.fromhex(digits if len(digits) == len("rrggbb") else "".join(d + d for d in digits))
    return red, green, blue, 255


def _pictures(options: PngOptions, tile: int) -> dict[int, npt.NDArray[np.uint8]]:
    """Return the pictures that the image gives; a transparent floor or void has none."""
    if options.tiles is None:
        if options.wall_table or options.floor_table:
            raise UsageError("a table names tiles of an image", "add tiles=FILE.png")
        return {}
    numbers: dict[int, int | None] = {
        Tile.FLOOR: None if options.transparent else options.floor_tile,
        Tile.WALL: options.wall_tile,
        Tile.VOID: None if options.transparent else options.void_tile,
        START: options.start_tile,
        GOAL: options.goal_tile,
    }
    if not options.transparent:
        numbers |= _shapes(Tile.FLOOR, options.floor_autotile, options.floor_table, options.floor_tile)
    numbers |= _shapes(Tile.WALL, options.autotile, options.wall_table, options.wall_tile)
    chosen = {code: number for code, number in numbers.items() if number is not None}
    return cut(options.tiles, chosen, options.tiles_size or tile, tile)


def _shapes(role: int, kind: Autotile, table: Source | None, first: int) -> dict[int, int]:
    """Return the tile of an image for each shape: by the table, with `first` for all others, or in order from there."""
    if kind == "none":
        if table is not None:
            raise UsageError("a table is for autotile", "add autotile=edges or autotile=blob")
        return {}
    known = {} if table is None else read_table(table, "7")
    wrong = [text for text in known.values() if not (text.isascii() and text.isdigit() and len(text) < 10)]  # noqa: PLR2004
    if wrong:
        raise UsageError(f"the wall table names no tile by {wrong[0]!r}", "write its number: 7")
    tiles = {
        mask: int(known.get(mask, first)) if table is not None else first + number
        for number, mask in enumerate(masks(kind))
    }
    return {shape_code(role, filled(mask, kind)): tile for mask, tile in tiles.items()}


def _text(level: Level) -> dict[str, str]:
    """Return what the file says of itself: the recipe makes the level again."""
    text = {"Software": "mazeconv"}
    if level.recipe is not None:
        text["Recipe"] = msgspec.json.encode(level.recipe).decode()
    return text


def _note(level: Level, places: Layout, options: PngOptions) -> dict[str, str]:
    """Return what makes the picture readable again; pictures of tiles have no colours to go by."""
    if options.tiles is not None:
        return {}
    colours = look_of(options)
    shapes = () if options.autotile == "none" or places.tile < PLAIN else masks(options.autotile)
    return png_own.note(level, places, colours, wall_colours(places.tile, colours, shapes))


FORMAT = Format(
    name="png",
    title="picture: a preview to write, and drawings of all kinds to read",
    extensions=EXTENSIONS["png"],
    keeps=frozenset({"start", "goal", "markers", "void"}),
    write=write,
    write_options=PngOptions,
    read=read,
    read_options=PngReadOptions,
    looks_like=looks_like,
    check=check_image,
    notes=(
        "The picture is a preview; its text chunk Recipe holds what makes the level again.",
        "Start is a disc, goal a flag; on tiles of 3 to 6 pixels they are a square and a ring.",
        (
            "Anything else is a badge with the letter that a text has for it: T treasure, K key, D door, E exit, "
            "N enemy, M monster, X trap; any other kind has the first letter of its name that is free, as H for shop."
        ),
        "Tiles of 15 pixels have room for the letter of a label too: KA is the key of the door DA.",
        "A preview is read back as it is now, edits included; other pictures are read by light and dark.",
        "JPEG, GIF, BMP, WebP and TIFF are read too.",
        "The file has 1, 2, 4 or 8 bits a pixel; only an image of over 256 colours makes true colour.",
    ),
)
