"""Random numbers that are the same everywhere."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable
from typing import TypeVar

_Item = TypeVar("_Item")


class Source:
    """Random numbers in [0, 1) that are the same everywhere for a seed.

    Only `random()` is used: its sequence is the one Python promises to keep.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - practice, not secrets
        self._next = self._random.random

    def __call__(self) -> float:
        return self._next()

    def state(self) -> object:
        """Return where the source is now, for `go_back`."""
        return self._random.getstate()

    def go_back(self, state: object) -> None:
        """Go on from an earlier state; from where it is now where that is None."""
        if state is not None:
            self._random.setstate(state)  # type: ignore[arg-type]


def numbered_source(seed: str) -> Source:
    """Return the random numbers of a seed."""
    return Source(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))


def shuffled(items: Iterable[_Item], source: Callable[[], float]) -> list[_Item]:
    """The items in an order that the source decides."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(source() * len(left))))
    return order
