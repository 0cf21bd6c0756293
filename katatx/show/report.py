"""The learner's progress on a day: every step, drill, deck and mistake, what is due, and practice by day.

A step is a recipe line, wherever it is practised; a drill without lines is its own step. Its progress is "new",
"learning" or "automatic". A place is a drill, as `deck/drill`. Days on which something is due are ISO dates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from statistics import fmean
from typing import NamedTuple

from katatx.decks.loading import Deck, drill_title
from katatx.decks.parts import step_words
from katatx.notation.quoting import plain
from katatx.progress.bests import examinations
from katatx.progress.log import Log
from katatx.progress.whole import PracticeDay, Standing, Whole, deck_of
from scoring.schedule import Schedule
from scoring.steps import DAYS, Step, Works, places_wanted, steps_of
from scoring.verdict import SLIP

WEEK = 7
_LONGEST = 80


@dataclass(frozen=True)
class StepReport:
    """The progress in a step. `drills` are the places that exercise it, `places_wanted` at how many of them it is to be
    right.

    `recall` is the probability, from 0 to 1, that it is remembered on the day, `due_day` the first day on which it is
    due, `seconds` what it takes at its present pace, on average over its drills; all None if it was never practised.
    """

    name: str
    state: Step
    drills: tuple[str, ...]
    places_wanted: int
    recall: float | None
    due_day: str | None
    is_due: bool
    seconds: float | None

    @cached_property
    def words(self) -> str:
        return step_words(self.name)

    @property
    def automatic(self) -> bool:
        return self.state.automatic

    @property
    def word(self) -> str:
        return self.state.standing

    @property
    def days(self) -> int:
        """Return on how many days it was right as the rule asks, at most the five that it takes."""
        return len(self.state.days)

    @property
    def places(self) -> int:
        """Return at how many drills it was right so, at most as many as it takes."""
        return min(len(self.state.places), self.places_wanted)

    @property
    def share(self) -> float:
        """Return how far it is, from 0 to 1."""
        return 1.0 if self.automatic else min(1.0, (self.days + self.places) / (DAYS + max(1, self.places_wanted)))


@dataclass(frozen=True, slots=True)
class DrillReport:
    """The progress at a drill. `in_deck` is False if it was renamed or removed; `title` is its name for people.

    `last_day` is the day of the last practice as an ISO date, None if there was none.
    """

    deck: str
    drill: str
    standing: Standing
    steps: tuple[StepReport, ...]
    last_day: str | None
    in_deck: bool
    title: str

    @property
    def place(self) -> str:
        return f"{self.deck}/{self.drill}"

    @property
    def practised(self) -> bool:
        return self.standing.attempts > 0

    @property
    def is_due(self) -> bool:
        return self.in_deck and self.practised and any(step.is_due for step in self.steps)

    @property
    def due_day(self) -> str | None:
        """Return the first day on which a step of it is due; None if it was never practised."""
        return min((step.due_day for step in self.steps if step.due_day and self.practised), default=None)

    @property
    def automatic(self) -> bool:
        return self.practised and all(step.automatic for step in self.steps)

    @property
    def word(self) -> str:
        return "new" if not self.practised else "automatic" if self.automatic else "learning"


@dataclass(frozen=True)
class DeckReport:
    """The progress in a deck: its steps, the most used first, and its drills in page order, then those gone from it.

    `kata_day` is the last day on which its kata was clean and in time, `due` the number of its questions left today.
    """

    name: str
    title: str
    drills: tuple[DrillReport, ...]
    steps: tuple[StepReport, ...]
    kata_day: str | None
    due: int

    @property
    def automatic(self) -> int:
        return sum(step.automatic for step in self.steps)

    @property
    def begun(self) -> int:
        """Return the number of drills practised, of those that are still in the deck."""
        return sum(drill.practised for drill in self.present)

    @property
    def learning(self) -> int:
        """Return the number of its steps that were practised, in whatever deck, and are not automatic."""
        return sum(step.word == "learning" for step in self.steps)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Return how many of its steps are automatic, learning, and there."""
        return self.automatic, self.learning, len(self.steps)

    @property
    def present(self) -> tuple[DrillReport, ...]:
        return tuple(drill for drill in self.drills if drill.in_deck)

    @property
    def last_day(self) -> str | None:
        return max((drill.last_day for drill in self.drills if drill.last_day), default=None)


@dataclass(frozen=True)
class Report:
    """The progress in all decks, or in one."""

    day: date
    decks: tuple[DeckReport, ...]
    days: tuple[PracticeDay, ...]
    steps: tuple[StepReport, ...]
    whole: Whole

    @property
    def attempts(self) -> int:
        """Return the number of graded answers at the report's decks."""
        return sum(drill.standing.attempts for drill in self.drills)

    @property
    def drills(self) -> Iterator[DrillReport]:
        return (drill for deck in self.decks for drill in deck.drills)

    @property
    def due(self) -> int:
        """Return the number of questions left of today's list at the report's decks."""
        return sum(deck.due for deck in self.decks)

    @property
    def automatic(self) -> int:
        return sum(step.automatic for step in self.steps)

    @property
    def weakest(self) -> StepReport | None:
        """Return the step that is least far of those missed in the last seven days."""
        since = self.day.toordinal() - WEEK
        missed = [each for each in self.steps if each.state.missed and each.state.missed.day > since]
        return min(missed, key=lambda each: (each.share, each.name), default=None)


def make_report(
    decks: Mapping[str, Deck], log: Log, day: date, only: str | None = None, today: Sequence[str] = ()
) -> Report:
    """Return the progress on a day in all decks, or in the one named `only`; `today` is what is left of the day's list.

    Decks that only the log knows come last. A report on one deck has no `days`, and no decks if there is none of that
    name. Raises LogError if the log cannot be read.
    """
    works, whole = log.works, log.whole
    steps = _steps(whole, works, log.schedule, day.toordinal())
    names = [*decks, *sorted({*map(deck_of, whole.drills)} - {*decks})]
    examined, due = examinations(log, only), Counter(map(deck_of, today))

    def drill_report(name: str, drill: str) -> DrillReport:
        place, deck = f"{name}/{drill}", decks.get(name)
        own = tuple(steps[step] for step in steps_of(place, works.of(name, drill)) if step in steps)
        seen, standing = whole.learner.seen.get(place), whole.drills.get(place, Standing())
        last_day = None if seen is None else date.fromordinal(seen).isoformat()
        in_deck = deck is not None and drill in deck.by_id
        return DrillReport(name, drill, standing, own, last_day, in_deck, drill_title(deck, drill))

    def deck_report(name: str) -> DeckReport:
        deck = decks.get(name)
        title = "not among the decks here" if deck is None else deck.contents.title
        practised = sorted(place[len(name) + 1 :] for place in whole.drills if deck_of(place) == name)
        drills = dict.fromkeys([*(deck.by_id if deck else ()), *practised])
        # Those of its kata too.
        own = {
            step
            for (of, drill, _), work in works.works.items()
            if of == name
            for step in steps_of(f"{name}/{drill}", work)
        }
        used = tuple(each for step, each in steps.items() if step in own)
        reports = tuple(drill_report(name, drill) for drill in drills)
        return DeckReport(name, title, reports, used, examined.get(name), due[name])

    reports = tuple(deck_report(name) for name in names if only in (None, name))
    days = tuple(whole.days[each] for each in sorted(whole.days)) if only is None else ()
    shown = tuple(steps.values()) if only is None else tuple(step for deck in reports for step in deck.steps)
    return Report(day, reports, days, shown, whole)


def _steps(whole: Whole, works: Works, schedule: Schedule, day: int) -> dict[str, StepReport]:
    """Return by name the report of every step that a drill uses, the most used first."""
    strokes: dict[str, list[float]] = {}
    for work in works.works.values():
        for name, seconds in work.lines:
            strokes.setdefault(name, []).append(seconds)
    made = {}
    for name, drills in sorted(works.places.items(), key=lambda each: (-len(each[1]), each[0])):
        state = whole.steps.get(name, Step())
        memory, wanted = state.memory, places_wanted(drills, whole.learner.seen.keys())
        made[name] = StepReport(
            name,
            state,
            tuple(sorted(drills)),
            wanted,
            recall=None if memory is None else schedule.recall(memory, day),
            due_day=_due_day(state, schedule),
            is_due=state.standing != "new" and state.is_due(schedule, day),
            seconds=None if state.pace is None else state.pace * fmean(strokes.get(name, [0.0])),
        )
    return made


def _due_day(state: Step, schedule: Schedule) -> str | None:
    memory = state.memory
    if memory is None:
        return None
    day = memory.last + schedule.interval(memory.stability)
    # FSRS rounds its intervals; if this one was rounded down, it is due a day later.
    day += schedule.recall(memory, day) >= schedule.retention
    return date.fromordinal(day).isoformat()


# ---- mistakes


class Mistake(NamedTuple):
    """A mistake made at least once, by its id: `recipe/name`, or `drill/name` for one that only a deck knows.

    `words` say what happened, `instead` what to do instead or is empty, and `step` is that of its line or None.
    `places` are where it was made, the most frequent first.
    """

    turn: str
    words: str
    instead: str
    step: str | None
    times: int
    places: tuple[str, ...]


def mistakes(drills: Iterable[DrillReport], decks: Mapping[str, Deck]) -> list[Mistake]:
    """Return the mistakes made at some drills, the most frequent first; those with one id count as one."""
    places: dict[str, Counter[str]] = {}
    for drill in drills:
        for turn, count in drill.standing.wrong_turns.items():
            places.setdefault(turn, Counter())[drill.place] += count
    made = []
    for turn, at in places.items():
        where = tuple(sorted(at, key=lambda place: (-at[place], place)))
        made.append(Mistake(turn, *explained(turn, where, decks), at.total(), where))
    return sorted(made, key=lambda each: (-each.times, each.turn))


def explained(turn: str, places: Collection[str], decks: Mapping[str, Deck]) -> tuple[str, str, str | None]:
    """Return a mistake as (what happened, what to do instead or "", its step or None); made at one of `places`."""
    from katatx.engine.book import find_wrong_turn

    found, step = find_wrong_turn(turn), None
    if found is not None:
        happened, instead, step = found.happened, found.instead, f"{found.recipe}/{found.line}"
    elif turn == SLIP:
        happened, instead = "a slip of the hand", "work it once more, digit by digit"
    else:
        unknown = turn.rpartition("/")[2].replace("-", " "), ""
        happened, instead = next(filter(None, (_of_drill(turn, place, decks) for place in places)), unknown)
    return plain(happened, _LONGEST, keep=""), plain(instead, keep=""), step


def _of_drill(turn: str, place: str, decks: Mapping[str, Deck]) -> tuple[str, str] | None:
    """Return a mistake that the drill at a place describes, a belief or the reason behind a choice."""
    deck, _, name = place.rpartition("/")
    drill = decks[deck].by_id.get(name) if deck in decks else None
    if drill is None:
        return None
    belief = turn.removeprefix(f"{drill.id}/")
    found = [(each.happened, each.instead) for name, each in drill.beliefs.items() if name == belief]
    chosen = [(f"chose “{each.says}”", each.because or "") for each in drill.choices or () if each.belief == belief]
    return next(iter(found + chosen), None)
