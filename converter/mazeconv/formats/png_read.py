"""Pictures as levels: our own previews, pictures of square tiles, and with `grid` drawings and photographs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta

from mazeconv.errors import MazeconvError, ReadError, UsageError, notify
from mazeconv.formats import png_own
from mazeconv.level import Level, Tile
from mazeconv.options import Options
from mazeconv.pictures.decoding import BEGINNINGS, decode
from mazeconv.pictures.pixels import Strip, encode
from mazeconv.words import counted

if TYPE_CHECKING:
    from mazeconv.formats.png_sampling import Sampled
    from mazeconv.source import Source

PIXEL_LIMIT = 1 << 26
MORE = "allow more with -I pixel-limit=N, at the cost of memory"
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


def read(source: Source, options: PngReadOptions) -> Level:
    """Read a picture; raise `ReadError` if it has no exact grid and none is given."""
    # Most who load this module only write pictures.
    from mazeconv.formats.png_markers import bordered, markers_shown
    from mazeconv.formats.png_tiles import seen_and_sampled

    picture = decode(source, options.pixel_limit, more=MORE)
    try:
        note = None if _asked(options) else png_own.noted(picture.text, *picture.light.shape)
        if note:
            tiles, markers = png_own.tiles_and_markers(picture, note)
        else:
            seen, sampled = seen_and_sampled(picture, options, source.name)
            # It may be large, and is not needed any more.
            del picture
            _tell_of_doubt(sampled, source.name, options)
            tiles, markers = sampled.tiles.copy(), markers_shown(seen, sampled, source.name)
            tiles[[m.row for m in markers], [m.col for m in markers]] = Tile.FLOOR
        return Level(*bordered(tiles, markers, options, source.name))
    except (ReadError, UsageError):
        raise
    except MazeconvError as error:
        raise ReadError(error.message, error.hint, source=source.name) from error


def check_image(source: Source, options: PngReadOptions) -> bytes:
    """Return a PNG of the picture with the grid in blue and tiles that could be wall or floor in red."""
    from mazeconv.formats.png_tiles import seen_and_sampled

    picture = decode(source, options.pixel_limit, more=MORE)
    _, sampled = seen_and_sampled(picture, options, source.name)
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


def _tell_of_doubt(sampled: Sampled, name: str, options: PngReadOptions) -> None:
    count = int(np.count_nonzero(sampled.doubtful))
    if count:
        row, col = np.argwhere(sampled.doubtful)[0].tolist()
        notice = f"{name}: {counted(count, 'tile')} could be wall or floor, the first at {col},{row}"
        notice += "; mazeconv convert --check-image FILE.png shows them"
        if options.grid:
            notice += f", and another -I threshold= than {options.threshold}, lower for a dark picture, may settle them"
        notify(notice)


def looks_like(data: bytes) -> bool:
    """Say whether the bytes begin as pictures do."""
    return data.startswith(BEGINNINGS)
