"""What makes numbers suitable for a drill: a size that a person would write, an answer that shows the work, and
mistakes that end apart from it and from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, isfinite

from katatx.engine.key import RIGHT, ExactResult, Solution
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS, agrees, close, most_carried, unit, whole_at
from scoring.shapes import row_of, same_shape

# A whole block over two words takes under a third of this. It bounds what a drill file of a
# stranger can make a machine do.
LONGEST_DRILL = 3_000
# Why numbers would not do.
THEY_MEET = "two wrong turns, or one and the right answer, cannot be told apart"
SAYS_NOTHING = "the answer is zero, all alike, or too small to be written"
TOO_LARGE = "numbers that nobody would write out"

# A collision that no choice of numbers can part is the same mistake twice, or no mistake.
Collision = frozenset[str]


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """What every choice of a drill's numbers has: the collisions, and the mistakes that
    blur into the truth when written short.
    """

    collisions: frozenset[Collision] = frozenset()
    blurred: frozenset[str] = frozenset()


def pencil_sized(number: float) -> bool:
    """Return whether a person would accept to write this number.

    Whole numbers have at most five significant digits and stay below ten million;
    others stay below a thousand. Minus infinity is a mask.
    """
    if number == -inf:
        return True
    if not isfinite(number) or abs(number) >= 1e7:
        return False
    if not whole_at(number, 0):
        return abs(number) < 1000
    return whole_at(number / unit(number, decimals=0, figures=5), 0)


def says_something(value: Sequence[float], places: int) -> bool:
    """Return whether an answer can show that its working was done: not all zeros or all alike,
    and no number so small that its written places are zeros.
    """
    if all(close(number, 0) for number in value):
        return False
    if len(value) > 1 and all(close(number, value[0]) for number in value):
        return False
    least = smallest_that_says_something(places)
    return all(number == 0 or abs(number) >= least for number in value)


def smallest_that_says_something(places: int) -> float:
    """Return the least that a number of an answer may be, unless it is 0."""
    return 5 * 10.0 ** -(places or DECIMALS)


def carries_too_far(key: Key) -> bool:
    """Return whether honest work with rounded lines may end further from the truth than is let pass."""
    return leads_too_far(key.value, key.shape, key.band, DECIMALS if key.places is None else key.places)


def leads_too_far(value: Sequence[float], shape: tuple[int, ...], band: Band, places: int) -> bool:
    """Return whether some end of a band lies further from its true number than an answer with so many places may."""
    for index, (truth, low, high) in enumerate(zip(value, *band, strict=True)):
        if low == high:
            continue
        most = most_carried(row_of(value, shape, index), places, places)
        last = max(10.0**-places, unit(truth)) / 2
        if max(high - truth, truth - low) + last > most:
            return True
    return False


def collisions(solution: Solution) -> set[Collision]:
    """Every wrong turn that may pass for right, and every two that may pass for each other."""
    key = solution.key
    right = KnownTurn(RIGHT, "", "", "", key.shape, key.value, key.band)
    alike = (
        (first.name, second.name)
        for first, second in combinations((right, *key.wrong_turns), 2)
        if not apart(first, second, key.places or DECIMALS)
    )
    return {frozenset((RIGHT, name)) for name in solution.hidden} | set(map(frozenset, alike))


def apart(first: KnownTurn, second: KnownTurn, places: int) -> bool:
    """Return whether some slot tells two results apart, however honestly each was rounded."""
    if not same_shape(first.shape, second.shape):
        return True
    return gap(first.band, second.band) > 10.0**-places


def gap(first: Band, second: Band) -> float:
    """Return how far two bands of one size lie apart in the slot where that is most; below 0 where they overlap
    everywhere.
    """
    return max(
        max(low - other_high, other_low - high)
        # Two masks are the same mask: -inf less -inf is no gap.
        if low != other_low or high != other_high
        else 0.0
        for low, high, other_low, other_high in zip(*first, *second, strict=True)
    )


def blurs(mistake: ExactResult | KnownTurn, truth: tuple[float, ...]) -> bool:
    """Return whether a mistake, written as short as it can be, agrees with the truth: a mistaken
    6 would be taken for a true 6.4 given to too few places.
    """
    return len(mistake.value) == len(truth) and all(
        agrees(value, _shortest(value), true) for value, true in zip(mistake.value, truth, strict=True)
    )


def _shortest(value: float) -> int | None:
    return next((places for places in range(DECIMALS) if whole_at(value, places)), DECIMALS)
