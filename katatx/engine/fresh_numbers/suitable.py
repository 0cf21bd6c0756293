"""Criteria for numbers that suit a drill.

They can be written by hand, the answer shows the work, and the results of mistakes are distinguishable from it and from
one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, isfinite, log10

from katatx.engine.key import RIGHT, ExactResult, Solution
from scoring.answer import TypedNumber
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS, agrees, close, most_carried, unit, whole_at
from scoring.shapes import row_of, same_shape
from scoring.slots import is_two_decimals

# A transformer block over two words takes less than a third of this. It limits the work that an untrusted drill file
# can cause.
LONGEST_DRILL = 3_000
# Reasons for refusing numbers.
THEY_MEET = "two mistakes, or a mistake and the right answer, cannot be told apart"
TAKEN_FOR_ROUNDING = "a mistake gives the same as rounding every line to two decimals"
SAYS_NOTHING = "the answer is zero, has only equal numbers, or has one too small to be written"
TOO_LARGE = "numbers are too large or too long to write by hand"

# The names of two results that cannot be told apart: of two mistakes, or of a mistake and the right answer ("right").
Collision = frozenset[str]


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """Facts that hold for every choice of a drill's numbers.

    `collisions` are the pairs of results that cannot be told apart; `blurred` names the mistakes that agree with the
    right value when written with few decimals.
    """

    collisions: frozenset[Collision] = frozenset()
    blurred: frozenset[str] = frozenset()


def pencil_sized(number: float) -> bool:
    """Return whether a person would accept to write this number.

    A whole number must have at most five significant digits and a size below ten million, any other a size below a
    thousand. Minus infinity, used as a mask, is accepted; NaN and infinity are not.
    """
    if number == -inf:
        return True
    if not isfinite(number) or abs(number) >= 1e7:
        return False
    if not whole_at(number, 0):
        return abs(number) < 1000
    return whole_at(number / unit(number, decimals=0, figures=5), 0)


def says_something(value: Sequence[float], places: int) -> bool:
    """Return whether an answer shows that its working was done.

    It does not if it is all zeros, if it has several numbers and all are equal, or if a number other than 0 is
    smaller in size than five units of the last of `places` decimals; 0 places count as 3.
    """
    if all(close(number, 0) for number in value):
        return False
    if len(value) > 1 and all(close(number, value[0]) for number in value):
        return False
    least = smallest_that_says_something(places)
    return all(number == 0 or abs(number) >= least for number in value)


def smallest_that_says_something(places: int) -> float:
    """Return the smallest absolute value that a number of an answer may have, unless it is 0.

    It is five units of the last of `places` decimals; 0 places count as 3.
    """
    return 5 * 10.0 ** -(places or DECIMALS)


def carries_too_far(key: Key) -> bool:
    """Return whether honest work with rounded lines may deviate further from the truth than grading accepts."""
    return leads_too_far(key.value, key.shape, key.band, DECIMALS if key.places is None else key.places)


def leads_too_far(value: Sequence[float], shape: tuple[int, ...], band: Band, places: int) -> bool:
    """Return whether an end of the band is further from its true number than grading accepts at `places` decimals.

    `value` has the true numbers, row-major, in this shape. Half a unit of the answer's own rounding is added to the
    distance. Numbers whose band has no width are never too far.
    """
    for index, (truth, low, high) in enumerate(zip(value, *band, strict=True)):
        if low == high:
            continue
        most = most_carried(row_of(value, shape, index), places, places)
        last = max(10.0**-places, unit(truth)) / 2
        if max(high - truth, truth - low) + last > most:
            return True
    return False


def collisions(solution: Solution) -> set[Collision]:
    """Return the pairs of results that cannot be told apart, with "right" as the name of the right answer.

    They are the pairs of hidden mistakes with "right", and the pairs of one shape whose bands are at no number
    further apart than one unit of the last decimal asked for.
    """
    key = solution.key
    right = KnownTurn(RIGHT, "", "", "", key.shape, key.value, key.band)
    alike = (
        (first.name, second.name)
        for first, second in combinations((right, *key.wrong_turns), 2)
        if not apart(first, second, DECIMALS if key.places is None else key.places)
    )
    return {frozenset((RIGHT, name)) for name in solution.hidden} | set(map(frozenset, alike))


def taken_for_early_rounding(key: Key) -> frozenset[str]:
    """Return the names of the mistakes that grading would call rounded too early.

    Their exact results, written in one of three usual ways, agree with a result of rounding every line to two decimals.
    Conventions are left out.
    """
    asked = DECIMALS if key.places is None else key.places
    return frozenset(
        turn.name
        for turn in key.wrong_turns
        if not turn.convention
        and same_shape(turn.shape, key.shape)
        and any(is_two_decimals(written, key) for written in _as_written(turn.value, asked))
    )


def _as_written(value: Sequence[float], asked: int) -> Iterator[tuple[TypedNumber, ...]]:
    """Yield an answer with this value in three ways as it may be typed, with `asked` the number of decimals asked for.

    Its numbers are written to the places asked, then each as short as it is exact, with at most 3 decimals, then to
    its four significant figures, with at most the decimals asked.
    """
    for places in (lambda _: asked, _shortest, lambda number: min(asked, max(0, -round(log10(unit(number)))))):
        written = []
        for number in value:
            kept = places(number)
            exact = number if kept is None or not isfinite(number) else round(number, kept)
            written.append(TypedNumber("", exact, kept))
        yield tuple(written)


def apart(first: KnownTurn, second: KnownTurn, places: int) -> bool:
    """Return whether some number distinguishes two results, however honestly each was rounded.

    `places` is the number of decimals asked for. Results of unlike shapes are always distinguished.
    """
    if not same_shape(first.shape, second.shape):
        return True
    return gap(first.band, second.band) > 10.0**-places


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


def blurs(mistake: ExactResult | KnownTurn, truth: tuple[float, ...]) -> bool:
    """Return whether a mistake's numbers look like the truth written with fewer decimals.

    For example, a mistaken 6 could be a true 6.4 rounded to a whole number, so that an answer of 6 says nothing. False
    if they have not equally many numbers.
    """
    return len(mistake.value) == len(truth) and all(
        agrees(value, _shortest(value), true) for value, true in zip(mistake.value, truth, strict=True)
    )


def _shortest(value: float) -> int | None:
    """Return the fewest decimals that write a number exactly; 3 if two are not enough."""
    return next((places for places in range(DECIMALS) if whole_at(value, places)), DECIMALS)
