"""Work shared out to processes: its results come in order, and no more than a few of them are held."""

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

# So many items a process are begun before the first of them is asked for: a long one does not keep the others waiting.
_AHEAD = 8


def in_order(work: Callable[[_Item], _Result], items: Iterable[_Item], jobs: int) -> Generator[_Result | None]:
    """What `work` (a function of a module) makes of each item, in their order, by `jobs` processes.

    Where a process ends too early, all that was under way is done again, each item alone: None for one whose process
    ends then too. Closed early, or interrupted, it ends the processes at once.
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
    with _workers(1) as worker:
        future = _submitted(worker, work, item)
        return None if _is_broken(future) else future.result()


def _is_broken(future: Future[_Result]) -> bool:
    """Waits for a result; whether none came because a process ended."""
    return isinstance(future.exception(), BrokenProcessPool)


def _workers(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, initializer=_begin)


def _submitted(workers: ProcessPoolExecutor, work: Callable[[_Item], _Result], item: _Item) -> Future[_Result]:
    try:
        with _interrupts_held():  # processes begin here
            return workers.submit(work, item)
    except BrokenProcessPool as error:
        future: Future[_Result] = Future()
        future.set_exception(error)
        return future


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """A Ctrl-C comes after this: a process that begins now would answer it with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """A process leaves Ctrl-C to the program, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    program = parent_process()
    if program is not None:
        wait([program.sentinel])
        os._exit(1)
