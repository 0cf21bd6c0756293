"""What a recipe may ask of a number to choose its next line.

A number is a float, an interval that rounding left, or an array with the same number of many draws. Of an
array a yes-or-no question has one answer, or raises `Disagree`: then the draws that answer alike are worked in a group
of their own.
"""

from __future__ import annotations

from functools import reduce
from math import inf
from typing import Any

from katatx.engine.interval import Number, high_of, is_array, low_of

# Part of a number that the mean of equal decimals may be rounded off them: what is left of 0.1 - 0.1 is no spread.
_NOISE = 1e-13


class Disagree(Exception):
    """The draws of an array answer a question differently; `holds` is an array of what each answers."""

    def __init__(self, holds: Any) -> None:
        super().__init__("the draws disagree")
        self.holds = holds


def all_agree(answer: Any) -> bool:
    """Return the answer to a yes-or-no question: a bool, or an array of what each draw answers.

    Raises Disagree where the draws answer differently.
    """
    if answer is True or answer is False:
        return answer
    if answer.all():
        return True
    if answer.any():
        raise Disagree(answer)
    return False


def lowest_of(number: Number) -> float:
    """Return the lowest that a number may be. Raises Disagree where it is not the same in all draws."""
    low: Any = low_of(number)
    if is_array(low) and not all_agree(low == low[0]):
        raise Disagree(low == low[0])
    return first_of(low)


def first_of(number: Number) -> float:
    """Return the lowest that a number may be; of an array that of its first draw, as a message needs it."""
    low: Any = low_of(number)
    return float(low[0]) if is_array(low) else low


def is_true(number: Number) -> bool:
    """Return whether a comparison came out as 1, or anything but 0."""
    return all_agree(low_of(number) != 0)


def is_exact(number: Number) -> bool:
    """Return whether a number was not touched by rounding."""
    return all_agree(high_of(number) == low_of(number))


def is_masked(score: Number) -> bool:
    """Return whether a score is minus infinity."""
    return all_agree(high_of(score) == -inf)


def is_zero_or_one(number: Number) -> bool:
    """Return whether a number is 0 or 1; the lowest that it may be, where it is uncertain."""
    low = low_of(number)
    return all_agree((low == 0.0) | (low == 1.0))


def is_probability(number: Number) -> bool:
    """Return whether all that a number may be lies from 0 to 1."""
    return all_agree((low_of(number) >= 0) & (high_of(number) <= 1))


def is_at_most(number: Number, bound: Number) -> bool:
    """Return whether the lowest that a number may be is no larger than that of another."""
    return all_agree(low_of(number) <= low_of(bound))


def is_above(number: Number, bound: float) -> bool:
    """Return whether the highest that a number may be lies above a bound."""
    return all_agree(high_of(number) > bound)


def is_as_high(number: Number, other: Number) -> bool:
    """Return whether the highest that two numbers may be is the same."""
    return all_agree(high_of(number) == high_of(other))


def is_noise(square: Number, row: tuple[Number, ...]) -> Any:
    """Return whether a mean square is no more than binary arithmetic leaves where all numbers of a row are alike; of
    an array in which draws, for a pencil to `refuse`.
    """
    return high_of(square) <= (_NOISE * reduce(_larger, [abs(high_of(each)) for each in row])) ** 2


def highest_in(row: tuple[Number, ...]) -> Any:
    """Return the highest that a number of a row may be: a float, or an array with that of each draw."""
    return reduce(_larger, map(high_of, row))


def largest_in(row: tuple[Number, ...]) -> Number:
    """Return the number of a row that may be highest, the first of several."""
    if any(is_array(number) for number in row):
        largest: Number = highest_in(row)
        return largest
    return max(row, key=high_of)


def is_largest(row: tuple[Number, ...], at: int) -> Any:
    """Return 1.0 if the first number of a row that may be highest stands at a place, else 0.0; in an array of each
    draw.
    """
    highest, number = highest_in(row), high_of(row[at])
    before = [high_of(each) != highest for each in row[:at]]
    found: Any = reduce(lambda a, b: a & b, before, number == highest)
    return found * 1.0


def _larger(first: Any, second: Any) -> Any:
    if not (is_array(first) or is_array(second)):
        return max(first, second)
    import numpy as np

    return np.maximum(first, second)
