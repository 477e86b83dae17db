"""The public functions, and all that the command line calls: generate, read, encode, write, solve, search and more."""

from mazeconv.api.files import (
    check_image,
    convert,
    encode,
    read,
    readable,
    recognise,
    stem_in,
    stem_of,
    writable,
    write,
)
from mazeconv.api.generating import DEFAULT_GENERATOR, batch, generate, seed_text, shape
from mazeconv.api.playing import animate, measure, search, solve
from mazeconv.output import Written, save

__all__ = [
    "DEFAULT_GENERATOR",
    "Written",
    "animate",
    "batch",
    "check_image",
    "convert",
    "encode",
    "generate",
    "measure",
    "read",
    "readable",
    "recognise",
    "save",
    "search",
    "seed_text",
    "shape",
    "solve",
    "stem_in",
    "stem_of",
    "writable",
    "write",
]
