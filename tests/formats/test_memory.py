"""What reading takes of the machine's memory, as the system counts it, against the promises in CONTRIBUTING.md.

Each file is read in a process of its own with the limits that a user has. The memory of C libraries counts too.
"""

from __future__ import annotations

import base64
import functools
import io
import json
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from PIL import Image

from mazeconv.api import readable
from mazeconv.formats.png_read import PIXEL_LIMIT
from mazeconv.formats.tmx_read import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX systems count what a process took")
PROMISES = Path(__file__).parents[2] / "CONTRIBUTING.md"
READING = """
import sys, warnings
warnings.simplefilter("ignore")
from mazeconv.api import read
from mazeconv.errors import ReadError
try:
    read(sys.argv[1], sys.argv[2], **dict(item.split("=") for item in sys.argv[3:]))
except ReadError as error:
    print(error.message)
"""
# A process begins with the most that its parent ever took: between the tests and the reader stands a small one.
COUNTING = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-c", *sys.argv[1:]], stdout=subprocess.PIPE, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.stdout.buffer.write(done.stdout)
"""
UNIT = 1 if sys.platform == "darwin" else 1024
# Two small runs do not take the same to the byte.
SPARE = 8 << 20
SCENE = ("scene=Cave", "layer=2")


class Promise(NamedTuple):
    """Hold what a reader may take: bytes a byte of the file and a tile or pixel, and how many of these may be."""

    file: int
    tile: int
    most: int


def promises() -> dict[str, Promise]:
    found: dict[str, Promise] = {}
    for line in PROMISES.read_text(encoding="utf-8").splitlines():
        if row := re.fullmatch(r"\| (`[^|]*`) \| (\d+)[^|]* \| (\d+) \| ([\d,]*).*\|", line):
            promise = Promise(int(row[2]), int(row[3]), int(row[4].replace(",", "") or 0))
            found |= dict.fromkeys(re.findall("`([^`]+)`", row[1]), promise)
    return found


def taken(path: Path, name: str, *options: str) -> tuple[int, str]:
    """Return the bytes that a process took that read a file, and what it said of it."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, READING, str(path), name, *options],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        check=True,
        timeout=300,
    )
    count, _, said = done.stdout.decode().partition("\n")
    return int(count) * UNIT, said


@functools.cache
def by_itself() -> int:
    """Return what a process takes that reads a small picture: Python, numpy and Pillow."""
    seed = Path(__file__).parents[1] / "fuzz" / "seeds" / "preview.png"
    return taken(seed, "png")[0]


def field(side: int = 1024) -> Any:
    out = np.random.default_rng(1).integers(0, 2, (side, side), np.uint8)
    out[0] = out[-1] = out[:, 0] = out[:, -1] = 1
    return out


def lines(between: str, form: str = "{}") -> bytes:
    return "\n".join(between.join(map(form.format, row)) for row in field().tolist()).encode()


def saved(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def tmx(inside: str, side: int = 1) -> bytes:
    sizes = f'width="{side}" height="{side}"'
    layer = f'<layer name="walls" {sizes}><data encoding="csv">1</data></layer>' if side == 1 else ""
    return f'<map {sizes} tilewidth="8" tileheight="8">{layer}{inside}</map>'.encode()


def packed(side: int, count: int, infinite: int = 0) -> bytes:
    """Return a map of `side` x `side` tiles whose layer holds `count` bytes, all compressed to very few."""
    data = zlib.compressobj(9)
    pieces = [data.compress(bytes([1, 0, 0, 0]) * (1 << 18)) for _ in range(count >> 20)]
    text = base64.b64encode(b"".join([*pieces, data.flush()])).decode()
    sizes = f'width="{side}" height="{side}"'
    if infinite:
        text = f'<chunk x="-3" y="5" {sizes}>{text}</chunk>'
    return (
        f'<map {sizes} infinite="{infinite}" tilewidth="8" tileheight="8"><layer name="walls" {sizes}>'
        f'<data encoding="base64" compression="zlib">{text}</data></layer></map>'
    ).encode()


def tmj(**changes: str) -> bytes:
    layer = '{"type":"tilelayer","name":"walls","width":1,"height":1,"data":[1]}'
    parts = {"type": '"map"', "width": "1", "height": "1", "tilewidth": "8", "tileheight": "8", "layers": f"[{layer}]"}
    return ("{" + ",".join(f'"{name}":{value}' for name, value in (parts | changes).items()) + "}").encode()


def listed(item: str, size: int = 1 << 21) -> str:
    return "[" + ",".join([item] * (size // (len(item) + 1))) + "]"


def picture(mode: str, cols: int, rows: int, **options: Any) -> bytes:
    """Return a PNG of which every other pixel is light, or which has noise if its mode has more than two values."""
    file = io.BytesIO()
    shape = (rows, cols // 8) if mode == "1" else (rows, cols, len(mode)) if len(mode) > 1 else (rows, cols)
    if mode == "1":
        made = Image.frombytes("1", (cols, rows), bytes([0b01010101]) * (shape[0] * shape[1]))
    else:
        part = np.random.default_rng(1).integers(0, 256, (64, *shape[1:]), np.uint8)
        made = Image.frombytes(mode, (cols, rows), part.tobytes() * (rows // 64))
    made.save(file, "PNG", compress_level=1, **options)
    return file.getvalue()


def checks(side: int) -> bytes:
    """Return a picture of tiles of two pixels, with a colour and some that are clear."""
    tiles = np.random.default_rng(1).integers(0, 2, (64, side // 2), np.uint8).repeat(2, axis=0).repeat(2, axis=1)
    colours = np.array([[0, 0, 0, 255], [0, 255, 0, 255]], np.uint8)
    colours[1, 3] = 254
    file = io.BytesIO()
    part = colours[tiles].tobytes()
    Image.frombytes("RGBA", (side, side), part * (side // 128)).save(file, "PNG", compress_level=1)
    return file.getvalue()


def project(inside: str) -> bytes:
    from agtk_projects import synthetic

    return synthetic().replace('"imageList": [', f'"imageList": [{inside[1:-1]},').encode()


SIDE = 8192
CASES: dict[str, tuple[str, Callable[[], bytes], int]] = {
    # The name of the format, the file, and the tiles or pixels that it holds.
    "signs": ("text", lambda: lines("").replace(b"0", b" ").replace(b"1", b"#"), 0),
    "markers alone": ("text", lambda: b"\n".join([b"TKDE" * 128] * 512), 0),
    "numbers": ("matrix", lambda: lines(" "), 0),
    "a list": ("matrix", lambda: repr(field().tolist()).encode(), 0),
    "cells": ("csv", lambda: lines(","), 0),
    "cells in quotes": ("csv", lambda: lines(";", '"{}"'), 0),
    "bytes": ("npy", lambda: saved(field()), 0),
    "floats": ("npy", lambda: saved(field().astype(float)), 0),
    "rows": (
        "json",
        lambda: json.dumps(
            {"mazeconv": 1, "width": 1024, "height": 1024, "rows": ["".join(".#"[v] for v in row) for row in field()]}
        ).encode(),
        0,
    ),
    "lists in a project": ("agtk-project", lambda: project(listed("[]")), 0),
    "lists": ("agtk", lambda: listed("[]").encode(), 0),
    "elements": ("tmx", lambda: tmx("<objectgroup>" + "<a/>" * (1 << 19) + "</objectgroup>"), 0),
    "objects": ("tmx", lambda: tmx("<objectgroup>" + "<object/>" * (1 << 18) + "</objectgroup>"), 0),
    "attributes": (
        "tmx",
        lambda: tmx(
            ("<object " + " ".join(f'a{n}=""' for n in range(999)) + "/>").join(["<objectgroup>"] + [""] * 199)
            + "</objectgroup>"
        ),
        0,
    ),
    "properties": (
        "tmx",
        lambda: tmx("<properties>" + "".join(f'<property name="{n}"/>' for n in range(1 << 16)) + "</properties>"),
        0,
    ),
    "a map of the size that is allowed": ("tmx", lambda: packed(8000, 4 * 8000**2), 8000**2),
    "an infinite map": ("tmx", lambda: packed(8000, 4 * 8000**2, infinite=1), 8000**2),
    "200 MB in a layer of 6 tiles": ("tmx", lambda: packed(6, 200 << 20), 36),
    "a size without tiles": ("tmx", lambda: packed(SIDE, 0), 0),
    "empty objects": ("tmj", lambda: tmj(layers=f'[{{"type":"objectgroup","objects":{listed("{}")}}}]'), 0),
    "empty lists": ("tmj", lambda: tmj(tiles=listed("[]")), 0),
    "small objects": ("tmj", lambda: tmj(tilesets=listed('{"a":1}')), 0),
    "groups": ("tmj", lambda: tmj(layers=listed('{"type":"group"}')), 0),
    "a picture of one bit": ("png", lambda: picture("1", SIDE, SIDE - 64), SIDE * (SIDE - 64)),
    "a picture of colours": ("png", lambda: picture("RGB", 4096, 4096), 4096**2),
    "a picture with clear pixels": ("png", lambda: picture("LA", 4096, 4096), 4096**2),
    "a picture of small tiles": ("png", lambda: checks(4096), 4096**2),
    "a picture that is too large": ("png", lambda: picture("1", SIDE * 2, SIDE), 0),
}


def test_every_reader_has_a_promise() -> None:
    assert set(promises()) == set(readable())
    assert promises()["png"].most == PIXEL_LIMIT
    assert promises()["tmx"].most == promises()["tmj"].most == ReadOptions().tile_limit
    assert {name for name, _, _ in CASES.values()} == set(readable())


@pytest.mark.parametrize("case", CASES)
def test_a_reader_takes_no_more_than_is_promised(case: str, tmp_path: Path) -> None:
    name, made, tiles = CASES[case]
    path = tmp_path / "given"
    path.write_bytes(made())
    promise = promises()[name]
    assert tiles <= promise.most or not promise.tile
    took, said = taken(path, name, *(SCENE if name == "agtk-project" else ()))
    allowed = promise.file * path.stat().st_size + promise.tile * tiles
    assert took - by_itself() < allowed + SPARE, f"{path.stat().st_size} bytes, {tiles} tiles: {said}"
