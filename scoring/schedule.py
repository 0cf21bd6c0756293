"""Memory model FSRS-6, with one rating a practice day.

The formulas are those of FSRS-6 (Jarrett Ye, "The algorithm", open-spaced-repetition, version 6), in the order of
operations of the `fsrs` package, so that results are identical to the last digit. They are implemented here because a
log is recomputed from its first answer, for which the package is ten times slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum
from math import e
from typing import NamedTuple

RETENTION = 0.9
# The published default parameters of FSRS-6.
PARAMETERS = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
_LEAST_STABILITY = 0.001
_LEAST_DIFFICULTY, _MOST_DIFFICULTY = 1.0, 10.0
_LONGEST_INTERVAL = 36500


class Rating(IntEnum):
    """The rating of a day, with the numbers of the `fsrs` package. Answer time plays no part."""

    AGAIN = 1
    GOOD = 3


class Memory(NamedTuple):
    """The state of FSRS: stability in days, difficulty from 1 to 10, and the ordinal of the last rated day."""

    stability: float
    difficulty: float
    last: int


@dataclass(slots=True)
class Schedule:
    """FSRS with a learner's 21 parameters (None for the published ones) and desired retention, above 0 and at most 1.

    Days are ordinals of dates.
    """

    parameters: Sequence[float] | None = None
    retention: float = RETENTION
    _weights: tuple[float, ...] = field(init=False, repr=False)
    _decay: float = field(init=False, repr=False)
    _factor: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Derive the constants of the forgetting curve."""
        self._weights = PARAMETERS if self.parameters is None else tuple(self.parameters)
        self._decay = -self._weights[20]
        self._factor = 0.9 ** (1 / self._decay) - 1

    def review(self, memory: Memory | None, rating: Rating, day: int) -> Memory:
        """Return the memory after a rating on a day, given as an ordinal; `memory` is None at the first rating.

        Raise ValueError if the day is not later than that of the last rating.
        """
        weights = self._weights
        if memory is None:
            difficulty = weights[4] - e ** (weights[5] * (rating - 1)) + 1
            return Memory(max(weights[rating - 1], _LEAST_STABILITY), _clamped(difficulty), day)
        if day <= memory.last:
            raise ValueError(f"rated on {date.fromordinal(memory.last)} already, and now on {date.fromordinal(day)}")
        stability = self._forgotten(memory, day) if rating is Rating.AGAIN else self._recalled(memory, day)
        easiest = weights[4] - e ** (weights[5] * 3) + 1
        damped = memory.difficulty + (10.0 - memory.difficulty) * -(weights[6] * (rating - 3)) / 9.0
        difficulty = weights[7] * easiest + (1 - weights[7]) * damped
        return Memory(max(stability, _LEAST_STABILITY), _clamped(difficulty), day)

    def recall(self, memory: Memory, day: int) -> float:
        """Return the probability of recall on a day, given as an ordinal; 1 until the last rated day."""
        return float((1 + self._factor * max(0, day - memory.last) / memory.stability) ** self._decay)

    def interval(self, stability: float) -> int:
        """Return the whole days, 1 to 36500, until recall falls to the desired retention; the stability is in days."""
        days = (stability / self._factor) * (self.retention ** (1 / self._decay) - 1)
        return int(min(max(round(days), 1), _LONGEST_INTERVAL))

    def due(self, memory: Memory) -> int:
        """Return the first day, an ordinal, on which recall is below the desired retention."""
        day = memory.last + self.interval(memory.stability)
        # FSRS rounds its intervals; if this one was rounded down, it is due a day later.
        return day + (self.recall(memory, day) >= self.retention)

    def _forgotten(self, memory: Memory, day: int) -> float:
        """Return the new stability in days after forgetting on a day."""
        weights = self._weights
        long_term = (
            weights[11]
            * (memory.difficulty ** -weights[12])
            * (((memory.stability + 1) ** (weights[13])) - 1)
            * (e ** ((1 - self.recall(memory, day)) * weights[14]))
        )
        return float(min(long_term, memory.stability / (e ** (weights[17] * weights[18]))))

    def _recalled(self, memory: Memory, day: int) -> float:
        """Return the new stability in days after recall on a day."""
        weights = self._weights
        grown = 1 + (e ** (weights[8])) * (11 - memory.difficulty) * (memory.stability ** -weights[9]) * (
            (e ** ((1 - self.recall(memory, day)) * weights[10])) - 1
        )
        return float(memory.stability * grown)


def _clamped(difficulty: float) -> float:
    """Return a difficulty limited to 1 to 10."""
    return min(max(difficulty, _LEAST_DIFFICULTY), _MOST_DIFFICULTY)
