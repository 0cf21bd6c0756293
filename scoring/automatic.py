"""When a drill is automatic: a pure function of its last cold answers.

The spread is Segalowitz and Segalowitz's (1993) sign of it: as a skill becomes automatic its
times do not only shorten, they vary less for their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum, sqrt
from statistics import median

# The last so many cold answers are looked at, of so many different days.
ANSWERS = 5
DAYS = 3
# SD / mean of the times is settled from here down.
SETTLED = 0.4
# With fewer times than this there is no median or spread worth the name.
_FEWEST_TIMES = 3


class Condition(StrEnum):
    """What must be met, in the order a learner meets it."""

    ATTEMPTS = "attempts"
    DAYS = "days"
    RIGHT = "right"
    TIME = "time"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class ColdAnswer:
    """A day's first answer at a drill. `clean` is right and without help; `seconds` is None where
    it sat untouched, `target` where the drill has none.
    """

    day: str
    clean: bool
    seconds: float | None
    target: float | None


@dataclass(frozen=True, slots=True)
class Automaticity:
    """What the rule says, and what it says it from: `answers` are those looked at."""

    answers: tuple[ColdAnswer, ...]
    unmet: tuple[Condition, ...]
    median_seconds: float | None
    spread: float | None
    target: float | None

    @property
    def automatic(self) -> bool:
        """Whether every condition is met."""
        return not self.unmet

    @property
    def sentence(self) -> str:
        """What is still missing, in a few words."""
        return "; ".join(self._missing(condition) for condition in self.unmet) or "automatic"

    def _missing(self, condition: Condition) -> str:
        clean = sum(answer.clean for answer in self.answers)
        days = len({answer.day for answer in self.answers})
        match condition:
            case Condition.ATTEMPTS:
                return _more_days(ANSWERS - len(self.answers))
            case Condition.DAYS:
                return f"on {days} of {DAYS} different days"
            case Condition.RIGHT:
                missed, of = len(self.answers) - clean, len(self.answers)
                return "wrong or helped" if of == 1 else f"{missed} of the last {of} wrong or helped"
            case Condition.TIME:
                return self._late(all_clean=clean == len(self.answers))
            case Condition.SPREAD:
                varying = "an unknown part" if self.spread is None else f"{self.spread:.0%}"
                return f"times vary by {varying}, more than {SETTLED:.0%}"

    def _late(self, all_clean: bool) -> str:
        if self.median_seconds is None or self.target is None or self.median_seconds <= self.target:
            return "not timed often enough"
        return f"{'right, but ' * all_clean}{max(1, round(self.median_seconds - self.target))} s over"


def judge_automatic(history: Sequence[ColdAnswer]) -> Automaticity:
    """The rule on a drill's cold answers, oldest first: the last 5 right without help, on 3 different
    days, their median time within the target, the spread of their times settled.

    A drill without a target (a choice) may take its time, as long as somebody was there.
    """
    answers = tuple(history[-ANSWERS:])
    target = answers[-1].target if answers else None
    times = [answer.seconds for answer in answers if answer.seconds is not None]
    middle = median(times) if times else None
    spread = _spread(times) if len(times) >= _FEWEST_TIMES else None
    unmet = []
    if len(answers) < ANSWERS:
        unmet.append(Condition.ATTEMPTS)
    elif len({answer.day for answer in answers}) < DAYS:
        unmet.append(Condition.DAYS)
    if not all(answer.clean for answer in answers):
        unmet.append(Condition.RIGHT)
    if len(times) < min(_FEWEST_TIMES, len(answers)) or (target is not None and (middle or 0) > target):
        unmet.append(Condition.TIME)
    if target is not None and len(answers) >= _FEWEST_TIMES and (spread is None or spread > SETTLED):
        unmet.append(Condition.SPREAD)
    return Automaticity(answers, tuple(unmet), middle, spread, target)


def _spread(times: Sequence[float]) -> float | None:
    """Sample SD / mean. The statistics module works in fractions, which takes fifteen times as long, and
    a rebuild asks once an attempt.
    """
    mean = fsum(times) / len(times)
    return sqrt(fsum((time - mean) ** 2 for time in times) / (len(times) - 1)) / mean if mean > 0 else None


def _more_days(count: int) -> str:
    words = {1: "one more day", 2: "two more days", 3: "three more days", 4: "four more days", 5: "five more days"}
    return words[count]
