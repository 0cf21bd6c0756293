"""Predict what a review started now would ask, without writing to the log."""

from __future__ import annotations

from katatx.progress.log import Log
from katatx.sessions.changes import known
from katatx.sessions.queue import Turn
from katatx.sessions.review import Decks, last_run, open_drills, planned_drills
from katatx.views.stats.report import Report
from katatx.views.upcoming import Upcoming
from scoring.planning import MINUTES


def upcoming(decks: Decks, log: Log, report: Report) -> Upcoming:
    """Return what a review of the usual length would ask on the day of `report`, which must be on all decks.

    The turns left in the day's latest review come first; a new one is planned only if there are none. Raises LogError
    if the log cannot be read.
    """
    whole, works, day = report.whole, report.works, report.day
    with log.telling("read"):
        knows = known(log, whole, day, works)
    turns, resumes = _left(decks, log, report), True
    if not turns:
        minutes = log.settings.minutes or MINUTES
        turns, resumes = [Turn(drill, 0) for drill in planned_drills(decks, works, knows, whole, minutes)], False
    drills = {f"{each.deck}/{each.drill}": each for deck in report.decks for each in deck.drills}
    shown = [drills[turn.drill] for turn in turns if not turn.showing]
    return Upcoming(
        tuple(turns),
        sum(knows.seconds(works.of(*turn.drill.rsplit("/", 1))) for turn in turns),
        resumes,
        missed=len(turns) - len(shown),
        due=sum(drill.is_due for drill in shown),
        new=sum(not drill.practised for drill in shown),
    )


def _left(decks: Decks, log: Log, report: Report) -> list[Turn]:
    """Return the turns still waiting in the day's latest review without a focus; [] if there is none."""
    from katatx.sessions.queue_sitting import replayed

    run = last_run(log, report.day)
    if run is None:
        return []
    drills = open_drills(decks, log, run, report.whole, report.day)
    return replayed(log, run, drills, lambda deck, drill: f"{deck}/{drill}").waiting
