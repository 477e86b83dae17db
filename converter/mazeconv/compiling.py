"""The compiled twins of kernels: the same code objects with a compiled random source, kept on disk."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from mazeconv.errors import notify
from mazeconv.kernels import Kernel, below
from mazeconv.rng import GAMMA, M1, M2

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MISSING = "is not installed"
COMPILING = "compiling for this machine"


def trouble() -> str:
    """Return why numba cannot be used, or an empty text."""
    from importlib.util import find_spec

    return import_trouble() if find_spec("numba") else MISSING


@cache
def import_trouble() -> str:
    """Return why an installed numba cannot be imported, or an empty text."""
    try:
        # It imports numba, and is made of parts that a later one may not have.
        import mazeconv.flat  # noqa: F401 - to see whether it can be
    except Exception as error:  # noqa: BLE001 - numba refuses a numpy that it does not know, an OSError a lost library
        return f"is installed but cannot be used ({error})"
    return ""


# Names that only the compiled twin of a driver has.
kernel: Kernel
flats: Callable[[Any], Any]
source: Callable[[Any], Any]


def launch(seed: Any, state: Any, budget: int, *buffers: Any) -> bool:
    """Run the global `kernel` on arrays; `seed` holds where its random source is, before and after."""
    rng = source(seed[0])  # noqa: F821 - as said above
    done = kernel(rng, flats((state,))[0], budget, *flats(buffers))  # noqa: F821 - as said above
    seed[0] = rng[0]
    return done


def compiled(kernel: Kernel) -> Callable[..., bool]:
    """Return the compiled twin of a kernel, which takes arrays and has the compiled random source; see `launch`."""
    return compiled_for(launch, kernel)


@cache
def compiled_for(driver: Callable[..., bool], kernel: Kernel) -> Callable[..., bool]:
    """Return the compiled twin of a function that calls a kernel by the global name `kernel`.

    It makes what kernels take from arrays and seeds by `flats` and `source` of `mazeconv.flat`, and may use numba's
    `literal_unroll`, which goes over tuples of different types. Code is cached on disk where that can be done; a notice
    says when it has to be compiled first.
    """
    from numba import literal_unroll

    from mazeconv.flat import flats, source

    function = cast("FunctionType", driver)
    # With the module, as numba's cache tells functions of one file apart by their names, and kernels share theirs.
    parts = (function.__name__, kernel.__module__, cast("FunctionType", kernel).__name__)
    name = "_".join(parts).replace(".", "_")
    names = {"kernel": _within(kernel), "literal_unroll": literal_unroll, "flats": flats, "source": source}
    return _kept(_twin(function, names, name))


@cache
def _within(kernel: Kernel) -> Kernel:
    """Return a kernel to be compiled into its callers, with the functions of its module that it calls."""
    import numba

    function = cast("FunctionType", kernel)
    names = dict(_compiled_source())
    for name in function.__code__.co_names:
        if name not in names and isinstance(called := function.__globals__.get(name), FunctionType):
            names[name] = _within(called)
    return cast("Kernel", numba.njit(forceinline=True)(_twin(function, names, function.__name__)))


def _twin(function: FunctionType, names: Mapping[str, Any], name: str) -> FunctionType:
    """Return the function under another name, with some of its global names replaced."""
    twin = FunctionType(function.__code__, {**function.__globals__, **names}, name)
    twin.__qualname__ = name
    twin.__module__ = function.__module__
    return twin


def _kept(function: FunctionType) -> Callable[..., bool]:
    """Return the function compiled, and kept on disk."""
    import numba

    settings: Any = numba.config
    folder = _cache_folder()
    if folder is None:
        _say_compiling()
        return cast("Callable[..., bool]", numba.njit(function))
    if not any(folder.rglob(f"*.{function.__name__}-*.nbc")):
        _say_compiling()
    before = settings.CACHE_DIR
    try:
        settings.CACHE_DIR = str(folder)
        made = numba.njit(cache=True)(function)
        _forgive(made)
        listen(made)
        return cast("Callable[..., bool]", made)
    finally:
        settings.CACHE_DIR = before


def listen(function: Any) -> None:
    """Let Ctrl-C end a compilation: one that comes while LLVM calls back into Python would be forgotten."""
    compile_ = function.compile

    def compile_or_stop(*arguments: Any) -> Any:
        pressed = False

        def hook(lost: Any) -> None:
            nonlocal pressed
            pressed |= lost.exc_type is KeyboardInterrupt
            if lost.exc_type is not KeyboardInterrupt:
                before(lost)

        before, sys.unraisablehook = sys.unraisablehook, hook
        try:
            made = compile_(*arguments)
        finally:
            sys.unraisablehook = before
        if pressed:
            raise KeyboardInterrupt
        return made

    function.compile = compile_or_stop


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


def announce(module: str) -> None:
    """Say that kernels of a module will be compiled, where none is kept: other processes will do it, unheard."""
    folder = _cache_folder()
    if folder is None or not any(folder.rglob(f"*_{module.replace('.', '_')}_*.nbc")):
        _say_compiling()


@cache
def _say_compiling() -> None:
    later = "; later runs start at once" if _cache_folder() else ", as there is no folder to keep the compiled code in"
    notify(COMPILING + later)


@cache
def _compiled_source() -> dict[str, Any]:
    """Return the compiled `rnd` and `below`; the state of the random source is one unsigned 64-bit counter."""
    import numba
    import numpy as np

    gamma, m1, m2 = np.uint64(GAMMA), np.uint64(M1), np.uint64(M2)
    s30, s27, s31, s32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

    @numba.njit(forceinline=True)
    def rnd(rng: Any) -> Any:
        rng[0] += gamma
        z = rng[0]
        z = (z ^ (z >> s30)) * m1
        z = (z ^ (z >> s27)) * m2
        return np.int64((z ^ (z >> s31)) >> s32)

    plain = cast("FunctionType", below)
    return {
        "rnd": rnd,
        "below": numba.njit(forceinline=True)(_twin(plain, {"rnd": rnd}, "below")),
    }


@cache
def _cache_folder() -> Path | None:
    """Return the folder of compiled code, keyed by numba and by all kernel sources: it watches only a function's file.

    None if it cannot be written to: numba would then use a folder of its own choice, without that key.
    """
    import os
    import tempfile
    from hashlib import blake2b
    from pathlib import Path

    import llvmlite.binding
    import numba

    package = Path(__file__).parent
    digest = blake2b(f"{numba.__version__} {llvmlite.binding.get_host_cpu_name()}".encode(), digest_size=8)
    for path in sorted([package / "kernels.py", Path(__file__), *package.glob("*/*.py")]):
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
