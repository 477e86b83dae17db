"""One source, two speeds: run a kernel as plain Python, or compiled by numba, with the same result bit for bit.

A kernel is `kernel(rng, state, budget, *buffers) -> bool`: a loop over flat buffers that the caller passes in, on a
padded grid, without allocation, objects or recursion. It draws with `rnd(rng)` (a 32-bit word) and `below(rng, n)`, and
it may call other kernels, and functions written like them, that its module names. No index may be negative: compiled,
it would not count from the end.
`state` holds what a resumed call needs; state[0] counts the steps done. It returns False when it stopped because
`budget` steps were done, True when all is done. Between two calls the machine reports progress and Python sees Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from msgspec import Struct

from mazeconv.errors import UsageError, notify
from mazeconv.rng import MASK32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazeconv.rng import Stream

Engine = Literal["auto", "python", "numba"]
Progress = Callable[[int, int], None]

# Below this, importing numba and fetching the compiled code costs more than the loop in plain Python.
COMPILE_FROM = 250_000
STATE_SIZE = 16
PLAIN_BUDGET = 1 << 15
COMPILED_BUDGET = 1 << 21


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
    return m >> 32


class Machine(Struct, frozen=True):
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
        from mazeconv.compiling import MISSING, trouble

        why = trouble()
        if why and engine == "numba":
            raise UsageError(f"the engine numba {why}", 'pip install "mazeconv[fast]", or leave the engine out')
        if why not in ("", MISSING):
            notify(f"numba {why}: this takes longer without it")
        return cls(compiled=not why, progress=progress, watch=watch)

    def bytes(self, values: int | Sequence[int]) -> Buffer:
        """Return that many zero bytes, or those values."""
        if not self.compiled:
            return bytearray(values)
        import numpy as np

        # By way of bytes, as numpy looks at each number of a sequence.
        made = np.zeros(values, np.uint8) if isinstance(values, int) else np.frombuffer(bytearray(values), np.uint8)
        return cast("Buffer", made)

    def ints(self, values: int | Sequence[int], *, wide: bool = False) -> Buffer:
        """Return a buffer of that many zeros, or of those values; 32 bits each when compiled, 64 if `wide`."""
        if not self.compiled:
            return [0] * values if isinstance(values, int) else list(values)
        import numpy as np

        dtype = np.int64 if wide else np.int32
        return cast("Buffer", np.zeros(values, dtype) if isinstance(values, int) else np.array(values, dtype))

    def edges(self, size: int) -> Buffer:
        """Return `size` zeros that will be edges of a lattice: two a cell, so their numbers may need all 32 bits."""
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

            from mazeconv.compiling import compiled

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
        copied = not self.compiled and watch is None
        quick = [list(b) if isinstance(b, bytearray) else b for b in buffers] if copied else buffers
        for slots in self.steps(kernel, stream, *quick, state=state, watch=watch):
            if self.progress is not None:
                self.progress(min(int(slots[0]), total), total)
            if picture is not None:
                self.show(picture)
        if copied:
            for buffer, copy in zip(buffers, quick, strict=True):
                if isinstance(buffer, bytearray):
                    buffer[:] = bytes(cast("list[int]", copy))
        return slots

    def show(self, picture: Callable[[], Any], *, milestone: bool = False) -> None:
        """Let one who watches look at a picture; without anybody it is not made."""
        if self.watch is not None:
            self.watch.look(picture(), milestone=milestone)
