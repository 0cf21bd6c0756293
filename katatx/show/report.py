"""The learner's progress on a day: every step, drill, deck and mistake, what is due, and practice by day.

A step is a recipe line, wherever it is practised; a drill without lines is its own step. Its progress is "new",
"learning" or "automatic". A place is a drill, as `deck/drill`. Days on which something is due are ISO dates.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from katatx.decks.loading import Deck, drill_title
from katatx.decks.parts import step_words
from katatx.notation.quoting import plain
from katatx.progress.events import RIGHT
from katatx.progress.log import Log
from katatx.progress.whole import PracticeDay, Standing, Whole, deck_of
from katatx.show.text import ago
from katatx.show.way import section_of
from scoring.schedule import Schedule
from scoring.steps import DAYS, Step, Works, places_wanted, steps_of
from scoring.today import MINUTES
from scoring.verdict import SLIP
from scoring.wording import capital

WEEK, _LONGEST = 7, 80


@dataclass(frozen=True)
class StepReport:
    """The progress in a step. `drills` are the places that exercise it; it is to be right at `places_wanted` of them.
    `recall` is the probability that it is remembered on the day, None like `due_day` if it was never practised.
    """

    name: str
    state: Step
    drills: tuple[str, ...]
    places_wanted: int
    recall: float | None
    due_day: str | None
    is_due: bool

    @property
    def word(self) -> str:
        return self.state.standing

    @property
    def places(self) -> int:
        """Return at how many drills it was right as the rule asks, at most as many as it takes."""
        return min(len(self.state.places), self.places_wanted)

    @property
    def share(self) -> float:
        far = (len(self.state.days) + self.places) / (DAYS + max(1, self.places_wanted))
        return 1.0 if self.state.automatic else min(1.0, far)


@dataclass(frozen=True, slots=True)
class DrillReport:
    """The progress at a drill; `last_day` is that of the last practice as an ISO date, None if there was none."""

    deck: str
    drill: str
    standing: Standing
    steps: tuple[StepReport, ...]
    last_day: str | None
    title: str

    @property
    def place(self) -> str:
        return f"{self.deck}/{self.drill}"

    @property
    def practised(self) -> bool:
        return self.standing.attempts > 0

    @property
    def due_day(self) -> str | None:
        """Return the first day on which a step of it is due; None if it was never practised."""
        return min((step.due_day for step in self.steps if step.due_day and self.practised), default=None)

    @property
    def word(self) -> str:
        if not self.practised:
            return "new"
        return "automatic" if all(step.state.automatic for step in self.steps) else "learning"


@dataclass(frozen=True)
class DeckReport:
    """The progress in a deck: its steps, the most used first, and its drills in page order.

    `kata_day` is the last day on which its kata was clean and in time, `due` the number of its questions left today.
    """

    name: str
    drills: tuple[DrillReport, ...]
    steps: tuple[StepReport, ...]
    kata_day: date | None
    due: int

    @property
    def counts(self) -> tuple[int, int, int]:
        """Return how many of its steps are automatic, learning (in whatever deck they were practised), and there."""
        words = Counter(step.word for step in self.steps)
        return words["automatic"], words["learning"], len(self.steps)

    @property
    def last_day(self) -> str | None:
        return max((drill.last_day for drill in self.drills if drill.last_day), default=None)


@dataclass(frozen=True)
class Report:
    """The progress in all decks, or in one. `goal` is in minutes a day; `attempts` are graded, at drills gone too."""

    day: date
    goal: int
    decks: tuple[DeckReport, ...]
    attempts: int
    days: tuple[PracticeDay, ...]
    steps: tuple[StepReport, ...]
    whole: Whole

    @property
    def drills(self) -> Iterator[DrillReport]:
        return (drill for deck in self.decks for drill in deck.drills)

    @property
    def weakest(self) -> StepReport | None:
        """Return the step that is least far of those missed in the last seven days, if one was, by a known mistake."""
        since = self.day.toordinal() - WEEK
        missed = [each for each in self.steps if each.state.missed and each.state.missed.day > since]
        named = [each for each in missed if each.state.missed and each.state.missed.turn]
        return min(named or missed, key=lambda each: (each.share, each.name), default=None)


def make_report(
    decks: Mapping[str, Deck], log: Log, day: date, only: str | None = None, today: Sequence[str] = ()
) -> Report:
    """Return the progress on a day in all decks, or in the one named `only`, which has no `days`. `today` is what is
    left of the day's list. Raises LogError if the log cannot be read.
    """
    whole, steps = log.whole, _steps(log.whole, log.works, log.schedule, day.toordinal())
    due, used, reports = Counter(map(deck_of, today)), defaultdict[str, list[StepReport]](list), []
    for step in steps.values():
        for deck in {*map(deck_of, step.drills)}:
            used[deck].append(step)
    for name in (each for each in decks if only in (None, each)):
        drills = tuple(_drill(decks[name], drill, whole, log.works, steps) for drill in decks[name].by_id)
        reports.append(DeckReport(name, drills, tuple(used[name]), whole.katas.get(name), due[name]))
    attempts = sum(each.attempts for place, each in whole.drills.items() if only in (None, deck_of(place)))
    days = tuple(whole.days[each] for each in sorted(whole.days) if only is None)
    told = tuple(steps.values() if only is None else used[only])
    return Report(day, log.settings.minutes or MINUTES, tuple(reports), attempts, days, told, whole)


def _drill(deck: Deck, drill: str, whole: Whole, works: Works, steps: Mapping[str, StepReport]) -> DrillReport:
    place = f"{deck.name}/{drill}"
    own = (steps.get(step) for step in steps_of(place, works.of(deck.name, drill)))
    seen, standing = whole.learner.seen.get(place), whole.drills.get(place, Standing())
    last_day = None if seen is None else date.fromordinal(seen).isoformat()
    return DrillReport(deck.name, drill, standing, tuple(filter(None, own)), last_day, drill_title(deck, drill))


def _steps(whole: Whole, works: Works, schedule: Schedule, day: int) -> dict[str, StepReport]:
    made = {}
    for name, drills in sorted(works.places.items(), key=lambda each: (-len(each[1]), each[0])):
        state, wanted = whole.steps.get(name, Step()), places_wanted(drills, whole.learner.seen.keys())
        memory, is_due = state.memory, state.standing != "new" and state.is_due(schedule, day)
        recall = None if memory is None else schedule.recall(memory, day)
        due_day = None if memory is None else date.fromordinal(schedule.due(memory)).isoformat()
        made[name] = StepReport(name, state, tuple(sorted(drills)), wanted, recall, due_day, is_due)
    return made


# ---- mistakes


class Mistake(NamedTuple):
    """A mistake that was made, by its id: `recipe/name`, or `drill/name` for one that only a deck knows; `places` are
    where it was made, the most frequent first.
    """

    turn: str
    happened: str
    instead: str
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
        made.append(Mistake(turn, *explained(turn, where[0], decks), at.total(), where))
    return sorted(made, key=lambda each: (-each.times, each.turn))


def explained(turn: str, place: str, decks: Mapping[str, Deck]) -> tuple[str, str]:
    """Return what happened in a mistake made at a place, and what to do instead or ""."""
    from katatx.engine.book import find_wrong_turn

    if turn == SLIP:
        happened, instead = "a slip of the hand", "work it once more, digit by digit"
    elif found := find_wrong_turn(turn):
        happened, instead = found.happened, found.instead
    else:
        happened, instead = _of_drill(turn, place, decks)
    return plain(happened, _LONGEST, keep=""), plain(instead, keep="")


def _of_drill(turn: str, place: str, decks: Mapping[str, Deck]) -> tuple[str, str]:
    """Return a mistake that the drill at a place describes, a belief or the reason behind a choice."""
    deck, _, name = place.rpartition("/")
    belief = turn.rpartition("/")[2]
    if deck in decks and (drill := decks[deck].by_id.get(name)) is not None:
        if belief in drill.beliefs:
            return drill.beliefs[belief].happened, drill.beliefs[belief].instead
        for choice in drill.choices or ():
            if choice.belief == belief:
                return f"chose “{choice.says}”", choice.because or ""
    return belief.replace("-", " "), ""


class Miss(NamedTuple):
    """The last miss of a step: what happened, and what to do instead, or else when and where it was."""

    step: str
    happened: str
    instead: str


def last_miss(step: StepReport, log: Log, decks: Mapping[str, Deck], today: date) -> Miss | None:
    """Return the last miss of a step; one whose line was looked at is missed too, though the answer was right."""
    if step.state.missed is None:
        return None
    ordinal, place, turn = step.state.missed
    if turn:
        happened, instead = explained(turn, place, decks)
        return Miss(step.name, capital(happened), f"{capital(instead)}." if instead else "")
    deck, _, drill = place.rpartition("/")
    day, where = date.fromordinal(ordinal), section_of(decks[deck], drill) if deck in decks else place
    first = next((each for each in log.attempts_at(deck, drill) if each.counts and each.answer.day == day), None)
    word = "Right, with help," if first is not None and first.answer.verdict in RIGHT else "Missed"
    return Miss(step.name, capital(step_words(step.name)), f"{word} {ago(day, today)} in {where}.")
