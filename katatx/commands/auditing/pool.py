"""Run work in several processes, with the results in order."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

# Items started per process before the first result is awaited, so that a slow item does not block the others.
_AHEAD = 8


def in_order(work: Callable[[_Item], _Result], items: Iterable[_Item], jobs: int) -> Generator[_Result | None]:
    """Yield the result of `work` (a module-level function) for each item, in order, from `jobs` processes.

    If a process dies, all started items without a result are repeated, each in its own process; an item whose process
    dies again yields None. An error of `work` is raised. Closing the generator, or an interrupt, ends the processes at
    once.
    """
    rest = iter(items)
    waiting: deque[tuple[_Item, Future[_Result]]] = deque()
    workers = _workers(jobs)
    try:
        while True:
            for item in islice(rest, jobs * _AHEAD - len(waiting)):
                waiting.append((item, _submitted(workers, work, item)))
            if not waiting:
                break
            if _is_broken(waiting[0][1]):
                workers.shutdown()
                for item, future in waiting:
                    yield _alone(work, item) if _is_broken(future) else future.result()
                waiting.clear()
                workers = _workers(jobs)
            else:
                yield waiting.popleft()[1].result()
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        workers.shutdown(cancel_futures=True)


def _alone(work: Callable[[_Item], _Result], item: _Item) -> _Result | None:
    """Return the result of an item in a process of its own; None if that process dies."""
    with _workers(1) as worker:
        future = _submitted(worker, work, item)
        return None if _is_broken(future) else future.result()


def _is_broken(future: Future[_Result]) -> bool:
    """Wait for a result; return whether there is none because a process died."""
    return isinstance(future.exception(), BrokenProcessPool)


def _workers(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of `jobs` processes that ignore Ctrl-C and end when the main program ends.

    The caller shuts it down.
    """
    return ProcessPoolExecutor(jobs, initializer=_begin)


def _submitted(workers: ProcessPoolExecutor, work: Callable[[_Item], _Result], item: _Item) -> Future[_Result]:
    """Return the future of an item's result; if a process of the pool died, a future with that error."""
    try:
        with _interrupts_held():  # processes start here
            return workers.submit(work, item)
    except BrokenProcessPool as error:
        future: Future[_Result] = Future()
        future.set_exception(error)
        return future


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Return a context that delays Ctrl-C, since a process that is just starting would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Prepare a new process of the pool: ignore Ctrl-C, and end when the main program ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    """Wait until the main program ends, and end this process then; call it in a thread."""
    program = parent_process()
    if program is not None:
        wait([program.sentinel])
        os._exit(1)
