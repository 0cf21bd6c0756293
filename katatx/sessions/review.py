"""Reviews: the list of a day, over all decks. A drill's name is `deck/drill`."""

from __future__ import annotations

from datetime import date

from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote
from katatx.progress.events import Run
from katatx.progress.log import Log
from katatx.progress.whole import Whole, deck_of
from katatx.sessions.drills import sit_at_drills
from katatx.sessions.sitting import Practice, Sitting, answers_of
from scoring.today import MINUTES, Drill, seconds, todays_list


def open_review(practice: Practice, limit: int | None = None, minutes: int | None = None, focus: str = "") -> Sitting:
    """Return the day's review: what is left of its list, or if nothing is, as much again.

    `limit` is the most graded answers, `minutes` are the most of this sitting. `focus` limits it to a recipe or a step
    such as `softmax/divide`; raises KatatxError if no drill uses it.
    """
    log, day = practice.log, practice.day
    lines = sorted(log.works.places) if focus else []
    names = [*lines, *dict.fromkeys(line.partition("/")[0] for line in lines)]
    if focus and focus not in names:
        near = nearest(focus, names)
        raise KatatxError(f"no drill uses {quote(focus)} (katatx stats DECK lists the steps of a deck){near}")
    runs = (run for run in log.runs("", "review") if log.settings.day_of(run.started) == day)
    run = next((run for run in runs if (run.drill or "") == focus), None)
    left = todays(practice, focus)
    if run is not None and {*left} <= {*run.drills}:
        review = _sit(practice, run, limit, minutes)
        if review.question is not None:
            return review
    drills = left or list_of(practice, log.whole, day, focus, minutes)
    run = practice.run("review", "", drills, focus or None)
    if drills:
        log.add([run])
    return _sit(practice, run, limit, minutes)


def _sit(practice: Practice, run: Run, limit: int | None, minutes: int | None) -> Sitting:
    """Return a sitting at the drills of a review that still exist and were not answered elsewhere that day since."""
    log = practice.log
    day, whole, own = log.settings.day_of(run.started), log.whole, {answer.place for answer in answers_of(log, run)}
    there = {f"{deck.name}/{drill}" for deck in practice.decks.values() for drill in deck.by_id}
    names = [name for name in run.drills if name in there and (name in own or whole.is_first(name, day))]
    about = f"Review of {run.drill}" if run.drill else "Review"
    return sit_at_drills(practice, run, "Review", names, limit, minutes, about)


def list_of(practice: Practice, whole: Whole, day: date, focus: str = "", minutes: float | None = None) -> list[str]:
    """Return what is asked on a day by what `whole` knows; decks begun come first, in page order."""
    log, decks = practice.log, practice.decks.values()
    begun = set(map(deck_of, whole.drills))
    drills = [
        Drill(f"{deck.name}/{drill.id}", log.works.of(deck.name, drill.id))
        for deck in sorted(decks, key=lambda each: each.name not in begun)
        for drill in deck.drills
    ]
    if focus:
        drills = [each for each in drills if any(f"{step}/".startswith(f"{focus}/") for step in each.steps)]
    wanted = minutes or log.settings.minutes or MINUTES
    return todays_list(drills, whole.learner, whole.steps, log.schedule, day.toordinal(), wanted)


def todays(practice: Practice, focus: str = "") -> list[str]:
    """Return what is left of the day's list: its drills that were not answered that day."""
    whole, day = practice.log.whole, practice.day
    return [each for each in list_of(practice, practice.log.before(day), day, focus) if whole.is_first(each, day)]


def seconds_of(log: Log, places: list[str]) -> float:
    """Return the seconds that drills are expected to take the learner."""
    whole = log.whole
    works = (log.works.of(*place.rsplit("/", 1)) for place in places)
    return sum(seconds(work, whole.learner, whole.steps) for work in works)
