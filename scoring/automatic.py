"""When a drill is automatic: a pure function of the first answers of its last days.

The spread is Segalowitz and Segalowitz's (1993) sign of it: as a skill becomes automatic its
times do not only shorten, they vary less for their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import fsum, sqrt
from statistics import median

# The last so many first answers of a day are looked at, which fall on so many different days.
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
class FirstAnswer:
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

    answers: tuple[FirstAnswer, ...]
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
        """What is still missing, in a few words: how many more days at the least, else the times. While
        answers are missed, their times are no matter.
        """
        if not self.unmet:
            return "automatic"
        if Condition.RIGHT in self.unmet:
            missed = sum(not answer.clean for answer in self.answers)
            of = f"{missed} of the last {len(self.answers)}" if len(self.answers) > 1 else "the first"
            return f"{self._more_days()}, {of} missed"
        return "; ".join(filter(None, map(self._missing, self.unmet)))

    def _missing(self, condition: Condition) -> str:
        match condition:
            case Condition.ATTEMPTS:
                return self._more_days()
            case Condition.DAYS if Condition.ATTEMPTS in self.unmet:
                return ""
            case Condition.TIME:
                return self._late()
            case Condition.SPREAD if self.spread is not None:
                return f"times vary by {self.spread:.0%}, more than {SETTLED:.0%}"
            case Condition.SPREAD:
                return ""
        return f"on {len({answer.day for answer in self.answers})} of {DAYS} different days"

    def _late(self) -> str:
        if self.median_seconds is None or self.target is None or self.median_seconds <= self.target:
            return "not timed often enough"
        over = round(self.median_seconds) - round(self.target)
        return f"right, but {over} s over" if over > 0 else "right, but just over"

    def _more_days(self) -> str:
        """Each answer is the first of its day, and a miss begins them anew."""
        clean = 0
        for answer in reversed(self.answers):
            if not answer.clean:
                break
            clean += 1
        words = ("one more day", "two more days", "three more days", "four more days", "five more days")
        return words[ANSWERS - clean - 1]


def judge_automatic(history: Sequence[FirstAnswer]) -> Automaticity:
    """The rule on the first answers of a drill's days, oldest first: the last 5 right without help, on 3
    different days, their median time within the target, the spread of their times settled.

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
    if len({answer.day for answer in answers}) < DAYS:
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
