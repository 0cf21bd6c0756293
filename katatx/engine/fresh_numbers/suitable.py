"""Criteria for numbers that suit a drill.

They can be written by hand, the answer shows the work, and the results of mistakes are distinguishable from it and from
one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isfinite
from typing import NamedTuple

from scoring.answer import Answer, TypedNumber
from scoring.judge import grade
from scoring.key import Band, Key
from scoring.places import DECIMALS, agrees, close, unit, whole_at
from scoring.shapes import row_of, same_shape
from scoring.verdict import Verdict

# A transformer block over two words takes less than a third of this. It limits the work that an untrusted drill file
# can cause.
LONGEST_DRILL = 3_000
# The share of its row that an end of a band may be off; bands are narrower than a quarter of the number to a side.
_MOST_CARRIED, _FAR = 0.02, 0.25
# Reasons for refusing numbers.
THEY_MEET = "two mistakes, or a mistake and the right answer, cannot be told apart"
SAYS_NOTHING = "the answer is zero, has only equal numbers, or has one too small to be written"
TOO_LARGE = "numbers are too large or too long to write by hand"

# The names of two results that cannot be told apart: of two mistakes, or of a mistake and the right answer ("right").
Collision = frozenset[str]


class ExactResult(NamedTuple):
    """The unrounded result of the right working (name "right"), of a wrong turn or of a belief."""

    name: str
    shape: tuple[int, ...]
    value: tuple[float, ...]

    def near(self, other: ExactResult, margin: float) -> bool:
        """Return whether the shapes agree, up to axes of length 1, and no pair of entries differs by more."""
        return same_shape(self.shape, other.shape) and all(
            a == b or abs(a - b) <= margin for a, b in zip(self.value, other.value, strict=True)
        )

    def typed(self, places: int) -> Answer:
        """Return it as one types it: rounded to `places` decimals, without the zeros at the ends of its numbers."""
        shortest = [next((few for few in range(places) if whole_at(each, few)), places) for each in self.value]
        numbers = (TypedNumber("", round(each, few), few) for each, few in zip(self.value, shortest, strict=True))
        return Answer(tuple(numbers), self.shape)


def is_taken_for_right(mistake: ExactResult, right: ExactResult, band: Band, places: int) -> bool:
    """Return whether a mistake, as one types it, may pass for the right result, or for it with fewer decimals: 0.4 for
    0.422. `band` is that of the right result.
    """
    key = Key(right.shape, right.value, band, places, None)
    return grade(mistake.typed(places), key, lambda readings: True).verdict is not Verdict.WRONG


def is_taken_for(mistake: ExactResult, band: Band, places: int) -> bool:
    """Return whether a mistake, as one types it, may be the result of another mistake, whose band this is."""
    return all(
        any(agrees(number.value, number.places, truth) for truth in (min(max(number.value, low), high), low, high))
        for number, low, high in zip(mistake.typed(places).numbers, *band, strict=True)
    )


def pencil_sized(number: float) -> bool:
    """Return whether a person would accept to write this number.

    A whole number must have at most five significant digits and a size below ten million, any other a size below a
    thousand. Minus infinity, used as a mask, is accepted; NaN and infinity are not.
    """
    if number == -inf or -1000 < number < 1000:
        return True
    if not isfinite(number) or abs(number) >= 1e7:
        return False
    return whole_at(number, 0) and whole_at(number / unit(number, decimals=0, figures=5), 0)


def says_something(value: Sequence[float], places: int) -> bool:
    """Return whether an answer shows that its working was done.

    It does not if it is all zeros, if it has several numbers and all are equal, or if a number other than 0 is
    smaller in size than five units of the last of `places` decimals; 0 places count as 3.
    """
    if all(close(number, 0) for number in value):
        return False
    if len(value) > 1 and all(close(number, value[0]) for number in value):
        return False
    least = 5 * 10.0 ** -(places or DECIMALS)
    return all(number == 0 or abs(number) >= least for number in value)


def leads_too_far(value: Sequence[float], shape: tuple[int, ...], band: Band, places: int) -> bool:
    """Return whether an end of the band is too far from its true number: 2 % of its row, or a unit of the last place.

    `value` has the true numbers, row-major, in this shape. Half a unit of the answer's own rounding is added to the
    distance. Numbers whose band has no width are never too far.
    """
    for index, (truth, low, high) in enumerate(zip(value, *band, strict=True)):
        if low == high:
            continue
        size = max((abs(number) for number in row_of(value, shape, index) if isfinite(number)), default=0.0)
        most = max(_MOST_CARRIED * size, 10.0**-places)
        last = max(10.0**-places, unit(truth)) / 2
        if max(high - truth, truth - low) + last > most:
            return True
    return False


def far_apart(first: ExactResult, second: ExactResult) -> bool:
    """Return whether two exact results differ by more than any honest rounding of both may."""
    return not same_shape(first.shape, second.shape) or any(
        a != b and not abs(a - b) <= _FAR * (2 + abs(a) + abs(b))
        for a, b in zip(first.value, second.value, strict=True)
    )


def gap(first: Band, second: Band) -> float:
    """Return the largest distance between two bands over their numbers; negative if all overlap.

    Where the two are equal at a number, they are 0 apart. Both must have equally many numbers.
    """
    return max(
        max(low - other_high, other_low - high)
        # Two masks are equal; -inf minus -inf would not be 0.
        if low != other_low or high != other_high
        else 0.0
        for low, high, other_low, other_high in zip(*first, *second, strict=True)
    )
