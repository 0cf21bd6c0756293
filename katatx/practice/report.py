"""How a learner stands: every deck and drill, what is due, and what the days held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil

from katatx.decks.loading import Deck
from katatx.progress.log import Log
from katatx.progress.standing import Standing
from katatx.progress.standings import PracticeDay
from scoring.forecast import Estimate, days_to_automatic, days_to_the_last

FORECAST_DAYS = 14


@dataclass(frozen=True, slots=True)
class DrillReport:
    """A drill's standing on a day; `in_deck` is unset for one that was renamed or removed."""

    deck: str
    drill: str
    standing: Standing
    day: date
    in_deck: bool = True

    @property
    def is_due(self) -> bool:
        """Whether a review would ask it."""
        return self.in_deck and self.standing.due_day is not None and self.standing.due_day <= self.day.isoformat()

    @property
    def accuracy(self) -> float | None:
        """The part of its cold attempts that were right; None where there are none."""
        return self.standing.cold_right / self.standing.cold if self.standing.cold else None

    @property
    def estimate(self) -> Estimate | None:
        """When it may be automatic; None where it is, or was never practised."""
        if self.standing.automatic or self.standing.due_day is None:
            return None
        due_in = (date.fromisoformat(self.standing.due_day) - self.day).days
        return days_to_automatic(self.standing.recent, due_in, self.standing.stability)

    @property
    def word(self) -> str:
        """new, learning, automatic or fell back: its standing in a word."""
        if self.standing.last_day is None:
            return "new"
        if self.standing.automatic:
            return "automatic"
        return "fell back" if self.standing.fell_back else "learning"

    @property
    def sentence(self) -> str:
        """What it lacks."""
        return "not practised yet" if self.standing.last_day is None else self.standing.automaticity.sentence


@dataclass(frozen=True, slots=True)
class DeckReport:
    """A deck's drills in page order, then those that it no longer has."""

    name: str
    title: str
    drills: tuple[DrillReport, ...]
    new_per_day: int

    @property
    def due(self) -> int:
        """How many drills are due."""
        return sum(drill.is_due for drill in self.drills)

    @property
    def automatic(self) -> int:
        """How many drills are automatic."""
        return sum(drill.standing.automatic for drill in self.present)

    @property
    def begun(self) -> int:
        """How many drills were practised."""
        return sum(drill.standing.last_day is not None for drill in self.present)

    @property
    def present(self) -> tuple[DrillReport, ...]:
        """The drills that the deck has."""
        return tuple(drill for drill in self.drills if drill.in_deck)

    @property
    def last_day(self) -> str | None:
        """When it was last practised."""
        return max((drill.standing.last_day for drill in self.drills if drill.standing.last_day), default=None)

    @property
    def estimate(self) -> Estimate | None:
        """When its last drill may be automatic, new ones entering at the learner's pace; None where all
        are, or nothing was practised yet.
        """
        if not self.begun:
            return None
        estimates = (drill.estimate for drill in self.present)
        counts = Counter(estimate for estimate in estimates if estimate is not None)
        new = len(self.present) - self.begun
        if (new and not self.new_per_day) or not (new or counts):
            return None
        for day in range(ceil(new / self.new_per_day) if new else 0):
            counts[days_to_automatic((), day + 1, None)] += min(self.new_per_day, new - day * self.new_per_day)
        return days_to_the_last(counts)


@dataclass(frozen=True, slots=True)
class Report:
    """All of it, on a day. `forecast` is how many drills are due on each of the next two weeks' days,
    the first being that day with all that is overdue; `repeats` how many the day's review asks again.
    """

    day: date
    decks: tuple[DeckReport, ...]
    days: tuple[PracticeDay, ...]
    new_per_day: int
    repeats: int = 0

    @property
    def attempts(self) -> int:
        """All graded attempts."""
        return sum(drill.standing.attempts for deck in self.decks for drill in deck.drills)

    @property
    def cold(self) -> int:
        """All cold attempts."""
        return sum(drill.standing.cold for deck in self.decks for drill in deck.drills)

    @property
    def due(self) -> int:
        """How many drills are due."""
        return sum(deck.due for deck in self.decks)

    @property
    def new(self) -> int:
        """How many new drills a review would begin today."""
        drills = [drill.standing for deck in self.decks for drill in deck.drills]
        begun = sum(standing.first_day == self.day.isoformat() for standing in drills)
        return min(sum(standing.last_day is None for standing in drills), max(0, self.new_per_day - begun))

    @property
    def forecast(self) -> list[tuple[date, int]]:
        """The days to come, and how many drills are due on each as things stand."""
        counts = dict.fromkeys((self.day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS)), 0)
        for deck in self.decks:
            for drill in deck.present:
                due = drill.standing.due_day
                if due is not None:
                    at = max(date.fromisoformat(due), self.day)
                    if at in counts:
                        counts[at] += 1
        return list(counts.items())


def make_report(decks: Mapping[str, Deck], log: Log, day: date, only: str | None = None) -> Report:
    """The report on a day over all decks, or on one of them."""
    with log.telling("read"):
        standings = log.standings.all(only)
        # Of one deck the log counts no days.
        days = log.standings.days() if only is None else []
    names = [name for name in decks if only in (None, name)]
    names += sorted({deck for deck, _ in standings} - set(decks))
    by_deck: dict[str, dict[str, Standing]] = {}
    for (deck, drill), standing in standings.items():
        by_deck.setdefault(deck, {})[drill] = standing
    pace = log.settings.new_per_day
    reports = (
        DeckReport(
            name,
            decks[name].contents.title if name in decks else "not among the decks here",
            tuple(_drills(name, decks.get(name), by_deck.get(name, {}), day)),
            pace,
        )
        for name in names
    )
    if only is not None:
        return Report(day, tuple(reports), (), pace)
    from katatx.practice.review import to_repeat

    return Report(day, tuple(reports), tuple(days), pace, to_repeat(decks, log, day))


def _drills(name: str, deck: Deck | None, standings: Mapping[str, Standing], day: date) -> Iterator[DrillReport]:
    present = {} if deck is None else deck.by_id
    for drill in present:
        yield DrillReport(name, drill, standings.get(drill, Standing()), day)
    for drill, standing in standings.items():
        if drill not in present:
            yield DrillReport(name, drill, standing, day, in_deck=False)
