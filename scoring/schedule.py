"""When a drill is asked again: FSRS by the `fsrs` package, one rating a drill a day.

The package is given whole days, so that an evening and the next morning are a day apart and no
two ratings of a drill fall on one. Its own fuzz draws from the global random generator and stays
off; `spread_out` spreads drills learned together by a hash of their names instead.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

RETENTION = 0.9
# A drill that is not automatic yet is asked at least this often, whatever FSRS would allow: five cold
# answers at its own intervals would take most of a year.
LONGEST_UNTIL_AUTOMATIC = 7
# Intervals from here up may end earlier, by up to this part of them.
_SHORTEST_SPREAD = 3
_SPREAD = 0.1


class Rating(IntEnum):
    """What FSRS sees of an answer; the numbers are the package's."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


def rate(clean: bool, over_target: bool, automatic: bool) -> Rating:
    """The rating of a day's first answer: `clean` is right and without help, `automatic` what the
    drill was before it.
    """
    if not clean:
        return Rating.AGAIN
    if over_target:
        return Rating.HARD
    return Rating.EASY if automatic else Rating.GOOD


@dataclass(frozen=True, slots=True)
class Memory:
    """FSRS's state of a drill: stability in days, difficulty from 1 to 10, and the practice day of
    the last rating.
    """

    stability: float
    difficulty: float
    last: date


@dataclass(slots=True)
class Schedule:
    """FSRS with a learner's parameters (None for the package's) and desired retention.

    Raises ValueError, at the first rating, for parameters that FSRS does not take.
    """

    parameters: Sequence[float] | None = None
    retention: float = RETENTION
    _scheduler: Scheduler | None = field(default=None, init=False, repr=False)

    def review(self, memory: Memory | None, rating: Rating, day: date) -> tuple[Memory, int]:
        """The memory after a rating on a day, and in how many days FSRS asks again.

        `day` lies after the last rating's: same-day repeats are no business of a schedule.
        """
        import fsrs

        if memory is not None and day <= memory.last:
            raise ValueError(f"rated on {memory.last} already, and now on {day}")
        card, _ = self.scheduler.review_card(_card(memory), fsrs.Rating(rating), _noon(day))
        assert card.stability is not None
        assert card.difficulty is not None
        return Memory(card.stability, card.difficulty, day), (card.due - _noon(day)).days

    def recall(self, memory: Memory, day: date) -> float:
        """The chance, from 0 to 1, that a drill is still known on a day."""
        return float(self.scheduler.get_card_retrievability(_card(memory), _noon(day)))

    def check(self) -> None:
        """Raises ValueError for parameters that FSRS does not take."""
        _ = self.scheduler

    @property
    def scheduler(self) -> Scheduler:
        """The package's scheduler; importing it takes as long as reading five decks."""
        if self._scheduler is None:
            import fsrs

            options = {} if self.parameters is None else {"parameters": tuple(self.parameters)}
            self._scheduler = fsrs.Scheduler(
                **options,  # type: ignore[arg-type]
                desired_retention=self.retention,
                learning_steps=(),
                relearning_steps=(),
                enable_fuzzing=False,
            )
        return self._scheduler


def spread_out(days: int, name: str, count: int) -> int:
    """An interval cut by up to a tenth, so that drills learned on one day do not come due on one.

    The same for the same drill and count of ratings, always, and never longer than FSRS gives.
    """
    if days < _SHORTEST_SPREAD:
        return days
    most = max(1, round(days * _SPREAD))
    drawn = int.from_bytes(hashlib.sha256(f"{name} {count}".encode()).digest()[:4], "big")
    return days - drawn % (most + 1)


def _card(memory: Memory | None) -> Card:
    import fsrs

    if memory is None:
        return fsrs.Card(card_id=1)
    return fsrs.Card(
        card_id=1,
        state=fsrs.State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_noon(memory.last),
        last_review=_noon(memory.last),
    )


def _noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
