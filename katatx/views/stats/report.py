"""The learner's progress: every step, drill and deck, what is due, and practice by day.

A step is a recipe line, wherever it is practised. A standing is what the answers show of a step or a drill. The works
of a drill are the recipe lines it is worked by. A pace is a time relative to the default one. An ordinal is a day's
number (`date.toordinal`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from statistics import fmean

from katatx.decks.loading import Deck
from katatx.decks.step_names import step_words
from katatx.progress.bests import examinations
from katatx.progress.log import Log
from katatx.progress.whole import PracticeDay, Standing, Whole, deck_of
from scoring.schedule import Schedule
from scoring.steps import DAYS, Learner, Miss, Step, Works, places_wanted, steps_of

FORECAST_DAYS = 14
WEEK = 7


@dataclass(frozen=True, slots=True)
class Around:
    """The context of a report: the day, the FSRS schedule, and parameters of the learner."""

    day: date
    schedule: Schedule
    learner: Learner

    @property
    def today(self) -> int:
        """Return the day as an ordinal."""
        return self.day.toordinal()


@dataclass(frozen=True)
class StepReport:
    """The progress in a step on a day.

    `drills` are the drills of all decks that exercise it, and `state` its state, None if never practised. `strokes` is
    the mean time in seconds of its strokes (single calculations by hand) at the default pace. Derived values are
    cached, since thousands of drills may share a step.
    """

    name: str
    state: Step | None
    drills: tuple[str, ...]
    around: Around
    strokes: float = 0.0

    @property
    def words(self) -> str:
        """Return its name for people."""
        return step_words(self.name)

    @property
    def automatic(self) -> bool:
        """Return whether it is automatic."""
        return self.state is not None and self.state.automatic

    @property
    def word(self) -> str:
        """Return its standing: "new", "learning" or "automatic"."""
        return "new" if self.state is None else self.state.standing

    @property
    def days(self) -> int:
        """Return on how many days it was right as the rule asks, at most the four that it takes."""
        return 0 if self.state is None else len(self.state.days)

    @property
    def places(self) -> int:
        """Return at how many drills it was right so, at most as many as it takes."""
        return 0 if self.state is None else min(len(self.state.places), self.places_wanted)

    @property
    def places_wanted(self) -> int:
        """Return at how many drills it is to be right, by those met so far."""
        return places_wanted(set(self.drills), self.around.learner.seen.keys())

    @property
    def share(self) -> float:
        """Return how far it is, from 0 to 1."""
        return 1.0 if self.automatic else min(1.0, (self.days + self.places) / (DAYS + max(1, self.places_wanted)))

    @cached_property
    def recall(self) -> float | None:
        """Return the probability, from 0 to 1, that it is remembered on the report's day; None if never practised."""
        memory = None if self.state is None else self.state.memory
        return None if memory is None else self.around.schedule.recall(memory, self.around.today)

    @cached_property
    def is_due(self) -> bool:
        """Return whether it should be practised again, because recall fell below the target; False if new."""
        return self.state is not None and self.state.is_due(self.around.schedule, self.around.today)

    @cached_property
    def due_day(self) -> str | None:
        """Return the first day on which it is due, as an ISO date; None if never practised."""
        memory = None if self.state is None else self.state.memory
        if memory is None:
            return None
        day = memory.last + self.around.schedule.interval(memory.stability)
        # FSRS rounds its intervals; if this one was rounded down, it is due a day later.
        day += self.around.schedule.recall(memory, day) >= self.around.schedule.retention
        return date.fromordinal(day).isoformat()

    @property
    def missed(self) -> Miss | None:
        """Return the latest miss; None if there is none."""
        return None if self.state is None else self.state.missed

    @property
    def asked_today(self) -> bool:
        """Return whether it was practised on the report's day."""
        memory = None if self.state is None else self.state.memory
        return memory is not None and memory.last == self.around.today

    @property
    def seconds(self) -> float | None:
        """Return the seconds it takes at its present pace, averaged over its drills; None if never timed."""
        return None if self.state is None or self.state.pace is None else self.state.pace * self.strokes

    @property
    def sentence(self) -> str:
        """Return what it lacks to be automatic: "right on 2 of 5 days, at 1 of 3 drills"; "automatic" if nothing."""
        if self.automatic:
            return "automatic"
        return f"right on {self.days} of {DAYS} days, at {self.places} of {self.places_wanted} drills"


@dataclass(frozen=True, slots=True)
class DrillReport:
    """The progress at a drill on a day, with the steps it uses. `in_deck` is False if it was renamed or removed."""

    deck: str
    drill: str
    standing: Standing
    steps: tuple[StepReport, ...]
    around: Around
    in_deck: bool = True

    @property
    def practised(self) -> bool:
        """Return whether the drill has an answer that counts: one graded and not undone."""
        return self.standing.attempts > 0

    @property
    def last_day(self) -> str | None:
        """Return the day of the last practice as an ISO date; None if never practised."""
        day = self.around.learner.seen.get(f"{self.deck}/{self.drill}")
        return None if day is None else date.fromordinal(day).isoformat()

    @property
    def is_due(self) -> bool:
        """Return whether one of its steps is due; False if it is not in the deck or was never practised."""
        return self.in_deck and self.practised and any(step.is_due for step in self.steps)

    @property
    def due_day(self) -> str | None:
        """Return the first day on which one of its steps is due, as an ISO date; None if never practised."""
        days = [step.due_day for step in self.steps if step.due_day is not None] if self.practised else []
        return min(days, default=None)

    @property
    def automatic(self) -> bool:
        """Return whether it was practised and all of its steps are automatic."""
        return self.practised and all(step.automatic for step in self.steps)

    @property
    def accuracy(self) -> float | None:
        """Return the share of each day's first answers that were right without help; None without answers."""
        return self.standing.firsts_right / self.standing.firsts if self.standing.firsts else None

    @property
    def word(self) -> str:
        """Return the drill's standing: "new", "learning" or "automatic"."""
        return "new" if not self.practised else "automatic" if self.automatic else "learning"

    @property
    def sentence(self) -> str:
        """Return what the drill lacks to be automatic: the steps that are not; "automatic" if nothing."""
        lacking = [step.words for step in self.steps if not step.automatic]
        if not self.practised or not lacking:
            return "automatic" if self.practised else "not practised yet"
        more = f" and {len(lacking) - 2} more" if len(lacking) > 2 else ""
        return f"{', '.join(lacking[:2])}{more} not automatic yet"


@dataclass(frozen=True)
class DeckReport:
    """The progress in a deck.

    `steps` come most used first, `drills` in page order followed by those no longer in the deck. `kata_day` is the
    last day on which its kata was clean and in time, `due` the number of its questions in what is left of today's list.
    """

    name: str
    title: str
    drills: tuple[DrillReport, ...]
    steps: tuple[StepReport, ...]
    kata_day: str | None = None
    due: int = 0

    @property
    def automatic(self) -> int:
        """Return the number of automatic steps."""
        return sum(step.automatic for step in self.steps)

    @property
    def begun(self) -> int:
        """Return the number of drills practised, of those that are still in the deck."""
        return sum(drill.practised for drill in self.present)

    @property
    def started(self) -> int:
        """Return the number of its steps that were practised, in whatever deck."""
        return sum(step.state is not None for step in self.steps)

    @property
    def present(self) -> tuple[DrillReport, ...]:
        """Return the drills that are still in the deck."""
        return tuple(drill for drill in self.drills if drill.in_deck)

    @property
    def last_day(self) -> str | None:
        """Return the day of the last practice as an ISO date; None if never practised."""
        return max((drill.last_day for drill in self.drills if drill.last_day), default=None)


@dataclass(frozen=True)
class Report:
    """The progress over all decks, or one, on a day, derived from the standings (`whole`) and the `works` of all
    drills. `today` is what is left of the day's list, as `deck/drill`.
    """

    day: date
    decks: tuple[DeckReport, ...]
    days: tuple[PracticeDay, ...]
    steps: tuple[StepReport, ...]
    whole: Whole
    works: Works
    today: tuple[str, ...] = ()

    @property
    def attempts(self) -> int:
        """Return the number of graded attempts at the drills of the report's decks."""
        return sum(drill.standing.attempts for deck in self.decks for drill in deck.drills)

    @property
    def due(self) -> int:
        """Return the number of questions left of today's list, at the report's decks."""
        return sum(deck.due for deck in self.decks)

    @property
    def automatic(self) -> int:
        """Return the number of automatic steps."""
        return sum(step.automatic for step in self.steps)

    @property
    def new(self) -> int:
        """Return the number of drills in the report's decks that were never practised."""
        return sum(not drill.practised for deck in self.decks for drill in deck.present)

    @property
    def weakest(self) -> StepReport | None:
        """Return the step that is least far of those missed in the last seven days; None if none was missed."""
        since = self.day.toordinal() - WEEK
        missed = [each for each in self.steps if each.missed is not None and each.missed.day > since]
        return min(missed, key=lambda each: (each.share, each.name), default=None)

    @cached_property
    def forecast(self) -> list[tuple[date, int]]:
        """Return (day, number of steps due) for 14 days from the report's; the first includes everything overdue."""
        counts = dict.fromkeys((self.day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS)), 0)
        for step in self.steps:
            if step.due_day is not None:
                at = max(date.fromisoformat(step.due_day), self.day)
                if at in counts:
                    counts[at] += 1
        return list(counts.items())


def make_report(
    decks: Mapping[str, Deck], log: Log, day: date, only: str | None = None, today: Sequence[str] = ()
) -> Report:
    """Return the report on a day over all decks, or over the deck named `only`; `today` is what is left of its list.

    Decks that only the log knows come last. A report on one deck has no `days`, and no decks if there is none of that
    name. Raises LogError if the log cannot be read.
    """
    works, whole, schedule = log.works, log.whole, log.schedule
    # Days are counted only over all decks.
    days = [whole.days[each] for each in sorted(whole.days)] if only is None else []
    examined = examinations(log, only)
    around = Around(day, schedule, whole.learner)
    steps = _steps(whole, works, around)
    names = [name for name in decks if only in (None, name)]
    names += sorted({deck for deck in map(deck_of, whole.drills) if only in (None, deck)} - set(decks))
    due = Counter(map(deck_of, today))
    reports = tuple(
        _deck(name, decks.get(name), (whole, works), steps, around, examined.get(name), due[name]) for name in names
    )
    if only is not None:
        return Report(day, reports, (), reports[0].steps if reports else (), whole, works, tuple(today))
    return Report(day, reports, tuple(days), tuple(steps.values()), whole, works, tuple(today))


def _steps(whole: Whole, works: Works, around: Around) -> dict[str, StepReport]:
    """Return by name the report of every step that a drill uses, most used first."""
    drills = works.places
    order = sorted(drills, key=lambda name: (-len(drills[name]), name))
    strokes: dict[str, list[float]] = {name: [] for name in order}
    for work in works.works.values():
        for name, seconds in work.lines:
            strokes[name].append(seconds)
    return {
        name: StepReport(
            name, whole.steps.get(name), tuple(sorted(drills[name])), around, fmean(strokes[name] or [0.0])
        )
        for name in order
    }


def _deck(
    name: str,
    deck: Deck | None,
    known: tuple[Whole, Works],
    steps: Mapping[str, StepReport],
    around: Around,
    kata_day: str | None,
    due: int,
) -> DeckReport:
    """Return the report of the deck `name`; `deck` is None if it is no longer there.

    `known` are the standings and the works, `steps` all steps by name.
    """
    whole, works = known
    title = "not among the decks here" if deck is None else deck.contents.title
    drills = tuple(_drills(name, deck, whole, works, steps, around))
    own = {
        step for (of, drill, _), work in works.works.items() if of == name for step in steps_of(f"{of}/{drill}", work)
    }
    return DeckReport(name, title, drills, tuple(each for line, each in steps.items() if line in own), kata_day, due)


def _drills(
    name: str,
    deck: Deck | None,
    whole: Whole,
    works: Works,
    steps: Mapping[str, StepReport],
    around: Around,
) -> Iterator[DrillReport]:
    """Yield the reports of a deck's drills, then of drills practised before but no longer in it."""
    present = {} if deck is None else deck.by_id
    practised = {place[len(name) + 1 :]: each for place, each in whole.drills.items() if deck_of(place) == name}
    for drill in [*present, *sorted(practised.keys() - present.keys())]:
        lines = tuple(steps[step] for step in steps_of(f"{name}/{drill}", works.of(name, drill)) if step in steps)
        yield DrillReport(name, drill, practised.get(drill, Standing()), lines, around, drill in present)
