"""Counts among the things a recipe is given."""

from __future__ import annotations

from math import isfinite

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, low_of
from katatx.notation.printing import write_number


def whole_number(number: Number, name: str, lowest: int, highest: int) -> int:
    """A given number as a count.

    Raises EngineError where it is not whole or lies outside `lowest` to `highest`.
    """
    value = low_of(number)
    if not isfinite(value) or value != value // 1 or not lowest <= value <= highest:
        allowed = f"{lowest} to {highest}" if highest < 10**9 else f"{lowest} or more"
        raise EngineError(f"{name} is {write_number(value)}; it must be a whole number, {allowed}")
    return int(value)
