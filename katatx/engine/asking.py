"""Questions that a recipe may ask about a number to choose its next line.

A draw is one choice of an expression's numbers. A number is a float, an interval, or an array of one number in many
draws. A yes-or-no question about an array has one answer, or raises `Disagree`: then the draws with equal answers are
worked in separate groups. A step that cannot be worked on an array raises `OneByOne`. A float is its own lower and
upper end.
"""

from __future__ import annotations

from functools import reduce
from math import inf
from typing import Any

from katatx.engine.pencils.interval import Number, high_of, is_array, low_of

# Relative error of the mean of equal numbers: a spread below it is binary noise.
_NOISE = 1e-13


class Disagree(Exception):
    """Raised when the draws of an array have different answers; `holds` is the array of answers."""

    def __init__(self, holds: Any) -> None:
        super().__init__("the draws disagree")
        self.holds = holds


class OneByOne(Exception):
    """Raised by a step that cannot be worked on arrays of many draws: each draw must be worked by itself."""


def all_agree(answer: Any) -> bool:
    """Return the common answer to a yes-or-no question: `answer` is a bool, or an array with one for each draw.

    Raises Disagree if they differ.
    """
    if answer is True or answer is False:
        return answer
    if answer.all():
        return True
    if answer.any():
        raise Disagree(answer)
    return False


def lowest_of(number: Number) -> float:
    """Return the lower end of an interval, a float as it is, or the one number that an array has in all draws.

    Raises Disagree if it differs between draws.
    """
    low: Any = low_of(number)
    if is_array(low) and not all_agree(low == low[0]):
        raise Disagree(low == low[0])
    return first_of(low)


def first_of(number: Number) -> float:
    """Return the lower end of an interval, a float as it is, or an array's number in the first draw.

    Use it for messages only.
    """
    low: Any = low_of(number)
    return float(low[0]) if is_array(low) else low


def is_true(number: Number) -> bool:
    """Return whether a number, such as the result of a comparison, is not 0; an interval counts as its lower end.

    Raises Disagree if draws differ.
    """
    return all_agree(low_of(number) != 0)


def is_exact(number: Number) -> bool:
    """Return whether a number is unaffected by rounding: it is no interval, or one whose ends are equal.

    Raises Disagree if draws differ.
    """
    return all_agree(high_of(number) == low_of(number))


def is_masked(score: Number) -> bool:
    """Return whether a score (the upper end of an interval) is minus infinity. Raises Disagree if draws differ."""
    return all_agree(high_of(score) == -inf)


def is_zero_or_one(number: Number) -> bool:
    """Return whether a number (the lower end of an interval) is 0 or 1. Raises Disagree if draws differ."""
    low = low_of(number)
    return all_agree((low == 0.0) | (low == 1.0))


def is_probability(number: Number) -> bool:
    """Return whether a number (both ends of an interval) lies in [0, 1]. Raises Disagree if draws differ."""
    return all_agree((low_of(number) >= 0) & (high_of(number) <= 1))


def is_at_most(number: Number, bound: Number) -> bool:
    """Return whether a number is at most `bound`; intervals count as lower ends. Raises Disagree if draws differ."""
    return all_agree(low_of(number) <= low_of(bound))


def is_above(number: Number, bound: float) -> bool:
    """Return whether a number (the upper end of an interval) is above a bound. Raises Disagree if draws differ."""
    return all_agree(high_of(number) > bound)


def is_as_high(number: Number, other: Number) -> bool:
    """Return whether two numbers are equal; intervals count as upper ends. Raises Disagree if draws differ."""
    return all_agree(high_of(number) == high_of(other))


def is_noise(square: Number, row: tuple[Number, ...]) -> Any:
    """Return whether the numbers of a row are equal up to binary noise, given their mean squared deviation `square`.

    Upper ends of intervals count. For arrays, return a boolean array with one entry for each draw, for a pencil's
    `refuse`.
    """
    return high_of(square) <= (_NOISE * reduce(_larger, [abs(high_of(each)) for each in row])) ** 2


def highest_in(row: tuple[Number, ...]) -> Any:
    """Return the highest upper end in a row: a float, or an array with one entry for each draw."""
    return reduce(_larger, map(high_of, row))


def largest_in(row: tuple[Number, ...]) -> Number:
    """Return the number of a row with the highest upper end, the first of several.

    If the row has arrays, return an array of the largest number in each draw. Raises OneByOne for uncertain numbers of
    many draws: which is the largest differs between draws.
    """
    if any(is_array(number) for number in row):
        largest: Number = highest_in(row)
        return largest
    if any(is_array(high_of(number)) for number in row):
        raise OneByOne
    return max(row, key=high_of)


def is_largest(row: tuple[Number, ...], at: int) -> Any:
    """Return 1.0 if the number at index `at` is the first with the highest upper end, else 0.0.

    For arrays, return an array with 1.0 or 0.0 for each draw.
    """
    highest, number = highest_in(row), high_of(row[at])
    before = [high_of(each) != highest for each in row[:at]]
    found: Any = reduce(lambda a, b: a & b, before, number == highest)
    return found * 1.0


def rank_in(row: tuple[Number, ...], at: int) -> Any:
    """Return the rank, from 0, of the number at index `at` when a row is sorted in descending order.

    Of equal numbers the first has the lower rank. An interval counts as its midpoint. For arrays, return an array.
    """
    sizes: list[Any] = [low_of(number) + high_of(number) for number in row]
    ahead = [size >= sizes[at] for size in sizes[:at]] + [size > sizes[at] for size in sizes[at + 1 :]]
    return sum(1 * each for each in ahead)


def _larger(first: Any, second: Any) -> Any:
    """Return the larger of two numbers, entry by entry for arrays."""
    if not (is_array(first) or is_array(second)):
        return max(first, second)
    import numpy as np

    return np.maximum(first, second)
