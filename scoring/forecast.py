"""How long until a drill is automatic, if it goes on as it went: an estimate and its uncertainty."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, erfc, exp, log, sqrt

from scoring.automatic import ANSWERS, FirstAnswer
from scoring.schedule import LONGEST_UNTIL_AUTOMATIC

# A clean answer in time is taken to come four times in five before any is seen.
_PRIOR = (4.0, 1.0)
# Nine in ten lie below the mean and so many standard deviations.
_NINE_IN_TEN = 1.28
# Beyond this it is "not as things are", and no number.
LONGEST = 3650
# How much longer FSRS's interval about gets with each right answer to a drill still young.
_GROWTH = 3


@dataclass(frozen=True, slots=True)
class Estimate:
    """In how many days a drill is automatic: `low` if every answer from now on is right and in time,
    `middle` on average, `high` in nine of ten cases.
    """

    low: int
    middle: int
    high: int


def days_to_automatic(history: Sequence[FirstAnswer], due_in: int, stability: float | None) -> Estimate:
    """The estimate for a drill, answered when the schedule asks, the first time in `due_in` days.

    A run of right answers is waited for as in coin tossing (Feller, An Introduction to Probability Theory,
    vol. 1, XIII.7), each being clean and in time with the chance that the last ones show.
    """
    good = [answer.clean and not _late(answer) for answer in history]
    streak = next((at for at, each in enumerate(reversed(good)) if not each), len(good))
    needed = max(1, ANSWERS - streak)
    chance = (_PRIOR[0] + sum(good)) / (sum(_PRIOR) + len(good))
    mean, deviation = _waiting(ANSWERS - needed, chance)
    low = min(LONGEST, max(0, due_in) + sum(_gaps(stability, needed - 1)))
    # A miss makes the intervals short again: the answers it costs come about every other day.
    middle = low + 2 * (mean - needed)
    return Estimate(low, min(LONGEST, ceil(middle)), min(LONGEST, ceil(middle + 2 * _NINE_IN_TEN * deviation)))


def days_to_the_last(drills: Mapping[Estimate, int]) -> Estimate:
    """The estimate for the last of many drills, so many of each estimate. The last one waited for of a
    hundred is late though each of them is likely to be in time: the chances that each is through by a
    day are multiplied, as of normal waits with their `middle` and `high`. Here `middle` is the day by
    which it is as likely as not that all are.
    """

    def through(day: int) -> float:
        return exp(sum(count * log(max(1e-300, _chance(each, day))) for each, count in drills.items()))

    days = range(LONGEST)
    low = max(each.low for each in drills)
    middle, high = (max(low, bisect_left(days, likely, key=through)) for likely in (0.5, 0.9))
    return Estimate(low, middle, high)


def _chance(estimate: Estimate, day: int) -> float:
    """That a drill is automatic by a day."""
    deviation = max(0.5, (estimate.high - estimate.middle) / _NINE_IN_TEN)
    return 0.5 * erfc((estimate.middle - day) / deviation / sqrt(2))


def _late(answer: FirstAnswer) -> bool:
    return answer.seconds is not None and answer.target is not None and answer.seconds > answer.target


def _waiting(streak: int, chance: float) -> tuple[float, float]:
    """Mean and standard deviation of the answers from a streak to one of five: the wait for five
    from nothing is that for the streak and, independent of it, that for the rest.
    """
    whole, part = _run(ANSWERS, chance), _run(streak, chance)
    return whole[0] - part[0], sqrt(max(0.0, whole[1] - part[1]))


def _run(length: int, chance: float) -> tuple[float, float]:
    """Mean and variance of the tosses until so many heads in a row."""
    if length == 0:
        return 0.0, 0.0
    miss, power = 1 - chance, chance**length
    mean = (1 - power) / (miss * power)
    variance = 1 / (miss * power) ** 2 - (2 * length + 1) / (miss * power) - chance / miss**2
    return mean, variance


def _gaps(stability: float | None, count: int) -> list[int]:
    interval = 1.0 if stability is None else stability
    gaps = []
    for _ in range(count):
        interval = min(LONGEST_UNTIL_AUTOMATIC, interval * _GROWTH)
        gaps.append(max(1, round(interval)))
    return gaps
