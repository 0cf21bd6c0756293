"""Which results of many draws meet: lie too near each other to be told apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from katatx.engine.array_places import Array, Mask, close, noise, whole_at
from katatx.engine.bulk import Result, places_of
from scoring.places import DECIMALS, FUZZ, TWO_DIGITS
from scoring.shapes import same_shape

# Two numbers nearer than this to being so far apart as is asked are left open.
OPEN = 1e-9


def alike(results: Sequence[Result]) -> list[list[int]]:
    """The places of results of one shape each."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for place, result in enumerate(results):
        key = next((shape for shape in groups if same_shape(shape, result.shape)), result.shape)
        groups.setdefault(key, []).append(place)
    return list(groups.values())


class Meetings:
    """Which results lie no further apart than `margin` in any slot: `pairs` has, by the places of two results that
    meet in some draw, in which draws they do; `open` in which draws the last binary digit decides it.
    """

    def __init__(self, results: Sequence[Result], margin: float) -> None:
        self.pairs: dict[tuple[int, int], Mask] = {}
        self.open: Mask = np.zeros(len(results[0].there), bool)
        for group in alike(results):
            self._compare(results, group, margin)

    def _compare(self, results: Sequence[Result], group: Sequence[int], margin: float) -> None:
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
            for other in places_of(near.any(axis=1)):
                self.pairs[group[other], group[at]] = near[other]


def blurs(mistake: Result, right: Result) -> Mask:
    """Return in which draws a mistake, written as short as it can be, agrees with the truth in every slot."""
    if mistake.numbers.shape != right.numbers.shape:
        return np.zeros(len(right.there), bool)
    agree = _agrees_shortest(mistake.numbers, right.numbers).all(axis=0)
    found: Mask = agree & mistake.there & right.there
    return found


def all_close(mistake: Result, right: Result) -> Mask:
    """Return in which draws a mistake leads to the right value in every slot."""
    if not same_shape(mistake.shape, right.shape):
        return np.zeros(len(right.there), bool)
    found: Mask = close(mistake.numbers, right.numbers).all(axis=0) & mistake.there & right.there
    return found


def _agrees_shortest(typed: Array, truth: Array) -> Mask:
    """As `scoring.places.agrees`, each number with as many places as it takes to write it, three at most."""
    half = np.full(typed.shape, 0.5 * 10.0**-DECIMALS)
    for places in range(DECIMALS - 1, -1, -1):
        half[whole_at(typed, places)] = 0.5 * 10.0**-places
    # A single digit stands for itself.
    half[whole_at(typed, 0) & (np.abs(truth) < TWO_DIGITS)] = 0.0
    with np.errstate(invalid="ignore"):
        agree: Mask = np.abs(typed - truth) <= half * (1 + FUZZ) + noise(typed, truth)
    found: Mask = (typed == truth) | (agree & np.isfinite(typed) & np.isfinite(truth))
    return found
