"""Reviews: the list of a day, over all decks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from katatx.clock import Clock
from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.progress.whole import Whole, deck_of
from katatx.sessions.changes import tomorrow
from katatx.sessions.queue_sitting import QueuedSitting, new_run_id
from katatx.sessions.run_answers import answers_of
from scoring.today import MINUTES, Drill, seconds, todays_list

Decks = Mapping[str, Deck]


@dataclass
class Review(QueuedSitting):
    """A session at the list of a day, or of more that was asked for; `focus` is the recipe or step, "" for all.

    It ends after `minutes`; None if it is as long as its list.
    """

    decks: Decks
    limit: int | None = None
    focus: str = ""
    minutes: int | None = None

    def __post_init__(self) -> None:
        """Show the first drill of the run still to be asked."""
        self._begin(open_drills(self.decks, self.log, self.run))

    @property
    def title(self) -> str:
        """Return "Review"."""
        return "Review"

    @property
    def mixes_decks(self) -> bool:
        """Return True, because a review covers all decks."""
        return True

    @property
    def opening(self) -> str:
        """Return the line shown at the start; it says so if nothing is left for today."""
        about = f" of {self.focus}" * bool(self.focus)
        if self.question is None:
            return f"Review{about}. Nothing is left for today."
        return f"Review{about}. {self.finished} of {self.total} drills done."

    @property
    def most_minutes(self) -> int | None:
        """Return the minutes that were asked for: a day's list is as long as those set."""
        return self.minutes

    def tomorrow(self) -> str:
        """Return a line on how many steps are due tomorrow, and on whether there are drills never met."""
        met = self.log.whole.drills
        new = any(f"{deck.name}/{drill.id}" not in met for deck in self.decks.values() for drill in deck.drills)
        return tomorrow(self.log, self.today, new)

    def prepare_drill(self, name: str) -> Prepared:
        """Return the drill `deck/drill`, ready to be asked. Raises DeckError if it is faulty."""
        deck, drill = name.rsplit("/", 1)
        return prepare(self.decks[deck], self.decks[deck].by_id[drill], self.settings.places)

    def name_of(self, deck: str, drill: str) -> str:
        """Return the queue's name for a drill, `deck/drill`."""
        return f"{deck}/{drill}"


def open_review(
    decks: Decks,
    log: Log,
    clock: Clock,
    new_seed: Callable[[], int],
    limit: int | None = None,
    minutes: int | None = None,
    focus: str = "",
) -> Review:
    """Return the day's review: what is left of its list, or if nothing is, as much again.

    `limit` is the most graded answers, `minutes` are the most of this session. `focus` limits it to a recipe or a step
    such as `softmax/divide`. Raises LogError if the log cannot be used, KatatxError if no drill uses the focus.
    """
    day = log.settings.day_of(clock())
    if focus:
        _check_focus(focus, log)
    run = next((each for each in _runs_of(log, day) if (each.drill or "") == focus), None)
    review = run and Review(log, run, clock, decks, limit, focus, minutes)
    if review and review.question is not None:
        return review
    more = minutes or log.settings.minutes or MINUTES
    drills = tuple(todays(decks, log, day, focus) or list_of(decks, log, log.whole, day, more, focus))
    run = Run(new_run_id(), "", focus or None, drills, new_seed(), False, clock(), "review")
    if drills:
        log.start_run(run)
    return Review(log, run, clock, decks, limit, focus, minutes)


def list_of(decks: Decks, log: Log, whole: Whole, day: date, minutes: float, focus: str = "") -> list[str]:
    """Return what is asked on a day, as `deck/drill`, by what is known before it, or for as much again now."""
    drills = drills_of(decks, log)
    if focus:
        drills = [each for each in drills if any(f"{step}/".startswith(f"{focus}/") for step in each.steps)]
    return todays_list(drills, whole.learner, whole.steps, log.schedule, day.toordinal(), minutes)


def todays(decks: Decks, log: Log, day: date, focus: str = "") -> list[str]:
    """Return what is left of a day's list, as `deck/drill`: its drills that were not answered that day."""
    minutes = log.settings.minutes or MINUTES
    whole = log.whole
    return [each for each in list_of(decks, log, log.before(day), day, minutes, focus) if whole.is_first(each, day)]


def seconds_of(log: Log, places: list[str]) -> float:
    """Return the seconds that drills, given as `deck/drill`, are expected to take the learner."""
    whole = log.whole
    works = (log.works.of(*place.rsplit("/", 1)) for place in places)
    return sum(seconds(work, whole.learner, whole.steps) for work in works)


def drills_of(decks: Decks, log: Log) -> list[Drill]:
    """Return all drills, deck by deck in page order, decks already started first."""
    begun = set(map(deck_of, log.whole.drills))
    return [
        Drill(f"{deck.name}/{drill.id}", log.works.of(deck.name, drill.id))
        for deck in sorted(decks.values(), key=lambda each: each.name not in begun)
        for drill in deck.drills
    ]


def open_drills(decks: Decks, log: Log, run: Run) -> list[str]:
    """Return the drills that belong in the queue of a review's run, those answered in it included.

    Drills answered since elsewhere that day, and drills that no longer exist, are left out.
    """
    day = log.settings.day_of(run.started)
    own = {f"{answer.deck}/{answer.drill}" for answer in answers_of(log, run)}
    return [name for name in run.drills if _exists(decks, name) and (name in own or log.whole.is_first(name, day))]


def _check_focus(focus: str, log: Log) -> None:
    """Raise KatatxError, with the nearest name, if no drill uses the focus."""
    lines = sorted(log.works.places)
    names = [*lines, *dict.fromkeys(line.partition("/")[0] for line in lines)]
    if focus not in names:
        near = nearest(focus, names)
        raise KatatxError(f"no drill uses {quote(focus)} (katatx stats DECK lists the steps of a deck){near}")


def _runs_of(log: Log, day: date) -> list[Run]:
    """Return a day's reviews, the latest first."""
    return [run for run in log.runs("", "review") if log.settings.day_of(run.started) == day]


def _exists(decks: Decks, name: str) -> bool:
    """Return whether `deck/drill` is among the decks."""
    deck, _, drill = name.rpartition("/")
    return deck in decks and drill in decks[deck].by_id
