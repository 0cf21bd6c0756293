"""Intervals: numbers made uncertain by rounding, and the rounding of a line.

Rounding is honest if it keeps at least the digits that the rule in `scoring.places` asks for. A tie may go either way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor, isfinite, log10

from scoring.places import FUZZ, unit

# Roundings to 1, 1/10, ... 1/100000 of a line's unit are tried, so that a person who keeps more digits than the rule
# asks for stays inside the band too.
_EXTRA_DIGITS = 6


class Interval:
    """All values between `low` and `high` that honest rounding may have made of a number."""

    __slots__ = ("high", "low")

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)


class Affine(Interval):
    """An interval in affine form: it records the roundings it depends on.

    Its value is `centre` plus, for each symbol in `terms`, the coefficient times a number in [-1, 1]; a symbol is an
    int, and equal symbols in two numbers mean one rounding. `before` is its range (low, high) before its own line was
    rounded; None if that is `low` and `high`. `sizes` caches the two sums over its terms that
    `katatx.engine.pencils.rounding` works out; None until then.
    """

    __slots__ = ("before", "centre", "sizes", "terms")

    def __init__(
        self,
        low: float,
        high: float,
        centre: float,
        terms: dict[int, float],
        before: tuple[float, float] | None = None,
        sizes: tuple[float, float] | None = None,
    ) -> None:
        self.low = low
        self.high = high
        self.centre = centre
        self.terms = terms
        self.before = before
        self.sizes = sizes

    def __neg__(self) -> Affine:
        low, high = self.before or (self.low, self.high)
        terms = {symbol: -by for symbol, by in self.terms.items()}
        return Affine(-self.high, -self.low, -self.centre, terms, (-high, -low), self.sizes)


Number = float | Interval


def low_of(number: Number) -> float:
    """Return the lower end of an interval; any other number as it is."""
    return number.low if isinstance(number, Interval) else number


def high_of(number: Number) -> float:
    """Return the upper end of an interval; any other number as it is."""
    return number.high if isinstance(number, Interval) else number


# A function that returns the local extrema of an operation between two numbers.
Bends = Callable[[float, float], Sequence[float]]


def lowest(value: float, decimals: int, figures: int) -> float:
    """Return the lowest number that may be written for `value`, rounded to `decimals` places or `figures` figures.

    The coarser of the two decides, but a finer rounding is honest too. A value that is not finite is left as it is.
    """
    if not isfinite(value):
        return value
    step = unit(value, decimals, figures)
    # A large number may also be written with all its decimals, which is far finer than its unit.
    for _ in range(_EXTRA_DIGITS + max(0, round(log10(step)) + decimals)):
        below = floor(value / step + FUZZ)
        if value / step - below <= 0.5 + FUZZ:
            return min(value, below * step)
        step /= 10
    return value


def highest(value: float, decimals: int, figures: int) -> float:
    """Return the highest number that may be written for `value`, the opposite of `lowest`; it is at least `value`."""
    return -lowest(-value, decimals, figures)
