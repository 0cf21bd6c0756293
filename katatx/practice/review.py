"""A review: ten minutes, or as many as wished for, of what moves the learner furthest, over all decks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from math import ceil

from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.practice.clock import Clock
from katatx.practice.gains import Gains
from katatx.practice.knowing import know_decks
from katatx.practice.question import Question
from katatx.practice.queue import Queue
from katatx.practice.queued import QueuedSitting, new_run_id
from katatx.progress.log import Log
from katatx.progress.records import Answered, Run
from katatx.progress.standing import Whole
from scoring.planning import BETWEEN, Drill, Known, plan
from scoring.target import LONGEST_REST

Decks = Mapping[str, Deck]
MINUTES = 10
# A question takes no fewer seconds.
_SHORTEST = 15.0


@dataclass
class Review(QueuedSitting):
    """One sitting at a day's review. It ends with its minutes; what was planned for them may end before, and then
    more is planned. `focus` is the line, or the recipe, that it is about; empty for all.
    """

    decks: Decks
    day: date
    new_seed: Callable[[], int]
    limit: int | None = None
    minutes: float = MINUTES
    focus: str = ""
    # The standing as the sitting begins, where it was read already.
    whole: Whole | None = None
    gains: Gains = field(init=False)
    # How long drills were expected to take as the sitting began.
    _expected: Known = field(init=False, repr=False)
    # Whether nothing more fits into the minutes.
    _is_full: bool = field(init=False, default=False)
    # The drills of runs of this sitting that came before the one it is at.
    _before: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        own = {f"{answer.deck}/{answer.drill}" for answer in self._answers_today()}
        whole = self.whole or _whole(self.log)
        self.gains = Gains(self.log, whole, self.day)
        self._expected = known(self.log, whole, self.day)
        # What was practised elsewhere since the run was planned is not asked again.
        closed = _answered_on(whole, self.day) - own
        self._begin([name for name in self.run.drills if _exists(self.decks, name) and name not in closed])
        if self.question is None:
            self._plan_more()

    @property
    def title(self) -> str:
        return "Review"

    @property
    def mixes_decks(self) -> bool:
        return True

    @property
    def total(self) -> int:
        return self._before + len(self.queue.drills)

    @property
    def finished(self) -> int:
        return self._before + len(self.queue.done)

    @property
    def opening(self) -> str:
        about = f" of {self.focus}" * bool(self.focus)
        if self.question is None:
            return f"Review{about}. Nothing is left for today."
        return f"Review{about}: {_minutes(self.minutes)}. {self.finished} of {self.total} drills done."

    @property
    def minutes_over(self) -> int | None:
        return ceil(self.minutes) if self._is_full or self._spent >= 60 * self.minutes else None

    @property
    def _spent(self) -> float:
        """The seconds that the sitting took, with those in which verdicts are read. Who was away is not there for
        longer than three minutes.
        """
        return sum(min(outcome.seconds, LONGEST_REST) + BETWEEN for outcome in self.outcomes)

    def _answers_today(self) -> Iterator[Answered]:
        """The graded answers of the day's reviews of this focus."""
        return (answer for run in _runs_of(self.log, self.day, self.focus) for answer in _counted(self.log, run))

    def summary_lines(self) -> list[str]:
        from katatx.practice.session_summary import session_summary_lines

        done = session_summary_lines(self.outcomes, self.finished, self.total, True, self.minutes_over)
        # Where answers are kept aside, the log does not know what today came to.
        if self.log.aside is not None:
            return done
        return [*done, *self.gains.lines(_whole(self.log)), tomorrow(self.log, self.decks, self.day)]

    def advance(self) -> Question | None:
        is_over = self._is_over
        super().advance()
        if not is_over and not (self.question is not None and self._put_up_what_fits()):
            self._show(None)
            self._plan_more()
            # Less than a question takes is left, or of what waits nothing fits.
            left = 60 * self.minutes - self._spent
            self._is_full = self.question is None and (bool(self.queue.waiting) or left < _SHORTEST)
        return self.question

    def _put_up_what_fits(self) -> bool:
        """Put the first drill up that is expected to fit into the minutes left; whether there is one."""
        left = 60 * self.minutes - self._spent
        for at, turn in enumerate(self.queue.waiting):
            deck, _, drill = turn.drill.rpartition("/")
            if self._expected.seconds(self.log.standings.works.of(deck, drill)) <= left:
                if at:
                    self.queue.waiting.insert(0, self.queue.waiting.pop(at))
                    self._put_up()
                return True
        return False

    def _plan_more(self) -> None:
        """Go on with another run, where minutes are left and there is something more to ask."""
        if self.log.aside is not None:
            return
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
        )
        if run.drills:
            missed = [turn.drill for turn in self.queue.waiting if turn.showing and turn.drill not in run.drills]
            run = replace(run, drills=(*run.drills, *missed))
            self._before = self.finished
            self.log.start_run(run)
            self.run = run
            self.queue = Queue(list(run.drills))
            self._ahead = {}
            self._put_up()

    def _prepare(self, name: str) -> Prepared:
        deck = self.decks[name.rsplit("/", 1)[0]]
        return prepare(deck, deck.by_id[name.rsplit("/", 1)[1]], self.settings.places)

    def _name(self, deck: str, drill: str) -> str:
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
    """Today's review, gone on with where it was stopped; else planned anew for so many `minutes` (by default those
    set, or ten), of the lines of a `focus` alone where one is given: a line such as `softmax/divide`, or a recipe.

    Raises LogError where the log cannot be used, KatatxError for a focus that no drill is worked by.
    """
    know_decks(decks, log, all_of_them=True)
    day = log.settings.day_of(clock())
    wanted = minutes or log.settings.minutes or MINUTES
    if focus:
        focus = _found(focus, log)
    last, whole = next(_runs_of(log, day, focus), None), _whole(log)
    if last is not None:
        review = Review(log, last, clock, decks, day, new_seed, limit, wanted, focus, whole)
        if review.question is not None:
            return review
    run = _planned(decks, log, whole, day, (new_seed(), clock()), wanted, focus)
    if run.drills:
        log.start_run(run)
    return Review(log, run, clock, decks, day, new_seed, limit, wanted, focus, whole)


def _found(focus: str, log: Log) -> str:
    """Return the line or the recipe that is meant. Raises KatatxError where there is none."""
    with log.telling("read"):
        lines = sorted(log.standings.works.places)
    names = [*lines, *dict.fromkeys(line.partition("/")[0] for line in lines)]
    if focus in names:
        return focus
    near = nearest(focus, names)
    raise KatatxError(f"no drill is worked by {quote(focus)}{near}; katatx stats DECK names those of a deck")


def _planned(
    decks: Decks,
    log: Log,
    whole: Whole,
    day: date,
    begun: tuple[int, datetime],
    minutes: float,
    focus: str,
    all_fit: bool = False,
) -> Run:
    """Return a run, not yet recorded, that is `begun` with a seed at a moment."""
    seed, started = begun
    today = day.toordinal()
    new = sum(skill.first_day == today for skill in whole.skills.values())
    drills = plan(drills_of(decks, log, whole), known(log, whole, day), minutes, new, focus=focus, all_fit=all_fit)
    return Run(new_run_id(), "", focus or None, tuple(drills), seed, False, started, "review")


def drills_of(decks: Decks, log: Log, whole: Whole) -> list[Drill]:
    """Return every drill in page order, those of decks that were begun first."""
    begun = {deck for deck, _ in whole.drills}
    works = log.standings.works
    return [
        Drill(f"{deck.name}/{drill.id}", f"{deck.name} {drill.section}", works.of(deck.name, drill.id))
        for deck in sorted(decks.values(), key=lambda each: each.name not in begun)
        for drill in deck.drills
    ]


def known(log: Log, whole: Whole, day: date) -> Known:
    """Return what the planner goes by."""
    standings = log.standings
    own = {f"{deck}/{drill}": standing.own for (deck, drill), standing in whole.drills.items()}
    return Known(whole.learner, whole.skills, own, standings.works.places, standings.schedule, day.toordinal())


def to_repeat(decks: Decks, log: Log, day: date) -> int:
    """Return how many drills the day's reviews still have to ask again: missed, or answered with help."""
    clean: dict[str, bool] = {}
    for run in _runs_of(log, day):
        for answer in _counted(log, run):
            name = f"{answer.deck}/{answer.drill}"
            clean[name] = clean.get(name, False) or answer.clean
    return sum(not done and _exists(decks, name) for name, done in clean.items())


def tomorrow(log: Log, decks: Decks, day: date) -> str:
    """Return what the next day holds, in a line."""
    whole = _whole(log)
    then = known(log, whole, day + timedelta(days=1))
    due = len(then.due_lines())
    new = any((deck.name, drill.id) not in whole.drills for deck in decks.values() for drill in deck.drills)
    return f"Tomorrow: {due} {'skill' if due == 1 else 'skills'} due{', and new drills' * new}."


def _whole(log: Log) -> Whole:
    with log.telling("read"):
        return log.standings.whole()


def _answered_on(whole: Whole, day: date) -> set[str]:
    today = day.toordinal()
    return {
        f"{deck}/{drill}"
        for (deck, drill), standing in whole.drills.items()
        if any(go.day >= today for go in standing.own.goes.values())
    }


def _runs_of(log: Log, day: date, focus: str = "") -> Iterator[Run]:
    """The reviews of a focus that were begun on a day, the last first."""
    for run in log.runs("", "review"):
        if log.settings.day_of(run.started) != day:
            return
        if (run.drill or "") == focus:
            yield run


def _counted(log: Log, run: Run) -> Iterator[Answered]:
    return (each.answer for each in log.attempts(run.id) if each.answer.graded and not each.undone)


def _minutes(minutes: float) -> str:
    return f"{minutes:g} minute{'' if minutes == 1 else 's'}"


def _exists(decks: Decks, name: str) -> bool:
    deck, _, drill = name.rpartition("/")
    return deck in decks and drill in decks[deck].by_id
