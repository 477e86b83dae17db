"""How long a whole AGTK export takes beside an empty Typer app that imports numpy and msgspec.

Run it as `python tests/benchmarks/bench_startup.py [ROUNDS]`; the goal is a ratio of at most 1.25.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EMPTY = """
import msgspec, numpy, typer
app = typer.Typer()
@app.command()
def main() -> None: pass
app()
"""


def seconds(command: list[str], folder: str) -> float:
    """Return how long a command runs in a new folder."""
    with tempfile.TemporaryDirectory(dir=folder) as work:
        begun = time.perf_counter()
        subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - begun


def main() -> None:
    """Time the two in turn, so that a busy machine slows both alike."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "rounds", nargs="?", type=int, default=20, help="how often each is timed (default: %(default)s)"
    )
    rounds = parser.parse_args().rounds
    # Compiled modules are kept, as an installed program has them.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("OPENBLAS_NUM_THREADS", None)
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[2] / "converter")
    python = sys.executable
    commands = {
        "empty app": [python, "-c", EMPTY],
        "export": [python, "-m", "mazeconv", "export", "--format", "agtk"],
        "--version": [python, "-m", "mazeconv", "--version"],
    }
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
        for command in commands.values():
            seconds(command, folder)
        rows = [[seconds(command, folder) for command in commands.values()] for _ in range(rounds)]
    for name, times in zip(commands, zip(*rows, strict=True), strict=True):
        print(f"{name:10} median {1000 * statistics.median(times):6.1f} ms, best {1000 * min(times):6.1f} ms")
    print(f"ratio of export to empty app: {statistics.median(export / empty for empty, export, _ in rows):.2f}")


if __name__ == "__main__":
    main()
