"""What a learner sits down at: the decks, the log, the clock, and every way to begin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime

from katatx.decks.loading import Deck
from katatx.practice.report import Report, make_report
from katatx.practice.sitting import Clock, Sitting
from katatx.progress.log import Log


@dataclass
class Desk:
    """Everything that practice needs. `new_seed` gives a seed nobody has chosen."""

    decks: dict[str, Deck]
    log: Log
    clock: Clock
    new_seed: Callable[[], int]
    # What is wrong with drill files that could not be read, a line each.
    faults: tuple[str, ...] = ()
    _beginnings: dict[str, datetime] = field(default_factory=dict, init=False, repr=False)

    @property
    def day(self) -> date:
        """The practice day now."""
        return self.log.settings.day_of(self.clock())

    def beginning_of(self, day: str) -> datetime:
        """When a practice day begins, worked out once a day: there are more drills than days."""
        if day not in self._beginnings:
            self._beginnings[day] = self.log.settings.beginning_of(date.fromisoformat(day))
        return self._beginnings[day]

    def report(self, only: str | None = None) -> Report:
        """How the learner stands."""
        return make_report(self.decks, self.log, self.day, only)

    def drill(self, deck: str) -> Sitting:
        """A session at a deck. Raises KatatxError where it cannot be practised."""
        from katatx.practice.session import open_session

        return open_session(self.decks[deck], self.log, self.clock, self.new_seed)

    def kata(self, deck: str) -> Sitting:
        """A deck's kata, on fresh numbers. Raises KatatxError where it has none."""
        from katatx.practice.kata import open_kata

        return open_kata(self.decks[deck], self.log, self.clock, self.new_seed)

    def review(self, limit: int | None = None) -> Sitting:
        """Today's review."""
        from katatx.practice.review import open_review

        return open_review(self.decks, self.log, self.clock, self.new_seed, limit)
