"""Reproducible random numbers, the same on every platform and Python version."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable
from typing import TypeVar

_Item = TypeVar("_Item")


class Source:
    """Random numbers in [0, 1), determined by a seed.

    Only `random.Random(seed).random()` is used: Python guarantees that its sequence never changes.
    """

    def __init__(self, seed: int) -> None:
        """Start the sequence of this seed."""
        self._next = random.Random(seed).random  # noqa: S311 - practice, not secrets

    def __call__(self) -> float:
        """Return the next random number in [0, 1)."""
        return self._next()


def numbered_source(seed: str) -> Source:
    """Return a Source seeded with the first 8 bytes of a text's SHA-256 hash."""
    return Source(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))


def shuffled(items: Iterable[_Item], source: Callable[[], float]) -> list[_Item]:
    """Return the items in random order, drawn from `source`."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(source() * len(left))))
    return order
