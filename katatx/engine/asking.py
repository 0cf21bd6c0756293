"""Questions and demands that a recipe makes of a number to choose its next line: of a float, or an interval's ends."""

from __future__ import annotations

from math import inf

from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import Number, high_of, low_of
from katatx.notation.printing import write_number

MOST = 10**9  # the largest count accepted


def is_exact(number: Number) -> bool:
    """Return whether a number is unaffected by rounding: it is no interval, or one whose ends are equal."""
    return high_of(number) == low_of(number)


def is_masked(score: Number) -> bool:
    """Return whether a score (the upper end of an interval) is minus infinity."""
    return high_of(score) == -inf


def is_zero_or_one(number: Number) -> bool:
    """Return whether a number (the lower end of an interval) is 0 or 1."""
    return low_of(number) in (0.0, 1.0)


def is_probability(number: Number) -> bool:
    """Return whether a number (both ends of an interval) lies in [0, 1]."""
    return low_of(number) >= 0 and high_of(number) <= 1


def is_at_most(number: Number, bound: Number) -> bool:
    """Return whether a number is at most `bound`; intervals count as lower ends."""
    return low_of(number) <= low_of(bound)


def is_above(number: Number, bound: float) -> bool:
    """Return whether a number (the upper end of an interval) is above a bound."""
    return high_of(number) > bound


def is_as_high(number: Number, other: Number) -> bool:
    """Return whether two numbers are equal; intervals count as upper ends."""
    return high_of(number) == high_of(other)


def whole_number(number: Number, name: str, lowest: Number = 1, highest: Number = MOST) -> int:
    """Return a number as an int. Raises EngineError as `need_whole` does."""
    need_whole(number, name, lowest, highest)
    return int(low_of(number))


def need_whole(number: Number, name: str, lowest: Number = 1, highest: Number = MOST) -> None:
    """Raise EngineError if a number is not whole, not from `lowest` to `highest`, or rounded."""
    if not is_exact(number):
        raise EngineError(f"{name} is a rounded number; write a number that is whole from the start")
    if low_of(number) % 1 != 0 or not low_of(lowest) <= low_of(number) <= low_of(highest):
        least, most = write_number(low_of(lowest)), write_number(low_of(highest))
        allowed = f"{least} to {most}" if highest is not MOST else f"{least} or more"
        raise EngineError(f"{name} is {write_number(low_of(number))}; write a whole number, {allowed}")
