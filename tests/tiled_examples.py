"""The maps that come with Tiled, which Debian's package puts with its documents."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

import pytest

from clients import need

# Where a machine leaves out documents, `.ci/run` unpacks them elsewhere and says where.
EXAMPLES = Path(os.environ.get("TILED_EXAMPLES") or "/usr/share/doc/tiled/examples")
LEAST = 10


def example_names() -> list[str]:
    """Return the names of the maps, without the ending of those that Debian compressed."""
    found = [path for pattern in ("*.tmx", "*.tmx.gz") for path in EXAMPLES.rglob(pattern)]
    return sorted(str(path.relative_to(EXAMPLES)).removesuffix(".gz") for path in found)


def need_examples() -> None:
    """Skip the test where the maps are missing; in CI, where nothing may be missing, fail it."""
    need("tiled")
    if len(example_names()) >= LEAST:
        return
    if os.environ.get("CI"):
        pytest.fail(f"{EXAMPLES} does not hold Tiled's maps, and CI must have them: see .ci/run")
    pytest.skip("Tiled is here, but not the maps of Debian's package")


def copy_examples(folder: Path) -> Path:
    """Return a new folder with a copy of the maps and all that belongs to them, none compressed."""
    need_examples()
    shutil.copytree(EXAMPLES, folder)
    for path in folder.rglob("*.gz"):
        path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))
    return folder
