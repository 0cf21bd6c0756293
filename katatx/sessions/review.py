"""Reviews: the list of a day, over all decks. A drill's name is `deck/drill`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.progress.whole import Whole, deck_of
from katatx.sessions.drills import Decks, sit_at_drills
from katatx.sessions.runs import Clock, answers_of, new_run
from katatx.sessions.sitting import Sitting
from scoring.today import MINUTES, Drill, seconds, todays_list


def open_review(
    decks: Decks,
    log: Log,
    clock: Clock,
    new_seed: Callable[[], int],
    limit: int | None = None,
    minutes: int | None = None,
    focus: str = "",
) -> Sitting:
    """Return the day's review: what is left of its list, or if nothing is, as much again.

    `limit` is the most graded answers, `minutes` are the most of this sitting. `focus` limits it to a recipe or a step
    such as `softmax/divide`. Raises LogError if the log cannot be used, KatatxError if no drill uses the focus.
    """
    day = log.settings.day_of(clock())
    if focus:
        _check_focus(focus, log)
    run, left = _run_of(log, day, focus), todays(decks, log, day, focus)
    if run is not None and {*left} <= {*run.drills}:
        review = _sit(decks, log, clock, run, limit, minutes)
        if review.question is not None:
            return review
    drills = left or list_of(decks, log, log.whole, day, minutes or log.settings.minutes or MINUTES, focus)
    run = new_run("", focus or None, drills, new_seed(), False, clock(), "review")
    if drills:
        log.start_run(run)
    return _sit(decks, log, clock, run, limit, minutes)


def _sit(decks: Decks, log: Log, clock: Clock, run: Run, limit: int | None, minutes: int | None) -> Sitting:
    """Return a sitting at a review's run: without `minutes` it is as long as its list, whatever those set."""
    about = f"Review of {run.drill}" if run.drill else "Review"
    return sit_at_drills(log, clock, run, decks, "Review", _open_drills(decks, log, run), limit, minutes, about)


def _run_of(log: Log, day: date, focus: str) -> Run | None:
    """Return a day's latest review with a focus."""
    runs = (run for run in log.runs("", "review") if log.settings.day_of(run.started) == day)
    return next((run for run in runs if (run.drill or "") == focus), None)


def _open_drills(decks: Decks, log: Log, run: Run) -> list[str]:
    """Return the drills of a review's run that still exist and were not answered since elsewhere that day."""
    day = log.settings.day_of(run.started)
    own = {f"{answer.deck}/{answer.drill}" for answer in answers_of(log, run)}
    return [name for name in run.drills if _exists(decks, name) and (name in own or log.whole.is_first(name, day))]


def _exists(decks: Decks, name: str) -> bool:
    deck, _, drill = name.rpartition("/")
    return deck in decks and drill in decks[deck].by_id


def _check_focus(focus: str, log: Log) -> None:
    """Raise KatatxError, with the nearest name, if no drill uses the focus."""
    lines = sorted(log.works.places)
    names = [*lines, *dict.fromkeys(line.partition("/")[0] for line in lines)]
    if focus not in names:
        near = nearest(focus, names)
        raise KatatxError(f"no drill uses {quote(focus)} (katatx stats DECK lists the steps of a deck){near}")


def list_of(decks: Decks, log: Log, whole: Whole, day: date, minutes: float, focus: str = "") -> list[str]:
    """Return what is asked on a day by what is known before it, or for as much again now."""
    drills = _drills_of(decks, log, day)
    if focus:
        drills = [each for each in drills if any(f"{step}/".startswith(f"{focus}/") for step in each.steps)]
    return todays_list(drills, whole.learner, whole.steps, log.schedule, day.toordinal(), minutes)


def _drills_of(decks: Decks, log: Log, day: date) -> list[Drill]:
    """Return all drills, deck by deck in page order, decks started before the day first."""
    begun = set(map(deck_of, log.before(day).drills))
    return [
        Drill(f"{deck.name}/{drill.id}", log.works.of(deck.name, drill.id))
        for deck in sorted(decks.values(), key=lambda each: each.name not in begun)
        for drill in deck.drills
    ]


def todays(decks: Decks, log: Log, day: date, focus: str = "") -> list[str]:
    """Return what is left of a day's list: its drills that were not answered that day."""
    minutes = log.settings.minutes or MINUTES
    whole = log.whole
    return [each for each in list_of(decks, log, log.before(day), day, minutes, focus) if whole.is_first(each, day)]


def seconds_of(log: Log, places: list[str]) -> float:
    """Return the seconds that drills are expected to take the learner."""
    whole = log.whole
    works = (log.works.of(*place.rsplit("/", 1)) for place in places)
    return sum(seconds(work, whole.learner, whole.steps) for work in works)
