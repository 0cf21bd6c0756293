"""Predict what a review started now would ask, without writing to the log."""

from __future__ import annotations

from katatx.progress.log import Log
from katatx.sessions.changes import known
from katatx.sessions.queue import Queued
from katatx.sessions.review import Decks, last_run, open_drills, planned_drills
from katatx.views.stats.report import Report
from katatx.views.upcoming import Upcoming
from scoring.planning import MINUTES


def upcoming(decks: Decks, log: Log, report: Report) -> Upcoming:
    """Return what a review of the usual length would ask on the day of `report`, which must be on all decks.

    These are the questions left in the day's latest review without a focus; a new one is planned only if there are
    none. Raises LogError if the log cannot be read.
    """
    whole, works, day = report.whole, report.works, report.day
    knows = known(log, whole, day)
    planned = _left(decks, log, report)
    resumes = bool(planned)
    if not planned:
        minutes = log.settings.minutes or MINUTES
        planned = [Queued(drill, 0) for drill in planned_drills(decks, works, knows, whole, minutes)]
    drills = {f"{each.deck}/{each.drill}": each for deck in report.decks for each in deck.drills}
    not_missed = [drills[each.drill] for each in planned if not each.showing]
    return Upcoming(
        tuple(planned),
        sum(knows.seconds(works.of(*each.drill.rsplit("/", 1))) for each in planned),
        resumes,
        missed=len(planned) - len(not_missed),
        due=sum(drill.is_due for drill in not_missed),
        new=sum(not drill.practised for drill in not_missed),
    )


def _left(decks: Decks, log: Log, report: Report) -> list[Queued]:
    """Return the drills still waiting in the day's latest review without a focus; [] if there is none."""
    from katatx.sessions.queue_sitting import replayed

    run = last_run(log, report.day)
    if run is None:
        return []
    drills = open_drills(decks, log, run, report.whole, report.day)
    return replayed(log, run, drills, lambda deck, drill: f"{deck}/{drill}").waiting
