"""The sample commands of samples/samples.toml: run them in any folder, or make the samples again.

`python tests/sample_commands.py` replaces the committed samples with what the commands make now.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
# Written by people; every other file there is made by a command.
BY_HAND = ("samples.toml", "sources")


def commands() -> list[list[str]]:
    """Return the words of each command, in order."""
    table = tomllib.loads((SAMPLES / "samples.toml").read_text(encoding="utf-8"))
    return [shlex.split(command) for command in table["commands"]]


def make(folder: Path) -> None:
    """Run every command in `folder`, which holds the sources."""
    for program, *words in commands():
        if program != "mazeconv":
            raise ValueError(f"{program} is no command of samples.toml: only mazeconv is")
        subprocess.run([sys.executable, "-m", "mazeconv", *words, "--force"], cwd=folder, check=True, text=True)


def made(folder: Path) -> dict[str, Path]:
    """Return the files below `folder` that commands make, by relative name."""
    names = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name.as_posix(): path for name, path in names.items() if name.parts[0] not in BY_HAND}


def main() -> None:
    """Replace the committed samples."""
    for path in made(SAMPLES).values():
        path.unlink()
    make(SAMPLES)


def copy_sources(folder: Path) -> None:
    """Copy what the commands read into `folder`."""
    shutil.copytree(SAMPLES / "sources", folder / "sources")


if __name__ == "__main__":
    main()
