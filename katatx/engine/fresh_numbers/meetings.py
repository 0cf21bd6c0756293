"""Finding which results of many draws are too close to be distinguished.

Two results meet in a draw if no number of theirs differs by more than a margin. A mistake blurs if, written with few
decimals, it agrees with the right value.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from katatx.engine.fresh_numbers.array_places import Array, Mask, close, noise, whole_at
from katatx.engine.fresh_numbers.bulk import Result, indices_of
from scoring.places import DECIMALS, FUZZ, TWO_DIGITS
from scoring.shapes import same_shape

# A distance that differs from the margin by less than this is left undecided.
OPEN = 1e-9


def alike(results: Sequence[Result]) -> list[list[int]]:
    """Return the indices of the results in lists, one for each shape; axes of length 1 are ignored."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for place, result in enumerate(results):
        key = next((shape for shape in groups if same_shape(shape, result.shape)), result.shape)
        groups.setdefault(key, []).append(place)
    return list(groups.values())


class Meetings:
    """Finds the results that differ by at most `margin` in every number, in draws where both have a value.

    `pairs` maps the indices (lower, higher) of two results that meet in some draw to a mask of the draws in which they
    do. `open` is a mask of the draws in which the last binary digit decides.
    """

    def __init__(self, results: Sequence[Result], margin: float) -> None:
        """Compare all results of like shape, and fill `pairs` and `open`. There must be at least one result."""
        self.pairs: dict[tuple[int, int], Mask] = {}
        self.open: Mask = np.zeros(len(results[0].there), bool)
        for group in alike(results):
            self._compare(results, group, margin)

    def _compare(self, results: Sequence[Result], group: Sequence[int], margin: float) -> None:
        """Add the meetings among the results with the indices `group`, which have one shape, to `pairs` and `open`."""
        numbers = np.array([results[place].numbers for place in group])
        there = np.array([results[place].there for place in group])
        for at in range(1, len(group)):
            with np.errstate(invalid="ignore"):
                gaps = np.abs(numbers[:at] - numbers[at])
            gaps[numbers[:at] == numbers[at]] = 0.0
            furthest = gaps.max(axis=1)
            both = there[:at] & there[at]
            near = (furthest <= margin) & both
            self.open |= ((np.abs(furthest - margin) <= OPEN) & both).any(axis=0)
            for other in indices_of(near.any(axis=1)):
                self.pairs[group[other], group[at]] = near[other]


def blurs(mistake: Result, right: Result) -> Mask:
    """Return in which draws a mistake, written with as few decimals as possible, agrees with the right value.

    The mask is False where one of them has no value, and everywhere if they have not equally many numbers.
    """
    if mistake.numbers.shape != right.numbers.shape:
        return np.zeros(len(right.there), bool)
    agree = _agrees_shortest(mistake.numbers, right.numbers).all(axis=0)
    found: Mask = agree & mistake.there & right.there
    return found


def all_close(mistake: Result, right: Result) -> Mask:
    """Return in which draws a mistake gives the right value, in the same shape, up to binary noise.

    The mask is False where one of them has no value. Axes of length 1 are ignored.
    """
    if not same_shape(mistake.shape, right.shape):
        return np.zeros(len(right.there), bool)
    found: Mask = close(mistake.numbers, right.numbers).all(axis=0) & mistake.there & right.there
    return found


def _agrees_shortest(typed: Array, truth: Array) -> Mask:
    """Return which numbers are off from the truth by at most half a unit of their last decimal.

    If they have more than three decimals, the third counts as the last. A whole number is exact if the truth is below
    9.5 in size. Infinity agrees only with itself.
    """
    half = np.full(typed.shape, 0.5 * 10.0**-DECIMALS)
    for places in range(DECIMALS - 1, -1, -1):
        half[whole_at(typed, places)] = 0.5 * 10.0**-places
    # A single digit is taken as exact.
    half[whole_at(typed, 0) & (np.abs(truth) < TWO_DIGITS)] = 0.0
    with np.errstate(invalid="ignore"):
        agree: Mask = np.abs(typed - truth) <= half * (1 + FUZZ) + noise(typed, truth)
    found: Mask = (typed == truth) | (agree & np.isfinite(typed) & np.isfinite(truth))
    return found
