"""Counts among the things a recipe is given."""

from __future__ import annotations

from math import isfinite

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, low_of
from katatx.notation.printing import write_number

# No count on paper is larger.
MOST = 10**9


def whole_number(number: Number, name: str, lowest: int = 1, highest: int = MOST) -> int:
    """A given number as a count.

    Raises EngineError where it is not whole or lies outside `lowest` to `highest`.
    """
    value = low_of(number)
    if not isfinite(value) or value != value // 1 or not lowest <= value <= highest:
        allowed = f"{lowest} to {highest}" if highest < MOST else f"{lowest} or more"
        raise EngineError(f"{name} is {write_number(value)}; it must be a whole number, {allowed}")
    return int(value)


def whole_parts(number: Number, size: Number, what: str) -> int:
    """How often a size goes into a number without a remainder.

    Raises EngineError where it does not.
    """
    whole, part = whole_number(number, what), whole_number(size, "size")
    if whole % part:
        raise EngineError(f"{what} {whole} cannot be cut into pieces of {part} without a remainder")
    return whole // part


def need_counts(**given: Number) -> None:
    """Raises EngineError, with its name, where one of these is no count."""
    for name, number in given.items():
        whole_number(number, name)
