"""Reviews: a number of minutes with the drills that help the learner most, over all decks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from math import ceil

from katatx.clock import Clock
from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.progress.whole import Whole
from katatx.questions.question import Question
from katatx.sessions.changes import known, tomorrow
from katatx.sessions.gains import Gains
from katatx.sessions.queue import Queue
from katatx.sessions.queue_sitting import QueuedSitting, new_run_id
from katatx.sessions.run_answers import answers_of
from scoring.planning import BETWEEN, MINUTES, Drill, Known, plan
from scoring.target import LONGEST_REST
from scoring.work import Works

Decks = Mapping[str, Deck]
# The least time in seconds that a question is expected to take.
_SHORTEST = 15.0


@dataclass
class Review(QueuedSitting):
    """A session at a day's review.

    It ends after `minutes`, or after `limit` graded answers; if the planned drills end earlier, more are planned as a
    further run. `focus` is the recipe or recipe line to practise, "" for all.
    """

    decks: Decks
    day: date
    new_seed: Callable[[], int]
    limit: int | None = None
    minutes: float = MINUTES
    focus: str = ""
    # The standings at the start, if they are already read.
    whole: Whole | None = None
    # The planner's input at the start, for the expected time of drills.
    _expected: Known = field(init=False, repr=False)
    # Whether nothing more fits into the minutes.
    _is_full: bool = field(init=False, default=False)
    # The number of drills in this session's earlier runs.
    _before: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Show the first drill of the run still to be asked; if there is none, plan more, which may be recorded.

        Raises LogError if the log cannot be used.
        """
        whole = self.whole or _whole(self.log)
        self.gains = Gains(self.log, whole, self.day)
        self._expected = known(self.log, _as_it_is(whole), self.day)
        self._begin(open_drills(self.decks, self.log, self.run, whole, self.day))
        if self.question is None:
            self._plan_more()

    @property
    def title(self) -> str:
        """Return "Review"."""
        return "Review"

    @property
    def mixes_decks(self) -> bool:
        """Return True, because a review covers all decks."""
        return True

    @property
    def drills_of_run(self) -> int:
        """Return the number of drills in the present run plus that of drills done in this session's earlier runs."""
        return self._before + super().drills_of_run

    @property
    def done_of_run(self) -> int:
        """Return the number of drills done in all runs of this session."""
        return self._before + super().done_of_run

    @property
    def opening(self) -> str:
        """Return the line shown at the start; it says so if nothing is left for today."""
        about = f" of {self.focus}" * bool(self.focus)
        if self.question is None:
            return f"Review{about}. Nothing is left for today."
        return f"Review{about}: {_minutes(self.minutes)}. {self.finished} of {self.total} drills done."

    @property
    def minutes_over(self) -> int | None:
        """Return the review's minutes, rounded up, once they are used up or nothing more fits; otherwise None."""
        return ceil(self.minutes) if self._is_full or self._spent >= 60 * self.minutes else None

    @property
    def _spent(self) -> float:
        """Return the seconds used by graded answers, each at most three minutes, and by reading their verdicts."""
        return sum(min(outcome.seconds, LONGEST_REST) + BETWEEN for outcome in self.outcomes)

    @property
    def left(self) -> str:
        """Return how many drills are done, and whether the time is over, as one line."""
        from katatx.views.session_summary import left_line, minutes_line

        over = self.minutes_over
        seconds = sum(outcome.seconds for outcome in self.outcomes)
        said = "" if over is None else minutes_line(over, seconds, max(seconds, self._spent))
        return left_line(self.done_of_run, None, said)

    def tomorrow(self, skills: Whole) -> str:
        """Return a line on how many skills are due the day after the review's, and on whether there are drills never
        met.

        `skills` are the present standings. Raises LogError if the log cannot be read.
        """
        met = self.log.whole.drills
        new = any((deck.name, drill.id) not in met for deck in self.decks.values() for drill in deck.drills)
        return tomorrow(self.log, skills, self.day, new)

    @property
    def when_again(self) -> str:
        """Return when the drill just graded is asked again, as text; "" if it is not waiting."""
        when = super().when_again
        return "tomorrow, or today if you go on" if when and self._is_over else when

    def _way_back(self) -> Callable[[], None]:
        """Return a function that restores the review as it is now, to undo an answer."""
        go_back_in_queue, run, before, is_full = super()._way_back(), self.run, self._before, self._is_full

        def go_back() -> None:
            """Restore the review as it was when `_way_back` was called."""
            go_back_in_queue()
            self.run, self._before, self._is_full = run, before, is_full

        return go_back

    def advance(self) -> Question | None:
        """Show the next drill that fits into the remaining time, and return its question; None at the end.

        If none of the run's drills is left or fits, more are planned as a further run. Raises LogError if the
        log cannot be used.
        """
        is_over = self._is_over
        super().advance()
        if not is_over and not (self.question is not None and self._show_what_fits()):
            self._show(None)
            self._plan_more()
            # Too little time is left for a question, or none of those waiting fits.
            left = 60 * self.minutes - self._spent
            self._is_full = self.question is None and (bool(self.queue.waiting) or left < _SHORTEST)
        return self.question

    def _show_what_fits(self) -> bool:
        """Make the first waiting drill expected to fit into the remaining time the current one; return whether there is
        one.

        The expected time is that at the learner's pace when the review began.
        """
        left = 60 * self.minutes - self._spent
        works = self.log.works
        for at, queued in enumerate(self.queue.waiting):
            deck, _, drill = queued.drill.rpartition("/")
            if self._expected.seconds(works.of(deck, drill)) <= left:
                if at:
                    self.queue.waiting.insert(0, self.queue.waiting.pop(at))
                    self._show_next()
                return True
        return False

    def _plan_more(self) -> None:
        """Record and begin another run if there is more to ask in the time left, with the drills still missed."""
        left = self.minutes - self._spent / 60
        run = _planned(
            self.decks,
            self.log,
            _whole(self.log),
            self.day,
            (self.new_seed(), self.clock()),
            left,
            self.focus,
            all_fit=bool(self.outcomes),
            without=self.faults,
        )
        if run.drills:
            missed = [each.drill for each in self.queue.waiting if each.showing and each.drill not in run.drills]
            run = replace(run, drills=(*run.drills, *missed))
            self._before = self.done_of_run
            self.log.start_run(run)
            self.run = run
            self.queue = Queue(list(run.drills))
            self._ahead = {}
            self._show_next()

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
    minutes: float | None = None,
    focus: str = "",
) -> Review:
    """Return today's review: the last one if unfinished, or a newly planned one, which is recorded if it has a drill.

    `limit` is the most graded answers. `minutes` default to those set, or ten. `focus` limits it to a recipe or a
    recipe line such as `softmax/divide`. Raises LogError if
    the log cannot be used, KatatxError if no drill uses the focus.
    """
    day = log.settings.day_of(clock())
    wanted = minutes or log.settings.minutes or MINUTES
    if focus:
        _check_focus(focus, log)
    last, whole = last_run(log, day, focus), _whole(log)
    if last is not None:
        review = Review(log, last, clock, decks, day, new_seed, limit, wanted, focus, whole)
        if review.question is not None:
            return review
    run = _planned(decks, log, whole, day, (new_seed(), clock()), wanted, focus)
    if run.drills:
        log.start_run(run)
    return Review(log, run, clock, decks, day, new_seed, limit, wanted, focus, whole)


def _check_focus(focus: str, log: Log) -> None:
    """Raise KatatxError, with the nearest name, if no drill uses the focus; LogError if the log cannot be read."""
    lines = sorted(log.works.places)
    names = [*lines, *dict.fromkeys(line.partition("/")[0] for line in lines)]
    if focus not in names:
        near = nearest(focus, names)
        raise KatatxError(f"no drill uses {quote(focus)} (katatx stats DECK lists the skills of a deck){near}")


def _planned(
    decks: Decks,
    log: Log,
    whole: Whole,
    day: date,
    begun: tuple[int, datetime],
    minutes: float,
    focus: str,
    all_fit: bool = False,
    without: Collection[str] = (),
) -> Run:
    """Return a newly planned run, not yet recorded; it has no drills if there is nothing to ask.

    `begun` is its seed and its start; drills in `without` are left out; with `all_fit` all drills must fit into the
    minutes. Raises LogError if the log cannot be read.
    """
    seed, started = begun
    works, knows = log.works, known(log, whole, day)
    order = planned_drills(decks, works, knows, whole, minutes, focus, all_fit, without)
    return Run(new_run_id(), "", focus or None, tuple(order), seed, False, started, "review")


def planned_drills(
    decks: Decks,
    works: Works,
    knows: Known,
    whole: Whole,
    minutes: float,
    focus: str = "",
    all_fit: bool = False,
    without: Collection[str] = (),
) -> list[str]:
    """Return the drills that a new review of so many minutes asks, as `deck/drill`, in order.

    `works` gives each drill's lines, `knows` what the planner knows of the learner, `whole` the standings. `focus` is a
    recipe or recipe line ("" for all). Drills in `without` are left out; with `all_fit` even the first must fit into
    the minutes.
    """
    new = sum(skill.first_day == knows.day for skill in whole.skills.values())
    drills = [drill for drill in drills_of(decks, works, whole) if drill.place not in without]
    return plan(drills, knows, minutes, new, focus=focus, all_fit=all_fit)


def drills_of(decks: Decks, works: Works, whole: Whole) -> list[Drill]:
    """Return all drills for the planner, deck by deck in page order, decks already started first."""
    begun = {deck for deck, _ in whole.drills}
    return [
        Drill(f"{deck.name}/{drill.id}", f"{deck.name} {drill.section}", works.of(deck.name, drill.id))
        for deck in sorted(decks.values(), key=lambda each: each.name not in begun)
        for drill in deck.drills
    ]


def last_run(log: Log, day: date, focus: str = "") -> Run | None:
    """Return the day's latest review with this focus ("" for none); None if there is none."""
    return next(_runs_of(log, day, focus), None)


def open_drills(decks: Decks, log: Log, run: Run, whole: Whole, day: date) -> list[str]:
    """Return the drills that belong in the queue of a review's run, those answered in it included; `day` is its day.

    Drills practised since it was planned, except in the day's reviews with the same focus, and drills that no longer
    exist, are left out.
    """
    runs = _runs_of(log, day, run.drill or "")
    own = {f"{answer.deck}/{answer.drill}" for each in runs for answer in answers_of(log, each)}
    closed = _answered_on(whole, day) - own
    return [name for name in run.drills if _exists(decks, name) and name not in closed]


def _whole(log: Log) -> Whole:
    """Return all standings. Raises LogError if the log cannot be read."""
    return log.whole


def _as_it_is(whole: Whole) -> Whole:
    """Return a copy of the learner and the skills that later answers do not change."""
    return replace(whole, learner=copy(whole.learner), skills={name: copy(each) for name, each in whole.skills.items()})


def _answered_on(whole: Whole, day: date) -> set[str]:
    """Return the drills, as `deck/drill`, that were answered on a day or later."""
    today = day.toordinal()
    return {
        f"{deck}/{drill}"
        for (deck, drill), standing in whole.drills.items()
        if any(go.day >= today for go in standing.own.goes.values())
    }


def _runs_of(log: Log, day: date, focus: str = "") -> Iterator[Run]:
    """Yield a day's reviews with this focus, the latest first."""
    for run in log.runs("", "review"):
        if log.settings.day_of(run.started) != day:
            return
        if (run.drill or "") == focus:
            yield run


def _minutes(minutes: float) -> str:
    """Return a number of minutes with its unit."""
    return f"{minutes:g} minute{'' if minutes == 1 else 's'}"


def _exists(decks: Decks, name: str) -> bool:
    """Return whether `deck/drill` is among the decks."""
    deck, _, drill = name.rpartition("/")
    return deck in decks and drill in decks[deck].by_id
