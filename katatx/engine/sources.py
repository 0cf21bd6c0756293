"""Random numbers that are the same everywhere."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable
from typing import TypeVar

# A source of numbers in [0, 1).
Source = Callable[[], float]
_Item = TypeVar("_Item")


def numbered_source(seed: str) -> Source:
    """Random numbers in [0, 1) that are the same everywhere for a seed.

    Only `random()` is used: its sequence is the one Python promises to keep.
    """
    digest = hashlib.sha256(seed.encode()).digest()
    return random.Random(int.from_bytes(digest[:8], "big")).random  # noqa: S311 - practice, not secrets


def shuffled(items: Iterable[_Item], source: Source) -> list[_Item]:
    """The items in an order that the source decides."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(source() * len(left))))
    return order
