"""Reproducible random numbers, the same on every platform and Python version."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

_Item = TypeVar("_Item")


# Random numbers in [0, 1).
Source: TypeAlias = Callable[[], float]


def numbered_source(seed: str) -> Source:
    """Return a source determined by a text: by the first 8 bytes of its SHA-256 hash.

    Only `random.Random(seed).random()` is used: Python guarantees that its sequence never changes.
    """
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    return random.Random(number).random  # noqa: S311 - practice, not secrets


def shuffled(items: Iterable[_Item], source: Source) -> list[_Item]:
    """Return the items in random order, drawn from `source`."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(source() * len(left))))
    return order
