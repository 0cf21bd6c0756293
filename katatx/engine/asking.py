"""Questions that a recipe may ask about a number to choose its next line: of a float, or of an end of an interval."""

from __future__ import annotations

from math import inf

from katatx.engine.pencils.interval import Number, high_of, low_of

# Relative error of the mean of equal numbers: a spread below it is binary noise.
_NOISE = 1e-13


def is_true(number: Number) -> bool:
    """Return whether a number, such as the result of a comparison, is not 0; an interval counts as its lower end."""
    return low_of(number) != 0


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


def is_noise(square: Number, row: tuple[Number, ...]) -> bool:
    """Return whether the numbers of a row are equal up to binary noise, given their mean squared deviation `square`.

    Upper ends of intervals count.
    """
    return high_of(square) <= (_NOISE * max(abs(high_of(each)) for each in row)) ** 2


def highest_in(row: tuple[Number, ...]) -> float:
    """Return the highest upper end in a row."""
    return max(map(high_of, row))


def largest_in(row: tuple[Number, ...]) -> Number:
    """Return the number of a row with the highest upper end, the first of several."""
    return max(row, key=high_of)


def is_largest(row: tuple[Number, ...], at: int) -> float:
    """Return 1.0 if the number at index `at` is the first with the highest upper end, else 0.0."""
    return float(list(map(high_of, row)).index(highest_in(row)) == at)


def rank_in(row: tuple[Number, ...], at: int) -> int:
    """Return the rank, from 0, of the number at index `at` when a row is sorted in descending order.

    Of equal numbers the first has the lower rank. An interval counts as its midpoint.
    """
    sizes = [low_of(number) + high_of(number) for number in row]
    return sum(size >= sizes[at] for size in sizes[:at]) + sum(size > sizes[at] for size in sizes[at + 1 :])
