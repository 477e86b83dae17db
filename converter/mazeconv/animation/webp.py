"""A film as an animated WebP without loss; the encoder itself looks for what changes."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from mazeconv.animation.film import Film, whole
from mazeconv.errors import WriteError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_SIDE = 16383


def encode(film: Film) -> Iterator[bytes]:
    """Yield the file in one piece; raise `WriteError` where Pillow cannot make it, or for sides too long."""
    from PIL import Image, features

    if not features.check("webp"):
        raise WriteError(
            "Pillow is installed without WebP here", "write a .gif or .png file, or install another Pillow"
        )
    if max(film.width, film.height) > MAX_SIDE:
        raise WriteError(
            f"a WebP of {film.width} x {film.height} pixels cannot be: the limit is {MAX_SIDE:,} a side",
            "use a smaller tile-size, or write a .png file",
        )
    palette = film.sheet.palette[:, :3].tobytes()
    pictures = []
    for frame in film.frames:
        picture = Image.fromarray(whole(film, frame))
        picture.putpalette(palette)
        pictures.append(picture)
    times = [frame.milliseconds for frame in film.frames]
    file = BytesIO()
    first, *others = pictures
    first.save(file, "WEBP", save_all=True, append_images=others, duration=times, loop=0, lossless=True, method=3)
    yield file.getvalue()
