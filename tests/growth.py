"""How the time of some work grows with what it is given: a ratio, as seconds tell more of the machine than of the work."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

TIMES = 8
# What grows with the length is far below it, what grows with its square far above.
BOUND = 20
_TRIES = 6
# Below this a clock tells nothing about how the time grows.
_SHORT = 0.001
# What takes so long is no matter of a busy machine.
_LONG = 3.0


def growth(made: Callable[[int], T], work: Callable[[T], object], size: int) -> float:
    """Return how many times as long work on something of a size takes as on an eighth of it: the best of several tries of each.

    An eighth, not a half: a busy machine easily makes one of the two half as long again, and what grows with the square
    of the size comes to 64 here, far from the 8 of what grows with the size.
    """
    small, large = made(size // TIMES), made(size)
    first = second = float("inf")
    for _ in range(_TRIES):
        first = min(first, seconds(lambda: work(small)))
        second = min(second, seconds(lambda: work(large)))
        if second < 1.5 * TIMES * max(first, _SHORT) or second > _LONG:
            break
    return second / max(first, _SHORT)


def growth_by_length(text: str, work: Callable[[str], object]) -> float:
    """The same for a text and its first eighth."""
    return growth(lambda size: text[:size], work, len(text))


def seconds(work: Callable[[], object]) -> float:
    """Return how long work keeps the processor, without a collection of garbage in between."""
    gc.collect()
    gc.disable()
    begun = time.process_time()
    work()
    ended = time.process_time()
    gc.enable()
    return ended - begun
