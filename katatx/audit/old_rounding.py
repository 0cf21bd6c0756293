"""Rounding by intervals, as the audit works its bands: every line rounded, the last as well, and nothing
remembered of which rounding a number comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import floor, isfinite, log10

from katatx.audit.old_places import DECIMALS, FIGURES, FUZZ, unit, whole_at
from katatx.engine.errors import EngineError
from katatx.engine.interval import Interval, Number, crosses_zero, high_of, low_of
from katatx.engine.operations import Arithmetic, divide
from katatx.engine.pencils import ROUNDING_COST, Effort, Pencil, no_value, refuse_overflow

# Roundings to 1, 1/10, ... 1/100000 of a line's unit: a person who keeps more digits than
# the rule asks for stays inside the band too.
_EXTRA_DIGITS = 6


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
    """What an uncertain number may be if it is at least so much; one that cannot be stays as it is."""
    if isinstance(number, Interval) and number.low < least <= number.high:
        return Interval(least, number.high)
    return number


def rounded(number: Number, decimals: int = DECIMALS, figures: int = FIGURES) -> Number:
    """A number as a line keeps it: everything that honest rounding of it may write.

    A number known exactly that ends within `decimals` is not rounded at all. Others are
    kept to `decimals` or `figures` significant figures, whichever is coarser, or to more
    digits; a tie goes either way.
    """
    if not isinstance(number, Interval):
        if whole_at(number, decimals):
            return number
        return Interval(_lowest(number, decimals, figures), _highest(number, decimals, figures))
    return Interval(_lowest(number.low, decimals, figures), _highest(number.high, decimals, figures))


def _lowest(value: float, decimals: int, figures: int) -> float:
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


def _highest(value: float, decimals: int, figures: int) -> float:
    return -_lowest(-value, decimals, figures)


class OldRounding(Pencil):
    """Rounds every line, and carries along all that rounding may have left, as intervals."""

    def __init__(self, decimals: int = DECIMALS, figures: int = FIGURES, effort: Effort | None = None) -> None:
        super().__init__(effort=effort)
        self.decimals = decimals
        self.figures = figures

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Work one operation on numbers that may be uncertain, its result rounded."""
        if self.effort is not None:
            self.effort.spend(ROUNDING_COST)
        if operation is divide and isinstance(numbers[1], Interval) and crosses_zero(numbers[1]):
            raise EngineError(f"{no_value(operation, numbers, ZeroDivisionError())} once its lines are rounded")
        try:
            possible = tuple(not_below(operation.least, number) for number in numbers)
            value = through(operation.work, possible, operation.rising, operation.bends)
        except (ArithmeticError, ValueError) as error:
            raise EngineError(no_value(operation, numbers, error)) from error
        for end in (low_of(value), high_of(value)):
            if not isfinite(end):
                refuse_overflow(operation, numbers, end)
        return rounded(value, self.decimals, self.figures)
