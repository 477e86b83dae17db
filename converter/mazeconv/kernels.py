"""One source, two speeds: run a kernel as plain Python, or compiled by numba, with the same result bit for bit.

A kernel is `kernel(rng, state, budget, *buffers) -> bool`: a loop over flat buffers that the caller passes in, on a
padded grid, without allocation, objects or recursion. It draws with `rnd(rng)` (a 32-bit word) and `below(rng, n)`, and
it may call other kernels, and functions written like them, that its module names.
`state` holds what a resumed call needs; state[0] counts the steps done. It returns False when it stopped because
`budget` steps were done, True when all is done. Between two calls the machine reports progress and Python sees Ctrl-C.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from mazeconv.errors import MazeconvNotice, UsageError
from mazeconv.rng import GAMMA, M1, M2, MASK32

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from mazeconv.rng import Stream

Engine = Literal["auto", "python", "numba"]
Progress = Callable[[int, int], None]

# Below this, importing numba and fetching the compiled code costs more than the loop in plain Python.
COMPILE_FROM = 250_000
STATE_SIZE = 16
MISSING = "is not installed"
PLAIN_BUDGET = 1 << 15
COMPILED_BUDGET = 1 << 21


# `i & PLACE` is i. It shows the compiler that a place is not negative; numba tests signed ones for wrapping round.
PLACE = (1 << 48) - 1


class Buffer(Protocol):
    """Be indexed by integers and hold integers: a list, a bytearray or an array."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """Be indexed by integers and hold floats: a list or an array."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class Watch(Protocol):
    """Look on while something is made, for a film of it."""

    @property
    def budget(self) -> int:
        """Return how many steps to do until the next look."""
        ...

    def look(self, picture: Any, *, milestone: bool = False) -> None:
        """Take in what there is by now: a `Grid`, or uint8 tiles; at a milestone one stage is complete."""
        ...


Rng = Iterator[int]
Kernel = Callable[..., bool]
rnd = next


def below(rng: Rng, n: int) -> int:
    """Return a uniform integer from 0 to n - 1, for n up to 2^31 (Lemire's multiplication with rejection)."""
    m = rnd(rng) * n
    if (m & MASK32) < n:
        least = ((1 << 32) - n) % n
        while (m & MASK32) < least:
            m = rnd(rng) * n
    return m >> 32 & PLACE


@dataclass(frozen=True)
class Machine:
    """Run kernels at one of the two speeds and make the buffers that suit it."""

    compiled: bool
    progress: Progress | None = None
    watch: Watch | None = None

    @classmethod
    def choose(
        cls, cells: int, engine: Engine = "auto", progress: Progress | None = None, watch: Watch | None = None
    ) -> Machine:
        """Return the machine for a job of `cells` cells; raise `UsageError` if numba is asked for and missing."""
        if engine == "python" or (engine == "auto" and cells < COMPILE_FROM):
            return cls(compiled=False, progress=progress, watch=watch)
        trouble = _trouble()
        if trouble and engine == "numba":
            raise UsageError(f"the engine numba {trouble}", 'pip install "mazeconv[fast]", or leave --engine out')
        if trouble not in ("", MISSING):
            warnings.warn(f"numba {trouble}: this takes longer without it", MazeconvNotice, stacklevel=2)
        return cls(compiled=not trouble, progress=progress, watch=watch)

    def bytes(self, values: int | Sequence[int]) -> Buffer:
        """Return that many zero bytes, or those values."""
        if not self.compiled:
            return bytearray(values)
        import numpy as np

        return cast("Buffer", np.zeros(values, np.uint8) if isinstance(values, int) else np.array(values, np.uint8))

    def ints(self, values: int | Sequence[int], *, wide: bool = False) -> Buffer:
        """Return a buffer of that many zeros, or of those values; 32 bits each when compiled, 64 if `wide`."""
        if not self.compiled:
            return [0] * values if isinstance(values, int) else list(values)
        import numpy as np

        dtype = np.int64 if wide else np.int32
        return cast("Buffer", np.zeros(values, dtype) if isinstance(values, int) else np.array(values, dtype))

    def indices(self, size: int) -> Buffer:
        """Return `size` zeros that will be places in other buffers; 32 bits each when compiled.

        They are unsigned, as numba tests every signed index for wrapping round: a fifth of Kruskal's time.
        """
        if not self.compiled:
            return [0] * size
        import numpy as np

        return cast("Buffer", np.zeros(size, np.uint32))

    def floats(self, size: int) -> Floats:
        """Return `size` zeros of double precision."""
        if not self.compiled:
            return [0.0] * size
        import numpy as np

        return cast("Floats", np.zeros(size, np.float64))

    def steps(
        self,
        kernel: Kernel,
        stream: Stream,
        *buffers: Buffer | Floats,
        state: Sequence[int] = (),
        budget: int = 0,
        watch: Watch | None = None,
    ) -> Iterator[Buffer]:
        """Run a kernel in slices and yield its state after each.

        A slice has as many steps as `watch` says, else `budget`, or the machine's own if that is 0.
        """
        slots: Buffer = self.ints([*state, *[0] * (STATE_SIZE - len(state))], wide=True)
        rng: Any
        if self.compiled:
            import numpy as np

            run, rng = compiled(kernel), np.array([stream.seed], np.uint64)
        else:
            run, rng = kernel, stream.words()
        budget = budget or (COMPILED_BUDGET if self.compiled else PLAIN_BUDGET)
        done = False
        while not done:
            done = run(rng, slots, budget if watch is None else watch.budget, *buffers)
            yield slots

    def run(
        self,
        kernel: Kernel,
        stream: Stream,
        *buffers: Buffer | Floats,
        state: Sequence[int] = (),
        total: int = 0,
        picture: Callable[[], Any] | None = None,
    ) -> Buffer:
        """Run a kernel to its end, reporting progress out of `total` steps, and return its final state.

        `picture` gives what the buffers stand for, for one who watches.
        """
        slots: Buffer = [0]
        watch = None if picture is None else self.watch
        # Plain Python reads a list a fifth faster than a bytearray; but pictures are of the buffers themselves.
        quick = [list(b) if watch is None and isinstance(b, bytearray) else b for b in buffers]
        for slots in self.steps(kernel, stream, *quick, state=state, watch=watch):
            if self.progress is not None:
                self.progress(min(int(slots[0]), total), total)
            if picture is not None:
                self.show(picture)
        for buffer, copy in zip(buffers, quick, strict=True):
            if isinstance(buffer, bytearray) and copy is not buffer:
                buffer[:] = bytes(cast("list[int]", copy))
        return slots

    def show(self, picture: Callable[[], Any], *, milestone: bool = False) -> None:
        """Let one who watches look at a picture; without anybody it is not made."""
        if self.watch is not None:
            self.watch.look(picture(), milestone=milestone)


def _trouble() -> str:
    """Return why numba cannot be used, or an empty text."""
    from importlib.util import find_spec

    if find_spec("numba") is None:
        return MISSING
    return _import_trouble()


@cache
def _import_trouble() -> str:
    try:
        import numba  # noqa: F401 - to see whether it can be
    except Exception as error:  # noqa: BLE001 - an ImportError with a numpy that it does not know, an OSError without its library
        return f"is installed but cannot be used ({error})"
    return ""


@cache
def compiled(kernel: Kernel) -> Kernel:
    """Return the compiled twin of a kernel: the same code object with the compiled random source.

    Functions of the kernel's module that it calls are compiled with it. Code is cached on disk where that can be done;
    a notice says when it has to be compiled first.
    """
    function = cast("FunctionType", kernel)
    source = dict(_compiled_source())
    for name in function.__code__.co_names:
        if name not in source and isinstance(called := function.__globals__.get(name), FunctionType):
            source[name] = compiled(called)
    return _jitted(function, source, function.__name__)


@cache
def compiled_for(driver: Kernel, kernel: Kernel) -> Kernel:
    """Return the compiled twin of a function that calls a kernel by the global name `kernel`.

    It may use numba's `literal_unroll`, which goes over tuples of different types.
    """
    from numba import literal_unroll

    name = f"{cast('FunctionType', driver).__name__}_{cast('FunctionType', kernel).__name__}"
    return _jitted(cast("FunctionType", driver), {"kernel": compiled(kernel), "literal_unroll": literal_unroll}, name)


def _jitted(function: FunctionType, names: Mapping[str, Any], name: str) -> Kernel:
    """Return the function compiled under `name`, with some of its global names replaced."""
    import numba

    settings: Any = numba.config
    twin = FunctionType(function.__code__, {**function.__globals__, **names}, name)
    twin.__qualname__ = name
    twin.__module__ = function.__module__
    folder = _cache_folder()
    if folder is None:
        _say_compiling()
        return cast("Kernel", numba.njit(twin))
    if not any(folder.rglob(f"*.{name}-*.nbi")):
        _say_compiling()
    before = settings.CACHE_DIR
    try:
        settings.CACHE_DIR = str(folder)
        made = numba.njit(cache=True)(twin)
        _forgive(made)
        return cast("Kernel", made)
    finally:
        settings.CACHE_DIR = before


def _forgive(function: Any) -> None:
    """Let a compiled function do without its cache where that is damaged, or the disk is full: numba would fail."""
    kept = function._cache  # noqa: SLF001 - numba has no public way to it
    load, save = kept.load_overload, kept.save_overload

    def load_or_compile(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except Exception:  # noqa: BLE001 - whatever half a file makes of unpickling
            with suppress(OSError):
                kept.flush()
            return None

    def save_or_not(*arguments: Any) -> None:
        with suppress(OSError):
            save(*arguments)

    kept.load_overload, kept.save_overload = load_or_compile, save_or_not


@cache
def _say_compiling() -> None:
    later = "; later runs start at once" if _cache_folder() else ", as there is no folder to keep the compiled code in"
    warnings.warn(f"compiling for this machine{later}", MazeconvNotice, stacklevel=2)


@cache
def _compiled_source() -> dict[str, Any]:
    """Return the compiled `rnd` and `below`; the state of the random source is one unsigned 64-bit counter."""
    import numba
    import numpy as np

    gamma, m1, m2 = np.uint64(GAMMA), np.uint64(M1), np.uint64(M2)
    s30, s27, s31, s32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

    @numba.njit
    def rnd(rng: Any) -> Any:
        rng[0] += gamma
        z = rng[0]
        z = (z ^ (z >> s30)) * m1
        z = (z ^ (z >> s27)) * m2
        return np.int64((z ^ (z >> s31)) >> s32)

    plain = cast("FunctionType", below)
    return {
        "rnd": rnd,
        "below": numba.njit(FunctionType(plain.__code__, {**plain.__globals__, "rnd": rnd}, "below")),
    }


@cache
def _cache_folder() -> Path | None:
    """Return the folder of compiled code, keyed by all kernel sources, as numba watches only a function's own file.

    None if it cannot be written to: numba would then use a folder of its own choice, without that key.
    """
    import os
    import tempfile
    from hashlib import blake2b
    from pathlib import Path

    package = Path(__file__).parent
    digest = blake2b(digest_size=8)
    for path in sorted([package / "kernels.py", *package.glob("*/*.py")]):
        digest.update(path.read_bytes())
    home = os.environ.get("MAZECONV_CACHE") or os.environ.get("NUMBA_CACHE_DIR")
    try:
        if home:
            root = Path(home)
        elif os.name == "nt":
            root = Path(os.environ.get("LOCALAPPDATA") or tempfile.gettempdir())
        else:
            root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = root / "mazeconv" / digest.hexdigest()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):
        # Path.home() raises RuntimeError for a user without a home.
        return None
