"""Numbers that rounding has made uncertain, and the rounding itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import floor, isfinite, log10

from scoring.places import DECIMALS, FIGURES, FUZZ, unit, whole_at

# Roundings to 1, 1/10, ... 1/100000 of a line's unit: a person who keeps more digits than
# the rule asks for stays inside the band too.
_EXTRA_DIGITS = 6


class Interval:
    """Everything between `low` and `high`: what honest rounding may have left of a number."""

    __slots__ = ("high", "low")

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        return f"Interval({self.low!r}, {self.high!r})"


class Affine(Interval):
    """An uncertain number that remembers which roundings it hangs on.

    It is `centre` plus, for each symbol of `terms`, that coefficient times something between
    -1 and 1; the same symbol in two numbers is the same rounding. `before` is what it was
    before its own line was rounded, from lowest to highest, and `own` the symbol of that rounding.
    It is a multiple of `step`, the place it was rounded to; 0 where that is not known.
    """

    __slots__ = ("before", "centre", "own", "step", "terms")

    def __init__(
        self,
        low: float,
        high: float,
        centre: float,
        terms: dict[int, float],
        before: tuple[float, float] | None = None,
        own: int | None = None,
        step: float = 0.0,
    ) -> None:
        self.low = low
        self.high = high
        self.centre = centre
        self.terms = terms
        self.before = before or (low, high)
        self.own = own
        self.step = step

    def negated(self) -> Affine:
        """The number with its sign turned, still the same roundings."""
        low, high = self.before
        terms = {symbol: -by for symbol, by in self.terms.items()}
        return Affine(-self.high, -self.low, -self.centre, terms, (-high, -low), self.own, self.step)


Number = float | Interval


def is_array(value: object) -> bool:
    """Return whether a value is an array: the same number in many draws."""
    return getattr(value, "ndim", 0) == 1


def low_of(number: Number) -> float:
    """The lowest a number may be."""
    return number.low if isinstance(number, Interval) else number


def high_of(number: Number) -> float:
    """The highest a number may be."""
    return number.high if isinstance(number, Interval) else number


# Where work turns from falling to rising, or back, between two numbers.
Bends = Callable[[float, float], Sequence[float]]


def no_bends(low: float, high: float) -> Sequence[float]:
    """Work that only rises, or only falls."""
    return ()


def through(work: Callable[..., float], numbers: tuple[Number, ...], rising: bool, bends: Bends = no_bends) -> Number:
    """`work` done on uncertain numbers.

    `rising` work grows with each of its numbers, so its ends come from their ends.
    Other work is monotone in each number alone, but for the `bends` of the first, so
    it has its extremes at a corner or at a bend.
    """
    if not any(isinstance(number, Interval) for number in numbers):
        return work(*numbers)
    if rising:
        return Interval(work(*map(low_of, numbers)), work(*map(high_of, numbers)))
    first = numbers[0]
    inside = bends(low_of(first), high_of(first))
    ends = [(low_of(number), high_of(number)) for number in numbers]
    reached = [work(*corner) for corner in product((*ends[0], *inside), *ends[1:])]
    return Interval(min(reached), max(reached))


def not_below(least: float, number: Number) -> Number:
    """Return what an uncertain number may be if it is at least so much; one that cannot be stays as it is."""
    if isinstance(number, Interval) and number.low < least <= number.high:
        return Interval(least, number.high)
    return number


def minus(number: Number) -> Number:
    """The number with its sign turned."""
    if isinstance(number, Affine):
        return number.negated()
    return Interval(-number.high, -number.low) if isinstance(number, Interval) else -number


def crosses_zero(number: Number) -> bool:
    """Return whether an uncertain number may be zero."""
    return low_of(number) <= 0 <= high_of(number)


def rounded(number: Number, decimals: int = DECIMALS, figures: int = FIGURES) -> Number:
    """A number as a line keeps it: everything that honest rounding of it may write.

    A number known exactly that ends within `decimals` is not rounded at all. Others are
    kept to `decimals` or `figures` significant figures, whichever is coarser, or to more
    digits; a tie goes either way.
    """
    if not isinstance(number, Interval):
        if whole_at(number, decimals):
            return number
        return Interval(lowest(number, decimals, figures), highest(number, decimals, figures))
    return Interval(lowest(number.low, decimals, figures), highest(number.high, decimals, figures))


def lowest(value: float, decimals: int, figures: int) -> float:
    """The lowest that honest rounding of a number may write."""
    if not isfinite(value):
        return value
    step = unit(value, decimals, figures)
    # A large number may also be kept to its decimals, far below its unit.
    for _ in range(_EXTRA_DIGITS + max(0, round(log10(step)) + decimals)):
        below = floor(value / step + FUZZ)
        if value / step - below <= 0.5 + FUZZ:
            return min(value, below * step)
        step /= 10
    return value


def highest(value: float, decimals: int, figures: int) -> float:
    """The highest that honest rounding of a number may write."""
    return -lowest(-value, decimals, figures)
