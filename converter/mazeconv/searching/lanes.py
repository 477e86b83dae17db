"""Where shards of a search run: in this process, in processes of this machine, or on a Dask cluster.

A lane yields each shard's first number and tally as they are done, in any order. A shard of which only a part was tried
goes on later. At Ctrl-C a lane yields what was under way, and then raises KeyboardInterrupt. Closing it ends what still
runs.
"""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

from mazeconv.compiling import announce
from mazeconv.errors import GenerationError, UsageError, notify
from mazeconv.generators import GENERATORS
from mazeconv.searching.presses import LEAVE, held, serve
from mazeconv.searching.trying import try_shard

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Future, ProcessPoolExecutor

    from mazeconv.searching import Aim
    from mazeconv.searching.presses import Presses
    from mazeconv.searching.tally import Tally

    Shards = Iterator[tuple[int, int]]
    Lane = Generator[tuple[int, Tally]]

# So many shards wait for each worker: none is idle, and a search of any length is not listed in advance.
AHEAD = 3
PATIENCE = 10
# Seconds until a Ctrl-C is seen, and for which what is under way may go on after it.
TICK = 0.1
GRACE = 1.0
GUARD = "put `if __name__ == '__main__':` before the part that searches, or leave workers out"
STOPPING = "stopping when the levels under way are done; Ctrl-C again leaves at once"


def here(aim: Aim, shards: Shards) -> Lane:
    """Try the shards one after the other."""
    for first, count in shards:
        at, end = first, first + count
        while at < end:
            tally = try_shard(aim, at, end - at)
            yield at, tally
            at += tally.tried


def in_processes(aim: Aim, shards: Shards, workers: int, presses: Presses) -> Lane:
    """Try the shards in so many processes; raise `GenerationError` if one of them dies.

    A first Ctrl-C waits a moment for what is under way, a second one gives it up, as SIGTERM does, which raises
    SystemExit.
    Raises `UsageError` in a process that itself is only being made such a worker, as of a script without a guard.
    """
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    # A worker loads the caller's script, and has come to this search again. Python would say so at length.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise UsageError("a script that searches in several processes is run again by each of them", GUARD)
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=serve)
    running: dict[Future[Tally], tuple[int, int]] = {}

    def submit(parts: Iterable[tuple[int, int]]) -> None:
        # It may start a process.
        with held():
            for first, count in parts:
                running[pool.submit(try_shard, aim, first, count)] = first, count

    def finished(future: Future[Tally]) -> tuple[int, Tally]:
        (first, count), tally = running.pop(future), future.result()
        if tally.tried < count:
            submit([(first + tally.tried, count - tally.tried)])
        return first, tally

    try:
        try:
            submit(islice(shards, workers * AHEAD))
            _announce(aim)
            while running:
                done = wait(running, TICK, FIRST_COMPLETED).done
                presses.check()
                submit(islice(shards, len(done)))
                for future in done:
                    yield finished(future)
        except KeyboardInterrupt:
            yield from _under_way(running, presses)
            raise
    except BrokenProcessPool as error:
        # Who ends a whole group of processes ends the workers too.
        presses.check()
        raise GenerationError(
            "a worker process has ended",
            f"there may be too little memory: try fewer workers; in a script, {GUARD}",
        ) from error
    finally:
        _end(pool, presses)


def _announce(aim: Aim) -> None:
    """Say that the workers have to compile first, where they have."""
    if aim.engine == "numba":
        generator = GENERATORS.get(f"{aim.recipe.generator}@{aim.recipe.version}")
        announce((generator.plan or generator.run).__module__)


def _under_way(running: dict[Future[Tally], tuple[int, int]], presses: Presses) -> Lane:
    """Yield the tallies of the shards that have begun, for a moment or until Ctrl-C is pressed again."""
    from concurrent.futures import FIRST_COMPLETED, wait
    from time import monotonic

    presses.count = max(1, presses.count)
    # Those that wait are cancelled with the pool: one that is cancelled here and then lost with its worker is an error.
    begun = {future for future in running if future.running() or future.done()}
    if presses.count < LEAVE and not all(future.done() for future in begun):
        notify(STOPPING)
    end = monotonic() + GRACE
    while begun and presses.count < LEAVE:
        done, begun = wait(begun, TICK, FIRST_COMPLETED)
        for future in done:
            yield running.pop(future)[0], future.result()
        if begun and monotonic() > end:
            # A worker that compiles, or makes a huge level, cannot be told to stop.
            presses.count = LEAVE


def _end(pool: ProcessPoolExecutor, presses: Presses) -> None:
    """End the processes of a pool when they have done what they are at, or at once if Ctrl-C is pressed again."""
    # From Python 3.14 on, `kill_workers` does what is done with them here.
    processes = list((pool._processes or {}).values())  # noqa: SLF001
    ending = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True})
    ending.start()
    while ending.is_alive():
        if presses.count >= LEAVE:
            for process in processes:
                process.kill()
            ending.join()
        ending.join(TICK)


def on_cluster(aim: Aim, shards: Shards, address: str) -> Lane:
    """Try the shards on the Dask cluster with that scheduler; a shard whose worker dies is tried on another one.

    Raises `UsageError` without `distributed`, and `GenerationError` if no cluster answers or all workers die.
    """
    try:
        # Only a part of it is typed.
        dask: Any = import_module("distributed")
    except ImportError as error:
        raise UsageError("a scheduler needs Dask", 'pip install "mazeconv[dask]"') from error
    client = _client(dask, address)
    try:
        running: dict[Any, tuple[int, int]] = {}
        finished = dask.as_completed(loop=client.loop)

        def submit(parts: Iterable[tuple[int, int]]) -> None:
            for first, count in parts:
                # Not pure: a search that is asked again is tried again.
                future = client.submit(try_shard, aim, first, count, pure=False)
                running[future] = first, count
                finished.add(future)

        try:
            submit(islice(shards, AHEAD * max(1, sum(client.nthreads().values()))))
            while running:
                future = next(finished)
                tally = future.result()
                first, count = running.pop(future)
                submit([(first + tally.tried, count - tally.tried)] if tally.tried < count else islice(shards, 1))
                yield first, tally
        except KeyboardInterrupt:
            for future, (first, _) in running.items():
                if future.status == "finished":
                    yield first, future.result()
            raise
    except dask.KilledWorker as error:
        raise GenerationError(
            "workers of the cluster died again and again", "look into their logs; there may be too little memory"
        ) from error
    except (OSError, CancelledError) as error:
        raise GenerationError(f"the Dask scheduler at {address} is lost", "start it again, and search again") from error
    finally:
        client.close()


def _client(dask: Any, address: str) -> Any:
    try:
        # A client that never began has a traceback printed when it goes, so that a bad address must not come to one.
        import_module("distributed.comm").resolve_address(address)
        return dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise GenerationError(
            f"no Dask scheduler answers at {address}", "start one with `dask scheduler`, and workers; see `dask --help`"
        ) from error
