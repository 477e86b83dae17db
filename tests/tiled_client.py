"""Tiled itself, run without a screen, and what it says of a map."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import zlib
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from clients import need

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt

INFLATE: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "zlib": zlib.decompress,
    "gzip": gzip.decompress,
    "zstd": lambda data: bytes(need("zstandard").ZstdDecompressor().decompress(data)),
}


def run_tiled(program: str, *arguments: object, home: Path, strict: bool = True) -> None:
    """Run a program of Tiled's; an exit code other than 0 or, if strict, a word of complaint fails the test."""
    runtime = home / "xdg"
    runtime.mkdir(mode=0o700, exist_ok=True)
    done = subprocess.run(
        [need(program), *map(str, arguments)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(runtime)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (strict and done.stderr.strip()), done.stderr


def exported(path: Path, home: Path) -> Any:
    """Return what Tiled reads from a map, as Tiled's own JSON with its tilesets embedded and its layers decoded."""
    out = home / "exported.json"
    run_tiled("tiled", "--export-map", "--embed-tilesets", "--detach-templates", "json", path, out, home=home)
    found = json.loads(out.read_text(encoding="utf-8"))
    for layer in found["layers"]:
        if "encoding" in layer:
            layer["data"] = decoded(layer, layer["data"]).tolist()
    return found


def decoded(layer: Any, data: Any) -> npt.NDArray[np.uint32]:
    """Return the GIDs in the data of a layer, or of a chunk of it."""
    if "encoding" not in layer:
        return np.array(data, np.uint32)
    return np.frombuffer(INFLATE[layer["compression"]](b64decode(data)), "<u4")


def resaved(path: Path, home: Path) -> str:
    """Return the map as Tiled saves it."""
    out = path.with_name("resaved.tmx")
    run_tiled("tiled", "--export-map", "tmx", path, out, home=home)
    return out.read_text(encoding="utf-8")


def raster(path: Path, home: Path) -> npt.NDArray[np.uint8]:
    """Return the map as Tiled draws it, without its objects: RGBA of shape (height, width, 4)."""
    out = home / "raster.png"
    run_tiled("tmxrasterizer", "--no-smoothing", "--hide-layer", "markers", path, out, home=home)
    with Image.open(out) as image:
        return np.asarray(image.convert("RGBA"))


def has_red(pixels: npt.NDArray[np.uint8]) -> bool:
    """Return whether pure red shows, in which Tiled draws what it cannot find."""
    return bool((pixels == (255, 0, 0, 255)).all(axis=2).any())
