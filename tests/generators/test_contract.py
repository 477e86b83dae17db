"""What every generator in the table promises; a new one is tested by being in the table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients import need
from generated import assert_one_piece
from guarding import guard
from mazeconv import generate, kernels
from mazeconv.errors import GenerationError
from mazeconv.generators import GENERATORS, Job
from mazeconv.grid import Grid, rasterise, tiles_of
from mazeconv.level import Tile
from mazeconv.making import make
from mazeconv.options.building import build
from mazeconv.options.describing import describe
from mazeconv.rng import Stream

if TYPE_CHECKING:
    import numpy.typing as npt

pytestmark = pytest.mark.filterwarnings("ignore:compiling for this machine")

NAMES = list(GENERATORS.builtin)
GOLDEN = Path(__file__).parent.parent / "golden" / "generators.json"
GOLDEN_SIZES = ((0, 0), (5, 0), (7, 6), (24, 31))
GOLDEN_SEEDS = ("1", "-5", "迷路")
# A spiral is told by its corner and its turn.
ALL_MAZES = {"spiral": 8}


def run(name: str, rows: int, cols: int, seed: str | int, **rest: Any) -> Grid | npt.NDArray[np.uint8]:
    generator = GENERATORS.get(name)
    options = build(generator.options, {}, name)
    return generator.run(Job(rows=rows, cols=cols, options=options, stream=Stream.of(str(seed)), **rest))


def larger(name: str, rows: int, cols: int) -> tuple[int, int]:
    """Return the smallest (rows, cols) that the generator can do, made larger by about so many."""
    generator = GENERATORS.get(name)
    (width, height), (across, down) = generator.least, generator.step
    return height + rows - rows % down, width + cols - cols % across


def check(name: str, carved: Grid | npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_]) -> None:
    """Check what is promised of any result: a lattice is perfect, tiles are one walled piece, all within the mask."""
    if GENERATORS.get(name).unit == "cells":
        assert isinstance(carved, Grid)
        assert np.array_equal(carved.mask, mask)
        assert carved.passages == mask.sum() - 1
        assert_one_piece(rasterise(carved))
    else:
        assert isinstance(carved, np.ndarray)
        assert carved.dtype == np.uint8
        assert carved.shape == mask.shape
        assert carved.max() <= Tile.VOID
        assert not ((carved == Tile.FLOOR) & ~mask).any()
        assert_one_piece(carved)


@pytest.mark.parametrize("name", NAMES)
def test_every_small_size(name: str) -> None:
    for rows, cols in sorted({larger(name, *divmod(more, 12)) for more in range(144)}):
        check(name, run(name, rows, cols, rows * 100 + cols), np.ones((rows, cols), np.bool_))


@pytest.mark.parametrize("name", NAMES)
def test_every_small_size_with_a_mask(name: str) -> None:
    words = np.random.default_rng(7)
    down, across = reversed(GENERATORS.get(name).step) if GENERATORS.get(name).unit == "cells" else (1, 1)
    for rows, cols in sorted({larger(name, *divmod(more, 12)) for more in range(144)}):
        # A walk of a random length is of one piece, and so is all that it passes.
        mask = np.zeros((rows // down, cols // across), np.bool_)
        high, wide = mask.shape
        row, col = int(words.integers(high)), int(words.integers(wide))
        for _ in range(int(words.integers(1, 3 * mask.size + 1))):
            mask[row, col] = True
            step = int(words.integers(-1, 2))
            if words.random() < 0.5:
                row = min(max(row + step, 0), high - 1)
            else:
                col = min(max(col + step, 0), wide - 1)
        mask = mask.repeat(down, 0).repeat(across, 1)
        try:
            carved = run(name, rows, cols, rows * 100 + cols, mask=mask)
        except GenerationError as refusal:
            # Only tiles can be too few: beside them there must be room for a wall.
            assert GENERATORS.get(name).unit == "tiles"
            assert refusal.hint  # noqa: PT017 - only some masks are refused
        else:
            check(name, carved, mask)


@pytest.mark.parametrize("name", NAMES)
@given(st.integers(0, 40), st.integers(0, 40), st.text(min_size=1))
def test_any_size_and_seed(name: str, rows: int, cols: int, seed: str) -> None:
    shape = larger(name, rows, cols)
    check(name, run(name, *shape, seed), np.ones(shape, np.bool_))


@pytest.mark.parametrize("name", NAMES)
def test_masks_are_kept_or_refused(name: str) -> None:
    side = 19
    row, col = np.mgrid[:side, :side]
    far = np.hypot(row - 9, col - 9)
    disc, ring, cross = far < 9, (far < 9) & (far > 4), (abs(row - 9) < 3) | (abs(col - 9) < 3)
    path = ((row == 1) | (col == 5)) & (row > 0) & (row < 18) & (col > 0) & (col < 18)
    hints = []
    for mask in (disc, ring, cross, path):
        for seed in range(5):
            try:
                carved = run(name, side, side, seed, mask=mask)
            except GenerationError as refusal:
                hints.append(refusal.hint)
            else:
                check(name, carved, mask)
    assert all(hints)
    with pytest.raises(GenerationError) as caught:
        run(name, side, side, 1, mask=np.zeros((side, side), np.bool_))
    assert caught.value.hint


@pytest.mark.parametrize("name", NAMES)
def test_compiled_is_plain_bit_for_bit(name: str) -> None:
    need("numba")
    for shape in (larger(name, *more) for more in ((0, 0), (0, 8), (13, 0), (20, 31))):
        for seed in (0, 1, 2, 2**63 - 1, 2**63, 2**64 - 1):
            plain, fast = (tiles_of(run(name, *shape, seed, engine=e)) for e in ("python", "numba"))
            assert np.array_equal(plain, fast)


@pytest.mark.parametrize("name", NAMES)
def test_compiled_is_plain_on_a_disc(name: str) -> None:
    need("numba")
    # Blocks of 2 x 2, which suit all; a disc this large holds the road with which a labyrinth begins.
    mask = (np.hypot(*(np.mgrid[:24, :24] - 11.5)) < 12).repeat(2, axis=0).repeat(2, axis=1)
    if GENERATORS.get(name).unit == "tiles":
        mask = np.pad(mask, (0, 1))  # odd sides, which all of them can do
    rows, cols = mask.shape
    for seed in (0, 2**64 - 1):
        plain, fast = (tiles_of(run(name, rows, cols, seed, mask=mask, engine=e)) for e in ("python", "numba"))
        assert np.array_equal(plain, fast)


@pytest.mark.parametrize("name", NAMES)
def test_no_kernel_looks_beyond_its_buffers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = [larger(name, *more) for more in ((0, 0), (1, 9), (20, 13))]
    mask = np.hypot(*(np.mgrid[:20, :20] - 9.5)) < 9
    wanted = [tiles_of(run(name, *shape, 3)) for shape in shapes]
    guard(monkeypatch)
    for shape, tiles in zip(shapes, wanted, strict=True):
        np.testing.assert_array_equal(tiles_of(run(name, *shape, 3)), tiles)
    with suppress(GenerationError):
        run(name, 20, 20, 3, mask=mask)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("budget", [1, 2, 7])
def test_interrupted_at_every_step_the_maze_is_the_same(
    name: str, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = larger(name, 9, 12)
    whole = tiles_of(run(name, *shape, 3, engine="python"))
    reports: list[tuple[int, int]] = []
    monkeypatch.setattr(kernels, "PLAIN_BUDGET", budget)
    again = run(name, *shape, 3, engine="python", progress=lambda done, total: reports.append((done, total)))
    assert np.array_equal(tiles_of(again), whole)
    assert all(0 <= done <= total for done, total in reports)


@pytest.mark.parametrize("name", NAMES)
def test_seeds_differ(name: str) -> None:
    found = {tiles_of(run(name, *larger(name, 8, 8), seed)).tobytes() for seed in range(20)}
    assert len(found) == 20 or 1 < len(found) <= ALL_MAZES.get(name, 0)


@pytest.mark.parametrize("name", NAMES)
def test_one_seed_means_one_maze_for_ever(name: str) -> None:
    """Compare with the golden hashes; with MAZECONV_UPDATE_GOLDEN set, add those of a new generator, changing none."""
    golden: dict[str, dict[str, str]] = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}
    found = {}
    for more_rows, more_cols in GOLDEN_SIZES:
        rows, cols = larger(name, more_rows, more_cols)
        for seed in GOLDEN_SEEDS:
            tiles = tiles_of(run(name, rows, cols, seed))
            found[f"{cols}x{rows} {seed}"] = blake2b(tiles.tobytes(), digest_size=16).hexdigest()
    if name not in golden and os.environ.get("MAZECONV_UPDATE_GOLDEN"):
        golden[name] = found
        text = json.dumps(golden, indent=2, sort_keys=True, ensure_ascii=False)
        GOLDEN.write_text(text + "\n", "utf-8", newline="\n")
    assert name in golden, "no golden hashes: run this test with MAZECONV_UPDATE_GOLDEN=1, and look at a few mazes"
    assert found == golden[name], "its mazes have changed: give the new ones a new version beside the old"


@pytest.mark.parametrize("name", NAMES)
def test_it_is_described(name: str) -> None:
    generator = GENERATORS.get(name)
    assert generator.name == name
    options = describe(generator.options)
    texts = [generator.title, generator.about, generator.source, *(o.help for o in options)]
    assert all(text.strip() for text in texts)
    # A Japanese Windows console shows them as they are.
    assert all(text.encode("cp932") for text in texts)
    assert "\n" not in generator.title
    for option in options:
        build(generator.options, {option.name: option.default}, name)


def test_the_table_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from mazeconv.generators import GENERATORS\n"
        "GENERATORS.all()\n"
        "print(*{'numba', 'lxml', 'PIL', 'typer'} & set(sys.modules))"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", ["spiral", "unicursal"])
def test_a_path_without_branches_ends_at_the_goal(name: str) -> None:
    level = generate(name, (17, 13), seed=7)
    assert level.goal == generate(name, (17, 13), seed=7, goal="farthest").goal
    assert level.recipe is not None
    assert level.recipe.goal == ""
    assert make(level.recipe) == level
    assert generate(name, (17, 13), seed=7, goal=(15, 11)).goal == (11, 15)
