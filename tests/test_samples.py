"""The committed samples are what the commands of samples/samples.toml make today."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from sample_commands import SAMPLES, commands, copy_sources, made, make

COMPRESSED = re.compile(rb'(<data encoding="base64" compression="zlib">\s*)(\S+)(\s*</data>)')


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("samples")
    copy_sources(folder)
    make(folder)
    return made(folder)


def content(path: Path) -> object:
    """Return what must be the same: pixels, times and texts of a picture, decoded data of a map, else the bytes.

    Another zlib may compress the same data to other bytes.
    """
    if path.suffix in (".png", ".gif"):
        with Image.open(path) as image:
            frames = [(f.convert("RGBA").tobytes(), f.info.get("duration")) for f in ImageSequence.Iterator(image)]
            return image.size, frames, getattr(image, "text", {})
    data = path.read_bytes()
    if path.suffix == ".tmx":
        return COMPRESSED.sub(lambda found: found[1] + zlib.decompress(base64.b64decode(found[2])) + found[3], data)
    return data


def test_the_commands_make_exactly_the_committed_files(again: dict[str, Path]) -> None:
    assert sorted(again) == sorted(made(SAMPLES))


def test_every_sample_is_made_again_the_same(again: dict[str, Path]) -> None:
    different = [name for name, path in again.items() if content(path) != content(SAMPLES / name)]
    assert not different, "look at them, then run: python tests/sample_commands.py"


def test_compressed_data_are_compared_decoded() -> None:
    assert any("compression=zlib" in words for words in commands())
    found = content(SAMPLES / "tiled" / "castle.tmx")
    assert isinstance(found, bytes)
    assert b"\x01\x00\x00\x00" in found


def test_samples_are_small() -> None:
    assert max(path.stat().st_size for path in made(SAMPLES).values()) < 20_000
